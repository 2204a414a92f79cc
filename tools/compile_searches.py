"""Compiles what the slower tests run of each game, once for all of their processes.

    python tools/compile_searches.py                 of all games, two of them side by side on two cores
    python tools/compile_searches.py prime_climb     of one

Numba types a game's rules anew in every process that compiles something which calls them, for up to half a minute: here
one process compiles all that searches a game.  What is there already is not compiled again, and where no source has
changed since, nothing is even looked at.
"""

import hashlib
import os
import subprocess
import sys
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import numpy as np

from coprime.core.game import Game
from coprime.core.kernel import PACKAGE, PLAIN, cache_root
from coprime.core.shelf import games
from coprime.search import first, levels

ROOT = Path(__file__).resolve().parents[1]
# Those that take longest begin.
ORDER = ("prime_canasta", "prime_challenge", "factor_rummy", "prime_climb")


def compile_game(game: Game) -> None:
    """Compile the searches of a game, its players for comparison and its batches, by using each of them once."""
    from coprime.env.batch import Batch
    from coprime.search import baselines, endings, pairs, textbook
    from coprime.search.engine import Engine
    from coprime.table.warm import think

    view, seat = first.question(game)
    for choose in (baselines.policy, baselines.greedy):
        choose(game, view, seat, 1)
    baselines.pimc(game, view, seat, 1, 1)
    textbook.ismcts(game, view, seat, 1, 2)
    play_at_random(Engine(game, kept=False), view)
    if game.room("encoding", plain=False) is not None:
        batch = Batch(game, 1)
        batch.step(batch.sample())
    for level in levels.names(game):
        think(game, level)
    pairs.warm(game)
    endings.warm(game)


def play_at_random(search, view) -> None:
    """The loop of random games, and the fused step."""
    w, playout = search.work(view), search.playout
    playout.play_many(w.states, w.words, w.actions, w.weights, 1, 1, 1)
    table = np.full((1, playout.FIRST + search.most_actions), -1, np.int64)
    playout.step(w.states, table, 0, 0)


def stamp() -> Path:
    """A file that is there when everything of these sources has been compiled by these libraries."""
    import numba

    digest = hashlib.blake2b(f"{ROOT} {sys.version} {numba.__version__} {np.__version__}".encode(), digest_size=8)
    for source in sorted(PACKAGE.rglob("*.py")):
        digest.update(source.read_bytes())
    return cache_root() / f"searches-{digest.hexdigest()}"


def compile_in_child(name: str) -> int:
    return subprocess.call([sys.executable, __file__, name])


def main(names: list[str]) -> int:
    if PLAIN:
        return 0
    if names:
        for name in names:
            compile_game(games()[name])
        return 0
    if (done := stamp()).exists():
        return 0
    waiting = sorted(games(), key=lambda name: ORDER.index(name) if name in ORDER else len(ORDER))
    cores = len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1
    with ThreadPoolExecutor(cores) as threads:
        failed = any(list(threads.map(compile_in_child, waiting)))
    if not failed:
        done.touch()
    return int(failed)


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
