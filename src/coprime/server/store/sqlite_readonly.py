"""An SQLite database that is only looked at: not a byte is written, not even beside it, whether it is in use or not."""

import shutil
import sqlite3
from collections.abc import Iterator
from contextlib import closing, contextmanager
from pathlib import Path
from tempfile import TemporaryDirectory


@contextmanager
def open_readonly(file: Path) -> Iterator[sqlite3.Connection]:
    """A connection.  Raises sqlite3.Error and OSError.

    The journal of a first start that was cut off is passed by: heeding it would be to write.
    """
    for more in (True, True, False):
        with _connected(file) as found:
            try:
                found.execute("PRAGMA schema_version").fetchone()
            except sqlite3.OperationalError:                # a house has just been opened, or closed
                if more:
                    continue
                raise
            yield found
            return


@contextmanager
def _connected(file: Path) -> Iterator[sqlite3.Connection]:
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


def schema_version(found: sqlite3.Connection) -> str:
    """Of which migration a database is; "" for one whose first start was cut off.  Raises sqlite3.Error."""
    if not found.execute("SELECT 1 FROM sqlite_master WHERE name = 'alembic_version'").fetchone():
        return ""
    return str((found.execute("SELECT version_num FROM alembic_version").fetchone() or [""])[0])


def check_integrity(found: sqlite3.Connection, thorough: bool = False) -> str:
    """What SQLite finds wrong with a database; "" for one that is sound.  Raises sqlite3.Error.

    thorough  compare every index with its table, too: in some three times the time
    """
    (state,) = found.execute(f"PRAGMA {'integrity_check' if thorough else 'quick_check'}(1)").fetchone()
    return "" if state == "ok" else " ".join(str(state).split())
