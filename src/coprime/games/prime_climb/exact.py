"""Exact values without cards, by value iteration over a net: expected rolls alone, chances of winning between two.

Two players.  Let T make of chances V those that whoever is to roll has if the positions after the turn are worth
1 - V to them: T is the rules with best play of one turn.  The greater V, the smaller is T V.  So from V = 0, which is
below the truth everywhere, T V is above it, T T V below it, and so on: two sweeps that follow each other hold the truth
between them, in every position, and nothing else need be known.  (A game that never ended would count as lost below
and as won above: where both meet, none does.)  Rounding adds at most ROUNDING for each sweep, because T makes no
difference between two V larger.

Alone.  If no value V differs from its step by more than e < 1, a best player needs between V / (1 + e) and V / (1 - e)
rolls: V is then what a player expects for whom every roll costs between 1 - e and 1 + e.
"""

import os
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from itertools import pairwise
from math import log
from typing import Any

import numpy as np

from . import chances
from .net import Net

ROUNDING = 1e-14        # of one sweep: 55 outcomes are added, each rounded by less than 2**-53
USUAL, SLOW = 0.86, 0.97    # by what a sweep lessens the gap, as long as that is not clear, and at worst
LATE = 20                   # sweeps until the gap begins to close
MOST_WAYS = 10_500      # at rest: two tables of so many squared are 1.8 GB
SHARES = 8              # parts of a sweep for each thread, so that none waits for long


class Race:
    """Two players: sweep after sweep.

    old     the chances after `sweeps` steps: below the truth if their number is even, else above it
    before  those of one step earlier, once a step was made
    gap     the largest difference between the two
    """

    def __init__(self, net: Net, doubles: int, jobs: int | None = None, old: Any = None, sweeps: int = 0) -> None:
        """old, sweeps: from where to go on."""
        self.net, self.doubles, self.jobs, self.sweeps = net, doubles, jobs or os.cpu_count() or 1, sweeps
        self.old = np.zeros((net.rests, net.rests)) if old is None else old
        self.before = np.zeros_like(self.old)
        self.gap, self.rate = 1.0, 0.0
        self.works = [chances.work(len(net.ways)) for _ in range(self.jobs)]

    def step(self) -> None:
        """One sweep.  Broken off, it leaves `old` as it was."""
        size = chances.LANES * -(-self.net.rests // (chances.LANES * SHARES * self.jobs))
        cuts = [*range(0, self.net.rests, size), self.net.rests]
        with ThreadPoolExecutor(self.jobs) as pool:
            parts = [pool.submit(self._part, *part) for part in pairwise(cuts)]
            try:
                gap = max(part.result() for part in parts)
            except BaseException:
                pool.shutdown(cancel_futures=True)
                raise
        self.rate = gap / self.gap
        self.old, self.before, self.gap, self.sweeps = self.before, self.old, gap, self.sweeps + 1

    def _part(self, begin: int, end: int) -> float:
        work = self.works.pop()
        try:
            return float(chances.sweep(self.net.arrays, self.doubles, self.old, self.before, begin, end, work))
        finally:
            self.works.append(work)

    def run(self, bound: float, told: Callable[["Race"], None]) -> None:
        """Step until no value is further from the truth than the bound; tell of each step."""
        while self.bound > bound and not self.still:
            self.step()
            told(self)

    @property
    def bound(self) -> float:
        """How far `middle` can be from the truth."""
        return self.gap / 2 + self.rounding

    @property
    def rounding(self) -> float:
        return ROUNDING * self.sweeps

    @property
    def still(self) -> bool:
        """Only rounding moves the values any more."""
        return self.gap < ROUNDING

    def middle(self) -> Any:
        return (self.old + self.before) / 2

    def between(self) -> tuple[float, float]:
        """The chance of who begins: at least, at most."""
        one, other = (float(values[self.net.start, self.net.start]) for values in (self.old, self.before))
        return min(one, other) - self.rounding, max(one, other) + self.rounding

    def expected(self, bound: float) -> float:
        """How many sweeps it will take in all, as far as can be told."""
        rate = min(self.rate, SLOW) if 0 < self.gap < 0.5 else USUAL
        return self.sweeps + max(0.0, log(2 * bound / max(self.gap, bound)) / log(rate)) + LATE * self.gap


def alone(net: Net, doubles: int, bound: float = 1e-10) -> tuple[Any, float]:
    """The expected rolls of one player from each way at rest, and how far they can be from the truth."""
    old, new, work = np.zeros(net.rests), np.zeros(net.rests), chances.work(len(net.ways))
    while True:
        change = chances.sweep_alone(net.arrays, doubles, old, new, work)
        old, new = new, old
        error = (change + ROUNDING * float(old.max())) / (1 - min(0.5, change)) * float(old.max())
        if change < 0.5 and error < bound:
            return old, error
