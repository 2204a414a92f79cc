"""Random matches in a loop: who acts, what chance draws, and what does not end; uncompiled, of a small game."""

from collections import Counter

import numpy as np
import pytest

from coprime.core.kernel import specialize_source
from coprime.core.seats import CHANCE, CLOCK
from coprime.testing.laws import LOOP_SOURCE

SEATS = 0b101                   # two seats at once


class Game:
    """What happens is noted, and who is to act is set by the test; a match ends after `length` actions."""

    def __init__(self, acting=SEATS, outcomes=(), length=10):
        self.acting, self.outcomes, self.length, self.happened = acting, outcomes, length, []

    def to_act(self, s):
        return self.acting if s[0] < self.length else 0

    def deadline(self, s):
        return 1234

    def sound_actions(self, s, seat, out):
        out[:3] = [10 * seat, 10 * seat + 1, 10 * seat + 2]
        return 3

    def chance_outcomes(self, s, out, weights):
        for i, (outcome, weight) in enumerate(self.outcomes):
            out[i], weights[i] = outcome, weight
        return len(self.outcomes)

    def apply(self, s, seat, action):
        self.happened.append((seat, action))
        s[0] += 1

    def play(self, games, longest=1000, seed=1):
        names = ("to_act", "deadline", "sound_actions", "chance_outcomes", "apply")
        free = {name: getattr(self, name) for name in names}
        loop = specialize_source(LOOP_SOURCE, "coprime.testing._many_of_a_test", free, "", is_compiled=False)
        blank, states = np.zeros((2, 1, 1), np.int64)
        return loop.count_unfinished(blank, states, np.zeros(9, np.int64), np.zeros(9), games, seed, longest)


def test_every_seat_that_may_act_does_and_with_every_action():
    game = Game()
    assert game.play(300) == 0 and len(game.happened) == 3000
    counts = Counter(game.happened)
    assert set(counts) == {(seat, 10 * seat + action) for seat in (0, 2) for action in range(3)}
    assert all(400 < count < 600 for count in counts.values())


def test_matches_that_do_not_end_are_counted():
    assert Game(length=10).play(7, longest=9) == 7 and Game(length=10).play(7, longest=10) == 0


def test_the_clock_passes_to_the_deadline():
    game = Game(1 << CLOCK)
    game.play(1)
    assert game.happened == [(CLOCK, 1234)] * 10


def test_chance_without_outcomes_draws_another_seed_each_time():
    game = Game(1 << CHANCE)
    game.play(3)
    assert {seat for seat, _ in game.happened} == {CHANCE}
    assert len({seed for _, seed in game.happened}) == 30 and all(0 <= seed < 1 << 62 for _, seed in game.happened)


def test_outcomes_of_chance_are_drawn_by_their_weights():
    game = Game(1 << CHANCE, ((5, 1.0), (6, 0.0), (7, 3.0)))
    game.play(400)
    counts = Counter(action for _, action in game.happened)
    assert set(counts) == {5, 7} and counts[5] / counts.total() == pytest.approx(0.25, abs=0.03)


def test_the_same_seed_plays_the_same():
    played = []
    for seed in (1, 1, 2):
        game = Game()
        game.play(3, seed=seed)
        played.append(game.happened)
    assert played[0] == played[1] != played[2]
