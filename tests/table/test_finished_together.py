"""Who has played a whole match together is noted with the event that ends it, and nobody else."""

import pytest
from table_bench import Bench, Browser
from test_table import labels, play_out, turn

GAME = {"games_to_win": 1}


@pytest.fixture
def listing(bench):
    bench.lists_tables = True
    return bench


def companions(bench):
    return [unit.companions for unit in bench.units if unit.companions]


def begun(bench, **settings):
    table = bench.table(options=GAME, **settings)
    pages = [Browser(bench, table, "ada"), Browser(bench, table, "bo")]
    pages[0].say("start", id="start")
    return table, pages


def test_two_who_play_from_the_first_event_to_the_last(listing):
    table, pages = begun(listing)
    Browser(listing, table, "cy", watch=True)
    play_out(table, pages)
    assert companions(listing) == [["ada", "bo"]]
    unit = next(unit for unit in listing.units if unit.companions)
    assert unit.journal_rows, "in one piece with the end of the match"
    pages[0].say("chat", text="that was fun")
    assert len(companions(listing)) == 1, "once"


def test_not_somebody_for_whom_a_bot_played(listing):
    table, (a, b) = begun(listing)
    while turn(table) == 0:
        a.act(labels(table, 0)[-1])
    b.leave()
    listing.run(table, 90)
    play_out(table, [a, Browser(listing, table, "bo")])
    assert [[one.stands_in for one in seat] for seat in table.holders.account_for(table.lobby, None)][1] != [False]
    assert not companions(listing)


@pytest.mark.parametrize("settings", [{"class_": True}, {"classroom": "CLASS123"}])
def test_nobody_in_classes(listing, settings):
    table, pages = begun(listing, **settings)
    play_out(table, pages)
    assert table.phase == "over"
    assert not companions(listing)


def test_nothing_is_noted_where_no_tables_are_listed():
    bench = Bench()
    table, pages = begun(bench)
    play_out(table, pages)
    assert table.phase == "over" and not companions(bench)


def test_nobody_on_one_device(listing):
    table = listing.table(options=GAME, hotseat=True)
    a = Browser(listing, table, "ada")
    table.lobby.seat_person(table.lobby.guests[1], 1, "Bo")
    a.say("start", id="start")
    play_out(table, [a, a])
    assert table.phase == "over" and not companions(listing)
