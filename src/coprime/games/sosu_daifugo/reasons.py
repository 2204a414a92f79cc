"""Say why a play was better in Sosu Daifugo: it empties the hand, keeps a joker, or leaves fewer cards.

`finds.py` tells of each turn what else could have been played; here two choices are compared.
"""

from collections.abc import Iterator, Sequence

from ...core.reasons import MAX_REASONS, Reason, make_reason
from . import rules
from .actions import verb_of
from .card_signs import JOKER, SIGN_KIND, is_card
from .labels import SAY, signs_of
from .state import Phase, State, Verb


def choice_reasons(view: State, seat: int, played: Sequence[int], better: Sequence[int]) -> list[Reason]:
    """Return why a play was better than another one, or than none; only plays of one action that do not fail."""
    if view.phase != Phase.TURN or len(better) != 1 or not is_good_play(view, seat, int(better[0])):
        return []
    other = int(played[0]) if len(played) == 1 and is_good_play(view, seat, int(played[0])) else None
    return list(compare_plays(view, seat, other, int(better[0])))[:MAX_REASONS]


def is_good_play(view: State, seat: int, action: int) -> bool:
    """Tell whether an action is a whole play that neither is refused nor fails."""
    return bool(verb_of(action) == Verb.PLAY and not view.length and not rules.refusal(view, seat, action)
                and not rules.violation(view, seat, action))


def compare_plays(view: State, seat: int, played: int | None, better: int) -> Iterator[Reason]:
    """Yield what is better about a play than about another one; None for anything but a play."""
    say, cards = SAY["reason"], kinds_used(better)
    left = int(view.cards[seat]) - len(cards)
    if not left:
        yield make_reason(say, "out")
        return
    if played is None:
        return
    others = kinds_used(played)
    if JOKER in others and JOKER not in cards:
        yield make_reason(say, "joker", {"jokers": others.count(JOKER)})
    if len(cards) > len(others):
        yield make_reason(say, "fewer", {"n": left, "other": int(view.cards[seat]) - len(others)})


def kinds_used(action: int) -> list[int]:
    """Return the kinds of the cards that a play takes from the hand, those of factors as well."""
    return [int(SIGN_KIND[sign]) for sign in signs_of(action) if is_card(sign)]
