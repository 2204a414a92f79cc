"""How the master's network is learnt: by rounds against itself, from nothing but the rules.

`python -m coprime.games.factor_rummy.master_learning ROUNDS` writes data/master.npz anew; it says now and then how far
it is.  The same number of rounds gives the same network.
"""

import sys
from collections.abc import Callable
from typing import Any, NamedTuple

import numpy as np

from . import master_games
from .game import GAME
from .master_play import LEVEL, Net, keep, work
from .master_value import HIDDEN, INPUTS, MOST_OVER, OUT, OVER, SAID, STAY, WIDEST

ROUNDS = 480_000
BATCH = 4_000               # rounds between two looks
MIX, RATE = 0.8, 0.05       # see master_games; the rate falls to a tenth
LATE = 0.7                  # the network is the mean of those after this share of the rounds
TURNS = 101                 # of a seat in a round: the game's turn limit, and one


class Past(NamedTuple):
    """The arrays that learning works on."""

    turns: Any              # by seat, how many are remembered
    at: Any                 # [seat, turn]: inputs, how much of each, how many
    much: Any
    many: Any
    thought: Any            # [seat, turn]: what the choice was thought to be worth
    theirs: Any             # [seat, turn]: the other's cards left over
    blind_at: Any           # inputs before a card from the draw pile
    blind_much: Any
    blind: Any
    inner: Any              # sums of the squares of slopes, of each weight
    outer: Any
    direct: Any


def past(net: Net) -> Past:
    seats = 2
    return Past(np.zeros(seats, np.int64), np.zeros((seats, TURNS, WIDEST), np.int64), np.zeros((seats, TURNS, WIDEST)),
                np.zeros((seats, TURNS), np.int64), np.zeros((seats, TURNS)), np.zeros((seats, TURNS), np.int64),
                np.zeros(WIDEST, np.int64), np.zeros(WIDEST), np.zeros(1, np.int64), np.ones(net.inner.shape),
                np.ones(net.outer.shape), np.ones(net.direct.shape))


def first_net() -> Net:
    """Small weights by chance, and that fewer cards left over are better."""
    luck = np.random.default_rng(1)
    direct = np.zeros((SAID, INPUTS))
    direct[STAY:OUT, OVER:OVER + MOST_OVER + 1] = 0.3 - 0.07 * np.arange(MOST_OVER + 1)
    inner, outer = 0.1 * luck.normal(size=(INPUTS, HIDDEN)), 0.1 * luck.normal(size=(SAID, HIDDEN))
    return Net(inner, outer, direct, np.zeros(HIDDEN))


def learnt(rounds: int, told: Callable[[int, Net], None] = lambda done, net: None) -> Net:
    """A network that has played so many rounds."""
    net = first_net()
    start = GAME.rules.State.new(1)
    start[0] = GAME.new_state(2, {"level": LEVEL})
    w, kept, x, late = work(GAME.rules, start[0], net), past(net), 1, []
    for done in range(0, rounds, BATCH):
        rate = RATE * (1 - 0.9 * done / rounds)
        x = master_games.learn(w, kept, start, min(BATCH, rounds - done), MIX, rate, x)
        if done >= LATE * rounds or done + BATCH >= rounds:
            late.append([weights.copy() for weights in net[:3]])
        told(done + BATCH, net)
    inner, outer, direct = (sum(part) / len(late) for part in zip(*late, strict=True))
    return Net(inner, outer, direct, np.zeros(HIDDEN))


if __name__ == "__main__":
    keep(learnt(int(sys.argv[1]) if len(sys.argv) > 1 else ROUNDS, lambda done, _: print(done, flush=True)))
