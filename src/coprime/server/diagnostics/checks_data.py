"""Check the data of a server without writing: folder, secret, disk, database, tables, port."""

import fcntl
import http.client
import json
import os
import shutil
import socket
import sqlite3
from collections.abc import Iterator
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Any

from ...core.errors import BadInput
from ...core.os_errors import describe_os_error
from .. import PORT
from ..store.data_folder import (
    APPLICATION_ID,
    DATABASE_FILE,
    LOCK_FILE,
    SECRET_BYTES,
    SECRET_FILE,
    VERSION,
    default_data_folder,
    has_our_signature,
)
from ..store.sqlite_readonly import check_integrity, open_readonly, read_schema_version
from .checks_install import nearest_existing, size_text
from .finding import Finding, faulty_finding, note_finding, sound_finding
from .journal_check import JournalReport, verify_journals, verify_journals_in_file

if TYPE_CHECKING:
    import sqlalchemy as sa

FULL_BYTES, LOW_BYTES = 100_000_000, 1_000_000_000       # bytes left on a disk: too few to go on, and few
OPEN_TO_OTHERS = 0o077
UNREADABLE_QUERY = "SELECT code FROM tables WHERE phase = 'aside' ORDER BY code"
ANSWER_SECONDS = 3.0                                    # seconds that whoever listens on the port has


class Installation:
    """Where the data of a server is, as `coprime serve` would be told."""

    def __init__(self, data: Path | None = None, database: str | None = None, port: int = PORT) -> None:
        self.folder = data or default_data_folder()
        self.url, self.port = database, port

    @property
    def sqlite_path(self) -> Path | None:
        """The file of an SQLite database; None for another.  Raises what SQLAlchemy does."""
        if self.url is None:
            return self.folder / DATABASE_FILE
        import sqlalchemy as sa

        from ..store.database import sqlite_file
        return sqlite_file(sa.make_url(self.url))

    @property
    def is_open(self) -> bool:
        """Tell whether a server holds the folder or the SQLite database."""
        locks = [self.folder / LOCK_FILE]
        if self.url is None:
            locks.append(self.folder / f"{DATABASE_FILE}-lock")
        elif self.url.startswith("sqlite") and self.sqlite_path is not None:
            locks.append(Path(f"{self.sqlite_path}-lock"))
        return any(map(is_lock_held, locks))


def is_lock_held(lock: Path) -> bool:
    """Tell whether a lock file is locked, by trying to lock it for a moment."""
    try:
        with open(lock, "rb") as found:
            fcntl.flock(found, fcntl.LOCK_SH | fcntl.LOCK_NB)
    except BlockingIOError:
        return True
    except OSError:
        return False
    return False


def check_folder(installation: Installation) -> Iterator[Finding]:
    """Check the data folder and its permissions."""
    path, there = installation.folder, nearest_existing(installation.folder)
    if there != path or not path.is_dir():
        can = there != path and there.is_dir() and os.access(there, os.W_OK | os.X_OK)
        yield note_finding("folder", "none", folder=path) if can else faulty_finding("folder", "cannot", "choose",
                                                                                     folder=path)
        return
    found = set(os.listdir(path))
    if found - {LOCK_FILE} and not found & {DATABASE_FILE, SECRET_FILE}:
        yield faulty_finding("folder", "others", "choose", folder=path)
        return
    if not os.access(path, os.R_OK | os.W_OK | os.X_OK):
        yield faulty_finding("folder", "rights", "own", folder=path)
    ours = [path, *(path / name for name in sorted(found) if name in (SECRET_FILE, LOCK_FILE)
                    or name.startswith(DATABASE_FILE))]
    too_open = [part for part in ours if part.lstat().st_mode & OPEN_TO_OTHERS]
    for part in too_open:
        yield faulty_finding("folder", "loose", "close", file=part, mode=f"{part.lstat().st_mode & 0o777:o}",
                             right="700" if part is path else "600")
    if not too_open:
        yield sound_finding("folder", "well", folder=path)


def check_secret(installation: Installation) -> Iterator[Finding]:
    """Check the secret that signs the cookies."""
    file = installation.folder / SECRET_FILE
    try:
        length = len(file.read_bytes())
    except FileNotFoundError:
        folder = installation.folder
        lost = (folder / DATABASE_FILE).exists() or installation.url is not None and folder.exists()
        yield faulty_finding("secret", "missing", "restore", file=file) if lost else note_finding("secret", "none")
        return
    except OSError as why:
        yield faulty_finding("secret", "unread", "rights", file=file, why=describe_os_error(why))
        return
    good = length == SECRET_BYTES
    yield sound_finding("secret", "well") if good else faulty_finding("secret", "damaged", "restore", file=file,
                                                                      n=length)


def check_disk(installation: Installation) -> Iterator[Finding]:
    """Check the free space on the disks of the data folder and of the database."""
    places = {nearest_existing(installation.folder)}
    if installation.url is not None and installation.url.startswith("sqlite") and installation.sqlite_path is not None:
        places.add(nearest_existing(installation.sqlite_path))
    for place in sorted(places):
        left = shutil.disk_usage(place).free
        facts = {"folder": place, "left": size_text(left)}
        yield (faulty_finding("disk", "left", "room", **facts) if left < FULL_BYTES else
               note_finding("disk", "left", "room", **facts) if left < LOW_BYTES
               else sound_finding("disk", "left", **facts))


def check_database(installation: Installation) -> Iterator[Finding]:
    """Check the database: its version, integrity, unreadable tables and journals."""
    file = installation.sqlite_path
    if file is not None:
        yield from _check_sqlite(installation, file)
    elif installation.url is not None:
        yield from _check_server_database(installation.url)


def _check_sqlite(installation: Installation, file: Path) -> Iterator[Finding]:
    try:
        if not has_our_signature(file):
            yield note_finding("database", "none", file=file)
            return
        with open_readonly(file) as found:
            if why := check_integrity(found, thorough=True):
                yield faulty_finding("database", "damaged", "restore", file=file, why=why)
            else:
                yield sound_finding("database", "sound", file=file, size=size_text(file.stat().st_size))
            version = read_schema_version(found)
            yield _version_finding(version)
            if version and version <= VERSION:
                yield from _unreadable_findings([code for (code,) in found.execute(UNREADABLE_QUERY)])
                yield from _journal_findings(verify_journals_in_file(found, version))
    except BadInput as told:                                # somebody else's, or damaged
        yield Finding("database", "wrong", str(told))
    except sqlite3.DatabaseError as why:
        yield faulty_finding("database", "damaged", "restore", file=file, why=why)
    yield _lock_finding(installation.is_open)


def _check_server_database(url: str) -> Iterator[Finding]:
    """A database of a server."""
    import sqlalchemy as sa

    from ..store.database import create_engine, first_line, hide_password
    made = create_engine(url)
    one_state = {"isolation_level": "REPEATABLE READ"} if made.dialect.name == "postgresql" else {}
    try:
        with made.connect().execution_options(**one_state) as connection:
            yield sound_finding("database", "reached", url=hide_password(url))
            there = sa.inspect(connection).has_table("alembic_version")
            found = connection.exec_driver_sql("SELECT version_num FROM alembic_version").scalar() if there else None
            version = str(found or "")
            yield _version_finding(version)
            if version and version <= VERSION:
                yield from _unreadable_findings(list(connection.exec_driver_sql(UNREADABLE_QUERY).scalars()))
                yield from _journal_findings(verify_journals(version, partial(_stream_query, connection)))
            if connection.dialect.name == "postgresql":
                yield _lock_finding(_is_advisory_lock_held(connection))
    except sa.exc.ProgrammingError as why:                  # a table of it is gone
        yield faulty_finding("database", "damaged", "restore", file=hide_password(url), why=first_line(why))
    except sa.exc.DBAPIError as why:
        yield faulty_finding("database", "unreached", "start", url=hide_password(url), why=first_line(why).rstrip("."))
    finally:
        made.dispose()


def _stream_query(connection: "sa.Connection", query: str) -> "sa.CursorResult[Any]":
    """Rows of a query that need not fit into memory."""
    import sqlalchemy as sa

    return connection.execute(sa.text(query), execution_options={"yield_per": 1000})


def _is_advisory_lock_held(connection: "sa.Connection") -> bool:
    """Does a server hold the advisory lock of a PostgreSQL database?"""
    return bool(connection.exec_driver_sql(
        "SELECT count(*) FROM pg_locks WHERE locktype = 'advisory' AND classid = 0 AND objsubid = 1 AND granted "
        f"AND objid = {APPLICATION_ID} AND database = (SELECT oid FROM pg_database WHERE datname = current_database())"
    ).scalar())


def _version_finding(version: str) -> Finding:
    facts = {"found": version, "newest": VERSION}
    if version == VERSION:
        return sound_finding("version", "well", **facts)
    if version > VERSION:
        return faulty_finding("version", "newer", "update", **facts)
    return note_finding("version", "older", "first", **facts) if version else note_finding("version", "none", **facts)


def _lock_finding(taken: bool) -> Finding:
    return sound_finding("claim", "taken") if taken else sound_finding("claim", "free")


def _unreadable_findings(codes: list[str]) -> Iterator[Finding]:
    for code in codes:
        yield faulty_finding("aside", "one", "do", code=code)
    if not codes:
        yield sound_finding("aside", "none")


def _journal_findings(found: JournalReport) -> Iterator[Finding]:
    """Journals of which a row is not as it was written, of whichever match."""
    for (code, kind), lines in found.faults.items():
        yield faulty_finding("journals", kind, "do", code=code, lines=lines)
    if not found.faults:
        yield sound_finding("journals", "well", n=found.rows) if found.rows else sound_finding("journals", "none")


def check_tables(installation: Installation) -> Iterator[Finding]:
    """Check whether the tables in play can be read and shown.

    A database that cannot be used is reported by `check_database`.
    """
    import sqlalchemy as sa

    from ..store.database import create_engine
    file = installation.sqlite_path
    try:
        if file is not None and has_our_signature(file):
            with open_readonly(file) as found:
                if "" < read_schema_version(found) <= VERSION:
                    yield from _check_stored_tables(sa.create_engine("sqlite://", creator=lambda: found,
                                                                     poolclass=sa.StaticPool))
        elif installation.url is not None and file is None:
            yield from _check_stored_tables(create_engine(installation.url))
    except (BadInput, sqlite3.DatabaseError, sa.exc.DBAPIError):
        return


def _check_stored_tables(made: "sa.Engine") -> Iterator[Finding]:
    import sqlalchemy as sa

    from ..store import schema
    from . import table_check
    try:
        with made.connect() as connection:
            there = sa.inspect(connection).get_table_names()
            version = connection.exec_driver_sql("SELECT version_num FROM alembic_version").scalar()
            if gone := sorted(schema.table_names_at(str(version)) - set(there)):
                yield faulty_finding("tables", "gone", "restore", names=", ".join(gone))
                return
            found = table_check.list_codes_to_check(connection)
            faults = {code: why for code in found if (why := table_check.find_table_fault(connection, code))}
    finally:
        made.dispose()
    for code, why in faults.items():
        yield faulty_finding("tables", "one", "do", code=code, why=why)
    if not faults:
        yield sound_finding("tables", "well", n=len(found))


def check_port(installation: Installation) -> Iterator[Finding]:
    """Check that the port is free, or the server's own."""
    facts = {"port": installation.port}
    probe = socket.socket()
    try:
        probe.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        probe.bind(("127.0.0.1", installation.port))               # it is not listened on
    except (OSError, OverflowError) as why:
        found = _version_on_port(installation.port)
        if found is None:
            yield faulty_finding("port", "taken", "choose", why=describe_os_error(why), **facts)
        elif installation.is_open:
            yield sound_finding("port", "server", version=found, **facts)
        else:
            yield faulty_finding("port", "other", "choose", version=found, **facts)
    else:
        yield sound_finding("port", "free", **facts)
    finally:
        probe.close()


def _version_on_port(number: int) -> str | None:
    """The version of the Coprime that answers on a port; None where that is no Coprime."""
    try:
        http_connection = http.client.HTTPConnection("127.0.0.1", number, timeout=ANSWER_SECONDS)
        try:
            http_connection.request("GET", "/api/schema/openapi.json")
            info = json.loads(http_connection.getresponse().read(5_000_000))["info"]
            return str(info["version"]) if info["title"] == "Coprime" else None
        finally:
            http_connection.close()
    except (OSError, OverflowError, http.client.HTTPException, LookupError, TypeError, ValueError):
        return None
