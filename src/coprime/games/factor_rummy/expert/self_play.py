"""Play rounds of self-play for the network of `value_network` and train it, compiled.

The target of a discard is the result, mixed with the seat's own estimates of later turns: see `search.value_network`.
"""
# mypy: ignore-errors, implicit-reexport

from ....core.arrays import copy_first
from ....core.chance import seed_from
from ....core.kernel import compile_rules
from ....core.seats import CHANCE
from ....search.value_network import compute_hidden_units, td_lambda_targets, update_network
from ..deck_data import DEADWOOD_PENALTY, MAX_DEADWOOD, POINTS_PER_DEADWOOD
from ..going_out import count_deadwood
from ..rules import apply, number_of, verb_of
from ..state import NOBODY, Phase, Verb
from .turn import ACTION, DIGIT, INPUTS, VIEW, choose_after_drawing, choose_before_drawing
from .value_network import (
    OUTPUT_BLIND,
    OUTPUT_OUT,
    OUTPUT_STAY,
    VALUE_UNIT,
    evaluate_net,
    gather_inputs,
)


def train_by_self_play(workspace, trajectory, start, rounds, lambda_, learning_rate, x):
    """Play so many rounds and learn from each; returns the generator's next state.

    trajectory  what is remembered of a round, and of all steps so far: see learning.Trajectory
    start       start[0]: the position before a deal
    lambda_     share of the result that is passed on from turn to turn; the rest is the seat's own estimate
    """
    s = workspace.states[VIEW]
    for _ in range(rounds):
        workspace.states[VIEW] = start[0]
        trajectory.turns[:] = 0
        while s.rounds == 0:
            if s.phase == Phase.TURN:
                play_draw(s, s.turn, workspace, trajectory)
            elif s.phase == Phase.DRAWN:
                play_discard(s, s.turn, workspace, trajectory, learning_rate)
            else:
                seed, x = seed_from(x)
                apply(s, CHANCE, seed)
        for seat in range(2):
            gain = 0.0 if s.out == NOBODY else s.gain if s.out == seat else -s.gain
            td_lambda_backup(workspace, trajectory, seat, gain / VALUE_UNIT, lambda_, learning_rate)
    return x


def play_draw(s, seat, workspace, trajectory):
    """Let a seat go out or draw; before a draw from the pile, its inputs are remembered."""
    action = choose_before_drawing(s, seat, workspace)
    trajectory.blind[0] = workspace.counts[INPUTS] if action == Verb.DRAW and s.height > 0 else 0
    copy_first(workspace.at, trajectory.blind[0], trajectory.blind_at)
    copy_first(workspace.much, trajectory.blind[0], trajectory.blind_much)
    apply(s, seat, action)


def play_discard(s, seat, workspace, trajectory, learning_rate):
    """Let a seat go out or discard; record the turn, and learn what a card from the pile was worth."""
    worth = choose_after_drawing(s, seat, s.hand[seat], s.cards[seat], s.taken, workspace)
    action, digit, m = workspace.chosen[ACTION], workspace.chosen[DIGIT], trajectory.blind[0]
    if verb_of(action) == Verb.DISCARD:
        record_turn(s, seat, number_of(action), digit, worth, workspace, trajectory)
    if m:
        compute_hidden_units(trajectory.blind_at, trajectory.blind_much, m, workspace.net.inner,
                             workspace.net.units)
        sgd_step(workspace.net, trajectory, trajectory.blind_at, trajectory.blind_much, m, OUTPUT_BLIND, worth,
                 learning_rate)
    apply(s, seat, action)


def record_turn(s, seat, kind, digit, value_estimate, workspace, trajectory):
    """Record the inputs, the estimate and the other seat's deadwood of a discard."""
    i = trajectory.turns[seat]
    m = gather_inputs(s, seat, s.hand[seat], s.cards[seat], digit, kind, workspace)
    copy_first(workspace.at, m, trajectory.at[seat, i])
    copy_first(workspace.much, m, trajectory.much[seat, i])
    trajectory.many[seat, i], trajectory.thought[seat, i] = m, value_estimate
    trajectory.theirs[seat, i] = count_deadwood(s.hand[1 - seat], s.cards[1 - seat])
    trajectory.turns[seat] = i + 1


def td_lambda_backup(workspace, trajectory, seat, result, lambda_, learning_rate):
    """Learn from a round, from a seat's last turn to its first: result, and the other's cards left over."""
    net, n = workspace.net, trajectory.turns[seat]
    td_lambda_targets(trajectory.thought[seat], n, result, lambda_, trajectory.target)
    for i in range(n - 1, -1, -1):
        at, much, m = trajectory.at[seat, i], trajectory.much[seat, i], trajectory.many[seat, i]
        compute_hidden_units(at, much, m, net.inner, net.units)
        sgd_step(net, trajectory, at, much, m, OUTPUT_STAY, trajectory.target[i], learning_rate)
        for own in range(MAX_DEADWOOD + 1):
            more = trajectory.theirs[seat, i] - own
            gain = -DEADWOOD_PENALTY if own > 0 and more <= 0 else POINTS_PER_DEADWOOD * more
            sgd_step(net, trajectory, at, much, m, OUTPUT_OUT + own, gain / VALUE_UNIT, learning_rate)


def sgd_step(net, trajectory, indices, values, input_count, output, target, learning_rate):
    """Move one output of the network towards a target, after `compute_hidden_units`."""
    td_error = target - evaluate_net(output, indices, values, input_count, net)
    update_network(indices, values, input_count, td_error, learning_rate, net.inner, net.outer[output],
                   net.direct[output], 0, net.units, trajectory.inner, trajectory.outer[output],
                   trajectory.direct[output])


compile_rules(globals(), makers="")
