"""What a hand can be made into: for bots and hints.  Plain Python and numpy on views."""

from collections.abc import Callable
from typing import Any

import numpy as np
from numpy.typing import NDArray

from ...core.seats import UNKNOWN
from ...decks.primepak.cards import KINDS, WILD
from .laying import at_level
from .sides import minimum, side_of
from .state import State
from .tables import ALL, BONUS, COUNT, COUNTS, POINTS, SET_POINTS, WILD_CARDS

NODES = 3000                # positions that a plan looks at
ROWS = 24                   # sets that it puts together
VALUE = SET_POINTS + BONUS
_LEVELS: dict[int, np.ndarray] = {}


def rows_of(view: State) -> NDArray[np.int64]:
    """All sets of the table's level."""
    level = int(view.level)
    if level not in _LEVELS:
        _LEVELS[level] = np.array([row for row in range(ALL) if at_level(view, row)])
    return _LEVELS[level]


def missing(view: State, counts: NDArray[np.int64]) -> NDArray[np.int64]:
    """How many cards each set of the level lacks, beside some cards."""
    return np.maximum(COUNTS[rows_of(view)] - counts, 0).sum(axis=1)


def makable(view: State, counts: NDArray[np.int64]) -> NDArray[np.int64]:
    """The sets that cards can be made into, the most valuable first."""
    rows = rows_of(view)[missing(view, counts) == 0]
    return rows[np.argsort(-VALUE[rows], kind="stable")]


def best_sets(rows: NDArray[np.int64], counts: NDArray[np.int64], value: Callable[..., Any],
              keep: int = 0) -> list[int]:
    """Sets that can be made at the same time, of the greatest value in all; `keep` cards stay."""
    able = [int(row) for row in rows[:ROWS]]
    best, nodes = 0.0, 0
    found: list[int] = []
    stack: list[tuple[int, NDArray[np.int64], float, list[int], int]]
    stack = [(0, counts.copy(), 0.0, [], int(counts.sum()) - keep)]
    while stack and nodes < NODES:
        nodes += 1
        at, left, worth, chosen, room = stack.pop()
        if worth > best:
            best, found = worth, chosen
        for i in range(at, len(able)):
            row = able[i]
            if COUNT[row] <= room and (left >= COUNTS[row]).all():
                stack.append((i, left - COUNTS[row], worth + value(row), [*chosen, row], room - int(COUNT[row])))
    return found


def first_laydown(view: State, seat: int, top: int = UNKNOWN) -> list[int]:
    """Sets for an initial laydown that count enough, beside what is staged; with `top` the first of them holds the
    pile's top card and is natural.  Empty where there are none."""
    counts, need = view.hand[seat].copy(), minimum(view.score[side_of(view, seat)]) - int(view.stage_points)
    keep = 0 if view.taking or top != UNKNOWN else 2
    if top == UNKNOWN:
        chosen = best_sets(makable(view, counts), counts, lambda row: float(SET_POINTS[row]), keep)
        return chosen if sum(int(SET_POINTS[row]) for row in chosen) >= need else []
    counts[top] += 1
    firsts = [int(row) for row in makable(view, counts) if COUNTS[row, top] and not WILD_CARDS[row]]
    for first in firsts[:6]:
        left = counts - COUNTS[first]
        own = int(SET_POINTS[first] - POINTS[top])
        chosen = [] if own >= need else best_sets(makable(view, left), left, lambda row: float(SET_POINTS[row]))
        if own + sum(int(SET_POINTS[row]) for row in chosen) >= need:
            return [first, *chosen]
    return []


def usefulness(view: State, counts: NDArray[np.int64]) -> NDArray[np.int64]:
    """For each kind, how much a card of it does among some cards: what the best set with it counts, the less the more
    cards it lacks."""
    rows = rows_of(view)
    worth = VALUE[rows] / (1.0 + missing(view, counts)) ** 3
    return np.array([max(worth[COUNTS[rows, kind] > 0], default=0.0) for kind in range(KINDS)])


def gain(view: State, counts: NDArray[np.int64], kind: int) -> float:
    """How much one more card of a kind does."""
    more = counts.copy()
    more[kind] += 1
    rows = rows_of(view)
    uses = COUNTS[rows, kind] > counts[kind]
    if kind == WILD or not uses.any():
        return 200.0 if kind == WILD else 0.0
    lacks = np.maximum(COUNTS[rows[uses]] - more, 0).sum(axis=1)
    return float((VALUE[rows[uses]] / (1.0 + lacks) ** 3).max())


def spare_card(view: State, seat: int) -> int:
    """The kind to discard: what does least, and rather what counts much."""
    counts = view.hand[seat]
    does = usefulness(view, counts)
    kinds = [kind for kind in range(KINDS) if counts[kind]]
    return min(kinds, key=lambda kind: (kind == WILD, does[kind] / counts[kind] - 0.3 * POINTS[kind], -kind))
