"""Measure the speed and size of Coprime on this machine, and of comparable libraries beside it.

Speeds are per core, in seconds of processor time, so that other work on the machine matters little; starts are
wall-clock times. Random play is uniform among the listed actions, to the next rest, with CHANCE and CLOCK counted
as steps.
"""

import contextlib
import importlib.metadata
import json
import os
import platform
import random
import statistics
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

import numpy as np

from ..core.attr_view import to_object
from ..core.errors import BadInput
from ..core.game import Game
from ..core.match import Match
from ..core.registry import all_games as shelf
from ..core.registry import find_game as find
from ..core.seats import CHANCE
from ..env.batch import Batch
from ..search.search_engine import SearchEngine
from . import library_benchmarks as outside
from . import search_benchmark
from .match import play_actions
from .players import make_player

BATCH = 64                  # compiled games between two looks at the clock
MOST = 1_000_000            # steps of a game that finds no rest
CALLS = 1_000               # fused steps between two looks at the clock
MATCHES = 4_096             # side by side, for each thread
STARTS = 3                  # of a process, of which the quickest counts
PASSES = 5                  # of a speed, of which the best counts
TARGETS = {"import_seconds": 0.15, "cached_start_seconds": 0.6, "fused_steps_per_second": 500_000}

Progress = Callable[[str], Any]


def measure_games(games: list[str] | None = None, seconds: float = 2.0, peers: bool = True,
                  progress: Progress = lambda doing: None) -> dict[str, Any]:
    """Measure the games (all by default), about so many seconds per figure; return a plain dict."""
    result: dict[str, Any] = {"machine": describe_machine(), "import_seconds": import_seconds(), "goals": TARGETS,
                              "games": {}}
    for name in games or list(shelf()):
        progress(find(name).title)
        result["games"][name] = measure_game(find(name), seconds)
    if peers:
        progress("OpenSpiel, RLCard and PettingZoo")
        result["peers"] = outside.measure_peers(seconds)
        result["thinking_peers"] = search_benchmark.measure_open_spiel_search(seconds)
    return result


def describe_machine() -> dict[str, Any]:
    """Describe the machine: processor, cores, load, system and versions."""
    load = os.getloadavg()[0] if hasattr(os, "getloadavg") else None
    return {"processor": processor_name(), "cores": os.cpu_count(), "load": load, "system": platform.platform(),
            "python": platform.python_version(), "numpy": np.__version__, "numba": importlib.metadata.version("numba")}


def processor_name() -> str:
    """Return the processor's name, where the system gives one."""
    with contextlib.suppress(OSError):
        for line in Path("/proc/cpuinfo").read_text(encoding="utf-8").splitlines():
            if line.startswith("model name"):
                return line.partition(":")[2].strip()
    return platform.processor() or platform.machine()


def measure_game(game: Game, seconds: float) -> dict[str, Any]:
    """Measure one game: random play, fused steps, batches, search, hints and starts."""
    search = SearchEngine(game, use_saved=False)
    first, *others = game.presets or {"": {}}
    return {**measure_compiled_play(search, seconds, first), "preset": first,
            "presets": {name: measure_compiled_play(search, seconds, name) for name in others},
            "fused_steps_per_second": measure_fused_steps(search, seconds), **measure_batches(game, seconds),
            **search_benchmark.measure_search(game, begin_preset(game, first), seconds),
            "hint_seconds": hint_seconds(game, seconds), **measure_starts(game)}


def begin_preset(game: Game, preset: str) -> Match:
    """Return a new match of a preset with two seats, or the fewest that the game takes."""
    options = game.presets.get(preset, {})
    fewest, most = game.seats
    for seats in range(game.default_seat_count(2), most + 1):
        with contextlib.suppress(BadInput):
            return Match(game, seats, options)
    return Match(game, fewest, options)


# Speeds.

def measure_compiled_play(search: SearchEngine, seconds: float, preset: str) -> dict[str, float]:
    """Measure random play of a preset in one compiled loop."""
    play = search.playout.play_many
    w = search.make_workspace(begin_preset(search.game, preset).state)
    play(w.states, w.words, w.actions, w.weights, 1, MOST, 1)
    best, rate, seed = 0.0, 0.0, 1
    for _ in range(PASSES):
        steps = rounds = 0
        start = time.process_time()
        while (spent := time.process_time() - start) < seconds / PASSES:
            seed += 1
            steps += play(w.states, w.words, w.actions, w.weights, BATCH, MOST, seed * 1_000_003)
            rounds += BATCH
        if steps / spent > best:
            best, rate = steps / spent, rounds / spent
    return {"steps_per_second": best, "games_per_second": rate, "steps_per_game": best / rate}


def measure_fused_steps(search: SearchEngine, seconds: float) -> float:
    """Return calls per second of the fused step, driven from Python."""
    playout, game = search.playout, search.game
    states = search.State.new(2)
    states[:] = begin_preset(game, next(iter(game.presets), "")).state
    table = np.zeros((1, playout.FIRST + search.most_actions), np.int64)
    step = playout.step
    table[0, playout.ACTOR], table[0, playout.DRAWS] = -1, 1
    n, best = step(states, table, 0, 0), 0.0
    for _ in range(PASSES):
        calls, start = 0, time.process_time()
        while (spent := time.process_time() - start) < seconds / PASSES:
            for i in range(CALLS):
                n = step(states, table, 0, i % n if n else 0)
            calls += CALLS
        best = max(best, calls / spent)
    return best


def measure_batches(game: Game, seconds: float) -> dict[str, float]:
    """Return steps per second of parallel matches with observations and masks.

    Empty for a game without encoding.
    """
    if not (game.folder / "encoding.py").is_file():
        return {}
    return {"batch_steps_per_second": measure_batch_steps(game, seconds, 1, time.process_time),
            "batch_steps_per_second_of_two_threads": measure_batch_steps(game, seconds, 2, time.perf_counter)}


def measure_batch_steps(game: Game, seconds: float, threads: int, clock: Callable[[], float]) -> float:
    """Return steps per second of a batch of the first preset, with uniformly random choices."""
    first = begin_preset(game, next(iter(game.presets), ""))
    batch, best = Batch(game, MATCHES * threads, first.seats, first.options, threads=threads), 0.0
    for _ in range(PASSES):
        steps, start = 0, clock()
        while (spent := clock() - start) < seconds / PASSES:
            batch.step(batch.sample())
            steps += batch.n
        best = max(best, steps / spent)
    return best


def hint_seconds(game: Game, seconds: float) -> float:
    """Return the time within which 19 of 20 hint ladders are made, in matches of the weakest bots."""
    luck, spent = random.Random(1), 0.0
    taken: list[float] = []
    bot = make_player(game, game.bots.LEVELS[0])
    while spent < seconds or len(taken) < 20:
        match = begin_preset(game, next(iter(game.presets), ""))
        for _ in play_actions(match, [bot] * match.seats, luck):
            asked = [seat for seat in match.to_act() if seat < CHANCE]
            if not asked:
                continue
            view, names = to_object(match.view(asked[0])), [f"Player {seat + 1}" for seat in range(match.seats)]
            start = time.process_time()
            game.hint_sentences(view, asked[0], names)
            taken.append(time.process_time() - start)
            spent += taken[-1]
            if spent >= seconds:
                break
    return statistics.quantiles(taken, n=20)[-1]


# Starts, each in a process of its own.

def import_seconds() -> float:
    """Return the seconds of `import coprime` in a new process, the best of several."""
    code = "import time; t = time.perf_counter(); import coprime; print(time.perf_counter() - t)"
    return min(float(run_python("-c", code)) for _ in range(STARTS + 1))


def measure_starts(game: Game) -> dict[str, float]:
    """Measure from process start to the search's first action, with an empty and with a full cache."""
    with tempfile.TemporaryDirectory() as folder:
        cold = run_start_probe(game, folder)
        cached = [run_start_probe(game, folder) for _ in range(STARTS)]
    best = min(cached, key=lambda one: one["seconds"])
    return {"cold_start_seconds": cold["seconds"], "cached_start_seconds": best["seconds"],
            "cached_start_processor_seconds": min(one["processor_seconds"] for one in cached),
            "memory_mb": best["memory_mb"], "cold_memory_mb": cold["memory_mb"]}


def run_start_probe(game: Game, folder: str) -> dict[str, float]:
    """Run the start probe of a game with a cache folder; return its figures."""
    answer: dict[str, float] = json.loads(run_python("-m", "coprime.arena.coldstart_probe", game.name, str(time.time()),
                                                     cache=folder))
    return answer


def run_python(*args: str, cache: str | None = None) -> str:
    """Run another Python process and return what it prints."""
    given = dict(os.environ) | ({"COPRIME_CACHE": cache} if cache else {})
    given["PYTHONPATH"] = os.pathsep.join(path for path in sys.path if path)
    done = subprocess.run([sys.executable, *args], env=given, check=True, capture_output=True, text=True)
    return done.stdout
