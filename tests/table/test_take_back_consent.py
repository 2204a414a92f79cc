"""Taking back by consent: asked of all who have seen the move, never across what was uncovered, and logged."""

import json

import pytest
from table_bench import Browser, labels
from test_table import turn

from coprime.core.errors import BadRecord
from coprime.core.record import dump_record, load_record
from coprime.server.replays.session import ReplaySession
from coprime.table.journal_replay import journal_record
from coprime.table.snapshot import restore_table, serialize_snapshot


def first_play(table, pages):
    """Whoever's turn it is plays a card: (their page, the other's, their seat)."""
    seat = turn(table)
    label = next(label for label in labels(table, seat) if label.startswith("play"))
    assert pages[seat].act(label)["type"] == "done"
    return pages[seat], pages[1 - seat], seat


def texts(page):
    return [line["text"] for line in page.log]


def restarted(bench, table):
    stored = json.loads(json.dumps(serialize_snapshot(table)))
    return restore_table("TABLE", table.game, stored, bench.rows, [], bench)


def test_a_move_is_taken_back_when_everybody_agrees_and_the_log_keeps_it(two):
    bench, table, a, b, c = two
    before, steps = table.match.state.tobytes(), table.history.step_count
    mine, other, seat = first_play(table, (a, b))
    move = texts(c)[-1]
    assert mine.scene["takeback"] and not other.scene["takeback"] and not c.scene["takeback"]
    assert mine.say("takeback", id="ask")["type"] == "done"
    for page in (a, b, c):
        asked = page.told["take_back"]["asked"]
        assert (asked["seat"], asked["seconds"], asked["asked"], asked["agreed"]) == (seat, 30, [1 - seat], [])
    assert c.told["take_back"]["asked"]["text"] == move
    assert c.say("takeback", id="c", yes=True)["type"] == "refused", "who watches is not asked"
    assert other.say("takeback", id="yes", yes=True)["type"] == "done"
    assert table.match.state.tobytes() == before and turn(table) == seat and table.history.step_count == steps
    for page in (a, b, c):
        assert texts(page)[-1].startswith("Taken back by consent: ") and page.told["take_back"]["asked"] is None
        assert page.told["announced"][-1]["text"].endswith("takes back the last move; everybody agreed.")
        assert page.scene["cut"] is not None
    assert texts(c)[-1] == f"Taken back by consent: {move}"
    assert bench.rows[-1].seat == "undo" and bench.rows[-1].action == f"{steps} {seat}"


def test_it_is_stored_and_reopened_with_its_line_and_stands_in_the_record(two):
    bench, table, a, b, c = two
    mine, other, _ = first_play(table, (a, b))
    mine.say("takeback", id="ask")
    again = restarted(bench, table)
    assert again.take_back is None and again.match.state.tobytes() == table.match.state.tobytes(), "silence is no"
    other.say("takeback", id="yes", yes=True)
    first_play(table, (a, b))
    again = restarted(bench, table)
    assert again.match.state.tobytes() == table.match.state.tobytes() and again.n == table.n
    late = Browser(bench, again, "dora", watch=True)
    assert texts(late) == texts(c) and sum(text.startswith("Taken back") for text in texts(late)) == 1
    record = journal_record(table.game, bench.rows, table.game.pure_rules)
    assert len(record.taken_back) == 1 and len(record.events) == table.history.step_count
    assert load_record(dump_record(record)).taken_back == record.taken_back
    replay = ReplaySession(dump_record(record))
    shown = [event["text"] for event in replay.events if "Taken back by consent" in event["text"]]
    assert len(shown) == 1
    step = record.taken_back[0][0]
    assert replay.describe_steps(0, step, step)[0]["lines"][-1]["text"].startswith("Taken back by consent")
    record.taken_back[0] = (step, 0, "play 999")
    with pytest.raises(BadRecord):
        ReplaySession(dump_record(record))


@pytest.mark.parametrize("ends", ["no", "silence", "a move", "withdrawn"])
def test_the_move_stands_without_everybodys_word(two, ends):
    bench, table, a, b, c = two
    mine, other, seat = first_play(table, (a, b))
    state = table.match.state.tobytes()
    mine.say("takeback", id="ask")
    if ends == "no":
        other.say("takeback", id="no", yes=False)
    elif ends == "silence":
        bench.run(table, 29)
        assert c.told["take_back"]["asked"]
        bench.run(table, 2)
    elif ends == "withdrawn":
        mine.say("takeback", id="no", yes=False)
    else:
        other.act("pass")
    assert c.told["take_back"]["asked"] is None and c.told["announced"][-1]["text"].endswith("the move stands.")
    assert (table.match.state.tobytes() == state) == (ends != "a move")
    assert other.say("takeback", id="late", yes=True)["sentence"] == "Nobody asks you to take back a move."


def test_it_is_not_asked_without_end(two):
    _bench, table, a, b, _c = two
    mine, other, _ = first_play(table, (a, b))
    for k in range(3):
        assert mine.say("takeback", id=f"ask{k}")["type"] == "done"
        assert mine.say("takeback", id=f"two{k}")["type"] == "refused", "one at a time"
        other.say("takeback", id=f"no{k}", yes=False)
    assert "3 times" in mine.say("takeback", id="more")["sentence"] and table.take_back is None


def test_a_drawn_card_stays_drawn_and_what_others_have_answered_stands(two):
    _bench, table, a, b, _c = two
    seat = turn(table)
    mine, other = (a, b)[seat], (a, b)[1 - seat]
    assert mine.say("takeback", id="none")["type"] == "refused"
    mine.act("draw")
    assert "uncovered" in mine.say("takeback", id="drawn")["sentence"] and table.take_back is None
    if turn(table) == seat:
        mine.act("pass")
    other.act(next(label for label in labels(table, 1 - seat) if label.startswith("play")))
    assert mine.say("takeback", id="late")["type"] == "refused" and not mine.scene["takeback"]


def test_bots_and_clocks_wait_for_the_answer(bench):
    table = bench.table(seats=3)
    a, b = Browser(bench, table, "ada"), Browser(bench, table, "bo")
    a.say("start", id="s")
    table.lobby.chairs[2].pace = "slow"
    while turn(table) != 1:                                 # the bot follows Bo
        (a.act("pass") if turn(table) == 0 else bench.run(table, 1))
    b.act(next(label for label in labels(table, 1) if label.startswith("play")))
    n = table.n
    assert b.say("takeback", id="ask")["type"] == "done" and a.told["take_back"]["asked"]["asked"] == [0]
    bench.run(table, 25)
    assert table.n == n, "the bot waits"
    a.say("takeback", id="no", yes=False)
    bench.run(table, 10)
    assert table.n > n


def test_off_in_classes_until_the_teacher_allows_it_and_an_option_of_every_table(bench, two):
    _bench, table, a, b, _c = two
    assert b.say("takebacks", id="x", on=False)["type"] == "refused"
    assert a.say("takebacks", id="off", on=False)["type"] == "done" and not a.told["take_back"]["on"]
    mine, *_ = first_play(table, (a, b))
    assert mine.say("takeback", id="ask")["sentence"] == "Moves are not taken back at this table."
    stored = json.loads(json.dumps(serialize_snapshot(table)))
    for classroom, expected in (("", True), ("CLASS123", False)):            # tables of an older version
        del stored["settings"]["take_back"]
        stored["settings"]["classroom"] = classroom
        assert restore_table("TABLE", table.game, stored, bench.rows, [], bench).settings.take_back is expected
        stored["settings"]["take_back"] = True


def test_in_practice_one_takes_back_alone(bench):
    table = bench.table(practice=True)
    a = Browser(bench, table, "ada")
    a.say("start", id="s")
    assert a.say("takeback", id="ask")["type"] == "refused"
