"""A table over days: a time for each move, seats that stay with whoever closes the page, a clock that can stand."""

import json

import pytest
from table_bench import Bench, Browser, labels

from coprime.core.errors import Refused
from coprime.core.registry import all_games
from coprime.core.registry import find_game as find
from coprime.table.correspondence import check_move_hours
from coprime.table.correspondence_clock import MoveClock
from coprime.table.snapshot import restore_table, serialize_snapshot

HOUR = 3600


@pytest.fixture
def days(bench):
    """A started table of two people with six hours for a move; the pages are open."""
    table = bench.table(move_hours=6, factor=0)
    a, b = Browser(bench, table, "ada"), Browser(bench, table, "bo")
    a.say("start", id="start")
    return bench, table, [a, b]


def test_a_clock_that_has_stood_goes_on_with_the_time_that_was_left():
    clock = MoveClock()
    clock.follow_turns({0: 0, 1: 0}, 6 * HOUR, 1_000)
    assert clock.set_running(False, 1_600) and not clock.set_running(False, 1_700)
    clock.follow_turns({0: 1, 1: 0}, 6 * HOUR, 1_800)           # who moves meanwhile has the whole time
    assert clock.due_at == {0: 1_600 + 6 * HOUR, 1: 1_000 + 6 * HOUR}
    assert clock.set_running(True, 2_000) and not clock.set_running(True, 2_100)
    assert clock.due_at == {0: 2_000 + 6 * HOUR, 1: 1_400 + 6 * HOUR} and clock.stopped_at is None


def asked(table):
    (seat,) = table.move_clock.due_at
    return seat


def left(table, seat):
    return table.move_clock.seconds_left(seat, table.table_host.open_seconds())


def moves(bench, table, pages):
    """Whoever is asked makes the first listed move."""
    seat = asked(table)
    assert pages[seat].act(labels(table, seat)[0])["type"] == "done"
    return seat


def play_by_deadlines(bench, table, most):
    """Let every move be made because its time is over. Returns how many times something has happened."""
    happened = 0
    for _ in range(most):
        if table.phase == "over":
            break
        n = table.n
        bench.run(table, 25)
        if table.move_clock.due_at and not table.has_own_work:
            bench.now = max(bench.now, min(table.move_clock.due_at.values()))
            bench.wake(table)
            bench.settle()
        happened += table.n > n
    return happened


def restored(bench, table, closed=0.0):
    """The table as another server makes it again after so many seconds in which none was open."""
    bench.now += closed
    bench.closed += closed
    return restore_table("TABLE", table.game, json.loads(json.dumps(serialize_snapshot(table))), bench.rows, [], bench)


def test_whoever_is_asked_has_the_time_of_a_move(days):
    bench, table, (a, _) = days
    seat = asked(table)
    assert a.told["days"] == {"hours": 6, "stands": False, "left": {str(seat): 6 * HOUR},
                              "vacation": {"asked": None, "now": None, "log": []}}
    bench.now += HOUR
    bench.wake(table)
    assert left(table, seat) == 5 * HOUR


def test_a_move_gives_the_whole_time_again(days):
    bench, table, pages = days
    bench.now += 2 * HOUR
    moves(bench, table, pages)
    assert left(table, asked(table)) == 6 * HOUR


def test_closed_pages_leave_the_seats_with_their_people(days):
    """Neither grace nor absence: a bot plays only when the time of the move is over."""
    bench, table, pages = days
    for page in pages:
        page.leave()
    n, host = table.n, table.lobby.host
    bench.run(table, 5.9 * HOUR)
    assert table.n == n and table.lobby.host == host
    watcher = Browser(bench, table, "cy", watch=True)
    assert not any(seat["away"] or seat["bot_in"] for seat in watcher.told["seats"])
    assert not table.has_own_work, "it may leave memory"


def test_when_the_time_is_over_a_bot_makes_that_move_and_no_other(days):
    bench, table, pages = days
    late = asked(table)
    for page in pages:
        page.leave()
    n = table.n
    bench.now += 6 * HOUR
    bench.wake(table)
    bench.settle()
    bench.wake(table)
    assert table.n > n and asked(table) == 1 - late
    assert not table.move_clock.late and table.lobby.chairs[late].kind == "person"
    assert left(table, 1 - late) == 6 * HOUR
    back = Browser(bench, table, "ada")
    assert back.told["you"]["seats"] == [0]


def test_a_pause_stops_the_clock_and_keeps_what_was_left(days):
    bench, table, (a, _) = days
    seat = asked(table)
    bench.now += 2 * HOUR
    a.say("pause", on=True, id="pause")
    assert a.told["days"]["stands"]
    bench.now += 100 * HOUR
    bench.wake(table)
    assert left(table, seat) == 4 * HOUR and not table.move_clock.late
    a.say("pause", on=False, id="on")
    assert left(table, seat) == 4 * HOUR and not a.told["days"]["stands"]


def test_a_restored_table_has_the_time_that_was_left(days):
    bench, table, _ = days
    seat = asked(table)
    bench.now += 2 * HOUR
    again = restored(bench, table, closed=1000 * HOUR)
    assert left(again, seat) == 4 * HOUR
    bench.wake(again)
    assert left(again, seat) == 4 * HOUR and not again.has_own_work
    bench.now += 4 * HOUR
    n = again.n
    bench.wake(again)
    bench.settle()
    bench.wake(again)
    assert again.n > n


def test_a_table_that_leaves_memory_while_it_stands_still_stands(days):
    bench, table, (a, _) = days
    seat = asked(table)
    bench.now += HOUR
    a.say("pause", on=True, id="pause")
    again = restored(bench, table, closed=50.0)
    bench.now += 10 * HOUR
    bench.wake(again)
    assert left(again, seat) == 5 * HOUR


def test_bots_between_people_play_without_anybody(bench):
    table = bench.table(seats=3, move_hours=24, factor=0)
    ada = Browser(bench, table, "ada")
    ada.say("start", id="start")
    while not table.move_clock.due_at:
        bench.run(table, 5)
    bench.thinking = False
    ada.act(labels(table, 0)[0])
    ada.leave()
    assert not table.move_clock.due_at and table.has_own_work
    again = restored(bench, table)
    assert again.has_own_work, "whoever opens the store knows that this table waits for nobody"
    bench.thinking = True
    bench.jobs.clear()
    for _ in range(20):
        bench.wake(again)
        bench.settle()
    assert asked(again) == 0 and not again.has_own_work


def test_without_people_nothing_goes_on(bench):
    table = bench.table(move_hours=24, factor=0)
    ada = Browser(bench, table, "ada")
    ada.say("start", id="start")
    ada.say("stand", id="stand")
    ada.leave()
    assert not table.plays_over_days and not table.has_own_work


def test_the_next_match_begins_by_the_word_of_every_seat(days):
    """Nobody is away here: who has not asked is waited for."""
    bench, table, (a, b) = days
    play_by_deadlines(bench, table, 400)
    assert table.phase == "over"
    a.leave()
    assert not table.move_clock.due_at and not table.has_own_work
    b.say("rematch", id="again")
    assert table.phase == "over"
    again = Browser(bench, table, "ada")
    again.say("rematch", id="too")
    assert table.phase == "playing" and left(table, asked(table)) == 6 * HOUR


@pytest.mark.parametrize("game", sorted(all_games()))
def test_games_in_which_being_quick_counts_are_refused_with_a_sentence(game):
    entry = find(game)
    if entry.races or entry.seats[1] == 1:
        with pytest.raises(Refused, match=entry.title):
            check_move_hours(entry, 24)
        assert check_move_hours(entry, 0) == 0
    else:
        assert check_move_hours(entry, 24) == 24
        with pytest.raises(Refused, match="1, 6, 12, 24, 48, 72 or 168"):
            check_move_hours(entry, 5)


def test_it_is_the_two_games_of_windows_and_races():
    assert {name for name, game in all_games().items() if game.races} == {"prime_challenge", "secret_number"}


def test_another_game_at_the_table_is_one_of_turns(days):
    _, table, (a, _) = days
    table.history = None
    refused = a.say("game", name="secret_number", id="game")
    assert refused["type"] == "refused" and "Secret Number" in refused["sentence"]
    assert a.say("game", name="prime_climb", id="climb")["type"] == "done"


def test_the_games_own_clocks_stay_off(days):
    _, _, (a, _) = days
    assert a.say("clock", factor=1, id="clock")["type"] == "refused"


@pytest.mark.parametrize("game", sorted(name for name, game in all_games().items()
                                        if game.seats[1] > 1 and not game.races))
def test_every_game_of_turns_goes_on_by_deadlines_alone(game):
    """Nobody ever looks: every move is made when its time is over, and the match goes on."""
    bench = Bench(seed=7)
    table = bench.table(game, seats=max(2, find(game).seats[0]), move_hours=1, factor=0)
    ada, bo = Browser(bench, table, "ada"), Browser(bench, table, "bo")
    ada.say("start", id="start")
    ada.leave()
    bo.leave()
    assert play_by_deadlines(bench, table, 40) > 10 or table.phase == "over"
