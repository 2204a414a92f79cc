"""What a known draw pile holds for the cards of a foundation: the harder a card will be to place, the dearer it is.

A window is some cards of the pile that lie on the stack one upon the other just after the last of them was turned.
Counted is with how many windows a card of the foundation goes, by itself or with one other.
"""

import numpy as np

from ...core.bits import has_member
from ...core.kernel import compile_rules
from ...decks.primepak.cards import VALUE
from .hardness import HARD
from .tables import MOST_PRODUCT, MOST_RUN, PLACES

ALONE, TOGETHER = 1.0, 0.2      # what a window counts for the one card that goes with it, and for each of two
PRICE = 4                       # of any card; and so much for one hard by itself, and for one with no window left
HARDNESS, SCARCITY = 16, 16


def prices(card, there, pile, left, patience, priced):
    """Write the price of every card of the foundation after so many turned cards to priced[turned, place].

    patience  how little a further window helps
    """
    places = [place for place in range(PLACES) if has_member(there, place)]
    seen = np.zeros(PLACES)
    for turned in range(left, -1, -1):
        for place in places:
            scarce = np.exp(-seen[place] / patience)
            priced[turned, place] = int(PRICE + HARDNESS * HARD[card[place]] + SCARCITY * scarce)
        if turned:
            look(card, places, pile, left - turned, left, seen)


def look(card, places, pile, top, left, seen):
    """Count the windows whose last card is at `top` of the pile."""
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
    """The window multiplies to an answer, or to a part of one that another card completes."""
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
    """The window has the answer, and `missing` is what its other cards lack."""
    for a in places:
        value = VALUE[card[a]]
        if value == missing and run > 1:
            seen[a] += ALONE
        elif value < missing and missing % value == 0:
            for b in places:
                if a < b and value * VALUE[card[b]] == missing:
                    seen[a] += TOGETHER
                    seen[b] += TOGETHER


def dearest(priced, there, watched):
    """Write the places of the dearest cards to `watched`, and return how many they are."""
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
