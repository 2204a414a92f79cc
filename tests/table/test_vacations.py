"""Vacations at a table over days: asked, agreed, ended, and nobody who is away blocks the others."""

import json

import pytest
from table_bench import Browser, labels
from test_correspondence import HOUR, asked, left, restored

from coprime.core.language_selection import use_language
from coprime.server.store.correspondence_rows import AT_ONCE, NEVER, next_check_time
from coprime.table import person_commands
from coprime.table.snapshot import restore_table, serialize_snapshot

DAY = 24 * HOUR


@pytest.fixture
def three(bench):
    """A started table of three people with six hours for a move, a spectator, and all pages open."""
    table = bench.table(seats=3, move_hours=6, factor=0)
    pages = [Browser(bench, table, key) for key in ("ada", "bo", "cy")]
    pages.append(Browser(bench, table, "di", watch=True))
    pages[0].say("start", id="start")
    return bench, table, pages


def say(page, **fields):
    """What is answered to a message about vacations."""
    return page.say("vacation", id=f"v{next(Browser.ids)}", **fields)


def vacation(page):
    return page.told["days"]["vacation"]


def log(page):
    return [one["text"] for one in vacation(page)["log"]]


def grant(pages, days=3):
    assert say(pages[0], days=days)["type"] == "done"
    for page in pages[1:3]:
        assert say(page, yes=True)["type"] == "done"


def test_all_agree_and_the_clock_stands_until_the_days_are_over(three):
    bench, table, pages = three
    seat, before = asked(table), left(table, asked(table))
    assert say(pages[0], days=3)["type"] == "done"
    assert not pages[3].told["days"]["stands"], "the clock runs while the question is open"
    say(pages[1], yes=True)
    for page in pages:
        question = vacation(page)["asked"]
        assert (question["name"], question["days"], question["asked"], question["agreed"]) == ("Ada", 3, [1, 2], [1])
        assert question["left"] == 6 * HOUR and vacation(page)["now"] is None
    say(pages[2], yes=True)
    late = Browser(bench, table, "eve", watch=True)
    for page in (*pages, late):
        assert page.told["days"]["stands"] and vacation(page)["asked"] is None
        assert vacation(page)["now"] == {"who": 1, "name": "Ada", "left": 3 * DAY, "ending": []}
        assert log(page) == ["Ada asks for a vacation of 3 days.",
                             "The vacation of 3 days that Ada asked for has begun."]
    assert pages[3].told["announced"][-1]["text"] == log(late)[-1]
    bench.now += 3 * DAY - 1
    bench.wake(table)
    assert left(table, seat) == before and not table.move_clock.late
    bench.now += 1
    bench.wake(table)
    bench.settle()
    assert not pages[3].told["days"]["stands"] and vacation(pages[3])["now"] is None
    assert left(table, seat) == before and log(pages[3])[-1] == "The days of the vacation are over."
    bench.now += before
    bench.wake(table)
    assert table.move_clock.late == {seat}


def test_whoever_reads_does_so_in_their_language(three):
    bench, table, pages = three
    with use_language("ja"):
        eve = Browser(bench, table, "eve", watch=True)
    eve.visit.language = "ja"
    grant(pages, 1)
    assert log(eve) == ["Adaが1日間の休みを頼みました。", "Adaが頼んだ1日間の休みが始まりました。"]
    assert log(pages[1])[0] == "Ada asks for a vacation of 1 day."


def test_one_no_declines_and_the_asker_may_withdraw(three):
    _, table, pages = three
    say(pages[0], days=14)
    say(pages[2], yes=False)
    assert table.vacation.request is None and log(pages[3])[-1] == "Cy did not agree to a vacation."
    say(pages[0], days=14)
    assert "the others answer" in say(pages[0], yes=True)["sentence"]
    say(pages[0], yes=False)
    assert table.vacation.request is None and log(pages[3])[-1] == "Ada no longer asks for a vacation."
    assert "Nobody asks" in say(pages[1], yes=True)["sentence"]


def test_limits_hold_before_anybody_is_asked(three):
    _, table, pages = three
    for wrong in (0, 15):
        assert say(pages[0], days=wrong)["sentence"] == "A vacation lasts 1 to 14 days."
    assert say(pages[3], days=1)["type"] == "refused"
    for _ in range(3):
        say(pages[0], days=1)
        assert "answered first" in say(pages[1], days=1)["sentence"]
        say(pages[1], yes=False)
    assert "3 times" in say(pages[0], days=1)["sentence"] and table.vacation.request is None
    assert say(pages[1], days=1)["type"] == "done", "another person's questions are their own"
    for page in (pages[0], pages[2]):
        say(page, yes=True)
    assert "already" in say(pages[2], days=1)["sentence"]
    assert say(pages[2], end=True)["type"] == "done" and table.vacation.current is not None


def test_only_a_match_over_days_has_vacations(bench):
    table = bench.table(seats=2)
    page = Browser(bench, table, "ada")
    assert "over days" in say(page, days=1)["sentence"]
    table = bench.table(seats=2, move_hours=6, factor=0)
    page = Browser(bench, table, "ada")
    assert say(page, days=1)["type"] == "refused" and table.vacation.request is None


def test_no_answer_in_the_time_of_a_move_is_a_no(three):
    bench, table, pages = three
    say(pages[0], days=2)
    say(pages[1], yes=True)
    bench.now += 6 * HOUR
    bench.wake(table)
    bench.settle()
    assert table.vacation.request is None and table.vacation.current is None
    assert log(pages[3])[-1] == "Not everybody has answered in time, so there is no vacation."
    assert table.vacation.refused == {}, "who is silent takes no question from the others"


def test_whose_time_runs_out_while_a_question_is_open_has_not_agreed(three):
    """Silence is a no, also of somebody who was to move; they are not waited for the next time."""
    bench, table, pages = three
    seat = asked(table)
    first, second = (page for page in pages[:3] if page is not pages[seat])
    pages[seat].leave()
    bench.now += HOUR
    say(first, days=2)
    say(second, yes=True)
    bench.now += 5 * HOUR
    bench.wake(table)
    bench.settle()
    assert table.vacation.gone == {seat} and table.vacation.request and not table.vacation.current
    bench.now += HOUR
    bench.wake(table)
    assert table.vacation.request is None and table.vacation.current is None
    say(first, days=2)
    say(second, yes=True)
    assert table.vacation.current


def test_the_asker_ends_it_and_the_time_goes_on_as_it_was(three):
    bench, table, pages = three
    bench.now += HOUR
    grant(pages)
    seat = asked(table)
    bench.now += DAY
    say(pages[1], end=True)
    assert vacation(pages[0])["now"]["ending"] == [1] and table.vacation.current
    say(pages[1], end=False)
    assert vacation(pages[0])["now"]["ending"] == []
    say(pages[0], end=True)
    assert table.vacation.current is None and left(table, seat) == 5 * HOUR
    assert log(pages[3])[-1] == "Ada has ended the vacation."
    assert "no vacation" in say(pages[0], end=True)["sentence"]


def test_when_the_asker_has_left_all_others_end_it(three):
    _, table, pages = three
    grant(pages)
    pages[0].say("stand", id="stand")
    assert table.vacation.current
    say(pages[1], end=True)
    assert table.vacation.current, "not all want to play on"
    say(pages[2], end=True)
    assert table.vacation.current is None and log(pages[3])[-1].startswith("Everybody wants to play on")


def test_who_leaves_the_seat_is_not_waited_for(three):
    _, table, pages = three
    say(pages[0], days=2)
    say(pages[1], yes=True)
    pages[2].say("stand", id="stand")
    assert table.vacation.current, "bots agree"
    say(pages[0], end=True)
    say(pages[1], days=2)
    pages[1].say("stand", id="stand")
    assert table.vacation.request is None and table.vacation.current is None


def test_who_let_their_time_run_out_and_has_not_come_back_is_not_waited_for(three):
    bench, table, pages = three
    seat = asked(table)
    pages[seat].leave()
    bench.now += 6 * HOUR
    bench.wake(table)
    bench.settle()
    bench.wake(table)
    assert table.vacation.gone == {seat}
    first, second = (page for page in pages[:3] if page is not pages[seat])
    say(first, days=2)
    assert vacation(first)["asked"]["asked"] == [pages.index(second)]
    again = restored(bench, table)
    assert again.vacation == table.vacation, "all of it is stored"
    say(second, yes=True)
    assert table.vacation.current
    say(first, end=True)
    Browser(bench, table, ("ada", "bo", "cy")[seat])
    assert table.vacation.gone == set()
    say(first, days=2)
    assert seat in vacation(first)["asked"]["asked"]


def test_alone_with_bots_it_begins_at_once(bench):
    table = bench.table(seats=3, move_hours=6, factor=0)
    page = Browser(bench, table, "ada")
    page.say("start", id="start")
    say(page, days=14)
    assert vacation(page)["now"]["left"] == 14 * DAY


def test_moves_and_bots_go_on_in_a_vacation(three):
    bench, table, pages = three
    grant(pages)
    seat, n = asked(table), table.n
    assert pages[seat].act(labels(table, seat)[0])["type"] == "done"
    bench.run(table, 10)
    assert table.n > n and left(table, asked(table)) == 6 * HOUR


def test_a_pause_and_a_vacation_both_stop_the_clock(three):
    bench, table, pages = three
    seat = asked(table)
    grant(pages, 1)
    pages[0].say("pause", on=True, id="pause")
    bench.now += 2 * DAY
    bench.wake(table)
    assert table.vacation.current is None and table.move_clock.stopped_at is not None
    pages[0].say("pause", on=False, id="on")
    assert left(table, seat) == 6 * HOUR


def test_a_restored_table_goes_on_with_it_and_closed_hours_do_not_count(three):
    bench, table, pages = three
    seat = asked(table)
    grant(pages, 2)
    bench.now += DAY
    again = restored(bench, table, closed=1000 * HOUR)
    bench.wake(again)
    page = Browser(bench, again, "fay", watch=True)
    assert vacation(page)["now"]["left"] == DAY and len(log(page)) == 2
    bench.now += DAY
    bench.wake(again)
    bench.settle()
    assert vacation(page)["now"] is None and left(again, seat) == 6 * HOUR


def test_the_server_looks_when_a_question_or_the_days_end(three):
    bench, table, pages = three
    now = int(bench.open_seconds())
    pages[0].say("pause", on=True, id="pause")
    assert next_check_time(serialize_snapshot(table)) == NEVER
    pages[0].say("pause", on=False, id="on")
    say(pages[0], days=3)
    assert next_check_time(serialize_snapshot(table)) == now + 6 * HOUR
    for page in pages[1:3]:
        say(page, yes=True)
    assert next_check_time(serialize_snapshot(table)) == now + 3 * DAY
    assert next_check_time({**serialize_snapshot(table), "busy": True}) == AT_ONCE


def test_a_table_of_an_older_version_opens(three):
    bench, table, _ = three
    stored = json.loads(json.dumps(serialize_snapshot(table)))
    del stored["vacation"]
    again = restore_table("TABLE", table.game, stored, bench.rows, [], bench)
    page = Browser(bench, again, "fay", watch=True)
    assert vacation(page) == {"asked": None, "now": None, "log": []}


def test_another_device_has_what_was_asked_and_said_before(three):
    bench, table, pages = three
    say(pages[0], days=2)
    say(pages[1], yes=True)
    for old, new in (("ada", "adas phone"), ("bo", "bos phone")):
        bench.put(table, person_commands.transfer_seats_to_key, old, new, new)
    phone = Browser(bench, table, "adas phone")
    assert vacation(phone)["asked"]["who"] == phone.told["you"]["who"] and vacation(phone)["asked"]["agreed"] == [1]
    say(phone, yes=False)
    assert table.vacation.request is None


def test_who_has_muted_the_asker_reads_the_neutral_name(three):
    bench, table, pages = three
    bench.put(table, person_commands.set_muted, "bo", "ada")
    grant(pages)
    assert "Ada" not in json.dumps(vacation(pages[1])) and log(pages[1])[0].startswith("Player 1 asks")
    assert log(pages[2])[0].startswith("Ada asks")


def test_a_new_match_knows_nothing_of_it(bench):
    table = bench.table("daifugo", seats=3, options={"match_length": 1}, move_hours=6, factor=0)
    pages = [Browser(bench, table, key) for key in ("ada", "bo", "cy")]
    pages[0].say("start", id="start")
    grant(pages, 14)
    for _ in range(200):
        if table.phase == "over":
            break
        seat = asked(table)
        assert pages[seat].act(labels(table, seat)[-1])["type"] == "done"
        bench.run(table, 25)
    assert table.phase == "over" and table.vacation.current is None and len(log(pages[1])) == 2
    for page in pages:
        page.say("rematch", id=f"r{next(Browser.ids)}")
    assert table.phase == "playing" and log(pages[1]) == [] and not pages[1].told["days"]["stands"]
