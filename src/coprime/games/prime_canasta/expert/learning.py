"""Train the master's networks by self-play and against the search's rule of thumb.

`python -m coprime.games.prime_canasta.expert.learning GAMES` writes data/master.npz anew, from so many games at
each kind of table, and prints its progress.  The same number of games gives the same networks.
"""

import sys
from collections.abc import Callable
from functools import partial
from typing import Any, NamedTuple

import numpy as np

from ....search.network_weights import HIDDEN_UNITS, ValueNetwork, train_in_batches
from ..game import GAME
from ..tables import SEATS
from . import self_play
from .network_files import SHAPE, TABLES, join_weights, save_nets, split_weights
from .self_play import TURNS
from .value_network import INPUTS

GAMES = 8_000
BATCH = 500                 # games between two looks
LAMBDA, LEARNING_RATE = 0.9, 0.05       # see self_play; the rate falls to a tenth
AVERAGE_FROM = 0.7                  # the network is the mean of those after this share of the games


class Trajectory(NamedTuple):
    """What is recorded of a round, by seat."""

    learns: Any             # does it learn?
    tried: Any              # the plan that it tries in this turn
    turns: Any              # how many are remembered
    inputs: Any             # [seat, turn]: inputs, what was laid, what the round was thought to bring
    ahead: Any
    thought: Any
    target: Any             # [turn]: what the round should have been thought to bring


def make_trajectory() -> Trajectory:
    """Make the arrays of a round."""
    learns, tried, turns = np.zeros((3, SEATS), np.int64)
    ahead, thought = np.zeros((2, SEATS, TURNS))
    return Trajectory(learns, tried, turns, np.zeros((SEATS, TURNS, INPUTS)), ahead, thought, np.zeros(TURNS))


def train_net(seats: int, partners: bool, games: int, on_progress: Callable[[int], None] = lambda done: None) -> Any:
    """Train a network with so many games at a kind of table; call `on_progress` with the games played."""
    array = 0.1 * np.random.default_rng(1).normal(size=SHAPE)
    array[:, HIDDEN_UNITS] = 0
    net, squares = (ValueNetwork(*split_weights(one), np.zeros(HIDDEN_UNITS)) for one in (array, np.ones(SHAPE)))
    states, start = GAME.rules.State.new(1), GAME.rules.State.new(1)
    start[0] = GAME.new_state(seats, {"partnerships": "on" if partners else "off"})
    trajectory, x = make_trajectory(), 1

    def train_batch(done: int, batch: int) -> None:
        nonlocal x
        x = self_play.train_by_self_play(states, start, net, squares, trajectory, batch, LAMBDA,
                                         LEARNING_RATE * (1 - 0.9 * done / games), x)
        on_progress(done + BATCH)
    return join_weights(*train_in_batches(net[:3], games, BATCH, AVERAGE_FROM, train_batch))


if __name__ == "__main__":
    games = int(sys.argv[1]) if len(sys.argv) > 1 else GAMES
    save_nets({name: train_net(*table, games, partial(print, name, flush=True)) for table, name in TABLES.items()})
