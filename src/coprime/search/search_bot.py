"""The strong bot: `choose` and `analyse` search from a view, within milliseconds or iterations."""

import time
from typing import Any, NamedTuple

import numpy as np

from ..core.game import Game
from ..core.kernel import PURE
from . import machine_code_files, search_warmup
from .search_engine import (
    COMPILED_FUNCTIONS,
    SEARCH_ENGINES,
    SearchEngine,
    SearchWorkspace,
    compile_search_engine,
    get_search_engine,
    machine_code_folder,
)

SLICE = 25                  # milliseconds between two looks at the clock
MAX_PLAYOUT_ACTIONS = 2_000                # actions of a playout that finds no rest
C_PUCT = 2.0             # how far PUCT explores, in standard deviations of the results


class ActionEstimate(NamedTuple):
    """The search's estimate of one action."""

    action: int
    visits: int
    mean: float             # 0 to 1: the result that it expects, from the worst to the best that a seat can meet


def ready(game: Game) -> bool:
    """Tell whether the search of this game can be used without compiling."""
    return PURE or machine_code_files.is_saved(machine_code_folder(game))


def warm(game: Game) -> None:
    """Compile the search of a game and save its machine code, unless that has been done."""
    search_warmup.build_once(f"search-{game.name}", lambda: ready(game), lambda: compile_and_save(game))


def compile_and_save(game: Game) -> None:
    """Compile the search and save its machine code."""
    search = compile_search_engine(game)
    view, seat = search_warmup.first_decision(game)
    search_position(search, view, seat, 1, 0.0, 16)
    if not machine_code_files.save_functions(machine_code_folder(game),
                                             {name: getattr(search, name) for name in COMPILED_FUNCTIONS}):
        SEARCH_ENGINES[game.name] = search


def choose(game: Game, view: Any, seat: int, seed: int, ms: float = 800, iterations: int | None = None) -> int:
    """Choose the most visited action.  The same arguments with `iterations` give the same action."""
    estimates = analyse(game, view, seat, seed, ms, iterations)
    return max(estimates, key=lambda one: (one.visits, one.mean)).action


def analyse(game: Game, view: Any, seat: int, seed: int, ms: float = 800,
            iterations: int | None = None) -> list[ActionEstimate]:
    """Return the search's estimate of every listed action, best first.  `iterations` overrides the clock.

    The first call compiles the search where it is not ready, for half a minute.
    """
    if game.name not in SEARCH_ENGINES:
        warm(game)
    return search_position(get_search_engine(game), view, seat, seed, ms, iterations)


def search_position(search: SearchEngine, view: Any, seat: int, seed: int, ms: float,
                    iterations: int | None) -> list[ActionEstimate]:
    """Search from a view with a given engine; return the estimates, best first."""
    end = time.perf_counter() + ms / 1000
    w = search.make_workspace(view)
    judged = np.zeros((search.most_actions, 3))
    n = search.report_root(w, seat, judged)
    if n > 1:
        grow_tree(search, w, seat, int(view.seats), int(seed), end, iterations)
        search.report_root(w, seat, judged)
    # The actions come from the list itself: as floats, those above 2**53 would not be exact.
    found = [ActionEstimate(int(action), int(visits), float(mean))
             for action, (_, visits, mean) in zip(w.actions[:n], judged[:n], strict=True)]
    return sorted(found, key=lambda one: (-one.visits, -one.mean))


def grow_tree(search: SearchEngine, w: SearchWorkspace, seat: int, seats: int, seed: int, end: float,
              iterations: int | None) -> None:
    """Run iterations in small batches.

    The clock is checked, and a thread can be stopped, between two of them.
    """
    x, batch, left = seed, 16, iterations
    while left is None or left > 0:
        start = time.perf_counter()
        if left is None and start >= end:
            return
        n = batch if left is None else min(batch, left)
        x = search.run_iterations(w, seat, seats, n, MAX_PLAYOUT_ACTIONS, C_PUCT, x)
        spent = 1000 * (time.perf_counter() - start)
        slice_ = SLICE if left is not None else min(SLICE, 1000 * (end - start))
        batch = max(1, min(4 * batch, int(n * slice_ / max(spent, 0.01))))
        if left is not None:
            left -= n
