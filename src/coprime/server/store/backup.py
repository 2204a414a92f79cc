"""Copy the database and the secret of a server, running or not, into a new folder.

The copy is made in a temporary folder beside it, and renamed when it is complete and on the disk.
"""

import os
import shutil
import sqlite3
import time
from collections.abc import Iterator
from contextlib import closing, contextmanager
from pathlib import Path
from tempfile import mkdtemp
from typing import NamedTuple

from ...core.errors import BadInput
from ...core.os_errors import describe_os_error
from ..diagnostics.journal_check import verify_journals_in_file
from ..sentences import say
from .data_folder import (
    DATABASE_FILE,
    NEW_SECRET_FILE,
    SECRET_BYTES,
    SECRET_FILE,
    VERSION,
    default_data_folder,
    has_our_signature,
)
from .sqlite_readonly import check_integrity, open_readonly, read_schema_version

DAMAGED_CODES = (sqlite3.SQLITE_CORRUPT, sqlite3.SQLITE_NOTADB)
LOCK_SECONDS = 10       # seconds to wait for a lock that somebody else holds on the database


class BackupReport(NamedTuple):
    """What was copied, whereto, how many tables that are not closed, and how many bytes.

    faulty  the codes of tables whose journals are not as they were written, in the original as well
    """

    source: Path
    folder: Path
    tables: int
    size: int
    faulty: tuple[str, ...] = ()


def back_up(target: Path, data: Path | None = None, database: str | None = None) -> BackupReport:
    """Copy the data of a server into a new folder.

    Raises BadInput with one sentence; no partial copy is left.
    """
    source = data or default_data_folder()
    file = _database_file(source, database)
    secret = _read_secret(source)
    _check_source(file, source)
    target = Path(os.path.realpath(target))
    half: Path | None = None
    try:
        with _wrap_write_errors(target):
            if os.path.lexists(target) and (not target.is_dir() or os.listdir(target)):
                raise BadInput(say("backup.full", folder=target))
            target.parent.mkdir(parents=True, exist_ok=True)
            half = Path(mkdtemp(prefix=f"{target.name}.half-", dir=target.parent))      # 0700
            tables, faulty = _fill_folder(half, file, secret)
            half.rename(target)                             # over an empty folder, never over a full one
            _sync_folder(target.parent)
    except BaseException:
        if half is not None:
            shutil.rmtree(half, ignore_errors=True)
        raise
    return BackupReport(source, target, tables, sum(part.stat().st_size for part in target.iterdir()), faulty)


def _database_file(source: Path, url: str | None) -> Path:
    """Return the file of a server's database.  Raises BadInput."""
    if url is None:
        return source / DATABASE_FILE
    import sqlalchemy as sa

    from .database import first_line, hide_password, sqlite_file
    try:
        file = sqlite_file(sa.make_url(url))
    except sa.exc.ArgumentError as wrong:
        raise BadInput(say("start.database", url=hide_password(url), why=first_line(wrong))) from None
    if file is None:
        raise BadInput(say("backup.elsewhere", url=hide_password(url), file=source / SECRET_FILE))
    return file


def _read_secret(source: Path) -> bytes:
    """Return the secret of a server.  Raises BadInput."""
    file = source / SECRET_FILE
    try:
        found = file.read_bytes()
    except FileNotFoundError:
        raise BadInput(say("backup.none", folder=source, file=file)) from None
    except OSError as wrong:
        raise BadInput(say("backup.secret", file=file, why=describe_os_error(wrong))) from None
    if len(found) != SECRET_BYTES:
        raise BadInput(say("start.secret", file=file))
    return found


def _check_source(file: Path, source: Path) -> None:
    """There must be a database of ours, and no newer one.  Raises BadInput."""
    try:
        there = has_our_signature(file)
        if there:
            with open_readonly(file) as found:
                there = bool(of := read_schema_version(found))
                if of > VERSION:
                    raise BadInput(say("start.newer", file=file))
    except (OSError, sqlite3.Error) as wrong:
        raise BadInput(say("backup.unread", file=file, why=describe_os_error(wrong))) from None
    if not there:
        raise BadInput(say("backup.none", folder=source, file=file))


def _fill_folder(half: Path, file: Path, secret: bytes) -> tuple[int, tuple[str, ...]]:
    """Lay everything into a folder; returns the number of tables, and the codes of those with a faulty journal.

    Raises BadInput, OSError and sqlite3.Error.

    Until the last step no server opens it: beside an empty secret a database is refused, and anything else as well.
    """
    _write_private_file(half / SECRET_FILE, b"")
    growing = half / f"{DATABASE_FILE}.half"
    _write_private_file(growing, b"")                                    # so that SQLite does not say who may read it
    _copy_database(file, growing)
    with open_readonly(growing) as found:
        wrong = check_integrity(found, thorough=True)
        (tables,) = found.execute("SELECT count(*) FROM tables WHERE phase != 'closed'").fetchone()
        faulty = () if wrong else verify_journals_in_file(found, read_schema_version(found)).faults
    if wrong:
        raise BadInput(say("backup.unsound", file=file, why=wrong))
    growing.rename(half / DATABASE_FILE)
    _write_private_file(half / NEW_SECRET_FILE, secret)
    (half / NEW_SECRET_FILE).rename(half / SECRET_FILE)
    _sync_folder(half)
    return int(tables), tuple(dict.fromkeys(code for code, _ in faulty))


def _copy_database(file: Path, to: Path) -> None:
    """SQLite's own copy of a database as it stands at one moment, while others write.

    In one step: between steps it would begin again whenever somebody has written.  Raises BadInput and sqlite3.Error.
    """
    until = time.monotonic() + LOCK_SECONDS

    def check_lock(state: int, remaining: int, total: int) -> None:
        if state in (sqlite3.SQLITE_BUSY, sqlite3.SQLITE_LOCKED) and time.monotonic() > until:
            raise BadInput(say("backup.busy", file=file))

    with (closing(sqlite3.connect(f"{file.absolute().as_uri()}?mode=ro", uri=True)) as source,
          closing(sqlite3.connect(to)) as copy):
        begun = False
        try:
            source.execute("PRAGMA schema_version").fetchone()
            begun = True
            source.backup(copy, progress=check_lock)
        except sqlite3.DatabaseError as wrong:
            if begun and getattr(wrong, "sqlite_errorcode", 0) & 0xFF not in DAMAGED_CODES:
                raise                                       # of the two it is the copy that cannot be written
            raise BadInput(say("backup.unread", file=file, why=describe_os_error(wrong))) from None


@contextmanager
def _wrap_write_errors(target: Path) -> Iterator[None]:
    """What goes wrong in writing is a sentence."""
    try:
        yield
    except (OSError, sqlite3.Error) as wrong:
        raise BadInput(say("backup.unwritten", folder=target, why=describe_os_error(wrong))) from None


def _write_private_file(file: Path, content: bytes) -> None:
    """A new file that is its owner's alone, on the disk."""
    with open(os.open(file, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600), "wb") as new:
        new.write(content)
        new.flush()
        os.fsync(new.fileno())


def _sync_folder(folder: Path) -> None:
    """The names in a folder survive a crash of the machine."""
    opened = os.open(folder, os.O_RDONLY)
    try:
        os.fsync(opened)
    finally:
        os.close(opened)
