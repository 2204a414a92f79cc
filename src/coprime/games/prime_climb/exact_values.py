"""Exact values without cards by value iteration: expected rolls alone, chances of winning between two.

Two players.  Let T map chances V to those of the seat that is to roll, if a position after its turn is worth 1 - V and
the turn is played best.  The greater V, the smaller T V.  V = 0 is below the truth everywhere, so T V is above it,
T T V below it, and so on: two successive sweeps enclose the truth in every position.  (A game that never ended would
count as lost below and as won above; where both bounds meet, there is none.)  Rounding adds at most ROUNDING for each
sweep, because T makes no difference between two V larger.

Alone.  If no value V differs from its step by more than e < 1, a best player needs between V / (1 + e) and V / (1 - e)
rolls: V is what a player expects for whom every roll costs between 1 - e and 1 + e.
"""

import os
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from itertools import pairwise
from math import log
from typing import Any

import numpy as np

from . import value_iteration
from .placement_graph import PlacementGraph

ROUNDING = 1e-14        # of one sweep: 55 outcomes are added, each rounded by less than 2**-53
# By what a sweep lessens the gap, as long as that is not clear, and at worst.
USUAL_GAP_RATIO, WORST_GAP_RATIO = 0.86, 0.97
SWEEPS_BEFORE_CLOSING = 20                   # sweeps until the gap begins to close
MOST_PLACEMENTS = 10_500      # at rest: two tables of so many squared are 1.8 GB
PARTS_PER_THREAD = 8              # parts of a sweep for each thread, so that none waits for long


class TwoPlayerIteration:
    """Iterate the values of the game of two players, sweep after sweep.

    values           the chances after `sweeps` steps: below the truth if their number is even, else above it
    previous_values  those of one step earlier, once a step was made
    gap              the largest difference between the two
    """

    def __init__(self, graph: PlacementGraph, doubles: int, jobs: int | None = None, values: Any = None,
                 sweeps: int = 0) -> None:
        """Start from zero, or from `values` after so many sweeps."""
        self.graph, self.doubles, self.jobs, self.sweeps = graph, doubles, jobs or os.cpu_count() or 1, sweeps
        self.values = np.zeros((graph.resting_count, graph.resting_count)) if values is None else values
        self.previous_values = np.zeros_like(self.values)
        self.gap, self.gap_ratio = 1.0, 0.0
        self.work_arrays = [value_iteration.make_work_array(len(graph.placements)) for _ in range(self.jobs)]

    def step(self) -> None:
        """Do one sweep in parallel threads; interrupted, it leaves `values` as they were."""
        lanes = value_iteration.LANES
        size = lanes * -(-self.graph.resting_count // (lanes * PARTS_PER_THREAD * self.jobs))
        cuts = [*range(0, self.graph.resting_count, size), self.graph.resting_count]
        with ThreadPoolExecutor(self.jobs) as pool:
            parts = [pool.submit(self._sweep_part, *part) for part in pairwise(cuts)]
            try:
                gap = max(part.result() for part in parts)
            except BaseException:
                pool.shutdown(cancel_futures=True)
                raise
        self.gap_ratio = gap / self.gap
        self.values, self.previous_values = self.previous_values, self.values
        self.gap, self.sweeps = gap, self.sweeps + 1

    def _sweep_part(self, begin: int, end: int) -> float:
        work = self.work_arrays.pop()
        try:
            return float(value_iteration.sweep_two_players(self.graph.sweep_arrays, self.doubles, self.values,
                                                           self.previous_values, begin, end, work))
        finally:
            self.work_arrays.append(work)

    def run_until(self, bound: float, on_step: Callable[["TwoPlayerIteration"], None]) -> None:
        """Sweep until no value is further from the truth than the bound; call `on_step` after each sweep."""
        while self.bound > bound and not self.has_converged:
            self.step()
            on_step(self)

    @property
    def bound(self) -> float:
        """Return how far `midpoint_values` can be from the truth."""
        return self.gap / 2 + self.rounding_error

    @property
    def rounding_error(self) -> float:
        """Return the rounding error that all sweeps so far can have added."""
        return ROUNDING * self.sweeps

    @property
    def has_converged(self) -> bool:
        """Return whether only rounding moves the values any more."""
        return self.gap < ROUNDING

    def midpoint_values(self) -> Any:
        """Return the mean of the two enclosing tables."""
        return (self.values + self.previous_values) / 2

    def start_chance_bounds(self) -> tuple[float, float]:
        """Return the least and the greatest chance of the seat that begins."""
        one, other = (float(values[self.graph.start, self.graph.start])
                      for values in (self.values, self.previous_values))
        return min(one, other) - self.rounding_error, max(one, other) + self.rounding_error

    def expected_sweeps(self, bound: float) -> float:
        """Estimate how many sweeps it will take in all."""
        rate = min(self.gap_ratio, WORST_GAP_RATIO) if 0 < self.gap < 0.5 else USUAL_GAP_RATIO
        return self.sweeps + max(0.0,
                                 log(2 * bound / max(self.gap, bound)) / log(rate)) + SWEEPS_BEFORE_CLOSING * self.gap


def solve_one_player(graph: PlacementGraph, doubles: int, bound: float = 1e-10) -> tuple[Any, float]:
    """Return one player's expected rolls from each resting placement, and their error bound."""
    old, new = np.zeros(graph.resting_count), np.zeros(graph.resting_count)
    work = value_iteration.make_work_array(len(graph.placements))
    while True:
        change = value_iteration.sweep_one_player(graph.sweep_arrays, doubles, old, new, work)
        old, new = new, old
        error = (change + ROUNDING * float(old.max())) / (1 - min(0.5, change)) * float(old.max())
        if change < 0.5 and error < bound:
            return old, error
