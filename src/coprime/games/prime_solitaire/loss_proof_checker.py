"""Check a proof that a deal is lost, sharing only the cards and rules with the search that found it.

A proof is a sequence of folds, each an abstraction of the deal.  A fold partitions the foundation into groups
and keeps of each group only how many cards are left.  A set may be taken unless the counts rule out that its
cards are there and the cards on them are gone, so a fold allows whatever the real game allows: if its
foundation cannot be cleared, the deal is lost.

A node is a number: how many cards are turned, and a state of the counts.  The top of the stack at a node is
named by the node at which that card was turned; beneath it lies any stack of that node.  A set of nodes is a
dictionary: by turned cards, the states as bits.  From each node every run of the stack is followed node by
node; taking it leaves the tops of its last node.  If a fold can be won, the nodes and tops that may be part of
a win are kept.  The next fold is finer and is searched only where the rougher one could still be won.
"""

from collections import Counter, defaultdict
from collections.abc import Iterator, Sequence
from itertools import combinations, product
from math import prod
from typing import Any, NamedTuple

import numpy as np

from ...decks.primepak.factor_set_catalogue import SETS, SIZE, WILDS
from .tables import ABOVE

NodeSet = dict[int, int]
Cards = tuple[int, ...]             # kinds in order: a run of the stack, whatever its own order
Groups = Sequence[Sequence[int]]    # of places


class Deal(NamedTuple):
    """The foundation by place, the set of places that lie on each, and the pile with the next card first."""

    card: dict[int, int]
    above: dict[int, int]
    pile: list[int]


class Takes(NamedTuple):
    """Every way to take a set: its run, and three counts by group.

    `taken` is how many cards it takes; `there` and `gone` are how many at least have to be there and to be gone.
    """

    run: list[Cards]
    taken: np.ndarray
    there: np.ndarray
    gone: np.ndarray


class Fold:
    """One abstraction of a deal, searched from its first node, and the part of it that may lead to a win."""

    def __init__(self, deal: Deal, groups: Groups) -> None:
        """Make the abstraction of a deal with these groups of places."""
        self.deal, self.groups = deal, groups
        self.sizes = np.array([len(group) for group in groups])
        self.radix = np.array([prod(len(group) + 1 for group in groups[:g]) for g in range(len(groups))])
        self.states = prod(len(group) + 1 for group in groups)
        self.takes = list_takes(deal, groups)
        self.legal: dict[int, dict[Cards, list[int]]] = {}
        self.longer: dict[int, dict[Cards, dict[int, Cards]]] = {}
        self.tops: dict[int, NodeSet] = {}
        self.winning_tops: dict[int, NodeSet] = {}

    def as_nodes(self, node: int, bits: int = 1) -> NodeSet:
        """Return a node as a set of nodes, or with `bits` some from it on with as many turned cards."""
        return {node // self.states: bits << node % self.states}

    def index_state(self, state: int) -> None:
        """List the sets that may be taken in a state, by run, and which runs a card makes longer."""
        if state in self.legal:
            return
        counts = state // self.radix % (self.sizes + 1)
        fits = (counts >= self.takes.there).all(1) & (self.sizes - counts >= self.takes.gone).all(1)
        found = defaultdict(set)
        for i in np.flatnonzero(fits):
            found[self.takes.run[i]].add(state - int(self.takes.taken[i] @ self.radix))
        self.legal[state] = {run: sorted(after) for run, after in found.items()}
        longer: dict[Cards, dict[int, Cards]] = {}
        for part in {part for run in found for part in subgroups_of(run)}:
            for at, kind in enumerate(part):
                longer.setdefault(part[:at] + part[at + 1:], {})[kind] = part
        self.longer[state] = longer

    def find_runs(self, node: int) -> tuple[dict[Cards, NodeSet], dict[Cards, NodeSet]]:
        """Return each useful run at a node with its last nodes, short runs first; and tops of some of them."""
        longer = self.longer[node % self.states]
        found: dict[Cards, NodeSet] = {(): self.as_nodes(node)}
        rows: list[Cards] = [()]
        under: dict[Cards, NodeSet] = {}
        for run in rows:
            if run not in longer:
                continue
            by_kind = longer[run]
            under[run] = self.tops_of(found[run])
            for turned, bits in under[run].items():
                more = by_kind.get(self.deal.pile[turned])
                if more is None:
                    continue
                if more not in found:
                    found[more] = {}
                    rows.append(more)
                found[more][turned] = found[more].get(turned, 0) | bits
        return found, under

    def tops_of(self, nodes: NodeSet) -> NodeSet:
        """Return the union of the tops of some nodes."""
        found: NodeSet = {}
        for node in self.iterate_nodes(nodes):
            for turned, bits in self.tops[node].items():
                found[turned] = found.get(turned, 0) | bits
        return found

    def iterate_nodes(self, nodes: NodeSet) -> Iterator[int]:
        """Yield the nodes of a set."""
        for turned, bits in nodes.items():
            first = turned * self.states
            while bits:
                one = bits & -bits
                bits ^= one
                yield first + one.bit_length() - 1

    def can_be_won(self, rough: "Fold | None") -> bool:
        """Search all nodes, those that the rougher fold allows; tell whether the foundation can be cleared."""
        allowed = RefinementFilter(self, rough) if rough else None
        self.tops = {}
        won = False
        for first in range(0, (len(self.deal.pile) + 1) * self.states, self.states):
            coming: dict[int, NodeSet] = {}
            for state in range(self.states):
                if first == 0 and state == self.states - 1:
                    coming[state] = {}
                elif first + state - self.states in self.tops:
                    coming[state] = self.as_nodes(first + state - self.states)
            for state in range(self.states - 1, -1, -1):
                if state in coming and (allowed is None or allowed.is_allowed(first + state)):
                    self.complete_node(first + state, coming, allowed)
            won = won or first in self.tops
        return won

    def complete_node(self, node: int, coming: dict[int, NodeSet], allowed: "RefinementFilter | None") -> None:
        """Complete a node: note its tops, and add them to the states that taking a set leads to."""
        state = node % self.states
        self.tops[node] = allowed.filter_tops(node, coming[state]) if allowed else coming[state]
        if state == 0:
            return
        self.index_state(state)
        found, under = self.find_runs(node)
        for run, after in self.legal[state].items():
            if run in found:
                left = under.get(run) or self.tops_of(found[run])
                for other in after:
                    merge_nodes(coming.setdefault(other, {}), left)

    def keep_winning_nodes(self) -> None:
        """Note the nodes that may lead to a win, and of each the tops that may be used on the way."""
        self.winning_tops = {}
        marks: dict[int, NodeSet] = defaultdict(dict)
        for turned in range(len(self.deal.pile), -1, -1):
            for node in range(turned * self.states, (turned + 1) * self.states):
                if node in self.tops:
                    alive = node % self.states == 0 or node + self.states in self.winning_tops
                    if (node % self.states and self.mark_used_tops(node, marks)) or alive:
                        self.winning_tops[node] = marks[node]

    def mark_used_tops(self, node: int, marks: dict[int, NodeSet]) -> bool:
        """Mark the tops used by sets that lead from a node to a winning one; tell whether there are any."""
        state = node % self.states
        found, _ = self.find_runs(node)
        good: dict[Cards, NodeSet] = {}
        for run in reversed(found):                         # the long ones first
            after = [node - state + other for other in self.legal[state].get(run, ())]
            after = [other for other in after if other in self.winning_tops]
            if after:
                good[run] = dict(found[run])
                wanted: NodeSet = {}
                for other in after:
                    merge_nodes(wanted, marks[other])
                self.mark_tops(found[run], wanted, marks)
            used: NodeSet = {}
            for kind, more in self.longer[state].get(run, {}).items():
                if more in good:
                    merge_nodes(used,
                                {turned: bits for turned, bits in good[more].items() if self.deal.pile[turned] == kind})
            for one in self.mark_tops(found[run], used, marks):
                merge_nodes(good.setdefault(run, {}), self.as_nodes(one))
        return () in good

    def mark_tops(self, nodes: NodeSet, wanted: NodeSet, marks: dict[int, NodeSet]) -> list[int]:
        """Mark the wanted tops of some nodes; return the nodes that have any."""
        found = []
        for node in self.iterate_nodes(nodes) if wanted else ():
            some = intersect_nodes(self.tops[node], wanted)
            if some:
                merge_nodes(marks[node], some)
                found.append(node)
        return found


class RefinementFilter:
    """Restricts a finer fold to what may be part of a win in the rougher one."""

    def __init__(self, fine: Fold, rough: Fold) -> None:
        """Map the states of the finer fold to those of the rougher one."""
        self.own, self.rough = fine, rough
        rough_states = np.zeros(fine.states, np.int64)
        states = np.arange(fine.states)
        for g, group in enumerate(fine.groups):
            (where,) = (i for i, others in enumerate(rough.groups) if set(group) <= set(others))
            rough_states += states // fine.radix[g] % (fine.sizes[g] + 1) * rough.radix[where]
        self.of = [int(one) for one in rough_states]
        self.fine_states = [0] * rough.states
        for state, one in enumerate(self.of):
            self.fine_states[one] |= 1 << state
        self.masks: dict[int, NodeSet] = {}

    def rough_node(self, node: int) -> int:
        """Return the node of the rougher fold for a node of the finer one."""
        return node // self.own.states * self.rough.states + self.of[node % self.own.states]

    def is_allowed(self, node: int) -> bool:
        """Tell whether a node may be part of a win in the rougher fold."""
        return self.rough_node(node) in self.rough.winning_tops

    def filter_tops(self, node: int, tops: NodeSet) -> NodeSet:
        """Return those of a node's tops that the rougher fold has kept."""
        rough = self.rough_node(node)
        if rough not in self.masks:
            mask: NodeSet = {}
            for one in self.rough.iterate_nodes(self.rough.winning_tops[rough]):
                turned, state = divmod(one, self.rough.states)
                merge_nodes(mask, self.own.as_nodes(turned * self.own.states, self.fine_states[state]))
            self.masks[rough] = mask
        return intersect_nodes(tops, self.masks[rough])


def intersect_nodes(some: NodeSet, others: NodeSet) -> NodeSet:
    """Return the intersection of two sets of nodes."""
    return {turned: both for turned, bits in some.items() if (both := bits & others.get(turned, 0))}


def merge_nodes(nodes: NodeSet, more: NodeSet) -> None:
    """Add nodes to a set of nodes."""
    for at, bits in more.items():
        nodes[at] = nodes.get(at, 0) | bits


def subgroups_of(cards: Cards) -> set[Cards]:
    """Return every group of some of these cards."""
    return {some for n in range(len(cards) + 1) for some in combinations(cards, n)}


def list_takes(deal: Deal, groups: Groups) -> Takes:
    """List the ways to take a factor set: one place of the foundation or more, and a run.

    PS-10 to PS-12.
    """
    lying = Counter(deal.card.values())
    rows: dict[tuple[Cards, Cards], None] = {}
    for row, size, wilds in zip(SETS, SIZE, WILDS, strict=True):
        cards = tuple(sorted(int(kind) for kind in row[:size]))
        for open_cards in subgroups_of(cards) if not wilds else ():
            rest = Counter(cards) - Counter(open_cards)
            if open_cards and Counter(open_cards) <= lying and rest <= Counter(deal.pile):
                rows[open_cards, tuple(sorted(rest.elements()))] = None
    found: dict[Any, None] = {}
    for open_cards, run in rows:
        for places in place_choices(deal, Counter(open_cards)):
            gone = {other for place in places for other in deal.card if deal.above[place] >> other & 1} - places
            there = places | {other for other in deal.card if any(deal.above[other] >> place & 1 for place in places)}
            if not gone & there:
                counts = (tuple(len(some & set(group)) for group in groups) for some in (places, there, gone))
                found[run, *counts] = None
    return Takes([row[0] for row in found], *(
        np.array([row[k] for row in found], np.int64).reshape(-1, len(groups)) for k in (1, 2, 3)))


def place_choices(deal: Deal, cards: Counter[int]) -> Iterator[set[int]]:
    """Yield every set of places with these cards."""
    by_kind = [combinations([place for place, kind in deal.card.items() if kind == one], count)
               for one, count in cards.items()]
    for some in product(*by_kind):
        yield {place for places in some for place in places}


def read_deal(s: Any) -> Deal:
    """Read a deal from a position just laid out."""
    places = [place for place in range(len(s.card)) if int(s.there) >> place & 1]
    return Deal({place: int(s.card[place]) for place in places},
                {place: int(ABOVE[s.foundation, place]) for place in places},
                [int(kind) for kind in s.pile[:int(s.left)][::-1]])


def is_partition(deal: Deal, groups: Groups) -> bool:
    """Tell whether the groups contain each place of the foundation once, and none is empty."""
    return sorted(place for group in groups for place in group) == sorted(deal.card) and all(groups)


def is_finer(groups: Groups, rough: Groups) -> bool:
    """Tell whether each group is part of a group of `rough`."""
    return all(any(set(group) <= set(others) for others in rough) for group in groups)


def is_loss_proved(s: Any, folds: Sequence[Groups]) -> bool:
    """Tell whether these folds prove that a position just laid out is lost."""
    deal, rough = read_deal(s), None
    for i, groups in enumerate(folds):
        if not is_partition(deal, groups) or (i and not is_finer(groups, folds[i - 1])):
            return False
        fold = Fold(deal, groups)
        if not fold.can_be_won(rough):
            return True
        fold.keep_winning_nodes()
        rough = fold
    return False
