"""What the end of a match tells: points, and the largest set that a seat took."""

from collections.abc import Sequence

from ...core.best_moment import BestMoment
from ...core.seats import CHANCE, CLOCK
from ...decks.primepak.cards import NUMBERS
from ...decks.primepak.names import face
from . import rules
from .phrases import SAY, equation, kinds_of, paid
from .rules import Fault, total
from .state import State, is_pick

LEADS = True


def standings(view: State) -> list[int]:
    """Points, with those of the round that is played."""
    return [int(total(view, seat)) for seat in range(view.seats)]


def score_title(view: State) -> str:
    return str(SAY["ending"]["points"])


def moment_value(before: State, actor: int, action: int, after: State, seat: int) -> tuple[int, ...] | None:
    """A right set by its cards, then by its answer."""
    if actor != seat or not is_pick(action) or rules.violation(before, seat, action) == Fault.WRONG_SET:
        return None
    kinds = kinds_of(before, action)
    return len(kinds), int(NUMBERS[kinds[0]])


def best_moment(before: State, actor: int, action: int, after: State, seat: int) -> BestMoment:
    """The set as an equation, and whether the player before had overlooked it."""
    kinds = kinds_of(before, action)
    facts = {"n": len(kinds), "what": equation(kinds)}
    if before.challenger == seat:
        text = SAY["ending"]["overlooked"].format(**facts)
    else:
        text = SAY["ending"]["largest"].format(**facts)
    return BestMoment(text, [{"card": face(kind)} for kind in kinds])


def decided_text(before: State, seat: int, action: int, after: State, names: Sequence[str], watcher: int) -> str:
    """Points that went from one to another, without what else was said at the time; "" where none did."""
    if seat not in (CHANCE, CLOCK) and is_pick(action):
        return ""
    moved = [now - was for was, now in zip(standings(before), standings(after), strict=True)]
    if sorted(moved)[1:-1] != [0] * (len(moved) - 2) or sum(moved) != 0 or not any(moved):
        return ""
    return str(paid(moved.index(min(moved)), moved.index(max(moved)), max(moved), watcher, names))
