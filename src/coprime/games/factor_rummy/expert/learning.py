"""Train the master's networks by self-play, from nothing but the rules: `coprime train factor_rummy`."""

from collections.abc import Mapping, Sequence
from typing import Any

import numpy as np

from ....search import learner
from ....search.learner import ExpertLearner, Schedule, TrainingTable, linear_rate_schedule
from ....search.network_weights import HIDDEN_UNITS, ValueNetwork, join_weights
from ..game import GAME
from ..state import SEATS
from . import self_play
from .player import NETWORK_FILE, TABLES, make_workspace, name_network
from .value_network import (
    DEADWOOD_INPUTS,
    INPUT_COUNT,
    MAX_DEADWOOD_INPUT,
    MAX_INPUTS,
    OUTPUT_COUNT,
    OUTPUT_OUT,
    OUTPUT_STAY,
    SEATS_INPUTS,
)

LAMBDA = 0.8                    # see self_play
MAX_TURNS = 101                 # of a seat in a round: the game's turn limit, and one
MEASURED_SEATS = 4              # where more than two play: they learn with three to six
LEARNING_TABLES = {name_network(level, seats): TrainingTable(2 if seats == 2 else MEASURED_SEATS, {"level": level})
                   for level, seats in TABLES}


def first_network(seed: int) -> ValueNetwork:
    """Return a network of small random weights that prefers fewer cards left over.

    What is told only where more than two play begins with 0.
    """
    direct = np.zeros((OUTPUT_COUNT, INPUT_COUNT))
    direct[OUTPUT_STAY:OUTPUT_OUT,
           DEADWOOD_INPUTS:DEADWOOD_INPUTS + MAX_DEADWOOD_INPUT + 1] = 0.3 - 0.07 * np.arange(MAX_DEADWOOD_INPUT + 1)
    inner, outer = learner.random_weights(SEATS_INPUTS, (OUTPUT_COUNT,), seed)
    inner = np.concatenate((inner, np.zeros((INPUT_COUNT - SEATS_INPUTS, HIDDEN_UNITS))))
    return ValueNetwork(inner, outer, direct, np.zeros(HIDDEN_UNITS))


class RoundsAtTables:
    """Rounds at tables of two, or of more, at one level: see `learner.SelfPlay`."""

    def __init__(self, name: str, seed: int) -> None:
        table = LEARNING_TABLES[name]
        counts = range(3, SEATS + 1) if table.seats > 2 else [2]
        net, self._start, self._x = first_network(seed), GAME.rules.State.new(len(counts)), seed
        self.weights = net[:3]
        for i, seats in enumerate(counts):
            self._start[i] = GAME.new_state(seats, table.options)
        self._workspace, self._squares = make_workspace(GAME.rules, self._start[0], net), learner.first_squares(net)
        self._opponent = self._workspace._replace(net=ValueNetwork(*(array.copy() for array in net)))
        self._trajectory = learner.make_trajectory(self_play.BLIND + 1, MAX_TURNS, MAX_INPUTS)

    def play(self, games: int, rate: float, opponent: Sequence[Any] | None = None) -> None:
        """Play so many rounds and learn from each, against itself or other weights."""
        learner.copy_weights(opponent, self._opponent.net)
        self._x = self_play.train_by_self_play(self._workspace, self._opponent, opponent is not None, self._trajectory,
                                               self._squares, self._start, games, LAMBDA, rate, self._x)


def file_arrays(weights: Mapping[str, Sequence[Any]]) -> Mapping[str, Any]:
    """Return the arrays of the file: one for each network."""
    return {name: join_weights(*parts) for name, parts in weights.items()}


LEARNER = ExpertLearner(tables=LEARNING_TABLES, schedule=Schedule(480_000, 4_000, linear_rate_schedule(0.05, 0.1), 0.7),
                       start=RoundsAtTables, arrays=file_arrays, file=NETWORK_FILE, has_opponents=True)
