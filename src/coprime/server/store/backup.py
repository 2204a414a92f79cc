"""A copy of a house while people play: its database and the secret that signs cookies, as a folder that can be opened.

It is made in a folder beside it that no house opens, and gets its name when it is whole and on the disk.
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
from .data_folder import DATABASE, HALF, SECRET, SECRET_BYTES, VERSION, default_folder, has_our_signature
from .sqlite_readonly import check_integrity, open_readonly, schema_version

DAMAGED = (sqlite3.SQLITE_CORRUPT, sqlite3.SQLITE_NOTADB)
PATIENCE = 10       # seconds to wait for a lock that somebody else holds on the database


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
    """Copy a house into a new folder.  Raises BadInput with one sentence; nothing is left of the copy then."""
    source = data or default_folder()
    file = _database(source, database)
    secret = _secret(source)
    _ours(file, source)
    target = Path(os.path.realpath(target))
    half: Path | None = None
    try:
        with _writing(target):
            if os.path.lexists(target) and (not target.is_dir() or os.listdir(target)):
                raise BadInput(say("backup.full", folder=target))
            target.parent.mkdir(parents=True, exist_ok=True)
            half = Path(mkdtemp(prefix=f"{target.name}.half-", dir=target.parent))      # 0700
            tables, faulty = _fill(half, file, secret)
            half.rename(target)                             # over an empty folder, never over a full one
            _on_disk(target.parent)
    except BaseException:
        if half is not None:
            shutil.rmtree(half, ignore_errors=True)
        raise
    return BackupReport(source, target, tables, sum(part.stat().st_size for part in target.iterdir()), faulty)


def _database(source: Path, url: str | None) -> Path:
    """The file of a house's database.  Raises BadInput."""
    if url is None:
        return source / DATABASE
    import sqlalchemy as sa

    from .database import first_line, hide_password, sqlite_file
    try:
        file = sqlite_file(sa.make_url(url))
    except sa.exc.ArgumentError as wrong:
        raise BadInput(say("start.database", url=hide_password(url), why=first_line(wrong))) from None
    if file is None:
        raise BadInput(say("backup.elsewhere", url=hide_password(url), file=source / SECRET))
    return file


def _secret(source: Path) -> bytes:
    """The secret of a house.  Raises BadInput."""
    file = source / SECRET
    try:
        found = file.read_bytes()
    except FileNotFoundError:
        raise BadInput(say("backup.none", folder=source, file=file)) from None
    except OSError as wrong:
        raise BadInput(say("backup.secret", file=file, why=describe_os_error(wrong))) from None
    if len(found) != SECRET_BYTES:
        raise BadInput(say("start.secret", file=file))
    return found


def _ours(file: Path, source: Path) -> None:
    """There must be a database of ours, and no newer one.  Raises BadInput."""
    try:
        there = has_our_signature(file)
        if there:
            with open_readonly(file) as found:
                there = bool(of := schema_version(found))
                if of > VERSION:
                    raise BadInput(say("start.newer", file=file))
    except (OSError, sqlite3.Error) as wrong:
        raise BadInput(say("backup.unread", file=file, why=describe_os_error(wrong))) from None
    if not there:
        raise BadInput(say("backup.none", folder=source, file=file))


def _fill(half: Path, file: Path, secret: bytes) -> tuple[int, tuple[str, ...]]:
    """Lay everything into a folder; returns the number of tables, and the codes of those with a faulty journal.

    Raises BadInput, OSError and sqlite3.Error.

    Until the last step no house opens it: beside an empty secret a database is refused, and anything else as well.
    """
    _write(half / SECRET, b"")
    growing = half / f"{DATABASE}.half"
    _write(growing, b"")                                    # so that SQLite does not say who may read it
    _copy(file, growing)
    with open_readonly(growing) as found:
        wrong = check_integrity(found, thorough=True)
        (tables,) = found.execute("SELECT count(*) FROM tables WHERE phase != 'closed'").fetchone()
        faulty = () if wrong else verify_journals_in_file(found, schema_version(found)).faults
    if wrong:
        raise BadInput(say("backup.unsound", file=file, why=wrong))
    growing.rename(half / DATABASE)
    _write(half / HALF, secret)
    (half / HALF).rename(half / SECRET)
    _on_disk(half)
    return int(tables), tuple(dict.fromkeys(code for code, _ in faulty))


def _copy(file: Path, to: Path) -> None:
    """SQLite's own copy of a database as it stands at one moment, while others write.

    In one step: between steps it would begin again whenever somebody has written.  Raises BadInput and sqlite3.Error.
    """
    until = time.monotonic() + PATIENCE

    def held(state: int, remaining: int, total: int) -> None:
        if state in (sqlite3.SQLITE_BUSY, sqlite3.SQLITE_LOCKED) and time.monotonic() > until:
            raise BadInput(say("backup.busy", file=file))

    with (closing(sqlite3.connect(f"{file.absolute().as_uri()}?mode=ro", uri=True)) as source,
          closing(sqlite3.connect(to)) as copy):
        begun = False
        try:
            source.execute("PRAGMA schema_version").fetchone()
            begun = True
            source.backup(copy, progress=held)
        except sqlite3.DatabaseError as wrong:
            if begun and getattr(wrong, "sqlite_errorcode", 0) & 0xFF not in DAMAGED:
                raise                                       # of the two it is the copy that cannot be written
            raise BadInput(say("backup.unread", file=file, why=describe_os_error(wrong))) from None


@contextmanager
def _writing(target: Path) -> Iterator[None]:
    """What goes wrong in writing is a sentence."""
    try:
        yield
    except (OSError, sqlite3.Error) as wrong:
        raise BadInput(say("backup.unwritten", folder=target, why=describe_os_error(wrong))) from None


def _write(file: Path, content: bytes) -> None:
    """A new file that is its owner's alone, on the disk."""
    with open(os.open(file, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600), "wb") as new:
        new.write(content)
        new.flush()
        os.fsync(new.fileno())


def _on_disk(folder: Path) -> None:
    """The names in a folder survive a crash of the machine."""
    opened = os.open(folder, os.O_RDONLY)
    try:
        os.fsync(opened)
    finally:
        os.close(opened)
