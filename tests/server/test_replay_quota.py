"""What is kept on the disk has an end: replays by number and bytes, chat by lines."""

import pytest
import sqlalchemy as sa

from coprime.server.app.api import count_recent_tables
from coprime.server.rate_limits import Limits
from coprime.server.store import replay_quota, schema
from coprime.server.store.store import MOST_CHAT_LINES, Store, WriteJob, write_jobs
from coprime.table.ports import ChangeSet, ChatLine


@pytest.fixture
def store(tmp_path):
    opened = Store(f"sqlite:///{tmp_path}/x.db")
    yield opened
    opened.close()


def kept(store):
    """The replays that are there, by person."""
    r = schema.replays.c
    found = {}
    for person, id in store.read(lambda c: c.execute(sa.select(r.person, r.id).order_by(r.created)).all()):
        found.setdefault(person, []).append(id)
    return found


def add(store, person, id, size, created, limits):
    with store.engine.begin() as connection:
        replay_quota.store_within_quota(connection,
                                        {"id": id, "person": person, "created": created,
                                         "record": "é" * (size // 2)}, limits)


def test_a_person_keeps_so_many_and_so_much(store):
    limits = Limits(replays=3, kept=1000, shelf=10**9)
    for n in range(5):
        add(store, "ada", f"a{n}", 10, n, limits)
    assert kept(store) == {"ada": ["a2", "a3", "a4"]}
    add(store, "ada", "a5", 990, 5, limits)
    assert kept(store) == {"ada": ["a4", "a5"]}
    add(store, "bo", "b0", 400, 6, limits)
    assert kept(store) == {"ada": ["a4", "a5"], "bo": ["b0"]}


def test_a_full_server_forgets_the_oldest_of_whoever_keeps_most(store):
    limits = Limits(replays=100, kept=800, shelf=1000)
    add(store, "ada", "a0", 100, 0, limits)
    for n in range(4):
        add(store, "mallory", f"m{n}", 200, 1 + n, limits)
    assert kept(store) == {"ada": ["a0"], "mallory": ["m0", "m1", "m2", "m3"]}
    add(store, "bo", "b0", 300, 9, limits)
    assert kept(store) == {"ada": ["a0"], "mallory": ["m1", "m2", "m3"], "bo": ["b0"]}


def test_of_a_chat_so_many_lines_are_kept(store):
    def lines(code, first, last):
        return WriteJob(None, code, ChangeSet(chat=[ChatLine(1, "Ada", str(n), n) for n in range(first, last)]))
    with store.engine.begin() as connection:
        write_jobs(connection, [lines("BBBBB", 0, 5)])
        for first in range(0, 260, 20):
            write_jobs(connection, [lines("AAAAA", first, first + 20)])
    c = schema.chat.c
    found = store.read(lambda connection: connection.execute(sa.select(c.code, c.text).order_by(c.id)).all())
    assert [text for code, text in found if code == "AAAAA"] == [str(n) for n in range(260 - MOST_CHAT_LINES, 260)]
    assert len([code for code, _ in found if code == "BBBBB"]) == 5


def test_open_tables_of_an_address_are_counted_without_reading_all_others(store):
    def row(code, address, phase, touched):
        return {"code": code, "game": "x", "phase": phase, "opened": 0, "touched": touched, "address": address,
                "kept": "{}"}
    near = [row("A", "here", "playing", 1000), row("B", "here", "over", 1599), row("C", "here", "lobby", 401)]
    far = [row("D", "here", "playing", 400), row("E", "here", "playing", 1600), row("F", "there", "playing", 1000),
           row("G", "here", "closed", 1000)]
    with store.engine.begin() as connection:
        connection.execute(sa.insert(schema.tables), near + far)
    query = count_recent_tables("here", 1000, 600.0)
    assert store.read(lambda c: c.execute(query).scalar()) == len(near)
    said = query.compile(store.engine, compile_kwargs={"literal_binds": True})
    plan = store.read(lambda c: c.exec_driver_sql(f"EXPLAIN QUERY PLAN {said}").all())
    assert "USING INDEX ix_tables_touched (touched>? AND touched<?)" in plan[0][-1]
