"""Actions of the original Prime Daifugo as numbers.

A verb in three bits, and above it up to twelve signs of five bits.  A longer play begins with one or more actions of
the verb ADD, whose signs only its player sees.
"""
# mypy: ignore-errors, implicit-reexport

from ...core.kernel import compile_rules
from .card_signs import NONE
from .state import Verb

SIGNS_PER_ACTION = 12


def verb_of(action):
    """Return the verb of an action."""
    return action & 7


def sign_at(action, place):
    """Return the sign at a place of an action; NONE beyond the last."""
    return action >> 3 + 5 * place & 31 if place < SIGNS_PER_ACTION else NONE


def count_signs(action):
    """Return how many signs an action has."""
    n = 0
    while sign_at(action, n) != NONE:
        n += 1
    return n


def encode_signs(verb, signs, first, n):
    """Encode an action of a verb with n signs, at most twelve, of an array from its place `first`."""
    action = verb
    for place in range(n):
        action |= signs[first + place] << 3 + 5 * place
    return action


def is_well_formed(action):
    """Return whether a number is an action of this game at all."""
    if action < 0:
        return False
    verb, n = verb_of(action), count_signs(action)
    if n < SIGNS_PER_ACTION and action >> 3 + 5 * n:
        return False                                        # a sign after the end
    if verb == Verb.PLAY or verb == Verb.ADD:
        return n > 0
    return n == 0 and verb <= Verb.CLEAR


compile_rules(globals(), makers="")
