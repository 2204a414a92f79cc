"""Self-play from which the network of `value_network` learns, compiled.

A position's target is the result, mixed with the network's values of the positions between: see
`search.value_network`.
"""
# mypy: ignore-errors, implicit-reexport

from ....core.chance import sample_index
from ....core.kernel import compile_rules
from ....core.seats import CHANCE
from ....search.value_network import td_lambda_targets, update_network
from ..rules import Phase, apply, chance_outcomes, to_act
from .turn import best_turn
from .value_network import BIAS_INPUT, evaluate_net, gather_inputs, next_roller

MAX_TURNS = 200           # turns of a game that is learnt from


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
                chance = evaluate_net(trajectory.at[n], trajectory.much[n], trajectory.count[n], w)
                trajectory.roller[n] = next_roller(s)
                trajectory.chance[n] = chance if trajectory.roller[n] == 0 else 1 - chance
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
    i, x = sample_index(w.weights, n, total, x)
    apply(s, CHANCE, w.actions[i])
    return x


def td_lambda_backup(w, trajectory, n, result, lambda_, learning_rate):
    """Update the network from the last of n turns to the first, by the result for seat 0."""
    td_lambda_targets(trajectory.chance, n, result, lambda_, trajectory.target)
    for i in range(n - 1, -1, -1):
        target = trajectory.target[i] if trajectory.roller[i] == 0 else 1 - trajectory.target[i]
        at, much, count = trajectory.at[i], trajectory.much[i], trajectory.count[i]
        td_error = target - evaluate_net(at, much, count, w)
        update_network(at, much, count, td_error, learning_rate, w.inner, w.outer, w.direct, BIAS_INPUT, w.units,
                       trajectory.inner, trajectory.outer, trajectory.direct)


compile_rules(globals())
