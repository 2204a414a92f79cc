"""Measure weights that an expert bot could play by against those that are shipped, on mirrored deals."""

from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path

from ..core.game import Game
from ..search.learner import TrainingTable
from ..search.levels import MASTER
from .simulate import play_series
from .statistics import Interval
from .workers import Executor


@dataclass(frozen=True)
class Evaluation:
    """How weights did at one kind of table.

    share   of the victories that a seat with the weights had
    even    the share of weights that are as good as the shipped ones
    stopped  whether the evaluation was broken off
    """

    share: Interval
    even: float
    stopped: bool = False


def evaluate_weights(game: Game, tables: Mapping[str, TrainingTable], file: Path, matches: int, seed: int,
                     executor: Executor | None = None) -> dict[str, Evaluation]:
    """Play at least so many matches at each table, every deal from each seat, against the shipped weights.

    At a table of one seat both play the same deals, and the shipped weights' share is the even one.
    """
    mine = f"{MASTER}:{file}"
    found: dict[str, Evaluation] = {}
    for name, table in tables.items():
        if table.seats == 1:
            one, other = (play_series(game, [bot], matches, seed, table.options, 1, executor) for bot in (mine, MASTER))
            even, stopped = other.standings[0].rate.mean, one.stopped or other.stopped
        else:
            bots = [mine, MASTER] * (table.seats // 2) if table.partners else [mine, MASTER]
            one = play_series(game, bots, matches, seed, table.options, table.seats, executor, in_order=table.partners)
            even, stopped = 1 / table.seats, one.stopped
        found[name] = Evaluation(one.standings[0].rate, even, stopped)
        if stopped:
            break
    return found
