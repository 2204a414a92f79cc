"""Self-play from which the network of `value_network` learns, compiled.

A position's target is the result, mixed with the network's values of the positions between: see
`search.value_network`.
"""
# mypy: ignore-errors, implicit-reexport

from ....core.chance import sample_index
from ....core.kernel import compile_rules
from ....core.seats import CHANCE
from ....search.value_network import record_position, set_targets, train_probability
from ..rules import Phase, apply, chance_outcomes, to_act
from .turn import best_turn
from .value_network import BIAS_INPUT, evaluate_net, gather_inputs, next_roller

MAX_TURNS = 200           # turns of a game that is learnt from


def train_by_self_play(w, trajectory, net, squares, games, start, most_positions, lambda_, learning_rate, x):
    """Play games against itself from a state and learn from each; return the next random state.

    trajectory      one row for both seats; its estimates are for seat 0, its notes the seats that roll next
    net, squares    the arrays of `w` as a ValueNetwork, and the sums of squared gradients
    most_positions  positions of a turn after which number Keepers are no longer tried
    lambda_         weight of the later result against the network's own value, from turn to turn
    """
    s = w.states[0]
    for _ in range(games):
        w.states[0] = start[0]
        trajectory.turns[0] = 0
        while s.phase != Phase.OVER and trajectory.turns[0] < MAX_TURNS:
            if to_act(s) == 1 << CHANCE:
                x = apply_sampled_chance(s, w, x)
                continue
            best_turn(s, s.turn, most_positions, w, w.reply)
            w.states[0] = w.reply[0]
            if s.phase != Phase.OVER:
                n, roller = gather_inputs(s, w.reach, w.at, w.much), next_roller(s)
                chance = evaluate_net(w.at, w.much, n, w)
                record_position(0, w.at, w.much, n, chance if roller == 0 else 1 - chance, roller, trajectory)
        if s.phase == Phase.OVER:
            result = 1.0 if s.place[0] == 1 else 0.0
            learn_from_game(trajectory, net, squares, result, lambda_, learning_rate)
    return x


def apply_sampled_chance(s, w, x):
    """Draw and apply one outcome of CHANCE; return the next random state."""
    n = chance_outcomes(s, w.actions, w.weights)
    total = 0.0
    for i in range(n):
        total += w.weights[i]
    i, x = sample_index(w.weights, n, total, x)
    apply(s, CHANCE, w.actions[i])
    return x


def learn_from_game(trajectory, net, squares, result, lambda_, learning_rate):
    """Update the network from the last turn to the first, by the result for seat 0."""
    for i in range(set_targets(trajectory, 0, result, lambda_) - 1, -1, -1):
        target = trajectory.targets[i] if trajectory.notes[0, i] == 0 else 1 - trajectory.targets[i]
        train_probability(trajectory.indices[0, i], trajectory.values[0, i], trajectory.counts[0, i], target,
                          learning_rate, net, squares, BIAS_INPUT)


compile_rules(globals())
