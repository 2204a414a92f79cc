"""Servers of several processes: what is passed on, who goes on when one ends; nothing is lost or done twice."""

import asyncio
import json
import os
import signal
import socket
import sqlite3
import subprocess
import sys
import time
from pathlib import Path

import httpx
import pytest
import sqlalchemy as sa
from server_process import Person, ServerProcess, Stream
from test_failed_starts import refused

sys.path.insert(0, str(Path(__file__).parents[2] / "tools"))

from chaos import GOOD, on_postgres, on_sqlite

from coprime.server.cluster.leases import read_living_peers
from coprime.server.config import ServerConfig
from coprime.server.rate_limits import Limits
from coprime.server.sentences import say
from coprime.server.store import schema
from coprime.server.store.data_folder import DataFolder
from coprime.server.store.store import Store


def workers(server):
    """The processes of a server, by their ids."""
    pid = server.process.pid
    found = Path(f"/proc/{pid}/task/{pid}/children").read_text().split()
    return [int(one) for one in found if b"coprime.server.cluster.worker" in what(one)]


def what(pid):
    """The words of a process; none of one that has ended meanwhile."""
    try:
        return Path(f"/proc/{pid}/cmdline").read_bytes()
    except (FileNotFoundError, ProcessLookupError):
        return b""


def store_of(server):
    """A connection to the database of a server, SQLite or PostgreSQL."""
    url = server.settings.get("database") or f"sqlite:///{server.settings['data']}/coprime.db"
    return sa.create_engine(url, poolclass=sa.NullPool).connect()


def living(server, n, seconds=40):
    """Wait until so many processes have a lease; returns {id: tables that it holds}."""
    until = time.monotonic() + seconds
    while True:
        with store_of(server) as store:
            ids = list(read_living_peers(store))
            held = dict(map(tuple, store.execute(sa.text("SELECT owner, count(*) FROM tables GROUP BY owner"))))
        if len(ids) == n:
            return {id: held.get(id, 0) for id in ids}
        assert time.monotonic() < until, ids
        time.sleep(0.1)


def owner(server, code):
    with store_of(server) as store:
        return tuple(store.execute(sa.select(schema.tables.c.owner, schema.tables.c.fence).where(
            schema.tables.c.code == code)).one())


def both(server, ada):
    """A connection of Ada's to each of two processes; what they are called."""
    found = {}
    for _ in range(400):
        http = httpx.Client(base_url=server.url, timeout=20, cookies=ada.http.cookies)
        health = http.get("/health").json()
        assert health["house"] == health["process"], "its name of 1.0"
        found.setdefault(health["process"], http)
        if len(found) == 2:
            return found
    raise AssertionError(f"all connections come to {list(found)}")


@pytest.fixture(scope="module")
def pair(tmp_path_factory):
    """A server of two processes that tests share which do it no harm."""
    opened = ServerProcess(tmp_path_factory.mktemp("data"), rest=1, workers=2).start()
    living(opened, 2)
    yield opened
    if opened.process.poll() is None:
        opened.kill()


def test_what_comes_for_a_table_is_passed_on(pair):
    ada, bo = Person(pair, "Ada"), Person(pair, "Bo")
    there = both(pair, ada)
    code = ada.open(seats=2, bots=[None, None])
    holds = owner(pair, code)
    for http in there.values():
        assert http.post("/api/join", json={"code": code}).json()["code"] == code
        assert http.get(f"/api/tables/{code}/qr").json()["url"].endswith(code)
        assert http.get(f"/api/tables/{code}/record").status_code == 409, "not yet, in the owner's words"
        token = http.post(f"/api/tables/{code}/carry").json()["token"]
        for other in there.values():                    # wherever it was made, and used once
            told = other.post("/api/carry", json={"token": token})
            assert told.status_code in (200, 404)
            if told.status_code == 200:
                break
        assert told.status_code == 200
        assert bo.http.post("/api/carry", json={"token": token}).status_code == 404
        assert http.get("/api/tables/ZZZZZ/qr").status_code == 404
    pages = [ada.page(code) for _ in range(12)]         # some of them here, some there
    pages[0].send("chat", text="Hello")
    for page in pages:
        assert page.wait("chat")["text"] == "Hello"
    pages[1].send("dance")
    assert "could not be read" in pages[1].wait("error")["sentence"]
    pages[-1].say("start")
    for page in pages:
        page.wait("scene")
    for page in pages:
        page.close()
    assert owner(pair, code) == holds


def test_streams_and_what_is_said_on_them_meet_different_processes(pair):
    ada, bo = Person(pair, "Ada"), Person(pair, "Bo")
    there = both(pair, ada)
    code = ada.open(seats=2, bots=[None, None])
    watching = bo.page(code)
    streams = [Stream(ada, http) for http in there.values()]
    pages = [stream.page(code) for stream in streams]       # one where the table is, one beside it
    for n, stream in enumerate(streams):
        assert stream.id.partition(".")[0] in there
        for k, http in enumerate(there.values()):
            say = {"type": "chat", "text": f"Hello {n} {k}"}
            said = stream.post({"line": pages[n].line, "text": json.dumps(say)}, http=http)
            assert said.status_code == 204
            assert watching.wait("chat")["text"] == f"Hello {n} {k}"
    for http in there.values():
        unknown = http.post(f"/api/stream/{'0' * 16}.x", json={"n": 1, "parts": []})
        assert unknown.status_code == 404
    for page in (*pages, watching):
        page.close()


def test_a_person_is_renamed_and_forgotten_at_tables_of_other_processes(pair):
    ada, bo = Person(pair, "Ada"), Person(pair, "Bo")
    there = both(pair, ada)
    code = bo.open(seats=2, bots=[None, None])
    page, hers = bo.page(code), ada.page(code)
    assert {one["name"] for one in page.catch_up().told["people"]} == {"Ada", "Bo"}
    for number, http in enumerate(there.values()):
        assert http.post("/api/me", json={"name": f"Ida {number}"}).status_code == 200
        page.wait("table", match=lambda message: f"Ida {number}" in str(message))       # noqa: B023
    away = next(http for id, http in there.items() if id != owner(pair, code)[0])
    assert away.delete("/api/me").status_code == 204
    page.wait("table", match=lambda message: "Ida" not in str(message["table"]["people"]))
    with pytest.raises(ConnectionError):
        hers.wait("nothing")
    assert hers.closed == 4401
    with sqlite3.connect(f"{pair.settings['data']}/coprime.db") as store:
        assert "Ida" not in str(store.execute("SELECT name FROM guests WHERE code = ?", (code,)).fetchall())


def test_nobody_else_comes_in_where_the_processes_do(pair):
    with sqlite3.connect(f"{pair.settings['data']}/coprime.db") as store:
        (address,), *_ = store.execute("SELECT address FROM houses").fetchall()
    assert address.startswith("127.0.0.1:")
    for path, headers in (("/api/me", {}), ("/peer/people", {"coprime-peer": "0" * 64}), ("/", {"coprime-client": ""}),
                          ("/peer/tables", {})):
        answer = httpx.get(f"http://{address}{path}", headers=headers)
        assert answer.status_code == 403 and answer.json()["sentence"] == say("wrong.peer")
    assert httpx.post(f"{pair.url}/peer/people", json={}).status_code in (404, 405), "no such page at everybody's door"


def test_a_killed_process_is_begun_again_and_its_table_goes_on(fresh, tmp_path):
    server = fresh(workers=2, rest=1)
    living(server, 2)
    ada = Person(server, "Ada")
    code = ada.open(seats=2, names=["Ann", "Bob"], now=True)
    page = ada.page(code)
    for _ in range(4):
        page.catch_up()
        page.act("pass", seat=page.scene["scene"]["turn"][0])
    page.catch_up()
    before = {m["seat"]: m["scene"] for m in page.got if m["type"] == "scene"}
    both_of_them, (held, fence) = workers(server), owner(server, code)
    for pid in both_of_them:
        os.kill(pid, signal.SIGSTOP)
    for pid in both_of_them:                        # one of the two is the owner: both are ended, one after the other
        os.kill(pid, signal.SIGKILL)
    begin = time.monotonic()
    while True:
        try:
            page = ada.page(code)
            break
        except Exception:
            assert time.monotonic() - begin < 40
            time.sleep(0.2)
    page.catch_up()
    assert {m["seat"]: m["scene"] for m in page.got if m["type"] == "scene"} == before, "the clocks stood, too"
    assert owner(server, code)[0] != held and owner(server, code)[1] > fence
    assert living(server, 2) and set(workers(server)).isdisjoint(both_of_them)
    said = server.stop()
    assert "Process 0 of the server has ended (status -9)" in said and "Traceback" not in said, said


def test_processes_begin_anew_one_after_the_other_and_hand_their_tables_over(fresh):
    server = fresh(workers=2, rest=1)
    first = set(living(server, 2))
    ada = Person(server, "Ada")
    codes = [ada.open(seats=2, names=["Ann", "Bob"], now=True) for _ in range(3)]
    pages = {code: ada.page(code) for code in codes}
    old = set(workers(server))
    server.process.send_signal(signal.SIGHUP)
    until = time.monotonic() + 60
    longest = 0.0
    while set(workers(server)) & old or len(workers(server)) < 2 or set(living(server, 2)) & first:
        assert time.monotonic() < until
        for code in codes:
            begin = time.monotonic()
            while True:
                try:
                    pages[code].catch_up(5)
                    break
                except Exception:
                    pages[code] = paged(ada, code)
            longest = max(longest, time.monotonic() - begin)
    assert longest < 2 * GOOD, "as long as for faults: the machine may stand still meanwhile"
    assert "Traceback" not in server.stop()
    nobody_holds_anything(server)


def test_a_process_that_is_to_end_while_it_begins_leaves_no_lease(fresh, sample_size):
    """It has its lease before it answers: what comes between the two is not the server's to hear yet."""
    for _ in range(sample_size(1, 5)):
        server = fresh(workers=2, rest=1)
        for pid in workers(server):
            os.kill(pid, signal.SIGKILL)
        time.sleep(0.1)
        with sqlite3.connect(f"{server.settings['data']}/coprime.db", isolation_level=None) as store:
            store.execute("DELETE FROM houses")
            until = time.monotonic() + 40
            while not store.execute("SELECT count(*) FROM houses").fetchone()[0]:       # the first one begins again
                assert time.monotonic() < until
                time.sleep(0.01)
        server.stop()
        nobody_holds_anything(server)


def test_a_word_to_end_is_kept_wherever_the_interpreter_is():
    """An exception out of the handler is lost in a callback of the interpreter's own; those of imports are such."""
    lost = """
import os, signal, sys
from coprime.server.run import record_stop_signals

class Left:
    def __del__(self):
        os.kill(os.getpid(), signal.SIGTERM)

asked = record_stop_signals()
Left()
sys.exit(0 if asked == [signal.SIGTERM] else 1)
"""
    assert subprocess.run([sys.executable, "-c", lost], timeout=60).returncode == 0


def nobody_holds_anything(server):
    with sqlite3.connect(f"{server.settings['data']}/coprime.db") as store:
        assert store.execute("SELECT count(*) FROM houses").fetchone() == (0,)
        assert store.execute("SELECT count(*) FROM tables WHERE owner != ''").fetchone() == (0,)


def paged(person, code):
    """A page, however often it must be opened."""
    until = time.monotonic() + 60
    while True:
        try:
            return person.page(code)
        except Exception:
            assert time.monotonic() < until
            time.sleep(0.1)


BEGUN = """
import os, sys
from coprime.server.cluster import worker

def run_process(plan, store, secret, listening, *others):
    open = [number for number in map(int, os.listdir("/proc/self/fd")) if os.path.exists(f"/proc/self/fd/{number}")]
    print(listening.fileno(), [number for number in open if number > 2 and os.get_inheritable(number)])
    store.close()

worker.run_process = run_process
worker.main(int(sys.argv[1]), int(sys.argv[2]))
"""


def test_a_process_passes_no_descriptor_of_the_parents_on(tmp_path):
    """A bot or a compiler that outlives it would go on holding the locks, the port, and the parent's line."""
    folder = DataFolder(tmp_path / "data")
    url = f"sqlite:///{folder.database_path}"
    Store(url).close()
    read, control = os.pipe()
    hear, line = os.pipe()
    with socket.create_server(("127.0.0.1", 0)) as listening, open(tmp_path / "lock", "w") as lock:
        plan = ServerConfig(url, "127.0.0.1", 1, False, None, 1, 1, Limits(), False, False, tmp_path, (), "text", None,
                            None)
        given = {"plan": plan.to_json(), "secret": "00", "listening": listening.fileno(), "locks": [lock.fileno()]}
        os.write(control, json.dumps(given).encode() + b"\n")
        done = subprocess.run([sys.executable, "-c", BEGUN, str(read), str(line)], capture_output=True, text=True,
                              timeout=60, pass_fds=(read, line, listening.fileno(), lock.fileno()))
        assert done.stdout == f"{listening.fileno()} []\n", done.stderr
    for number in (read, control, hear, line):
        os.close(number)
    folder.close()


def test_what_is_no_number_of_processes(tmp_path):
    assert "--workers takes 1 to 64" in refused(tmp_path / "a", workers=65)
    assert "need a database in an SQLite file" in refused(tmp_path / "b", workers=2, database="sqlite://")
    assert "--peer is for a server on several machines" in refused(tmp_path / "c", peer="10.0.0.5:7000")


def test_a_worker_that_cannot_begin_is_a_sentence(tmp_path):
    assert "no bot" in refused(tmp_path, workers=2, bots=["nothing"])


def test_a_server_of_several_processes_holds_its_folder_and_its_workers_end_with_it(fresh, tmp_path):
    server = fresh(workers=2)
    assert "Another Coprime" in refused(tmp_path / "data")
    assert "Another Coprime" in refused(tmp_path / "b", database=f"sqlite:///{tmp_path}/data/coprime.db")
    mine = workers(server)
    server.kill()
    until = time.monotonic() + 20
    while any(Path(f"/proc/{pid}").exists() for pid in mine):
        assert time.monotonic() < until
        time.sleep(0.1)
    server.start().stop()
    fresh(data=tmp_path / "data").stop()                # and one process opens it again


def test_ports_for_prometheus():
    given = ("sqlite://", "h", 1, False, None, 1, 1, None, False, False, Path("x"), (), "text")
    assert [ServerConfig(*given, where, None).metrics_address(2) for where in (None, "9100", "[::1]:9100", "x")] == [
        None, "9102", "[::1]:9102", "x"]


# Under load, with faults; of all seeds, these leave what is ill so for the shortest times.

def told(figures):
    assert figures["lost"] == figures["doubled"] == 0 and figures["answered"] > 10 * figures["faults"].get("kill", 1)
    assert all(seconds < 2 * GOOD for seconds in figures["slowest_s"].values()), figures


def test_faults_on_sqlite(tmp_path):
    told(asyncio.run(on_sqlite(tmp_path, 2, 3, 3, seed=165, kinds=["kill", "stop", "end"])))


def test_faults_on_postgres(tmp_path, postgres):
    told(asyncio.run(on_postgres(tmp_path, postgres, 2, 3, 3, seed=1184, kinds=["stop", "cut", "kill"])))


@pytest.mark.long
def test_many_faults_on_sqlite(tmp_path):
    told(asyncio.run(on_sqlite(tmp_path, 3, 6, 20, seed=5)))


@pytest.mark.long
def test_many_faults_on_postgres(tmp_path, postgres):
    told(asyncio.run(on_postgres(tmp_path, postgres, 3, 6, 20, seed=5)))
