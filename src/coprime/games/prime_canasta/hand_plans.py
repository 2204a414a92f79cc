"""Plans for a hand, for bots and hints: which sets it makes, alone and together; pure Python."""

from collections.abc import Callable
from functools import cache
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from ...core.bot_function_compilation import are_helpers_enabled, find_compiled_variant
from ...core.seats import UNKNOWN
from ...decks.primepak.cards import KINDS, WILD
from . import set_gaps
from .laying import is_at_level
from .sides import laydown_minimum, side_of
from .state import State
from .tables import ALL, BONUS, COUNT, COUNTS, POINTS, SET_POINTS, WILD_CARDS

NODES = 3000                # positions that a plan looks at
ROWS = 24                   # sets that it puts together
VALUE = SET_POINTS + BONUS
COUNT_BITS = 6              # of a kind where cards are packed into one number, the highest of them a guard
GUARD_BITS = sum(1 << COUNT_BITS * kind + COUNT_BITS - 1 for kind in range(KINDS))


class SetsOfLevel(NamedTuple):
    """All sets of a level.

    rows     which they are, rising
    values   points and bonus
    counts   int8: by set and kind, how many cards it takes
    by_kind  by kind: the places in `rows` of the sets that have it
    kinds    the kinds that some set has
    places   `by_kind` of these, one after the other
    starts   where each of these begins in `places`
    """

    rows: NDArray[np.int64]
    values: NDArray[np.int64]
    counts: NDArray[np.int8]
    by_kind: list[NDArray[np.int64]]
    kinds: list[int]
    places: NDArray[np.int64]
    starts: NDArray[np.int64]


_LEVELS: dict[int, SetsOfLevel] = {}


def level_sets(view: State) -> SetsOfLevel:
    """Return all sets of the table's level."""
    level = int(view.level)
    if level not in _LEVELS:
        rows = np.array([row for row in range(ALL) if is_at_level(view, row)])
        by_kind = [np.flatnonzero(COUNTS[rows, kind]) for kind in range(KINDS)]
        kinds = [kind for kind in range(KINDS) if len(by_kind[kind])]
        starts = np.cumsum([0, *(len(by_kind[kind]) for kind in kinds[:-1])])
        counts = COUNTS[rows].astype(np.int8)
        _LEVELS[level] = SetsOfLevel(rows, VALUE[rows], counts, by_kind, kinds, np.concatenate(by_kind), starts)
    return _LEVELS[level]


def missing_cards(needs: NDArray[np.int8], counts: NDArray[np.int64]) -> NDArray[np.int64]:
    """Return how many cards sets lack beside some cards; `needs` are rows of `SetsOfLevel.counts`."""
    lacks: NDArray[np.int64]
    if are_helpers_enabled():
        lacks = np.empty(len(needs), np.int64)
        find_compiled_variant(set_gaps.count_missing_cards)(needs, counts, lacks)
    else:
        lacks = np.maximum(needs - counts.astype(np.int8), 0).sum(axis=1, dtype=np.int64)
    return lacks


@cache
def pack_set(row: int) -> int:
    """Return the cards of a set packed into one number."""
    return pack_counts(COUNTS[row])


def pack_counts(counts: NDArray[np.int64]) -> int:
    """Return cards packed into one number, COUNT_BITS a kind."""
    return sum(count << COUNT_BITS * kind for kind, count in enumerate(counts.tolist()))


def makable_sets(view: State, counts: NDArray[np.int64]) -> NDArray[np.int64]:
    """Return the sets that cards can be made into, the most valuable first."""
    level = level_sets(view)
    rows = level.rows[missing_cards(level.counts, counts) == 0]
    return rows[np.argsort(-VALUE[rows], kind="stable")]


def best_sets(rows: NDArray[np.int64], counts: NDArray[np.int64], value: Callable[..., Any],
              keep: int = 0) -> list[int]:
    """Return sets that can be made at the same time, of the greatest total value; `keep` cards stay.

    The search is bounded by ROWS sets and NODES positions.
    """
    able = [int(row) for row in rows[:ROWS]]
    best, nodes = 0.0, 0
    found: list[int] = []
    stack: list[tuple[int, int, float, list[int], int]]
    stack = [(0, pack_counts(counts) | GUARD_BITS, 0.0, [], int(counts.sum()) - keep)]
    cards, sizes = [pack_set(row) for row in able], [int(COUNT[row]) for row in able]
    while stack and nodes < NODES:
        nodes += 1
        at, left, worth, chosen, room = stack.pop()
        if worth > best:
            best, found = worth, chosen
        for i in range(at, len(able)):
            after = left - cards[i]
            if sizes[i] <= room and after & GUARD_BITS == GUARD_BITS:
                stack.append((i, after, worth + value(able[i]), [*chosen, able[i]], room - sizes[i]))
    return found


def first_laydown(view: State, seat: int, top: int = UNKNOWN) -> list[int]:
    """Return sets for an initial laydown that are enough with what is staged; [] where there are none.

    With `top` the first of them contains the pile's top card and is natural.
    """
    counts = view.hand[seat].copy()
    need = laydown_minimum(view, view.score[side_of(view, seat)]) - int(view.stage_points)
    keep = 0 if view.taking or top != UNKNOWN else 2
    if top == UNKNOWN:
        chosen = best_sets(makable_sets(view, counts), counts, lambda row: float(SET_POINTS[row]), keep)
        return chosen if sum(int(SET_POINTS[row]) for row in chosen) >= need else []
    counts[top] += 1
    firsts = [int(row) for row in makable_sets(view, counts) if COUNTS[row, top] and not WILD_CARDS[row]]
    for first in firsts[:6]:
        left = counts - COUNTS[first]
        own = int(SET_POINTS[first] - POINTS[top])
        chosen = [] if own >= need else best_sets(makable_sets(view, left), left, lambda row: float(SET_POINTS[row]))
        if own + sum(int(SET_POINTS[row]) for row in chosen) >= need:
            return [first, *chosen]
    return []


def kind_usefulness(view: State, counts: NDArray[np.int64]) -> NDArray[np.float64]:
    """Return how useful a card of each kind is among some cards.

    That is the value of the best set with it, less the more cards that set lacks.
    """
    level, useful = level_sets(view), np.zeros(KINDS)
    if are_helpers_enabled():
        find_compiled_variant(set_gaps.rate_kinds)(level.counts, level.values, counts, useful)
        return useful
    worth = level.values / (1.0 + missing_cards(level.counts, counts)) ** 3
    useful[level.kinds] = np.maximum.reduceat(worth[level.places], level.starts)
    return useful


def card_gain(view: State, counts: NDArray[np.int64], kind: int) -> float:
    """Return how useful one more card of a kind is."""
    if kind == WILD:
        return 200.0
    level = level_sets(view)
    places = level.by_kind[kind]
    if are_helpers_enabled():
        return find_compiled_variant(set_gaps.best_share_of_kind)(level.counts, level.values, places, counts, kind)
    more = counts.copy()
    more[kind] += 1
    places = places[level.counts[places, kind] > counts[kind]]
    lacks = missing_cards(level.counts[places], more)
    return float((level.values[places] / (1.0 + lacks) ** 3).max(initial=0.0))


def spare_card(view: State, seat: int) -> int:
    """Return the kind to discard: of little use, and rather with many points."""
    counts = view.hand[seat]
    does = kind_usefulness(view, counts)
    kinds = [kind for kind in range(KINDS) if counts[kind]]
    return min(kinds, key=lambda kind: (kind == WILD, does[kind] / counts[kind] - 0.3 * POINTS[kind], -kind))
