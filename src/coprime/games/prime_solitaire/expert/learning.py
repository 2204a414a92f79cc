"""Train the network of `value_network` by self-play, from nothing but the rules.

`python -m coprime.games.prime_solitaire.expert.learning GAMES` writes data/master.npz anew and prints its
progress.  The same number of games gives the same network.
"""

import sys
from collections.abc import Callable
from typing import Any, NamedTuple

import numpy as np

from ....search.network_weights import HIDDEN_UNITS, ValueNetwork, train_in_batches
from .. import rules
from ..state import MOST_LEFT
from . import self_play, value_network
from .network_files import save_net
from .search import make_workspace
from .value_network import INPUTS, WIDEST

GAMES = 900_000
BATCH = 5_000               # games between two looks
LAMBDA, LEARNING_RATE, FINAL_RATE_SHARE = 0.95, 0.1, 0.03     # see self_play; and what becomes of the rate
AVERAGE_FROM = 0.8                  # the network is the mean of those after this share of the games


class Trajectory(NamedTuple):
    """The arrays of training: inputs of recorded positions, and sums of squared gradients by weight."""

    at: Any                 # by position remembered: inputs, how much of each, how many
    much: Any
    many: Any
    inner: Any              # sums of the squares of slopes, of each weight
    outer: Any
    direct: Any


def make_trajectory(net: ValueNetwork) -> Trajectory:
    """Make the arrays of training for a network."""
    room = np.zeros((MOST_LEFT, WIDEST), np.int64), np.zeros((MOST_LEFT, WIDEST)), np.zeros(MOST_LEFT, np.int64)
    return Trajectory(*room, np.ones(net.inner.shape), np.ones(net.outer.shape), np.ones(net.direct.shape))


def initial_net() -> ValueNetwork:
    """Return an untrained network: small random weights, and the product of all cards' chances."""
    luck, direct = np.random.default_rng(1), np.zeros(INPUTS)
    direct[value_network.FIGURES] = 1.0
    inner, outer = 0.1 * luck.normal(size=(INPUTS, HIDDEN_UNITS)), 0.1 * luck.normal(size=HIDDEN_UNITS)
    return ValueNetwork(inner, outer, direct, np.zeros(HIDDEN_UNITS))


def train_net(games: int, on_progress: Callable[[int, int], None] = lambda done, won: None) -> ValueNetwork:
    """Train a network with so many games.

    `on_progress` is called after each batch with the games played and the games won of the batch.
    """
    kind: Any = rules.State             # mypy does not see what @record makes of a class
    net, start, state, x = initial_net(), kind.new(1), kind.new(1), 1
    start[0].seats = 1
    rules.begin(start[0])
    w, trajectory = make_workspace(net), make_trajectory(net)

    def train_batch(done: int, batch: int) -> None:
        nonlocal x
        rate = LEARNING_RATE * FINAL_RATE_SHARE ** (done / games)
        won, x = self_play.train_by_self_play(state, start, batch, w, trajectory, LAMBDA, rate, x)
        on_progress(done + BATCH, won)
    inner, outer, direct = train_in_batches(net[:3], games, BATCH, AVERAGE_FROM, train_batch)
    return ValueNetwork(inner, outer, direct, np.zeros(HIDDEN_UNITS))


if __name__ == "__main__":
    save_net(train_net(int(sys.argv[1]) if len(sys.argv) > 1 else GAMES, lambda done,
                       won: print(done, won, flush=True)))
