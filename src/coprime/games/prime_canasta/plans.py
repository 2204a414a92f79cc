"""Plans for a hand, for bots and hints: which sets it makes, alone and together; pure Python."""

from collections.abc import Callable
from typing import Any

import numpy as np
from numpy.typing import NDArray

from ...core.seats import UNKNOWN
from ...decks.primepak.cards import KINDS, WILD
from .laying import is_at_level
from .sides import laydown_minimum, side_of
from .state import State
from .tables import ALL, BONUS, COUNT, COUNTS, POINTS, SET_POINTS, WILD_CARDS

NODES = 3000                # positions that a plan looks at
ROWS = 24                   # sets that it puts together
VALUE = SET_POINTS + BONUS
_LEVELS: dict[int, np.ndarray] = {}


def level_sets(view: State) -> NDArray[np.int64]:
    """Return all sets of the table's level."""
    level = int(view.level)
    if level not in _LEVELS:
        _LEVELS[level] = np.array([row for row in range(ALL) if is_at_level(view, row)])
    return _LEVELS[level]


def missing_cards(view: State, counts: NDArray[np.int64]) -> NDArray[np.int64]:
    """Return how many cards each set of the level lacks beside some cards."""
    return np.maximum(COUNTS[level_sets(view)] - counts, 0).sum(axis=1)


def makable_sets(view: State, counts: NDArray[np.int64]) -> NDArray[np.int64]:
    """Return the sets that cards can be made into, the most valuable first."""
    rows = level_sets(view)[missing_cards(view, counts) == 0]
    return rows[np.argsort(-VALUE[rows], kind="stable")]


def best_sets(rows: NDArray[np.int64], counts: NDArray[np.int64], value: Callable[..., Any],
              keep: int = 0) -> list[int]:
    """Return sets that can be made at the same time, of the greatest total value; `keep` cards stay.

    The search is bounded by ROWS sets and NODES positions.
    """
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


def kind_usefulness(view: State, counts: NDArray[np.int64]) -> NDArray[np.int64]:
    """Return how useful a card of each kind is among some cards.

    That is the value of the best set with it, less the more cards that set lacks.
    """
    rows = level_sets(view)
    worth = VALUE[rows] / (1.0 + missing_cards(view, counts)) ** 3
    return np.array([max(worth[COUNTS[rows, kind] > 0], default=0.0) for kind in range(KINDS)])


def card_gain(view: State, counts: NDArray[np.int64], kind: int) -> float:
    """Return how useful one more card of a kind is."""
    more = counts.copy()
    more[kind] += 1
    rows = level_sets(view)
    uses = COUNTS[rows, kind] > counts[kind]
    if kind == WILD or not uses.any():
        return 200.0 if kind == WILD else 0.0
    lacks = np.maximum(COUNTS[rows[uses]] - more, 0).sum(axis=1)
    return float((VALUE[rows[uses]] / (1.0 + lacks) ** 3).max())


def spare_card(view: State, seat: int) -> int:
    """Return the kind to discard: of little use, and rather with many points."""
    counts = view.hand[seat]
    does = kind_usefulness(view, counts)
    kinds = [kind for kind in range(KINDS) if counts[kind]]
    return min(kinds, key=lambda kind: (kind == WILD, does[kind] / counts[kind] - 0.3 * POINTS[kind], -kind))
