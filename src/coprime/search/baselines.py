"""Bots to compare others with: the rollout policy, drawn from or at its likest, and perfect-information Monte Carlo."""

from pathlib import Path
from types import ModuleType
from typing import Any, NamedTuple

import numpy as np

from ..core import kernel
from ..core.game import Game
from .engine import FACES, SEATS, Engine, digest, free_names

HERE = Path(__file__).parent
MOST = 2_000                # actions of a playout that finds no rest
SEEDS = 1 << 62


class Desk(NamedTuple):
    """A game's compiled module and the arrays that it works on."""

    module: ModuleType
    next_actor: Any
    states: Any
    words: Any
    listed: Any
    actions: Any
    weights: Any
    after: Any


DESKS: dict[str, Desk] = {}


def desk(game: Game) -> Desk:
    """Made once in a process."""
    if game.name not in DESKS:
        search = Engine(game, kept=False)
        free = free_names(game) | {name: getattr(search.playout, name) for name in ("play_on", "policy")}
        module = kernel.specialize_source(HERE / "baseline_kernels.py", f"coprime.search.flat_{game.name}", free,
                                          digest(game))
        states, most = game.rules.State.new(3), max(game.rules.MAX_ACTIONS, FACES)
        DESKS[game.name] = Desk(module, search.playout.next_actor, states, states.view(np.int64).reshape(3, -1),
                                np.zeros(most, np.int64), np.zeros(most, np.int64), np.zeros(most), np.zeros(SEATS))
    return DESKS[game.name]


def policy(game: Game, view: Any, seat: int, seed: int) -> int:
    """What the game's rollout policy does; any listed action where its features prefer none.

    The same arguments give the same action.
    """
    d = desk(game)
    d.states[0] = view
    return int(d.module.like(d.states, d.words, seat, seed % SEEDS, d.listed, d.weights))


def greedy(game: Game, view: Any, seat: int, seed: int) -> int:
    """What the game's rollout policy likes best, without a look ahead; one of these, where it likes several so.

    The same arguments give the same action.
    """
    d = desk(game)
    d.states[0] = view
    return int(d.module.likest(d.states, d.words, seat, seed % SEEDS, d.listed, d.weights))


def pimc(game: Game, view: Any, seat: int, seed: int, worlds: int) -> int:
    """The action that is best on the mean of so many imagined worlds, each played on as if all of it lay open.

    It is known for two errors (Frank and Basin, "Search in games with incomplete information", 1998): it puts off what
    it would know in each world, and it never acts to learn something.  The same arguments give the same action.
    """
    d = desk(game)
    d.states[0] = view
    gained = np.zeros(len(d.listed))
    n = d.module.weigh(d.states, d.words, seat, worlds, MOST, seed % SEEDS, d.listed, d.actions, d.weights, d.after,
                       gained)
    return int(d.listed[int(np.argmax(gained[:n]))])
