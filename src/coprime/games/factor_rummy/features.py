"""What a sensible player of Factor Rummy likes, and what a position is worth, for search."""

import numpy as np

from ...core.kernel import compile_rules
from ...decks.primepak.cards import KINDS
from .going import deadwood_of, deadwoods_of, going_of
from .rules import number_of, verb_of
from .state import Going, Phase, Verb

OUT, OUT_WITH_DEADWOOD = 1000.0, 4.0
PER_CARD = 0.02                         # what a card more or less left over is worth by the next rest


def prefer(s, seat, actions, n, weights):
    """How much `seat` likes each of its n listed actions, to weights; returns their sum."""
    total, now, less = 0.0, 0, np.empty(KINDS, np.int64)
    if s.phase == Phase.DRAWN:
        now = deadwoods_of(s.hand[seat], s.cards[seat], less)
    for i in range(n):
        weights[i] = liking(s, seat, actions[i], now, less)
        total += weights[i]
    return total


def liking(s, seat, action, now, less):
    """now, less: the deadwood of a hand that has drawn, and of that hand less a kind."""
    verb = verb_of(action)
    if verb == Verb.OUT:
        how = going_of(s.hand[seat], s.cards[seat], number_of(action) - 1)
        return OUT_WITH_DEADWOOD if how == Going.WITH_DEADWOOD else OUT
    if verb == Verb.TAKE:
        return 3.0 if with_top(s, seat) <= deadwood_of(s.hand[seat], s.cards[seat]) else 0.2
    if verb == Verb.DISCARD:
        return 8.0 if less[number_of(action)] < now else 0.2
    return 1.0


def with_top(s, seat):
    """The deadwood of a hand with the top discard."""
    hand = s.hand[seat].copy()
    hand[s.pile[s.height - 1]] += 1
    return deadwood_of(hand, s.cards[seat] + 1)


def evaluate(s, out):
    """What the results will be at the next rest: those so far, and something for the better hand."""
    total = 0
    for seat in range(s.seats):
        total += s.score[seat]
    left = 0
    if s.phase != Phase.DEAL and s.phase != Phase.OVER:
        for seat in range(s.seats):
            left += deadwood_of(s.hand[seat], s.cards[seat])
    for seat in range(s.seats):
        out[seat] = (s.score[seat] - (total - s.score[seat]) / (s.seats - 1)) / 100
        if left:
            mine = deadwood_of(s.hand[seat], s.cards[seat])
            out[seat] += PER_CARD * ((left - mine) / (s.seats - 1) - mine)


compile_rules(globals())
