"""Estimate what the rest of a round is worth to a seat, by a small network; compiled.

It knows what the seat knows, and sees a hand and the table as a choice of sets leaves them, before the discard.
Worths are points that the own side will still gain on the mean of the others, divided by `UNIT`.
"""
# mypy: ignore-errors, implicit-reexport

import math

import numpy as np

from ....core.bits import set_size
from ....core.kernel import compile_rules
from ....decks.primepak.cards import KINDS, WILD
from ....search.value_network import evaluate_network
from ..hands import counts_to_bit_words
from ..laying import is_at_level
from ..sides import canastas_needed, laydown_minimum, partner_of, side_of
from ..tables import ALL, CANASTA, FIRST_PAIR, HIGH, LOW, POINTS
from .set_choice import MOST_MOVES, cards_of, choose_compatible_moves, list_moves, move_bonus, move_points, move_value

UNIT = 500.0                                    # points
UPPER = np.array([0, 1, 2, 3, 4, 6, 8, 12, 18, 26])     # ends of the classes of how many cards there are
CLASSES = len(UPPER) + 1
NEEDS = 4                                       # canastas that a side lacks: none to three
SOON = np.array([2, 4, 7, 11])                  # cards of both piles for each seat
CHOSEN = 64                                     # moves that are made together at most

# Inputs: where each group of them begins.
HAND = 0                                        # the hand
THERE = HAND + 13                               # cards of both piles for each seat
OVER = THERE + 1                                # how many cards could not be laid, by class
FEW = OVER + CLASSES                            # are there few cards of both piles?
ENDING = FEW + len(SOON)                        # how likely somebody goes out, and the pile
OWN = ENDING + 3                                # the own side
OTHER = OWN + NEEDS + 7                         # whoever comes next, and who of the others is nearest to going out
PER_OTHER = CLASSES + NEEDS + 7
MATE = OTHER + 2 * PER_OTHER                    # the partner
INPUTS = MATE + 4


def evaluate_net(f, net):
    """Return the network's estimate for inputs f; leaves the hidden units in `net.units`."""
    indices, values = np.empty(INPUTS, np.int64), np.empty(INPUTS)
    n = list_nonzero_inputs(f, indices, values)
    return evaluate_network(indices, values, n, net.inner, net.outer, net.direct, 0, net.units)


def list_nonzero_inputs(f, indices, values):
    """Write the inputs that are not 0 to `indices` and `values`; return how many there are."""
    n = 0
    for i in range(INPUTS):
        if f[i] != 0.0:
            indices[n], values[n] = i, f[i]
            n += 1
    return n


def gather_inputs(s, seat, hand, laid, n, made, ending, f):
    """Write the inputs to `f` for a hand and n laid sets of the own side.

    made    whether the own side has made its initial laydown
    ending  the chance that others end the round before the next turn
    """
    f[:] = 0.0
    write_hand_inputs(s, hand, laid, n, f)
    write_progress_inputs(s, ending, f)
    write_own_side_inputs(s, seat, laid, n, made, f)
    write_opponent_inputs(s, (seat + 1) % s.seats, f, OTHER)
    if s.seats > 2:
        write_opponent_inputs(s, nearest_opponent(s, seat), f, OTHER + PER_OTHER)
    if s.partnerships:
        mate = partner_of(s, seat)
        f[MATE], f[MATE + 1], f[MATE + 2] = s.cards[mate] / 10, s.cards[mate] <= 2, s.cards[mate] <= 5
        f[MATE + 3] = s.known[mate].sum() / 10


def write_hand_inputs(s, hand, laid, n, f):
    """Write the inputs of the hand: its size, what could be laid at once, and near canastas."""
    moves, values, chosen = np.empty((MOST_MOVES, 2), np.int64), np.empty(MOST_MOVES), np.empty(CHOSEN, np.int64)
    m = list_moves(s, hand, laid, n, moves)
    for i in range(m):
        values[i] = move_value(moves[i], 1.0)
    cards, points, lies, bonus, counts = hand.sum(), 0, 0, 0, 0
    for kind in range(KINDS):
        points += POINTS[kind] * hand[kind]
    for i in chosen[:choose_compatible_moves(hand, moves, values, m, 1, chosen)]:
        bonus += move_bonus(moves[i])
        counts += move_points(moves[i])
        lies += cards_of(moves[i])
    f[HAND], f[HAND + 1], f[HAND + 2], f[HAND + 3] = 1.0, cards / 10, points / 300, bonus / 400
    f[HAND + 4], f[HAND + 5], f[HAND + 6] = counts / 300, lies / 10, (points - counts) / 300
    f[HAND + 7] = hand[WILD] / 3
    write_near_canasta_inputs(s, hand, f)
    f[OVER + card_count_bucket(cards - lies)] = 1.0


def write_near_canasta_inputs(s, hand, f):
    """Write how many canastas lack one or two cards, and how many cards are in these and in small sets."""
    low, high = counts_to_bit_words(hand)
    near, words = np.zeros(3, np.int64), np.zeros((3, 2), np.int64)
    for row in range(ALL):
        lacks = set_size(LOW[row] & ~low) + set_size(HIGH[row] & ~high)
        if lacks <= 2 * CANASTA[row] and is_at_level(s, row):
            group = max(1, lacks) if CANASTA[row] else 0
            near[group] += 1
            for i in range(group, 3 if group else 1):
                words[i, 0] |= LOW[row] & low
                words[i, 1] |= HIGH[row] & high
    f[HAND + 8], f[HAND + 9] = min(near[1], 12) / 6, min(near[2], 40) / 20
    for i in range(3):
        f[HAND + 10 + i] = (set_size(words[i, 0]) + set_size(words[i, 1])) / 10


def write_progress_inputs(s, ending, f):
    """Write how far the round has come, the chance that it ends, and the size of the pile."""
    there = (s.left + s.piled) / s.seats
    f[THERE] = there / 10
    for i in range(len(SOON)):
        f[FEW + i] = there < SOON[i]
    f[ENDING], f[ENDING + 1], f[ENDING + 2] = ending, math.sqrt(ending), s.piled / 10


def write_own_side_inputs(s, seat, laid, n, made, f):
    """Write the inputs of the own side: what it lacks, and what it has laid."""
    score, canastas, growing = s.score[side_of(s, seat)], 0, 0
    for i in range(n):
        canastas += CANASTA[laid[i]]
        growing += can_grow(laid[i])
    f[OWN + min(NEEDS - 1, max(0, canastas_needed(s, score) - canastas))] = 1.0
    at = OWN + NEEDS
    f[at], f[at + 1], f[at + 2] = made, canastas / 3, (1 - made) * laydown_minimum(s, score) / 100
    f[at + 3], f[at + 4], f[at + 5] = made * (s.frozen == 0), growing / 3, canastas > 0
    f[at + 6] = s.frozen > 0


def write_opponent_inputs(s, other, f, at):
    """Write the inputs of a player of another side."""
    side, cards, growing = side_of(s, other), s.cards[other], 0
    lacking = canastas_needed(s, s.score[side]) - s.canastas[side]
    for i in range(s.laid_n[side]):
        growing += can_grow(s.laid[side, i]) and not CANASTA[s.laid[side, i]]
    f[at + card_count_bucket(cards)] = 1.0
    f[at + CLASSES + min(NEEDS - 1, max(0, lacking))] = 1.0
    at += CLASSES + NEEDS
    f[at], f[at + 1], f[at + 2] = cards / 10, s.known[other].sum() / 10, s.made[side]
    f[at + 3], f[at + 4] = growing / 3, lacking <= 0 and cards <= 3
    f[at + 5], f[at + 6] = lacking <= 0 and cards <= 6, lacking <= 1 and cards <= 4


def nearest_opponent(s, seat):
    """Return the opponent, the next seat aside, who is nearest to going out; among partners the last seat.

    Nearest is who lacks fewest canastas, then who has fewest cards.
    """
    best, least = (seat + s.seats - 1) % s.seats, 1 << 30
    for step in range(2, s.seats):
        other = (seat + step) % s.seats
        side = side_of(s, other)
        far = (max(0, canastas_needed(s, s.score[side]) - s.canastas[side]) << 10) + s.cards[other]
        if side != side_of(s, seat) and far < least:
            best, least = other, far
    return best


def can_grow(row):
    """Tell whether a set can grow."""
    return FIRST_PAIR[row + 1] > FIRST_PAIR[row]


def card_count_bucket(cards):
    """Return the class of a number of cards, by UPPER."""
    for i in range(CLASSES - 1):
        if cards <= UPPER[i]:
            return i
    return CLASSES - 1


compile_rules(globals())
