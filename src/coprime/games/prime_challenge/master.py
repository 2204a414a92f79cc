"""The strongest player of Prime Challenge: it sees sets as fast as the casual bot does, and plans its whole turn.

It answers in the game's own time, as the other bots do.  Nothing is searched for long and nothing compiled.
"""

from functools import cache
from typing import Any

from ...core.attr_view import to_object
from ...decks.primepak.cards import KINDS
from ...decks.primepak.catalogue import SETS, SIZE
from . import bots
from .state import picker

TIMED = True                # it says itself after how long it acts
LEVEL = "master"
LONGER = 12_000             # milliseconds that it looks on after it has seen a first set
STEPS = 1_000               # rests that a plan is looked for in; there are hardly ever so many

Cards = tuple[int, ...]     # how many of each kind


def is_ready() -> bool:
    """Can it be had without compiling?"""
    return True


def warm() -> None:
    """There is nothing to compile."""


def choose(view: Any, seat: int, seed: int, ms: float = 900,
           iterations: int | None = None) -> tuple[int | None, int]:
    """The action of a seat, None to wait, and after how many milliseconds of the game's time.

    The same view always gets the same answer, whatever `seed`, `ms` and `iterations`: a thought is over in no time.
    """
    view = to_object(view)
    heard = bots.objection(view, seat, LEVEL)
    if picker(view) != seat:
        return heard or bots.let_pass(view, seat)
    own = take_or_claim(view, seat)
    return min(heard, own, key=lambda answer: answer[1]) if heard else own


def take_or_claim(view: Any, seat: int) -> tuple[int, int]:
    """The first set of the best plan among what has been seen by then; hit or done where nothing is seen."""
    passed, longest = bots.since(view), bots.patience(view, LEVEL)
    seen = {row: after for row, after in bots.sees(view, seat, LEVEL).items() if after <= longest}
    if not seen:
        return bots.give_up(view, seat), max(longest - passed, bots.HURRY)
    looked = min(min(seen.values()) + LONGER, longest)
    held = [0] * KINDS
    bots.count_cards(view, held)
    row = plan(tuple(held), [row for row in seen if seen[row] <= looked])[0]
    return bots.pick(view, seat, row, LEVEL), max(int(looked) - passed, bots.HURRY)


# Plans.

def plan(held: Cards, rows: list[int]) -> list[int]:
    """The sets to take one after the other that together bring most, the largest first.

    What has been taken is worth the same whichever sets it was taken in, so it is enough to reach every rest once.
    """
    rows = sorted(rows, key=lambda row: (bots.worth(row), -row))
    reached: dict[Cards, list[int]] = {held: []}
    waiting = [held]
    while waiting and len(reached) < STEPS:
        rest = waiting.pop()
        for row in rows:
            left = without(rest, row)
            if left is not None and left not in reached:
                reached[left] = [*reached[rest], row]
                waiting.append(left)
    ranked = [sorted(taken, key=rows.index, reverse=True) for taken in reached.values()]
    return max(ranked, key=lambda taken: (sum(map(bots.worth, taken)), [rows.index(row) for row in taken]))


def without(held: Cards, row: int) -> Cards | None:
    """What a set leaves of some cards; None where they do not make it."""
    left = list(held)
    for kind in kinds(row):
        left[kind] -= 1
        if left[kind] < 0:
            return None
    return tuple(left)


@cache
def kinds(row: int) -> Cards:
    """The kinds of a set of the catalogue, one for each card."""
    return tuple(int(kind) for kind in SETS[row, :SIZE[row]])
