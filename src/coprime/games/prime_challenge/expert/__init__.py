"""The expert bot of Prime Challenge: it sees sets as fast as the casual bot, and plans its whole turn.

It answers in the game's own time, as the other bots do.  Nothing is searched for long, and nothing compiled.
"""

from functools import cache
from typing import Any

from ....core.attr_view import to_object
from ....decks.primepak.cards import KINDS
from ....decks.primepak.factor_set_catalogue import SETS, SIZE
from .. import bots
from ..state import picking_seat

TIMED = True                # it says itself after how long it acts
LEVEL = "master"
LOOK_ON_MS = 12_000             # milliseconds that it looks on after it has seen a first set
MAX_RESTS = 1_000               # rests that a plan is looked for in; there are hardly ever so many

CardCounts = tuple[int, ...]     # how many of each kind


def is_ready() -> bool:
    """Return True: nothing has to be compiled."""
    return True


def warm() -> None:
    """Do nothing: there is nothing to compile."""


def choose(view: Any, seat: int, seed: int, ms: float = 900,
           iterations: int | None = None) -> tuple[int | None, int]:
    """Return the action of a seat, None to wait, and after how many milliseconds of the game's time.

    The same view always gets the same answer, whatever `seed`, `ms` and `iterations`.
    """
    view = to_object(view)
    heard = bots.find_challenge(view, seat, LEVEL)
    if picking_seat(view) != seat:
        return heard or bots.waive_or_wait(view, seat)
    own = take_or_claim(view, seat)
    return min(heard, own, key=lambda answer: answer[1]) if heard else own


def take_or_claim(view: Any, seat: int) -> tuple[int, int]:
    """Return the first set of the best plan among those seen by then, else hit or done; and when."""
    passed, longest = bots.elapsed_ms(view), bots.patience_ms(view, LEVEL)
    seen = {row: after for row, after in bots.visible_sets(view, seat, LEVEL).items() if after <= longest}
    if not seen:
        return bots.choose_claim(view, seat), max(longest - passed, bots.HURRY_MS)
    looked = min(min(seen.values()) + LOOK_ON_MS, longest)
    held = [0] * KINDS
    bots.count_cards(view, held)
    row = plan_sets(tuple(held), [row for row in seen if seen[row] <= looked])[0]
    return bots.pick_action(view, seat, row, LEVEL), max(int(looked) - passed, bots.HURRY_MS)


# Plans.

def plan_sets(held: CardCounts, rows: list[int]) -> list[int]:
    """Return the sets to take one after the other that together bring most, the largest first.

    The value of the cards taken does not depend on how they were grouped, so every rest is reached only once.
    """
    rows = sorted(rows, key=lambda row: (bots.points_of_factor_set(row), -row))
    reached: dict[CardCounts, list[int]] = {held: []}
    waiting = [held]
    while waiting and len(reached) < MAX_RESTS:
        rest = waiting.pop()
        for row in rows:
            left = remove_set(rest, row)
            if left is not None and left not in reached:
                reached[left] = [*reached[rest], row]
                waiting.append(left)
    ranked = [sorted(taken, key=rows.index, reverse=True) for taken in reached.values()]
    return max(ranked, key=lambda taken: (sum(map(bots.points_of_factor_set, taken)),
                                          [rows.index(row) for row in taken]))


def remove_set(held: CardCounts, row: int) -> CardCounts | None:
    """Return the cards left without a set; None where they do not make it."""
    left = list(held)
    for kind in set_kinds(row):
        left[kind] -= 1
        if left[kind] < 0:
            return None
    return tuple(left)


@cache
def set_kinds(row: int) -> CardCounts:
    """Return the kinds of a set of the catalogue, one for each card."""
    return tuple(int(kind) for kind in SETS[row, :SIZE[row]])
