"""Who is away, and for how long: the grace counts only the time in which the table goes on."""

import json

from table_bench import Browser

from coprime.table import bots
from coprime.table.snapshot import restore_table, serialize_snapshot


def restarted(bench, table):
    """The table as another server makes it again, much later."""
    bench.now += 10_000
    return restore_table("TABLE", table.game, json.loads(json.dumps(serialize_snapshot(table))), bench.rows, [], bench)


def test_after_a_restart_everybody_has_the_full_grace_again(two):
    """Seen before: the first page to come back was host, and bots played for whoever was a second later."""
    bench, table, _a, _b, _c = two
    again = restarted(bench, table)
    bo = Browser(bench, again, "bo")
    assert bo.told["host"] == 1 and not bo.told["you"]["host"]
    assert not bo.told["seats"][0]["away"] and bots.list_acting_bots(again, bench.now) == set()
    n = again.n
    bench.run(again, bench.grace_seconds - 0.1)
    assert again.n == n and bo.told["host"] == 1 and not bo.told["seats"][0]["away"]
    ada = Browser(bench, again, "ada")
    assert ada.told["you"]["host"] and ada.told["you"]["seats"] == [0]


def test_and_when_it_is_over_a_bot_plays_and_says_so(two):
    bench, table, _a, _b, _c = two
    again = restarted(bench, table)
    bo = Browser(bench, again, "bo")
    bench.run(again, bench.grace_seconds)
    assert bo.told["you"]["host"] and bo.told["seats"][0]["away"] and bo.told["seats"][0]["name"] == "Ada"
    ada = Browser(bench, again, "ada")
    assert not bo.told["seats"][0]["away"] and not ada.told["you"]["host"]


def test_a_table_that_stands_still_counts_no_absence(two):
    """A network that fails for all of them: whoever is back first waits for the others."""
    bench, table, a, b, c = two
    b.leave()
    bench.run(table, 10)
    a.leave()
    c.leave()
    bench.now += 1000
    back = Browser(bench, table, "bo")
    assert back.told["host"] == 1 and not back.told["seats"][0]["away"]
    bench.run(table, bench.grace_seconds - 0.1)
    assert not back.told["seats"][0]["away"]
    bench.run(table, 0.2)
    assert back.told["seats"][0]["away"] and back.told["you"]["host"]


def test_the_time_before_it_stood_still_counts(two):
    """Or a reload of the only page left would give the others another grace each time."""
    bench, table, a, b, c = two
    b.leave()
    bench.run(table, bench.grace_seconds - 10)
    for page in (a, c):
        page.leave()
    bench.now += 5
    a = Browser(bench, table, "ada")
    assert not a.told["seats"][1]["away"]
    bench.run(table, 9.9)
    assert not a.told["seats"][1]["away"]
    bench.run(table, 0.2)
    assert a.told["seats"][1]["away"]
    a.leave()
    bench.now += 5
    assert Browser(bench, table, "ada").told["seats"][1]["away"], "a second page more makes nobody come back"
    Browser(bench, table, "ada")
    assert table.is_away(table.lobby.chairs[1], bench.now)


def test_after_a_restart_the_logs_of_people_are_made_before_they_come(bench):
    table = bench.table(seats=3)
    Browser(bench, table, "ada").say("start", id="s")
    assert set(restarted(bench, table).watcher_logs) == {(0, "en")}
