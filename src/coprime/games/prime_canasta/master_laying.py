"""What the master of Prime Canasta lays: of some plans the one after which, by its network, the round is worth most;
compiled.

A plan is a choice of moves that go together, made as if the round ended with some chance: the greater, the more is laid
that is no canasta.  Of the plan that is best its dearest move is made, and then there are plans again.
"""

import math

import numpy as np

from ...core.arrays import copy_first
from ...core.kernel import compile_rules
from ...core.seats import UNKNOWN
from ...decks.primepak.cards import KINDS
from .actions import extend, lay, verb_of, what_of
from .features import dearest, reached
from .hands import add
from .master_hand import MOST_MOVES, ON, PER_WILD, WHAT, bonus_of, list_moves, points_of, together, value_in
from .master_threat import threat
from .master_value import CHOSEN, INPUTS, UNIT, gather, say
from .observation import unseen_cards
from .rounds import DRAWN, OUT
from .sides import minimum, side_of, sides
from .state import Verb
from .tables import ADDED, BONUS, COUNT, MOST_LAID, NO_CARD, PAIR_COUNT, PAIRS, POINTS, SET_POINTS, WILD_CARDS

ENDINGS = np.array([0.0, 0.08, 0.15, 0.3, 0.5, 1.0])    # a plan for each, and then single moves of the last
SINGLES = 8
NO_PLAN = -1                # what a learner tries that tries none
PER_BEGUN = 15              # what a card costs of an initial laydown


# With the initial laydown made.

def to_lay(s, seat, actions, n, net, tried, way):
    """The move that is made now; UNKNOWN where cards are kept.

    tried   the only plan that is looked at, or NO_PLAN
    way     the first move of a way of going out, taken where that is worth most; or UNKNOWN
    """
    moves, values, chosen = np.empty((MOST_MOVES, 2), np.int64), np.empty(MOST_MOVES), np.empty(CHOSEN, np.int64)
    side, ending, best, most, k, gain = side_of(s, seat), threat(s, seat), UNKNOWN, -math.inf, -1, 0
    m = list_moves(s, s.hand[seat], s.laid[side], s.laid_n[side], moves)
    if way == UNKNOWN and runs_out(s):
        tried = len(ENDINGS) - 1
    for plan in range(len(ENDINGS)):
        if way == UNKNOWN and tried != NO_PLAN and plan != tried:
            continue
        for i in range(m):
            values[i] = value_in(moves[i], ENDINGS[plan])
        before, k = k, together(s.hand[seat], moves, values, m, 2, chosen)
        brings = brought(moves, chosen[:k])
        if k != before or brings != gain:               # another plan than the last
            gain = brings
            best, most = better(s, seat, actions, n, net, ending, moves, values, chosen[:k], best, most)
    if tried == NO_PLAN and k > 1:
        for i in range(min(k, SINGLES)):
            best, most = better(s, seat, actions, n, net, ending, moves, values, chosen[i:i + 1], best, most)
    return way if way != UNKNOWN and (gain + going_out(s, seat)) / UNIT >= most else best


def runs_out(s):
    """Is this surely the seat's last turn?  Every turn takes a card more than it discards, at least, and the round ends
    when two cannot be drawn (CA-5)."""
    return s.left + s.piled - 1 - (s.seats - 1) < DRAWN


def brought(moves, chosen):
    """What some moves count."""
    points = 0
    for i in chosen:
        points += bonus_of(moves[i]) + points_of(moves[i])
    return points


def better(s, seat, actions, n, net, ending, moves, values, chosen, best, most):
    """The first move of a plan and what that is worth, if it is more than the most so far; else the best so far."""
    first, dear = UNKNOWN, -math.inf
    for i in chosen:
        action = lay(moves[i, WHAT]) if moves[i, ON] == NO_CARD else extend(moves[i, WHAT])
        if values[i] > dear and is_listed(actions, n, action):
            first, dear = action, values[i]
    if first == UNKNOWN and len(chosen) > 0:
        return best, most
    side = side_of(s, seat)
    hand, laid, sets = s.hand[seat].copy(), np.empty(MOST_LAID + 1, np.int64), s.laid_n[side]
    copy_first(s.laid[side], sets, laid)
    for i in chosen:
        sets = make(moves[i], hand, laid, sets)
    worth = brought(moves, chosen) / UNIT + worth_of(s, seat, hand, laid, sets, 1, ending, net)
    return (first, worth) if worth > most else (best, most)


def is_listed(actions, n, action):
    """Is it one of n actions?"""
    for i in range(n):
        if actions[i] == action:
            return True
    return False


def make(move, hand, laid, sets):
    """Make a move with a hand and so many laid sets; return how many there are then."""
    what, on = move[WHAT], move[ON]
    if on == NO_CARD:
        add(hand, what, -1)
        laid[sets] = what
        return sets + 1
    laid[on] = PAIRS[what, 1]
    for i in range(PAIR_COUNT[what]):
        hand[ADDED[what, i]] -= 1
    return sets


def worth_of(s, seat, hand, laid, sets, made, ending, net):
    """What the rest of the round is worth with that."""
    f = np.empty(INPUTS)
    gather(s, seat, hand, laid, sets, made, ending, f)
    return say(f, net)


def going_out(s, seat):
    """What going out brings beside what is laid: the bonus, and others' cards in hand less the partner's."""
    unseen, cards, points, total = np.maximum(unseen_cards(s, seat), 0), 0, 0, OUT * 1.0
    for kind in range(KINDS):
        cards += unseen[kind]
        points += unseen[kind] * POINTS[kind]
    for other in range(s.seats):
        if other != seat:
            held, hidden = 0.0, s.cards[other]
            for kind in range(KINDS):
                held += POINTS[kind] * s.known[other, kind]
                hidden -= s.known[other, kind]
            held += max(0, hidden) * points / max(1, cards)
            total += -held if side_of(s, other) == side_of(s, seat) else held / (sides(s) - 1)
    return total


# The initial laydown.

def to_begin(s, seat, actions, n, net, tried):
    """The first set of an initial laydown, the dearest or the cheapest; UNKNOWN where there is none, or where it is
    better to wait.  Who tries plan 0 takes the dearest, plan 1 the cheapest, and another one waits."""
    need, best, most = minimum(s.score[side_of(s, seat)]), UNKNOWN, -math.inf
    if not reached(s, s.hand[seat].copy(), 0, need, 2):
        return UNKNOWN
    ending = threat(s, seat)
    if tried == NO_PLAN:
        most = worth_of(s, seat, s.hand[seat], s.laid[0], 0, 0, ending, net)
    for cheap in range(2):
        action = first_set(s, actions, n, need, cheap)
        if action != UNKNOWN and (tried == NO_PLAN or tried == cheap):
            worth = begun(s, seat, what_of(action), need, ending, net)
            if worth > most:
                best, most = action, worth
    return best


def first_set(s, actions, n, need, cheap):
    """The dearest set there is; or of those that are enough alone the cheapest."""
    best, least = UNKNOWN, math.inf
    for i in range(n):
        if verb_of(actions[i]) == Verb.LAY:
            row = what_of(actions[i])
            costs = PER_BEGUN * COUNT[row] + PER_WILD * WILD_CARDS[row] - BONUS[row] if cheap else -SET_POINTS[row]
            if costs < least and (not cheap or SET_POINTS[row] >= need):
                best, least = actions[i], costs
    return best


def begun(s, seat, row, need, ending, net):
    """What the round is worth after an initial laydown that begins with a set and goes on with the dearest."""
    hand, laid, sets, points, gain = s.hand[seat].copy(), np.empty(MOST_LAID + 1, np.int64), 0, 0, 0
    while row != UNKNOWN:
        add(hand, row, -1)
        laid[sets] = row
        sets += 1
        points += SET_POINTS[row]
        gain += SET_POINTS[row] + BONUS[row]
        row = dearest(s, hand, hand.sum() - 2) if points < need else UNKNOWN
    return gain / UNIT + worth_of(s, seat, hand, laid, sets, 1, ending, net)


compile_rules(globals())
