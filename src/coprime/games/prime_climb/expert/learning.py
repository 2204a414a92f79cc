"""Train the expert bot's network by games against itself: `coprime train prime_climb`.

The only knowledge put in is how many rolls a seat needs alone.
"""

from collections.abc import Mapping, Sequence
from typing import Any

import numpy as np

from ....search import learner
from ....search.learner import ExpertLearner, Schedule, TrainingTable, linear_rate_schedule
from ....search.network_weights import HIDDEN_UNITS, ValueNetwork
from ..actions import Verb
from ..board import target_space
from ..board_and_card_data import CHANCES, FACES, HOME, LAST
from ..game import GAME
from . import self_play, value_network
from .player import MAX_INPUTS, NETWORK_FILE, make_workspace

MOST_POSITIONS = 150                # positions of a turn after which number Keepers are no longer tried
LAMBDA = 0.7                        # see self_play
TABLE = TrainingTable(2, {})
# Plain numbers: Numba looks up the type of an enum member anew at every call, which takes twenty times as long.
SIGNS = tuple(map(int, (Verb.ADD, Verb.SUBTRACT, Verb.MULTIPLY, Verb.DIVIDE)))


def first_net(seed: int) -> tuple[Any, Any, Any]:
    """Return reach chances, and small random weights that already prefer fewer rolls."""
    inner, units = learner.random_weights(value_network.INPUT_COUNT, (), seed)
    direct = np.zeros(value_network.INPUT_COUNT - value_network.BIAS_INPUT)
    logs = value_network.FIGURE_INPUTS - value_network.BIAS_INPUT + 3
    direct[logs], direct[logs + value_network.FIGURE_COUNT // 2] = -1.8, 1.8
    return reach_chances(), inner.astype(np.float32), np.concatenate((units, direct))


def reach_chances() -> Any:
    """Return [space, space]: how likely one throw brings a pawn alone from the one to the other."""
    found = np.zeros((HOME + 1, HOME + 1))
    for space in range(LAST):
        for face, weight in zip(FACES.tolist(), CHANCES.tolist(), strict=True):
            for to in spaces_after_throw(space, face // 100, face % 100):
                found[space, to] += weight / 100
    found[:, [0, HOME]] = 0
    return found


def spaces_after_throw(space: int, low: int, high: int) -> set[int]:
    """Return where a pawn can be after some of the numbers of a throw."""
    if low != high:
        one, other = spaces_after_use({space}, low), spaces_after_use({space}, high)
        return one | other | spaces_after_use(one, high) | spaces_after_use(other, low)
    found, last = set[int](), {space}
    for _ in range(4):
        last = spaces_after_use(last, low)
        found |= last
    return found


def spaces_after_use(spaces: set[int], d: int) -> set[int]:
    """Return where one use of a number leads from any of some spaces; pawns at home stay."""
    found = {int(target_space(space, verb, d)) for space in spaces if space != HOME for verb in SIGNS} - {-1}
    return {HOME if space == LAST else space for space in found} | spaces & {HOME}


class GamesOfTwo:
    """Games of two against itself: see `learner.SelfPlay`."""

    def __init__(self, name: str, seed: int) -> None:
        net, self._start, self._x = first_net(seed), GAME.rules.State.new(1), seed
        _, inner, outer = net
        self.weights = inner, outer
        self._start[0] = GAME.new_state(TABLE.seats, TABLE.options)
        self._workspace = w = make_workspace(GAME.rules, self._start[0], net)
        self._net, squares = ValueNetwork(inner, outer, w.direct, w.units), np.ones(outer.shape)
        self._squares = ValueNetwork(np.ones(inner.shape), squares, squares[HIDDEN_UNITS:], w.units)
        self._trajectory = learner.make_trajectory(1, self_play.MAX_TURNS, MAX_INPUTS)

    def play(self, games: int, rate: float, opponent: Sequence[Any] | None = None) -> None:
        """Play so many games and learn from each, at a learning rate."""
        self._x = self_play.train_by_self_play(self._workspace, self._trajectory, self._net, self._squares, games,
                                               self._start, MOST_POSITIONS, LAMBDA, rate, self._x)


def file_arrays(weights: Mapping[str, Sequence[Any]]) -> Mapping[str, Any]:
    """Return the arrays of the file."""
    inner, outer = weights[""]
    return {"reach": reach_chances(), "inner": inner, "outer": outer}


LEARNER = ExpertLearner(tables={"": TABLE}, schedule=Schedule(140_000, 1_000, linear_rate_schedule(0.05, 0.1), 0.7),
                       start=GamesOfTwo, arrays=file_arrays, file=NETWORK_FILE)
