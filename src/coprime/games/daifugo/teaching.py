"""The loop around practice.py: steps of Adam (Kingma and Ba, 2015) that grow smaller, and the weights as a file."""

import textwrap
from collections.abc import Callable
from pathlib import Path
from typing import Any

import numpy as np

from ...core.game import Game
from . import practice
from .style import ANSWERS, QUESTIONS

TABLE = 5                       # seats
DEALS, TIMES = 64, 8            # of a round: deals, and how often each is played
STEP, LAST_STEP = 0.05, 0.0025
KEPT, KEPT_SQUARES, TINY = 0.9, 0.999, 1e-6
SHRINK = 1e-4                   # of every weight, with each step of one
HEAD = '''"""The weights of style.py for each answer to each question, written by `coprime daifugo fit`."""

import numpy as np

TEXT = (
'''
TAIL = ''')
WEIGHTS = np.zeros(8 * 256)
for question, text in enumerate(TEXT):
    for answer, weight in enumerate(text.split()):
        WEIGHTS[256 * question + answer] = float(weight)
'''


def fit(game: Game, rounds: int, seed: int, each: Callable[[], None] = lambda: None) -> Any:
    """Weights that so many rounds of play have found.  The same arguments give the same weights."""
    options = {**game.presets["uecda"], "match_length": 2, "reset_period": 0, "seat_shuffle": 1}
    states = game.rules.State.new(3)
    states[0] = game.new_state(TABLE, options)
    words, size, x = states.view(np.int64).reshape(3, -1), QUESTIONS * ANSWERS, seed
    table, mean, squares = np.zeros(size), np.zeros(size), np.zeros(size)
    slopes, results, room = np.zeros((TIMES, TABLE, size)), np.zeros((TIMES, TABLE)), game.rules.MAX_ACTIONS + 1
    work, weights, codes = np.zeros(room, np.int64), np.zeros(room), np.zeros(room, np.int64)
    for done in range(1, rounds + 1):
        slope = np.zeros(size)
        x = practice.learn(states, words, table, slope, slopes, results, work, weights, codes, DEALS, TIMES, x)
        slope /= DEALS * TIMES
        mean = KEPT * mean + (1 - KEPT) * slope
        squares = KEPT_SQUARES * squares + (1 - KEPT_SQUARES) * slope**2
        step = STEP + (LAST_STEP - STEP) * done / rounds
        table += step * mean / (1 - KEPT**done) / (np.sqrt(squares / (1 - KEPT_SQUARES**done)) + TINY)
        table -= SHRINK * step * table
        each()
    return table


def write(table: Any, file: Path) -> None:
    """The weights as weights.py has them."""
    lines = []
    for row in np.round(table, 2).reshape(QUESTIONS, ANSWERS):
        used = row[:max(np.flatnonzero(row), default=-1) + 1]
        text = textwrap.wrap(" ".join(f"{weight:g}" for weight in used), 108)
        lines.append('    """' + "\n    ".join(text) + '""",\n')
    file.write_text(HEAD + "".join(lines) + TAIL, encoding="utf-8")
