"""Tell how a hand may go out, and what is left over of it (FR-9 to FR-12)."""
# mypy: ignore-errors, implicit-reexport

import numpy as np

from ...core.kernel import compile_rules
from .deadwood_solver import ANY_SPARE, MAX_CARDS, MAX_PARTS, MAX_SETS, find_leavable_cards, solve_groupings
from .deck_data import MAX_DEADWOOD
from .state import Going, Verb

NO_DISCARD = -1                                    # no discard


def count_deadwood(hand, cards):
    """Return the fewest cards of a hand that stand in no set."""
    kinds, stride, sets, best, choice, pure = make_work_arrays()
    n = solve_groupings(hand, ANY_SPARE, False, kinds, stride, sets, best, choice, pure)
    return cards - best[stride[n] - 1]


def count_deadwood_by_discard(hand, cards, out):
    """Write the deadwood of a hand less each of its kinds, by kind; returns that of the whole hand (FR-6)."""
    kinds, stride, sets, best, choice, pure = make_work_arrays()
    n = solve_groupings(hand, ANY_SPARE, True, kinds, stride, sets, best, choice, pure)
    whole = stride[n] - 1
    for j in range(n):
        part = whole - stride[j] if stride[j + 1] > stride[j] else whole
        out[kinds[j]] = cards - 1 - best[part]
    return cards - best[whole]


def find_going(hand, cards, discard):
    """Return the Going of a hand less a discard (or NO_DISCARD): the dearest that it can be (FR-20)."""
    rest = hand.copy()
    if discard >= 0:
        rest[discard] -= 1
        cards -= 1
    kinds, stride, sets, best, choice, pure = make_work_arrays()
    spare = MAX_DEADWOOD if discard >= 0 else 0
    n = solve_groupings(rest, spare, False, kinds, stride, sets, best, choice, pure)
    if n == 0:
        return Going.NONE
    whole = stride[n] - 1
    return classify_going(cards - best[whole], pure[whole], discard >= 0)


def classify_going(deadwood, pure, after_discard):
    """Return the Going for this many cards left over (FR-9 to FR-12).

    pure           all sets are prime sets
    after_discard  a card has been discarded
    """
    if deadwood == 0:
        return Going.PRIME_FACTOR if pure else Going.FACTOR_RUMMY
    return Going.WITH_DEADWOOD if after_discard and deadwood <= MAX_DEADWOOD else Going.NONE


def list_ways_out(hand, has_drawn, barred_kind, out, n):
    """Append every way to go out: with the whole hand, and after a draw less any card but the barred one.

    The discard is one of the cards left over, so there may be one more of them.
    """
    kinds = np.empty(MAX_CARDS + 1, np.int64)
    left, whole, digits = find_leavable_cards(hand, 1 + MAX_DEADWOOD if has_drawn else 0, kinds)
    if whole:
        out[n] = Verb.OUT
        n += 1
    for j in range(digits if left else 0):
        if left >> j & 1 and kinds[j] != barred_kind:
            out[n] = Verb.OUT + 8 * (kinds[j] + 1)
            n += 1
    return n


def make_work_arrays():
    """Return the work arrays of `solve_groupings`."""
    return (np.empty(MAX_CARDS + 1, np.int64), np.empty(MAX_CARDS + 2, np.int64), np.empty((MAX_SETS, 4), np.int64),
            np.empty(MAX_PARTS, np.int64), np.empty(MAX_PARTS, np.int64), np.empty(MAX_PARTS, np.int64))


compile_rules(globals(), makers="count_deadwood count_deadwood_by_discard find_going list_ways_out make_work_arrays")
