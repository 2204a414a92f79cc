"""Train the expert bot's network by games against itself.

`python -m coprime.games.prime_climb.expert.learning GAMES` writes data/master.npz anew and prints its progress.  The
only knowledge put in is how many rolls a seat needs alone.  The same number of games gives the same network.
"""

import sys
from collections.abc import Callable
from typing import Any, NamedTuple

import numpy as np

from ....search.network_weights import HIDDEN_UNITS, save_weights, train_in_batches
from ..actions import Verb
from ..board import target_space
from ..board_and_card_data import CHANCES, FACES, HOME, LAST
from ..game import GAME
from . import self_play, value_network
from .player import NETWORK_FILE, make_workspace

GAMES = 100_000
GAMES_PER_REPORT = 1_000               # games between two looks
MOST_POSITIONS = 150              # positions of a turn after which number Keepers are no longer tried
LAMBDA, LEARNING_RATE = 0.7, 0.05       # see self_play; the rate falls to a tenth
AVERAGE_FROM = 0.7                  # the network is the mean of those after this share of the games
MAX_INPUTS = 128                # inputs of a position at most
# Plain numbers: Numba looks up the type of an enum member anew at every call, which takes twenty times as long.
SIGNS = tuple(map(int, (Verb.ADD, Verb.SUBTRACT, Verb.MULTIPLY, Verb.DIVIDE)))


class Trajectory(NamedTuple):
    """Hold the arrays of training: the turns of one game, and the sums of squared gradients."""

    at: Any                 # [turn]: inputs of the position, as the next three
    much: Any
    count: Any
    chance: Any             # [turn]: what the network said of it, for seat 0
    target: Any             # [turn]: what it should have said
    roller: Any
    inner: Any              # sums of the squares of slopes, of each weight, as the next two
    outer: Any
    direct: Any


def make_trajectory(net: Any) -> Trajectory:
    """Return empty arrays for training a network."""
    n, squares = self_play.MAX_TURNS, np.ones(net[2].shape)
    return Trajectory(np.zeros((n, MAX_INPUTS), np.int64), np.zeros((n, MAX_INPUTS)), np.zeros(n, np.int64),
                      np.zeros(n), np.zeros(n), np.zeros(n, np.int64), np.ones(net[1].shape), squares,
                      squares[HIDDEN_UNITS:])


def initial_net() -> tuple[Any, Any, Any]:
    """Return a network of small random weights that already prefers fewer rolls."""
    luck, hidden = np.random.default_rng(1), HIDDEN_UNITS
    inner = 0.1 * luck.normal(size=(value_network.INPUT_COUNT, hidden))
    outer = np.zeros(hidden + value_network.INPUT_COUNT - value_network.BIAS_INPUT)
    outer[:hidden] = 0.1 * luck.normal(size=hidden)
    logs = hidden + value_network.FIGURE_INPUTS - value_network.BIAS_INPUT + 3
    outer[logs], outer[logs + value_network.FIGURE_COUNT // 2] = -1.8, 1.8
    return reach_chances(), inner.astype(np.float32), outer


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


def train_net(games: int, on_progress: Callable[[int], None] = lambda done: None) -> tuple[Any, Any, Any]:
    """Return the network trained by so many games: the mean over the last part of the training."""
    table, inner, outer = net = initial_net()
    start = GAME.rules.State.new(1)
    start[0] = GAME.new_state(2, None)
    w, trajectory, x = make_workspace(GAME.rules, start[0], net), make_trajectory(net), 1

    def train_batch(done: int, batch: int) -> None:
        nonlocal x
        rate = LEARNING_RATE * (1 - 0.9 * done / games)
        x = self_play.train_by_self_play(w, trajectory, batch, start, MOST_POSITIONS, LAMBDA, rate, x)
        on_progress(done + GAMES_PER_REPORT)
    inner, outer = train_in_batches((inner, outer), games, GAMES_PER_REPORT, AVERAGE_FROM, train_batch)
    return table, inner, outer


def save_net(net: tuple[Any, Any, Any]) -> None:
    """Write a network to the file from which the expert bot loads it."""
    save_weights(NETWORK_FILE, {"reach": net[0].astype(np.float32), "inner": net[1].astype(np.float32),
                                "outer": net[2]})


if __name__ == "__main__":
    save_net(train_net(int(sys.argv[1]) if len(sys.argv) > 1 else GAMES, lambda done: print(done, flush=True)))
