"""What the host may say, and what comes of it; and what others are answered."""

import pytest
from table_bench import Browser, labels
from test_table import play_out, turn

from coprime.core.errors import Refused
from coprime.table import bots


def waiting(table, bench, a, key="dora"):
    a.say("lock", id=f"lock{key}")
    return Browser(bench, table, key)


def test_somebody_who_waits_is_sent_away(two):
    bench, table, a, _b, _c = two
    dora = waiting(table, bench, a)
    assert a.told["asking"] == [{"who": dora.visit.who, "name": "Dora", "seat": None}]
    a.say("admit", who=dora.visit.who, yes=False, id="n")
    assert dora.closed[0] == 4403 and table.lobby.guests[dora.visit.who].role == "removed" and a.told["asking"] == []


def test_who_is_refused_a_seat_may_stay(two):
    _bench, table, a, b, c = two
    b.say("stand")
    c.say("sit", seat=1, id="s")
    a.say("admit", who=c.visit.who, yes=False, id="n")
    assert c.closed is None and table.lobby.guests[c.visit.who].role == "guest" and a.told["asking"] == []
    assert c.told["you"]["seats"] == [] and table.lobby.chairs[1].next is None


def test_who_is_let_in_before_the_start_sits_down(bench):
    table = bench.table(seats=2)
    a = Browser(bench, table, "ada")
    dora, eve = waiting(table, bench, a), waiting(table, bench, a, "eve")
    a.say("admit", who=dora.visit.who, id="y")
    a.say("admit", who=eve.visit.who, id="z")
    assert dora.told["you"]["seats"] == [1] and eve.told["you"]["role"] == "watcher"


def test_who_is_let_in_while_it_is_played_watches(two):
    bench, table, a, b, _c = two
    b.say("stand")
    dora = waiting(table, bench, a)
    a.say("admit", who=dora.visit.who, id="y")
    assert dora.told["you"]["role"] == "watcher" and all(chair.next is None for chair in table.lobby.chairs)
    a.say("lock", on=False, id="open")
    assert Browser(bench, table, "eve").told["you"]["role"] == "watcher"


@pytest.mark.parametrize("message", [{"type": "admit"}, {"type": "remove"}, {"type": "host"}])
def test_nobody_has_that_number(two, message):
    _bench, _table, a, _b, _c = two
    assert a.say(**message, who=77, id="m")["sentence"] == "There is nobody with the number 77 at this table."


def test_removing_takes_the_seat_and_the_asking(two):
    bench, table, a, b, c = two
    assert "yourself" in a.say("remove", who=a.visit.who, id="self")["sentence"]
    b.say("stand")
    c.say("sit", seat=1, id="s")
    a.say("remove", who=c.visit.who, id="r")
    assert a.told["asking"] == [] and c.closed[0] == 4403 and len(a.told["people"]) == 2
    b.say("sit", id="back")
    a.say("remove", who=b.visit.who, id="r2")
    assert a.told["seats"][1]["kind"] == "bot" and a.told["seats"][1]["name"] not in ("Bo", "")


def test_the_hosts_chair_goes_to_who_is_here(two):
    _bench, table, a, b, c = two
    b.leave()
    assert "Bo is not here" in a.say("host", who=b.visit.who, id="h")["sentence"]
    a.say("lock", id="l")
    assert a.say("host", who=c.visit.who, id="i")["type"] == "done"
    assert c.told["you"]["host"] and not a.told["you"]["host"] and table.lobby.host == c.visit.who


def test_a_rematch_turns_the_seats_only_when_asked(two):
    _bench, table, a, b, _c = two
    play_out(table, (a, b))
    assert a.say("rematch", id="r")["type"] == "done"
    assert a.told["you"]["seats"] == [0] and b.told["you"]["seats"] == [1] and table.match_count == 2
    play_out(table, (a, b))
    a.say("rematch", rotate=True, id="s")
    assert a.told["you"]["seats"] == [1] and [chair.seat for chair in table.lobby.chairs] == [0, 1]


def test_hints_are_counted_anew_in_a_rematch(two):
    _bench, table, a, b, c = two
    actor = (a, b)[turn(table)]
    actor.say("hint", id="h")
    assert sum(chair.hints for chair in table.lobby.chairs) == 1
    play_out(table, (a, b))
    assert sorted(c.told["used"]) == [0, 1], "at the end everybody is told"
    a.say("rematch", id="r")
    assert [chair.hints for chair in table.lobby.chairs] == [0, 0]


def test_fewer_seats_only_where_nobody_sits(bench):
    table = bench.table(seats=3)
    a, b, c = (Browser(bench, table, key) for key in ("ada", "bo", "cy"))
    assert "Cy sits there" in a.say("options", seats=2, id="o")["sentence"] and table.settings.seats == 3
    c.say("stand")
    assert a.say("options", seats=2, id="p")["type"] == "done"
    assert [chair.name for chair in table.lobby.chairs] == ["Ada", "Bo"] and table.settings.seats == 2
    assert "Bo sits" not in str(a.say("options", seats=3, id="q")) and len(a.told["seats"]) == 3
    assert a.told["seats"][2]["kind"] == "bot" and a.told["seats"][2]["level"] == "casual"


def test_a_preset_is_named_as_long_as_nothing_is_changed(bench):
    table = bench.table(seats=2)
    a = Browser(bench, table, "ada")
    a.say("options", preset="family", id="1")
    assert a.told["preset"] == "family"
    a.say("options", options={"hand_limit": 13}, id="2")
    assert a.told["preset"] is None and a.told["options"]["hand_limit"] == 13
    a.say("options", options={"games_to_win": 1}, id="3")
    assert a.told["options"]["hand_limit"] == 13, "what is not given stays"
    a.say("options", options={}, id="4")
    assert a.told["options"]["hand_limit"] == 13


def test_seats_are_kept_open_before_the_start_and_bots_changed_after_it(bench):
    table = bench.table(seats=2)
    a = Browser(bench, table, "ada")
    assert a.say("seat", seat=1, kind="open", id="1")["type"] == "done" and a.told["seats"][1]["kind"] == "open"
    assert "not ghost" in a.say("seat", seat=1, kind="ghost", id="2")["sentence"]
    assert "Ada sits there" in a.say("seat", seat=0, kind="bot", id="3")["sentence"]
    assert "There is no pace" in a.say("seat", seat=1, pace="mad", id="4")["sentence"]
    assert a.say("seat", seat=2, id="5")["type"] == "refused"
    a.say("start", id="s")
    a.say("seat", seat=1, kind="bot", pace="slow", id="6")
    assert a.told["seats"][1]["kind"] == "open" and a.told["seats"][1]["pace"] == "slow"
    assert a.say("seat", seat=0, level="novice", id="7")["type"] == "done", "who plays when its person is away"


def test_only_guests_sit_where_nobody_does(two):
    bench, table, a, b, c = two
    assert "Bo sits there" in c.say("sit", seat=1, id="1")["sentence"]
    assert c.say("sit", seat=5, id="2")["sentence"] == "There is no seat 5; the seats are 0 to 1."
    dora = waiting(table, bench, a)
    assert "has to let you in" in dora.say("sit", seat=1, id="3")["sentence"]
    assert c.say("stand", id="4")["type"] == "refused"


def test_a_line_of_chat_is_as_long_as_it_may_be(two):
    _bench, table, a, _b, c = two
    a.say("chat", text="x" * 300)
    assert c.last("chat")["text"] == "x" * 300
    a.say("chat", text="x" * 301)
    a.say("chat", text=" \x07 ")
    assert len([m for m in a.got if m["type"] == "refused"]) == 2 and len(table.chat) == 1
    for k in range(110):
        a.say("chat", text=str(k))
    assert [said.text for said in table.chat] == [str(k) for k in range(10, 110)]


def test_a_paused_table_takes_nothing_back_and_gives_no_hints(two):
    _bench, table, a, b, _c = two
    actor = (a, b)[turn(table)]
    a.say("pause", id="p")
    for kind in ("undo", "hint"):
        assert "paused" in actor.say(kind)["sentence"]
    assert not actor.say("ask", acts=labels(table, turn(table))[:1])["ok"]


def test_practice_is_for_one_person(bench):
    table = bench.table(seats=2, practice=True)
    a = Browser(bench, table, "ada")
    Browser(bench, table, "bo")
    assert table.lobby.chairs[1].kind == "bot", "nobody sits down by themselves"
    a.say("start", id="s")
    assert table.settings.practice
    other = bench.table(seats=2, practice=True)
    a, b = Browser(bench, other, "ada"), Browser(bench, other, "bo")
    b.say("sit", seat=1, id="s")
    a.say("start", id="s")
    assert not other.settings.practice


def test_the_end_is_kept_and_told_at_once(two):
    bench, table, a, b, c = two
    play_out(table, (a, b))
    assert a.got[-1]["type"] in ("table", "done") and a.told["phase"] == "over" == table.phase
    assert [unit.settings["phase"] for unit in bench.units if unit.settings][-1] == "over"
    assert a.say("go", id="g")["sentence"] == "The match is over."
    assert a.act("pass")["sentence"] == "The match is over."
    assert not a.scene["undo"] and a.scene["clock"] is None


def test_in_the_lobby_nobody_is_to_act(bench):
    table = bench.table(seats=2)
    assert (table.acting_seats(), table.is_resting(), bots.list_acting_bots(table, bench.now)) == (0, False, set())
    with pytest.raises(Refused, match="has not begun"):
        _ = table.match
