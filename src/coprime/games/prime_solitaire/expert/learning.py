"""Train the network of `value_network` by self-play, from nothing but the rules: `coprime train prime_solitaire`."""

from collections.abc import Mapping, Sequence
from typing import Any

import numpy as np

from ....search import learner
from ....search.learner import ExpertLearner, Schedule, TrainingTable, exponential_rate_schedule
from ....search.network_weights import HIDDEN_UNITS, ValueNetwork
from .. import rules
from ..state import MOST_LEFT
from . import self_play, value_network
from .network_files import NETWORK_FILE
from .search import make_workspace
from .value_network import INPUTS, WIDEST

LAMBDA = 0.95                   # see self_play


def first_network(seed: int) -> ValueNetwork:
    """Return an untrained network: small random weights, and the product of all cards' chances."""
    direct = np.zeros(INPUTS)
    direct[value_network.FIGURES] = 1.0
    inner, outer = learner.random_weights(INPUTS, (), seed)
    return ValueNetwork(inner, outer, direct, np.zeros(HIDDEN_UNITS))


class GamesOfAllLevels:
    """Games of all levels that are learnt: see `learner.SelfPlay`."""

    def __init__(self, name: str, seed: int) -> None:
        kind: Any = rules.State             # mypy does not see what @struct makes of a class
        net, self._start, self._state, self._x = first_network(seed), kind.new(1), kind.new(1), seed
        self.weights, self._squares = net[:3], learner.first_squares(net)
        self._start[0].seats = 1
        rules.begin(self._start[0])
        self._workspace, self._trajectory = make_workspace(net), learner.make_trajectory(1, MOST_LEFT, WIDEST)

    def play(self, games: int, rate: float, opponent: Sequence[Any] | None = None) -> None:
        """Play so many games and learn from each, at a learning rate."""
        _, self._x = self_play.train_by_self_play(self._state, self._start, games, self._workspace, self._trajectory,
                                                  self._squares, LAMBDA, rate, self._x)


def file_arrays(weights: Mapping[str, Sequence[Any]]) -> Mapping[str, Any]:
    """Return the arrays of the file."""
    return dict(zip(NETWORK_FILE.shapes, weights[""], strict=True))


LEARNER = ExpertLearner(tables={"": TrainingTable(1, {})},
                       schedule=Schedule(900_000, 5_000, exponential_rate_schedule(0.1, 0.03), 0.8),
                       start=GamesOfAllLevels, arrays=file_arrays, file=NETWORK_FILE)
