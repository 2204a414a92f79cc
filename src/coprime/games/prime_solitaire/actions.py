"""What an action is made of: a verb, how many cards from the top of the stack, and a set of places."""
# mypy: ignore-errors, implicit-reexport

from ...core.kernel import compile_rules
from .state import Verb
from .tables import LONE, PLACES, SEQUENCE

RUN, PLACE = 2, 5           # where the run and the set of places begin


def encode_take(places, run):
    """Encode taking a set: places of the foundation, and `run` cards from the top of the stack."""
    return Verb.TAKE | run << RUN | places << PLACE


def verb_of(action):
    """Return the verb of an action."""
    return action & 3


def stack_cards_taken(action):
    """Return how many cards an action takes from the top of the stack."""
    return action >> RUN & 7


def places_of(action):
    """Return the set of places that an action takes from the foundation."""
    return action >> PLACE


def is_well_formed(action):
    """Tell whether a number can be an action in any position."""
    if verb_of(action) == Verb.TAKE:
        return 0 <= action < 1 << PLACE + PLACES and stack_cards_taken(action) < 7
    return action == Verb.TURN or action == Verb.GIVE_UP


def single_member(one):
    """Return the member of a set of places that has just one member."""
    return LONE[int(one) * SEQUENCE >> 58 & 63]


compile_rules(globals())
