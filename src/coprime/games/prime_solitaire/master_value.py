"""How likely the draw pile is won from a position before a card is turned, by a small network of what may be seen.

It looks at every card of the foundation with what lies on it and with the windows of `chances` that are still to be
expected, at the top of the stack, and at how much is to come.  What it has learnt (`master_learning`) comes as arrays.
"""

import math

import numpy as np

from ...core.bits import set_size
from ...core.kernel import compile_rules
from ...decks.primepak.cards import NUMBERS
from .actions import only
from .chances import DUE, LEAST
from .tables import ABOVE, KINDS, NONE

HIDDEN = 32             # units
TOPS = 4                # cards of the stack
FEW = 12                # kinds, from 2 on, whose unseen cards are counted
MANY = 21               # cards of a foundation
STEP = 4                # cards of the draw pile
LOWEST = -6.0           # logarithm of a chance

# Inputs: where each of them begins.
CARD = 0                                            # by kind, and by how many cards lie on it
HOPE = CARD + 3 * KINDS                             # the logarithm of a card's chance, by kind
TOP = HOPE + KINDS                                  # the stack's top cards, from the top, by kind
SIZE = TOP + TOPS * KINDS                           # how many cards the foundation has
LEFT = SIZE + MANY + 1                              # how many cards the draw pile has
UNSEEN = LEFT + 152 // STEP                         # how many of a kind it has
FIGURES = UNSEEN + FEW
# Figures: the logarithms of all cards' chances, and of those with no, one and more cards on them; the two lowest; how
# likely the next card makes a set with the top one and one that lies open; how many do; all chances together; the pile.
ALL, DEEP, WORST, SECOND, SOON, FREE, WHOLE, LONG = 0, 1, 4, 5, 6, 7, 8, 9
FIGURED = 10
INPUTS = FIGURES + FIGURED
_KIND = {number: kind for kind, number in enumerate(NUMBERS)}
# By two kinds, those that make a set with them: their product, and the quotient; NONE where there is none.
PRODUCT = np.array([[_KIND.get(a * b, NONE) for b in NUMBERS] for a in NUMBERS], np.int64)
QUOTIENT = np.array([[_KIND.get(max(a, b) // min(a, b), NONE) if max(a, b) % min(a, b) == 0 else NONE for b in NUMBERS]
                     for a in NUMBERS], np.int64)
WIDEST = 2 * MANY + TOPS + 2 + FEW + FIGURED


def gather(layout, card, there, stack, height, left, w):
    """The inputs that are not 0, to w.at and w.much; returns how many there are.  w: see `master_player.Work`.

    Expected windows are in w.alone and w.together, the kinds to come in w.unseen.
    """
    at, much = w.at, w.much
    m = gather_foundation(layout, card, there, stack[height - 1] if height else NONE, left, w)
    for i in range(min(TOPS, height)):
        at[m], much[m] = TOP + i * KINDS + stack[height - 1 - i], 1.0
        m += 1
    at[m], much[m] = SIZE + set_size(there), 1.0
    at[m + 1], much[m + 1] = LEFT + left // STEP, 1.0
    m += 2
    for kind in range(FEW):
        if w.unseen[kind]:
            at[m], much[m] = UNSEEN + kind, 8.0 * w.unseen[kind] / (left + 8)
            m += 1
    for i in range(FIGURED):
        at[m + i], much[m + i] = FIGURES + i, w.figures[i]
    return m + FIGURED


def gather_foundation(layout, card, there, top, left, w):
    """The inputs of the foundation's cards, and the figures to w.figures."""
    figures, m, rest = w.figures, 0, there
    figures[:] = 0.0
    while rest:
        one = rest & -rest
        rest ^= one
        place = only(one)
        deep = min(set_size(ABOVE[layout, place] & there), 2)
        hope = hope_of(place, there ^ one, DUE[deep], w)
        w.at[m], w.much[m] = CARD + deep * KINDS + card[place], 1.0
        w.at[m + 1], w.much[m + 1] = HOPE + card[place], hope
        m += 2
        figures[ALL] += hope
        figures[DEEP + deep] += hope
        if deep == 0:
            figures[FREE] += 0.25
            figures[SOON] += completing(top, card[place], w) if top != NONE else 0
        if hope < figures[WORST]:
            figures[WORST], figures[SECOND] = hope, figures[WORST]
        elif hope < figures[SECOND]:
            figures[SECOND] = hope
    figures[SOON] /= max(left, 1)
    figures[WHOLE], figures[LONG] = 2 * math.exp(figures[ALL] / 2), left / 40
    return m


def hope_of(place, others, due, w):
    """The logarithm of the chance that a card goes: see `chances.chance`."""
    windows = w.alone[place] + LEAST
    while others:
        other = others & -others
        others ^= other
        windows += w.together[place, only(other)]
    return max(LOWEST, math.log(windows / (windows + due)))


def completing(top, kind, w):
    """How many unseen cards make a set with the stack's top card and one of a kind."""
    whole, part = PRODUCT[top, kind], QUOTIENT[top, kind]
    return (w.unseen[whole] if whole != NONE else 0) + (w.unseen[part] if part != NONE else 0)


def say(m, w):
    """The logarithm of the odds, after `gather`; leaves the units' values in net.units."""
    net, at, much = w.net, w.at, w.much
    units, result = net.units, 0.0
    for h in range(HIDDEN):
        units[h] = 0.0
    for i in range(m):
        row, x = net.inner[at[i]], much[i]
        result += net.direct[at[i]] * x
        for h in range(HIDDEN):
            units[h] += row[h] * x
    for h in range(HIDDEN):
        if units[h] > 0:
            result += units[h] * net.outer[h]
    return result


compile_rules(globals())
