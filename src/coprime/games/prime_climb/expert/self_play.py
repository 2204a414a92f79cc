"""Self-play from which the network of `value` learns, compiled.

TD(lambda): a position is worth the result, mixed with the network's values of the positions between (R. S. Sutton,
"Learning to predict by the methods of temporal differences", 1988).  Steps by AdaGrad (Duchi, Hazan, Singer, 2011).
"""
# mypy: ignore-errors, implicit-reexport

import math

from ....core.chance import random_below
from ....core.kernel import compile_rules
from ....core.seats import CHANCE
from ..rules import Phase, apply, chance_outcomes, to_act
from .turn import best_turn
from .value import BIAS_INPUT, HIDDEN_UNITS, evaluate_net, gather_inputs, next_roller

MAX_TURNS = 200           # turns of a game that is learnt from
FRACTION_UNIT = 1 << 30          # a random fraction is one of this many


def train_by_self_play(w, trajectory, games, start, most_positions, lambda_, learning_rate, x):
    """Play games against itself from a state and learn from each; return the next random state.

    trajectory      the turns of a game and the sums of squared gradients, see learning.Trajectory
    most_positions  positions of a turn after which number Keepers are no longer tried
    lambda_         weight of the later result against the network's own value, from turn to turn
    """
    s = w.states[0]
    for _ in range(games):
        w.states[0] = start[0]
        n = 0
        while s.phase != Phase.OVER and n < MAX_TURNS:
            if to_act(s) == 1 << CHANCE:
                x = play_chance(s, w, x)
                continue
            best_turn(s, s.turn, most_positions, w, w.reply)
            w.states[0] = w.reply[0]
            if s.phase != Phase.OVER:
                trajectory.count[n] = gather_inputs(s, w.reach, trajectory.at[n], trajectory.much[n])
                trajectory.chance[n] = evaluate_net(trajectory.at[n], trajectory.much[n], trajectory.count[n], w.inner,
                                                    w.outer, w.units)
                trajectory.roller[n] = next_roller(s)
                n += 1
        if s.phase == Phase.OVER:
            td_lambda_backup(w, trajectory, n, 1.0 if s.place[0] == 1 else 0.0, lambda_, learning_rate)
    return x


def play_chance(s, w, x):
    """Draw and apply one outcome of CHANCE; return the next random state."""
    n = chance_outcomes(s, w.actions, w.weights)
    total = 0.0
    for i in range(n):
        total += w.weights[i]
    r, x = random_below(x, FRACTION_UNIT)
    at, i = r / FRACTION_UNIT * total, 0
    while i < n - 1 and at >= w.weights[i]:
        at -= w.weights[i]
        i += 1
    apply(s, CHANCE, w.actions[i])
    return x


def td_lambda_backup(w, trajectory, n, result, lambda_, learning_rate):
    """Update the network from the last of n turns to the first, by the result for seat 0."""
    for i in range(n - 1, -1, -1):
        of_roller = trajectory.roller[i] == 0
        at, much, count = trajectory.at[i], trajectory.much[i], trajectory.count[i]
        td_error = (result if of_roller else 1 - result) - evaluate_net(at, much, count, w.inner, w.outer, w.units)
        for j in range(count):
            for h in range(HIDDEN_UNITS):
                if w.units[h] > 0:
                    adagrad_update(w.inner, trajectory.inner, at[j], h, td_error * w.outer[h] * much[j], learning_rate)
            if at[j] >= BIAS_INPUT:
                adagrad_update_one(w.outer, trajectory.outer, HIDDEN_UNITS + at[j] - BIAS_INPUT, td_error * much[j],
                                   learning_rate)
        for h in range(HIDDEN_UNITS):
            if w.units[h] > 0:
                adagrad_update_one(w.outer, trajectory.outer, h, td_error * w.units[h], learning_rate)
        value_estimate = trajectory.chance[i] if of_roller else 1 - trajectory.chance[i]
        result = lambda_ * result + (1 - lambda_) * value_estimate


def adagrad_update(weights, grad_sq_sums, i, h, gradient, learning_rate):
    """Do an AdaGrad step for one weight of a matrix."""
    grad_sq_sums[i, h] += gradient * gradient
    weights[i, h] += learning_rate * gradient / math.sqrt(grad_sq_sums[i, h])


def adagrad_update_one(weights, grad_sq_sums, i, gradient, learning_rate):
    """Do an AdaGrad step for one weight of a vector."""
    grad_sq_sums[i] += gradient * gradient
    weights[i] += learning_rate * gradient / math.sqrt(grad_sq_sums[i])


compile_rules(globals())
