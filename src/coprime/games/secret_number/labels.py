"""Write actions of Secret Number as text, and read them."""

from ...core.errors import BadInput
from ...core.seats import UNKNOWN
from . import rules
from .display_card_results import PLACES
from .phrases import SAY
from .rules import Verb

OPERATION_SIGNS = "+-x/"                                          # operations as a label writes them
OPERATION_SPELLINGS = dict(zip("+-x/−–×X*÷:", (0, 1, 2, 3, 1, 1, 2, 2, 2, 3, 3), strict=True))
FIXED_LABELS = {Verb.OPERATION: "show operation", Verb.AGREE: "agree", Verb.CHOICE: "choose ?",
                Verb.FACE_DOWN: "place ?"}


def label(action: int) -> str:
    """Return an action in the game's notation.

    `cover 8 x`, `show 3`, `show operation`, `place 2`, `agree`; masked: `choose ?`, `place ?`.
    """
    verb, argument = rules.verb_of(action), rules.argument_of(action)
    if verb == Verb.COVER:
        return f"cover {PLACES[rules.place_of(action)]} {OPERATION_SIGNS[rules.operation_of(action)]}"
    if verb in (Verb.NUMBER, Verb.ANSWER):
        return f"{'show' if verb == Verb.NUMBER else 'place'} {argument}"
    return FIXED_LABELS[verb]


def parse(text: str) -> int:
    """Return the action of a label.  Raises BadInput."""
    parts = text.split()[:4]
    for verb, fixed in FIXED_LABELS.items():
        if parts == fixed.split():
            return int(verb)
    match parts:
        case ["cover", result, sign] if sign in OPERATION_SPELLINGS and parse_number(result) in PLACES:
            return rules.encode_cover(PLACES.index(parse_number(result)), OPERATION_SPELLINGS[sign])
        case ["show", shown] if 0 <= parse_number(shown) < rules.NUMBERS:
            return rules.encode_show_number(parse_number(shown))
        case ["place", value] if 0 <= parse_number(value) < rules.NUMBERS:
            return rules.encode_answer(parse_number(value))
    raise BadInput(SAY["parse"]["bad"].format(text=text[:60]))


def parse_number(text: str) -> int:
    """Return the number that a text writes in up to three digits; UNKNOWN if it writes none."""
    return int(text) if text.isascii() and text.isdigit() and len(text) < 4 else UNKNOWN
