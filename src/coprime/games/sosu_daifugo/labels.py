"""Actions of Sosu Daifugo in words: `draw`, `pass`, `play KK=A3*TX|X=A`, `add A23456789TJQ`, `clear`."""

from collections.abc import Sequence
from pathlib import Path

from ...core.errors import BadInput
from ...core.messages import load_messages
from .actions import SIGNS_PER_ACTION, count_signs, encode_signs, sign_at, verb_of
from .record_notation import OPERATORS, RANKS, format_signs, parse_signs, play_actions
from .state import State, Verb

SAY = load_messages(Path(__file__).parent)
PLAIN_VERBS = {Verb.DRAW: "draw", Verb.PASS: "pass", Verb.CLEAR: "clear"}
SIGN_VERBS = {Verb.PLAY: "play", Verb.ADD: "add"}
NAMES = ["X", "A", *map(str, range(2, 10)), "T", "J", "Q", "K"]         # of the kinds


def signs_of(action: int) -> tuple[int, ...]:
    """Return the signs of an action, at most twelve."""
    return tuple(int(sign_at(action, place)) for place in range(count_signs(action)))


def played_signs(after: State) -> list[int]:
    """Return the signs of the last play."""
    return [int(sign) for sign in after.played[:after.played_length]]


def label(action: int) -> str:
    """Return an action in the game's notation."""
    verb = verb_of(action)
    if verb in PLAIN_VERBS:
        return PLAIN_VERBS[verb]
    return f"{SIGN_VERBS[verb]} {format_signs(signs_of(action))}"


def parse(text: str) -> int:
    """Return the action of a label.

    A play is also read as people type it: with spaces, small letters, 1 for A, 10 for T, and x for × among the
    factors.  Raises BadInput.
    """
    word, _, rest = text.strip().partition(" ")
    for action, name in PLAIN_VERBS.items():
        if word.lower() == name and not rest:
            return int(action)
    verb = next((verb for verb, name in SIGN_VERBS.items() if name == word.lower()), None)
    if verb is None or not rest:
        raise BadInput(SAY["parse"]["bad"].format(text=text[:60]))
    signs = parse_typed_play(rest)
    if len(signs) > SIGNS_PER_ACTION:
        raise BadInput(SAY["parse"]["many"].format(most=SIGNS_PER_ACTION))
    return int(encode_signs(verb, signs, 0, len(signs)))


def parse_typed_play(text: str) -> tuple[int, ...]:
    """Return the signs of a play as people type it.  Raises BadInput with what cannot be read."""
    play, bar, values = "".join(text.split()).replace("×", "*").partition("|")
    shown, equals, factors = play.partition("=")
    play = shown.upper() + equals + factors.replace("x", "*").upper()
    play = play.replace("10", "T").replace("1", "A")
    values = values.upper().replace("=10", "=T").replace("=1", "=A")
    try:
        return parse_signs(play + bar + values)
    except ValueError as unread:
        wrong = str(unread)[:20]
        key = "zero" if wrong == "0" else "values" if wrong.startswith("|") else "unknown"
        raise BadInput(SAY["parse"][key].format(text=wrong)) from None


def play_labels(signs: Sequence[int]) -> list[str]:
    """Return the labels of the actions that play signs: of more than twelve, the first ones go to the line before."""
    return [label(action) for action in play_actions(signs)]


def printed_rank_text(kind: int) -> str:
    """Return what is printed on a card of a kind: the notation's T is a 10."""
    return "10" if NAMES[kind] == "T" else NAMES[kind]


def cards_text(signs: Sequence[int]) -> str:
    """Return the cards of a play as people read them: `KK = A3 × TX, X = A`."""
    play, *values = format_signs(signs).split("|")
    spaced = play.replace("=", " = ").replace("*", " × ")
    return ", ".join([spaced, *(value.replace("=", " = ") for value in values)])


__all__ = ["NAMES", "OPERATORS", "RANKS", "SAY", "cards_text", "label", "parse", "play_labels", "played_signs",
           "parse_typed_play", "signs_of"]
