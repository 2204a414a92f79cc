"""Tables of a class: the teacher is the host without a seat, looks into hands, helps one seat, is told who is stuck."""

import msgspec
import pytest
from table_bench import Bench, Browser

from coprime.core.seats import WATCHER
from coprime.table import bot_chairs, class_table, match_lifecycle, person_commands
from coprime.table.settings import Settings, choose_options
from coprime.table.snapshot import restore_table, serialize_snapshot
from coprime.table.table import Table


@pytest.fixture
def bench():
    return Bench()


def lesson(bench, pupils=("ada", "bo"), seats=3, classroom="CLASS"):
    from coprime.core.registry import find_game as find

    game = find("prime_daifugo")
    settings = Settings(seats, choose_options(game, seats, {}, None, {}), class_=True, talk=False, classroom=classroom)
    table = Table("TABLE", game, settings, bench)

    def prepare(table, now):
        table.lobby.add_guest("teacher", "Ms Frost")
        bot_chairs.set_up_chairs(table, None, seats)
        for seat, name in enumerate(pupils):
            table.lobby.seat_person(table.lobby.add_guest(name, name.title()), seat)
        match_lifecycle.begin_match(table, now)
    bench.put(table, prepare)
    return table, Browser(bench, table, "teacher", watch=True), [Browser(bench, table, name) for name in pupils]


def scene_of(page):
    return page.last("scene")


def test_the_teacher_is_the_host_and_holds_no_seat(bench):
    table, teacher, _ = lesson(bench)
    assert table.teacher == teacher.told["you"]["who"] and teacher.told["you"]["host"]
    assert teacher.told["you"]["seats"] == [] and scene_of(teacher)["seat"] == "watcher"
    refused = teacher.say("sit", seat=2, id="a")
    assert refused["type"] == "refused" and "takes no seat" in refused["sentence"]


def test_the_host_of_another_table_is_no_teacher(bench):
    table, host, (ada, _) = lesson(bench, classroom="")
    assert table.teacher is None and host.told["teaching"] is None
    for message in ({"type": "watch", "seat": 0}, {"type": "nudge", "seat": 0, "text": "Add the digits."}):
        assert host.say(message.pop("type"), id=f"x{message}"[:30], **message)["type"] == "refused"
    assert ada.say("call", id="c")["type"] == "refused"


def test_the_teacher_looks_with_the_eyes_of_a_seat_and_nobody_else_does(bench):
    table, teacher, (ada, bo) = lesson(bench)
    assert teacher.say("watch", seat=0, id="w")["type"] == "done"
    assert scene_of(teacher)["seat"] == 0 and scene_of(teacher)["scene"] == scene_of(ada)["scene"]
    assert teacher.say("watch", seat=1, id="w2")["type"] == "done"
    assert scene_of(teacher)["scene"] == scene_of(bo)["scene"] != scene_of(ada)["scene"]
    assert teacher.say("watch", id="w3")["type"] == "done" and scene_of(teacher)["seat"] == "watcher"
    assert teacher.say("watch", seat=7, id="w4")["type"] == "refused"
    assert ada.say("watch", seat=1, id="w5")["type"] == "refused" and scene_of(ada)["seat"] == 0


def test_who_hands_over_the_host_s_chair_sees_no_hand_any_more(bench):
    table, teacher, (ada, _) = lesson(bench)
    teacher.say("watch", seat=0, id="w")
    teacher.say("host", who=ada.told["you"]["who"], id="h")
    bench.put(table, lambda table, now: table.mark_changed())
    assert table.list_shown_watchers(teacher.visit) == [WATCHER]


def test_a_line_for_all_and_one_for_a_seat(bench):
    table, teacher, (ada, bo) = lesson(bench)
    teacher.say("chat", text="Look at the wall, please.")
    assert [page.last("chat")["text"] for page in (ada, bo)] == ["Look at the wall, please."] * 2
    ada.say("chat", text="Why?", id="x")
    assert bo.last("chat")["text"] == "Look at the wall, please."
    teacher.say("nudge", seat=1, text="Add the digits.", id="n")
    assert bo.last("nudge") == {"type": "nudge", "text": "Add the digits."} and ada.last("nudge") is None
    assert teacher.say("nudge", seat=2, text="Bots need none.", id="n2")["type"] == "refused"
    assert ada.say("nudge", seat=1, text="Hi", id="n3")["type"] == "refused"


def test_the_teacher_alone_is_told_who_calls_and_what_was_refused(bench):
    table, teacher, (ada, bo) = lesson(bench)
    assert ada.told["teaching"] is None and teacher.told["teaching"] == {
        "still": 0, "refused": [], "calls": [], "desk": None, "attends": False}
    assert bo.say("call", id="c")["type"] == "done" and teacher.told["teaching"]["calls"] == [1]
    teacher.say("nudge", seat=1, text="Coming.", id="n")
    assert teacher.told["teaching"]["calls"] == []
    turn = next(i for i in range(3) if table.acting_seats() >> i & 1)
    other = (ada, bo)[turn == 0]
    refused = other.act("pass")
    (noted,) = teacher.told["teaching"]["refused"]
    assert noted == {"seat": other.told["you"]["seats"][0], "acts": ["pass"], "sentence": refused["sentence"],
                     "rule": refused["rule"]}
    assert ada.told["teaching"] is None
    teacher.say("pause", id="p")                            # so that no bot moves
    assert other.act("pass")["sentence"] == "The table is paused until your teacher goes on."
    assert teacher.told["teaching"]["refused"] == [noted]   # no rule was broken
    before = teacher.told["teaching"]["still"]
    bench.now += 75
    bench.put(table, lambda table, now: table.mark_changed())
    assert teacher.told["teaching"]["still"] == before + 75
    teacher.say("pause", on=False, id="q")
    assert teacher.told["teaching"]["still"] == 0, "nobody was waited for in the pause"


def test_a_class_keeps_its_teacher_while_they_are_gone(bench):
    table, teacher, (ada, _) = lesson(bench)
    host = table.lobby.host
    teacher.leave()
    bench.now += 3600
    bench.put(table, lambda table, now: table.mark_changed())
    assert table.lobby.host == host


def test_a_late_comer_gets_a_bots_seat_when_the_hand_is_over_and_a_mover_leaves_theirs_to_a_bot(bench):
    table, teacher, _ = lesson(bench)
    bench.put(table, person_commands.assign_seat, "cy", "Cy")
    assert table.lobby.chairs[2].next == table.lobby.find_guest("cy").who
    bench.put(table, person_commands.release_seats, "ada")
    assert table.lobby.chairs[0].kind == "bot" and not table.lobby.seats_of(table.lobby.find_guest("ada").who)


def test_a_call_stands_after_a_reload_at_another_device_and_after_a_restart(bench):
    table, teacher, (ada, bo) = lesson(bench)
    assert not bo.told["you"]["calls"] and bo.say("call", id="c")["type"] == "done"
    assert bo.told["you"]["calls"] and not ada.told["you"]["calls"]
    bo.leave()
    assert Browser(bench, table, "bo").told["you"]["calls"]
    bench.put(table, person_commands.transfer_seats_to_key, "bo", "bo at another device", "Bo")
    assert table.lobby.find_guest("bo at another device").calls_teacher and teacher.told["teaching"]["calls"] == [1]
    kept_now = msgspec.json.decode(msgspec.json.encode(serialize_snapshot(table)))
    assert class_table.serialize_teaching(restore_table("TABLE", table.game, kept_now, bench.rows, [],
                                                        bench))["calls"] == [1]
    teacher.say("nudge", seat=1, text="Coming.", id="n")
    assert not table.lobby.find_guest("bo at another device").calls_teacher
