"""Checks a proof that a deal is lost.  It shares nothing with the search that found it but the cards and the rules.

A proof is a row of folds.  A fold parts the foundation into groups and forgets of each group all but how many cards
are left.  A set may be taken when the counts do not rule out that its cards are there and that what lies on them is
gone, so whatever the real game allows, the folded one does: if the foundation cannot go there, the deal is lost.

A spot is a number: so many turned cards and a state of the counts.  What lies on top of the stack at a spot is told
by the spot at which that card was turned, and beneath it lies any stack of that spot.  A set of spots is a dictionary:
by turned cards, the states as bits.  From each spot every run of the stack is followed, spot by spot; taking it leaves
the tops of its last spot.  If a fold can be won, what may be part of a win is kept: spots, and tops that are used
again.  The next fold is finer and is looked at only where the rougher one could still be won.
"""

from collections import Counter, defaultdict
from collections.abc import Iterator, Sequence
from itertools import combinations, product
from math import prod
from typing import Any, NamedTuple

import numpy as np

from ...decks.primepak.catalogue import SETS, SIZE, WILDS
from .tables import ABOVE

Spots = dict[int, int]
Cards = tuple[int, ...]             # kinds in order: a run of the stack, whatever its own order
Groups = Sequence[Sequence[int]]    # of places


class Deal(NamedTuple):
    """The foundation by place, what lies on a place, the pile with the next card first."""

    card: dict[int, int]
    above: dict[int, int]
    pile: list[int]


class Takes(NamedTuple):
    """Every way to take a set: the run, what it takes of each group, and what has to be there and to be gone."""

    run: list[Cards]
    taken: np.ndarray
    there: np.ndarray
    gone: np.ndarray


class Fold:
    """One fold of a deal, and what is left to look at when it is done."""

    def __init__(self, deal: Deal, groups: Groups) -> None:
        self.deal, self.groups = deal, groups
        self.sizes = np.array([len(group) for group in groups])
        self.radix = np.array([prod(len(group) + 1 for group in groups[:g]) for g in range(len(groups))])
        self.states = prod(len(group) + 1 for group in groups)
        self.takes = takes_of(deal, groups)
        self.legal: dict[int, dict[Cards, list[int]]] = {}
        self.longer: dict[int, dict[Cards, dict[int, Cards]]] = {}
        self.tops: dict[int, Spots] = {}
        self.kept: dict[int, Spots] = {}

    def put(self, spot: int, bits: int = 1) -> Spots:
        """A spot, or some from it on that have as many turned cards."""
        return {spot // self.states: bits << spot % self.states}

    def look(self, state: int) -> None:
        """What may be taken in a state, by run; and for each run that is part of one, by kind, those a card longer."""
        if state in self.legal:
            return
        counts = state // self.radix % (self.sizes + 1)
        fits = (counts >= self.takes.there).all(1) & (self.sizes - counts >= self.takes.gone).all(1)
        found = defaultdict(set)
        for i in np.flatnonzero(fits):
            found[self.takes.run[i]].add(state - int(self.takes.taken[i] @ self.radix))
        self.legal[state] = {run: sorted(after) for run, after in found.items()}
        longer: dict[Cards, dict[int, Cards]] = {}
        for part in {part for run in found for part in parts(run)}:
            for at, kind in enumerate(part):
                longer.setdefault(part[:at] + part[at + 1:], {})[kind] = part
        self.longer[state] = longer

    def runs(self, spot: int) -> tuple[dict[Cards, Spots], dict[Cards, Spots]]:
        """Every run that may be of use at a spot, short ones first, with its last spots; and some of their tops."""
        longer = self.longer[spot % self.states]
        found: dict[Cards, Spots] = {(): self.put(spot)}
        rows: list[Cards] = [()]
        under: dict[Cards, Spots] = {}
        for run in rows:
            if run not in longer:
                continue
            by_kind = longer[run]
            under[run] = self.under(found[run])
            for turned, bits in under[run].items():
                more = by_kind.get(self.deal.pile[turned])
                if more is None:
                    continue
                if more not in found:
                    found[more] = {}
                    rows.append(more)
                found[more][turned] = found[more].get(turned, 0) | bits
        return found, under

    def under(self, spots: Spots) -> Spots:
        """The tops of any of these spots."""
        found: Spots = {}
        for spot in self.each(spots):
            for turned, bits in self.tops[spot].items():
                found[turned] = found.get(turned, 0) | bits
        return found

    def each(self, spots: Spots) -> Iterator[int]:
        for turned, bits in spots.items():
            first = turned * self.states
            while bits:
                one = bits & -bits
                bits ^= one
                yield first + one.bit_length() - 1

    def play(self, rough: "Fold | None") -> bool:
        """Go through all spots; can the foundation go?"""
        allowed = Allowed(self, rough) if rough else None
        self.tops = {}
        won = False
        for first in range(0, (len(self.deal.pile) + 1) * self.states, self.states):
            coming: dict[int, Spots] = {}
            for state in range(self.states):
                if first == 0 and state == self.states - 1:
                    coming[state] = {}
                elif first + state - self.states in self.tops:
                    coming[state] = self.put(first + state - self.states)
            for state in range(self.states - 1, -1, -1):
                if state in coming and (allowed is None or allowed.spot(first + state)):
                    self.come(first + state, coming, allowed)
            won = won or first in self.tops
        return won

    def come(self, spot: int, coming: dict[int, Spots], allowed: "Allowed | None") -> None:
        """A spot is complete: note its tops, and what it becomes by taking sets."""
        state = spot % self.states
        self.tops[spot] = allowed.among(spot, coming[state]) if allowed else coming[state]
        if state == 0:
            return
        self.look(state)
        found, under = self.runs(spot)
        for run, after in self.legal[state].items():
            if run in found:
                left = under.get(run) or self.under(found[run])
                for other in after:
                    add(coming.setdefault(other, {}), left)

    def keep(self) -> None:
        """Note which spots may lead to a win, and which of their tops may be used on the way."""
        self.kept = {}
        marks: dict[int, Spots] = defaultdict(dict)
        for turned in range(len(self.deal.pile), -1, -1):
            for spot in range(turned * self.states, (turned + 1) * self.states):
                if spot in self.tops:
                    alive = spot % self.states == 0 or spot + self.states in self.kept
                    if (spot % self.states and self.lead_on(spot, marks)) or alive:
                        self.kept[spot] = marks[spot]

    def lead_on(self, spot: int, marks: dict[int, Spots]) -> bool:
        """Mark the tops that are used by sets that lead from a spot to one that is kept; are there any?"""
        state = spot % self.states
        found, _ = self.runs(spot)
        good: dict[Cards, Spots] = {}
        for run in reversed(found):                         # the long ones first
            after = [spot - state + other for other in self.legal[state].get(run, ())]
            after = [other for other in after if other in self.kept]
            if after:
                good[run] = dict(found[run])
                wanted: Spots = {}
                for other in after:
                    add(wanted, marks[other])
                self.hand_down(found[run], wanted, marks)
            used: Spots = {}
            for kind, more in self.longer[state].get(run, {}).items():
                if more in good:
                    add(used, {turned: bits for turned, bits in good[more].items() if self.deal.pile[turned] == kind})
            for one in self.hand_down(found[run], used, marks):
                add(good.setdefault(run, {}), self.put(one))
        return () in good

    def hand_down(self, spots: Spots, wanted: Spots, marks: dict[int, Spots]) -> list[int]:
        """Mark the tops of these spots that are wanted; return the spots that have some."""
        found = []
        for spot in self.each(spots) if wanted else ():
            some = common(self.tops[spot], wanted)
            if some:
                add(marks[spot], some)
                found.append(spot)
        return found


class Allowed:
    """Where a finer fold has to look."""

    def __init__(self, fine: Fold, rough: Fold) -> None:
        self.own, self.rough = fine, rough
        of = np.zeros(fine.states, np.int64)
        states = np.arange(fine.states)
        for g, group in enumerate(fine.groups):
            (where,) = (i for i, others in enumerate(rough.groups) if set(group) <= set(others))
            of += states // fine.radix[g] % (fine.sizes[g] + 1) * rough.radix[where]
        self.of = [int(one) for one in of]
        self.fine = [0] * rough.states
        for state, one in enumerate(self.of):
            self.fine[one] |= 1 << state
        self.masks: dict[int, Spots] = {}

    def roughly(self, spot: int) -> int:
        return spot // self.own.states * self.rough.states + self.of[spot % self.own.states]

    def spot(self, spot: int) -> bool:
        return self.roughly(spot) in self.rough.kept

    def among(self, spot: int, tops: Spots) -> Spots:
        """Those of the tops that the rougher fold has kept."""
        rough = self.roughly(spot)
        if rough not in self.masks:
            mask: Spots = {}
            for one in self.rough.each(self.rough.kept[rough]):
                turned, state = divmod(one, self.rough.states)
                add(mask, self.own.put(turned * self.own.states, self.fine[state]))
            self.masks[rough] = mask
        return common(tops, self.masks[rough])


def common(some: Spots, others: Spots) -> Spots:
    return {turned: both for turned, bits in some.items() if (both := bits & others.get(turned, 0))}


def add(to: Spots, more: Spots) -> None:
    for at, bits in more.items():
        to[at] = to.get(at, 0) | bits


def parts(cards: Cards) -> set[Cards]:
    """Every group of some of these cards."""
    return {some for n in range(len(cards) + 1) for some in combinations(cards, n)}


def takes_of(deal: Deal, groups: Groups) -> Takes:
    """Every factor set, parted into places of the foundation, at least one, and a run (PS-10 to PS-12)."""
    lying = Counter(deal.card.values())
    rows: dict[tuple[Cards, Cards], None] = {}
    for row, size, wilds in zip(SETS, SIZE, WILDS, strict=True):
        cards = tuple(sorted(int(kind) for kind in row[:size]))
        for open_cards in parts(cards) if not wilds else ():
            rest = Counter(cards) - Counter(open_cards)
            if open_cards and Counter(open_cards) <= lying and rest <= Counter(deal.pile):
                rows[open_cards, tuple(sorted(rest.elements()))] = None
    found: dict[Any, None] = {}
    for open_cards, run in rows:
        for places in choices(deal, Counter(open_cards)):
            gone = {other for place in places for other in deal.card if deal.above[place] >> other & 1} - places
            there = places | {other for other in deal.card if any(deal.above[other] >> place & 1 for place in places)}
            if not gone & there:
                counts = (tuple(len(some & set(group)) for group in groups) for some in (places, there, gone))
                found[run, *counts] = None
    return Takes([row[0] for row in found], *(
        np.array([row[k] for row in found], np.int64).reshape(-1, len(groups)) for k in (1, 2, 3)))


def choices(deal: Deal, cards: Counter[int]) -> Iterator[set[int]]:
    """Every set of places with these cards."""
    by_kind = [combinations([place for place, kind in deal.card.items() if kind == one], count)
               for one, count in cards.items()]
    for some in product(*by_kind):
        yield {place for places in some for place in places}


def deal_of(s: Any) -> Deal:
    """What the checker reads of a position just laid out."""
    places = [place for place in range(len(s.card)) if int(s.there) >> place & 1]
    return Deal({place: int(s.card[place]) for place in places},
                {place: int(ABOVE[s.foundation, place]) for place in places},
                [int(kind) for kind in s.pile[:int(s.left)][::-1]])


def is_partition(deal: Deal, groups: Groups) -> bool:
    return sorted(place for group in groups for place in group) == sorted(deal.card) and all(groups)


def is_finer(groups: Groups, rough: Groups) -> bool:
    return all(any(set(group) <= set(others) for others in rough) for group in groups)


def proves(s: Any, folds: Sequence[Groups]) -> bool:
    """Do these folds prove that a position just laid out is lost?"""
    deal, rough = deal_of(s), None
    for i, groups in enumerate(folds):
        if not is_partition(deal, groups) or (i and not is_finer(groups, folds[i - 1])):
            return False
        fold = Fold(deal, groups)
        if not fold.play(rough):
            return True
        fold.keep()
        rough = fold
    return False
