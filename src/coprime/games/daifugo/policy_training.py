"""Fit the master's weights with Adam (Kingma and Ba, 2015) and write them to weights.py."""

import textwrap
from collections.abc import Callable
from pathlib import Path
from typing import Any

import numpy as np

from ...core.game import Game
from . import policy_gradient
from .fitted_policy import ANSWERS, QUESTIONS

TABLE_SEATS = 5                       # seats
DEALS_PER_ROUND, REPEATS_PER_DEAL = 64, 8            # of a round: deals, and how often each is played
LEARNING_RATE, FINAL_LEARNING_RATE = 0.05, 0.0025
BETA_1, BETA_2, EPSILON = 0.9, 0.999, 1e-6
WEIGHT_DECAY = 1e-4                   # of every weight, with each step of one
FILE_HEAD = '''"""The weights of fitted_policy.py for each answer to each question, written by `coprime daifugo fit`."""

import numpy as np

TEXT = (
'''
FILE_TAIL = ''')
WEIGHTS = np.zeros(8 * 256)
for question, text in enumerate(TEXT):
    for answer, weight in enumerate(text.split()):
        WEIGHTS[256 * question + answer] = float(weight)
'''


def fit_weights(game: Game, rounds: int, seed: int, on_round: Callable[[], None] = lambda: None) -> Any:
    """Return the weights found by so many rounds of self-play; the same arguments give the same weights.

    on_round  called after each round
    """
    options = {**game.presets["uecda"], "match_length": 2, "reset_period": 0, "seat_shuffle": 1}
    states = game.rules.State.new(3)
    states[0] = game.new_state(TABLE_SEATS, options)
    words, size, x = states.view(np.int64).reshape(3, -1), QUESTIONS * ANSWERS, seed
    table, mean, squares = np.zeros(size), np.zeros(size), np.zeros(size)
    slopes, results, room = np.zeros((REPEATS_PER_DEAL, TABLE_SEATS,
                                      size)), np.zeros((REPEATS_PER_DEAL, TABLE_SEATS)), game.rules.MAX_ACTIONS + 1
    work, weights, codes = np.zeros(room, np.int64), np.zeros(room), np.zeros(room, np.int64)
    for done in range(1, rounds + 1):
        slope = np.zeros(size)
        x = policy_gradient.accumulate_policy_gradient(states, words, table, slope, slopes, results, work, weights,
                                                       codes,
                                                       DEALS_PER_ROUND, REPEATS_PER_DEAL, x)
        slope /= DEALS_PER_ROUND * REPEATS_PER_DEAL
        mean = BETA_1 * mean + (1 - BETA_1) * slope
        squares = BETA_2 * squares + (1 - BETA_2) * slope**2
        step = LEARNING_RATE + (FINAL_LEARNING_RATE - LEARNING_RATE) * done / rounds
        table += step * mean / (1 - BETA_1**done) / (np.sqrt(squares / (1 - BETA_2**done)) + EPSILON)
        table -= WEIGHT_DECAY * step * table
        on_round()
    return table


def write_weights(style_weights: Any, path: Path) -> None:
    """Write the weights as a Python file like weights.py."""
    lines = []
    for row in np.round(style_weights, 2).reshape(QUESTIONS, ANSWERS):
        used = row[:max(np.flatnonzero(row), default=-1) + 1]
        text = textwrap.wrap(" ".join(f"{weight:g}" for weight in used), 108)
        lines.append('    """' + "\n    ".join(text) + '""",\n')
    path.write_text(FILE_HEAD + "".join(lines) + FILE_TAIL, encoding="utf-8")
