"""Decide exactly whether a deal can be won: by ever finer abstract games, until one is lost or exact.

A loss comes with its proof, which is small: the groups of places of every abstract game.  `loss_proof_file`
writes it down, `loss_proof_checker` checks it with a program of its own.
"""

from typing import Any, NamedTuple

import numpy as np

from . import relaxation_search
from .abstraction import DealTable, build_abstract_game, map_states, read_table
from .actions import encode_take
from .placement_hardness import PLACEMENT_HARDNESS
from .relaxation_arrays import NEVER, RelaxationWorkspace, SurvivingEdges, make_workspace
from .state import Verb

Groups = list[list[int]]

MAX_EDGES = 60_000_000               # edges
MOST_NODES = 12_000_000
CHAINS_APART = (1, 2, 3, 4, 5)         # so many chains are told apart, the hardest first; then all
NO_EDGES = SurvivingEdges(0, *(np.zeros(1, kind) for kind in (np.int64, np.int64, np.int32, np.int64)))


class Decision(NamedTuple):
    """`won` with actions, `lost` with the groups of places of every fold, or `unknown`: it would take too much room."""

    word: str
    actions: list[int]
    folds: list[Groups]


def decide_deal(s: Any, max_edges: int = MAX_EDGES) -> Decision:
    """Return the verdict on a position just laid out, `unknown` beyond `max_edges` edges."""
    table = read_table(s)
    kept, done = NO_EDGES, list[Groups]()
    for groups in plan_refinements(table):
        f = build_abstract_game(table, groups)
        if f.states * (len(table.pile) + 1) > MOST_NODES:
            break
        kept = kept._replace(of=map_states(groups, done[-1]) if done else np.zeros(f.states, np.int64))
        done.append(groups)
        exact = len(groups) == len(partition_chains(table))
        w = make_workspace(f, max(1, kept.states * (len(table.pile) + 1)), max_edges)
        word, node, used = relaxation_search.search_relaxation(f, kept, not exact, w)
        if word == relaxation_search.LOST:
            return Decision("lost", [], [[[table.places[i] for i in group] for group in one] for one in done])
        if word == relaxation_search.NO_ROOM:
            break
        if exact:
            return Decision("won", reconstruct_solution(table, groups, f, w, node), [])
        if not relaxation_search.mark_winning_nodes(f, w):
            break
        kept = extract_surviving_edges(f, w, used)
    return Decision("unknown", [], [])


def plan_refinements(table: DealTable) -> list[Groups]:
    """Return ever finer groups: the hardest chains alone and the others in one, last all alone."""
    all_chains = partition_chains(table)
    steps = [step for step in CHAINS_APART if step < len(all_chains) - 1]
    return [[*all_chains[:step], sum(all_chains[step:], [])] for step in steps] + [all_chains]


def partition_chains(table: DealTable) -> Groups:
    """Partition the cards into chains that can only go one after the other, the hardest chain first.

    A column is one; so are the cards of a pyramid on a line that runs down to the left.
    """
    found: Groups = []
    for i in sorted(range(len(table.places)), key=lambda i: table.above[i].bit_count()):
        for chain in found:
            if all(table.above[i] >> other & 1 for other in chain) and is_directly_above(table, i, chain[-1]):
                chain.append(i)
                break
        else:
            found.append([i])
    return sorted(found, key=lambda chain: -sum(PLACEMENT_HARDNESS[table.kinds[i]] for i in chain))


def is_directly_above(table: DealTable, under: int, upper: int) -> bool:
    """Tell whether no card lies between an upper and an under card."""
    return not any(table.above[under] >> i & 1 and table.above[i] >> upper & 1 for i in range(len(table.places)))


def extract_surviving_edges(f: Any, w: RelaxationWorkspace, used: int) -> SurvivingEdges:
    """Return the edges that a search has marked, for the next finer game."""
    start, stop = np.zeros_like(w.start), np.zeros_like(w.stop)
    edges = np.zeros(int(w.marked[:used].sum()) + 1, np.int32)
    relaxation_search.compact_marked_edges(f, w, start, stop, edges)
    return SurvivingEdges(f.states, start, stop, edges, NO_EDGES.of)


# A way through.

def reconstruct_solution(table: DealTable, groups: Groups, f: Any, w: RelaxationWorkspace, node: int) -> list[int]:
    """Return the actions that lead to a node of an exact game."""
    stack: list[int] = []               # nodes that have to be on top, the top first
    actions: list[int] = []
    while node != f.states - 1:
        top = stack[0] if stack else NEVER
        before = node - f.states
        if before >= 0 and w.start[before] != NEVER and top in (NEVER, before):
            node, stack = before, stack[1:]
            actions.append(int(Verb.TURN))
            continue
        before, entry = (int(one) for one in relaxation_search.find_origin(f, w, node, top))
        path = path_nodes(w, entry)
        actions.append(encode_take(places_between(table, groups, f.states, before, node), len(path)))
        node, stack = before, path + stack
    return actions[::-1]


def path_nodes(w: RelaxationWorkspace, entry: int) -> list[int]:
    """Return the nodes of a walk up to an entry."""
    found: list[int] = []
    while entry > 0:
        found.append(int(w.walk[entry, 0]))
        entry = int(w.walk[entry, 2])
    return found[::-1]


def places_between(table: DealTable, groups: Groups, states: int, before: int, after: int) -> int:
    """Return the set of places that were there at one node and are gone at another."""
    places = 0
    for gone, still in zip(group_counts(before % states, groups), group_counts(after % states, groups), strict=True):
        group, old, new = gone[0], gone[1], still[1]
        for i in group[len(group) - old:len(group) - new]:
            places |= 1 << table.places[i]
    return places


def group_counts(state: int, groups: Groups) -> list[tuple[list[int], int]]:
    """Return each group with how many of its cards are left in a state."""
    found = []
    for group in groups:
        found.append((group, state % (len(group) + 1)))
        state //= len(group) + 1
    return found
