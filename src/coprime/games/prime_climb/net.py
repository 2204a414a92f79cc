"""Every way that a seat's pawns can be in a game without cards, and how numbers and bumps lead from one to another."""

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

import numpy as np

from . import turns
from .rules import MAX_ACTIONS
from .tables import HOME, MOST

NUMBERS = range(1, MOST + 1)
WIDE = 8                # the most uses of a number: two pawns, four verbs


@dataclass(frozen=True)
class Net:
    """Ways by number: those in which a turn can begin come first.  The number after the last stands for a win.

    ways    what each is (turns.py)
    rests   how many of them a turn can begin in
    start   the one at the beginning
    after   where the uses of number d lead from way i: after[d - 1, i], the last of them repeated until there are WIDE
    end     what becomes of each way when the turn ends with it
    spaces  at rest: where the two pawns stand
    hit     at rest: what is left when another's pawn comes to rest where the first stands, the second, or on both
    """

    ways: Any
    rests: int
    start: int
    after: Any
    end: Any
    spaces: Any
    hit: Any

    @property
    def arrays(self) -> tuple[Any, Any, Any, Any]:
        """What the compiled sweeps take."""
        return self.after, self.end, self.spaces, self.hit


class Finder:
    """Asks the rules, through turns.py."""

    def __init__(self, begun: Any) -> None:
        """begun: a game without cards that has just begun."""
        self.blank, self.stack = np.zeros(1, begun.dtype), np.zeros(2, begun.dtype)
        self.blank[0] = begun
        self.actions, self.out = np.zeros((2, MAX_ACTIONS), np.int64)

    def start(self, pawns: int) -> int:
        s = self.blank[0].copy()
        if pawns == 1:
            s.pawn[0] = HOME
        return int(turns.way_of(s, 0))

    def uses(self, way: int, d: int) -> list[int]:
        n = turns.uses(self.blank, way, d, self.stack, self.actions, self.out)
        return sorted(set(self.out[:n].tolist()))

    def end(self, way: int) -> int:
        return int(turns.rest(self.blank, way, self.stack))

    def hit(self, way: int) -> list[int]:
        """The way bumped on no space, on its first, on its second, and on both."""
        left = [way]
        for mine in range(2):
            space = turns.space_of(way, mine)
            left += [int(turns.bumped(self.blank, one, space, self.stack)) for one in left]
        return left

    def whole(self, start: int) -> Iterator[tuple[int, list[list[int]], int, list[int]]]:
        """Each way that can be reached, its uses by number, its end and, where that is itself, its bumps."""
        known, left = {start}, [start]
        while left:
            way = left.pop()
            after, end = [self.uses(way, d) for d in NUMBERS], self.end(way)
            hit = self.hit(way) if end == way else []
            new = {end, *hit}.union(*after) - known - {turns.WON}
            known |= new
            left += sorted(new)
            yield way, after, end, hit


def net_of(begun: Any, pawns: int = 2) -> Net:
    """The net of a game without cards that has just begun.

    pawns   1: each seat has one pawn, the other is home from the beginning
    """
    finder = Finder(begun)
    start = finder.start(pawns)
    found = sorted(finder.whole(start), key=lambda one: (not one[3], one[0]))
    number = {one[0]: i for i, one in enumerate(found)} | {turns.WON: len(found)}
    rests = sum(bool(hit) for *_, hit in found)
    ways = np.array([one[0] for one in found], np.int64)
    return Net(
        ways=ways, rests=rests, start=number[start],
        after=np.array([[padded([number[way] for way in after[d]]) for _, after, *_ in found] for d in range(MOST)],
                       np.uint16),
        end=np.array([number[end] for _, _, end, _ in found], np.int32),
        spaces=np.array([[turns.space_of(way, mine) for mine in range(2)] for way in ways[:rests]], np.int32),
        hit=np.array([[number[way] for way in hit] for *_, hit in found[:rests]], np.int32))


def padded(ways: list[int]) -> list[int]:
    return ways + ways[-1:] * (WIDE - len(ways))
