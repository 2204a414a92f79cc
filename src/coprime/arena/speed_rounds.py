"""Speeds that are measured in turn, round after round, so that a slow moment of the machine meets all of them."""

import statistics
import time
from collections.abc import Callable, Iterable
from typing import Any

ROUNDS = 5

# Measures for about so many seconds; returns figures by name.  What is made or compiled once was made before.
Speed = Callable[[float], dict[str, float]]


def measure_in_rounds(speeds: Iterable[tuple[dict[str, Any], Speed]], seconds: float,
                      begin_round: Callable[[int], object] = lambda number: None) -> None:
    """Measure each speed once in every round, for about so many seconds in all; put the medians into its row."""
    found: list[tuple[dict[str, Any], Speed, list[dict[str, float]]]] = [(row, speed, []) for row, speed in speeds]
    for number in range(ROUNDS):
        begin_round(number)
        for _, speed, passes in found:
            passes.append(speed(seconds / ROUNDS))
    for row, _, passes in found:
        row |= {name: statistics.median(one[name] for one in passes) for name in passes[0]}


def speed_of(name: str, do: Callable[[int], int], clock: Callable[[], float] = time.process_time) -> Speed:
    """Return a speed, units a second: `do` gets another seed each time, does some units and says how many.

    It is called once now, so that what it compiles is there.
    """
    do(0)
    seed = 0

    def measure(seconds: float) -> dict[str, float]:
        nonlocal seed
        done, spent, start = 0, -1.0, clock()
        while spent < seconds:
            seed += 1
            done += do(seed)
            spent = clock() - start
        return {name: done / spent}
    return measure
