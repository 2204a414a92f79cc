"""The games of a contest with local seats, and the statistics that its server prints."""

import random

import pytest

import coprime
from coprime.contest.contest_match import ContestMatch
from coprime.contest.seats import AbsentSeat, BotSeat
from coprime.core.match import Match

GAME = coprime.game("daifugo")


def play(games):
    """Four bots, and one who passes."""
    seats = [*(BotSeat(GAME, "novice", name, random.Random(name).getrandbits) for name in "ABCD"), AbsentSeat("E")]
    match = Match(GAME, 5, {**GAME.presets["uecda"], "match_length": games})
    contest = ContestMatch(match, seats, random.Random(games).getrandbits)
    contest.play_games()
    return contest


@pytest.mark.parametrize("games", [1, 2])
def test_every_request_for_an_action_is_counted(games):
    contest = play(games)
    acted = [event.seat for event in contest.match.events]
    assert sum(sum(score.places) for score in contest.scores) == 5 * games
    assert [score.moves for score in contest.scores] == [acted.count(seat) for seat in range(5)]
    assert min(score.moves for score in contest.scores) >= 5
    assert all(0 < score.slowest <= score.seconds and score.left_in_game is None for score in contest.scores)


def test_a_seat_that_only_passes_comes_in_last_and_nothing_of_it_is_refused():
    contest = play(1)
    last = contest.scores[4]
    assert last.places == [0, 0, 0, 0, 1] and last.refused == 0
