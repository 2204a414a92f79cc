"""Estimate what a round is worth to a seat, with a small network on what that seat knows.

It looks at a hand as a discard leaves it, or as it is before a card is drawn.  Values are points of the round less the
others' on the mean, divided by `VALUE_UNIT`.  What it has learnt (`learning`) is handed over as arrays.
"""
# mypy: ignore-errors, implicit-reexport

import math

from ....core.kernel import compile_rules
from ....decks.primepak.cards import KINDS
from ....search.value_network import evaluate_output
from ..deck_data import COPIES_AT
from ..state import SEATS
from .discard_outcomes import count_after_exchange

VALUE_UNIT = 40.0             # points

# What the network says: the worth after a discard, and before a card from the draw pile; and what going out brings
# with no card left over (without the bonus), with one or with two.
OUTPUT_STAY, OUTPUT_BLIND, OUTPUT_OUT = 0, 1, 2
OUTPUT_COUNT = 5

# Inputs: where each of them begins.
DEADWOOD_INPUTS = 0                                            # how many cards are left over
MAX_DEADWOOD_INPUT = 8                                       # so many, or more
HAND_INPUTS = DEADWOOD_INPUTS + MAX_DEADWOOD_INPUT + 1                         # cards, by kind
TOP_INPUTS = HAND_INPUTS + KINDS                                  # the kind of the top discard
# Cards that everybody has seen the next seat take, by kind: it may take this discard.
KNOWN_INPUTS = TOP_INPUTS + KINDS
KNOWN_COUNT_INPUTS = KNOWN_INPUTS + KINDS                          # how many of these
MAX_KNOWN = 6
TURN_INPUTS = KNOWN_COUNT_INPUTS + MAX_KNOWN + 1                  # how many turns a seat has had
MAX_TURNS = 19
BIAS_INPUT = TURN_INPUTS + MAX_TURNS + 1
FIGURE_INPUTS = BIAS_INPUT + 1                                # see `append_next_card_inputs`
FIGURE_COUNT = 8
# Only where more than two play: how many, and what those after the next seat were seen to take, by kind.
SEATS_INPUTS = FIGURE_INPUTS + FIGURE_COUNT
LATER_KNOWN_INPUTS = SEATS_INPUTS + SEATS - 2
INPUT_COUNT = LATER_KNOWN_INPUTS + KINDS
MAX_INPUTS = 96      # inputs of a position that are not 0, at most: 6, 12 of the hand, 12 that each other holds, and 8
MIN_CHANCE = 0.02                                        # a chance of nothing, where logarithms are taken


def count_unseen(s, seat, unseen):
    """Count the cards of each kind that a seat has not seen, to `unseen`; returns their sum."""
    total = 0
    for kind in range(KINDS):
        unseen[kind] = COPIES_AT[s.level, kind] - s.hand[seat, kind]
        for other in range(s.seats):
            if other != seat:
                unseen[kind] -= s.known[other, kind]
    for place in range(s.height):
        unseen[s.pile[place]] -= 1
    for kind in range(KINDS):
        total += unseen[kind]
    return total


def gather_inputs(s, seat, hand, cards, digit, top, workspace):
    """Write the inputs that are not 0 of a hand less one of a digit, with a top discard; return how many.

    The hand has been analysed: see `turn.analyse_hand`.
    """
    analysis, indices, values, n = workspace.h, workspace.at, workspace.much, workspace.counts[0]
    here = count_after_exchange(n, workspace.counts[1], digit, analysis)
    indices[0], values[0] = DEADWOOD_INPUTS + min(MAX_DEADWOOD_INPUT, cards - 1 - here), 1.0
    indices[1], values[1] = KNOWN_COUNT_INPUTS, 1.0
    indices[2], values[2] = TURN_INPUTS + min(MAX_TURNS, s.turns // s.seats), 1.0
    indices[3], values[3] = BIAS_INPUT, 1.0
    indices[4], values[4] = TOP_INPUTS + top, 1.0
    m, known, after = 5, 0, (seat + 1) % s.seats
    for j in range(n):
        count = hand[analysis.kinds[j]] - (j == digit)
        if count > 0:
            indices[m], values[m] = HAND_INPUTS + analysis.kinds[j], 0.5 * count
            m += 1
    for kind in range(KINDS):
        if s.known[after, kind] > 0:
            known += s.known[after, kind]
            indices[m], values[m] = KNOWN_INPUTS + kind, s.known[after, kind]
            m += 1
    indices[1] += min(MAX_KNOWN, known)
    append_next_card_inputs(cards, here, workspace, m)
    m += FIGURE_COUNT
    return append_later_seat_inputs(s, seat, after, workspace, m) if s.seats > 2 else m


def append_next_card_inputs(cards, here, workspace, first):
    """Append the inputs for the next card: chances of none, one or two cards left over, and of any gain."""
    out, one, two, better, gain = 0.0, 0.0, 0.0, 0.0, 0.0
    for kind in range(KINDS):
        more = workspace.h.most[kind] - here
        if more > 0 and workspace.unseen[kind] > 0:
            left, chance = cards - 1 - workspace.h.most[kind], workspace.unseen[kind] / workspace.counts[2]
            better += chance
            gain += chance * more
            out += chance if left <= 0 else 0.0
            one += chance if left <= 1 else 0.0
            two += chance if left <= 2 else 0.0
    for i in range(FIGURE_COUNT):
        workspace.at[first + i] = FIGURE_INPUTS + i
    values = workspace.much
    values[first], values[first + 1], values[first + 2], values[first + 3] = 4 * out, 2 * one, 2 * two, 2 * better
    values[first + 4], values[first + 5] = gain, math.log(out + MIN_CHANCE) / 2
    values[first + 6], values[first + 7] = 2 * math.sqrt(out), math.log(one + MIN_CHANCE) / 2


def append_later_seat_inputs(s, seat, after, workspace, m):
    """Append the inputs for the seats after the next one to m others; return how many there are then."""
    indices, values = workspace.at, workspace.much
    indices[m], values[m] = SEATS_INPUTS + s.seats - 3, 1.0
    m += 1
    for kind in range(KINDS):
        known = 0
        for other in range(s.seats):
            if other != seat and other != after:
                known += s.known[other, kind]
        if known > 0:
            indices[m], values[m] = LATER_KNOWN_INPUTS + kind, known
            m += 1
    return m


def evaluate_net(output, indices, values, input_count, net):
    """Return one output of the network, after `compute_hidden_units`."""
    return evaluate_output(indices, values, input_count, net.outer[output], net.direct[output], 0, net.units)


compile_rules(globals(), makers="")
