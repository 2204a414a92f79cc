"""Sweeps over small graphs of placements that are drawn, compared with a search through all uses of a roll."""

import itertools
from functools import cache

import numpy as np
import pytest

from coprime.core.kernel import import_pure
from coprime.games.prime_climb.board_and_card_data import DIE_MAX
from coprime.games.prime_climb.placement_graph import MOST_USES, PlacementGraph, pad_successors

SWEEPS = import_pure("coprime.games.prime_climb.value_iteration")
RESTING, PLACEMENTS = 5, 8
WON = PLACEMENTS


def drawn_graph(seed):
    """A graph in which uses of numbers lead anywhere; the game may be won from some placements."""
    luck = np.random.default_rng(seed)
    successors = np.array([[pad_successors(luck.integers(0, PLACEMENTS + 1, luck.integers(1, MOST_USES + 1)).tolist())
                            for _ in range(PLACEMENTS)] for _ in range(DIE_MAX)])
    ends = np.concatenate([np.arange(RESTING), luck.integers(0, RESTING, PLACEMENTS - RESTING)])
    return PlacementGraph(np.arange(PLACEMENTS), RESTING, 0, successors, ends, luck.integers(0, 3, (RESTING, 2)),
                          luck.integers(0, RESTING, (RESTING, 4))), luck


def expected_value(graph, start, doubles, end_value):
    """What a placement is worth before the roll: each of the 100 rolls of two dice, its numbers used in any order."""
    @cache
    def best(placement, uses):
        if placement == WON or not uses:
            return end_value(placement)
        return max(best(int(after), uses[:i] + uses[i + 1:]) for i, d in enumerate(uses)
                   for after in graph.successors[d - 1, placement])
    rolls = itertools.product(range(1, DIE_MAX + 1), repeat=2)
    return sum(best(start, (one,) * doubles if one == other else tuple(sorted((one, other))))
               for one, other in rolls) / DIE_MAX**2


@pytest.mark.parametrize(("seed", "doubles"), [(1, 4), (2, 2), (3, 4)])
def test_a_sweep_alone_counts_one_roll_more_than_the_best_end_of_the_turn(seed, doubles):
    graph, luck = drawn_graph(seed)
    old, new = luck.random(RESTING) * 9, np.zeros(RESTING)
    change = SWEEPS.sweep_one_player(graph.sweep_arrays, doubles, old, new, SWEEPS.make_work_array(PLACEMENTS))

    def end_value(placement):
        return 0 if placement == WON else -old[graph.turn_ends[placement]]
    assert np.allclose(new, [1 - expected_value(graph, start, doubles, end_value) for start in range(RESTING)])
    assert np.isclose(change, np.abs(new - old).max())


@pytest.mark.parametrize(("seed", "doubles"), [(4, 4), (5, 2)])
def test_a_sweep_of_two_players_leaves_the_other_what_is_left_of_one(seed, doubles):
    graph, luck = drawn_graph(seed)
    old, new = luck.random((RESTING, RESTING)), np.full((RESTING, RESTING), -1.0)
    begin, end = 1, RESTING - 1                             # a part of the opponents
    change = SWEEPS.sweep_two_players(graph.sweep_arrays, doubles, old, new, begin, end,
                                      SWEEPS.make_work_array(PLACEMENTS))
    expected = np.full((RESTING, RESTING), -1.0)
    for other in range(begin, end):
        def end_value(placement, other=other):
            if placement == WON:
                return 1
            mine = graph.turn_ends[placement]
            bumped = [space in graph.spaces[mine] for space in graph.spaces[other]]
            return 1 - old[graph.after_bumps[other, bumped[0] + 2 * bumped[1]], mine]
        expected[:, other] = [expected_value(graph, start, doubles, end_value) for start in range(RESTING)]
    assert np.allclose(new, expected)
    assert np.isclose(change, np.abs(new - old)[:, begin:end].max())
