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
    assert not bo.told["seats"][0]["away"] and ada.told["you"]["host"] and not bo.told["you"]["host"]


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
    assert set(restarted(bench, table).watcher_logs) == {(0, "en", frozenset())}


def test_everybody_sees_when_a_bot_will_play_and_may_wait_a_minute_longer(two):
    bench, table, a, b, c = two
    b.leave()
    bench.run(table, 12)
    assert c.say("wait", id="w", seat=1)["type"] == "refused", "who watches does not decide"
    late = Browser(bench, table, "dora", watch=True)
    assert late.told["seats"][1]["bot_in"] == 48 and a.told["seats"][0]["bot_in"] is None
    assert a.say("wait", id="w", seat=1)["type"] == "done"
    assert [page.told["seats"][1]["bot_in"] for page in (a, c, late)] == [108] * 3
    assert a.told["seats"][1]["minutes"] == 4
    bench.run(table, 107)
    assert not a.told["seats"][1]["away"] and bots.list_acting_bots(table, bench.now) == set()
    bench.run(table, 2)
    assert a.told["seats"][1]["away"] and a.told["seats"][1]["bot_in"] is None
    assert "Nobody is away" in a.say("wait", id="x", seat=1)["sentence"]


def test_nobody_is_waited_for_without_end_and_each_absence_counts_anew(two):
    bench, table, a, b, _c = two
    assert "Nobody is away" in a.say("wait", id="w", seat=1)["sentence"]
    b.leave()
    for k in range(5):
        assert a.say("wait", id=f"w{k}", seat=1)["type"] == "done"
    assert a.say("wait", id="w4", seat=1)["type"] == "done", "sent again"
    assert a.told["seats"][1]["bot_in"] == 360 and a.told["seats"][1]["minutes"] == 0
    assert "5 minutes longer" in a.say("wait", id="more", seat=1)["sentence"]
    bo = Browser(bench, table, "bo")
    assert bo.told["seats"][1]["bot_in"] is None
    bo.leave()
    assert a.told["seats"][1]["bot_in"] == 60 and a.told["seats"][1]["minutes"] == 5


def test_the_hosts_rights_pass_and_come_back_and_everybody_is_told(two):
    bench, table, a, b, c = two
    ada, bo = a.visit.who, b.visit.who
    a.leave()
    bench.run(table, bench.grace_seconds)
    assert [page.told["host"] for page in (b, c)] == [bo] * 2 and b.told["host_for"] == ada
    late = Browser(bench, table, "dora", watch=True)
    for page in (b, c, late):
        assert [one["text"] for one in page.told["announced"]] == ["Bo is the host until Ada is back."]
    assert b.say("lock", id="lock")["type"] == "done", "the rights are whole"
    a = Browser(bench, table, "ada")
    for page in (a, b, c, late):
        assert page.told["host"] == ada and page.told["host_for"] is None
        assert page.told["announced"][-1]["text"] == "Ada is back and is the host again."
    assert b.say("lock", id="again")["sentence"] == "Only the host can do that."
    bench.run(table, 31)
    assert Browser(bench, table, "eva", watch=True).told["announced"] == []


def test_who_stands_in_hands_on_no_more_than_that(two):
    bench, table, a, b, c = two
    a.leave()
    bench.run(table, bench.grace_seconds)
    assert b.say("host", who=c.visit.who, id="h")["type"] == "done" and c.told["you"]["host"]
    assert c.told["announced"][-1]["text"] == "Cy is the host now."
    again = restarted(bench, table)
    cy, ada = Browser(bench, again, "cy"), Browser(bench, again, "ada")
    assert ada.told["you"]["host"] and not cy.told["you"]["host"] and cy.told["host"] == a.visit.who
    assert ada.say("host", who=cy.visit.who, id="mine")["type"] == "done"
    ada.leave()
    assert Browser(bench, again, "ada").told["host"] == cy.visit.who, "what she gave away herself stays away"
