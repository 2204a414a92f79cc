"""Action priors of Prime Canasta for the search: what a sensible player likes.

Nothing is said of what a position is worth: a large hand takes the pile again and again, and what that brings shows
only in playing on.  So the search plays to the end of the round, and this is how everybody plays there: cards are
kept for canastas, and laid in other sets only when the round is to end.
"""
# mypy: ignore-errors, implicit-reexport

import math

import numpy as np

from ...core.arrays import add_up
from ...core.kernel import compile_rules
from ...core.seats import UNKNOWN
from ...decks.primepak.cards import KINDS, WILD
from .actions import kind_of, operand_of, verb_of
from .card_ratings import EASE, VALUE, score_kinds
from .discard_pile import top_of
from .going_out import can_go_out
from .hands import add_set, contains_set, counts_to_bit_words
from .laying import is_at_level
from .sides import STRICT, canastas_needed, laydown_minimum, side_of
from .state import Phase, Verb
from .tables import (
    ALL,
    CANASTA,
    COUNT,
    FIRST_PAIR,
    MOST_WILDS,
    PAIRS,
    POINTS,
    SET_POINTS,
    SMALLEST_CANASTA,
    WILD_CARDS,
)

BEST, FAIR, POOR = 100.0, 3.0, 0.3      # how much what is to be done is liked, and what is not
SURE = 1e6                  # worth of what goes before all else
HEAVY = 150                 # points in hand with which one says no to a partner
CLOSE = 4                   # cards with which somebody may soon go out
SMALL = 6                   # cards with which one empties one's own hand
LAST = 12                   # cards of both piles with which the round is about to end
PER_GROWTH = 30             # what a set that can still grow is worth beside its points
PER_CARD = 20               # and each card that it takes from the hand, when that is to become empty
PER_WILD = 100              # what a wild in it costs
PER_KEPT = 50               # what a card costs that takes the pile in a small set
GROWTH = 200                # what a growth must add to be worth its cards
EASY = 5.0                  # what speaks against a discard that others use easily, with a pile of one card
ALIKE = 5.0                 # how much more a card must do to be discarded a third as often


def prefer(s, seat, actions, n, weights):
    """How much `seat` likes each of its n listed actions, to weights; returns their sum."""
    for i in range(n):
        weights[i] = POOR
    if s.phase == Phase.ANSWER:
        prefer_answers(s, seat, actions, n, weights)
    elif s.phase == Phase.CHOOSE:
        prefer_choices(s, seat, actions, n, weights)
    elif s.staged:
        prefer_staged(actions, n, weights)
    elif s.phase == Phase.DRAW:
        prefer_draws(s, seat, actions, n, weights)
    else:
        prefer_turn(s, seat, actions, n, weights)
    total = 0.0
    for i in range(n):
        total += weights[i]
    return total


def prefer_answers(s, seat, actions, n, weights):
    """Prefer YES where the own hand costs little or others may go out soon, else NO."""
    points = 0
    for kind in range(KINDS):
        points += POINTS[kind] * s.hand[seat, kind]
    yes = points <= HEAVY or is_end_near(s, seat)
    for i in range(n):
        weights[i] = BEST if (actions[i] == Verb.YES) == yes else FAIR


def is_end_near(s, seat):
    """Tell whether somebody of another side may go out soon."""
    for other in range(s.seats):
        side = side_of(s, other)
        if (side != side_of(s, seat) and s.cards[other] <= CLOSE
                and s.canastas[side] >= canastas_needed(s, s.score[side]) - 1):
            return True
    return False


# The pile.

def prefer_draws(s, seat, actions, n, weights):
    """Take the pile where one can, with a canasta or else few cards, for much; else draw."""
    best, most, made = 0, 0.0, s.made[side_of(s, seat)]
    for i in range(n):
        if actions[i] != Verb.DRAW and (made or can_begin_laydown(s, seat, operand_of(actions[i]))):
            worth = SURE + value_added(actions[i]) - PER_KEPT * cards_tied_by_take(actions[i])
            if worth > most:
                best, most = i, worth
    weights[0] = FAIR
    weights[best] = BEST


def value_added(action):
    """Return the points and bonus that a set or a growth adds."""
    verb, what = verb_of(action), operand_of(action)
    if verb == Verb.LAY or verb == Verb.TAKE:
        return VALUE[what]
    return VALUE[PAIRS[what, 1]] - VALUE[PAIRS[what, 0]]


def cards_tied_by_take(action):
    """Return how many cards a set that is no canasta ties up when it takes the pile."""
    return COUNT[operand_of(action)] if verb_of(action) == Verb.TAKE and not CANASTA[operand_of(action)] else 0


def prefer_choices(s, seat, actions, n, weights):
    """All cards of the pile; when somebody may soon go out wilds, and others as far as two must be taken."""
    best = 0
    if is_end_near(s, seat):
        best = n - 1
        for i in range(n):
            if actions[i] != Verb.DONE and kind_of(actions[i]) == WILD:
                best = i
    weights[best] = BEST


# The initial laydown.

def can_begin_laydown(s, seat, row):
    """Tell whether taking the top card with a set leads to an initial laydown."""
    counts = s.hand[seat].copy()
    counts[top_of(s)] += 1
    add_set(counts, row, -1)
    need = laydown_minimum(s, s.score[side_of(s, seat)])
    return reach_minimum(s, counts, SET_POINTS[row] - POINTS[top_of(s)], need, 0)


def reach_minimum(s, counts, points, need, keep):
    """Tell whether sets of some cards, the dearest first, reach `need` points while `keep` cards stay.

    The cards of the sets are removed from `counts`.
    """
    while points < need:
        row = find_dearest_set(s, counts, add_up(counts) - keep)
        if row == UNKNOWN:
            return False
        points += SET_POINTS[row]
        add_set(counts, row, -1)
    return True


def find_dearest_set(s, counts, most):
    """Return the set of at most so many cards with most points; UNKNOWN when there is none."""
    low, high = counts_to_bit_words(counts)
    best, points = UNKNOWN, 0
    for row in range(ALL):
        if SET_POINTS[row] > points and COUNT[row] <= most and contains_set(low, high, row) and is_at_level(s, row):
            best, points = row, SET_POINTS[row]
    return best


def prefer_staged(actions, n, weights):
    """Put down what is enough, else add what counts most, else take it back."""
    best, most = 0, -1.0
    for i in range(n):
        verb = verb_of(actions[i])
        worth = SURE if verb == Verb.DOWN else SET_POINTS[operand_of(actions[i])] if verb == Verb.LAY else 0.0
        if worth > most:
            best, most = i, worth
    weights[best] = BEST


# Laying and discarding.

def prefer_turn(s, seat, actions, n, weights):
    """Lay what is worth it; else discard."""
    side = side_of(s, seat)
    ending = s.left + s.piled < LAST or is_end_near(s, seat) \
        or (s.canastas[side] >= canastas_needed(s, s.score[side]) and s.cards[seat] <= SMALL)
    begun = s.made[side] == 1 or reach_minimum(s, s.hand[seat].copy(), 0, laydown_minimum(s, s.score[side]), 2)
    best, most = UNKNOWN, 0.0
    for i in range(n):
        worth = action_preference(s, seat, actions[i], ending, begun)
        if worth > most:
            best, most = i, worth
    if best != UNKNOWN:
        weights[best] = BEST
    else:
        prefer_discards(s, seat, actions, n, weights)


def action_preference(s, seat, action, ending, begun):
    """Return how much laying or going out is preferred; 0 for an action that is better left.

    ending  the hand should become empty
    begun   there is an initial laydown, or enough for one
    """
    verb, what = verb_of(action), operand_of(action)
    if verb == Verb.OUT or (verb == Verb.ASK and (s.referee != STRICT or can_go_out(s, seat))):
        return SURE
    if verb == Verb.EXTEND:
        return GROWTH + value_added(action) if ending or value_added(action) >= GROWTH else 0.0
    if verb != Verb.LAY or not begun:
        return 0.0
    if s.made[side_of(s, seat)] == 0:
        return SET_POINTS[what]
    if not ending and not CANASTA[what]:
        return 0.0
    grows = FIRST_PAIR[what] < FIRST_PAIR[what + 1] and COUNT[what] < SMALLEST_CANASTA
    emptied = PER_CARD * COUNT[what] if ending else 0
    return VALUE[what] + PER_GROWTH * grows + emptied + PER_WILD * (MOST_WILDS - WILD_CARDS[what])


def prefer_discards(s, seat, actions, n, weights):
    """The less a card does here and for others, the rather it goes."""
    does = np.empty(KINDS)
    score_kinds(s, seat, does)
    does[WILD] = SURE
    least = 2 * SURE
    for i in range(n):
        if verb_of(actions[i]) == Verb.DISCARD:
            kind = operand_of(actions[i])
            does[kind] = does[kind] / s.hand[seat, kind] + EASY * EASE[kind] * math.sqrt(s.piled)
            least = min(least, does[kind])
    for i in range(n):
        if verb_of(actions[i]) == Verb.DISCARD:
            weights[i] += BEST * math.exp((least - does[operand_of(actions[i])]) / ALIKE)


compile_rules(globals())
