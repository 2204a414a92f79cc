"""Choose what the master of Prime Canasta lays: the plan that its network rates best; compiled.

A plan is a choice of moves that go together, made as if the round ended with some chance: the greater, the more
is laid that is no canasta.  The most valuable move of the best plan is made, and then there are plans again.
"""
# mypy: ignore-errors, implicit-reexport

import math

import numpy as np

from ....core.arrays import copy_first
from ....core.kernel import compile_rules
from ....core.seats import UNKNOWN
from ....decks.primepak.cards import KINDS
from ..actions import encode_extend, encode_lay, operand_of, verb_of
from ..hands import add_set
from ..heuristics import find_dearest_set, reach_minimum
from ..observation import unseen_cards
from ..rounds import DRAWN, OUT
from ..sides import count_sides, laydown_minimum, side_of
from ..state import Verb
from ..tables import ADDED_CARDS, BONUS, COUNT, MOST_LAID, NO_CARD, PAIR_COUNT, PAIRS, POINTS, SET_POINTS, WILD_CARDS
from .round_end_probability import going_out_risk
from .set_choice import (
    MOST_MOVES,
    ON,
    PER_WILD,
    WHAT,
    choose_compatible_moves,
    list_moves,
    move_bonus,
    move_points,
    move_value,
)
from .value_network import CHOSEN, INPUTS, UNIT, evaluate_net, gather_inputs

ENDINGS = np.array([0.0, 0.08, 0.15, 0.3, 0.5, 1.0])    # a plan for each, and then single moves of the last
SINGLES = 8
NO_PLAN = -1                # what a learner tries that tries none
PER_BEGUN = 15              # what a card costs of an initial laydown


# With the initial laydown made.

def choose_lay(s, seat, actions, n, net, tried, way):
    """Return the move to make now; UNKNOWN to keep the cards.

    tried   the only plan that is considered, or NO_PLAN for all
    way     the first move of a way of going out, taken where that is worth most; or UNKNOWN
    """
    moves, values, chosen = np.empty((MOST_MOVES, 2), np.int64), np.empty(MOST_MOVES), np.empty(CHOSEN, np.int64)
    side, ending, best, most, k, gain = side_of(s, seat), going_out_risk(s, seat), UNKNOWN, -math.inf, -1, 0
    m = list_moves(s, s.hand[seat], s.laid[side], s.laid_n[side], moves)
    if way == UNKNOWN and is_last_turn(s):
        tried = len(ENDINGS) - 1
    for plan in range(len(ENDINGS)):
        if way == UNKNOWN and tried != NO_PLAN and plan != tried:
            continue
        for i in range(m):
            values[i] = move_value(moves[i], ENDINGS[plan])
        before, k = k, choose_compatible_moves(s.hand[seat], moves, values, m, 2, chosen)
        brings = points_gained(moves, chosen[:k])
        if k != before or brings != gain:               # another plan than the last
            gain = brings
            best, most = better_plan(s, seat, actions, n, net, ending, moves, values, chosen[:k], best, most)
    if tried == NO_PLAN and k > 1:
        for i in range(min(k, SINGLES)):
            best, most = better_plan(s, seat, actions, n, net, ending, moves, values, chosen[i:i + 1], best, most)
    return way if way != UNKNOWN and (gain + going_out_gain(s, seat)) / UNIT >= most else best


def is_last_turn(s):
    """Tell whether this is surely the seat's last turn.

    Each turn takes at least a card more than it discards, and the round ends when two cannot be drawn (CA-5).
    """
    return s.left + s.piled - 1 - (s.seats - 1) < DRAWN


def points_gained(moves, chosen):
    """Return the points and bonuses of some moves."""
    points = 0
    for i in chosen:
        points += move_bonus(moves[i]) + move_points(moves[i])
    return points


def better_plan(s, seat, actions, n, net, ending, moves, values, chosen, best, most):
    """Return the first move of a plan and its worth if that is more than `most`; else `best` and `most`."""
    first, dear = UNKNOWN, -math.inf
    for i in chosen:
        action = encode_lay(moves[i, WHAT]) if moves[i, ON] == NO_CARD else encode_extend(moves[i, WHAT])
        if values[i] > dear and is_listed(actions, n, action):
            first, dear = action, values[i]
    if first == UNKNOWN and len(chosen) > 0:
        return best, most
    side = side_of(s, seat)
    hand, laid, sets = s.hand[seat].copy(), np.empty(MOST_LAID + 1, np.int64), s.laid_n[side]
    copy_first(s.laid[side], sets, laid)
    for i in chosen:
        sets = apply_move(moves[i], hand, laid, sets)
    worth = points_gained(moves, chosen) / UNIT + evaluate_hand(s, seat, hand, laid, sets, 1, ending, net)
    return (first, worth) if worth > most else (best, most)


def is_listed(actions, n, action):
    """Tell whether an action is one of n actions."""
    for i in range(n):
        if actions[i] == action:
            return True
    return False


def apply_move(move, hand, laid, sets):
    """Apply a move to a hand and so many laid sets; return how many sets there are then."""
    what, on = move[WHAT], move[ON]
    if on == NO_CARD:
        add_set(hand, what, -1)
        laid[sets] = what
        return sets + 1
    laid[on] = PAIRS[what, 1]
    for i in range(PAIR_COUNT[what]):
        hand[ADDED_CARDS[what, i]] -= 1
    return sets


def evaluate_hand(s, seat, hand, laid, sets, made, ending, net):
    """Return the network's estimate of the rest of the round for a hand and laid sets."""
    f = np.empty(INPUTS)
    gather_inputs(s, seat, hand, laid, sets, made, ending, f)
    return evaluate_net(f, net)


def going_out_gain(s, seat):
    """Return what going out adds: the bonus, and the others' cards in hand less the partner's, estimated."""
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
            total += -held if side_of(s, other) == side_of(s, seat) else held / (count_sides(s) - 1)
    return total


# The initial laydown.

def choose_laydown(s, seat, actions, n, net, tried):
    """Return the first set of an initial laydown, the most or least valuable; UNKNOWN to wait.

    Who tries plan 0 takes the most valuable one, plan 1 the cheapest; any other plan waits.
    """
    need, best, most = laydown_minimum(s, s.score[side_of(s, seat)]), UNKNOWN, -math.inf
    if not reach_minimum(s, s.hand[seat].copy(), 0, need, 2):
        return UNKNOWN
    ending = going_out_risk(s, seat)
    if tried == NO_PLAN:
        most = evaluate_hand(s, seat, s.hand[seat], s.laid[0], 0, 0, ending, net)
    for cheap in range(2):
        action = first_set(s, actions, n, need, cheap)
        if action != UNKNOWN and (tried == NO_PLAN or tried == cheap):
            worth = laydown_worth(s, seat, operand_of(action), need, ending, net)
            if worth > most:
                best, most = action, worth
    return best


def first_set(s, actions, n, need, cheap):
    """Return the most valuable set, or the `cheap`est that is enough alone; UNKNOWN for none."""
    best, least = UNKNOWN, math.inf
    for i in range(n):
        if verb_of(actions[i]) == Verb.LAY:
            row = operand_of(actions[i])
            costs = PER_BEGUN * COUNT[row] + PER_WILD * WILD_CARDS[row] - BONUS[row] if cheap else -SET_POINTS[row]
            if costs < least and (not cheap or SET_POINTS[row] >= need):
                best, least = actions[i], costs
    return best


def laydown_worth(s, seat, row, need, ending, net):
    """Rate the round after an initial laydown of a set and then the most valuable ones."""
    hand, laid, sets, points, gain = s.hand[seat].copy(), np.empty(MOST_LAID + 1, np.int64), 0, 0, 0
    while row != UNKNOWN:
        add_set(hand, row, -1)
        laid[sets] = row
        sets += 1
        points += SET_POINTS[row]
        gain += SET_POINTS[row] + BONUS[row]
        row = find_dearest_set(s, hand, hand.sum() - 2) if points < need else UNKNOWN
    return gain / UNIT + evaluate_hand(s, seat, hand, laid, sets, 1, ending, net)


compile_rules(globals())
