"""The strong bot: `choose` and `analyse` from a view, on a budget of milliseconds or iterations."""

import time
from typing import Any, NamedTuple

import numpy as np

from ..core.game import Game
from ..core.kernel import PURE
from . import frozen, warmup_position
from .engine import CALLED, MADE, Engine, Work, compiled, engine, folder

SLICE = 25                  # milliseconds between two looks at the clock
MOST = 2_000                # actions of a playout that finds no rest
CURIOSITY = 2.0             # how far PUCT explores, in standard deviations of the results


class Judged(NamedTuple):
    """What the search thinks of one action."""

    action: int
    visits: int
    mean: float             # 0 to 1: the result that it expects, from the worst to the best that a seat can meet


def ready(game: Game) -> bool:
    """Is the search of this game there without compiling?"""
    return PURE or frozen.is_saved(folder(game))


def warm(game: Game) -> None:
    """Compile the search of this game and keep its machine code, unless that has been done."""
    warmup_position.warmup_position(f"search-{game.name}", lambda: ready(game), lambda: make(game))


def make(game: Game) -> None:
    """Compile, and keep."""
    search = compiled(game)
    view, seat = warmup_position.first_question(game)
    consider(search, view, seat, 1, 0.0, 16)
    if not frozen.save(folder(game), {name: getattr(search, name) for name in CALLED}):
        MADE[game.name] = search


def choose(game: Game, view: Any, seat: int, seed: int, ms: float = 800, iterations: int | None = None) -> int:
    """The action that a strong player takes.  The same arguments with `iterations` give the same action."""
    judged = analyse(game, view, seat, seed, ms, iterations)
    return max(judged, key=lambda one: (one.visits, one.mean)).action


def analyse(game: Game, view: Any, seat: int, seed: int, ms: float = 800,
            iterations: int | None = None) -> list[Judged]:
    """Every listed action with the search's opinion, the best first.  `iterations` overrides the clock.

    The first time it compiles the search, if that is not `ready`: half a minute.
    """
    if game.name not in MADE:
        warm(game)
    return consider(engine(game), view, seat, seed, ms, iterations)


def consider(search: Engine, view: Any, seat: int, seed: int, ms: float, iterations: int | None) -> list[Judged]:
    """`analyse` with a game's engine."""
    end = time.perf_counter() + ms / 1000
    w = search.work(view)
    judged = np.zeros((search.most_actions, 3))
    n = search.report(w, seat, judged)
    if n > 1:
        grow(search, w, seat, int(view.seats), int(seed), end, iterations)
        search.report(w, seat, judged)
    # The actions come from the list itself: as floats, those above 2**53 would not be exact.
    found = [Judged(int(action), int(visits), float(mean))
             for action, (_, visits, mean) in zip(w.actions[:n], judged[:n], strict=True)]
    return sorted(found, key=lambda one: (-one.visits, -one.mean))


def grow(search: Engine, w: Work, seat: int, seats: int, seed: int, end: float, iterations: int | None) -> None:
    """Iterate in small batches, so that the clock is seen and a thread can be stopped between them."""
    x, batch, left = seed, 16, iterations
    while left is None or left > 0:
        start = time.perf_counter()
        if left is None and start >= end:
            return
        n = batch if left is None else min(batch, left)
        x = search.think(w, seat, seats, n, MOST, CURIOSITY, x)
        spent = 1000 * (time.perf_counter() - start)
        slice_ = SLICE if left is not None else min(SLICE, 1000 * (end - start))
        batch = max(1, min(4 * batch, int(n * slice_ / max(spent, 0.01))))
        if left is not None:
            left -= n
