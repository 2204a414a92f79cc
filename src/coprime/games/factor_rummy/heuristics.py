"""Give action priors and a position's value in Factor Rummy, for the search.

A round is a race: what counts is who is out first.  So a hand is worth the chance that the next card lets it go out,
more than its few cards left over.  An imagined hand is one just dealt, while the true one has been bettered by every
turn; so hands that are imagined count as such hands usually are by then.  Figures are in points, fitted to 8,000
positions of casual bots at level 3; WAITING_CHANCES was counted in 37,000 at levels 3, 5 and 6; OUT_NOW_POINTS,
NEXT_TURN_POINTS and GIVEN_CARD_COST are guesses.
"""
# mypy: ignore-errors, implicit-reexport

import numpy as np

from ...core.arrays import add_up
from ...core.bits import has_member
from ...core.kernel import compile_rules
from ...decks.primepak.cards import KINDS, WILD
from .deck_data import DEADWOOD_PENALTY, FACTOR_RUMMY_BONUS, POINTS_PER_DEADWOOD, PRIME_FACTOR_BONUS
from .going_out import count_deadwood, count_deadwood_by_discard, find_going
from .going_out_cards import mark_awaited_kinds
from .rules import number_of, verb_of
from .state import Going, Phase, Verb

OUT_PREFERENCE, DEADWOOD_OUT_PREFERENCE = 1000.0, 4.0
OUT_NOW_POINTS = 27.0                          # to be able to go out at once
# A chance to be out with the next card; more, as such a hand stays a good one.
NEXT_CARD_POINTS = 40.0
DEADWOOD_COST = 1.7                          # a card left over
WILD_POINTS = 3.5                          # a wild in the hand
NEXT_TURN_POINTS = 1.5                           # to have the next turn
HOPELESS_DEADWOOD = 4                            # with more cards left over one is hardly ever out by one draw
# An imagined hand is as good as one just dealt; the true one has been bettered by every turn.  By turns begun:
DEADWOOD_SHARES = np.array([1.0, 0.88, 0.70, 0.56, 0.46, 0.40,
                            0.36])         # cards left over, of those of an imagined hand
USUAL_OUT_CHANCES = np.array([0.04, 0.05, 0.08, 0.10, 0.10, 0.11, 0.11])           # chance to be out with the next card
# How often a hand waits for a kind, in the mean of its second to sixth turn; and by turns begun, as a share of that.
WAITING_CHANCES = np.array([
    0.093, 0.067, 0.101, 0.064, 0.089, 0.04, 0.068, 0.066, 0.082, 0.016, 0.077, 0.01, 0.054,
    0.07, 0.044, 0.005, 0.061, 0.006, 0.069, 0.044, 0.028, 0.06, 0.044, 0.02, 0.035, 0.049,
    0.078, 0.021, 0.029, 0.018, 0.04, 0.063, 0.015, 0.024, 0.061, 0.06, 0.028, 0.053, 0.035,
    0.019, 0.052, 0.02, 0.024, 0.045, 0.024, 0.045, 0.016, 0.084, 0.042, 0.019, 0.02, 0.038,
    0.021, 0.05, 0.045, 0.051, 0.018, 0.017, 0.036, 0.032, 0.029, 0.067, 0.018, 0.031, 0.075,
    0.013, 0.016, 0.033, 0.028, 0.028, 0.066, 0.057, 0.045, 0.043, 0.067, 0.067, 0.066, 0.174])
MEAN_WAITING_CHANCE = 0.05                             # of WAITING_CHANCES
WAITING_FACTORS = np.array([0.29, 0.45, 0.78, 1.05, 1.26, 1.40, 1.46])
GIVEN_CARD_COST = 30.0                            # what it costs to lay down what another waits for
# Points for going out with 1 or 2 cards left over against one other hand (FR-11).
DEADWOOD_OUT_POINTS = np.array([[0.0, 6.8, 3.8], [0.0, 6.8, 3.8], [0.0, 4.0, 0.4], [0.0, 1.5, -2.2], [0.0, -0.5, -4.2],
                                [0.0, -2.1, -5.5], [0.0, -3.6, -6.7]])


def prefer(s, seat, actions, n, weights):
    """How much `seat` likes each of its n listed actions, to weights; returns their sum."""
    total, now, less = 0.0, 0, np.empty(KINDS, np.int64)
    if s.phase == Phase.DRAWN:
        now = count_deadwood_by_discard(s.hand[seat], s.cards[seat], less)
    for i in range(n):
        weights[i] = action_preference(s, seat, actions[i], now, less)
        total += weights[i]
    return total


def action_preference(s, seat, action, deadwood_now, deadwood_by_discard):
    """Return the preference for an action.

    deadwood_now         of the hand after a draw
    deadwood_by_discard  of that hand less each kind
    """
    verb = verb_of(action)
    if verb == Verb.OUT:
        how = find_going(s.hand[seat], s.cards[seat], number_of(action) - 1)
        return DEADWOOD_OUT_PREFERENCE if how == Going.WITH_DEADWOOD else OUT_PREFERENCE
    if verb == Verb.TAKE:
        return 3.0 if deadwood_with_top(s, seat) <= count_deadwood(s.hand[seat], s.cards[seat]) else 0.2
    if verb == Verb.DISCARD:
        return 8.0 if deadwood_by_discard[number_of(action)] < deadwood_now else 0.2
    return 1.0


def deadwood_with_top(s, seat):
    """Return the deadwood of a hand with the top discard."""
    hand = s.hand[seat].copy()
    hand[s.pile[s.height - 1]] += 1
    return count_deadwood(hand, s.cards[seat] + 1)


def evaluate(s, out):
    """Write what each seat's `returns` will be at the next rest: those so far, and the value of the hands."""
    points, total = np.zeros(s.seats), 0.0
    for seat in range(s.seats):
        points[seat] = s.score[seat]
        if s.out == seat:
            points[seat] += expected_gain(s) - s.gain
        elif s.phase == Phase.TURN or s.phase == Phase.DRAWN or s.phase == Phase.RESHUFFLE:
            points[seat] += hand_value(s, seat)
        total += points[seat]
    for seat in range(s.seats):
        out[seat] = (points[seat] - (total - points[seat]) / (s.seats - 1)) / 100


def is_imagined(s, seat):
    """Tell whether a hand is only imagined: then nobody has noted what it drew."""
    for kind in range(KINDS):
        if s.gained[seat, kind] < 0:
            return True
    return False


def turns_begun(s):
    """Return how many turns the players have begun, at most what the tables hold."""
    return min((s.turns + s.seats - 1 + (s.phase != Phase.TURN)) // s.seats, len(DEADWOOD_SHARES) - 1)


def hand_value(s, seat):
    """Return the value of a hand in points, while nobody is out."""
    drawn = s.turn == seat and s.phase == Phase.DRAWN
    left = count_deadwood(s.hand[seat], s.cards[seat]) - drawn
    points = WILD_POINTS * s.hand[seat, WILD] + (NEXT_TURN_POINTS if s.turn == seat else 0.0)
    if is_imagined(s, seat):
        when = turns_begun(s)
        points = points + NEXT_CARD_POINTS * USUAL_OUT_CHANCES[when]
        points = points + GIVEN_CARD_COST * WAITING_FACTORS[when] * discard_fit_value(s, seat)
        return points - DEADWOOD_COST * DEADWOOD_SHARES[when] * left
    if left <= 0:
        return points + OUT_NOW_POINTS
    return points - DEADWOOD_COST * left + (next_card_value(s, seat) if left <= HOPELESS_DEADWOOD and not drawn
                                            else 0.0)


def discard_fit_value(s, seat):
    """Return how welcome to an imagined hand the discards are that it took, and the last one offered."""
    welcome = 0.0
    for kind in range(KINDS):
        welcome += s.known[seat, kind] * (WAITING_CHANCES[kind] - MEAN_WAITING_CHANCE)
    taken = s.phase == Phase.DRAWN and s.taken >= 0
    last = s.height - 1
    if s.turn != seat:
        last = s.height - 2 + taken if s.turn == (seat + 1) % s.seats else -1
    elif taken:
        last = -1
    return welcome + (WAITING_CHANCES[s.pile[last]] - MEAN_WAITING_CHANCE if last >= 0 else 0.0)


def next_card_value(s, seat):
    """Return the value, in points, of the chance to go out with the next card or the top discard."""
    coming, awaited, chance = next_card_chances(s), np.zeros(KINDS, np.bool_), 0.0
    mark_awaited_kinds(s.hand[seat], s.cards[seat], awaited)
    if s.turn == seat and s.height > 0 and awaited[s.pile[s.height - 1]]:
        return OUT_NOW_POINTS
    for kind in range(KINDS):
        if awaited[kind]:
            chance += coming[kind]
    return min(NEXT_CARD_POINTS * chance, OUT_NOW_POINTS)


def next_card_chances(s):
    """Return, by kind, the chance of being the next card of the draw pile."""
    coming = np.zeros(KINDS)
    for i in range(s.left):
        if s.deck[i] >= 0:
            coming[s.deck[i]] += 1.0 / s.left
    return coming


def expected_gain(s):
    """Return the points of going out; imagined hands count as they usually are by now."""
    own, gain = s.deadwood[s.out], 0.0
    if s.going != Going.WITH_DEADWOOD:
        gain += PRIME_FACTOR_BONUS if s.going == Going.PRIME_FACTOR else FACTOR_RUMMY_BONUS
    for seat in range(s.seats):
        if seat == s.out:
            continue
        left = expected_deadwood(s, seat)
        if is_imagined(s, seat):
            gain += DEADWOOD_OUT_POINTS[turns_begun(s),
                                        own] if own else POINTS_PER_DEADWOOD * DEADWOOD_SHARES[turns_begun(s)] * left
        elif own and left <= own:
            gain -= DEADWOOD_PENALTY
        else:
            gain += POINTS_PER_DEADWOOD * (left - own)
    return gain


def expected_deadwood(s, seat):
    """Return how many cards a seat will have left over if it lays off as well as it can."""
    if not has_member(s.laying, seat):
        return s.deadwood[seat]
    cards = add_up(s.hand[seat])
    return s.deadwood[seat] - cards + count_deadwood(s.hand[seat], cards)


compile_rules(globals())
