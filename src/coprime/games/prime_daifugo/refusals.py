"""The sentences of what Prime Daifugo refuses: what is wrong, with the numbers that lie there or are held."""

from typing import Any

from ...core.bits import count_kind
from ...core.messages import join_words
from .actions import cards_of, count_of, face_of, number_of, verb_of
from .labels import NAMES, SAY
from .state import Phase, Refusal, State, Verb
from .tables import FACE_ICON, FACE_KIND, FACE_NUMBER, FACES, KINDS, MULTI, D


def explain_refusal(reason: int, view: Any = None, action: Any = None) -> tuple[str, str]:
    """The sentence of a refusal, and its rule; without a position the general one."""
    reason = Refusal(reason)
    if view is not None and action is not None and reason in HERE:
        key, rule, facts = HERE[reason](view, int(action))
        return SAY["refused"][key].format(**facts), rule
    sentence, rule = SAY["refusal"][reason.name]
    return sentence, rule


def faces_of(action: int) -> list[int]:
    return [int(face_of(action, place)) for place in range(count_of(action))]


def counted(n: int) -> str:
    return SAY["number"]["words"][n]


def not_your_turn(view: State, action: int) -> tuple[str, str, dict[str, Any]]:
    if view.phase == Phase.OVER:
        return "OVER", "", {}
    return ("BETWEEN" if view.phase in (Phase.DEAL, Phase.RESHUFFLE) else "TURN"), "", {}


def not_in_hand(view: State, action: int) -> tuple[str, str, dict[str, str]]:
    """Which card is missing, and how many of it there are."""
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
    return "TOO_FEW", "PD-5", {"card": NAMES[kind], "held": counted(count_kind(hand, kind)),
                               "wanted": counted(count_kind(bag, kind))}


def at_limit(view: State, action: int) -> tuple[str, str, dict[str, int]]:
    return "AT_LIMIT", "PD-3", {"n": view.cards[view.turn], "limit": view.hand_limit}


def wrong_count(view: State, action: int) -> tuple[str, str, dict[str, Any]]:
    there = [str(FACES[face][1]) for face in view.last[:view.count]]
    return "WRONG_COUNT", "PD-5", {"n": view.count, "word": counted(view.count), "cards": join_words(there),
                                   "played": counted(count_of(action))}


def not_larger(view: State, action: int) -> tuple[str, str, dict[str, int]]:
    key = "SAME" if number_of(action) == view.number else "NOT_LARGER"
    return key, "PD-5", {"number": number_of(action), "last": view.number}


def large_in_three(view: State, action: int) -> tuple[str, str, dict[str, Any]]:
    large = [str(FACE_NUMBER[face]) for face in faces_of(action) if FACE_NUMBER[face] >= 10]
    return "LARGE_IN_THREE", "PD-6", {"cards": join_words(list(dict.fromkeys(large))), "n": len(set(large))}


def no_icon(view: State, action: int) -> tuple[str, str, dict[str, Any]]:
    plain = [str(FACE_NUMBER[face]) for face in faces_of(action) if not FACE_ICON[face]]
    return "NO_ICON", "PD-6", {"cards": join_words(list(dict.fromkeys(plain))), "n": len(set(plain))}


def zero(view: State, action: int) -> Any:
    if count_of(action) == 3:
        return "ZERO_FIRST", "PD-7", {"digits": "".join(str(FACE_NUMBER[face]) for face in faces_of(action))}
    return ("ZERO_IN_TWO" if count_of(action) == 2 else "ZERO_ALONE"), "PD-7", {}


def multi_in_three(view: State, action: int) -> Any:
    some = [NAMES[FACE_KIND[face]] for face in faces_of(action) if face >= MULTI]
    return "MULTI_IN_THREE", "PD-8", {"card": some[0]}


def skip_alone(view: State, action: int) -> Any:
    draws = view.phase == Phase.DRAW and view.left + view.discarded > 0 and not (
        view.hand_limit and view.cards[view.turn] >= view.hand_limit)
    return ("SKIP_ALONE_DRAW" if draws else "SKIP_ALONE_PASS"), "PD-17", {}


def skip_left(view: State, action: int) -> Any:
    discards = verb_of(action) == Verb.DISCARD
    return ("SKIP_LEFT_DISCARD" if discards else "SKIP_LEFT"), "PD-32", {}


def nothing_to_discard(view: State, action: int) -> Any:
    """A D in hand can only be played where a card could be drawn."""
    can = view.phase == Phase.DRAW and count_kind(view.hand[view.turn], D)
    return ("DISCARD_AFTER_D" if can else "NO_DISCARD"), "PD-4", {}


HERE = {
    Refusal.NOT_YOUR_TURN: not_your_turn, Refusal.NOT_IN_HAND: not_in_hand, Refusal.AT_LIMIT: at_limit,
    Refusal.WRONG_COUNT: wrong_count, Refusal.NOT_LARGER: not_larger, Refusal.LARGE_IN_THREE: large_in_three,
    Refusal.NO_ICON: no_icon, Refusal.ZERO: zero, Refusal.MULTI_IN_THREE: multi_in_three,
    Refusal.SKIP_ALONE: skip_alone, Refusal.SKIP_LEFT: skip_left, Refusal.NOTHING_TO_DISCARD: nothing_to_discard,
}
