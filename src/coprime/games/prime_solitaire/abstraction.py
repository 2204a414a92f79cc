"""Build an abstract game of a deal: of the foundation only how many cards of each group are left.

The abstract game allows whatever the real game allows, so a deal is lost when its abstract game is.  The cards
of a column go from the front, so a group that is one column loses nothing; with a group for every column the
abstract game is exact.
"""

from collections import Counter
from collections.abc import Iterator, Sequence
from functools import cache
from itertools import combinations, product
from typing import Any, NamedTuple

import numpy as np

from ...decks.primepak.cards import NUMBERS
from .counting_proofs import NATURAL_SETS
from .tables import ABOVE, KINDS

RunKey = tuple[int, int,
               int]          # product, largest number, how many: what a set needs to know of cards of the stack


class AbstractGame(NamedTuple):
    """An abstract game as arrays.  A state is the groups' counts in mixed radix; 0 when none are left.

    kinds    of the draw pile, the next card first
    states   number of states
    step     by run number and kind: the number of the run with that card as well, -1 where no set has it
    former   run numbers with one card less; those of run r are former[first[r]:first[r + 1]]
    run      by take: the number of the run that the stack gives
    less     by take: what is subtracted from the state
    there    by take and group: the fewest cards that have to be there
    gone     by take and group: the fewest cards that have to be gone
    sizes    cards of each group
    """

    kinds: np.ndarray
    states: int
    step: np.ndarray
    first: np.ndarray
    former: np.ndarray
    run: np.ndarray
    less: np.ndarray
    there: np.ndarray
    gone: np.ndarray
    sizes: np.ndarray


@cache
def enumerate_runs() -> tuple[dict[RunKey, int], np.ndarray, np.ndarray, np.ndarray]:
    """Number every run of the stack that may be part of a set, and list how runs grow and shrink.

    Returns the numbers by run key, `step`, `first` and `former` as in AbstractGame.
    """
    groups = {group for row in NATURAL_SETS for group in subgroups_of(Counter(row)) if len(group) < len(row)}
    found = sorted({run_key(group) for group in groups}, key=lambda run: (run[2], run))      # the empty one is 0
    number = {run: i for i, run in enumerate(found)}
    step = np.full((len(number), KINDS), -1, np.int64)
    for group in groups:
        for kind in set(group):
            less = list(group)
            less.remove(kind)
            step[number[run_key(less)], kind] = number[run_key(group)]
    pairs = sorted({(int(after), before) for before, row in enumerate(step) for after in row[row >= 0]})
    first = np.searchsorted([after for after, _ in pairs], np.arange(len(number) + 1)).astype(np.int64)
    return number, step, first, np.array([before for _, before in pairs], np.int64)


def subgroups_of(cards: Counter[int]) -> Iterator[tuple[int, ...]]:
    """Yield every group of some of these cards, kinds rising."""
    kinds = sorted(cards)
    for counts in product(*(range(cards[kind] + 1) for kind in kinds)):
        yield tuple(kind for kind, count in zip(kinds, counts, strict=True) for _ in range(count))


def run_key(group: Sequence[int]) -> RunKey:
    """Return what a set needs to know of cards of the stack: product, largest number, how many cards."""
    whole, largest = 1, 0
    for kind in group:
        whole, largest = whole * NUMBERS[kind], max(largest, NUMBERS[kind])
    return whole, largest, len(group)


class DealTable(NamedTuple):
    """A deal just laid out: places and kinds of its foundation, what lies on each place, and its pile, next first."""

    places: list[int]
    kinds: list[int]
    above: list[int]            # sets of indices of `places`
    pile: list[int]


def read_table(s: Any) -> DealTable:
    """Read the table of a position just laid out."""
    places = [place for place in range(len(s.card)) if int(s.there) >> place & 1]
    above = [sum(1 << i for i, other in enumerate(places) if int(ABOVE[s.foundation, place]) >> other & 1)
             for place in places]
    pile = [int(kind) for kind in s.pile[:int(s.left)][::-1]]
    return DealTable(places, [int(s.card[place]) for place in places], above, pile)


def enumerate_takes(table: DealTable) -> Iterator[tuple[int, int]]:
    """Yield each way to take cards of the foundation: set of indices, number of the run with it."""
    number = enumerate_runs()[0]
    supply, lying = Counter(table.pile), Counter(table.kinds)
    by_kind = {kind: [i for i, one in enumerate(table.kinds) if one == kind] for kind in lying}
    for row in NATURAL_SETS:
        cards = Counter(row)
        for group in subgroups_of(cards):
            rest, taken = cards - Counter(group), Counter(group)
            if not group or taken - lying or rest - supply:
                continue
            for chosen in product(*(combinations(by_kind[kind], count) for kind, count in taken.items())):
                yield sum(1 << i for some in chosen for i in some), number[run_key(tuple(rest.elements()))]


def build_abstract_game(table: DealTable, groups: Sequence[Sequence[int]]) -> AbstractGame:
    """Build the abstract game of a table for groups of indices."""
    members = [sum(1 << i for i in group) for group in groups]
    sizes = [len(group) for group in groups]
    radix = [int(np.prod([size + 1 for size in sizes[:g]], dtype=np.int64)) for g in range(len(groups))]
    found = set()
    for taken, run in enumerate_takes(table):
        gone = places_above(table, taken) & ~taken
        there = taken | sum(1 << i for i, above in enumerate(table.above) if above & taken)
        if gone & there:
            continue
        less = sum(one * (taken & some).bit_count() for one, some in zip(radix, members, strict=True))
        found.add((run, less, *((there & some).bit_count() for some in members),
                   *((gone & some).bit_count() for some in members)))
    rows = np.array(sorted(found), np.int64).reshape(-1, 2 + 2 * len(groups))
    _, step, first, former = enumerate_runs()
    return AbstractGame(np.array(table.pile, np.int64), int(np.prod([size + 1 for size in sizes])), step, first, former,
                        rows[:, 0].copy(), rows[:, 1].copy(), rows[:, 2:2 + len(groups)].copy(),
                        rows[:, 2 + len(groups):].copy(), np.array(sizes, np.int64))


def places_above(table: DealTable, some: int) -> int:
    """Return the set of indices that lie on any of some cards."""
    found = 0
    for i, above in enumerate(table.above):
        if some >> i & 1:
            found |= above
    return found


def map_states(fine: Sequence[Sequence[int]], rough: Sequence[Sequence[int]]) -> np.ndarray:
    """Return, for each state of finer groups, the state of the rougher groups that contain them."""
    where = {i: g for g, group in enumerate(rough) for i in group}
    found = np.zeros(1, np.int64)
    radix = [int(np.prod([len(group) + 1 for group in rough[:g]], dtype=np.int64)) for g in range(len(rough))]
    for group in fine:
        step = radix[where[group[0]]]
        found = (found + step * np.arange(len(group) + 1)[:, None]).reshape(-1)
    return found
