"""What a sensible player of Factor Rummy likes, and what a position is worth, for search.

A round is a race: what counts is who is out first.  So a hand is worth the chance that the next card lets it go out,
more than its few cards left over.  An imagined hand is one just dealt, while the true one has been bettered by every
turn; so hands that are imagined count as such hands usually are by then.  Figures are in points, after 8,000 positions
of casual bots at level 3; WELCOME was counted in 37,000 at levels 3, 5 and 6; OUT_NOW, TO_MOVE and GIVEN are guesses.
"""

import numpy as np

from ...core.bits import has_member
from ...core.kernel import compile_rules
from ...decks.primepak.cards import KINDS, WILD
from .going_out import deadwood_of, deadwoods_of, going_of
from .rules import number_of, verb_of
from .state import Going, Phase, Verb
from .tables import FACTOR_RUMMY, PENALTY, PER_DEADWOOD, PRIME_FACTOR
from .waiting import waits

OUT, OUT_WITH_DEADWOOD = 1000.0, 4.0
OUT_NOW = 27.0                          # to be able to go out at once
NEAR = 40.0                             # a chance to be out with the next card; more, as such a hand stays a good one
PER_CARD = 1.7                          # a card left over
PER_WILD = 3.5                          # a wild in the hand
TO_MOVE = 1.5                           # to have the next turn
HOPELESS = 4                            # with more cards left over one is hardly ever out by one draw
# An imagined hand is as good as one just dealt; the true one has been bettered by every turn.  By turns begun:
BETTERED = np.array([1.0, 0.88, 0.70, 0.56, 0.46, 0.40, 0.36])         # cards left over, of those of an imagined hand
USUAL = np.array([0.04, 0.05, 0.08, 0.10, 0.10, 0.11, 0.11])           # chance to be out with the next card
# How often a hand waits for a kind, in the mean of its second to sixth turn; and by turns begun, as a share of that.
WELCOME = np.array([
    0.093, 0.067, 0.101, 0.064, 0.089, 0.04, 0.068, 0.066, 0.082, 0.016, 0.077, 0.01, 0.054,
    0.07, 0.044, 0.005, 0.061, 0.006, 0.069, 0.044, 0.028, 0.06, 0.044, 0.02, 0.035, 0.049,
    0.078, 0.021, 0.029, 0.018, 0.04, 0.063, 0.015, 0.024, 0.061, 0.06, 0.028, 0.053, 0.035,
    0.019, 0.052, 0.02, 0.024, 0.045, 0.024, 0.045, 0.016, 0.084, 0.042, 0.019, 0.02, 0.038,
    0.021, 0.05, 0.045, 0.051, 0.018, 0.017, 0.036, 0.032, 0.029, 0.067, 0.018, 0.031, 0.075,
    0.013, 0.016, 0.033, 0.028, 0.028, 0.066, 0.057, 0.045, 0.043, 0.067, 0.067, 0.066, 0.174])
MEAN = 0.05                             # of WELCOME
FINDS = np.array([0.29, 0.45, 0.78, 1.05, 1.26, 1.40, 1.46])
GIVEN = 30.0                            # what it costs to lay down what another waits for
# Points for going out with 1 or 2 cards left over against one other hand (FR-11).
WITH_LEFT = np.array([[0.0, 6.8, 3.8], [0.0, 6.8, 3.8], [0.0, 4.0, 0.4], [0.0, 1.5, -2.2], [0.0, -0.5, -4.2],
                      [0.0, -2.1, -5.5], [0.0, -3.6, -6.7]])


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
    """What the results will be at the next rest: those so far, and something for the better hand or for going out."""
    points, total = np.zeros(s.seats), 0.0
    for seat in range(s.seats):
        points[seat] = s.score[seat]
        if s.out == seat:
            points[seat] += gain_supposed(s) - s.gain
        elif s.phase == Phase.TURN or s.phase == Phase.DRAWN or s.phase == Phase.RESHUFFLE:
            points[seat] += worth(s, seat)
        total += points[seat]
    for seat in range(s.seats):
        out[seat] = (points[seat] - (total - points[seat]) / (s.seats - 1)) / 100


def supposed(s, seat):
    """Is this hand one that the searching seat has only imagined?  Then nobody has noted what it drew."""
    for kind in range(KINDS):
        if s.gained[seat, kind] < 0:
            return True
    return False


def begun(s):
    """How many turns the players have begun, as far as the tables go."""
    return min((s.turns + s.seats - 1 + (s.phase != Phase.TURN)) // s.seats, len(BETTERED) - 1)


def worth(s, seat):
    """What a hand is worth in points, while nobody is out."""
    drawn = s.turn == seat and s.phase == Phase.DRAWN
    left = deadwood_of(s.hand[seat], s.cards[seat]) - drawn
    points = PER_WILD * s.hand[seat, WILD] + (TO_MOVE if s.turn == seat else 0.0)
    if supposed(s, seat):
        when = begun(s)
        return points + NEAR * USUAL[when] + GIVEN * FINDS[when] * offered(s, seat) - PER_CARD * BETTERED[when] * left
    if left <= 0:
        return points + OUT_NOW
    return points - PER_CARD * left + (next_out(s, seat) if left <= HOPELESS and not drawn else 0.0)


def offered(s, seat):
    """How welcome others' discards are to a hand that is not seen: those it took, and the last it could have taken."""
    welcome = 0.0
    for kind in range(KINDS):
        welcome += s.known[seat, kind] * (WELCOME[kind] - MEAN)
    taken = s.phase == Phase.DRAWN and s.taken >= 0
    last = s.height - 1
    if s.turn != seat:
        last = s.height - 2 + taken if s.turn == (seat + 1) % s.seats else -1
    elif taken:
        last = -1
    return welcome + (WELCOME[s.pile[last]] - MEAN if last >= 0 else 0.0)


def next_out(s, seat):
    """What it is worth that the next card may let a seat go out with nothing left over; or the top discard will."""
    coming, awaited, chance = coming_of(s), np.zeros(KINDS, np.bool_), 0.0
    waits(s.hand[seat], s.cards[seat], awaited)
    if s.turn == seat and s.height > 0 and awaited[s.pile[s.height - 1]]:
        return OUT_NOW
    for kind in range(KINDS):
        if awaited[kind]:
            chance += coming[kind]
    return min(NEAR * chance, OUT_NOW)


def coming_of(s):
    """How likely the next card of the draw pile is each kind."""
    coming = np.zeros(KINDS)
    for i in range(s.left):
        if s.deck[i] >= 0:
            coming[s.deck[i]] += 1.0 / s.left
    return coming


def gain_supposed(s):
    """What going out has brought; where others' hands are imagined, against such hands as they usually have by now."""
    own, gain = s.deadwood[s.out], 0.0
    if s.going != Going.WITH_DEADWOOD:
        gain += PRIME_FACTOR if s.going == Going.PRIME_FACTOR else FACTOR_RUMMY
    for seat in range(s.seats):
        if seat == s.out:
            continue
        left = left_over(s, seat)
        if supposed(s, seat):
            gain += WITH_LEFT[begun(s), own] if own else PER_DEADWOOD * BETTERED[begun(s)] * left
        elif own and left <= own:
            gain -= PENALTY
        else:
            gain += PER_DEADWOOD * (left - own)
    return gain


def left_over(s, seat):
    """How many cards a seat will have left over: while it still lays off, if it does that well."""
    if not has_member(s.laying, seat):
        return s.deadwood[seat]
    cards = s.hand[seat].sum()
    return s.deadwood[seat] - cards + deadwood_of(s.hand[seat], cards)


compile_rules(globals())
