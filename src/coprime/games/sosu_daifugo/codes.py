"""Codes of listed actions for reinforcement learning: which number is played, whatever stands for a joker.

A listed play takes jokers only for what the hand lacks, so a hand has one for each order of values.
"""
# mypy: ignore-errors, implicit-reexport

from ...core.kernel import compile_rules
from ...core.seats import UNKNOWN
from .actions import count_signs, sign_at, verb_of
from .card_signs import BARE_JOKER
from .prime_orders import PRIMES, row_of_play
from .state import Verb

FIRST_PRIME = 3                         # after drawing, passing and taking the line back
FIRST_SPECIAL = FIRST_PRIME + len(PRIMES)                   # 57, 1729, one joker, two jokers
CODE_COUNT = FIRST_SPECIAL + 4


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


compile_rules(globals(), makers="")
