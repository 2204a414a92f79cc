"""Games from which a network of `value_network` learns, compiled: half of them against itself, and half of them one
side's against the rule of thumb of the search's playouts, or against an earlier version.

The target of a turn is the points of the round, mixed with what the same seat thinks in later turns: see
`search.value_network`.
"""
# mypy: ignore-errors, implicit-reexport

import numpy as np

from ....core.chance import random_below, seed_from
from ....core.kernel import compile_rules
from ....core.seats import CHANCE
from ....search.value_network import evaluate_network, record_position, set_targets, train_value
from ..actions import verb_of
from ..heuristics import prefer
from ..rules import MAX_ACTIONS, apply, sound_actions
from ..sides import count_sides, partner_of, side_of
from ..state import Phase, Verb
from ..tables import BONUS, SET_POINTS
from .laying import ENDINGS, NO_PLAN
from .round_end_probability import going_out_risk
from .turn import choose_with_plan
from .value_network import INPUTS, UNIT, gather_inputs, list_nonzero_inputs

TURNS = 200                 # of a seat in a round, that are remembered
TRIED = 10                  # turns in a hundred in which a plan is taken by chance
ITSELF = 50                 # games in a hundred against itself
FURTHEST = 4.0              # a miss that is more counts as that
LEARNS, PLAN = 0, 1         # rows of `roles`


def train_by_self_play(states, start, net, opponent, has_opponent, squares, trajectory, roles, games, lambda_, rate, x):
    """Play so many games and learn from each round; return the generator's next state.

    states      [0]: work space
    start       [0]: the position before the first deal
    opponent    where has_opponent: the network by which those play who do not learn, instead of the rule of thumb
    squares     sums of squared gradients, of each weight of the network
    trajectory  a row for each seat; its estimates are points of the round, its notes the points laid
    roles       [LEARNS, seat]: whether the seat learns; [PLAN, seat]: the plan that it tries in this turn
    lambda_     share of the later result in the target of TD(lambda); the rest is the estimate itself
    rate, x     learning rate; state of the random generator
    """
    s, actions, weights = states[0], np.zeros(MAX_ACTIONS, np.int64), np.zeros(MAX_ACTIONS)
    for _ in range(games):
        states[0] = start[0]
        trajectory.turns[:] = 0
        x = sample_learning_seats(s, roles, x)
        while s.phase != Phase.OVER:
            if s.phase == Phase.DEAL or s.phase == Phase.RESHUFFLE:
                seed, x = seed_from(x)
                apply(s, CHANCE, seed)
                continue
            x = play_action(s, actions, weights, net, opponent, has_opponent, trajectory, roles, x)
            if s.phase == Phase.OVER or s.phase == Phase.DEAL:
                learn_from_round(s, net, squares, trajectory, lambda_, rate)
    return x


def sample_learning_seats(s, roles, x):
    """Choose who learns in a game, everybody or one side; return the generator's next state."""
    roles[PLAN] = NO_PLAN
    against, x = random_below(x, 100)
    mine, x = random_below(x, s.seats)
    for seat in range(s.seats):
        roles[LEARNS, seat] = against < ITSELF or side_of(s, seat) == side_of(s, mine)
    return x


def play_action(s, actions, weights, net, opponent, has_opponent, trajectory, roles, x):
    """Make one action, recording the turn before a discard; return the generator's next state."""
    seat = partner_of(s, s.turn) if s.phase == Phase.ANSWER else s.turn
    n = sound_actions(s, seat, actions)
    if not roles[LEARNS, seat] and has_opponent:
        apply(s, seat, choose_with_plan(s, seat, actions, n, opponent, NO_PLAN))
        return x
    if not roles[LEARNS, seat]:
        prefer(s, seat, actions, n, weights)
        apply(s, seat, actions[np.argmax(weights[:n])])
        return x
    if s.phase == Phase.DRAW:
        x = sample_exploration_plan(seat, roles, x)
    action = choose_with_plan(s, seat, actions, n, net, roles[PLAN, seat])
    if verb_of(action) == Verb.DISCARD and not s.announced and trajectory.turns[seat] < TURNS:
        record_turn(s, seat, net, trajectory)
    apply(s, seat, action)
    return x


def sample_exploration_plan(seat, roles, x):
    """Draw whether a seat tries a random plan in this turn, and which; return the generator's next state."""
    roles[PLAN, seat] = NO_PLAN
    tries, x = random_below(x, 100)
    if tries < TRIED:
        roles[PLAN, seat], x = random_below(x, len(ENDINGS))
    return x


def record_turn(s, seat, net, trajectory):
    """Record a seat's inputs before its discard, the points laid, and its estimate of the round."""
    f, side, ahead = np.empty(INPUTS), side_of(s, seat), points_ahead(s, seat)
    indices, values = np.empty(INPUTS, np.int64), np.empty(INPUTS)
    gather_inputs(s, seat, s.hand[seat], s.laid[side], s.laid_n[side], s.made[side], going_out_risk(s, seat), f)
    n = list_nonzero_inputs(f, indices, values)
    estimate = evaluate_network(indices, values, n, net.inner, net.outer, net.direct, 0, net.units)
    record_position(seat, indices, values, n, ahead + UNIT * estimate, ahead, trajectory)


def points_ahead(s, seat):
    """Return what the own side has laid, in points and bonuses, less the mean of the others."""
    total = 0.0
    for side in range(count_sides(s)):
        laid = 0
        for i in range(s.laid_n[side]):
            laid += BONUS[s.laid[side, i]] + SET_POINTS[s.laid[side, i]]
        total += laid if side == side_of(s, seat) else -laid / (count_sides(s) - 1)
    return total


def learn_from_round(s, net, squares, trajectory, lambda_, rate):
    """Train on a round from each learner's last turn to its first, with TD(lambda) targets."""
    for seat in range(s.seats):
        result = 0.0
        for side in range(count_sides(s)):
            points = s.sheet[side].sum()
            result += points if side == side_of(s, seat) else -points / (count_sides(s) - 1)
        for i in range(set_targets(trajectory, seat, result, lambda_) - 1, -1, -1):
            target = (trajectory.targets[i] - trajectory.notes[seat, i]) / UNIT
            train_value(trajectory.indices[seat, i], trajectory.values[seat, i], trajectory.counts[seat, i], target,
                        FURTHEST, rate, net, squares)
        trajectory.turns[seat] = 0


compile_rules(globals())
