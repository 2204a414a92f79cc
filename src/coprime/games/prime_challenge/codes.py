"""What an action does, wherever the cards lie: which set it picks up, and how long ago that was which it challenges."""

import numpy as np

from ...core.kernel import compile_rules
from ...decks.primepak.catalogue import SETS
from ...decks.primepak.sets import set_of
from .lying import kinds_at
from .state import MAIN, NUMBERED, OFFENCES, WIDE, Verb, cards_taken, is_pick, number_of, offences_of, place_at, verb_of

CLAIMS = 2 * len(SETS)                  # a set from the foundation, or from outside as far as possible: PC-6
CHALLENGES = CLAIMS + 3                 # hit, done and waiting
CODES = CHALLENGES + (NUMBERED << OFFENCES)


def code(s, action):
    """A number from 0 to CODES - 1, for listed actions."""
    verb = verb_of(action)
    if is_pick(action):
        kinds = np.zeros(WIDE, np.int64)
        return 2 * set_of(kinds, kinds_at(s, action, kinds)) + from_outside(s, action)
    if verb == Verb.CHALLENGE:
        ago = (s.number - 1 - number_of(action)) % NUMBERED
        return CHALLENGES + (ago << OFFENCES) + offences_of(action)
    return CLAIMS + (verb - Verb.HIT if verb != Verb.WAIT else 2)


def from_outside(s, action):
    """Does a pick-up take a card from outside that lies in the foundation, too?"""
    for i in range(cards_taken(action)):
        place = place_at(action, i)
        if place >= MAIN:
            for other in range(MAIN):
                if s.face_up[other] == s.face_up[place] and not is_taken(action, other):
                    return True
    return False


def is_taken(action, place):
    for i in range(cards_taken(action)):
        if place_at(action, i) == place:
            return True
    return False


compile_rules(globals(), makers="code")
