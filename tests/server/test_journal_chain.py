"""The chain of the journals: whatever single row is lost, changed or swapped, and whatever bit of one, is noticed."""

import json
import random
import shutil
import sqlite3
import threading
from contextlib import closing
from functools import partial
from pathlib import Path

import pytest
import sqlalchemy as sa

from coprime.server.commands import COMMANDS
from coprime.server.diagnostics import checks_data, journal_check
from coprime.server.store import schema
from coprime.server.store.backup import back_up
from coprime.server.store.data_folder import SECRET_BYTES, VERSION
from coprime.server.store.erasure import forget_expired, forget_person
from coprime.server.store.journal_chain import chain_row, make_digest
from coprime.server.store.sqlite_readonly import check_integrity, open_readonly
from coprime.server.store.store import Store, WriteJob
from coprime.table.ports import ChangeSet, JournalRow

DATA = Path(__file__).parent / "data"
CODES = {"AAAAA": 12, "BBBBB": 1, "CCCCC": 30}          # rows of each journal, in matches of five
TRIES = 40
both = pytest.mark.parametrize("store", ["sqlite", "postgresql"], indirect=True)


def row_of(n):
    start = '{"players": [[0, "Ada"], [1, "Bo"]]}'
    return JournalRow(n, (n + 4) // 5, "start" if n % 5 == 1 else str(n % 2), start if n % 5 == 1 else f"play {n}",
                      f"1:m{n}")


def put(store, *orders):
    """Write orders and wait; returns what each was told."""
    told, left = {}, threading.Semaphore(0)
    for number, order in enumerate(orders):
        def done(wrong, number=number):
            told[number] = wrong
            left.release()
        order.on_done = done
        store.enqueue_write(order)
    for _ in orders:
        assert left.acquire(timeout=20)
    return [told[number] for number in range(len(orders))]


def add(store, code, *numbers):
    assert put(store,
               *(WriteJob(None, code, ChangeSet(journal_rows=[row_of(n)])) for n in numbers)) == [None] * len(numbers)


def fill(store):
    for code, rows in CODES.items():
        add(store, code, *range(1, rows + 1))


def verify(store):
    """What is wrong with the journals of a store, by (code, kind)."""
    return store.read(lambda connection: journal_check.verify_journals(
        VERSION, lambda query: connection.execute(sa.text(query)).all())).faults


@pytest.fixture
def store(request, tmp_path):
    """A store with journals; on PostgreSQL for a test that asks for it."""
    postgres = request.getfixturevalue("postgres") if getattr(request, "param", "") == "postgresql" else None
    opened = Store(postgres.url if postgres else f"sqlite:///{tmp_path}/x.db")
    fill(opened)
    yield opened
    opened.close()


def change(store, *statements):
    def job(connection):
        for statement, given in statements:
            assert connection.execute(sa.text(statement), given).rowcount == 1
    store.run_transaction(job)


def test_a_chain_is_made_as_it_was_when_data_were_stored_with_it():
    link, digest = chain_row("", "ABCDE", 1, 1, "start", "{}", "")
    assert (link, digest) == ("FccQSnKvCcfj", "h8donM542AM8")
    assert chain_row(link, "ABCDE", 2, 1, "0", "pass", "1:m") == ("+bHIOamrgxIU", "HKUXBGdwouH1")
    assert make_digest("", link, ("ABCDE", 1, 1, "start", "{}", "")) == digest


@both
def test_journals_that_were_written_in_many_ways_are_sound(store):
    assert verify(store) == {}
    put(store, *(WriteJob(None, code, ChangeSet(journal_rows=[row_of(n), row_of(n + 1)])) for n in (31, 33)
                 for code in ("CCCCC",)),
        *(WriteJob(None, f"T{n:04}", ChangeSet(journal_rows=[row_of(1)])) for n in range(120)))
    assert verify(store) == {}
    again = WriteJob(None, "AAAAA", ChangeSet(journal_rows=[row_of(12)]))               # the number is taken
    told = put(store, again,
               *(WriteJob(None, code, ChangeSet(journal_rows=[row_of(n)])) for code,
                 n in (("AAAAA", 13), ("BBBBB", 2))))
    assert isinstance(told[0], sa.exc.IntegrityError) and told[1:] == [None, None]
    assert verify(store) == {}


def test_a_journal_goes_on_where_another_process_has_left_it(store):
    with closing(Store(str(store.engine.url), is_locked=True)) as other:
        add(other, "AAAAA", 13, 14)
        add(store, "AAAAA", 15)
        add(other, "AAAAA", 16)
    assert verify(store) == {}


@both
def test_every_lost_changed_and_swapped_row_is_found(store):
    dice = random.Random(26)
    rows = [(code, n) for code, count in CODES.items() for n in range(1, count + 1)]
    whole = store.read(lambda connection: connection.execute(sa.select(schema.events)).all())
    for _ in range(TRIES):
        code, n = dice.choice(rows)
        other, at = dice.choice([one for one in rows if one != (code, n)])
        mine, theirs = ({"code": one[0], "n": one[1]} for one in ((code, n), (other, at)))
        kind = dice.choice(["lose", "change", "swap contents", "swap numbers"])
        where = "WHERE code = :code AND n = :n"
        if kind == "lose":
            change(store, (f"DELETE FROM events {where}", mine))
            assert verify(store) == {(code, "missing"): str(n)}, (code, n)
        elif kind == "change":
            column, value = dice.choice([("match", 7), ("seat", "clock"), ("action", "dance"), ("message", "1:x"),
                                         ("link", "x" * 12), ("digest", "x" * 12)])
            change(store, (f"UPDATE events SET {column} = :value {where}", {"value": value, **mine}))
            assert (code, "changed") in verify(store) and len(verify(store)) == 1, (code, n, column)
            assert verify(store)[code, "changed"] == str(n), (code, n, column)
        elif kind == "swap contents":
            one, two = (next(row for row in whole if (row.code, row.n) == of) for of in ((code, n), (other, at)))
            for given, row in ((mine, two), (theirs, one)):
                change(store, (f"UPDATE events SET match = :m, seat = :s, action = :a, message = :i, link = :l,"
                               f" digest = :d {where}", {"m": row.match, "s": row.seat, "a": row.action,
                                                         "i": row.message, "l": row.link, "d": row.digest, **given}))
            assert {of for of, _ in verify(store)} >= {code, other}, (mine, theirs)
        else:
            for old, new in ((mine, {"c": "ZZZZZ", "m": 1}), (theirs, {"c": code, "m": n}),
                             ({"code": "ZZZZZ", "n": 1}, {"c": other, "m": at})):
                change(store, (f"UPDATE events SET code = :c, n = :m {where}", {**old, **new}))
            assert {of for of, _ in verify(store)} >= {code, other}, (mine, theirs)
        store.run_transaction(lambda connection: connection.execute(sa.delete(schema.events)))
        store.run_transaction(lambda connection: connection.execute(sa.insert(schema.events),
                                                                    [row._asdict() for row in whole]))
    assert verify(store) == {}


def test_a_whole_journal_its_end_and_rows_that_nobody_wrote_are_found(store):
    of_table = sa.delete(schema.events).where(schema.events.c.code == "AAAAA")
    store.run_transaction(lambda connection: connection.execute(of_table))
    assert verify(store) == {("AAAAA", "missing"): "1-12"}
    change(store, ("DELETE FROM journal_heads WHERE code = :code", {"code": "BBBBB"}))
    change(store, ("UPDATE journal_heads SET n = 28 WHERE code = :code", {"code": "CCCCC"}))
    found = verify(store)
    assert found["BBBBB", "end"] == "1" and found["CCCCC", "added"] == "29-30"


def test_what_was_lost_is_still_found_when_the_journal_has_gone_on(store):
    change(store, ("DELETE FROM events WHERE code = 'AAAAA' AND n = 12", {}))
    with closing(Store(str(store.engine.url), is_locked=True)) as later:
        add(later, "AAAAA", 12, 13)
    assert verify(store) == {("AAAAA", "changed"): "12"}


def test_who_is_forgotten_leaves_a_sound_chain_while_the_journal_goes_on(store):
    store.run_transaction(lambda connection: connection.execute(sa.insert(schema.guests).values(
        code="AAAAA", who=0, person="key", name="Ada", role="guest")))
    put(store, WriteJob(None, job=partial(forget_person, key="key")))
    actions = [row.action for match in (1, 2, 3) for row in store.load_match_rows("AAAAA", match)
               if row.seat == "start"]
    assert len(actions) == 3 and not any("Ada" in action for action in actions)
    add(store, "AAAAA", 13)
    assert verify(store) == {}
    change(store, ("UPDATE events SET action = replace(action, 'Bo', 'Al') WHERE code = 'AAAAA' AND n = 6", {}))
    assert verify(store) == {("AAAAA", "changed"): "6"}


def test_who_is_forgotten_leaves_the_team_of_a_stored_table(store):
    row = {"game": "x", "phase": "playing", "opened": 0, "touched": 0, "address": ""}
    chairs = [{"who": 0, "name": "Ada", "kind": "person", "members": [1]},
              {"who": 2, "name": "Cy", "kind": "person", "members": [0, 3]}]
    for insert in (sa.insert(schema.tables).values(code="AAAAA", kept=json.dumps({"chairs": chairs}), **row),
                   sa.insert(schema.guests).values([
                       {"code": "AAAAA", "who": who, "person": key, "name": name, "role": "guest"}
                       for who, key, name in ((0, "key", "Ada"), (1, "other", "Bo"))])):
        store.run_transaction(lambda connection, insert=insert: connection.execute(insert))
    put(store, WriteJob(None, job=partial(forget_person, key="key")))
    kept = store.read(lambda connection: connection.execute(
        sa.select(schema.tables.c.kept).where(schema.tables.c.code == "AAAAA")).scalar())
    assert json.loads(kept)["chairs"] == [{"who": 1, "name": "Bo", "kind": "person", "members": []},
                                          {"who": 2, "name": "Cy", "kind": "person", "members": [3]}]


def test_a_table_that_is_forgotten_takes_its_head_along(store):
    row = {"game": "x", "phase": "closed", "opened": 0, "touched": 0, "address": "", "kept": "{}"}
    store.run_transaction(lambda connection: connection.execute(sa.insert(schema.tables).values(code="AAAAA", **row)))
    store.run_transaction(partial(forget_expired, before=lambda seconds: 10, purge=5))
    heads = store.read(lambda connection: set(connection.execute(sa.select(schema.journal_heads.c.code)).scalars()))
    assert heads == {"BBBBB", "CCCCC"} and verify(store) == {}
    add(store, "AAAAA", 1)                                              # the code is given again
    assert verify(store) == {}


# The file.

@pytest.fixture
def file(tmp_path):
    """The file of a closed store, whole in itself."""
    path = tmp_path / "data" / "coprime.db"
    path.parent.mkdir()
    with closing(Store(f"sqlite:///{path}")) as opened:
        fill(opened)
    return path


def noticed(path):
    """Is damage noticed in a file?"""
    try:
        with open_readonly(path) as found:
            return bool(check_integrity(found, thorough=True)) or bool(
                journal_check.verify_journals_in_file(found, VERSION).faults)
    except sqlite3.Error:
        return True


def test_every_flipped_bit_of_a_row_is_found(file, tmp_path):
    dice = random.Random(1326)
    content = file.read_bytes()
    with closing(sqlite3.connect(file)) as opened:
        digests = [digest.encode() for (digest,) in opened.execute("SELECT digest FROM events")]
        lengths = dict(opened.execute(
            "SELECT digest, length(code || seat || action || message || link || digest) FROM events"))
    spoilt = tmp_path / "spoilt.db"
    for _ in range(60):
        digest = dice.choice(digests)
        end = content.index(digest) + len(digest)
        at = dice.randrange(end - lengths[digest.decode()], end)        # one of the bytes of the row
        changed = bytearray(content)
        changed[at] ^= 1 << dice.randrange(8)
        spoilt.write_bytes(changed)
        assert noticed(spoilt), at
    shutil.copyfile(file, spoilt)
    assert not noticed(spoilt)


@pytest.mark.parametrize("commit", sorted(one.name for one in DATA.iterdir() if one.is_dir()))
def test_the_journals_of_an_older_version_are_chained_as_they_stand(tmp_path, commit):
    shutil.copyfile(DATA / commit / "coprime.db", path := tmp_path / "coprime.db")
    with open_readonly(path) as found:
        before = found.execute("SELECT code, n, match, seat, action, message FROM events ORDER BY code, n").fetchall()
    with closing(Store(f"sqlite:///{path}")) as opened:
        assert verify(opened) == {}
        code, n, *_ = before[-1]
        change(opened, ("DELETE FROM events WHERE code = :code AND n = :n", {"code": code, "n": n}))
        assert verify(opened) == {(code, "missing"): str(n)}


def test_a_copy_of_a_faulty_journal_is_kept_and_told_of(file, tmp_path, capsys):
    (file.parent / "secret").write_bytes(b"s" * SECRET_BYTES)
    assert back_up(tmp_path / "sound", file.parent).faulty == ()
    with closing(sqlite3.connect(file)) as opened:
        opened.execute("DELETE FROM events WHERE code = 'CCCCC' AND n = 4")
        opened.commit()
    COMMANDS["backup"](tmp_path / "copy", file.parent)
    assert "CCCCC" in capsys.readouterr().out and (tmp_path / "copy" / "secret").exists()
    found = [one for one in checks_data.check_database(checks_data.Installation(tmp_path / "copy"))
             if one.check == "journals"]
    assert [one.mark for one in found] == ["wrong"] and "CCCCC: line 4" in found[0].told


@pytest.mark.parametrize("name", sorted(schema.metadata.tables))
def test_every_table_of_the_database_that_is_gone_is_found(file, name):
    with closing(sqlite3.connect(file)) as opened:
        opened.execute(f"DROP TABLE {name}")
        opened.commit()
    found = [*checks_data.check_database(server := checks_data.Installation(file.parent)),
             *checks_data.check_tables(server)]
    assert any(one.mark == "wrong" and name in one.told for one in found)
