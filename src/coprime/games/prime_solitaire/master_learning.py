"""How the network of `master_value` is learnt: by games, from nothing but the rules.

`python -m coprime.games.prime_solitaire.master_learning GAMES` writes data/master.npz anew; it says now and then how
far it is.  The same number of games gives the same network.
"""

import sys
from collections.abc import Callable
from typing import Any, NamedTuple

import numpy as np

from . import master_games, master_value, rules
from .master_net import keep
from .master_player import Net, work
from .master_value import HIDDEN, INPUTS, WIDEST
from .state import MOST_LEFT

GAMES = 900_000
BATCH = 5_000               # games between two looks
MIX, RATE, SLOWED = 0.95, 0.1, 0.03     # see master_games; and what becomes of the rate
LATE = 0.8                  # the network is the mean of those after this share of the games


class Past(NamedTuple):
    """The arrays that learning works on."""

    at: Any                 # by position remembered: inputs, how much of each, how many
    much: Any
    many: Any
    inner: Any              # sums of the squares of slopes, of each weight
    outer: Any
    direct: Any


def past(net: Net) -> Past:
    room = np.zeros((MOST_LEFT, WIDEST), np.int64), np.zeros((MOST_LEFT, WIDEST)), np.zeros(MOST_LEFT, np.int64)
    return Past(*room, np.ones(net.inner.shape), np.ones(net.outer.shape), np.ones(net.direct.shape))


def first_net() -> Net:
    """Small weights by chance, and that the chances of all cards multiply."""
    luck, direct = np.random.default_rng(1), np.zeros(INPUTS)
    direct[master_value.FIGURES] = 1.0
    return Net(0.1 * luck.normal(size=(INPUTS, HIDDEN)), 0.1 * luck.normal(size=HIDDEN), direct, np.zeros(HIDDEN))


def learnt(games: int, told: Callable[[int, int], None] = lambda done, won: None) -> Net:
    """A network that has played so many games."""
    kind: Any = rules.State             # mypy does not see what @record makes of a class
    net, start, state, x, late = first_net(), kind.new(1), kind.new(1), 1, []
    start[0].seats = 1
    rules.begin(start[0])
    w, kept = work(net), past(net)
    for done in range(0, games, BATCH):
        rate = RATE * SLOWED ** (done / games)
        won, x = master_games.learn(state, start, min(BATCH, games - done), w, kept, MIX, rate, x)
        if done >= LATE * games or done + BATCH >= games:
            late.append([weights.copy() for weights in net[:3]])
        told(done + BATCH, won)
    inner, outer, direct = (np.mean(part, axis=0) for part in zip(*late, strict=True))
    return Net(inner, outer, direct, np.zeros(HIDDEN))


if __name__ == "__main__":
    keep(learnt(int(sys.argv[1]) if len(sys.argv) > 1 else GAMES, lambda done, won: print(done, won, flush=True)))
