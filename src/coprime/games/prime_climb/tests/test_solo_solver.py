"""The figures of the rules page, exactly: expected rolls alone, without cards, at best play."""

import numpy as np
import pytest

from coprime.core.kernel import import_pure
from coprime.core.seats import CHANCE
from coprime.games.prime_climb.board_and_card_data import HOME, ROLLS_FILE

SOLVER = import_pure("coprime.games.prime_climb.solo_solver")
RULES = import_pure("coprime.games.prime_climb.rules")


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


def ends_of_turn(pawns, face, own_bumps):
    """Where two pawns can stand after a throw, by the rules, as unordered pairs."""
    s = SOLVER.State.new(1)[0]
    s.seats, s.doubles, s.deck = 1, 4, 2
    SOLVER.begin(s)
    s.pawn[0], s.pawn[1] = pawns
    SOLVER.apply(s, CHANCE, face)
    found, seen, left = set(), set(), [s]
    while left:
        at = left.pop()
        actions = np.zeros(RULES.MAX_ACTIONS, np.int64)
        for action in actions[:RULES.sound_actions(at, 0, actions)]:
            after = at.copy()
            if own_bumps:
                SOLVER.apply(after, 0, action)
            else:
                SOLVER.apply_solver_action(after, action, False)
            key = after.tobytes()
            if after.phase == SOLVER.Phase.MOVE and key not in seen:
                seen.add(key)
                left.append(after)
            elif after.phase != SOLVER.Phase.MOVE:
                found.add(tuple(sorted(map(int, after.pawn[:2]))))
    return found


@pytest.mark.parametrize(("pawns", "own_bumps"), [((HOME, 97), True), ((40, 38), True), ((40, 38), False)])
def test_the_ends_of_a_turn_are_those_of_the_rules(pawns, own_bumps, monkeypatch):
    faces = [int(face) for face in SOLVER.FACES[[1, 12, 33]]]
    monkeypatch.setattr(SOLVER, "FACES", np.array(faces))
    open_ = np.zeros(SOLVER.PAIR_COUNT, np.int64)
    open_[SOLVER.pair_index(*pawns)] = 1
    first, flat = SOLVER.build_turn_ends(0, 4, own_bumps, open_)
    pairs = {SOLVER.pair_index(a, b): (b, a) for a in range(SOLVER.SPACE_COUNT) for b in range(a + 1)}
    k = SOLVER.pair_index(*pawns) * len(faces)
    for i, face in enumerate(faces):
        found = [pairs[int(end)] for end in flat[first[k + i]:first[k + i + 1]]]
        assert len(found) == len(set(found)) and set(found) == ends_of_turn(pawns, face, own_bumps)
    assert len(flat) == first[k + len(faces)] == first[len(faces) * SOLVER.PAIR_COUNT]


def test_a_sweep_counts_one_roll_more_than_the_best_ends():
    rolls, open_ = np.linspace(0, 9, SOLVER.PAIR_COUNT), np.zeros(SOLVER.PAIR_COUNT, np.int64)
    first = np.zeros(SOLVER.PAIR_COUNT * SOLVER.THROW_COUNT + 1, np.int64)
    open_[[3, 8]], luck = 1, np.random.default_rng(5)
    ends = {p: [luck.integers(9, SOLVER.PAIR_COUNT, 2) for _ in range(SOLVER.THROW_COUNT)] for p in (3, 8)}
    flat = np.concatenate([*ends[3], *ends[8]])
    for p, begin in ((3, 0), (8, 2 * SOLVER.THROW_COUNT)):
        first[p * SOLVER.THROW_COUNT:] = begin
        first[p * SOLVER.THROW_COUNT:(p + 1) * SOLVER.THROW_COUNT] += 2 * np.arange(SOLVER.THROW_COUNT)
        first[(p + 1) * SOLVER.THROW_COUNT:] = begin + 2 * SOLVER.THROW_COUNT
    before = rolls.copy()
    change = SOLVER.sweep_values(rolls, open_, first, flat)
    for p in (3, 8):
        best = [before[pair].min() for pair in ends[p]]
        assert np.isclose(rolls[p], 1 + np.dot(SOLVER.CHANCES, best) / 100)
    assert np.isclose(change, np.abs(rolls - before).max()) and np.count_nonzero(rolls != before) == 2
