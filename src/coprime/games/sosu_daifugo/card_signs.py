"""The cards of the original Prime Daifugo, and the signs of which a play consists."""
# mypy: ignore-errors, implicit-reexport

import numpy as np

from ...core.kernel import compile_rules

SEATS = 6
DECK = 54                   # SD-1
KINDS = 14                  # 1 to 13, and the joker
JOKER = 0
MOST_JOKERS = 2

# A play is a row of signs, each in five bits: 1 to 13 for a card, 14 to 27 for a joker with the value 0 to 13,
# a joker without a value, and the signs of an expression.  0 ends the row.
NONE = 0
FIRST_DECLARED = 14
BARE_JOKER = 28
EQUALS = 29
TIMES = 30
POWER = 31
SIGNS = 32

SIGN_KIND = np.full(SIGNS, -1, np.int64)        # which card of the hand it takes; -1 for no card
SIGN_VALUE = np.full(SIGNS, -1, np.int64)       # what is read there; -1 for no number
for _sign in range(1, 14):
    SIGN_KIND[_sign] = SIGN_VALUE[_sign] = _sign
for _sign in range(FIRST_DECLARED, BARE_JOKER):
    SIGN_KIND[_sign], SIGN_VALUE[_sign] = JOKER, _sign - FIRST_DECLARED
SIGN_KIND[BARE_JOKER] = JOKER


def is_card(sign):
    """Tell whether a sign stands for a card."""
    return SIGN_KIND[sign] >= 0


compile_rules(globals(), makers="")
