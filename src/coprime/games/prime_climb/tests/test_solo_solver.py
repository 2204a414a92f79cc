"""The figures of the rules page, exactly: expected rolls alone, without cards, at best play."""

import numpy as np
import pytest

from coprime.games.prime_climb.board_and_card_data import HOME, ROLLS_FILE


def solve(**options):
    from coprime.games.prime_climb import solo_solver
    return solo_solver.solve_pair_rolls(**options)


def test_one_pawn():
    rolls = solve(pawns=1)[HOME]
    assert round(rolls[0], 3) == 5.918 and round(rolls[100], 3) == 3.083
    assert [space for space in range(101) if rolls[space] > rolls[0]] == [51, 52, 53, 57, 58, 59, 61, 62]
    assert round(solve(pawns=1, doubles=2)[HOME][0], 4) == 6.1712


@pytest.mark.long
def test_two_pawns():
    assert round(solve()[0, 0], 4) == 8.9805
    assert round(solve(own_bumps=False)[0, 0], 4) == 8.9601
    assert round(solve(doubles=2)[0, 0], 4) == 9.3622


@pytest.mark.parametrize("pawns", [1, pytest.param(2, marks=pytest.mark.long)])
def test_the_kept_rolls_are_what_the_solver_finds(pawns):
    """Of each route and way to count doubles; with one pawn the other is at home."""
    from coprime.games.prime_climb import solo_solver
    with np.load(ROLLS_FILE) as kept:
        for route, doubles in ((0, 0), (0, 1), (1, 0), (1, 1)):
            found = solo_solver.solve_pair_rolls((solo_solver.Route.CLIMB, solo_solver.Route.DECLINE)[route],
                                                 (4, 2)[doubles], pawns=pawns)
            places = slice(None) if pawns == 2 else HOME
            assert np.allclose(kept["rolls"][route, doubles, places], found[places], atol=1e-5), (route, doubles)


def test_the_kept_rolls_to_stations_are_what_the_solver_finds(sample_size):
    from coprime.games.prime_climb import solo_solver
    with np.load(ROLLS_FILE) as kept:
        for doubles in sample_size([0], [0, 1]):
            found = solo_solver.expected_rolls_to_stations((4, 2)[doubles])
            assert np.allclose(kept["stations"][doubles], found, atol=1e-5), doubles


def test_the_kept_data_has_the_figures():
    with np.load(ROLLS_FILE) as kept:
        rolls = kept["rolls"]
    assert np.allclose([rolls[0, 0, 0, HOME], rolls[0, 0, 100, HOME]], [5.918, 3.083], atol=5e-4)
    assert np.isclose(rolls[0, 0, 0, 0], 8.9805, atol=5e-5)
    assert np.allclose([rolls[0, 1, 0, HOME], rolls[0, 1, 0, 0]], [6.1712, 9.3622], atol=5e-5)
    assert np.allclose(rolls, rolls.transpose(0, 1, 3, 2))
