"""Actions of Secret Number as text, and back."""

from ...core.errors import BadInput
from ...core.seats import UNKNOWN
from . import rules
from .phrases import SAY
from .rules import Verb
from .tables import PLACES

SIGNS = "+-x/"                                          # operations as a label writes them
SPELLINGS = dict(zip("+-x/−–×X*÷:", (0, 1, 2, 3, 1, 1, 2, 2, 2, 3, 3), strict=True))
FIXED = {Verb.OPERATION: "show operation", Verb.AGREE: "agree", Verb.CHOICE: "choose ?", Verb.FACE_DOWN: "place ?"}


def label(action: int) -> str:
    """`cover 8 x`, `show 3`, `show operation`, `place 2`, `agree`; masked: `choose ?`, `place ?`."""
    verb, argument = rules.verb_of(action), rules.argument_of(action)
    if verb == Verb.COVER:
        return f"cover {PLACES[rules.place_of(action)]} {SIGNS[rules.operation_of(action)]}"
    if verb in (Verb.NUMBER, Verb.ANSWER):
        return f"{'show' if verb == Verb.NUMBER else 'place'} {argument}"
    return FIXED[verb]


def parse(text: str) -> int:
    """The action of a label.  Raises BadInput."""
    parts = text.split()[:4]
    for verb, fixed in FIXED.items():
        if parts == fixed.split():
            return int(verb)
    match parts:
        case ["cover", result, sign] if sign in SPELLINGS and number(result) in PLACES:
            return rules.cover(PLACES.index(number(result)), SPELLINGS[sign])
        case ["show", shown] if 0 <= number(shown) < rules.NUMBERS:
            return rules.show_number(number(shown))
        case ["place", value] if 0 <= number(value) < rules.NUMBERS:
            return rules.answer_with(number(value))
    raise BadInput(SAY["parse"]["bad"].format(text=text[:60]))


def number(text: str) -> int:
    return int(text) if text.isascii() and text.isdigit() and len(text) < 4 else UNKNOWN
