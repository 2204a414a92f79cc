"""Estimate how likely a foundation is cleared when the cards to come are known but not their order.

A window is some cards that are turned one right after the other.  The unseen cards determine the expected
number of windows with which a card of the foundation makes a set, by itself or with one other card.  A card
with w expected windows is cleared with odds of w to a constant that is larger when cards lie on it; the cards
are treated as independent.
"""
# mypy: ignore-errors, implicit-reexport

from collections import Counter
from math import factorial

import numpy as np

from ...core.bits import set_size
from ...core.kernel import compile_rules
from ...decks.primepak.factor_set_catalogue import SETS, SIZE, WILDS
from .actions import single_member
from .tables import ABOVE, KINDS, NONE, PLACES

WIDEST = 3                              # cards in a window
WINDOWS_FOR_EVEN_ODDS = np.array([0.7, 1.5, 1.8])         # by how many cards lie on a card, two standing for more
SHARED = 0.7                            # what a window counts for each of two cards that need it together
LEAST = 1e-6                            # windows: nothing is wholly impossible


def _enumerate_windows():
    """Yield each set as one or two cards of the foundation and a window: (kind, kind or NONE, window)."""
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


_FOUND = list(_enumerate_windows())
FIRST_KIND = np.array([one for one, _, _ in _FOUND], np.int64)
SECOND_KIND = np.array([other for _, other, _ in _FOUND], np.int64)           # NONE where a card goes by itself
LENGTH = np.array([len(window) for _, _, window in _FOUND], np.int64)
WINDOW = np.zeros((len(_FOUND), WIDEST), np.int64)
ORDERS = np.array([factorial(len(window)) for _, _, window in _FOUND], np.float64)     # in which its cards may come
for _i, (_, _, _window) in enumerate(_FOUND):
    WINDOW[_i, :len(_window)] = _window
    for _count in Counter(_window).values():
        ORDERS[_i] /= factorial(_count)


def estimate_windows(card, there, unseen, left, alone, together):
    """Write the expected number of windows by place: `alone` for each card, `together` for each two cards."""
    by_kind, paired, present = np.zeros(KINDS), np.zeros((KINDS, KINDS)), np.zeros(KINDS, np.int64)
    for place in range(PLACES):
        if there >> place & 1:
            present[card[place]] += 1
    for i in range(len(FIRST_KIND)):
        one, other = FIRST_KIND[i], SECOND_KIND[i]
        if present[one] == 0 or (other != NONE and present[other] == 0):
            continue
        if other == NONE:
            by_kind[one] += expected_window_count(i, unseen, left)
        else:
            paired[one, other] += expected_window_count(i, unseen, left)
            paired[other, one] = paired[one, other]
    for place in range(PLACES):
        if there >> place & 1:
            alone[place] = by_kind[card[place]]
            for second in range(PLACES):
                if there >> second & 1:
                    together[place, second] = SHARED * paired[card[place], card[second]]


def expected_window_count(i, unseen, left):
    """Return the expected number of times that window i comes, over all orders of the unseen cards."""
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


def clearing_chance(layout, there, share, alone, together):
    """Return the chance that the foundation `there` is cleared.

    share  how much of the expected windows is still to come
    """
    found, rest = 1.0, there
    while rest:
        one = rest & -rest
        rest ^= one
        place = single_member(one)
        windows, others = alone[place], there ^ one
        while others:
            other = others & -others
            others ^= other
            windows += together[place, single_member(other)]
        windows = share * windows + LEAST
        found *= windows / (windows + WINDOWS_FOR_EVEN_ODDS[min(set_size(ABOVE[layout, place] & there), 2)])
    return found


compile_rules(globals())
