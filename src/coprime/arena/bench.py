"""Measure the speed and size of Coprime on this machine, and of comparable libraries beside it.

Speeds are per core, in seconds of processor time, so that other work on the machine matters little; starts are
wall-clock times. Random play is uniform among the listed actions, to the next rest, with CHANCE and CLOCK counted
as steps.
"""

import contextlib
import importlib.metadata
import os
import platform
from collections.abc import Callable, Iterable
from itertools import chain
from pathlib import Path
from typing import Any

import numpy as np

from ..core.messages import load_messages
from ..core.registry import all_games as shelf
from ..core.registry import find_game as find
from . import game_benchmark, library_benchmarks, search_benchmark, start_benchmark
from .speed_rounds import ROUNDS, Speed, measure_in_rounds

SAY = load_messages(Path(__file__).parent)["bench"]
TARGETS = {"import_seconds": 0.15, "cached_start_seconds": 0.6, "fused_steps_per_second": 500_000}

Progress = Callable[[str], Any]         # gets a few words on what is being measured


def measure_games(games: list[str] | None = None, seconds: float = 2.0, peers: bool = True,
                  progress: Progress = lambda doing: None) -> dict[str, Any]:
    """Measure the games (all by default), about so many seconds per figure; return a plain dict.

    Speeds of games and peers are medians of rounds in which each is measured once.
    """
    result: dict[str, Any] = {"machine": describe_machine(), "goals": TARGETS, "rounds": ROUNDS,
                              "import_seconds": start_benchmark.import_seconds(), "games": {}}
    chosen = [find(name) for name in games or list(shelf())]
    speeds: list[Iterable[tuple[dict[str, Any], Speed]]] = []
    for game in chosen:
        progress(SAY["starts"].format(title=game.localized_title))
        row = result["games"][game.name] = start_benchmark.measure_starts(game)
        row["hint_seconds"] = game_benchmark.hint_seconds(game, seconds)
        speeds.append(list(game_benchmark.list_speeds(game, row)))
    if peers:
        for name, listed in (("peers", library_benchmarks.list_peers()),
                             ("thinking_peers", search_benchmark.list_open_spiel_searches())):
            result[name] = [row for row, _ in listed]
            speeds.append((row, speed) for row, speed in listed if speed)
    measure_in_rounds(chain.from_iterable(speeds), seconds,
                      lambda number: progress(SAY["round"].format(n=number + 1, of=ROUNDS)))
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
