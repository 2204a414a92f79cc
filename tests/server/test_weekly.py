"""The weekly deal: the same for everybody, results only from real matches, one a person, taken away and forgotten."""

import json
from datetime import UTC, datetime

import pytest
from server_process import GENEROUS, Person

from coprime.core.registry import all_games
from coprime.server.rate_limits import Limits
from coprime.server.request_error import RequestError
from coprime.server.store import weekly_rows
from coprime.server.store.erasure import forget_expired, forget_person
from coprime.server.store.store import Store
from coprime.server.store.weekly_rows import WEEKS_KEPT, WeeklyResult
from coprime.server.weekly.weekly_schedule import Week, open_weeks, plan_week, score_match, week_at
from coprime.table.ports import JournalRow

WEEK = 7 * 86_400


def seconds(*date):
    return datetime(*date, tzinfo=UTC).timestamp()


def week_of(game, since=None):
    """A time in a week in which a game's turn is."""
    at = since or seconds(2026, 11, 25)
    while plan_week(week_at(at)).game.name != game:
        at += WEEK
    return at


# Weeks.

def test_the_games_with_a_weekly_deal_take_turns_and_no_two_weeks_have_a_deal():
    plans = [plan_week(week_at(seconds(2026, 1, 1) + n * WEEK)) for n in range(120)]
    names = [plan.game.name for plan in plans]
    having = {game.name for game in all_games().values() if game.weekly}
    assert set(names) == having and all(names[i] != names[i + 1] for i in range(119))
    assert len({plan.deal for plan in plans}) == 120
    assert all(plan.options["deal"] == plan.deal for plan in plans if "deal" in plan.options)


@pytest.mark.parametrize(("at", "numbers"), [
    ((2026, 11, 25, 12), [202648]), ((2026, 11, 29, 23, 59, 59), [202648]), ((2026, 11, 30), [202649, 202648]),
    ((2026, 11, 30, 23, 59, 59), [202649, 202648]), ((2026, 12, 1), [202649]),
    ((2026, 12, 1, 0, 0, 1), [202649]), ((2027, 1, 3), [202653]), ((2027, 1, 4), [202701, 202653])])
def test_a_week_begins_on_monday_and_the_last_one_is_open_for_a_day_more(at, numbers):
    assert [week.number for week in open_weeks(seconds(*at))] == numbers


def test_a_week_says_its_days():
    assert (Week(2026, 53).monday.isoformat(), Week(2026, 53).last_day.isoformat()) == ("2026-12-28", "2027-01-03")


# At a server.

@pytest.fixture(scope="module")
def opened(tmp_path_factory):
    from server_process import ServerProcess

    server = ServerProcess(tmp_path_factory.mktemp("weekly"), week=week_of("prime_solitaire"),
                           limits=GENEROUS | {"results": [30, 0.001]}).start()
    yield server
    server.stop()


def give_up(person, code, taking=0):
    """Take some sets as they come, then give up."""
    page = person.page(code)
    for _ in range(taking):
        page.act("turn")
    assert page.act("give up")["type"] == "done"
    page.wait("table", match=lambda message: message["table"]["phase"] == "over")
    page.close()


def delete(person):
    assert person.http.delete("/api/weekly/result").status_code == 204


def test_a_result_is_put_on_the_table_and_taken_away(opened):
    ann, bob = Person(opened), Person(opened)
    before = ann.get("/api/weekly")
    assert before["on"] and before["game"] == "prime_solitaire" and before["mine"] is None
    code = ann.post("/api/weekly/table")["code"]
    ann.post("/api/weekly/result", status=409, code=code, name="Ann")         # not over
    give_up(ann, code)
    assert ann.get("/api/weekly")["results"] == before["results"], "nothing is there before it is sent"
    ann.post("/api/weekly/result", status=204, code=code, name="Ann")
    mine = ann.get("/api/weekly")["mine"]
    assert mine["name"] == "Ann" and mine["you"] and mine["score"] > 0 and "cards left" in mine["text"]
    assert [one["you"] for one in bob.get("/api/weekly")["results"] if one["name"] == "Ann"] == [False]
    other = bob.post("/api/weekly/table")["code"]
    give_up(bob, other)
    bob.post("/api/weekly/result", status=204, code=other, name="ANN")
    assert bob.get("/api/weekly")["mine"]["name"] != "Ann", "nobody takes another's name"
    ann.post("/api/weekly/result", status=204, code=code, name="Anna")        # the same again: one result, the new name
    names = [one["name"] for one in ann.get("/api/weekly")["results"]]
    assert "Anna" in names and "Ann" not in names
    delete(ann)
    delete(bob)
    assert ann.get("/api/weekly")["mine"] is None


def test_all_get_the_same_cards(opened):
    scenes = []
    for person in (Person(opened), Person(opened)):
        page = person.page(person.post("/api/weekly/table")["code"])
        page.catch_up()
        scenes.append(page.scene["scene"])
        assert not page.told["practice"]
        page.close()
    assert scenes[0] == scenes[1]


@pytest.mark.parametrize("fields", [
    {"options": {"level": 1, "undo": "no_peek"}}, {"options": {"undo": "free"}}, {"practice": True}, {"options": {}}])
def test_a_match_of_other_options_another_deal_or_in_practice_is_none(opened, fields):
    ann = Person(opened)
    deal = ann.get("/api/weekly")["deal"]
    options = {"undo": "no_peek", "deal": deal} | fields.get("options", {})
    if fields.get("options") == {}:
        options["deal"] = deal % 99_999_999 + 1
    code = ann.open("prime_solitaire", now=True, **{"practice": False} | fields | {"options": options})
    give_up(ann, code)
    ann.post("/api/weekly/result", status=409, code=code, name="Ann")
    assert ann.get("/api/weekly")["mine"] is None


def test_nobody_has_the_result_of_somebody_elses_match(opened):
    ann, eve = Person(opened), Person(opened)
    code = ann.post("/api/weekly/table")["code"]
    give_up(ann, code)
    eve.post("/api/weekly/result", status=404, code=code, name="Eve")         # not let in
    page = eve.page(code, watch=True)
    page.catch_up()
    eve.post("/api/weekly/result", status=(404, 409), code=code, name="Eve")
    page.close()
    assert eve.get("/api/weekly")["mine"] is None


@pytest.mark.parametrize("name", ["", " " * 5, "a" * 25, "\u202eevil", 7])
def test_a_name_is_checked_like_those_at_tables(opened, name):
    ann = Person(opened)
    code = ann.post("/api/weekly/table")["code"]
    give_up(ann, code)
    ann.post("/api/weekly/result", status=400, code=code, name=name)


def test_the_rate_is_asked_before_the_work_and_a_full_table_takes_no_more(fresh):
    server = fresh(week=week_of("prime_solitaire"), limits=GENEROUS | {"results": [2, 0.001], "board": 1})
    ann, bob = Person(server), Person(server)
    code = ann.post("/api/weekly/table")["code"]
    give_up(ann, code)
    ann.post("/api/weekly/result", status=204, code=code, name="Ann")
    other = bob.post("/api/weekly/table")["code"]
    give_up(bob, other)
    bob.http.headers["accept-language"] = "ja"
    full = bob.post("/api/weekly/result", status=429, code=other, name="Bob")
    assert full["sentence"] == "今週の順位表はいっぱいです。", "in the language of whoever asks, in every thread"
    bob.post("/api/weekly/result", status=429, code="no code", name="Bob")    # the address has asked too often


def test_a_school_has_none_unless_it_says_so(fresh):
    server = fresh(limits=GENEROUS | {"board": 0})
    ann = Person(server)
    assert ann.get("/api/weekly") == {"on": False}
    ann.post("/api/weekly/table", status=404)
    ann.post("/api/weekly/result", status=404, code="ABCDE", name="Ann")
    assert Limits().board > 0


def test_who_is_forgotten_goes_from_the_table(opened):
    ann = Person(opened)
    code = ann.post("/api/weekly/table")["code"]
    give_up(ann, code)
    ann.post("/api/weekly/result", status=204, code=code, name="Ann gone")
    assert ann.http.delete("/api/me").status_code == 204
    assert "Ann gone" not in [one["name"] for one in Person(opened).get("/api/weekly")["results"]]


# A journal that does not follow the deal, whoever wrote it.

def climb_rows(plan, luck):
    """A match of Prime Climb by a bot, as a journal: CHANCE draws from `luck(draw)`."""
    from coprime.core.match import Match
    from coprime.core.options import to_json_value
    from coprime.core.record import label_event, seat_name
    from coprime.core.seats import CHANCE

    match = Match(plan.game, 1, plan.options, plan.game.pure_rules)
    options = {name: to_json_value(value) for name, value in match.options.items()}
    begun = {"seats": 1, "options": options, "version": plan.game.version, "players": [[1, "Ann"]], "deal": plan.deal}
    draw, rows = 0, [JournalRow(1, 1, "start", json.dumps(begun), "")]
    while not match.over:
        seat = match.to_act()[0]
        if seat == CHANCE:
            action, draw = match.chance(luck(draw)), draw + 1
        else:
            action = plan.game.bots.choose(match.view(seat), seat, plan.game.bots.LEVELS[-1], 5)[0]
        rows.append(JournalRow(len(rows) + 1, 1, seat_name(seat), label_event(plan.game.words, seat, action), ""))
        match.act(seat, action)
    return rows, int(match.state.laps) + 1


def test_a_match_is_worth_what_its_journal_says_and_other_draws_are_another_deal():
    from coprime.core import numbered_deals

    plan = plan_week(week_at(week_of("prime_climb")))
    rows, turns = climb_rows(plan, lambda draw: numbered_deals.deal_bits(plan.deal, draw))
    assert score_match(plan, rows, 1) == turns > 5
    with pytest.raises(RequestError) as wrong:
        score_match(plan, rows, 2)                                              # another's seat
    assert wrong.value.status == 409
    with pytest.raises(RequestError):
        score_match(plan, rows[:-1], 1)
    lucky, _ = climb_rows(plan, lambda draw: numbered_deals.deal_bits(plan.deal % 1000 + 1, draw))
    with pytest.raises(RequestError, match="no match of this week"):
        score_match(plan, lucky, 1)


# The store.

@pytest.fixture(params=["sqlite", "postgresql"])
def store(request, tmp_path):
    url = f"sqlite:///{tmp_path}/coprime.db" if request.param == "sqlite" else request.getfixturevalue("postgres").url
    opened = Store(url)
    yield opened
    opened.close()


def test_one_result_a_week_the_better_stands_and_old_ones_are_forgotten(store):
    with store.engine.begin() as connection:
        for now, person, name, score in ((10, "a", "Ann", 7), (20, "b", "Bob", 5), (30, "a", "Anna", 9),
                                         (40, "c", "Cy", 5), (50, "a", "Ann", 4), (60, "b", "Bo", 5)):
            weekly_rows.write_result(connection, 202648, WeeklyResult(person, name, score), now)
        weekly_rows.write_result(connection, 202647, WeeklyResult("a", "Ann", 1), 1)
        assert weekly_rows.read_results(connection, 202648, 9) == [("a", "Ann", 4), ("b", "Bo", 5), ("c", "Cy", 5)]
        assert weekly_rows.read_results(connection, 202648, 1) == [("a", "Ann", 4)]
        assert weekly_rows.read_own_result(connection, 202648, "c") == (("c", "Cy", 5), 1)
        assert weekly_rows.read_own_result(connection, 202648, "d") is None
        assert sorted(weekly_rows.read_names(connection, 202648, "b")) == ["Ann", "Cy"]
        forget_expired(connection, lambda back: int(30 + WEEKS_KEPT * WEEK - back), 1e12)
        assert weekly_rows.read_results(connection, 202648, 9) == [("a", "Ann", 4), ("c", "Cy", 5)]
        forget_person(connection, "a")
        assert weekly_rows.read_results(connection, 202648, 9) == [("c", "Cy", 5)]
        assert weekly_rows.read_results(connection, 202647, 9) == []
