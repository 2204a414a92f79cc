"""Train the style of Prime Daifugo Lv. 0's expert bot by games against itself (REINFORCE).

`coprime train prime_daifugo` begins with the rule of thumb, `coprime style prime_daifugo` with any weights.

R. J. Williams, "Simple statistical gradient-following algorithms for connectionist reinforcement learning", 1992; steps
by Adam (Kingma and Ba, 2015); the mean of the weights over the last fifth is kept.  No recorded games and no search are
used.
"""

import random
import time
from collections.abc import Callable, Mapping, Sequence
from typing import Any

import numpy as np

from ....core import kernel
from ....search.learner import ExpertLearner, Schedule, TrainingTable
from ..game import GAME
from .player import STYLE_FILE, TRAITS, get_master

TABLES_PER_STEP, GAMES = 8, 500           # a step: so many tables, so many games at each
BATCH = TABLES_PER_STEP * GAMES           # games of a step
LEARNING_RATE, WEIGHT_DECAY = 0.03, 2e-4         # how far a step goes, and how strongly weights are drawn to 0
SPECIAL_CARD_OPTIONS = ("cards_5_9", "cards_4_6_8", "cards_0", "cards_skip")


def initial_style() -> Any:
    """Return the rule of thumb of `heuristics.py` as weights of features: where training begins."""
    t = kernel.import_pure(f"{GAME.package}.action_features")
    theta = np.zeros((4, TRAITS))
    for n, much in enumerate((2, 6, 16)):
        theta[:, t.CARDS + t.NEAR * n:t.CARDS + t.NEAR * (n + 1)] = np.log(much)
    for place, weight, idle in ((t.DRAWN, 0.5, 6), (t.LAID, 4, 1), (t.PASSED, 0.2, 5)):
        theta[:, place:place + t.NEAR] = np.log(weight)
        theta[:, place + t.NEAR] = np.log(idle)
    theta[:, t.SKIPPED] = np.log(0.5)
    return theta


def start_training_game(rng: random.Random) -> Any:
    """Return a game of two or three seats that has begun; one in four with special cards."""
    seats = rng.choice((2, 3))
    options: dict[str, str | int] = {"games_to_win": 1}
    if rng.random() < 0.25:
        options |= {name: "on" for name in SPECIAL_CARD_OPTIONS if rng.random() < 0.5
                    and (name != "cards_skip" or seats == 3)}
    return GAME.new_state(seats, options, GAME.pure_rules)


class StyleGames:
    """Games against itself, with a step of Adam after every batch: see `learner.SelfPlay`."""

    def __init__(self, name: str, seed: int, theta: Any = None) -> None:
        self.weights = [initial_style() if theta is None else theta]
        self._search, self._luck, self._steps = get_master(), random.Random(seed), 0
        self._fixed = kernel.import_pure(f"{GAME.package}.action_features").FIXED
        self._mean, self._square = np.zeros_like(self.weights[0]), np.zeros_like(self.weights[0])

    def play(self, games: int, rate: float, opponent: Sequence[Any] | None = None) -> None:
        """Play about so many games, as many at each of a step's tables, and take the step."""
        (theta,), each = self.weights, max(1, games // TABLES_PER_STEP)
        gradient = np.zeros_like(theta)
        for _ in range(TABLES_PER_STEP):
            w = self._search.make_workspace(start_training_game(self._luck), 1, theta)
            self._search.add_game_gradients(w, each, self._luck.getrandbits(60), np.zeros((12, TRAITS)), gradient,
                                            self._fixed)
        gradient = gradient / (TABLES_PER_STEP * each) - WEIGHT_DECAY * theta
        self._steps += 1
        self._mean, self._square = 0.9 * self._mean + 0.1 * gradient, 0.99 * self._square + 0.01 * gradient**2
        self.weights[0] = theta + rate * self._mean / (1 - 0.9**self._steps) / (
            np.sqrt(self._square / (1 - 0.99**self._steps)) + 1e-8)


def step_size(step: int, steps: int) -> float:
    """Return how far a step goes, from the first one to the last."""
    return LEARNING_RATE * (1 - 0.8 * step / steps)


def train_style(theta: Any, steps: int, seed: int, on_step: Callable[[int], None] = lambda done: None) -> tuple[Any,
                                                                                                                float]:
    """Return weights that were trained from others, and how many games a second were played.

    The same arguments give the same weights.
    """
    self_play, start, games = StyleGames("", seed, theta), time.perf_counter(), TABLES_PER_STEP * GAMES
    kept, late = np.zeros_like(theta), steps * 4 // 5
    for step in range(1, steps + 1):
        self_play.play(games, step_size(step, steps))
        if step > late:
            kept += self_play.weights[0]
        on_step(step)
    return kept / max(1, steps - late), steps * games / (time.perf_counter() - start)


def batch_rate(done: int, total: int) -> float:
    """Return the size of the step after a batch of the learner, by the games before it and in all."""
    return step_size(done // BATCH + 1, -(-total // BATCH))


def file_arrays(weights: Mapping[str, Sequence[Any]]) -> Mapping[str, Any]:
    """Return the arrays of a file."""
    return {"style": weights[""][0]}


LEARNER = ExpertLearner(tables={"": TrainingTable(2, {"games_to_win": 1})},
                        schedule=Schedule(1400 * BATCH, BATCH, batch_rate, 0.8), start=StyleGames, arrays=file_arrays,
                        file=STYLE_FILE)
