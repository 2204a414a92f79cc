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
    count = counter_of(lambda seed: (do(seed),), clock)

    def measure(seconds: float) -> dict[str, float]:
        (done,), spent = count(seconds)
        return {name: done / spent}
    return measure


def speed_of_games(play: Callable[[int], tuple[int, int]]) -> Speed:
    """Return the speed of games and of their steps; `play` is as in `speed_of`, and says how many it played of both."""
    count = counter_of(play)

    def measure(seconds: float) -> dict[str, float]:
        (games, steps), spent = count(seconds)
        return {"steps_per_second": steps / spent, "games_per_second": games / spent, "steps_per_game": steps / games}
    return measure


def counter_of(do: Callable[[int], tuple[int, ...]], clock: Callable[[], float] = time.process_time,
               ) -> Callable[[float], tuple[list[int], float]]:
    """Return what does units for about so many seconds, and says how many of each kind, and in how many seconds."""
    seed = 0
    do(seed)

    def count(seconds: float) -> tuple[list[int], float]:
        nonlocal seed
        done: list[tuple[int, ...]] = []
        spent, start = -1.0, clock()
        while spent < seconds:
            seed += 1
            done.append(do(seed))
            spent = clock() - start
        return [sum(units) for units in zip(*done, strict=True)], spent
    return count
