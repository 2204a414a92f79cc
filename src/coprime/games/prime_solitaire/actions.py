"""What an action is made of: a verb, how many cards from the top of the stack, and a set of places."""

from ...core.kernel import compile_rules
from .state import Verb
from .tables import LONE, PLACES, SEQUENCE

RUN, PLACE = 2, 5           # where the run and the set of places begin


def take(places, run):
    return Verb.TAKE | run << RUN | places << PLACE


def verb_of(action):
    return action & 3


def run_of(action):
    return action >> RUN & 7


def places_of(action):
    return action >> PLACE


def well_formed(action):
    """Does it mean anything at all?"""
    if verb_of(action) == Verb.TAKE:
        return 0 <= action < 1 << PLACE + PLACES and run_of(action) < 7
    return action == Verb.TURN or action == Verb.GIVE_UP


def only(one):
    """The member of a set that has just one."""
    return LONE[int(one) * SEQUENCE >> 58 & 63]


compile_rules(globals())
