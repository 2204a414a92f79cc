"""Train the master's network by self-play, from nothing but the rules.

`python -m coprime.games.factor_rummy.expert.learning ROUNDS` writes data/master.npz and reports its progress.  The same
number of rounds gives the same network.
"""

import sys
from collections.abc import Callable
from typing import Any, NamedTuple

import numpy as np

from ....search.network_weights import HIDDEN_UNITS, ValueNetwork, train_in_batches
from ..game import GAME
from . import self_play
from .player import TRAINED_LEVEL, make_workspace, save_net
from .value_network import (
    DEADWOOD_INPUTS,
    INPUT_COUNT,
    MAX_DEADWOOD_INPUT,
    MAX_INPUTS,
    OUTPUT_COUNT,
    OUTPUT_OUT,
    OUTPUT_STAY,
)

ROUNDS = 480_000
ROUNDS_PER_REPORT = 4_000               # rounds between two looks
LAMBDA, LEARNING_RATE = 0.8, 0.05       # see self_play; the rate falls to a tenth
AVERAGE_FROM = 0.7                  # the network is the mean of those after this share of the rounds
MAX_TURNS = 101                 # of a seat in a round: the game's turn limit, and one


class Trajectory(NamedTuple):
    """Hold the arrays that learning works on."""

    turns: Any              # by seat, how many are remembered
    at: Any                 # [seat, turn]: inputs, how much of each, how many
    much: Any
    many: Any
    thought: Any            # [seat, turn]: what the choice was thought to be worth
    target: Any             # [turn]: what it should have been thought to be worth
    theirs: Any             # [seat, turn]: the other's cards left over
    blind_at: Any           # inputs before a card from the draw pile
    blind_much: Any
    blind: Any
    inner: Any              # sums of the squares of slopes, of each weight
    outer: Any
    direct: Any


def make_trajectory(net: ValueNetwork) -> Trajectory:
    """Return empty arrays to learn with."""
    seats = 2
    return Trajectory(np.zeros(seats, np.int64), np.zeros((seats, MAX_TURNS, MAX_INPUTS), np.int64),
                      np.zeros((seats, MAX_TURNS, MAX_INPUTS)), np.zeros((seats, MAX_TURNS), np.int64),
                      np.zeros((seats, MAX_TURNS)), np.zeros(MAX_TURNS), np.zeros((seats, MAX_TURNS), np.int64),
                      np.zeros(MAX_INPUTS, np.int64), np.zeros(MAX_INPUTS), np.zeros(1, np.int64),
                      np.ones(net.inner.shape), np.ones(net.outer.shape), np.ones(net.direct.shape))


def initial_net() -> ValueNetwork:
    """Return a network of small random weights that prefers fewer cards left over."""
    rng = np.random.default_rng(1)
    direct = np.zeros((OUTPUT_COUNT, INPUT_COUNT))
    direct[OUTPUT_STAY:OUTPUT_OUT,
           DEADWOOD_INPUTS:DEADWOOD_INPUTS + MAX_DEADWOOD_INPUT + 1] = 0.3 - 0.07 * np.arange(MAX_DEADWOOD_INPUT + 1)
    inner, outer = 0.1 * rng.normal(size=(INPUT_COUNT, HIDDEN_UNITS)), 0.1 * rng.normal(size=(OUTPUT_COUNT,
                                                                                              HIDDEN_UNITS))
    return ValueNetwork(inner, outer, direct, np.zeros(HIDDEN_UNITS))


def train_net(rounds: int, on_progress: Callable[[int, ValueNetwork], None] = lambda done, net: None) -> ValueNetwork:
    """Return a network trained by so many rounds.

    on_progress  called with the rounds played so far and the network
    """
    net = initial_net()
    start = GAME.rules.State.new(1)
    start[0] = GAME.new_state(2, {"level": TRAINED_LEVEL})
    w, trajectory, x = make_workspace(GAME.rules, start[0], net), make_trajectory(net), 1

    def train_batch(done: int, batch: int) -> None:
        nonlocal x
        rate = LEARNING_RATE * (1 - 0.9 * done / rounds)
        x = self_play.train_by_self_play(w, trajectory, start, batch, LAMBDA, rate, x)
        on_progress(done + ROUNDS_PER_REPORT, net)
    inner, outer, direct = train_in_batches(net[:3], rounds, ROUNDS_PER_REPORT, AVERAGE_FROM, train_batch)
    return ValueNetwork(inner, outer, direct, np.zeros(HIDDEN_UNITS))


if __name__ == "__main__":
    save_net(train_net(int(sys.argv[1]) if len(sys.argv) > 1 else ROUNDS, lambda done, _: print(done, flush=True)))
