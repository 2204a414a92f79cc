"""How long a round may last: minutes from the next one on, in seconds that the server is open."""

import pytest

from coprime.core.errors import BadInput
from coprime.tournaments import round_clock, rounds
from coprime.tournaments.tournament import Tournament


def make_tournament(minutes=0, form="swiss"):
    found = Tournament("Club", "director", "prime_daifugo", {}, None, form)
    for name in ("Aiko", "Ben"):
        found.enter(name, name, 0)
    found.round_minutes = minutes
    return found


def begin(tournament, open_seconds):
    rounds.begin_round(tournament, rounds.plan_round(tournament), ["TABLE"], 0)
    round_clock.start_clock(tournament, open_seconds)


def test_the_minutes_count_from_the_beginning_and_stand_still_at_nothing():
    tournament = make_tournament(2)
    assert round_clock.round_seconds_left(tournament, 100) is None          # no round yet
    begin(tournament, 100.9)
    assert [round_clock.round_seconds_left(tournament, at) for at in (100, 101.5, 219, 220, 500)] == [120, 119, 1, 0, 0]


def test_a_round_without_minutes_has_no_clock():
    tournament = make_tournament()
    begin(tournament, 100)
    assert round_clock.round_seconds_left(tournament, 101) is None


def test_a_round_that_is_complete_has_no_clock():
    tournament = make_tournament(2)
    begin(tournament, 100)
    tournament.over = True
    assert round_clock.round_seconds_left(tournament, 101) is None


@pytest.mark.parametrize("minutes", [1, 180, 45])
def test_new_minutes_are_noted_once_and_zero_takes_the_clock_away(minutes):
    tournament = make_tournament()
    for at in (5, 6):
        round_clock.change_round_minutes(tournament, minutes, at)
    for at in (7, 8):
        round_clock.change_round_minutes(tournament, 0, at)
    assert [(one.at, one.key, one.facts) for one in tournament.log] == [(5, "time", {"minutes": minutes}),
                                                                        (7, "notime", {})]
    assert tournament.round_minutes == 0


@pytest.mark.parametrize("minutes", [-1, 181])
def test_other_minutes_are_refused(minutes):
    tournament = make_tournament(45)
    with pytest.raises(BadInput, match="1 to 180"):
        round_clock.change_round_minutes(tournament, minutes, 5)
    assert tournament.round_minutes == 45 and not tournament.log


def test_the_rounds_of_an_arena_have_no_time():
    with pytest.raises(BadInput):
        round_clock.change_round_minutes(make_tournament(form="arena"), 45, 5)
