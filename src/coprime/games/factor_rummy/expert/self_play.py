"""Play rounds of self-play for the network of `value_network` and train it, compiled.

The target of a discard is the result, mixed with the seat's own estimates of later turns: see `search.value_network`.
"""
# mypy: ignore-errors, implicit-reexport

from ....core.chance import seed_from
from ....core.kernel import compile_rules
from ....core.seats import CHANCE
from ....search.value_network import compute_hidden_units, record_position, set_targets, update_network
from ..deck_data import DEADWOOD_PENALTY, MAX_DEADWOOD, POINTS_PER_DEADWOOD
from ..going_out import count_deadwood
from ..rules import apply, number_of, verb_of
from ..state import NOBODY, SEATS, Phase, Verb
from .turn import ACTION, DIGIT, INPUTS, VIEW, choose, choose_after_drawing, choose_before_drawing
from .value_network import (
    OUTPUT_BLIND,
    OUTPUT_OUT,
    OUTPUT_STAY,
    VALUE_UNIT,
    evaluate_net,
    gather_inputs,
)

BLIND = SEATS               # the row after those of the seats: the hand before a card from the draw pile
DEADWOOD_BASE = 16          # more than the cards of a hand


def train_by_self_play(workspace, opponent, has_opponent, trajectory, squares, start, rounds, lambda_, learning_rate,
                       x):
    """Play so many rounds and learn from each; returns the generator's next state.

    opponent    where has_opponent: the workspace by whose network every second seat plays, of whose turns nothing is
                learnt; seat 1 is one of them in the first round, seat 0 in the next
    trajectory  a row for each seat, whose notes are the others' cards left over, and BLIND
    squares     sums of squared gradients, of the shapes of the network
    start       positions before a deal, from which the rounds begin in turn
    lambda_     share of the result that is passed on from turn to turn; the rest is the seat's own estimate
    """
    s = workspace.states[VIEW]
    for i in range(rounds):
        workspace.states[VIEW] = start[i % len(start)]
        trajectory.turns[:] = 0
        while s.rounds == 0:
            is_turn = s.phase == Phase.TURN or s.phase == Phase.DRAWN
            if is_turn and has_opponent and (s.turn + i) % 2 == 1:
                apply(s, s.turn, choose(opponent, s.turn))
            elif s.phase == Phase.TURN:
                play_draw(s, s.turn, workspace, trajectory)
            elif s.phase == Phase.DRAWN:
                play_discard(s, s.turn, workspace, trajectory, squares, learning_rate)
            else:
                seed, x = seed_from(x)
                apply(s, CHANCE, seed)
        for seat in range(s.seats):
            gain = 0.0 if s.out == NOBODY else s.gain if s.out == seat else -s.gain / (s.seats - 1)
            learn_from_round(workspace.net, trajectory, squares, seat, s.seats, gain / VALUE_UNIT, lambda_,
                             learning_rate)
    return x


def play_draw(s, seat, workspace, trajectory):
    """Let a seat go out or draw; before a draw from the pile, its inputs are recorded."""
    action = choose_before_drawing(s, seat, workspace)
    trajectory.turns[BLIND] = 0
    if action == Verb.DRAW and s.height > 0:
        record_position(BLIND, workspace.at, workspace.much, workspace.counts[INPUTS], 0.0, 0.0, trajectory)
    apply(s, seat, action)


def play_discard(s, seat, workspace, trajectory, squares, learning_rate):
    """Let a seat go out or discard; record the turn, and learn what a card from the pile was worth."""
    worth = choose_after_drawing(s, seat, s.hand[seat], s.cards[seat], s.taken, workspace)
    action, digit = workspace.chosen[ACTION], workspace.chosen[DIGIT]
    if verb_of(action) == Verb.DISCARD:
        kind, theirs = number_of(action), note_deadwood(s, seat)
        n = gather_inputs(s, seat, s.hand[seat], s.cards[seat], digit, kind, workspace)
        record_position(seat, workspace.at, workspace.much, n, worth, theirs, trajectory)
    if trajectory.turns[BLIND]:
        at, much, n = trajectory.indices[BLIND, 0], trajectory.values[BLIND, 0], trajectory.counts[BLIND, 0]
        compute_hidden_units(at, much, n, workspace.net.inner, workspace.net.units)
        sgd_step(workspace.net, squares, at, much, n, OUTPUT_BLIND, worth, learning_rate)
    apply(s, seat, action)


def note_deadwood(s, seat):
    """Return how many cards each other seat would have left over, as digits of one number."""
    note = 0
    for other in range(s.seats):
        if other != seat:
            note = note * DEADWOOD_BASE + count_deadwood(s.hand[other], s.cards[other])
    return note


def gain_with_deadwood(own, note, others):
    """Return the points of going out with so many cards left over, without a bonus (FR-9 to FR-11)."""
    gain = 0
    for _ in range(others):
        more = note % DEADWOOD_BASE - own
        gain += -DEADWOOD_PENALTY if own > 0 and more <= 0 else POINTS_PER_DEADWOOD * more
        note //= DEADWOOD_BASE
    return gain


def learn_from_round(net, trajectory, squares, seat, seats, result, lambda_, learning_rate):
    """Learn from a round, from a seat's last turn to its first: result, and the others' cards left over."""
    for i in range(set_targets(trajectory, seat, result, lambda_) - 1, -1, -1):
        at, much, n = trajectory.indices[seat, i], trajectory.values[seat, i], trajectory.counts[seat, i]
        compute_hidden_units(at, much, n, net.inner, net.units)
        sgd_step(net, squares, at, much, n, OUTPUT_STAY, trajectory.targets[i], learning_rate)
        for own in range(MAX_DEADWOOD + 1):
            gain = gain_with_deadwood(own, int(trajectory.notes[seat, i]), seats - 1)
            sgd_step(net, squares, at, much, n, OUTPUT_OUT + own, gain / VALUE_UNIT, learning_rate)


def sgd_step(net, squares, indices, values, input_count, output, target, learning_rate):
    """Move one output of the network towards a target, after `compute_hidden_units`."""
    td_error = target - evaluate_net(output, indices, values, input_count, net)
    update_network(indices, values, input_count, td_error, learning_rate, net.inner, net.outer[output],
                   net.direct[output], 0, net.units, squares.inner, squares.outer[output],
                   squares.direct[output])


compile_rules(globals(), makers="")
