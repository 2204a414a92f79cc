"""Open an SQLite database strictly read-only: not a byte is written, not even beside it."""

import shutil
import sqlite3
from collections.abc import Iterator
from contextlib import closing, contextmanager
from pathlib import Path
from tempfile import TemporaryDirectory


@contextmanager
def open_readonly(file: Path) -> Iterator[sqlite3.Connection]:
    """Open an SQLite database read-only. Raises sqlite3.Error and OSError.

    The rollback journal of an interrupted first start is ignored, since applying it would write.
    """
    for more in (True, True, False):
        with _connect_readonly(file) as found:
            try:
                found.execute("PRAGMA schema_version").fetchone()
            except sqlite3.OperationalError:                # a house has just been opened, or closed
                if more:
                    continue
                raise
            yield found
            return


@contextmanager
def _connect_readonly(file: Path) -> Iterator[sqlite3.Connection]:
    """SQLite's index of its log is read as it is; where there is none SQLite would make one, so a copy is read then."""
    log, index = (file.with_name(f"{file.name}-{end}") for end in ("wal", "shm"))
    if log.exists() and log.stat().st_size and not index.exists():
        with TemporaryDirectory(prefix="coprime-") as spare:
            for part in (file, log):
                shutil.copy(part, spare)
            with closing(sqlite3.connect(Path(spare) / file.name)) as found:
                yield found
    else:
        how = "readonly_shm" if log.exists() and index.exists() else "immutable"
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
