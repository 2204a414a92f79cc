"""Tell the end of a match: who decided it with which hand, and a seat's largest play."""

from collections.abc import Sequence

from ...core.best_moment import BestMoment
from . import rules
from .actions import verb_of
from .card_names import SAY, play_card_scenes, play_phrase
from .effects import is_revolution
from .figures import draw_notation
from .rules import Phase, Verb
from .state import State
from .words import hand_end_text

LEADS = True
BY_HAND = True
MIN_CARDS = 2                 # cards that a play worth telling has


def standings(view: State) -> list[int]:
    """Return each seat's points."""
    return [int(n) for n in view.points[:view.seats]]


def moment_value(before: State, actor: int, action: int, after: State, seat: int) -> tuple[int, ...] | None:
    """Return the key that ranks a seat's plays: cards, order turned, height; None if not worth telling."""
    if actor != seat or before.phase != Phase.PLAY or verb_of(action) != Verb.PLAY \
            or rules.violation(before, seat, action):
        return None
    cards = len(play_card_scenes(action))
    return (cards, is_order_turned(before, after), int(rules.lowest_column(action))) if cards >= MIN_CARDS else None


def is_order_turned(before: State, after: State) -> bool:
    """Tell whether a play made or ended a revolution."""
    return bool(is_revolution(before) != is_revolution(after) and after.phase == Phase.PLAY)


def best_moment(before: State, actor: int, action: int, after: State, seat: int) -> BestMoment:
    """Return a seat's best moment: the cards, and whether they turned the order."""
    cards = [one["id"] for one in play_card_scenes(action)]
    text = SAY["ending"]["turned" if is_order_turned(before, after) else "largest"].format(n=len(cards),
                                                                                           what=play_phrase(action))
    return BestMoment(text, [draw_notation(name) for name in cards])


def decided_text(before: State, seat: int, action: int, after: State, names: Sequence[str], watcher: int) -> str:
    """Return the places of the hand that ended with this action, in a sentence; "" if none did."""
    return str(hand_end_text(after, names, watcher)) if after.hands > before.hands else ""
