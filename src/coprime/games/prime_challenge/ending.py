"""The end of a match in figures: points, and the largest set that a seat took."""

from collections.abc import Sequence

from ...core.best_moment import BestMoment
from ...core.seats import CHANCE, CLOCK
from ...decks.primepak.cards import NUMBERS
from ...decks.primepak.notation import card_face_scene
from . import rules
from .phrases import SAY, equation_text, list_picked_kinds, payment_text
from .rules import Violation, total_points
from .state import State, is_pick

LEADS = True


def standings(view: State) -> list[int]:
    """Return each seat's points, those of the current round included."""
    return [int(total_points(view, seat)) for seat in range(view.seats)]


def score_title(view: State) -> str:
    """Return the title of the score column."""
    return str(SAY["ending"]["points"])


def moment_value(before: State, actor: int, action: int, after: State, seat: int) -> tuple[int, ...] | None:
    """Return the key that ranks a seat's sets: number of cards, then answer; None for no valid set."""
    if actor != seat or not is_pick(action) or rules.violation(before, seat, action) == Violation.WRONG_SET:
        return None
    kinds = list_picked_kinds(before, action)
    return len(kinds), int(NUMBERS[kinds[0]])


def best_moment(before: State, actor: int, action: int, after: State, seat: int) -> BestMoment:
    """Return a seat's best moment: its largest set, and whether the player before had overlooked it."""
    kinds = list_picked_kinds(before, action)
    facts = {"n": len(kinds), "what": equation_text(kinds)}
    if before.challenger == seat:
        text = SAY["ending"]["overlooked"].format(**facts)
    else:
        text = SAY["ending"]["largest"].format(**facts)
    return BestMoment(text, [{"card": card_face_scene(kind)} for kind in kinds])


def decided_text(before: State, seat: int, action: int, after: State, names: Sequence[str], watcher: int) -> str:
    """Return in words the points that went from one seat to another in an event; "" where none did."""
    if seat not in (CHANCE, CLOCK) and is_pick(action):
        return ""
    moved = [now - was for was, now in zip(standings(before), standings(after), strict=True)]
    if sorted(moved)[1:-1] != [0] * (len(moved) - 2) or sum(moved) != 0 or not any(moved):
        return ""
    return str(payment_text(moved.index(min(moved)), moved.index(max(moved)), max(moved), watcher, names))
