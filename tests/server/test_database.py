"""A database that is not there for a while, or cannot be written: orders fail with a sentence, journals have no holes,
and everything goes on by itself afterwards."""

import random
import resource
import shutil
import signal
import sqlite3
import subprocess
import sys
import threading
import time

import httpx
import pytest
import sqlalchemy as sa
from server_process import Person
from test_crash import counted, played
from test_failed_starts import refused

from coprime.core.errors import BadInput
from coprime.server.store import database
from coprime.server.store.store import Store, WriteJob
from coprime.table.ports import ChangeSet, JournalRow


class Asking(threading.Thread):
    """Somebody who asks for pages all the time, and notes how long each answer takes and what it is."""

    def __init__(self, person):
        super().__init__(daemon=True)
        self.person, self.stop, self.answers = person, threading.Event(), []

    def run(self):
        while not self.stop.wait(0.05):
            for path in ("/", "/api/games", "/api/me", "/api/tables"):
                begin = time.monotonic()
                answer = self.person.http.get(path)
                self.answers.append((path, answer.status_code, time.monotonic() - begin))


def killed_while_playing(postgres, server, tables, kills):
    asking = Asking(Person(server))
    with played(server, tables) as players:
        asking.start()
        for _ in range(kills):
            time.sleep(random.uniform(0.5, 1.2))
            postgres.kill()
            time.sleep(random.uniform(0, 0.8))
            postgres.start()
            told = sum(len(player.acked) for player in players)
            until = time.monotonic() + 30
            while sum(len(player.acked) for player in players) < told + tables:
                assert time.monotonic() < until, "nobody goes on"
                time.sleep(0.1)
    asking.stop.set()
    asking.join()
    said = server.stop()
    assert "Traceback" not in said, said
    for path, status, took in asking.answers:
        assert took < 8, f"{path} took {took:.1f} s"
        assert status in ((200, 503) if path in ("/api/me", "/api/tables") else (200,) if path != "/" else (200, 503))
    assert counted(postgres.url, players) > kills * tables
    return said


def test_postgres_killed_while_playing(postgres, fresh):
    said = killed_while_playing(postgres, fresh(rest=1, database=postgres.url), tables=2, kills=2)
    assert "cannot reach its database" in said and "can be written again" in said


@pytest.mark.long
def test_postgres_killed_twenty_times_while_playing(postgres, fresh):
    killed_while_playing(postgres, fresh(rest=1, database=postgres.url), tables=4, kills=20)


def test_pages_are_answered_while_postgres_does_not_answer(postgres, fresh):
    server = fresh(database=postgres.url)
    people = [Person(server) for _ in range(12)]
    postgres.signal(signal.SIGSTOP)
    begin, told = time.monotonic(), []

    def ask(person):
        told.append(person.http.get("/api/tables").status_code)
    asking = [threading.Thread(target=ask, args=(person,)) for person in people]
    for one in asking:
        one.start()
    time.sleep(0.5)
    assert people[0].http.get("/api/games").status_code == 200 and people[0].http.get("/").status_code in (200, 503)
    assert time.monotonic() - begin < 8
    for one in asking:
        one.join()
    postgres.signal(signal.SIGCONT)
    assert told == [503] * 12 and time.monotonic() - begin < 18
    assert people[0].http.get("/api/tables").status_code == 200


# SQLite.

def growing(players, wait=60):
    """Wait until every table has gone on by an answered action."""
    told = [len(player.acked) for player in players]
    until = time.monotonic() + wait
    while not all(len(player.acked) > n for player, n in zip(players, told, strict=True)):
        stuck = [player.code for player, n in zip(players, told, strict=True) if len(player.acked) == n]
        assert time.monotonic() < until, f"these tables do not go on: {stuck}"
        time.sleep(0.1)


def locked_while_playing(server, folder, tables, times, seconds):
    """Somebody holds an exclusive lock on the database."""
    with played(server, tables) as players:
        for _ in range(times):
            growing(players)
            other = sqlite3.connect(folder / "coprime.db", isolation_level=None, timeout=60)
            other.execute("BEGIN EXCLUSIVE")
            time.sleep(seconds)
            other.close()
            growing(players)
    said = server.stop()
    assert "Traceback" not in said, said
    counted(f"sqlite:///{folder}/coprime.db", players)
    return said


def test_a_lock_on_the_database_makes_no_holes(fresh, tmp_path):
    server = fresh(data=tmp_path, rest=1, database=f"sqlite:///{tmp_path}/coprime.db?timeout=0.5")
    said = locked_while_playing(server, tmp_path, 4, 1, 2)
    assert "Another program is holding" in said and "can be written again" in said


@pytest.mark.long
def test_ten_long_locks_on_the_database_make_no_holes(fresh, tmp_path):
    locked_while_playing(fresh(data=tmp_path, rest=1), tmp_path, 20, 10, 15)


def test_a_disk_that_takes_no_more_is_a_sentence_and_no_hole(fresh, tmp_path):
    server = fresh(data=tmp_path, rest=1)
    with played(server, 2) as players:
        growing(players)
        limit = resource.prlimit(server.process.pid, resource.RLIMIT_FSIZE)
        resource.prlimit(server.process.pid, resource.RLIMIT_FSIZE, (1000, limit[1]))
        stranger = Person.__new__(Person)
        stranger.http = httpx.Client(base_url=server.url, timeout=20)
        answer = stranger.http.get("/api/me")
        assert answer.status_code == 503 and "can be kept" in answer.json()["sentence"]
        assert int(answer.headers["retry-after"]) > 0
        assert stranger.http.get("/api/games").status_code == 200
        time.sleep(1)
        resource.prlimit(server.process.pid, resource.RLIMIT_FSIZE, limit)
        growing(players)
        assert stranger.http.get("/api/me").status_code == 200
    said = server.stop()
    assert "Traceback" not in said and "nothing new can be kept" in said, said
    counted(f"sqlite:///{tmp_path}/coprime.db", players)


def test_on_a_full_disk_a_table_can_be_looked_at_by_whoever_is_known_there(fresh, tmp_path):
    server = fresh(data=tmp_path)
    ada, code = six_passes(server)
    page = ada.page(code)
    page.catch_up()
    scene, seat = page.scene["scene"], page.scene["scene"]["turn"][0]
    page.close()
    limit = resource.prlimit(server.process.pid, resource.RLIMIT_FSIZE)
    resource.prlimit(server.process.pid, resource.RLIMIT_FSIZE, (1000, limit[1]))
    for _ in range(2):                                  # what cannot be kept has the table made again from the store
        page = ada.page(code)
        page.catch_up()
        assert page.scene["scene"] == scene and page.told["phase"] == "playing"
        page.send("act", id="late", acts=["pass"], seat=seat)
        assert "nothing new can be kept" in page.wait("error")["sentence"]
        assert page.hear() is None and page.closed == 1012
    resource.prlimit(server.process.pid, resource.RLIMIT_FSIZE, limit)
    page = ada.page(code)
    assert page.act("pass", seat=seat)["type"] == "done"
    page.close()


@pytest.mark.parametrize("pragma, sentence", [("max_page_count=40", "disk is full"), ("query_only=1", "only be read")])
def test_a_full_disk_and_a_database_that_can_only_be_read(tmp_path, monkeypatch, pragma, sentence):
    store = Store(f"sqlite:///{tmp_path}/x.db")
    assert put(store, [row("ABCDE", 1)]) == [None]
    ordinary = database.set_durable_pragmas

    def narrow(connection, record):
        ordinary(connection, record)
        connection.execute(f"PRAGMA {pragma}")
    sa.event.listen(store.engine, "connect", narrow)
    put(store, [WriteJob(None, job=lambda connection: 1 / 0)])            # the writer takes a new connection
    store.engine.dispose()
    told = put(store, [row("ABCDE", n, "x" * 4000) for n in range(2, 99)])
    failed = [n for n, wrong in enumerate(told, 2) if wrong]
    assert failed and all(sentence in str(told[n - 2]) for n in failed)
    sa.event.remove(store.engine, "connect", narrow)
    put(store, [WriteJob(None, job=lambda connection: 1 / 0)])
    assert [line.n for line in store.load_match_rows("ABCDE", 1)] == [n for n in range(1, 99) if n not in failed]
    store.close()


def row(code, n, text="pass", owner=None):
    return WriteJob(None, code, ChangeSet(journal_rows=[JournalRow(n, 1, "0", text, "")]), owner=owner)


def put(store, orders):
    """Put orders and wait; returns what each was told."""
    told, left = {}, threading.Semaphore(0)
    for n, order in enumerate(orders):
        def done(wrong, n=n):
            told[n] = wrong
            left.release()
        order.on_done = done
        store.enqueue_write(order)
    for _ in orders:
        assert left.acquire(timeout=30)
    return [told[n] for n in range(len(orders))]


class Owner:
    """Whose units follow each other."""


def test_after_a_failed_unit_nothing_of_the_same_owner_is_written(tmp_path):
    store = Store(f"sqlite:///{tmp_path}/x.db")
    ada, bo = Owner(), Owner()
    put(store, [row("AAAAA", 1, owner=ada)])
    told = put(store, [row("AAAAA", 1, owner=ada), row("AAAAA", 2, owner=ada), row("BBBBB", 1, owner=bo)])
    assert [type(wrong).__name__ for wrong in told] == ["IntegrityError", "RequestError", "NoneType"]
    assert put(store, [row("AAAAA", 3, owner=ada)])[0], "not until the table has been made again"
    assert put(store, [row("AAAAA", 2, owner=Owner()), row("BBBBB", 2, owner=bo)]) == [None, None]
    assert [line.n for line in store.load_match_rows("AAAAA", 1)] == [1, 2]
    store.close()


# Journals that cannot be read.

def six_passes(server):
    """A person, and the code of a table at which she has passed six times for two."""
    ada = Person(server, "Ada")
    code = ada.open(seats=2, names=["Ann", "Bob"], now=True)
    page = ada.page(code)
    for _ in range(6):
        page.catch_up()
        page.act("pass", seat=page.scene["scene"]["turn"][0])
    return ada, code


def test_a_journal_with_a_hole_is_set_aside_and_can_be_mended(fresh, tmp_path):
    server = fresh()
    ada, code = six_passes(server)
    server.stop()
    database = tmp_path / "data" / "coprime.db"
    with sqlite3.connect(database) as store:
        lines = store.execute("SELECT * FROM events WHERE code = ? ORDER BY n", (code,)).fetchall()
        hole = lines[-3][1]
        store.execute("DELETE FROM events WHERE code = ? AND n = ?", (code, hole))
    server.start()
    for _ in range(2):
        page = ada.page(code, hello=False)
        error = page.wait("error")
        assert f"Line {hole} of this table's journal is missing." in error["sentence"] and error["fatal"]
        assert page.hear() is None and page.closed == 4409
    assert [table["phase"] for table in ada.get("/api/tables")["tables"]] == ["aside"]
    assert "is set aside" in ada.post("/api/join", status=409, code=code)["sentence"]
    server.stop()
    with sqlite3.connect(database) as store:
        assert store.execute("SELECT count(*) FROM events WHERE code = ?", (code,)).fetchone() == (len(lines) - 1,)
        store.execute("INSERT INTO events VALUES (?, ?, ?, ?, ?, ?, ?, ?)", lines[-3])
    server.start()
    page = ada.page(code)
    assert page.told["phase"] == "playing" and page.wait("scene")["n"] == lines[-1][1]
    page.close()


@pytest.mark.parametrize("line", [1, 5])
def test_a_bad_line_is_cut_out_from_the_command_line(fresh, tmp_path, line):
    server = fresh()
    ada, code = six_passes(server)
    assert "using the data folder" in told("journal", code, "--data", tmp_path / "data", exit=2)
    server.stop()
    with sqlite3.connect(tmp_path / "data" / "coprime.db") as store:
        store.execute("UPDATE events SET action = ? WHERE code = ? AND n = ?", (dance := "dance" * 40, code, line))
    server.start()
    assert f"Line {line} of this table's journal cannot be played" in ada.post("/api/join", status=409, code=code)[
        "sentence"]
    server.stop()
    said = told("journal", code, "--data", tmp_path / "data")
    assert f"Line {line} of this" in said and f"  {dance}\n" in said     # one line, for who pipes it on
    spare = tmp_path / "spare"
    assert f"goes on from line {line - 1}" in told("journal", code, "--data", tmp_path / "data", "--cut", spare)
    assert dance in spare.read_text().splitlines()[0]
    assert "sound" in told("journal", code, "--data", tmp_path / "data")
    server.start()
    page = ada.page(code)
    assert page.told["phase"] == ("playing" if line > 1 else "lobby") and page.got[0]["n"] == line - 1
    page.close()


def told(*words, exit=0):
    """What the command line says."""
    done = subprocess.run([sys.executable, "-m", "coprime", *map(str, words)], capture_output=True, text=True)
    assert done.returncode == exit, done.stderr
    return done.stdout + done.stderr


# Two servers on one database.

def test_a_second_server_of_one_sqlite_file_is_refused(fresh, tmp_path):
    fresh(data=tmp_path / "a")
    url = f"sqlite:///{tmp_path}/a/coprime.db"
    assert "Another Coprime is using the database" in refused(tmp_path / "b", database=url)


def test_a_second_server_of_one_postgres_has_the_same_secret(postgres, fresh, tmp_path):
    server = fresh(data=tmp_path / "a", database=postgres.url)
    assert "with another secret" in refused(tmp_path / "b", database=postgres.url)
    shutil.copy(tmp_path / "a" / "secret", tmp_path / "b" / "secret")
    other = fresh(data=tmp_path / "b", database=postgres.url)
    code = Person(server).open(seats=2)
    assert Person(other).post("/api/join", code=code)["code"] == code
    server.kill()
    server.start().stop()                # what was killed claims nothing


def test_a_server_without_leases_and_others_keep_each_other_out(postgres, fresh, tmp_path):
    """One of an older version holds the database for itself, as commands do for which the server is closed."""
    alone = Store(postgres.url)
    assert "Another Coprime is using the database" in refused(tmp_path / "a", database=postgres.url)
    alone.close()
    fresh(data=tmp_path / "b", database=postgres.url)
    with pytest.raises(BadInput, match="Another Coprime is using the database"):
        Store(postgres.url)


def test_a_foreign_sqlite_file_is_left_alone(tmp_path):
    file = tmp_path / "recipes.db"
    with sqlite3.connect(file) as other:
        other.execute("CREATE TABLE recipes (name)")
    before = file.read_bytes()
    with pytest.raises(BadInput, match="not a database of Coprime"):
        Store(f"sqlite:///{file}")
    assert file.read_bytes() == before and [one.name for one in tmp_path.iterdir()] == ["recipes.db"]


def test_odd_addresses_on_postgres(postgres, fresh):
    server = fresh(database=postgres.url)
    ada = Person(server)
    for path in ("/api/replays/%00", "/api/replays/%00/record", "/api/tables/%00/qr", "/%00"):
        assert ada.http.get(path).status_code in (200, 404, 503), path
    assert ada.http.post("/api/join", json={"code": "\x00"}).status_code == 404
    assert ada.http.post("/api/carry", json={"token": "\x00"}).status_code == 404
    page = ada.page(ada.open(seats=2))
    page.send("chat", text="a\x00b")
    assert page.wait("chat")["text"] == "a b"
    page.close()
    assert "Traceback" not in server.stop()


def test_a_table_whose_journal_can_be_read_again_is_aside_no_longer(fresh, tmp_path):
    server = fresh(data=tmp_path)
    ada, code = six_passes(server)
    server.stop()
    engine = sa.create_engine(f"sqlite:///{tmp_path}/coprime.db")
    with engine.begin() as store:
        store.execute(sa.text("UPDATE tables SET phase = 'aside'"))
    server.start()
    page = ada.page(code)
    page.catch_up()
    assert page.told["phase"] == "playing"
    page.close()
    server.stop()
    with engine.connect() as store:
        assert store.execute(sa.text("SELECT phase FROM tables")).scalar() == "playing"
    engine.dispose()
