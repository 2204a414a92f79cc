"""What an action does, wherever the cards lie: how many cards it takes from the top of each column and of the stack."""

from ...core.kernel import compile_rules
from .actions import only, places_of, run_of, verb_of
from .state import Verb
from .tables import PLACES, WIDTH

DIGIT = 3                   # bits for a column, and above all columns for the run of the stack
TURN = 0                    # every set has a card of the foundation


def code(s, action):
    """The columns' and the run's numbers of cards, digit by digit.  For a foundation of columns."""
    if verb_of(action) == Verb.TURN:
        return TURN
    found, rest = run_of(action) << DIGIT * WIDTH, places_of(action)
    while rest:
        one = rest & -rest
        rest ^= one
        found += 1 << DIGIT * ((PLACES - 1 - only(one)) % WIDTH)
    return found


compile_rules(globals())
