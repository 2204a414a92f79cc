"""Action codes that do not depend on where cards lie, for reinforcement learning.

A code says which set is picked up, and how long ago the challenged pick-up was.
"""
# mypy: ignore-errors, implicit-reexport

import numpy as np

from ...core.kernel import compile_rules
from ...decks.primepak.factor_set_catalogue import SETS
from ...decks.primepak.factor_sets import find_set_row
from .face_up_sets import write_kinds_at
from .state import (
    FOUNDATION_PLACES,
    GRAB_PLACES,
    NUMBER_CYCLE,
    OFFENCES,
    Verb,
    challenged_number,
    count_picked_cards,
    decode_pickup_place,
    is_pick,
    offences_of,
    verb_of,
)

FIRST_CLAIM = 2 * len(SETS)             # below: a set from the foundation, or from outside as far as possible (PC-6)
FIRST_CHALLENGE = FIRST_CLAIM + 3                 # after the claims hit and done, and the waiver
CODE_COUNT = FIRST_CHALLENGE + (NUMBER_CYCLE << OFFENCES)


def code(s, action):
    """Return the code of a listed action, from 0 to CODE_COUNT - 1."""
    verb = verb_of(action)
    if is_pick(action):
        kinds = np.zeros(GRAB_PLACES, np.int64)
        return 2 * find_set_row(kinds, write_kinds_at(s, action, kinds)) + takes_from_outside(s, action)
    if verb == Verb.CHALLENGE:
        ago = (s.number - 1 - challenged_number(action)) % NUMBER_CYCLE
        return FIRST_CHALLENGE + (ago << OFFENCES) + offences_of(action)
    return FIRST_CLAIM + (verb - Verb.HIT if verb != Verb.WAIVE else 2)


def takes_from_outside(s, action):
    """Return whether a pick-up takes a card from outside that also lies in the foundation."""
    for i in range(count_picked_cards(action)):
        place = decode_pickup_place(action, i)
        if place >= FOUNDATION_PLACES:
            for other in range(FOUNDATION_PLACES):
                if s.face_up[other] == s.face_up[place] and not is_taken(action, other):
                    return True
    return False


def is_taken(action, place):
    """Return whether a pick-up takes the card at a place."""
    for i in range(count_picked_cards(action)):
        if decode_pickup_place(action, i) == place:
            return True
    return False


compile_rules(globals(), makers="code")
