"""How the master's network is learnt: by games against itself, with no knowledge but how many rolls a seat needs alone.

`python -m coprime.games.prime_climb.master_learning GAMES` writes data/master.npz anew; it says now and then how far it
is.  The same number of games gives the same network.
"""

import sys
from collections.abc import Callable
from typing import Any, NamedTuple

import numpy as np

from . import master_games, master_value
from .board import counted
from .game import GAME
from .master_search import LEARNT, work
from .moves import Verb
from .tables import CHANCES, FACES, HOME, LAST

GAMES = 100_000
BATCH = 1_000               # games between two looks
POSITIONS = 150              # positions of a turn after which number Keepers are no longer tried
MIX, RATE = 0.7, 0.05       # see master_games; the rate falls to a tenth
LATE = 0.7                  # the network is the mean of those after this share of the games
WIDEST = 128                # inputs of a position at most
# Plain numbers: Numba looks up the type of an enum member anew at every call, which takes twenty times as long.
SIGNS = tuple(map(int, (Verb.ADD, Verb.SUBTRACT, Verb.MULTIPLY, Verb.DIVIDE)))


class Past(NamedTuple):
    """The arrays that learning works on."""

    at: Any                 # [turn]: inputs of the position, as the next three
    much: Any
    count: Any
    chance: Any             # [turn]: what the network said of it
    roller: Any
    inner: Any              # sums of the squares of slopes, of each weight, as the next
    outer: Any


def past(net: Any) -> Past:
    n = master_games.LONGEST
    return Past(np.zeros((n, WIDEST), np.int64), np.zeros((n, WIDEST)), np.zeros(n, np.int64), np.zeros(n),
                np.zeros(n, np.int64), np.ones(net[1].shape), np.ones(net[2].shape))


def first_net() -> tuple[Any, Any, Any]:
    """Small weights by chance, and that fewer rolls are better."""
    luck, hidden = np.random.default_rng(1), master_value.HIDDEN
    inner = 0.1 * luck.normal(size=(master_value.INPUTS, hidden))
    outer = np.zeros(hidden + master_value.INPUTS - master_value.ALWAYS)
    outer[:hidden] = 0.1 * luck.normal(size=hidden)
    logs = hidden + master_value.PLAIN - master_value.ALWAYS + 3
    outer[logs], outer[logs + master_value.FIGURES // 2] = -1.8, 1.8
    return reach(), inner.astype(np.float32), outer


def reach() -> Any:
    """[space, space]: how likely a throw can bring a pawn alone from one to the other, with any of its numbers."""
    found = np.zeros((HOME + 1, HOME + 1))
    for space in range(LAST):
        for face, weight in zip(FACES.tolist(), CHANCES.tolist(), strict=True):
            for to in ends(space, face // 100, face % 100):
                found[space, to] += weight / 100
    found[:, [0, HOME]] = 0
    return found


def ends(space: int, low: int, high: int) -> set[int]:
    """Where a pawn can be after some of the numbers thrown."""
    if low != high:
        one, other = uses({space}, low), uses({space}, high)
        return one | other | uses(one, high) | uses(other, low)
    found, last = set[int](), {space}
    for _ in range(4):
        last = uses(last, low)
        found |= last
    return found


def uses(spaces: set[int], d: int) -> set[int]:
    """Where one use of a number leads from any of some spaces."""
    found = {int(counted(space, verb, d)) for space in spaces if space != HOME for verb in SIGNS} - {-1}
    return {HOME if space == LAST else space for space in found} | spaces & {HOME}


def learnt(games: int, told: Callable[[int], None] = lambda done: None) -> tuple[Any, Any, Any]:
    """A network that has played so many games."""
    table, inner, outer = net = first_net()
    start = GAME.rules.State.new(1)
    start[0] = GAME.new_state(2, None)
    w, kept, x, late = work(GAME.rules, start[0], net), past(net), 1, []
    for done in range(0, games, BATCH):
        rate = RATE * (1 - 0.9 * done / games)
        x = master_games.learn(w, kept, min(BATCH, games - done), start, POSITIONS, MIX, rate, x)
        if done >= LATE * games or done + BATCH >= games:
            late.append((inner.astype(float), outer.copy()))
        told(done + BATCH)
    return table, sum(one for one, _ in late) / len(late), sum(other for _, other in late) / len(late)


def keep(net: tuple[Any, Any, Any]) -> None:
    """Write a network where the master finds it."""
    np.savez_compressed(LEARNT, reach=net[0].astype(np.float32), inner=net[1].astype(np.float32), outer=net[2])


if __name__ == "__main__":
    keep(learnt(int(sys.argv[1]) if len(sys.argv) > 1 else GAMES, lambda done: print(done, flush=True)))
