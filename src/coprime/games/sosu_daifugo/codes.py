"""Codes of listed actions for reinforcement learning: which number is played, whatever stands for a joker.

A listed play takes jokers only for what the hand lacks, so a hand has one for each order of values.
"""
# mypy: ignore-errors, implicit-reexport

import numpy as np

from ...core.kernel import compile_rules
from ...core.seats import UNKNOWN
from .actions import count_signs, sign_at, verb_of
from .card_signs import BARE_JOKER
from .listing import ROW_PLAYS, SPECIAL_ORDERS, SPECIAL_PLAYS, declare_jokers, order_length
from .prime_orders import ORDERS, PRIMES, row_of_play
from .state import Verb

FIRST_PRIME = 3                         # after drawing, passing and taking the line back
FIRST_SPECIAL = FIRST_PRIME + len(PRIMES)                   # 57, 1729, one joker, two jokers
CODE_COUNT = FIRST_SPECIAL + 4
JOKER_PLAYS = np.array([Verb.PLAY | BARE_JOKER << 3, Verb.PLAY | BARE_JOKER << 3 | BARE_JOKER << 8], np.int64)


def code(s, action):
    """Return the code of a listed action, from 0 to CODE_COUNT - 1."""
    verb = verb_of(action)
    if verb != Verb.PLAY:
        return 2 if verb == Verb.CLEAR else verb
    cards = count_signs(action)
    if sign_at(action, 0) == BARE_JOKER:
        return FIRST_SPECIAL + 1 + cards
    row = row_of_play(action)
    return FIRST_PRIME + row if row != UNKNOWN else FIRST_SPECIAL + (cards == 4)


def find_action(s, seat, number):
    """Return the listed action of a seat that has a code."""
    if number < FIRST_PRIME:
        return Verb.CLEAR if number == 2 else number
    if number < FIRST_SPECIAL:
        row = number - FIRST_PRIME
        return declare_jokers(s.held[seat], ROW_PLAYS[row], order_length(ORDERS[row]))
    special = number - FIRST_SPECIAL
    if special < len(SPECIAL_PLAYS):
        return declare_jokers(s.held[seat], SPECIAL_PLAYS[special], order_length(SPECIAL_ORDERS[special]))
    return JOKER_PLAYS[special - len(SPECIAL_PLAYS)]


compile_rules(globals(), makers="")
