"""The sentences for refused actions in Prime Daifugo Lv. 0, with the cards and numbers of the position."""

from typing import Any

from ...core.bits import count_kind
from ...core.messages import join_words
from .actions import card_count_of, cards_of, face_of, number_of, verb_of
from .labels import NAMES, SAY
from .state import Phase, Refusal, State, Verb
from .tables import FACE_ICON, FACE_KIND, FACE_NUMBER, FACES, FIRST_MULTI_FACE, KINDS, D


def explain_refusal(reason: int, view: Any = None, action: Any = None) -> tuple[str, str]:
    """Return the sentence of a refusal and its rule; without a position the general one."""
    reason = Refusal(reason)
    if view is not None and action is not None and reason in POSITION_DETAILS:
        key, rule, facts = POSITION_DETAILS[reason](view, int(action))
        return SAY["refused"][key].format(**facts), rule
    sentence, rule = SAY["refusal"][reason.name]
    return sentence, rule


def play_faces(action: int) -> list[int]:
    """Return the faces of a play."""
    return [int(face_of(action, place)) for place in range(card_count_of(action))]


def number_word(n: int) -> str:
    """Return a small number in words."""
    return SAY["number"]["words"][n]


def not_your_turn_detail(view: State, action: int) -> tuple[str, str, dict[str, Any]]:
    """Return the sentence key, rule and facts for an action out of turn."""
    if view.phase == Phase.OVER:
        return "OVER", "", {}
    return ("BETWEEN" if view.phase in (Phase.DEAL, Phase.RESHUFFLE) else "TURN"), "", {}


def not_in_hand_detail(view: State, action: int) -> tuple[str, str, dict[str, str]]:
    """Return the sentence key, rule and facts for a missing card: which one, and how many there are."""
    verb, hand = verb_of(action), view.hand[view.turn]
    if verb == Verb.D:
        return "NO_D", "PD-4", {}
    if verb == Verb.SKIP:
        return "NO_SKIP", "PD-16", {}
    if verb == Verb.DISCARD:
        return "NONE_OF", "PD-4", {"cards": NAMES[face_of(action, 0)]}
    bag = cards_of(action)
    lacking = [kind for kind in range(KINDS) if count_kind(bag, kind) > count_kind(hand, kind)]
    none = [NAMES[kind] for kind in lacking if not count_kind(hand, kind)]
    if none:
        return "NONE_OF", "PD-5", {"cards": join_words(none, "or")}
    kind = lacking[0]
    return "TOO_FEW", "PD-5", {"card": NAMES[kind], "held": number_word(count_kind(hand, kind)),
                               "wanted": number_word(count_kind(bag, kind))}


def at_limit_detail(view: State, action: int) -> tuple[str, str, dict[str, int]]:
    """Return the sentence key, rule and facts for a draw at the hand limit."""
    return "AT_LIMIT", "PD-3", {"n": view.cards[view.turn], "limit": view.hand_limit}


def wrong_count_detail(view: State, action: int) -> tuple[str, str, dict[str, Any]]:
    """Return the sentence key, rule and facts for a play of another number of cards."""
    there = [str(FACES[face][1]) for face in view.last[:view.count]]
    return "WRONG_COUNT", "PD-5", {"n": view.count, "word": number_word(view.count), "cards": join_words(there),
                                   "played": number_word(card_count_of(action))}


def not_larger_detail(view: State, action: int) -> tuple[str, str, dict[str, int]]:
    """Return the sentence key, rule and facts for a number that does not beat the last one."""
    key = "SAME" if number_of(action) == view.number else "NOT_LARGER"
    return key, "PD-5", {"number": number_of(action), "last": view.number}


def two_digit_card_detail(view: State, action: int) -> tuple[str, str, dict[str, Any]]:
    """Return the sentence key, rule and facts for a two-digit card among three."""
    large = [str(FACE_NUMBER[face]) for face in play_faces(action) if FACE_NUMBER[face] >= 10]
    return "LARGE_IN_THREE", "PD-6", {"cards": join_words(list(dict.fromkeys(large))), "n": len(set(large))}


def no_icon_detail(view: State, action: int) -> tuple[str, str, dict[str, Any]]:
    """Return the sentence key, rule and facts for three cards without one that allows three."""
    plain = [str(FACE_NUMBER[face]) for face in play_faces(action) if not FACE_ICON[face]]
    return "NO_ICON", "PD-6", {"cards": join_words(list(dict.fromkeys(plain))), "n": len(set(plain))}


def zero_detail(view: State, action: int) -> Any:
    """Return the sentence key, rule and facts for a 0 in first place or in too small a play."""
    if card_count_of(action) == 3:
        return "ZERO_FIRST", "PD-7", {"digits": "".join(str(FACE_NUMBER[face]) for face in play_faces(action))}
    return ("ZERO_IN_TWO" if card_count_of(action) == 2 else "ZERO_ALONE"), "PD-7", {}


def multi_in_three_detail(view: State, action: int) -> Any:
    """Return the sentence key, rule and facts for a multi-number card among three."""
    some = [NAMES[FACE_KIND[face]] for face in play_faces(action) if face >= FIRST_MULTI_FACE]
    return "MULTI_IN_THREE", "PD-8", {"card": some[0]}


def skip_alone_detail(view: State, action: int) -> Any:
    """Return the sentence key, rule and facts for SKIP as the only card."""
    draws = view.phase == Phase.DRAW and view.left + view.discarded > 0 and not (
        view.hand_limit and view.cards[view.turn] >= view.hand_limit)
    return ("SKIP_ALONE_DRAW" if draws else "SKIP_ALONE_PASS"), "PD-17", {}


def only_skip_left_detail(view: State, action: int) -> Any:
    """Return the sentence key, rule and facts for a play or discard that leaves only SKIP."""
    discards = verb_of(action) == Verb.DISCARD
    return ("SKIP_LEFT_DISCARD" if discards else "SKIP_LEFT"), "PD-32", {}


def nothing_to_discard_detail(view: State, action: int) -> Any:
    """Return the sentence key, rule and facts for a discard before D is played."""
    can = view.phase == Phase.DRAW and count_kind(view.hand[view.turn], D)
    return ("DISCARD_AFTER_D" if can else "NO_DISCARD"), "PD-4", {}


POSITION_DETAILS = {
    Refusal.NOT_YOUR_TURN: not_your_turn_detail, Refusal.NOT_IN_HAND: not_in_hand_detail,
    Refusal.AT_LIMIT: at_limit_detail,
    Refusal.WRONG_COUNT: wrong_count_detail, Refusal.NOT_LARGER: not_larger_detail,
    Refusal.LARGE_IN_THREE: two_digit_card_detail,
    Refusal.NO_ICON: no_icon_detail, Refusal.ZERO: zero_detail, Refusal.MULTI_IN_THREE: multi_in_three_detail,
    Refusal.SKIP_ALONE: skip_alone_detail, Refusal.SKIP_LEFT: only_skip_left_detail,
    Refusal.NOTHING_TO_DISCARD: nothing_to_discard_detail,
}
