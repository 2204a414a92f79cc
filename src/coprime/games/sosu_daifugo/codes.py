"""Codes of listed actions for reinforcement learning: which number is played, whatever stands for a joker.

A listed play takes jokers only for what the hand lacks, so a hand has one for each order of values.
"""
# mypy: ignore-errors, implicit-reexport

from ...core.kernel import compile_rules
from .actions import count_signs, sign_at, verb_of
from .card_signs import BARE_JOKER, SIGN_VALUE
from .listing import FIRST_ROWS, ORDERS, PRIMES
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
    row = row_of(action, cards)
    if row < 0:
        return FIRST_SPECIAL + (cards == 4)
    return FIRST_PRIME + row


def row_of(action, cards):
    """Return the row of ORDERS that a play follows, or -1 for 57 and 1729, which are no primes."""
    number = 0
    for place in range(cards):
        value = SIGN_VALUE[sign_at(action, place)]
        number = number * (100 if value >= 10 else 10) + value
    first, last = FIRST_ROWS[cards], FIRST_ROWS[cards + 1]
    while first < last:
        middle = (first + last) // 2
        if PRIMES[middle] < number:
            first = middle + 1
        else:
            last = middle
    for row in range(first, FIRST_ROWS[cards + 1]):
        if PRIMES[row] != number:
            return -1
        same = True
        for place in range(cards):
            same = same and ORDERS[row, place] == SIGN_VALUE[sign_at(action, place)]
        if same:
            return row
    return -1


compile_rules(globals(), makers="")
