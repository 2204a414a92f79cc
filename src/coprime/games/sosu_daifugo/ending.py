"""The end of a match in figures: cards in hand in its last game, and a seat's largest prime or longest play."""

from collections.abc import Sequence

from ...core.best_moment import BestMoment
from ...core.big_numbers import limbs_to_int
from ...core.messages import format_for
from .actions import verb_of
from .card_signs import SIGN_KIND
from .figures import draw_notation
from .judge_texts import number_text
from .labels import NAMES, SAY, cards_text, played_signs
from .play_reading import count_shown, read_number
from .play_verdicts import effect_of, play_violation
from .state import Phase, State, Verb

EACH_GAME = True


def standings(view: State) -> list[int]:
    """Return how many cards each seat holds; empty before they are dealt."""
    return [] if view.phase == Phase.DEAL else [int(n) for n in view.cards[:view.seats]]


def score_title(view: State) -> str:
    """Return the title of the score column."""
    one = view.games_to_win == 1 and not view.games
    return str(SAY["ending"]["cards" if one else "cards_game"].format(n=int(view.game)))


def moment_value(before: State, actor: int, action: int, after: State, seat: int) -> tuple[int, ...] | None:
    """Return the number of a seat's play that stood as a prime or composite; None for any other action."""
    if actor != seat or verb_of(action) != Verb.PLAY or before.phase != Phase.TURN:
        return None
    signs = played_signs(after)
    n = len(signs)
    if effect_of(before, signs, n) or play_violation(before, seat, signs, n):
        return None
    return (limbs_to_int(read_number(signs, 0, count_shown(signs, n))),)


def best_moment(before: State, actor: int, action: int, after: State, seat: int) -> BestMoment:
    """Return a seat's best moment: its largest number that stood, with its cards."""
    signs = played_signs(after)
    shown = count_shown(signs, len(signs))
    number = limbs_to_int(read_number(signs, 0, shown))
    key = "prime" if shown == len(signs) else "composite"
    text = SAY["ending"][key].format(n=shown, digits=len(str(number)))
    return BestMoment(text, [draw_notation(NAMES[SIGN_KIND[sign]]) for sign in signs[:shown]], number_text(number))


def decided_text(before: State, seat: int, action: int, after: State, names: Sequence[str], watcher: int) -> str:
    """Return the winner's last cards in words; "" if the game did not end by a play."""
    if verb_of(action) != Verb.PLAY or before.phase != Phase.TURN or after.place[seat] <= 0:
        return ""
    return str(format_for(SAY["ending"]["last"], seat, watcher, names, cards=cards_text(played_signs(after))))
