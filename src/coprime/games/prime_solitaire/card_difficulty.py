"""Price the cards of a foundation for a known draw pile: hard to place is dear.

A window is some cards of the pile that lie on the stack one upon the other just after the last of them was
turned.  Prices depend on how many windows a card goes with, by itself or with one other card.
"""
# mypy: ignore-errors, implicit-reexport

import numpy as np

from ...core.bits import has_member
from ...core.kernel import compile_rules
from ...decks.primepak.cards import VALUE
from .placement_hardness import PLACEMENT_HARDNESS
from .tables import MOST_PRODUCT, MOST_RUN, PLACES

ALONE, TOGETHER = 1.0, 0.2      # what a window counts for the one card that goes with it, and for each of two
PRICE = 4                       # of any card; and so much for one hard by itself, and for one with no window left
HARDNESS, SCARCITY = 16, 16


def compute_prices(card, there, pile, left, patience, priced):
    """Write the price of every card of the foundation to priced[turned, place].

    patience  how little a further window helps
    """
    places = [place for place in range(PLACES) if has_member(there, place)]
    seen = np.zeros(PLACES)
    for turned in range(left, -1, -1):
        for place in places:
            scarce = np.exp(-seen[place] / patience)
            priced[turned, place] = int(PRICE + HARDNESS * PLACEMENT_HARDNESS[card[place]] + SCARCITY * scarce)
        if turned:
            count_windows(card, places, pile, left - turned, left, seen)


def count_windows(card, places, pile, top, left, seen):
    """Count the windows whose last card is at `top` of the pile, for each card that they help."""
    product, largest = 1, 0
    for run in range(1, min(MOST_RUN, left - top) + 1):
        value = VALUE[pile[top + run - 1]]
        product *= value
        largest = max(largest, value)
        if product > MOST_PRODUCT:
            return
        count_answers(card, places, product, run, seen)
        others = product // largest
        if others < largest and largest % others == 0:
            count_multipliers(card, places, largest // others, run, seen)


def count_answers(card, places, product, run, seen):
    """Count a window whose product is an answer, or a part of one that another card completes."""
    for a in places:
        value = VALUE[card[a]]
        if value == product and run > 1:
            seen[a] += ALONE
        elif value > product and value % product == 0:
            for b in places:
                if VALUE[card[b]] == value // product:
                    seen[a] += TOGETHER
                    seen[b] += TOGETHER


def count_multipliers(card, places, missing, run, seen):
    """Count a window that contains the answer; `missing` is the product that its other cards lack."""
    for a in places:
        value = VALUE[card[a]]
        if value == missing and run > 1:
            seen[a] += ALONE
        elif value < missing and missing % value == 0:
            for b in places:
                if a < b and value * VALUE[card[b]] == missing:
                    seen[a] += TOGETHER
                    seen[b] += TOGETHER


def select_dearest_places(priced, there, watched):
    """Write the places of the cards with the highest prices to `watched`; return how many."""
    n = 0
    for place in range(PLACES):
        if has_member(there, place):
            at = min(n, len(watched) - 1)
            if n == len(watched) and priced[watched[at]] >= priced[place]:
                continue
            n = min(n + 1, len(watched))
            while at > 0 and priced[watched[at - 1]] < priced[place]:
                watched[at] = watched[at - 1]
                at -= 1
            watched[at] = place
    return n


compile_rules(globals())
