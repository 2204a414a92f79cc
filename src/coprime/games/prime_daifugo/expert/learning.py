"""Train the style of Prime Daifugo Lv. 0's expert bot by games against itself (REINFORCE).

R. J. Williams, "Simple statistical gradient-following algorithms for connectionist reinforcement learning", 1992; steps
by Adam (Kingma and Ba, 2015); the mean of the weights over the last fifth is kept.  No recorded games and no search are
used.
"""

import random
import time
from collections.abc import Callable
from typing import Any

import numpy as np

from ....core import kernel
from ..game import GAME
from .player import TRAITS, get_master

TABLES_PER_STEP, GAMES = 8, 500           # a step: so many tables, so many games at each
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


def train_style(theta: Any, steps: int, seed: int, on_step: Callable[[int], None] = lambda done: None) -> tuple[Any,
                                                                                                                float]:
    """Return trained weights, and how many games a second were played.

    The same arguments give the same weights.
    """
    search, luck, start = get_master(), random.Random(seed), time.perf_counter()
    plain = kernel.import_pure(f"{GAME.package}.action_features").FIXED
    mean, square, kept, late = np.zeros_like(theta), np.zeros_like(theta), np.zeros_like(theta), steps * 4 // 5
    for step in range(1, steps + 1):
        gradient = np.zeros_like(theta)
        for _ in range(TABLES_PER_STEP):
            w = search.make_workspace(start_training_game(luck), 1, theta)
            search.add_game_gradients(w, GAMES, luck.getrandbits(60), np.zeros((12, TRAITS)), gradient, plain)
        gradient = gradient / (TABLES_PER_STEP * GAMES) - WEIGHT_DECAY * theta
        mean, square = 0.9 * mean + 0.1 * gradient, 0.99 * square + 0.01 * gradient**2
        size = LEARNING_RATE * (1 - 0.8 * step / steps)
        theta = theta + size * mean / (1 - 0.9**step) / (np.sqrt(square / (1 - 0.99**step)) + 1e-8)
        if step > late:
            kept += theta
        on_step(step)
    return kept / max(1, steps - late), steps * TABLES_PER_STEP * GAMES / (time.perf_counter() - start)
