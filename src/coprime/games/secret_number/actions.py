"""Write the actions of Secret Number as numbers: verb + 8 * argument."""
# mypy: ignore-errors, implicit-reexport

from ...core.kernel import compile_rules
from .state import OPERATIONS, Verb


def encode_cover(place, op):
    """Return the action that covers a display place, with the operation that makes its result."""
    return Verb.COVER + 8 * (op + OPERATIONS * place)


def encode_show_number(number):
    """Return the action that shows a number card."""
    return Verb.NUMBER + 8 * number


def encode_answer(value):
    """Return the action that places an answer card."""
    return Verb.ANSWER + 8 * value


def verb_of(action):
    """Return the Verb of an action."""
    return action & 7


def argument_of(action):
    """Return the argument of an action: a number shown or a value placed."""
    return action >> 3


def place_of(action):
    """Return the display place that a COVER action covers."""
    return action >> 5


def operation_of(action):
    """Return the operation of a COVER action."""
    return action >> 3 & 3


compile_rules(globals())
