"""A table of a tournament: games begin by themselves, seats change, outcomes are stored with the end of the game."""

import pytest
from table_bench import Bench, Browser
from test_table import play_out

from coprime.core.registry import find_game as find
from coprime.table import bot_chairs, person_commands
from coprime.table.pairing_outcome import TableOutcome
from coprime.table.settings import Settings, choose_options
from coprime.table.snapshot import restore_table, serialize_snapshot
from coprime.table.table import Table
from coprime.table.tournament_table import PAUSE_SECONDS, table_score


def paired(bench, people=("ada", "bo"), wins=2, **settings):
    """A table of players 11 and 12 of a tournament, and of its director; of two seats bots have those left over."""
    game = find("prime_daifugo")
    options = choose_options(game, 2, {"games_to_win": 1}, None, {})
    table = Table("TABLE", game, Settings(2, options, tournament="CUP", wins=wins, hints=False, **settings), bench)

    def prepare(table, now):
        table.lobby.add_guest("director", "Dora")
        bot_chairs.set_up_chairs(table, [{"pace": "quick"}] * 2, 2)
        for chair, number in zip(table.lobby.chairs, (11, 12), strict=True):
            chair.entrant = number
        for seat, name in enumerate(people):
            table.lobby.seat_person(table.lobby.add_guest(name, name.title()), seat)
    bench.put(table, prepare)
    return table


def begun(bench, **settings):
    table = paired(bench, **settings)
    return table, [Browser(bench, table, name) for name in ("ada", "bo")]


def entrants(table):
    return [chair.entrant for chair in table.lobby.chairs]


def test_the_first_game_begins_when_both_have_come(bench):
    table = paired(bench)
    bench.run(table, 600)
    assert table.phase == "lobby" and table.arrived == []
    ada = Browser(bench, table, "ada")
    assert table.phase == "lobby" and bench.units[-1].settings["arrived"] == [11]
    ada.leave()
    Browser(bench, table, "bo")
    assert table.phase == "lobby" and bench.units[-1].settings["arrived"] == [12]
    Browser(bench, table, "director", watch=True)
    assert table.phase == "lobby"
    Browser(bench, table, "ada")
    assert table.phase == "playing" and table.match_count == 1


def test_the_next_game_begins_a_little_later_with_the_seats_changed(bench):
    table, pages = begun(bench)
    play_out(table, pages)
    unit = next(unit for unit in reversed(bench.units) if unit.journal_rows)
    assert unit.settings["outcomes"] == [
        {"match": 1, "entrants": [11, 12], "shares": table.outcomes[0].shares}], "stored with the last event"
    bench.run(table, PAUSE_SECONDS - 0.5)
    assert table.phase == "over" and table.match_count == 1 and pages[0].told["tournament"]["more"]
    bench.run(table, 1)
    assert table.match_count == 2 and entrants(table) == [12, 11]
    assert pages[0].told["you"]["seats"] == [1] and sorted(pages[0].told["tournament"]["score"]) == [0, 1]


def test_no_game_follows_once_the_pairing_is_decided(bench):
    table, pages = begun(bench, wins=1)
    play_out(table, pages)
    assert table.is_pairing_over and bench.units[-1].settings["pairing_over"]
    bench.run(table, 1000)
    assert table.match_count == 1 and table.phase == "over" and not pages[0].told["tournament"]["more"]
    assert pages[0].say("rematch", id="r")["type"] == "refused"


def test_a_pause_of_the_director_holds_up_the_next_game(bench):
    table, pages = begun(bench)
    director = Browser(bench, table, "director", watch=True)
    play_out(table, pages)
    director.say("pause", id="p", on=True)
    bench.run(table, 100)
    assert table.match_count == 1
    director.say("pause", id="q", on=False)
    bench.run(table, PAUSE_SECONDS)
    assert table.match_count == 2


@pytest.mark.parametrize(("type", "fields"), [
    ("sit", {"seat": 0}), ("stand", {}), ("rematch", {}), ("start", {}), ("lobby", {}), ("takebacks", {"on": True}),
    ("seat", {"seat": 0, "kind": "bot"}), ("options", {"options": {}}), ("game", {"name": "daifugo"}),
    ("host", {"who": 2})])
def test_what_the_tournament_decides(bench, type, fields):
    table, pages = begun(bench)
    director = Browser(bench, table, "director", watch=True)
    for page in (director, *pages):
        refused = page.say(type, id=f"x{page.visit.who}", **fields)
        assert refused["sentence"] == "The tournament decides that at this table."
    assert table.phase == "playing" and entrants(table) == [11, 12]


def test_nobody_else_sits_down_or_becomes_the_host(bench):
    table = paired(bench, people=("ada",))
    stranger = Browser(bench, table, "zoe")
    bench.run(table, 200)
    assert stranger.told["you"]["seats"] == [] and table.phase == "lobby"
    assert {one["sit"] for one in stranger.told["seats"]} == {""} and not stranger.told["you"]["host"]
    assert table.lobby.host == 1 and table.lobby.absent_host is None


def test_a_bot_plays_for_somebody_to_the_end(bench):
    table = paired(bench)
    ada = Browser(bench, table, "ada")
    bench.put(table, person_commands.substitute_bot, "12")
    assert table.phase == "playing" and [chair.kind for chair in table.lobby.chairs] == ["person", "bot"]
    before = serialize_snapshot(table)
    bench.put(table, person_commands.substitute_bot, "12")
    bench.put(table, person_commands.substitute_bot, "99")
    assert serialize_snapshot(table) == before
    bo = Browser(bench, table, "bo")
    assert bo.say("sit", id="s", seat=1)["type"] == "refused"
    ada.leave()
    assert entrants(table) == [11, 12]


def test_bots_alone_play_a_pairing_and_then_rest(bench):
    table = paired(bench, people=(), wins=1)
    assert table.plays_unattended and table.is_awake
    bench.run(table, 2000)
    assert table.is_pairing_over and not table.is_awake and max(table_score(table)) == 1


def test_a_table_that_is_made_again_goes_on_with_what_it_has_stored(bench):
    table, pages = begun(bench)
    play_out(table, pages)
    again = restore_table("TABLE", table.game, bench.units[-1].settings, bench.rows, [], bench)
    assert again.outcomes == table.outcomes and table_score(again) == table_score(table)
    for name in ("ada", "bo"):
        Browser(bench, again, name)
    bench.run(again, PAUSE_SECONDS)
    assert again.match_count == 2 and entrants(again) == [12, 11]


def test_a_decided_pairing_is_decided_after_a_restart(bench):
    table, pages = begun(bench, wins=1)
    play_out(table, pages)
    again = restore_table("TABLE", table.game, bench.units[-1].settings, bench.rows, [], bench)
    Browser(bench, again, "ada")
    bench.run(again, 100)
    assert again.is_pairing_over and again.match_count == 1


def test_drawn_games_count_for_both_and_a_knock_out_goes_on():
    def scored(shares, **settings):
        bench = Bench()
        table, pages = begun(bench, wins=1, **settings)
        table.outcomes = [TableOutcome(0, [11, 12], share) for share in shares]
        play_out(table, pages)
        return table
    table = scored([[0.5, 0.5]], must_decide=True)
    assert sorted(table_score(table)) == [0.5, 1.5] and table.is_pairing_over
    table = scored([[0.5, 0.5], [0.5, 0.5]], must_decide=True)
    assert sorted(table_score(table)) == [1, 2] and table.is_pairing_over


def test_a_table_of_no_tournament_has_none_of_this(two):
    _, table, a, _, _ = two
    assert a.told["tournament"] is None and "outcomes" not in serialize_snapshot(table) and not table.plays_unattended


def test_the_director_removes_a_spectator_and_no_player(bench):
    table, (_, bo) = begun(bench)
    director = Browser(bench, table, "director", watch=True)
    eve = Browser(bench, table, "eve", watch=True)
    who = {guest.name: guest.who for guest in table.lobby.guests.values()}
    assert "The tournament decides" in director.say("remove", who=who["Bo"], id="player")["sentence"]
    assert bo.say("remove", who=who["Eve"], id="none")["sentence"] == "Only the host can do that."
    assert director.say("remove", who=who["Eve"], id="spectator")["type"] == "done"
    assert eve.closed[0] == 4403 and table.lobby.guests[who["Eve"]].role == "removed"
    back = Browser(bench, table, "eve", watch=True)
    assert back.closed[0] == 4403, "they may not come back"
    assert [chair.kind for chair in table.lobby.chairs] == ["person", "person"]
