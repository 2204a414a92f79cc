"""Open an SQLite database strictly read-only: not a byte is written, not even beside it."""

import shutil
import sqlite3
from collections.abc import Iterator
from contextlib import closing, contextmanager
from pathlib import Path
from tempfile import TemporaryDirectory

WAL_HEADER, FRAME_HEADER = 32, 24       # bytes


@contextmanager
def open_readonly(file: Path) -> Iterator[sqlite3.Connection]:
    """Open an SQLite database read-only. Raises sqlite3.Error and OSError.

    The rollback journal of an interrupted first start is ignored, since applying it would write.
    """
    for more in (True, True, False):
        with _connect_readonly(file) as found:
            try:
                found.execute("PRAGMA schema_version").fetchone()
            except sqlite3.OperationalError:                # a server has just been opened, or closed
                if more:
                    continue
                raise
            yield found
            return


def has_frames(log: Path) -> bool:
    """Tell whether SQLite's log holds anything: a header, and behind it a frame of the same generation.

    A server that is killed as it begins its log leaves a header alone.  SQLite waits half a minute for an index of such
    a log where it may not write one, and then gives up.  The format: https://www.sqlite.org/fileformat2.html#walformat
    """
    with open(log, "rb") as found:
        head = found.read(WAL_HEADER + FRAME_HEADER)
    is_log = head[:4] in (b"\x37\x7f\x06\x82", b"\x37\x7f\x06\x83")
    return is_log and len(head) == WAL_HEADER + FRAME_HEADER and head[16:24] == head[WAL_HEADER + 8:WAL_HEADER + 16]


@contextmanager
def _connect_readonly(file: Path) -> Iterator[sqlite3.Connection]:
    """SQLite's index of its log is read as it is; where there is none SQLite would make one, so a copy is read then."""
    log, index = (file.with_name(f"{file.name}-{end}") for end in ("wal", "shm"))
    logged = log.exists() and has_frames(log)
    if logged and not index.exists():
        with TemporaryDirectory(prefix="coprime-") as spare:
            for part in (file, log):
                shutil.copy(part, spare)
            with closing(sqlite3.connect(Path(spare) / file.name)) as found:
                yield found
    else:
        how = "readonly_shm" if logged else "immutable"
        with closing(sqlite3.connect(f"{file.absolute().as_uri()}?mode=ro&{how}=1", uri=True)) as found:
            yield found


def read_schema_version(found: sqlite3.Connection) -> str:
    """Return the migration of a database; "" after an interrupted first start. Raises sqlite3.Error."""
    if not found.execute("SELECT 1 FROM sqlite_master WHERE name = 'alembic_version'").fetchone():
        return ""
    return str((found.execute("SELECT version_num FROM alembic_version").fetchone() or [""])[0])


def check_integrity(found: sqlite3.Connection, thorough: bool = False) -> str:
    """Return what SQLite finds wrong with a database; "" for a sound one. Raises sqlite3.Error.

    thorough  also compare every index with its table, which takes about three times as long
    """
    (state,) = found.execute(f"PRAGMA {'integrity_check' if thorough else 'quick_check'}(1)").fetchone()
    return "" if state == "ok" else " ".join(str(state).split())
