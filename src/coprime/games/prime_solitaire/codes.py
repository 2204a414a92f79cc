"""What an action does, wherever the cards lie: how many cards it takes from the top of each column and of the stack."""
# mypy: ignore-errors, implicit-reexport

from ...core.kernel import compile_rules
from .actions import places_of, single_member, stack_cards_taken, verb_of
from .state import Verb
from .tables import PLACES, WIDTH

DIGIT = 3                   # bits for a column, and above all columns for the run of the stack
TURN = 0                    # every set has a card of the foundation


def code(s, action):
    """Encode an action by the cards it takes from each column and the stack; for columns only."""
    if verb_of(action) == Verb.TURN:
        return TURN
    found, rest = stack_cards_taken(action) << DIGIT * WIDTH, places_of(action)
    while rest:
        one = rest & -rest
        rest ^= one
        found += 1 << DIGIT * ((PLACES - 1 - single_member(one)) % WIDTH)
    return found


compile_rules(globals())
