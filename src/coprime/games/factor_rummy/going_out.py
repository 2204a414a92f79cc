"""How a hand may go out, and what is left over of it (FR-9 to FR-12)."""

import numpy as np

from ...core.kernel import compile_rules
from .grouping import ANY, MOST_CARDS, MOST_SETS, PARTS, leavable, solve
from .state import Going, Verb
from .tables import MOST_DEADWOOD

NOTHING = -1                                    # no discard


def deadwood_of(hand, cards):
    """The fewest cards of a hand that stand in no set."""
    kinds, stride, sets, best, choice, pure = tables()
    n = solve(hand, ANY, False, kinds, stride, sets, best, choice, pure)
    return cards - best[stride[n] - 1]


def deadwoods_of(hand, cards, out):
    """The same less each kind of the hand, by kind, from one table (FR-6); returns that of the whole hand."""
    kinds, stride, sets, best, choice, pure = tables()
    n = solve(hand, ANY, True, kinds, stride, sets, best, choice, pure)
    whole = stride[n] - 1
    for j in range(n):
        part = whole - stride[j] if stride[j + 1] > stride[j] else whole
        out[kinds[j]] = cards - 1 - best[part]
    return cards - best[whole]


def going_of(hand, cards, discard):
    """What going out with a hand is, less a discard or NOTHING: a Going.  FR-20: the dearest that it can be."""
    rest = hand.copy()
    if discard >= 0:
        rest[discard] -= 1
        cards -= 1
    kinds, stride, sets, best, choice, pure = tables()
    spare = MOST_DEADWOOD if discard >= 0 else 0
    n = solve(rest, spare, False, kinds, stride, sets, best, choice, pure)
    if n == 0:
        return Going.NONE
    whole = stride[n] - 1
    return going(cards - best[whole], pure[whole], discard >= 0)


def going(deadwood, pure, after_discard):
    """FR-9 to FR-12."""
    if deadwood == 0:
        return Going.PRIME_FACTOR if pure else Going.FACTOR_RUMMY
    return Going.WITH_DEADWOOD if after_discard and deadwood <= MOST_DEADWOOD else Going.NONE


def list_out(hand, drawn, barred, out, n):
    """Append every way to go out: with the whole hand, and after a draw less any card but the barred one.

    What is discarded is one of the cards left over, so that there may be one more of them.
    """
    kinds = np.empty(MOST_CARDS + 1, np.int64)
    left, whole, digits = leavable(hand, 1 + MOST_DEADWOOD if drawn else 0, kinds)
    if whole:
        out[n] = Verb.OUT
        n += 1
    for j in range(digits if left else 0):
        if left >> j & 1 and kinds[j] != barred:
            out[n] = Verb.OUT + 8 * (kinds[j] + 1)
            n += 1
    return n


def tables():
    """Room for `solve`."""
    return (np.empty(MOST_CARDS + 1, np.int64), np.empty(MOST_CARDS + 2, np.int64), np.empty((MOST_SETS, 4), np.int64),
            np.empty(PARTS, np.int64), np.empty(PARTS, np.int64), np.empty(PARTS, np.int64))


compile_rules(globals(), makers="deadwood_of deadwoods_of going_of list_out tables")
