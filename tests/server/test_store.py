"""The store: in order, together, and one that fails takes no other with it.

With COPRIME_TEST_DATABASE, the URL of an empty database that may be wiped, on that instead of SQLite.
"""

import os
import subprocess
import sys
import threading

import pytest
import sqlalchemy as sa
from alembic.autogenerate import compare_metadata
from alembic.migration import MigrationContext
from alembic.script import ScriptDirectory

from coprime.core.errors import BadInput
from coprime.server import migrations
from coprime.server.store import schema
from coprime.server.store.data_folder import VERSION
from coprime.server.store.store import Store, WriteJob
from coprime.table.ports import ChangeSet, JournalRow

GIVEN = os.environ.get("COPRIME_TEST_DATABASE", "")


@pytest.fixture
def url(tmp_path):
    if GIVEN:
        engine = sa.create_engine(GIVEN)
        found = sa.MetaData()
        found.reflect(engine)
        found.drop_all(engine)
        engine.dispose()
    return GIVEN or f"sqlite:///{tmp_path}/x.db"


@pytest.fixture
def store(url):
    opened = Store(url)
    yield opened
    opened.close()


def unit(n):
    return ChangeSet(journal_rows=[JournalRow(n, 1, "0", "pass", f"1:m{n}")])


def put(store, orders):
    """Put orders and wait; returns what each was told, in the order of telling."""
    told, left = [], threading.Semaphore(0)
    for name, order in orders:
        def done(wrong, name=name):
            told.append((name, type(wrong).__name__ if wrong else "kept"))
            left.release()
        order.on_done = done
        store.enqueue_write(order)
    for _ in orders:
        assert left.acquire(timeout=10)
    return told


def test_everything_is_told_in_order(store):
    told = put(store, [(n, WriteJob(None, "ABCDE", unit(n))) for n in range(1, 200)])
    assert told == [(n, "kept") for n in range(1, 200)]
    assert [row.n for row in store.load_match_rows("ABCDE", 1)] == list(range(1, 200))


def test_one_that_fails_takes_no_other_with_it(store):
    def fail(connection):
        connection.execute(sa.text("SELECT * FROM nothing"))
    told = put(store, [(1, WriteJob(None, "ABCDE", unit(1))), (2, WriteJob(None, "ABCDE", unit(1))),
                       (3, WriteJob(None, job=fail)), (4, WriteJob(None, "ABCDE", unit(4)))])
    missing = "ProgrammingError" if GIVEN else "OperationalError"
    assert told == [(1, "kept"), (2, "IntegrityError"), (3, missing), (4, "kept")]
    assert [row.n for row in store.load_match_rows("ABCDE", 1)] == [1, 4]


def test_what_waits_is_written_before_closing(url):
    store = Store(url)
    for n in range(1, 100):
        store.enqueue_write(WriteJob(lambda wrong: None, "ABCDE", unit(n)))
    store.close()
    again = Store(url)
    assert len(again.load_match_rows("ABCDE", 1)) == 99
    again.close()


@pytest.mark.skipif(bool(GIVEN), reason="SQLite's own settings")
def test_a_commit_is_durable(store):
    with store.engine.connect() as connection:
        assert connection.exec_driver_sql("PRAGMA journal_mode").scalar() == "wal"
        assert connection.exec_driver_sql("PRAGMA synchronous").scalar() == 2       # FULL


def test_the_migrations_make_what_the_schema_says(store):
    found = sa.inspect(store.engine)
    for table in schema.metadata.sorted_tables:
        assert {column["name"] for column in found.get_columns(table.name)} == set(table.c.keys())
        assert found.get_pk_constraint(table.name)["constrained_columns"] == [c.name for c in table.primary_key]


def other_default(context, found, declared, default, *rendered):
    """Is a column's default another one?  SQLAlchemy reads an empty text of SQLite as ('), PostgreSQL adds ::type."""
    bare = default and default.partition("::")[0].strip("()'")
    return bare != (declared.server_default and declared.server_default.arg)


def differences(engine, data):
    """What Alembic would change to bring the database to what `data` says, one sentence a piece."""
    with engine.connect() as connection:
        comparing = {"compare_type": True, "compare_server_default": other_default}
        context = MigrationContext.configure(connection, opts=comparing)
        return [str(one) for one in compare_metadata(context, data)]


def test_types_nullability_defaults_and_indexes_are_as_the_schema_says(store):
    assert differences(store.engine, schema.metadata) == []


@pytest.mark.parametrize(("given", "said"), [
    ({"type_": sa.Integer, "nullable": False, "server_default": "0"}, "modify_type"),
    ({"type_": sa.BigInteger, "nullable": True, "server_default": "0"}, "modify_nullable"),
    ({"type_": sa.BigInteger, "nullable": False, "server_default": "1"}, "modify_default"),
    ({"type_": sa.BigInteger, "nullable": False, "server_default": "0", "index": True}, "add_index")])
def test_a_schema_that_says_otherwise_is_noticed(store, given, said):
    other = sa.MetaData()
    for one in schema.metadata.sorted_tables:
        one.to_metadata(other)
    other.tables["tables"].append_column(sa.Column("fence", **given), replace_existing=True)
    (found,) = differences(store.engine, other)
    assert said in found and "fence" in found


def test_the_newest_migration_is_the_one_that_a_start_looks_for():
    assert ScriptDirectory(migrations.__path__[0]).get_current_head() == VERSION


def test_a_start_imports_alembic_only_when_a_migration_is_due(tmp_path):
    url = f"sqlite:///{tmp_path}/x.db"
    start = ("import sys; from coprime.server import app; from coprime.server.store.store import Store; "
             f"Store({url!r}).close(); print('alembic' in sys.modules)")

    def starting():
        return subprocess.run([sys.executable, "-c", start], capture_output=True, text=True, check=True).stdout.strip()
    assert starting() == "True" and starting() == "False"
    with sa.create_engine(url).begin() as connection:       # a database from before the second migration
        connection.execute(sa.schema.DropTable(schema.calendar))
        connection.execute(sa.schema.DropTable(schema.processes))
        connection.execute(sa.schema.DropTable(schema.classes))
        connection.execute(sa.schema.DropTable(schema.journal_heads))
        connection.execute(sa.schema.DropTable(schema.weekly_results))
        connection.execute(sa.schema.DropTable(schema.open_tables))
        for later in (schema.tournaments, schema.correspondence_seats, schema.correspondence_changes, schema.open_time,
                      schema.feeds, schema.arena_pairings, schema.mutes,
                      schema.acquaintances, schema.invitations, schema.phrases,
                      schema.rated_results, schema.ratings, schema.hidden_ratings, schema.changed_ratings,
                      schema.push_subscriptions, schema.push_notices):
            connection.execute(sa.schema.DropTable(later))
        for table, column in (("tables", "owner"), ("tables", "fence"), ("events", "link"), ("events", "digest")):
            connection.exec_driver_sql(f"ALTER TABLE {table} DROP COLUMN {column}")
        connection.exec_driver_sql("ALTER TABLE replays DROP COLUMN size")
        connection.exec_driver_sql("UPDATE alembic_version SET version_num = '0001'")
    assert starting() == "True" and starting() == "False"
    assert sa.inspect(sa.create_engine(url)).has_table("calendar")


def test_a_database_that_cannot_be_opened_is_a_sentence(tmp_path):
    with pytest.raises(BadInput, match="cannot be opened"):
        Store(f"sqlite:///{tmp_path}/no/such/folder/x.db")


def test_a_first_start_that_is_cut_off_can_be_made_again(url, monkeypatch):
    from alembic import op

    def die(*given, **named):
        raise KeyboardInterrupt
    with monkeypatch.context() as patched:
        patched.setattr(op, "create_index", die)        # in the middle of the first migration
        with pytest.raises(KeyboardInterrupt):
            Store(url)
    again = Store(url)
    assert sa.inspect(again.engine).has_table("calendar")
    again.close()


@pytest.mark.parametrize("wrong", ["nothing://x", "nonsense", "postgresql+nothing://ada:secret@x/y"])
def test_addresses_of_databases_that_are_none(wrong):
    with pytest.raises(BadInput, match="cannot be opened") as told:
        Store(wrong)
    assert "secret" not in str(told.value)


@pytest.mark.skipif(bool(GIVEN), reason="SQLite's own names")
def test_names_of_sqlite_databases(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    Store(f"sqlite:///file:{tmp_path}/x%20y.db?uri=true").close()
    with pytest.raises(BadInput, match="readonly"):
        Store(f"sqlite:///file:{tmp_path}/x%20y.db?uri=true&mode=ro")
    assert {one.name for one in tmp_path.iterdir()} - {"x y.db-shm", "x y.db-wal"} == {"x y.db", "x y.db-lock"}
