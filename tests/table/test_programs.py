"""Chairs of kind `program`: played from outside the server, kept for whom they are for."""

import pytest
from table_bench import Browser, labels

from coprime.table import bots
from coprime.table.snapshot import restore_table, serialize_snapshot


@pytest.fixture
def mixed(bench):
    """A table in the lobby with a person, a program that is here, and one that is to come."""
    table = bench.table(seats=3)
    for seat, name in ((1, "deep"), (2, "")):
        chair = table.lobby.chairs[seat]
        chair.kind, chair.name, chair.pace = "program", name, "quick"
    return bench, table, Browser(bench, table, "ada")


def begun(mixed):
    bench, table, ada = mixed
    table.lobby.chairs[2].name = "blue"
    ada.say("start", id="start")
    return bench, table, ada


def test_a_programs_chair_is_its_own(mixed):
    bench, table, ada = mixed
    assert [(one["kind"], one["name"], one["here"]) for one in ada.told["seats"]] == [
        ("person", "Ada", True), ("program", "deep", True), ("program", "", False)]
    bo = Browser(bench, table, "bo")
    assert bo.told["you"]["role"] == "watcher", "nobody is put on a program's chair"
    for n, message in enumerate(({"type": "sit", "seat": 1}, {"type": "seat", "seat": 1, "kind": "open"},
                                 {"type": "seat", "seat": 1, "kind": "program", "level": "casual"})):
        assert "belongs to a program" in ada.say(**message, id=f"m{n}")["sentence"]
    assert ada.say("seat", seat=1, kind="program", pace="slow", id="pace")["type"] == "done"
    assert table.lobby.chairs[1].pace == "slow"


def test_the_rules_stay_while_programs_are_there(mixed):
    _, table, ada = mixed
    for fields in ({"options": {}}, {"seats": 2}, {"preset": "family"}):
        assert "rules cannot be changed" in ada.say("options", id=str(fields), **fields)["sentence"]
    assert table.settings.seats == 3


def test_nobody_begins_without_them(mixed):
    _, table, ada = mixed
    assert "one is still to come" in ada.say("start", id="early")["sentence"] and table.history is None
    table.lobby.chairs[2].name = "blue"
    assert ada.say("start", id="now")["type"] == "done" and table.history is not None


def test_a_program_that_is_called_like_a_person_keeps_its_name(mixed):
    bench, table, _ = mixed
    Browser(bench, table, "deep")
    assert table.lobby.seat_names()[1] == "deep"


def until_program(bench, table, ada):
    """Until a program is to act; its seat."""
    while table.acting_seats() & 1:
        ada.act(labels(table, 0)[-1])
    bench.run(table, 1)
    return 1 if table.acting_seats() & 2 else 2


def test_its_choice_comes_from_outside_and_at_its_pace(mixed):
    bench, table, ada = begun(mixed)
    seat, step = until_program(bench, table, ada), table.history.step_count
    bench.run(table, 60)
    assert table.history.step_count == step and not bench.jobs, "no bot is asked"
    action = table.match.sound_actions(seat)[0]
    bench.put(table, bots.send_program_action, seat, action)
    assert table.history.step_count == step, "not in the same moment"
    bench.run(table, 0.3)
    assert (table.history.events[step].seat, table.history.events[step].action) == (seat, action)


def test_it_keeps_the_table_awake(mixed):
    bench, table, ada = begun(mixed)
    bench.grace_seconds = 5
    ada.leave()
    assert table.is_running
    for _ in range(20):
        seat = next((seat for seat in (1, 2) if table.acting_seats() >> seat & 1), None)
        if seat:
            bench.put(table, bots.send_program_action, seat, table.match.sound_actions(seat)[0])
        bench.run(table, 10)
    assert {event.seat for event in table.history.events} >= {0, 1, 2}, "a bot plays for who has left"


def test_a_follower_is_told_of_what_is_kept(mixed):
    bench, table, ada = begun(mixed)
    steps = []
    table.commit_listener = lambda table: steps.append(table.history.step_count)
    seat, step = until_program(bench, table, ada), table.history.step_count
    bench.held = []
    bench.put(table, bots.send_program_action, seat, table.match.sound_actions(seat)[0])
    bench.run(table, 1)
    assert table.history.step_count > step and max(steps, default=0) <= step
    bench.release()
    assert steps[-1] == table.history.step_count


def test_after_a_restart_bots_sit_there(mixed):
    bench, table, _ = begun(mixed)
    again = restore_table(table.code, table.game, serialize_snapshot(table), bench.rows, [], bench)
    assert [(chair.kind, chair.name) for chair in again.lobby.chairs] == [
        ("person", "Ada"), ("bot", "deep"), ("bot", "blue")]
    assert not again.is_awake
