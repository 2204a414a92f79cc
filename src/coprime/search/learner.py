"""The learner of expert bots: self-play in batches, from the first weights to a file.

A game's `expert/learning.py` gives what is its own as an `ExpertLearner` called LEARNER: the tables that it learns at,
first weights, and self-play (`SelfPlay`), whose compiled turns record positions and train a network by the functions
of `value_network`, or a policy in a way of its own.  Batches, the falling rate, the mean of the weights, opponents from
a pool and the file are here.  `coprime train` runs it.
"""

import importlib
from collections import deque
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any, NamedTuple, Protocol

import numpy as np

from ..core.game import Game
from ..core.options import Value
from .levels import EXPERT
from .network_weights import HIDDEN_UNITS, NetworkFile, Provenance, ValueNetwork

VERSIONS = 20           # of a network that become opponents in a training


class Trajectory(NamedTuple):
    """Hold the positions that self-play records of a game, in rows: of a seat each, or of all seats together."""

    turns: Any              # [row]: positions recorded so far
    indices: Any            # [row, position, input]: the inputs that are not 0, see `value_network`
    values: Any
    counts: Any             # [row, position]: how many of them
    estimates: Any          # [row, position]: the value that was expected
    notes: Any              # [row, position]: what the game needs of the position for its target
    targets: Any            # [position]: of the row that is learnt from


class SelfPlay(Protocol):
    """One network of a game that learns from games against itself."""

    @property
    def weights(self) -> Sequence[Any]:
        """The arrays that training changes."""

    def play(self, games: int, rate: float, opponent: Sequence[Any] | None = None) -> None:
        """Play so many games and learn from each, at a learning rate.

        opponent  weights by which the others play, of whose turns nothing is learnt; None for play against itself.
                  Only where the learner says `has_opponents`
        """


class TrainingTable(NamedTuple):
    """The table that a network learns at, and is measured at.

    partners  whether every second seat plays together
    """

    seats: int
    options: Mapping[str, Value]
    partners: bool = False


@dataclass(frozen=True)
class Schedule:
    """How long a network learns, and how fast.

    games         of each network, where nobody says another number
    batch         games between two looks
    rate          (games done, games in all) -> learning rate
    average_from  the share of the games after which the weights count for the mean; those of the last batch always do
    """

    games: int
    batch: int
    rate: Callable[[int, int], float]
    average_from: float


def linear_rate_schedule(first: float, last_share: float) -> Callable[[int, int], float]:
    """Return a learning rate that falls along a line, in the end to a share of the first one."""
    return lambda done, total: first * (1 - (1 - last_share) * done / total)


def exponential_rate_schedule(first: float, last_share: float) -> Callable[[int, int], float]:
    """Return a learning rate that falls by the same factor again and again, in the end to a share of the first one."""
    return lambda done, total: first * last_share ** (done / total)


@dataclass(frozen=True)
class ExpertLearner:
    """What a game gives to learn its expert's networks.

    tables    by name of the network; "" where there is one only
    schedule  of each network
    start     (name of the network, seed) -> its self-play, with weights that have learnt nothing
    arrays    (weights by name of the network) -> the arrays of the game's file
    file      of the weights
    has_opponents  whether self-play takes other weights to play against
    """

    tables: Mapping[str, TrainingTable]
    schedule: Schedule
    start: Callable[[str, int], SelfPlay]
    arrays: Callable[[Mapping[str, Sequence[Any]]], Mapping[str, Any]]
    file: NetworkFile
    has_opponents: bool = False


class Training:
    """A training in progress.  The same learner, number of games, seed and size of the pool give the same weights.

    total  games of each network
    done   games of each network that have been played
    pool   how many earlier versions of a network are kept as opponents: after each twentieth of the games one is
           added, and the oldest goes.  Half of each batch is played against one of them, drawn by chance, as soon as
           there is one
    """

    def __init__(self, learner: ExpertLearner, total: int, seed: int = 1, pool: int = 0) -> None:
        if pool and not learner.has_opponents:
            raise ValueError("This game's self-play takes no opponents.")
        self.learner, self.total, self.seed, self.done = learner, total, seed, 0
        self._pool: deque[Mapping[str, Sequence[Any]]] = deque(maxlen=pool)
        self._luck = np.random.default_rng(seed)
        self._best: dict[str, tuple[float, Sequence[Any]]] = {}
        self._networks = {name: learner.start(name, seed) for name in learner.tables}
        self._latest: dict[str, list[Any]] = {}
        self._sums: dict[str, list[Any]] = {}
        self._snapshots = 0

    def batches(self) -> Iterator[int]:
        """Play batch after batch; yield the number of games done after each."""
        while self.done < self.total:
            self._train_batch()
            yield self.done

    def _train_batch(self) -> None:
        schedule, total = self.learner.schedule, self.total
        batch, rate = min(schedule.batch, total - self.done), schedule.rate(self.done, total)
        opponents = self._pool[self._luck.integers(len(self._pool))] if self._pool else None
        against = batch // 2 if opponents else 0
        for name, self_play in self._networks.items():
            self_play.play(batch - against, rate)
            if opponents and against:
                self_play.play(against, rate, opponents[name])
        latest = {name: [array.astype(float) for array in one.weights] for name, one in self._networks.items()}
        if self.done >= schedule.average_from * total or self.done + batch >= total:
            self._sums = {name: [one + other for one, other in zip(self._sums[name], arrays, strict=True)]
                          if self._sums else arrays for name, arrays in latest.items()}
            self._snapshots += 1
        if self.done * VERSIONS // total < (self.done + batch) * VERSIONS // total:
            self._pool.append(latest)
        self._latest, self.done = latest, self.done + batch

    def mean_weights(self) -> Mapping[str, Sequence[Any]]:
        """Return the weights of each network: the mean over the last part, before it those of the last batch.

        A batch that has been broken off counts for nothing.
        """
        if not self._sums:
            return self._latest
        return {name: [array / self._snapshots for array in arrays] for name, arrays in self._sums.items()}

    def keep_best(self, name: str, score: float) -> bool:
        """Keep the weights that a network has now, unless kept ones had a higher score; return whether they are kept.

        What is saved then are the kept weights.
        """
        if name in self._best and score < self._best[name][0]:
            return False
        self._best[name] = score, self.mean_weights()[name]
        return True

    def save(self, path: Path, coprime: str, command: str, is_best: bool = True) -> None:
        """Write the weights learnt so far to a file of the game, or the best that were kept.

        Raises OSError and ValueError.

        coprime  version of Coprime, for the provenance
        command  that gives these weights, for the provenance
        is_best  whether to write the kept weights of networks that have some
        """
        file = self.learner.file
        provenance = Provenance(file.game, file.inputs, coprime, command, self.seed, self.done, self.total)
        kept = {name: weights for name, (_, weights) in self._best.items()} if is_best else {}
        file.save(path, self.learner.arrays({**self.mean_weights(), **kept}), provenance)


def has_learner(game: Game) -> bool:
    """Tell whether a game's expert learns, without importing anything compiled."""
    expert = game.load_module(EXPERT)
    return expert is not None and expert.check_weights is not None


def get_learner(game: Game) -> ExpertLearner:
    """Import what a game with a learner gives to learn its expert's networks; it brings the compiler."""
    found: ExpertLearner = importlib.import_module(f"{game.package}.{EXPERT}.learning").LEARNER
    return found


# What the games' learners begin with.

def make_trajectory(rows: int, positions: int, inputs: int) -> Trajectory:
    """Return an empty trajectory for so many positions in each row, and inputs of a position."""
    shape = rows, positions
    return Trajectory(np.zeros(rows, np.int64), np.zeros((*shape, inputs), np.int64), np.zeros((*shape, inputs)),
                      np.zeros(shape, np.int64), np.zeros(shape), np.zeros(shape), np.zeros(positions))


def random_weights(inputs: int, outputs: tuple[int, ...], seed: int) -> tuple[Any, Any]:
    """Return small random hidden and output weights; `outputs` is () or (number of outputs,)."""
    rng = np.random.default_rng(seed)
    return 0.1 * rng.normal(size=(inputs, HIDDEN_UNITS)), 0.1 * rng.normal(size=(*outputs, HIDDEN_UNITS))


def copy_weights(weights: Sequence[Any] | None, net: ValueNetwork) -> None:
    """Write weights to the arrays of a network, if there are any."""
    for array, part in zip(net[:3], weights or (), strict=False):
        array[:] = part


def first_squares(net: ValueNetwork) -> ValueNetwork:
    """Return the sums of squared gradients with which AdaGrad begins: 1 for each weight of a network."""
    return ValueNetwork(np.ones(net.inner.shape), np.ones(net.outer.shape), np.ones(net.direct.shape), net.units)
