"""The end of a match in figures: cards in hand in its last game, and a seat's largest prime."""

from collections.abc import Sequence
from typing import Any

import numpy as np

from ...core.best_moment import BestMoment
from ...core.messages import format_for, join_words
from . import rules
from .labels import SAY
from .listing import list_primes
from .rules import Phase, Verb
from .state import State
from .tables import FACE_KIND, FACE_NUMBER, PRIME
from .words import card_scene

EACH_GAME = True
MAX_NAMED = 3                 # larger primes that are named


def standings(view: State) -> list[int]:
    """Return how many cards each seat holds; empty before they are dealt."""
    return [] if view.phase == Phase.DEAL else [int(n) for n in view.cards[:view.seats]]


def score_title(view: State) -> str:
    """Return the title of the score column."""
    return str(SAY["ending"]["cards" if view.games_to_win == 1 else "cards_game"].format(n=int(view.game)))


def moment_value(before: State, actor: int, action: int, after: State, seat: int) -> tuple[int, ...] | None:
    """Return a prime as the key that ranks a seat's plays; None for any other action."""
    if actor != seat or rules.verb_of(action) != Verb.PLAY or not PRIME[rules.number_of(action)]:
        return None
    return (int(rules.number_of(action)),)


def best_moment(before: State, actor: int, action: int, after: State, seat: int) -> BestMoment:
    """Return a seat's best moment: its largest prime, and how many larger ones of as many cards there are."""
    say, number, count = SAY["ending"], int(rules.number_of(action)), int(rules.card_count_of(action))
    larger = larger_primes(before, seat, number, count)
    facts = {"n": count, "count": say["counts"][count]}
    if not larger:
        text = say["largest"].format(**facts)
    elif len(larger) <= MAX_NAMED:
        text = say["few"].format(**facts, k=len(larger), numbers=join_words([str(one) for one in larger]))
    else:
        text = say["best"].format(**facts)
    faces = [int(rules.face_of(action, i)) for i in range(count)]
    return BestMoment(text, [card_figure(face) for face in faces], str(number))


def larger_primes(view: Any, seat: int, number: int, count: int) -> list[int]:
    """Return the primes above a number that so many cards of this table's deck make."""
    whole, out = view.copy(), np.zeros(rules.MAX_ACTIONS, np.int64)
    whole.hand[seat], whole.cards[seat] = rules.whole_deck(view), len(view.deck)
    whole.count, whole.number = count, number
    n = list_primes(whole, seat, out)
    return sorted({int(rules.number_of(one)) for one in out[:n].tolist()})


def card_figure(face: int) -> dict[str, Any]:
    """Return the figure of a card with its factors, as `figures.drawn` names its parts."""
    one = card_scene(FACE_KIND[face], True, face)
    return {"card": {"figure": one["text"], "factors": one["factors"], "power": one.get("multi", one["power"]),
                     "trio": one.get("icon", False), "name": one["name"]}}


def decided_text(before: State, seat: int, action: int, after: State, names: Sequence[str], watcher: int) -> str:
    """Return the winner's last cards in words; "" if the game did not end by a play."""
    if rules.verb_of(action) != Verb.PLAY:
        return ""
    faces = [int(rules.face_of(action, i)) for i in range(rules.card_count_of(action))]
    cards = join_words([str(FACE_NUMBER[face]) for face in faces])
    return format_for(SAY["ending"]["last"], seat, watcher, names, n=len(faces), cards=cards,
                      number=int(rules.number_of(action)))
