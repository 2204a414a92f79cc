"""A database is read as a killed server has left it, without a byte being written."""

import sqlite3

import pytest

from coprime.server.store.sqlite_readonly import open_readonly


@pytest.fixture(scope="module")
def parts(tmp_path_factory):
    """The bytes of a database whose only table stands in the log, of the log, and of the log's index."""
    file = tmp_path_factory.mktemp("made") / "some.db"
    made = sqlite3.connect(file)
    made.execute("PRAGMA journal_mode=wal")
    made.execute("CREATE TABLE one (x)")
    made.commit()
    found = [file.with_name(f"some.db{end}").read_bytes() for end in ("", "-wal", "-shm")]
    made.close()
    return found


@pytest.mark.parametrize("index", ["none", "whole", "zeros", "empty"])
@pytest.mark.parametrize(("log", "tables"), [("whole", 1), ("none", 0), ("empty", 0), ("header", 0), ("torn", 0),
                                             ("foreign", 0)])
def test_any_log_that_a_killed_server_leaves_can_be_read(parts, tmp_path, log, tables, index):
    """A header alone made the start fail after half a minute with "locking protocol"."""
    main, wal, shm = parts
    logs = {"none": None, "empty": b"", "header": wal[:32], "torn": wal[:1000], "foreign": b"\1" * 5000, "whole": wal}
    indices = {"none": None, "whole": shm, "zeros": bytes(len(shm)), "empty": b""}
    file = tmp_path / "some.db"
    for end, content in (("", main), ("-wal", logs[log]), ("-shm", indices[index])):
        if content is not None:
            file.with_name(f"some.db{end}").write_bytes(content)
    before = {path.name: path.read_bytes() for path in tmp_path.iterdir()}
    with open_readonly(file) as found:
        assert found.execute("SELECT count(*) FROM sqlite_master").fetchone() == (tables,)
    assert {path.name: path.read_bytes() for path in tmp_path.iterdir()} == before
