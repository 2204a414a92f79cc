"""How the master's networks are learnt: by games against itself and the rule of thumb of the search, from nothing else.

`python -m coprime.games.prime_canasta.master_learning GAMES` writes data/master.npz anew, from so many games at each
kind of table; it says now and then how far it is.  The same number of games gives the same networks.
"""

import sys
from collections.abc import Callable
from functools import partial
from typing import Any, NamedTuple

import numpy as np

from . import master_games
from .game import GAME
from .master_games import TURNS
from .master_net import SHAPE, TABLES, keep
from .master_value import HIDDEN, INPUTS
from .tables import SEATS

GAMES = 8_000
BATCH = 500                 # games between two looks
MIX, RATE = 0.9, 0.05       # see master_games; the rate falls to a tenth
LATE = 0.7                  # the network is the mean of those after this share of the games


class Past(NamedTuple):
    """What is remembered of a round, by seat."""

    learns: Any             # does it learn?
    tried: Any              # the plan that it tries in this turn
    turns: Any              # how many are remembered
    inputs: Any             # [seat, turn]: inputs, what was laid, what the round was thought to bring
    ahead: Any
    thought: Any


def past() -> Past:
    learns, tried, turns = np.zeros((3, SEATS), np.int64)
    return Past(learns, tried, turns, np.zeros((SEATS, TURNS, INPUTS)), *np.zeros((2, SEATS, TURNS)))


def learned(seats: int, partners: bool, games: int, told: Callable[[int], None] = lambda done: None) -> Any:
    """A network that has played so many games at a table of TABLES."""
    net = 0.1 * np.random.default_rng(1).normal(size=SHAPE)
    net[:, HIDDEN] = 0
    states, start = GAME.rules.State.new(1), GAME.rules.State.new(1)
    start[0] = GAME.new_state(seats, {"partnerships": "on" if partners else "off"})
    squares, kept, x, late = np.ones(net.shape), past(), 1, []
    for done in range(0, games, BATCH):
        x = master_games.learn(states, start, net, squares, kept, min(BATCH, games - done), MIX,
                               RATE * (1 - 0.9 * done / games), x)
        if done >= LATE * games or done + BATCH >= games:
            late.append(net.copy())
        told(done + BATCH)
    return sum(late) / len(late)


if __name__ == "__main__":
    games = int(sys.argv[1]) if len(sys.argv) > 1 else GAMES
    keep({name: learned(*table, games, partial(print, name, flush=True)) for table, name in TABLES.items()})
