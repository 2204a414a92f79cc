"""A table comes back from its journal as it was."""

import json

import msgspec
from table_bench import Bench, Browser, labels

from coprime.core import record
from coprime.core.match import Match
from coprime.core.record import label_event
from coprime.table import match_lifecycle
from coprime.table.event_history import EventHistory
from coprime.table.idempotency import MOST_PER_GUEST, SeenMessageIds
from coprime.table.journal_replay import journal_record, rows_of_match
from coprime.table.snapshot import restore_table


def back(bench, table):
    """The table, made again from what was kept."""
    kept = json.loads(json.dumps([unit.settings for unit in bench.units if unit.settings][-1]))
    return restore_table("TABLE", table.game, kept, bench.rows, [line for unit in bench.units for line in unit.chat],
                         bench)


def test_everything_comes_back(two):
    bench, table, a, b, _c = two
    for _ in range(8):
        seat = table.match.to_act()[0]
        (a, b)[seat].act(labels(table, seat)[-1], id=f"k{_}")
    a.say("chat", text="hello")
    again = back(bench, table)
    assert again.match.state.tobytes() == table.match.state.tobytes()
    assert (again.n, again.match_count, again.phase, again.chat) == (table.n, table.match_count, table.phase,
                                                                     table.chat)
    new = Browser(bench, again, "ada")
    assert new.told["you"] == a.told["you"] and new.scene["scene"] == a.scene["scene"] and new.log == a.log
    assert new.act("draw", id="k0" if table.history.events[1].seat == 0 else "k1")["type"] == "done"
    assert again.n == table.n


def test_a_match_of_elsewhere_goes_on_as_the_first_of_a_new_table(two):
    """Its journal begins with the match, so that the new table comes back as well."""
    _bench, table, a, b, _c = two
    for n in range(6):
        seat = table.match.to_act()[0]
        (a, b)[seat].act(labels(table, seat)[-1], id=f"k{n}")
    old, bench = table.history, Bench()
    match = Match(table.game, 2, table.match.options, table.game.pure_rules)
    events = [msgspec.structs.replace(one, n=n) for n, one in enumerate(old.events, 2)]
    texts = [label_event(table.game.words, one.seat, one.action) for one in events]
    history = EventHistory.from_replay(match, 1, events, old.sample_positions(old.step_count))
    other = bench.table(options=table.match.options)
    bench.put(other, match_lifecycle.resume_match, history, texts, [])
    assert (other.match_count, other.n, other.phase) == (1, 1 + len(events), "playing")
    assert [(row.n, row.match) for row in bench.rows] == [(n, 1) for n in range(1, other.n + 1)]
    again = back(bench, other)
    assert again.match.state.tobytes() == table.match.state.tobytes() and (again.n, again.match_count) == (other.n, 1)


def test_what_was_taken_back_stays_back():
    bench = Bench()
    table = bench.table(practice=True)
    a = Browser(bench, table, "ada")
    a.say("start", id="s")
    while table.match.to_act()[0] != 0:
        bench.run(table, 2)
    for _ in range(3):
        a.act("draw")
        a.say("undo")
    a.act("pass")
    again = back(bench, table)
    assert again.match.state.tobytes() == table.match.state.tobytes() and again.n == table.n
    found = journal_record(table.game, rows_of_match(bench.rows, 1), table.game.pure_rules)
    assert len(found.events) == table.history.step_count
    match = record.replay_record(record.load_record(record.dump_record(found)), table.game.pure_rules)
    assert match.state.tobytes() == table.match.state.tobytes()
    assert found.players[0] == "Ada"


def test_a_position_far_back_is_found_again():
    bench = Bench()
    table = bench.table(practice=True)
    a = Browser(bench, table, "ada")
    a.say("start", id="s")
    states = {table.history.step_count: table.match.state.tobytes()}
    for _ in range(400):
        if table.match.over or table.history.step_count > 90:
            break
        if table.match.to_act() == [0]:
            a.act("pass")
        bench.run(table, 1)
        states[table.history.step_count] = table.match.state.tobytes()
    for step, state in states.items():
        assert table.history.position_at(step).tobytes() == state


def test_of_each_guest_the_last_messages_are_remembered(two):
    bench, table, a, b, _c = two
    for n in range(3 * MOST_PER_GUEST):
        a.say("talk", on=bool(n % 2), id=f"t{n}")
    assert len(table.dirty.seen_message_ids) <= 2 * MOST_PER_GUEST
    before = len(bench.units)
    assert a.say("talk", on=True, id=f"t{3 * MOST_PER_GUEST - 1}")["type"] == "done" and table.settings.talk
    assert len(bench.units) == before, "it was answered, not done again"
    ids = SeenMessageIds()
    ids["1:x"] = 7
    for n in range(MOST_PER_GUEST + 5):
        ids[f"2:{n}"] = n
    last = MOST_PER_GUEST + 4
    assert ids["1:x"] == 7 and "2:4" not in ids and ids[f"2:{last}"] == last and len(ids) == MOST_PER_GUEST + 1
    ids["2:9"] = 1
    assert len(ids) == MOST_PER_GUEST + 1
