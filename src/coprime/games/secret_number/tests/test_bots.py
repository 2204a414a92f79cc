"""Bots and hints: they see views, play what is allowed, come to an end, and the hints are true."""

import random

import numpy as np
import pytest

import coprime
from coprime.core.match import Match
from coprime.core.seats import CHANCE, CLOCK
from coprime.games.secret_number import features

GAME = coprime.game("secret_number")
BOTS, WORDS = GAME.bots, GAME.words
LEVELS = ("novice", "casual", "strong")


def played(levels, seed, **options):
    """A match by bots as a table drives it: CLOCK passes to the earliest, who acts; the others think again."""
    match, chance = Match(GAME, len(levels), options), random.Random(seed)
    while acting := match.to_act():
        if acting == [CHANCE]:
            match.act(CHANCE, chance.getrandbits(62))
            continue
        asked = [(*BOTS.choose(match.view(seat), seat, levels[seat], chance.getrandbits(60)), seat)
                 for seat in acting if seat != CLOCK]
        after, seat, action = min(((after, seat, action) for action, after, seat in asked if action is not None),
                                  default=(10**9, None, None))
        if CLOCK in acting and after > 0:
            passes = min(after, int(match.rules.deadline(match.state)))
            match.act(CLOCK, passes)
            if passes < after or match.state.left == 0:
                continue
        assert seat is not None, "every bot waits and no clock runs"
        match.act(seat, action)
        assert len(match.events) < 2 * GAME.longest
    return match


@pytest.mark.parametrize("options", [{}, {"round_seconds": 0}, {"opening_seconds": 10, "round_seconds": 30}], ids=str)
@pytest.mark.parametrize("seats", [2, 3, 5])
def test_bots_play_matches_to_the_end(seats, options):
    levels = [LEVELS[seat % 3] for seat in range(seats)]
    assert played(levels, seats, match_length=2, **options).over


def test_a_bot_is_a_function_of_its_arguments():
    match = played(["strong", "strong", "casual"], 4, match_length=1)
    again = played(["strong", "strong", "casual"], 4, match_length=1)
    assert match.events == again.events


@pytest.mark.slow
@pytest.mark.parametrize("better, worse", [("casual", "novice"), ("strong", "casual")])
def test_a_better_level_wins_more(better, worse):
    gained = np.zeros(2)
    for seed in range(150):
        levels = [better, worse, worse] if seed % 2 else [worse, better, worse]
        points = played(levels, seed, match_length=1).returns()
        at = levels.index(better)
        gained += points[at], (sum(points) - points[at]) / 2
    assert gained[0] > 1.2 * gained[1]


def test_hints_are_true():
    """The answer is what the exact chances say; the ladder never names what cannot be known from the view."""
    match, chance, seen = Match(GAME, 4, {"match_length": 1}), random.Random(8), 0
    while acting := match.to_act():
        for seat in range(4):
            view = match.view(seat)
            rungs = GAME.hints.ladder(view, seat)
            assert all(rung[-1] in ".?" for rung in rungs) and len(rungs) <= 4
            chances = np.zeros(6)
            features.probabilities(view, seat, chances)
            if len(rungs) == 4 and match.state.stage == 3 and chances.max() > 0.999999:
                assert str(int(match.state.secret)) in rungs[3] and chances[match.state.secret] == 1
                seen += 1
        seat = chance.choice([one for one in acting if one != CLOCK])
        match.act(seat, 12 if seat == CHANCE else chance.choice(match.legal_actions(seat)))
    assert seen and GAME.hints.ladder(match.view(0), 0) == []
