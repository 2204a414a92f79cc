"""The graph of all placements in a game without cards: how numbers and bumps lead from one to another."""

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

import numpy as np

from . import placement_transitions
from .board_and_card_data import DIE_MAX, HOME
from .rules import MAX_ACTIONS

NUMBERS = range(1, DIE_MAX + 1)
MOST_USES = 8                # the most uses of a number: two pawns, four verbs


@dataclass(frozen=True)
class PlacementGraph:
    """Hold the placements by index, resting ones first; the index after the last stands for a win.

    placements     the number of each (placement_transitions.py)
    resting_count  how many of them a turn can begin in
    start          the index at the beginning
    successors     where uses of number d lead from i: successors[d - 1, i]; the last is repeated up to MOST_USES
    turn_ends      what becomes of each when the turn ends with it
    spaces         of resting ones: where the two pawns stand
    after_bumps    of resting ones: the result when no pawn, the first, the second or both are bumped
    """

    placements: Any
    resting_count: int
    start: int
    successors: Any
    turn_ends: Any
    spaces: Any
    after_bumps: Any

    @property
    def sweep_arrays(self) -> tuple[Any, Any, Any, Any]:
        """Return the arrays that the compiled sweeps take."""
        return self.successors, self.turn_ends, self.spaces, self.after_bumps


class PlacementExplorer:
    """Explore placements by asking the rules, through placement_transitions.py."""

    def __init__(self, begun: Any) -> None:
        """begun: a game without cards that has just begun."""
        self.blank, self.stack = np.zeros(1, begun.dtype), np.zeros(2, begun.dtype)
        self.blank[0] = begun
        self.actions, self.out = np.zeros((2, MAX_ACTIONS), np.int64)

    def get_initial_placement(self, pawns: int) -> int:
        """Return the placement at the beginning; with one pawn the other one is home."""
        s = self.blank[0].copy()
        if pawns == 1:
            s.pawn[0] = HOME
        return int(placement_transitions.encode_placement(s, 0))

    def list_successors(self, placement: int, d: int) -> list[int]:
        """Return the placements to which one use of a number leads."""
        n = placement_transitions.list_successors(self.blank, placement, d, self.stack, self.actions, self.out)
        return sorted(set(self.out[:n].tolist()))

    def placement_after_turn(self, placement: int) -> int:
        """Return the placement after a turn that ends with this one."""
        return int(placement_transitions.placement_after_turn(self.blank, placement, self.stack))

    def placements_after_bumps(self, placement: int) -> list[int]:
        """Return the placement bumped on no space, on its first, on its second, and on both."""
        left = [placement]
        for mine in range(2):
            space = placement_transitions.pawn_space(placement, mine)
            left += [int(placement_transitions.placement_after_bump(self.blank, one, space, self.stack))
                     for one in left]
        return left

    def explore_all(self, start: int) -> Iterator[tuple[int, list[list[int]], int, list[int]]]:
        """Yield each reachable placement with its uses by number, its end and, if it rests, its bumps."""
        known, left = {start}, [start]
        while left:
            way = left.pop()
            after, end = [self.list_successors(way, d) for d in NUMBERS], self.placement_after_turn(way)
            hit = self.placements_after_bumps(way) if end == way else []
            new = {end, *hit}.union(*after) - known - {placement_transitions.WON_PLACEMENT}
            known |= new
            left += sorted(new)
            yield way, after, end, hit


def build_graph(begun: Any, pawns: int = 2) -> PlacementGraph:
    """Build the graph of a game without cards that has just begun.

    pawns  1: each seat has one pawn, the other is home from the beginning
    """
    finder = PlacementExplorer(begun)
    start = finder.get_initial_placement(pawns)
    found = sorted(finder.explore_all(start), key=lambda one: (not one[3], one[0]))
    number = {one[0]: i for i, one in enumerate(found)} | {placement_transitions.WON_PLACEMENT: len(found)}
    rests = sum(bool(hit) for *_, hit in found)
    ways = np.array([one[0] for one in found], np.int64)
    return PlacementGraph(
        placements=ways, resting_count=rests, start=number[start],
        successors=np.array([[pad_successors([number[way] for way in after[d]]) for _, after, *_ in found]
                             for d in range(DIE_MAX)],
                            np.uint16),
        turn_ends=np.array([number[end] for _, _, end, _ in found], np.int32),
        spaces=np.array([[placement_transitions.pawn_space(way, mine) for mine in range(2)] for way in ways[:rests]],
                        np.int32),
        after_bumps=np.array([[number[way] for way in hit] for *_, hit in found[:rests]], np.int32))


def pad_successors(placements: list[int]) -> list[int]:
    """Repeat the last placement until there are MOST_USES."""
    return placements + placements[-1:] * (MOST_USES - len(placements))
