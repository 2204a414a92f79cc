"""A deal seen roughly: of the foundation only how many cards are left of each of some groups.

What the real game allows, the rough one allows as well, so where the rough one is lost, the deal is.  A group of one
column says all about that column, as its cards go from the front; with a group for every column nothing is rough.
"""

from collections import Counter
from collections.abc import Iterator, Sequence
from functools import cache
from itertools import combinations, product
from typing import Any, NamedTuple

import numpy as np

from ...decks.primepak.cards import NUMBERS
from .proof import NATURAL
from .tables import ABOVE, KINDS

Run = tuple[int, int, int]          # product, largest number, how many: what a set needs to know of cards of the stack


class Fold(NamedTuple):
    """A rough game as arrays.  A state is a number, that of the groups' counts in mixed radix; none left is 0.

    kinds    of the draw pile, the next card first
    states   how many there are
    step     by number of a run and kind: the run's with that card as well, -1 where no set has it
    former   rows of run and the run with a card less, `first` says where those of a run begin
    run      of each way to take cards: what the stack gives; `less` what is taken off the state
    there    by way and group: so many cards at least have to be there
    gone     and so many at least have to be gone
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
def runs() -> tuple[dict[Run, int], np.ndarray, np.ndarray, np.ndarray]:
    """Every run of the stack that may be part of a set, numbered; how they grow; and how they shrink."""
    groups = {group for row in NATURAL for group in parts(Counter(row)) if len(group) < len(row)}
    found = sorted({run_of(group) for group in groups}, key=lambda run: (run[2], run))      # the empty one is 0
    number = {run: i for i, run in enumerate(found)}
    step = np.full((len(number), KINDS), -1, np.int64)
    for group in groups:
        for kind in set(group):
            less = list(group)
            less.remove(kind)
            step[number[run_of(less)], kind] = number[run_of(group)]
    pairs = sorted({(int(after), before) for before, row in enumerate(step) for after in row[row >= 0]})
    first = np.searchsorted([after for after, _ in pairs], np.arange(len(number) + 1)).astype(np.int64)
    return number, step, first, np.array([before for _, before in pairs], np.int64)


def parts(cards: Counter[int]) -> Iterator[tuple[int, ...]]:
    """Every group of some of these cards, kinds rising."""
    kinds = sorted(cards)
    for counts in product(*(range(cards[kind] + 1) for kind in kinds)):
        yield tuple(kind for kind, count in zip(kinds, counts, strict=True) for _ in range(count))


def run_of(group: Sequence[int]) -> Run:
    whole, largest = 1, 0
    for kind in group:
        whole, largest = whole * NUMBERS[kind], max(largest, NUMBERS[kind])
    return whole, largest, len(group)


class Table(NamedTuple):
    """A deal just laid out: places and kinds of its foundation, what lies on each place, and its pile, next first."""

    places: list[int]
    kinds: list[int]
    above: list[int]            # sets of indices of `places`
    pile: list[int]


def table_of(s: Any) -> Table:
    places = [place for place in range(len(s.card)) if int(s.there) >> place & 1]
    above = [sum(1 << i for i, other in enumerate(places) if int(ABOVE[s.foundation, place]) >> other & 1)
             for place in places]
    pile = [int(kind) for kind in s.pile[:int(s.left)][::-1]]
    return Table(places, [int(s.card[place]) for place in places], above, pile)


def ways(table: Table) -> Iterator[tuple[int, int]]:
    """Each way to take cards of the foundation: their set of indices, and the run that goes with it."""
    number = runs()[0]
    supply, lying = Counter(table.pile), Counter(table.kinds)
    by_kind = {kind: [i for i, one in enumerate(table.kinds) if one == kind] for kind in lying}
    for row in NATURAL:
        cards = Counter(row)
        for group in parts(cards):
            rest, taken = cards - Counter(group), Counter(group)
            if not group or taken - lying or rest - supply:
                continue
            for chosen in product(*(combinations(by_kind[kind], count) for kind, count in taken.items())):
                yield sum(1 << i for some in chosen for i in some), number[run_of(tuple(rest.elements()))]


def fold(table: Table, groups: Sequence[Sequence[int]]) -> Fold:
    """The game of a table with such groups of indices."""
    members = [sum(1 << i for i in group) for group in groups]
    sizes = [len(group) for group in groups]
    radix = [int(np.prod([size + 1 for size in sizes[:g]], dtype=np.int64)) for g in range(len(groups))]
    found = set()
    for taken, run in ways(table):
        gone = above_of(table, taken) & ~taken
        there = taken | sum(1 << i for i, above in enumerate(table.above) if above & taken)
        if gone & there:
            continue
        less = sum(one * (taken & some).bit_count() for one, some in zip(radix, members, strict=True))
        found.add((run, less, *((there & some).bit_count() for some in members),
                   *((gone & some).bit_count() for some in members)))
    rows = np.array(sorted(found), np.int64).reshape(-1, 2 + 2 * len(groups))
    _, step, first, former = runs()
    return Fold(np.array(table.pile, np.int64), int(np.prod([size + 1 for size in sizes])), step, first, former,
                rows[:, 0].copy(), rows[:, 1].copy(), rows[:, 2:2 + len(groups)].copy(),
                rows[:, 2 + len(groups):].copy(), np.array(sizes, np.int64))


def above_of(table: Table, some: int) -> int:
    """What lies on any of these."""
    found = 0
    for i, above in enumerate(table.above):
        if some >> i & 1:
            found |= above
    return found


def map_of(fine: Sequence[Sequence[int]], rough: Sequence[Sequence[int]]) -> np.ndarray:
    """By state of finer groups: the state of the rougher ones that they make up."""
    where = {i: g for g, group in enumerate(rough) for i in group}
    found = np.zeros(1, np.int64)
    radix = [int(np.prod([len(group) + 1 for group in rough[:g]], dtype=np.int64)) for g in range(len(rough))]
    for group in fine:
        step = radix[where[group[0]]]
        found = (found + step * np.arange(len(group) + 1)[:, None]).reshape(-1)
    return found
