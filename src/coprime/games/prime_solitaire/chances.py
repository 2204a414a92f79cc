"""How likely a foundation is to go, for somebody who knows which cards are still to come but not in what order.

A window is some cards that are turned one right after the other.  From what is unseen follows how many windows are to
be expected with which a card of the foundation makes a set, by itself or with one other card there.  When w of them
are expected for a card, it is taken to go with odds of w to DUE, which is more where others lie upon it; and the
foundation to go as if its cards did not depend on each other.
"""

from collections import Counter
from math import factorial

import numpy as np

from ...core.bits import set_size
from ...core.kernel import compile_rules
from ...decks.primepak.catalogue import SETS, SIZE, WILDS
from .actions import only
from .tables import ABOVE, KINDS, NONE, PLACES

WIDEST = 3                              # cards in a window
DUE = np.array([0.7, 1.5, 1.8])         # by how many cards lie on a card, two standing for more
SHARED = 0.7                            # what a window counts for each of two cards that need it together
LEAST = 1e-6                            # windows: nothing is wholly impossible


def _windows():
    """Every way that a set may be made by one or two cards of the foundation and a window: these two, and its kinds."""
    for row, size, wilds in zip(SETS.tolist(), SIZE, WILDS, strict=True):
        kinds = row[:size]
        for i, one in enumerate(kinds):
            if wilds or one in kinds[:i]:
                continue
            for other in [NONE, *sorted(set(kinds[i + 1:]))]:
                rest = Counter(kinds)
                rest.subtract([one] if other == NONE else [one, other])
                if rest.total() <= WIDEST:
                    yield one, other, sorted(rest.elements())


_FOUND = list(_windows())
ONE = np.array([one for one, _, _ in _FOUND], np.int64)
OTHER = np.array([other for _, other, _ in _FOUND], np.int64)           # NONE where a card goes by itself
LENGTH = np.array([len(window) for _, _, window in _FOUND], np.int64)
WINDOW = np.zeros((len(_FOUND), WIDEST), np.int64)
ORDERS = np.array([factorial(len(window)) for _, _, window in _FOUND], np.float64)     # in which its cards may come
for _i, (_, _, _window) in enumerate(_FOUND):
    WINDOW[_i, :len(_window)] = _window
    for _count in Counter(_window).values():
        ORDERS[_i] /= factorial(_count)


def expect(card, there, unseen, left, alone, together):
    """Write how many windows are to be expected, by place: for each card by itself, and for each two together."""
    by_kind, paired, present = np.zeros(KINDS), np.zeros((KINDS, KINDS)), np.zeros(KINDS, np.int64)
    for place in range(PLACES):
        if there >> place & 1:
            present[card[place]] += 1
    for i in range(len(ONE)):
        one, other = ONE[i], OTHER[i]
        if present[one] == 0 or (other != NONE and present[other] == 0):
            continue
        if other == NONE:
            by_kind[one] += expected(i, unseen, left)
        else:
            paired[one, other] += expected(i, unseen, left)
            paired[other, one] = paired[one, other]
    for place in range(PLACES):
        if there >> place & 1:
            alone[place] = by_kind[card[place]]
            for second in range(PLACES):
                if there >> second & 1:
                    together[place, second] = SHARED * paired[card[place], card[second]]


def expected(i, unseen, left):
    """How often a window comes, on average over all orders of the cards unseen."""
    if LENGTH[i] > left:
        return 0.0
    found = ORDERS[i] * (left - LENGTH[i] + 1)
    for j in range(LENGTH[i]):
        same = unseen[WINDOW[i, j]]
        for k in range(j):
            same -= WINDOW[i, k] == WINDOW[i, j]
        if same <= 0:
            return 0.0
        found *= same / (left - j)
    return found


def chance(layout, there, share, alone, together):
    """How likely it is that what is left of the foundation goes, when a share of what was expected is still to come."""
    found, rest = 1.0, there
    while rest:
        one = rest & -rest
        rest ^= one
        place = only(one)
        windows, others = alone[place], there ^ one
        while others:
            other = others & -others
            others ^= other
            windows += together[place, only(other)]
        windows = share * windows + LEAST
        found *= windows / (windows + DUE[min(set_size(ABOVE[layout, place] & there), 2)])
    return found


compile_rules(globals())
