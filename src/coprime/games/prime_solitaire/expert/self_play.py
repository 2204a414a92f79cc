"""Games that the network of `value_network` plays and learns from, compiled.

A position's target is the result, mixed with the network's values of later positions: see `search.value_network`.
"""
# mypy: ignore-errors, implicit-reexport

from ....core.arrays import copy_first
from ....core.chance import random_below, seed_from
from ....core.kernel import compile_rules
from ....core.seats import CHANCE
from ....search.value_network import mix_return, record_position, train_probability
from ..listing import list_sets
from ..rules import apply
from ..sequential_halving_player import TURN
from ..state import Outcome, Phase
from ..tables import KINDS
from .expected_windows import list_windows, update_windows
from .search import TRAINED_LEVELS, best_by_network
from .value_network import gather_inputs

SLIP = 48           # one choice in so many is any
EVERY = 8           # of the turns without a choice, one in so many is remembered


def train_by_self_play(state, start, games, w, trajectory, squares, lambda_, rate, x):
    """Play so many games, of all levels alike, and learn; return the wins and the generator's state.

    start       [0]: the position before a deal
    trajectory  one row
    squares     sums of squared gradients, of the shapes of the network
    lambda_     share of the later result in the target of TD(lambda); the rest is the estimate itself
    rate        learning rate
    x           state of the random generator
    """
    won, s = 0, state[0]
    for i in range(games):
        state[0] = start[0]
        s.level = TRAINED_LEVELS[0] + i % (TRAINED_LEVELS[1] - TRAINED_LEVELS[0] + 1)
        seed, x = seed_from(x)
        apply(s, CHANCE, seed)
        trajectory.turns[0] = 0
        x = play_game(s, w, trajectory, x)
        won += s.outcome == Outcome.WON
        learn_from_game(w.net, trajectory, squares, 1.0 if s.outcome == Outcome.WON else 0.0, lambda_, rate)
    return won, x


def play_game(s, w, trajectory, x):
    """Play a game and record positions of it; return the generator's next state."""
    list_windows(s, w)
    while s.phase == Phase.PLAY:
        n, action = list_sets(s.foundation, s.card, s.there, s.stack, s.height, w.out, 0), TURN
        slip, x = random_below(x, SLIP * EVERY)
        if n or slip < SLIP:
            copy_first(s.unseen, KINDS, w.unseen)
            update_windows(s.card, s.there, s.left, w)
        if n:
            action, _ = best_by_network(s, s.there, s.stack, s.height, s.left, n, w, False)
            if slip < EVERY:
                i, x = random_below(x, n)
                action = w.out[i]
        if action == TURN and (n or slip < SLIP):
            m = gather_inputs(s.foundation, s.card, s.there, s.stack, s.height, s.left, w)
            record_position(0, w.at, w.much, m, 0.0, 0.0, trajectory)
        apply(s, 0, action)
    return x


def learn_from_game(net, trajectory, squares, result, lambda_, rate):
    """Train on a game from its last position to its first, with TD(lambda) targets.

    The targets mix in what the network says of a position now, not what it said in the game.
    """
    for i in range(trajectory.turns[0] - 1, -1, -1):
        chance = train_probability(trajectory.indices[0, i], trajectory.values[0, i], trajectory.counts[0, i], result,
                                   rate, net, squares, 0)
        result = mix_return(result, chance, lambda_)


compile_rules(globals(), makers="")
