"""Train the master's networks, one for each kind of table: `coprime train prime_canasta`.

They learn by self-play and against the search's rule of thumb.
"""

from collections.abc import Mapping, Sequence
from typing import Any

import numpy as np

from ....search import learner
from ....search.learner import ExpertLearner, Schedule, TrainingTable, linear_rate_schedule
from ....search.network_weights import HIDDEN_UNITS, ValueNetwork, join_weights, split_weights
from ..game import GAME
from ..tables import SEATS
from . import self_play
from .network_files import NETWORK_FILE, SHAPE, TABLES
from .value_network import INPUTS

LAMBDA = 0.9                    # see self_play
LEARNING_TABLES = {name: TrainingTable(seats, {"partnerships": "on" if partners else "off"}, partners)
                   for (seats, partners), name in TABLES.items()}


class GamesAtTable:
    """Games at one kind of table: see `learner.SelfPlay`."""

    def __init__(self, name: str, seed: int) -> None:
        array = 0.1 * np.random.default_rng(seed).normal(size=SHAPE)
        array[:, HIDDEN_UNITS] = 0
        self._net, self._x = ValueNetwork(*split_weights(array), np.zeros(HIDDEN_UNITS)), seed
        self.weights, self._squares = self._net[:3], learner.first_squares(self._net)
        table = LEARNING_TABLES[name]
        self._opponent = ValueNetwork(*(part.copy() for part in self._net))
        self._states, self._start = GAME.rules.State.new(1), GAME.rules.State.new(1)
        self._start[0] = GAME.new_state(table.seats, table.options)
        self._trajectory = learner.make_trajectory(SEATS, self_play.TURNS, INPUTS)
        self._roles = np.zeros((2, SEATS), np.int64)

    def play(self, games: int, rate: float, opponent: Sequence[Any] | None = None) -> None:
        """Play so many games and learn from each, half of them against itself, the others against other weights.

        Where there are none, it plays against the rule of thumb.
        """
        learner.copy_weights(opponent, self._opponent)
        self._x = self_play.train_by_self_play(self._states, self._start, self._net, self._opponent,
                                               opponent is not None, self._squares, self._trajectory, self._roles,
                                               games, LAMBDA, rate, self._x)


def file_arrays(weights: Mapping[str, Sequence[Any]]) -> Mapping[str, Any]:
    """Return the arrays of the file: one for each network."""
    return {name: join_weights(*parts) for name, parts in weights.items()}


LEARNER = ExpertLearner(tables=LEARNING_TABLES, schedule=Schedule(8_000, 500, linear_rate_schedule(0.05, 0.1), 0.7),
                       start=GamesAtTable, arrays=file_arrays, file=NETWORK_FILE, has_opponents=True)
