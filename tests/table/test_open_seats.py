"""Tables on the home page: the host lists one, and whoever comes from there sits down without asking."""

import pytest
from table_bench import Bench, Browser

from coprime.server.store.open_table_rows import open_table_of
from coprime.table.open_seats import is_open_to, take_open_seat
from coprime.table.person_commands import seat_or_promise_of
from coprime.table.snapshot import restore_table, serialize_snapshot


@pytest.fixture
def bench():
    bench = Bench()
    bench.lists_tables = True
    return bench


def sit(bench, table, key):
    """Somebody from the home page asks for a seat; which one they have or are promised, -1 for none."""
    bench.put(table, take_open_seat, key, key.title())
    return seat_or_promise_of(table, key)


def listed(bench, game="prime_daifugo", **settings):
    table = bench.table(game, **settings)
    host = Browser(bench, table, "anna")
    assert host.say("list", id="on")["type"] == "done"
    return table, host


def test_only_the_host_lists_a_table_and_everybody_sees_that_it_is(bench):
    table = bench.table(seats=3)
    host, other = Browser(bench, table, "anna"), Browser(bench, table, "ben")
    assert host.told["may_list"] and not host.told["listed"]
    assert other.say("list", id="no")["type"] == "refused" and table.settings.listed == 0
    assert host.say("list", id="on")["type"] == "done" and table.settings.listed == bench.wall_seconds()
    assert host.told["listed"] and other.told["listed"]
    since = table.settings.listed
    bench.now += 100
    host.say("list", id="again")
    assert table.settings.listed == since, "who was listed first stays first"
    host.say("list", id="off", on=False)
    assert not other.told["listed"] and table.settings.listed == 0


@pytest.mark.parametrize(("settings", "sentence"), [
    ({"class_": True}, "A table of a class is not shown on the home page."),
    ({"hotseat": True}, "A table where everybody plays at one device is not shown on the home page.")])
def test_a_table_of_a_class_or_of_one_device_is_not_listed(bench, settings, sentence):
    table = bench.table(**settings)
    host = Browser(bench, table, "anna")
    assert not host.told["may_list"] and host.say("list", id="on")["sentence"] == sentence
    assert sit(bench, table, "ben") == -1


def test_without_the_operators_leave_no_table_is_listed_and_one_that_was_is_closed():
    bench = Bench()
    table = bench.table()
    host = Browser(bench, table, "anna")
    assert host.say("list", id="on")["sentence"] == "This server does not show tables on its home page."
    table.settings.listed = 5                                   # from when the server showed them
    assert sit(bench, table, "ben") == -1


def test_a_visitor_sits_down_in_the_lobby_and_the_last_seat_goes_once(bench):
    table, host = listed(bench, seats=2)
    assert sit(bench, table, "ben") == 1 and sit(bench, table, "carla") == -1
    assert [seat["name"] for seat in host.told["seats"]] == ["Anna", "Ben"]
    assert host.told["announced"][-1]["text"] == "Ben has come from the home page and sits down."
    assert sit(bench, table, "ben") == 1, "who asks twice has the same seat"
    assert "carla" not in [guest.key for guest in table.lobby.guests.values()], "who gets no seat is nobody there"


def test_in_a_hand_whose_cards_are_hidden_a_visitor_is_promised_the_seat(bench):
    table, host = listed(bench, seats=2)
    host.say("start", id="s")
    assert table.phase == "playing" and sit(bench, table, "ben") == 1
    assert table.lobby.chairs[1].kind == "bot" and host.told["seats"][1]["next"] is not None
    assert host.told["announced"][-1]["text"] == \
        "Ben has come from the home page and sits down when this hand is over."
    assert sit(bench, table, "carla") == -1, "a promised seat is not free"


def test_an_unlisted_or_locked_table_is_open_to_nobody(bench):
    table, host = listed(bench, seats=2)
    host.say("lock", id="l", on=True)
    assert not is_open_to(table, "ben", bench.now) and sit(bench, table, "ben") == -1
    host.say("lock", id="u", on=False)
    host.say("list", id="off", on=False)
    assert sit(bench, table, "ben") == -1


def test_who_was_removed_does_not_come_back_by_the_home_page(bench):
    table, host = listed(bench, seats=3)
    ben = Browser(bench, table, "ben")
    host.say("remove", id="r", who=ben.visit.who)
    assert sit(bench, table, "ben") == -1 and sit(bench, table, "carla") == 1


def test_a_table_that_everybody_has_left_is_open_to_nobody_but_a_reload_keeps_it(bench):
    table, host = listed(bench, seats=2)
    host.leave()
    assert is_open_to(table, "ben", bench.now + bench.grace_seconds - 1)
    assert not is_open_to(table, "ben", bench.now + bench.grace_seconds)
    Browser(bench, table, "anna")
    assert is_open_to(table, "ben", bench.now + 2 * bench.grace_seconds)


def test_what_the_home_page_shows_follows_from_the_snapshot_and_outlives_a_restart(bench):
    table, host = listed(bench, seats=3)

    def shown():
        return open_table_of("TABLE", serialize_snapshot(table))
    assert shown()[1:7] == ("anna", "Anna", "prime_daifugo", "lobby", 2, 3)
    sit(bench, table, "ben")
    assert shown().free == 1
    again = restore_table("TABLE", table.game, serialize_snapshot(table), bench.rows, [], bench)
    assert again.settings.listed == table.settings.listed > 0
    host.say("lock", id="l", on=True)
    assert shown() is None
    host.say("lock", id="u", on=False)
    sit(bench, table, "carla")
    assert shown() is None, "no seat is free"
    del host
