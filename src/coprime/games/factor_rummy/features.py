"""What a sensible player of Factor Rummy likes, and what a position is worth, for search."""

import numpy as np

from ...core.kernel import compile_rules
from ...decks.primepak.cards import KIND, KINDS, VALUE, WILD
from .going import deadwood_of, deadwoods_of, going_of
from .rules import number_of, verb_of
from .state import Going, Phase, Verb

OUT, OUT_WITH_DEADWOOD = 1000.0, 4.0
PER_CARD = 0.02                         # what a card more or less left over is worth by the next rest
PER_HOPE = 0.02                         # what it is worth if the next card drawn makes a set with two of a hand

# With which kinds two others make a set: their product, and either divided by the other; NONE for none.
NONE = KINDS
THIRD = np.full((KINDS, KINDS, 2), NONE, np.int64)
for _a in range(WILD):
    for _b in range(_a, WILD):
        _x, _y = int(VALUE[_a]), int(VALUE[_b])
        _wanted = {_x * _y} | ({_y // _x} if _y % _x == 0 else {_x // _y} if _x % _y == 0 else set())
        _kinds = [KIND[value] for value in _wanted if value in KIND]
        THIRD[_a, _b, :len(_kinds)] = THIRD[_b, _a, :len(_kinds)] = _kinds


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
    playing = s.phase != Phase.DEAL and s.phase != Phase.OVER
    coming, worth, together = coming_of(s), np.zeros(s.seats), 0.0
    for seat in range(s.seats):
        if playing:
            left = deadwood_of(s.hand[seat], s.cards[seat])
            worth[seat] = PER_HOPE * hope_of(s.hand[seat], coming) - PER_CARD * left
            together += worth[seat]
    for seat in range(s.seats):
        out[seat] = (s.score[seat] - (total - s.score[seat]) / (s.seats - 1)) / 100
        out[seat] += worth[seat] - (together - worth[seat]) / (s.seats - 1)


def coming_of(s):
    """How likely the next card of the draw pile is each kind; nothing for NONE."""
    coming = np.zeros(KINDS + 1)
    for i in range(s.left):
        if s.deck[i] >= 0:
            coming[s.deck[i]] += 1.0 / s.left
    return coming


def hope_of(hand, coming):
    """How many sets of two cards of a hand and the next one there are on an average."""
    hope = 0.0
    for a in range(WILD):
        if hand[a] == 0:
            continue
        for b in range(a, WILD):
            if hand[b] > (a == b):
                hope += coming[THIRD[a, b, 0]] + coming[THIRD[a, b, 1]]
    return hope


compile_rules(globals())
