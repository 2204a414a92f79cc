"""Estimate the chance of winning a position before a card is turned, with a small network.

Inputs are every card of the foundation with the cards on it and its expected windows (`clearing_chance`), the top of
the stack, and the size of the draw pile.  `learning` trains the weights.
"""
# mypy: ignore-errors, implicit-reexport

import math

import numpy as np

from ....core.bits import set_size
from ....core.kernel import compile_rules
from ....decks.primepak.cards import NUMBERS
from ....search.value_network import evaluate_network
from ..actions import single_member
from ..clearing_chance import LEAST, WINDOWS_FOR_EVEN_ODDS
from ..tables import ABOVE, KINDS, NONE

TOPS = 4                # cards of the stack
FEW = 12                # kinds, from 2 on, whose unseen cards are counted
MAX_FOUNDATION = 21               # cards of a foundation
STEP = 4                # cards of the draw pile
LOWEST = -6.0           # logarithm of a chance

# Inputs: where each of them begins.
CARD = 0                                            # by kind, and by how many cards lie on it
HOPE = CARD + 3 * KINDS                             # the logarithm of a card's chance, by kind
TOP = HOPE + KINDS                                  # the stack's top cards, from the top, by kind
SIZE = TOP + TOPS * KINDS                           # how many cards the foundation has
LEFT = SIZE + MAX_FOUNDATION + 1                              # how many cards the draw pile has
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
WIDEST = 2 * MAX_FOUNDATION + TOPS + 2 + FEW + FIGURED


def gather_inputs(layout, card, there, stack, height, left, w):
    """Write the inputs that are not 0 to w.at (index) and w.much (value); return how many there are.

    Expected windows are in w.alone and w.together, the kinds to come in w.unseen.  w: see
    `search.NetPlayerWorkspace`.
    """
    at, much = w.at, w.much
    m = gather_foundation_inputs(layout, card, there, stack[height - 1] if height else NONE, left, w)
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


def gather_foundation_inputs(layout, card, there, top, left, w):
    """Write the inputs of the foundation's cards, and the figures to w.figures; return how many inputs."""
    figures, m, rest = w.figures, 0, there
    figures[:] = 0.0
    while rest:
        one = rest & -rest
        rest ^= one
        place = single_member(one)
        deep = min(set_size(ABOVE[layout, place] & there), 2)
        hope = log_clearing_chance(place, there ^ one, WINDOWS_FOR_EVEN_ODDS[deep], w)
        w.at[m], w.much[m] = CARD + deep * KINDS + card[place], 1.0
        w.at[m + 1], w.much[m + 1] = HOPE + card[place], hope
        m += 2
        figures[ALL] += hope
        figures[DEEP + deep] += hope
        if deep == 0:
            figures[FREE] += 0.25
            figures[SOON] += count_completing_cards(top, card[place], w) if top != NONE else 0
        if hope < figures[WORST]:
            figures[WORST], figures[SECOND] = hope, figures[WORST]
        elif hope < figures[SECOND]:
            figures[SECOND] = hope
    figures[SOON] /= max(left, 1)
    figures[WHOLE], figures[LONG] = 2 * math.exp(figures[ALL] / 2), left / 40
    return m


def log_clearing_chance(place, others, due, w):
    """Return the logarithm of the chance that a card is cleared: see `clearing_chance.clearing_chance`."""
    windows = w.alone[place] + LEAST
    while others:
        other = others & -others
        others ^= other
        windows += w.together[place, single_member(other)]
    return max(LOWEST, math.log(windows / (windows + due)))


def count_completing_cards(top, kind, w):
    """Return how many unseen cards make a set with the stack's top card and a card of a kind."""
    whole, part = PRODUCT[top, kind], QUOTIENT[top, kind]
    return (w.unseen[whole] if whole != NONE else 0) + (w.unseen[part] if part != NONE else 0)


def evaluate_net(m, w):
    """Return the log odds of winning for m inputs; leaves the units' values in net.units."""
    net = w.net
    return evaluate_network(w.at, w.much, m, net.inner, net.outer, net.direct, 0, net.units)


compile_rules(globals())
