"""Anybody at the table may ask for another match; the host's word begins it, or that of everybody who sits there."""

import json

from table_bench import Browser
from test_table import play_out

from coprime.table.snapshot import restore_table, serialize_snapshot


def over(two):
    bench, table, a, b, c = two
    play_out(table, (a, b))
    return bench, table, a, b, c


def test_everybody_sees_who_asks_and_the_last_one_begins_the_match(two):
    bench, table, a, b, c = over(two)
    third = Browser(bench, table, "dora", watch=True)
    assert b.say("rematch", id="b")["type"] == "done" and table.match_count == 1
    asked = b.visit.who
    assert [page.told["rematch"] for page in (a, b, c, third)] == [[asked]] * 4
    assert c.say("rematch", id="c")["type"] == "refused", "who watches does not ask"
    table.lobby.host = third.visit.who                          # nobody who sits there is host
    done = a.say("rematch", id="a")
    assert table.match_count == 2 and table.phase == "playing" and done["n"] == a.scene["n"]
    assert a.told["rematch"] == [] and a.told["you"]["seats"] == [1], "seats move round"


def test_the_host_begins_without_the_others(two):
    _bench, table, a, b, _c = over(two)
    assert a.say("rematch", id="a")["type"] == "done" and table.match_count == 2
    assert b.say("rematch", id="early")["sentence"] == "The match is still being played."


def test_a_wish_is_withdrawn_and_sent_again(two):
    _bench, table, a, b, _c = over(two)
    b.say("rematch", id="b1")
    b.say("rematch", id="b2", on=False)
    assert a.told["rematch"] == []
    assert b.say("rematch", id="b1")["type"] == "done" and a.told["rematch"] == [], "carried out already"


def test_who_is_away_for_good_or_stands_up_is_not_waited_for(two):
    bench, table, a, b, c = over(two)
    table.lobby.host = c.visit.who
    b.say("rematch", id="b")
    a.leave()
    bench.run(table, bench.grace_seconds - 1)
    assert table.match_count == 1, "a page that loads again is waited for"
    bench.run(table, 2)
    assert table.match_count == 2 and b.told["phase"] == "playing"


def test_standing_up_takes_the_wish_along(two):
    _bench, table, a, b, c = over(two)
    table.lobby.host = c.visit.who
    b.say("rematch", id="b")
    b.say("stand", id="up")
    assert table.match_count == 1 and a.told["rematch"] == []
    a.say("stand", id="up")
    assert table.match_count == 1, "nobody sits there"


def test_wishes_outlive_a_restart(two):
    bench, table, a, b, c = over(two)
    b.say("rematch", id="b")
    again = restore_table("TABLE", table.game, json.loads(json.dumps(serialize_snapshot(table))), bench.rows, [], bench)
    table.lobby.host = again.lobby.host = c.visit.who
    ada = Browser(bench, again, "ada")
    assert ada.told["rematch"] == [b.visit.who] and again.match_count == 1
    ada.say("rematch", id="a")
    assert again.match_count == 2


def test_in_a_class_only_the_teacher_begins(bench):
    table = bench.table(classroom="CLASS123")
    teacher = Browser(bench, table, "tea", watch=True)
    a, b = Browser(bench, table, "ada"), Browser(bench, table, "bo")
    teacher.say("start", id="s")
    play_out(table, (a, b))
    for page in (a, b):
        assert page.say("rematch", id="r")["type"] == "done"
    assert table.match_count == 1 and teacher.told["rematch"] == sorted([a.visit.who, b.visit.who])
    assert teacher.say("rematch", id="t")["type"] == "done" and table.match_count == 2
