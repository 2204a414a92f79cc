"""Tables over days on a real server: the time of a move, kills and closed hours, who plays when nobody looks."""

import contextlib
import json
import sqlite3
import time
from contextlib import closing

import pytest
from server_process import GENEROUS, Person, ServerProcess
from test_open_tables import HomePage
from test_workers import living

HOUR = 3600
SETTINGS = {"rest": 1, "grace": 0.2, "tick": 0.2}
PATIENCE = 60


class DaysServer(ServerProcess):
    """A server whose open time the test can advance."""

    def __init__(self, folder, **settings):
        folder.mkdir(exist_ok=True)
        self.shift_file = folder / "shift"
        self.shift_file.write_text("0")
        super().__init__(folder / "data", shift=str(self.shift_file), **{**SETTINGS, **settings})

    def pass_hours(self, hours):
        """So many hours pass in which the server is open."""
        later = self.shift_file.with_suffix(".new")
        later.write_text(str(float(self.shift_file.read_text()) + hours * HOUR))
        later.replace(self.shift_file)

    def query(self, text, *given):
        with closing(sqlite3.connect(f"file:{self.settings['data']}/coprime.db?mode=ro", uri=True)) as opened:
            return opened.execute(text, given).fetchall()


@pytest.fixture
def days(tmp_path):
    server = DaysServer(tmp_path / "days").start()
    yield server
    if server.process.poll() is None:
        server.kill()


def begin(server, hours=24, game="prime_daifugo"):
    """Ada's and Bo's table over days, begun, with both pages."""
    ada, bo = Person(server, "Ada"), Person(server, "Bo")
    code = ada.open(game, seats=2, hours=hours)
    pages = [ada.page(code), bo.page(code)]
    assert pages[0].say("start")["type"] == "done"
    return code, (ada, bo), [page.catch_up() for page in pages]


def left(page):
    """(seat, seconds) of who is asked."""
    ((seat, seconds),) = page.catch_up().told["days"]["left"].items()
    return int(seat), seconds


def wait_until(found, seconds=PATIENCE):
    """What `found()` returns once that is true."""
    end = time.monotonic() + seconds
    while not (result := found()):
        assert time.monotonic() < end, "it has not come about"
        time.sleep(0.05)
    return result


def wait_until_stored(server, hours):
    """Until the server has stored that it has been open for so long."""
    wait_until(lambda: any(seconds >= hours * HOUR for (seconds,) in server.query("SELECT seconds FROM open_time")))


def left_now(person, code):
    """The same by a page that comes now."""
    page = person.page(code)
    found = left(page)
    page.close()
    return found


def journal_length(server, code):
    return server.query("SELECT count(*) FROM events WHERE code = ?", code)[0][0]


def test_a_move_that_nobody_makes_is_made_when_its_time_is_over(days):
    """All pages are closed, and the grace is long over: the seat stays with its person until the deadline."""
    code, (ada, bo), pages = begin(days)
    seat, seconds = left(pages[0])
    assert 24 * HOUR - 60 < seconds <= 24 * HOUR
    for page in pages:
        page.close()
    days.pass_hours(23)
    length = journal_length(days, code)
    watcher = Person(days, "Cy").page(code, watch=True)
    assert left(watcher)[0] == seat and left(watcher)[1] <= HOUR
    assert [one["away"] for one in watcher.told["seats"]] == [False, False]
    watcher.close()
    assert journal_length(days, code) == length
    days.pass_hours(1)
    wait_until(lambda: journal_length(days, code) > length)
    page = (ada, bo)[seat].page(code)
    assert left(page)[0] == 1 - seat and left(page)[1] > 23 * HOUR
    assert page.told["you"]["seats"] == [seat] and [one["kind"] for one in page.told["seats"]] == ["person"] * 2
    page.close()


def test_the_time_left_is_as_at_the_kill(days):
    code, (ada, _), pages = begin(days, hours=6)
    days.pass_hours(2)
    seat, before = left_now(ada, code)
    assert before <= 4 * HOUR
    wait_until_stored(days, 2)
    days.kill()
    days.pass_hours(1000)                       # its machine's clock goes on, and nobody is served
    base = float(days.shift_file.read_text())
    days.start()
    again, after = left_now(ada, code)
    assert again == seat and before - 30 <= after <= before + 5 and base >= 1000 * HOUR


def test_a_server_that_is_stopped_in_order_loses_no_second_of_it(days):
    code, (ada, _), pages = begin(days, hours=6)
    days.pass_hours(3)
    days.stop()
    days.pass_hours(50)
    days.start()
    assert 3 * HOUR - 30 <= left_now(ada, code)[1] <= 3 * HOUR


def test_a_deadline_that_passes_right_after_a_kill_is_met_by_the_next_server(days):
    """Nobody comes to the table: what is stored is enough."""
    code, _, pages = begin(days, hours=1)
    for page in pages:
        page.close()
    days.pass_hours(0.9)
    wait_until_stored(days, 0.9)
    length = journal_length(days, code)
    days.kill()
    days.start()
    assert journal_length(days, code) == length
    days.pass_hours(0.1)
    wait_until(lambda: journal_length(days, code) > length)


def test_a_bot_that_was_to_move_at_the_kill_moves_without_anybody(days):
    ada = Person(days, "Ada")
    code = ada.open("prime_climb", seats=3, hours=24)
    page = ada.page(code)
    page.say("start")
    wait_until(lambda: page.catch_up().told["days"]["left"])
    page.close()
    days.kill()
    with closing(sqlite3.connect(f"{days.settings['data']}/coprime.db")) as opened, opened:
        # As if it had been killed while a bot was thinking.
        (kept,) = opened.execute("SELECT kept FROM tables WHERE code = ?", (code,)).fetchone()
        changed = json.loads(kept)
        changed["chairs"][0] |= {"kind": "bot", "who": None}
        changed["chairs"][1] |= {"kind": "person", "who": 1}
        changed |= {"busy": True, "move_clock": {"due_at": [], "late": [], "stopped_at": None}}
        opened.execute("UPDATE tables SET kept = ? WHERE code = ?", (json.dumps(changed), code))
        opened.execute("UPDATE correspondence_seats SET wake = 1 WHERE code = ?", (code,))
    length = journal_length(days, code)
    days.start()
    wait_until(lambda: journal_length(days, code) > length)
    wait_until(lambda: days.query("SELECT wake FROM correspondence_seats WHERE code = ?", code)[0][0] > 1)


class TurnStream(HomePage):
    """The event stream of somebody's own list."""

    path = "/api/turns/stream"

    def until_turn(self, code, yours):
        return self.until(lambda tables: code in tables and tables[code]["yours"] is yours)[code]


def test_the_list_says_whose_turn_it_is_and_changes_with_every_move(days):
    code, people, pages = begin(days)
    seat, _ = left(pages[0])
    streams = [TurnStream(person) for person in people]
    mine, theirs = streams[seat].until_turn(code, True), streams[1 - seat].until_turn(code, False)
    names = ("Ada", "Bo")
    assert mine["others"] == [names[1 - seat]] and mine["asked"] == [] and 23 * HOUR < mine["left"] <= 24 * HOUR
    assert theirs["asked"] == [names[seat]] and theirs["game"] == "prime_daifugo" and not theirs["stands"]
    for page in pages:
        page.close()
    days.pass_hours(24)
    assert 23 * HOUR < streams[1 - seat].until_turn(code, True)["left"] <= 24 * HOUR
    assert streams[seat].until_turn(code, False)["asked"] == [names[1 - seat]]
    assert [one["code"] for one in people[0].get("/api/turns")["tables"]] == [code]
    assert Person(days).get("/api/turns") == {"tables": []}
    for stream in streams:
        stream.close()


def test_who_stands_up_or_is_forgotten_is_in_no_list(days):
    code, (ada, bo), pages = begin(days)
    stream = TurnStream(ada)
    stream.until(lambda tables: code in tables)
    bo.http.delete("/api/me").raise_for_status()
    assert stream.until(lambda tables: code in tables and "Bo" not in tables[code]["others"])
    pages[0].say("stand")
    assert code not in stream.until(lambda tables: code not in tables)
    stream.close()
    pages[0].close()


def test_a_table_that_nobody_looks_at_leaves_memory_and_comes_back_whole(tmp_path):
    """For somebody who looks, and for a deadline: as it was, for seats and spectators."""
    server = DaysServer(tmp_path / "days", sweep=0.2).start()
    code, (ada, bo), pages = begin(server)
    seat, _ = left(pages[0])
    pages[1 - seat].send("chat", text="Take your time.")
    watcher = Person(server, "Cy").page(code, watch=True)
    before = [pages[0].catch_up().scene["scene"], watcher.catch_up().scene["scene"]]
    for page in (*pages, watcher):
        page.close()
    wait_until(lambda: ada.get("/health")["tables"] == 0)
    assert ada.get("/api/turns")["tables"][0]["yours"] is (seat == 0), "the list wakes no table"
    assert ada.get("/health")["tables"] == 0
    again, watcher = ada.page(code), Person(server, "Di").page(code, watch=True)
    assert [again.catch_up().scene["scene"], watcher.catch_up().scene["scene"]] == before
    assert "Take your time." in json.dumps(again.got)
    again.close()
    watcher.close()
    wait_until(lambda: ada.get("/health")["tables"] == 0)
    length = journal_length(server, code)
    server.pass_hours(24)
    wait_until(lambda: journal_length(server, code) > length)
    wait_until(lambda: ada.get("/health")["tables"] == 0)
    server.kill()


def test_many_deadlines_at_once_are_all_met(tmp_path):
    """More than one look takes: it looks again at once."""
    server = DaysServer(tmp_path / "days", sweep=0.2, tick=2).start()
    ada = Person(server, "Ada")
    codes = [ada.open("prime_daifugo", seats=2, hours=1, now=True) for _ in range(120)]
    wait_until(lambda: ada.get("/health")["tables"] == 0)
    lengths = {code: journal_length(server, code) for code in codes}
    server.pass_hours(1)
    wait_until(lambda: all(journal_length(server, code) > lengths[code] for code in codes))
    server.kill()


def test_on_postgres_deadlines_and_lists_hold_as_well(tmp_path, postgres):
    server = DaysServer(tmp_path / "days", database=postgres.url).start()
    code, people, pages = begin(server)
    seat, _ = left(pages[0])
    streams = [TurnStream(person) for person in people]
    streams[seat].until_turn(code, True)
    for page in pages:
        page.close()
    server.pass_hours(24)
    assert streams[1 - seat].until_turn(code, True)["left"] > 23 * HOUR
    assert people[0].post("/api/feed")["url"]
    people[seat].http.delete("/api/me").raise_for_status()
    streams[1 - seat].until(lambda tables: code in tables and not {"Ada", "Bo"} & {*tables[code]["others"]})
    for stream in streams:
        stream.close()
    server.stop()


def test_a_closed_table_is_not_looked_at_any_more(tmp_path):
    from coprime.server.store import correspondence_rows, schema
    from coprime.server.store.store import Store

    store = Store(f"sqlite:///{tmp_path}/closed.db")

    def fill(connection):
        for code, phase in (("GOING", "playing"), ("ENDED", "closed"), ("ASIDE", "aside")):
            connection.execute(schema.tables.insert().values(
                code=code, game="daifugo", phase=phase, opened=1, touched=1, address="", kept="{}"))
            connection.execute(schema.correspondence_seats.insert().values(code=code, seat=0, person="a", wake=5))
    store.run_transaction(fill)
    assert store.read(lambda connection: correspondence_rows.read_due_tables(connection, 10, 50)) == ["GOING"]
    store.close()


def test_of_two_processes_one_looks_after_the_tables_of_both(tmp_path):
    server = DaysServer(tmp_path / "days", workers=2).start()
    living(server, 2)
    code, people, pages = begin(server)
    seat, _ = left(pages[0])
    streams = [TurnStream(person) for person in people]
    streams[seat].until_turn(code, True)
    length = journal_length(server, code)
    for stream in streams:
        stream.close()
    server.stop()
    with closing(sqlite3.connect(f"{server.settings['data']}/coprime.db")) as opened, opened:
        opened.execute("UPDATE open_time SET seconds = seconds + ?", (24 * HOUR - 5,))
    server.start()
    living(server, 2)
    pages = [person.page(code) for person in people]
    streams = [TurnStream(person) for person in people]
    wait_until(lambda: journal_length(server, code) > length)
    assert streams[1 - seat].until_turn(code, True)["left"] > 23 * HOUR
    for page in pages:
        assert left(page)[0] == 1 - seat and page.scene["n"] >= page.told["match"]
    for one in (*streams, *pages):
        one.close()
    server.stop()


def test_what_is_refused(days):
    ada = Person(days, "Ada")
    for game in ("secret_number", "prime_challenge"):
        answer = ada.post("/api/tables", status=400, game=game, seats=2, hours=24)
        assert "being quick counts" in answer["sentence"]
    assert "hours for a move" in ada.post("/api/tables", status=400, game="daifugo", hours=5)["sentence"]
    assert ada.post("/api/tables", status=400, game="daifugo", hours=24, **{"class": True})["sentence"]
    assert ada.post("/api/tables", status=400, game="daifugo", hours=24, names=["Ada", "Bo"])["sentence"]
    shelf = {game["name"]: game["days"] for game in ada.get("/api/games")["games"]}
    assert not shelf["secret_number"] and not shelf["prime_solitaire"] and shelf["daifugo"]


def test_a_person_sits_at_so_many_of_them_and_no_more(tmp_path):
    server = DaysServer(tmp_path / "days", limits=GENEROUS | {"days": 3}).start()
    ada = Person(server, "Ada")
    for _ in range(3):
        ada.open("daifugo", seats=3, hours=24)
    assert "3 tables over days already" in ada.post("/api/tables", status=429, game="daifugo", hours=24)["sentence"]
    assert ada.open("daifugo", seats=3), "others may be opened still"
    server.kill()


def test_without_any_of_them_none_is_offered(tmp_path):
    server = DaysServer(tmp_path / "days", limits=GENEROUS | {"days": 0}).start()
    ada = Person(server, "Ada")
    assert ada.get("/api/games")["days"] is False
    assert ada.post("/api/tables", status=404, game="daifugo", hours=24)["sentence"]
    server.kill()


def test_tables_that_nobody_looks_at_are_not_closed_while_their_match_goes_on(tmp_path):
    from coprime.server.store import schema
    from coprime.server.store.store import Store
    from coprime.server.store.table_queries import list_idle_tables

    store = Store(f"sqlite:///{tmp_path}/idle.db")

    def fill(connection):
        for code, wake in (("GOING", 5000), ("ENDED", 0)):
            connection.execute(schema.tables.insert().values(
                code=code, game="daifugo", phase="playing", opened=1, touched=1, address="", kept="{}"))
            connection.execute(schema.correspondence_seats.insert().values(code=code, seat=0, person="a", wake=wake))
    store.run_transaction(fill)
    assert store.read(lambda connection: list_idle_tables(connection, 1000, "")) == ["ENDED"]
    store.close()


def test_a_forgotten_person_leaves_no_row_behind(days):
    code, (ada, bo), pages = begin(days)
    pages[0].close()
    ada.http.delete("/api/me").raise_for_status()
    (row,) = wait_until(lambda: days.query("SELECT seat, person FROM correspondence_seats WHERE code = ?", code))
    assert row[0] == 1
    with contextlib.suppress(IndexError):
        assert len({person for (person,) in days.query("SELECT person FROM correspondence_changes")}) == 1
    pages[1].close()


def agree_on_vacation(pages, days):
    """The first page asks, the second one agrees; returns once both have heard of it."""
    assert pages[0].say("vacation", days=days)["type"] == "done"
    assert pages[1].say("vacation", yes=True)["type"] == "done"
    for page in pages:
        assert page.catch_up().told["days"]["stands"]


def test_a_vacation_ends_by_itself_although_nobody_looks_and_the_server_was_killed(days):
    code, (ada, bo), pages = begin(days, hours=6)
    seat, _ = left(pages[0])
    agree_on_vacation(pages, 2)
    for page in pages:
        page.close()
    assert (ada.get("/api/turns")["tables"][0]["stands"], bo.get("/api/turns")["tables"][0]["stands"]) == (True, True)
    days.pass_hours(40)
    wait_until_stored(days, 40)
    length = journal_length(days, code)
    days.kill()
    days.pass_hours(1000)                       # its machine's clock goes on, and nobody is served
    days.start()
    page = Person(days, "Cy").page(code, watch=True)
    told = page.catch_up().told["days"]
    assert told["stands"] and 7 * HOUR < told["vacation"]["now"]["left"] <= 8 * HOUR
    assert told["vacation"]["log"][-1]["text"] == "The vacation of 2 days that Ada asked for has begun."
    assert journal_length(days, code) == length
    page.close()
    days.pass_hours(8)
    wait_until(lambda: not ada.get("/api/turns")["tables"][0]["stands"])
    again, seconds = left_now(bo, code)
    assert again == seat and 5 * HOUR < seconds <= 6 * HOUR
    days.pass_hours(6)
    wait_until(lambda: journal_length(days, code) > length)


def test_a_question_about_a_vacation_that_nobody_answers_ends_by_itself(days):
    code, (ada, _), pages = begin(days, hours=24)
    assert pages[0].say("vacation", days=5)["type"] == "done"
    for page in pages:
        page.close()
    days.pass_hours(24)

    def told():
        page = ada.page(code)
        found = page.told["days"]["vacation"]
        page.close()
        return found
    assert wait_until(lambda: (found := told())["asked"] is None and found)["now"] is None
    assert told()["log"][-1]["text"] == "Not everybody has answered in time, so there is no vacation."
