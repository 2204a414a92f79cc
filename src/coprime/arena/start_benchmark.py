"""How long Coprime takes to start: each time in a process of its own, with a cache of compiled code of its own."""

import json
import os
import subprocess
import sys
import tempfile
import time

from ..core.game import Game
from ..env.encoder import has_encoding

STARTS = 3                  # of a process with a full cache, of which the quickest counts


def import_seconds() -> float:
    """Return the seconds of `import coprime` in a new process, the best of several."""
    code = "import time; t = time.perf_counter(); import coprime; print(time.perf_counter() - t)"
    return min(float(run_python("-c", code)) for _ in range(STARTS + 1))


def measure_starts(game: Game) -> dict[str, float]:
    """Measure from process start to the search's first action and to a batch's first step, with an empty cache.

    To the first action also with a full one.
    """
    with tempfile.TemporaryDirectory() as folder:
        cold = run_start_probe(game, folder)
        cached = [run_start_probe(game, folder) for _ in range(STARTS)]
    best = min(cached, key=lambda one: one["seconds"])
    figures = {"cold_start_seconds": cold["seconds"], "cached_start_seconds": best["seconds"],
               "cached_start_processor_seconds": min(one["processor_seconds"] for one in cached),
               "memory_mb": best["memory_mb"], "cold_memory_mb": cold["memory_mb"]}
    if has_encoding(game):
        with tempfile.TemporaryDirectory() as folder:
            batch = run_start_probe(game, folder, "batch")
        figures |= {"cold_batch_processor_seconds": batch["processor_seconds"]}
    return figures


def run_start_probe(game: Game, folder: str, what: str = "search") -> dict[str, float]:
    """Run the start probe of a game with a cache folder; return its figures."""
    answer: dict[str, float] = json.loads(run_python("-m", "coprime.arena.coldstart_probe", game.name, what,
                                                     str(time.time()), cache=folder))
    return answer


def run_python(*args: str, cache: str | None = None) -> str:
    """Run another Python process and return what it prints."""
    given = dict(os.environ) | ({"COPRIME_CACHE": cache} if cache else {})
    given["PYTHONPATH"] = os.pathsep.join(path for path in sys.path if path)
    done = subprocess.run([sys.executable, *args], env=given, check=True, capture_output=True, text=True)
    return done.stdout
