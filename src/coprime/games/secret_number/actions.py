"""Actions of Secret Number: verb + 8 * argument."""

from ...core.kernel import compile_rules
from .state import OPERATIONS, Verb


def cover(place, op):
    return Verb.COVER + 8 * (op + OPERATIONS * place)


def show_number(number):
    return Verb.NUMBER + 8 * number


def answer_with(value):
    return Verb.ANSWER + 8 * value


def verb_of(action):
    return action & 7


def argument_of(action):
    return action >> 3


def place_of(action):
    return action >> 5


def operation_of(action):
    return action >> 3 & 3


compile_rules(globals())
