"""Measure the start of one game, in a process of its own.

Run as `python -m coprime.arena.coldstart_probe GAME search|batch [BORN]`. Prints JSON: seconds from process start
(BORN, a time of day) to the strong bot's first action or a batch's first step, processor seconds and peak memory in
megabytes.
"""

import contextlib
import json
import random
import resource
import sys
import time
from pathlib import Path

from ..core.match import Match
from ..core.registry import find_game as find
from ..core.seats import CHANCE
from ..search import search_bot


def think_once(name: str) -> None:
    """Deal a match and let the strong bot choose at the first decision of a seat."""
    game = find(name)
    match, luck = Match(game, game.seats[1], None, game.pure_rules), random.Random(1)
    while match.to_act() == [CHANCE]:
        match.settle(luck.getrandbits)
    seat = match.to_act()[0]
    search_bot.choose(game, match.view(seat), seat, 1, iterations=16)


def step_batch_once(name: str) -> None:
    """Step two matches side by side, with observations and masks."""
    from ..env.batch import Batch  # not part of the other start

    batch = Batch(find(name), 2)
    batch.step(batch.sample())


def peak_memory_mb() -> float:
    """Return the peak memory of this process in megabytes."""
    with contextlib.suppress(OSError):                  # getrusage tells what the process that began us used, too
        for line in Path("/proc/self/status").read_text(encoding="ascii", errors="replace").splitlines():
            if line.startswith("VmHWM:"):
                return int(line.split()[1]) / 1024
    return resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / (1024 if sys.platform != "darwin" else 1024**2)


def main(name: str, what: str, born: float) -> None:
    """Print the figures of one start as JSON."""
    {"search": think_once, "batch": step_batch_once}[what](name)
    print(json.dumps({"seconds": time.time() - born, "processor_seconds": time.process_time(),
                      "memory_mb": peak_memory_mb()}))


if __name__ == "__main__":
    main(sys.argv[1], sys.argv[2], float(sys.argv[3]) if len(sys.argv) > 3 else time.time())
