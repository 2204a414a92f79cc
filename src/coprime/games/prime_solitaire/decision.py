"""Whether a deal can be won, exactly: folded roughly first, then ever more finely, until it is lost or nothing rough.

A loss comes with its proof, which is small: the groups of places by which the deal was folded.  `lossproof` writes
them down, `loss_proof` goes through them by a program of its own.
"""

from typing import Any, NamedTuple

import numpy as np

from . import relaxation_search
from .abstraction import Table, fold, map_of, table_of
from .actions import take
from .hardness import HARD
from .relaxation_arrays import NEVER, Kept, Sieve, sieve
from .state import Verb

Groups = list[list[int]]

ROOM = 60_000_000               # edges
MOST_NODES = 12_000_000
STEPS = (1, 2, 3, 4, 5)         # so many chains are told apart, the hardest first; then all
NOTHING = Kept(0, *(np.zeros(1, kind) for kind in (np.int64, np.int64, np.int32, np.int64)))


class Decision(NamedTuple):
    """`won` with actions, `lost` with the groups of places of every fold, or `unknown`: it would take too much room."""

    word: str
    actions: list[int]
    folds: list[Groups]


def decide(s: Any, room: int = ROOM) -> Decision:
    """The verdict on a position just laid out."""
    table = table_of(s)
    kept, done = NOTHING, list[Groups]()
    for groups in plan(table):
        f = fold(table, groups)
        if f.states * (len(table.pile) + 1) > MOST_NODES:
            break
        kept = kept._replace(of=map_of(groups, done[-1]) if done else np.zeros(f.states, np.int64))
        done.append(groups)
        exact = len(groups) == len(chains(table))
        w = sieve(f, max(1, kept.states * (len(table.pile) + 1)), room)
        word, node, used = relaxation_search.search(f, kept, not exact, w)
        if word == relaxation_search.LOST:
            return Decision("lost", [], [[[table.places[i] for i in group] for group in one] for one in done])
        if word == relaxation_search.NO_ROOM:
            break
        if exact:
            return Decision("won", traced(table, groups, f, w, node), [])
        if not relaxation_search.mark(f, w):
            break
        kept = left_by(f, w, used)
    return Decision("unknown", [], [])


def plan(table: Table) -> list[Groups]:
    """Ever finer groups: some chains by themselves and all others in one, until every chain is by itself."""
    all_chains = chains(table)
    steps = [step for step in STEPS if step < len(all_chains) - 1]
    return [[*all_chains[:step], sum(all_chains[step:], [])] for step in steps] + [all_chains]


def chains(table: Table) -> Groups:
    """The cards parted into rows that can only go one after the other, in that order, the hardest first.

    A column is one; so are the cards of a pyramid on a line that runs down to the left.
    """
    found: Groups = []
    for i in sorted(range(len(table.places)), key=lambda i: table.above[i].bit_count()):
        for chain in found:
            if all(table.above[i] >> other & 1 for other in chain) and is_next(table, i, chain[-1]):
                chain.append(i)
                break
        else:
            found.append([i])
    return sorted(found, key=lambda chain: -sum(HARD[table.kinds[i]] for i in chain))


def is_next(table: Table, under: int, upper: int) -> bool:
    """Does nothing lie between?"""
    return not any(table.above[under] >> i & 1 and table.above[i] >> upper & 1 for i in range(len(table.places)))


def left_by(f: Any, w: Sieve, used: int) -> Kept:
    """What a search and its marks leave for a finer one."""
    start, stop = np.zeros_like(w.start), np.zeros_like(w.stop)
    edges = np.zeros(int(w.marked[:used].sum()) + 1, np.int32)
    relaxation_search.sift(f, w, start, stop, edges)
    return Kept(f.states, start, stop, edges, NOTHING.of)


# A way through.

def traced(table: Table, groups: Groups, f: Any, w: Sieve, node: int) -> list[int]:
    """The actions that lead to a node of a game in which nothing is rough."""
    stack: list[int] = []               # nodes that have to be on top, the top first
    actions: list[int] = []
    while node != f.states - 1:
        top = stack[0] if stack else NEVER
        before = node - f.states
        if before >= 0 and w.start[before] != NEVER and top in (NEVER, before):
            node, stack = before, stack[1:]
            actions.append(int(Verb.TURN))
            continue
        before, entry = (int(one) for one in relaxation_search.origin(f, w, node, top))
        path = path_of(w, entry)
        actions.append(take(places_between(table, groups, f.states, before, node), len(path)))
        node, stack = before, path + stack
    return actions[::-1]


def path_of(w: Sieve, entry: int) -> list[int]:
    """The nodes through which a walk came to an entry."""
    found: list[int] = []
    while entry > 0:
        found.append(int(w.walk[entry, 0]))
        entry = int(w.walk[entry, 2])
    return found[::-1]


def places_between(table: Table, groups: Groups, states: int, before: int, after: int) -> int:
    """The places that were there at one node and are not at another."""
    places = 0
    for gone, still in zip(counts(before % states, groups), counts(after % states, groups), strict=True):
        group, old, new = gone[0], gone[1], still[1]
        for i in group[len(group) - old:len(group) - new]:
            places |= 1 << table.places[i]
    return places


def counts(state: int, groups: Groups) -> list[tuple[list[int], int]]:
    """Each group with how many of it are left."""
    found = []
    for group in groups:
        found.append((group, state % (len(group) + 1)))
        state //= len(group) + 1
    return found
