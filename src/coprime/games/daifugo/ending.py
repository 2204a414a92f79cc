"""What the end of a match tells: the hand that decided it, and a seat's largest play.  Points have a chart already."""

from collections.abc import Sequence

from ...core.best_moment import BestMoment
from . import rules
from .effects import is_revolution
from .faces import SAY, laid, play_text
from .figures import draw_notation
from .plays import verb_of
from .rules import Phase, Verb
from .state import State
from .words import ended

LEADS = True
BY_HAND = True
FEW = 2                 # cards that a play worth telling has


def standings(view: State) -> list[int]:
    """Points."""
    return [int(n) for n in view.points[:view.seats]]


def moment_value(before: State, actor: int, action: int, after: State, seat: int) -> tuple[int, ...] | None:
    """A play by its cards; of as many, one that turned the order, then the later one in it."""
    if actor != seat or before.phase != Phase.PLAY or verb_of(action) != Verb.PLAY \
            or rules.violation(before, seat, action):
        return None
    cards = len(laid(action))
    return (cards, turned(before, after), int(rules.low_of(action))) if cards >= FEW else None


def turned(before: State, after: State) -> bool:
    return bool(is_revolution(before) != is_revolution(after) and after.phase == Phase.PLAY)


def best_moment(before: State, actor: int, action: int, after: State, seat: int) -> BestMoment:
    """The cards, and whether they turned the order."""
    cards = [one["id"] for one in laid(action)]
    text = SAY["ending"]["turned" if turned(before, after) else "largest"].format(n=len(cards), what=play_text(action))
    return BestMoment(text, [draw_notation(name) for name in cards])


def decided_text(before: State, seat: int, action: int, after: State, names: Sequence[str], watcher: int) -> str:
    """The places of the hand that ended with it."""
    return str(ended(after, names, watcher)) if after.hands > before.hands else ""
