"""Action priors of Prime Solitaire: sets that clear much, and numbers that will not go easily later."""
# mypy: ignore-errors, implicit-reexport

import numpy as np

from ...core.bits import set_size
from ...core.kernel import compile_rules
from .actions import places_of, single_member, stack_cards_taken, verb_of
from .placement_hardness import PLACEMENT_HARDNESS
from .state import Verb

TURN = 0.1                      # how much is liked what brings nothing
PER_CARD = 0.5                  # of the foundation
PER_RUN = 0.5                   # of the stack
SHARP = 3.0                     # how much more is liked what brings more


def prefer(s, seat, actions, n, weights):
    """Write how much `seat` likes each of n actions to `weights`; return their sum."""
    total = 0.0
    for i in range(n):
        weights[i] = TURN if verb_of(actions[i]) == Verb.TURN else np.exp(SHARP * take_value(s, actions[i]))
        total += weights[i]
    return total


def take_value(s, action):
    """Return how much a set brings: cards of the foundation and the stack, and hard numbers among them."""
    places = places_of(action)
    found = PER_CARD * set_size(places) + PER_RUN * stack_cards_taken(action) - 1.0
    while places:
        one = places & -places
        places ^= one
        found += PLACEMENT_HARDNESS[s.card[single_member(one)]]
    return found


compile_rules(globals())
