"""The sentences for refused plays and failed ones in Sosu Daifugo, with the cards and numbers of the position."""

from collections.abc import Callable, Mapping, Sequence
from typing import Any

from ...core.big_numbers import limbs_to_int
from ...core.bits import count_kind
from ...core.messages import join_words
from .actions import verb_of
from .card_signs import KINDS
from .judge_texts import number_text, shown_number, why_wrong
from .labels import NAMES, SAY, cards_text
from .play_reading import bag_of, count_shown
from .play_verdicts import append_to_line, has_joker_on_top
from .state import Phase, Refusal, State, Verb, Violation


def explain_refusal(reason: int, view: Any = None, action: Any = None) -> tuple[str, str]:
    """Return the sentence of a refusal or violation and its rule; without a position the general one."""
    name = (Violation if reason >= Violation.NOT_PRIME else Refusal)(reason).name
    sentence, rule = SAY["refusal"][name]
    if view is None or action is None:
        return sentence, rule
    if reason in (Refusal.NOT_YOUR_TURN,):
        return SAY["refused"][turn_key(view)], rule
    if verb_of(int(action)) not in (Verb.PLAY, Verb.ADD):
        return sentence, rule
    signs = laid_signs(view, int(action))
    if reason >= Violation.NOT_PRIME:
        return why_wrong(view, signs, reason), rule
    if reason in DETAILS:
        key, facts = DETAILS[reason](view, signs)
        return str(SAY["refused"][key].format(**facts)), rule
    return sentence, rule


def laid_signs(view: State, action: int) -> list[int]:
    """Return the signs on the line with those of an action after them."""
    signs, n = append_to_line(view, action)
    return [int(sign) for sign in signs[:n]]


def turn_key(view: State) -> str:
    """Return the key of the sentence for an action out of turn."""
    if view.phase == Phase.OVER:
        return "OVER"
    return "TURN" if view.phase == Phase.TURN else "BETWEEN"


def not_in_hand_detail(view: State, signs: Sequence[int]) -> tuple[str, dict[str, Any]]:
    """Return the sentence key and facts for cards that are missing."""
    bag, hand = bag_of(signs, len(signs)), view.held[view.turn]
    lacking = [kind for kind in range(KINDS) if count_kind(bag, kind) > count_kind(hand, kind)]
    none = [NAMES[kind] for kind in lacking if not count_kind(hand, kind)]
    if none:
        return "NONE_OF", {"cards": join_words(none, "or")}
    kind = lacking[0]
    return "TOO_FEW", {"card": NAMES[kind], "held": count_kind(hand, kind), "wanted": count_kind(bag, kind)}


def count_detail(view: State, signs: Sequence[int]) -> tuple[str, dict[str, Any]]:
    """Return the sentence key and facts for a play of another number of cards."""
    return "WRONG_COUNT", {"n": int(view.count), "played": int(count_shown(signs, len(signs)))}


def size_detail(view: State, signs: Sequence[int]) -> tuple[str, dict[str, Any]]:
    """Return the sentence key and facts for a number that does not follow the last one."""
    if has_joker_on_top(view):
        return "JOKER_ON_TOP", {}
    number, last = shown_number(signs), limbs_to_int(view.number)
    key = "SAME" if number == last else "NOT_SMALLER" if view.revolution else "NOT_LARGER"
    return key, {"number": number_text(number), "last": number_text(last)}


def many_detail(view: State, signs: Sequence[int]) -> tuple[str, dict[str, Any]]:
    """Return the sentence key and facts for a play of more cards than the table allows."""
    return "TOO_MANY_CARDS", {"n": int(count_shown(signs, len(signs))), "most": int(view.max_play)}


def joker_detail(view: State, signs: Sequence[int]) -> tuple[str, dict[str, Any]]:
    """Return the sentence key and facts for a lone joker where it may not be played."""
    if view.count and view.lone_joker != 2:
        return "LONE_JOKER_COUNT", {"n": int(view.count)}
    return "LONE_JOKER", {}


def zero_detail(view: State, signs: Sequence[int]) -> tuple[str, dict[str, Any]]:
    """Return the sentence key and facts for a number that begins with 0."""
    return "LEADING_ZERO", {"cards": cards_text(signs)}


DETAILS: Mapping[int, Callable[[State, Sequence[int]], tuple[str, dict[str, Any]]]] = {
    Refusal.NOT_IN_HAND: not_in_hand_detail, Refusal.WRONG_COUNT: count_detail, Refusal.NOT_LARGER: size_detail,
    Refusal.NOT_SMALLER: size_detail, Refusal.TOO_MANY_CARDS: many_detail, Refusal.LONE_JOKER: joker_detail,
    Refusal.LEADING_ZERO: zero_detail,
}
