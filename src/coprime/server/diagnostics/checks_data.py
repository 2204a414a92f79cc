"""Looks at a house, open or closed: folder, secret, disk, database, tables, port.  Nothing is written."""

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
    APPLICATION,
    DATABASE,
    LOCK,
    SECRET,
    SECRET_BYTES,
    VERSION,
    default_folder,
    has_our_signature,
)
from ..store.sqlite_readonly import check_integrity, open_readonly, schema_version
from .checks_install import nearest_existing, size_text
from .finding import Finding, faulty_finding, note_finding, sound_finding
from .journal_check import JournalReport, verify_journals, verify_journals_in_file

if TYPE_CHECKING:
    import sqlalchemy as sa

FULL, LITTLE = 100_000_000, 1_000_000_000       # bytes left on a disk: too few to go on, and few
OPEN_TO_OTHERS = 0o077
ASIDE = "SELECT code FROM tables WHERE phase = 'aside' ORDER BY code"
ANSWER = 3.0                                    # seconds that whoever listens on the port has


class Installation:
    """Where a house is, as `coprime serve` would be told."""

    def __init__(self, data: Path | None = None, database: str | None = None, port: int = PORT) -> None:
        self.folder = data or default_folder()
        self.url, self.port = database, port

    @property
    def file(self) -> Path | None:
        """The file of an SQLite database; None for another.  Raises what SQLAlchemy does."""
        if self.url is None:
            return self.folder / DATABASE
        import sqlalchemy as sa

        from ..store.database import sqlite_file
        return sqlite_file(sa.make_url(self.url))

    @property
    def is_open(self) -> bool:
        """Does a server hold the folder, or the SQLite database?"""
        locks = [self.folder / LOCK]
        if self.url is None:
            locks.append(self.folder / f"{DATABASE}-lock")
        elif self.url.startswith("sqlite") and self.file is not None:
            locks.append(Path(f"{self.file}-lock"))
        return any(map(is_lock_held, locks))


def is_lock_held(lock: Path) -> bool:
    """Is a lock file locked?  Nothing tells but trying: only a house that is opened in that very instant would mind."""
    try:
        with open(lock, "rb") as found:
            fcntl.flock(found, fcntl.LOCK_SH | fcntl.LOCK_NB)
    except BlockingIOError:
        return True
    except OSError:
        return False
    return False


def check_folder(house: Installation) -> Iterator[Finding]:
    """The data folder, and who may read it."""
    path, there = house.folder, nearest_existing(house.folder)
    if there != path or not path.is_dir():
        can = there != path and there.is_dir() and os.access(there, os.W_OK | os.X_OK)
        yield note_finding("folder", "none", folder=path) if can else faulty_finding("folder", "cannot", "choose",
                                                                                     folder=path)
        return
    found = set(os.listdir(path))
    if found - {LOCK} and not found & {DATABASE, SECRET}:
        yield faulty_finding("folder", "others", "choose", folder=path)
        return
    if not os.access(path, os.R_OK | os.W_OK | os.X_OK):
        yield faulty_finding("folder", "rights", "own", folder=path)
    ours = [path, *(path / name for name in sorted(found) if name in (SECRET, LOCK) or name.startswith(DATABASE))]
    loose = [part for part in ours if part.lstat().st_mode & OPEN_TO_OTHERS]
    for part in loose:
        yield faulty_finding("folder", "loose", "close", file=part, mode=f"{part.lstat().st_mode & 0o777:o}",
                             right="700" if part is path else "600")
    if not loose:
        yield sound_finding("folder", "well", folder=path)


def check_secret(house: Installation) -> Iterator[Finding]:
    """The secret that signs the cookies."""
    file = house.folder / SECRET
    try:
        length = len(file.read_bytes())
    except FileNotFoundError:
        lost = (house.folder / DATABASE).exists() or house.url is not None and house.folder.exists()
        yield faulty_finding("secret", "missing", "restore", file=file) if lost else note_finding("secret", "none")
        return
    except OSError as why:
        yield faulty_finding("secret", "unread", "rights", file=file, why=describe_os_error(why))
        return
    good = length == SECRET_BYTES
    yield sound_finding("secret", "well") if good else faulty_finding("secret", "damaged", "restore", file=file,
                                                                      n=length)


def check_disk(house: Installation) -> Iterator[Finding]:
    """Room on the disks of the data folder and of the database."""
    places = {nearest_existing(house.folder)}
    if house.url is not None and house.url.startswith("sqlite") and house.file is not None:
        places.add(nearest_existing(house.file))
    for place in sorted(places):
        left = shutil.disk_usage(place).free
        facts = {"folder": place, "left": size_text(left)}
        yield (faulty_finding("disk", "left", "room", **facts) if left < FULL else
               note_finding("disk", "left", "room", **facts) if left < LITTLE
               else sound_finding("disk", "left", **facts))


def check_database(house: Installation) -> Iterator[Finding]:
    """The database, its version, whether it is sound, and which tables are set aside."""
    file = house.file
    if file is not None:
        yield from _sqlite(house, file)
    elif house.url is not None:
        yield from _another(house.url)


def _sqlite(house: Installation, file: Path) -> Iterator[Finding]:
    try:
        if not has_our_signature(file):
            yield note_finding("database", "none", file=file)
            return
        with open_readonly(file) as found:
            if why := check_integrity(found, thorough=True):
                yield faulty_finding("database", "damaged", "restore", file=file, why=why)
            else:
                yield sound_finding("database", "sound", file=file, size=size_text(file.stat().st_size))
            of = schema_version(found)
            yield _of_version(of)
            if of and of <= VERSION:
                yield from _aside([code for (code,) in found.execute(ASIDE)])
                yield from _journals(verify_journals_in_file(found, of))
    except BadInput as told:                                # somebody else's, or damaged
        yield Finding("database", "wrong", str(told))
    except sqlite3.DatabaseError as why:
        yield faulty_finding("database", "damaged", "restore", file=file, why=why)
    yield _in_use(house.is_open)


def _another(url: str) -> Iterator[Finding]:
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
            of = str(found or "")
            yield _of_version(of)
            if of and of <= VERSION:
                yield from _aside(list(connection.exec_driver_sql(ASIDE).scalars()))
                yield from _journals(verify_journals(of, partial(_streamed, connection)))
            if connection.dialect.name == "postgresql":
                yield _in_use(_claimed(connection))
    except sa.exc.ProgrammingError as why:                  # a table of it is gone
        yield faulty_finding("database", "damaged", "restore", file=hide_password(url), why=first_line(why))
    except sa.exc.DBAPIError as why:
        yield faulty_finding("database", "unreached", "start", url=hide_password(url), why=first_line(why).rstrip("."))
    finally:
        made.dispose()


def _streamed(connection: "sa.Connection", query: str) -> "sa.CursorResult[Any]":
    """Rows of a query that need not fit into memory."""
    import sqlalchemy as sa

    return connection.execute(sa.text(query), execution_options={"yield_per": 1000})


def _claimed(connection: "sa.Connection") -> bool:
    """Does a server hold the advisory lock of a PostgreSQL database?"""
    return bool(connection.exec_driver_sql(
        "SELECT count(*) FROM pg_locks WHERE locktype = 'advisory' AND classid = 0 AND objsubid = 1 AND granted "
        f"AND objid = {APPLICATION} AND database = (SELECT oid FROM pg_database WHERE datname = current_database())"
    ).scalar())


def _of_version(of: str) -> Finding:
    facts = {"found": of, "newest": VERSION}
    if of == VERSION:
        return sound_finding("version", "well", **facts)
    if of > VERSION:
        return faulty_finding("version", "newer", "update", **facts)
    return note_finding("version", "older", "first", **facts) if of else note_finding("version", "none", **facts)


def _in_use(taken: bool) -> Finding:
    return sound_finding("claim", "taken") if taken else sound_finding("claim", "free")


def _aside(codes: list[str]) -> Iterator[Finding]:
    for code in codes:
        yield faulty_finding("aside", "one", "do", code=code)
    if not codes:
        yield sound_finding("aside", "none")


def _journals(found: JournalReport) -> Iterator[Finding]:
    """Journals of which a row is not as it was written, of whichever match."""
    for (code, kind), lines in found.faults.items():
        yield faulty_finding("journals", kind, "do", code=code, lines=lines)
    if not found.faults:
        yield sound_finding("journals", "well", n=found.rows) if found.rows else sound_finding("journals", "none")


def check_tables(house: Installation) -> Iterator[Finding]:
    """Whether the tables in play can be read and shown.  Of a database that cannot be used `database` tells."""
    import sqlalchemy as sa

    from ..store.database import create_engine
    file = house.file
    try:
        if file is not None and has_our_signature(file):
            with open_readonly(file) as found:
                if "" < schema_version(found) <= VERSION:
                    yield from _tables(sa.create_engine("sqlite://", creator=lambda: found, poolclass=sa.StaticPool))
        elif house.url is not None and file is None:
            yield from _tables(create_engine(house.url))
    except (BadInput, sqlite3.DatabaseError, sa.exc.DBAPIError):
        return


def _tables(made: "sa.Engine") -> Iterator[Finding]:
    import sqlalchemy as sa

    from ..store import schema
    from . import table_check
    try:
        with made.connect() as connection:
            there = sa.inspect(connection).get_table_names()
            of = connection.exec_driver_sql("SELECT version_num FROM alembic_version").scalar()
            if gone := sorted(schema.names_of(str(of)) - set(there)):
                yield faulty_finding("tables", "gone", "restore", names=", ".join(gone))
                return
            found = table_check.codes_to_check(connection)
            faults = {code: why for code in found if (why := table_check.find_table_fault(connection, code))}
    finally:
        made.dispose()
    for code, why in faults.items():
        yield faulty_finding("tables", "one", "do", code=code, why=why)
    if not faults:
        yield sound_finding("tables", "well", n=len(found))


def check_port(house: Installation) -> Iterator[Finding]:
    """The port: free, or the house's own."""
    facts = {"port": house.port}
    probe = socket.socket()
    try:
        probe.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        probe.bind(("127.0.0.1", house.port))               # it is not listened on
    except (OSError, OverflowError) as why:
        found = _answer(house.port)
        if found is None:
            yield faulty_finding("port", "taken", "choose", why=describe_os_error(why), **facts)
        elif house.is_open:
            yield sound_finding("port", "house", version=found, **facts)
        else:
            yield faulty_finding("port", "other", "choose", version=found, **facts)
    else:
        yield sound_finding("port", "free", **facts)
    finally:
        probe.close()


def _answer(number: int) -> str | None:
    """The version of the Coprime that answers on a port; None where that is no Coprime."""
    try:
        asked = http.client.HTTPConnection("127.0.0.1", number, timeout=ANSWER)
        try:
            asked.request("GET", "/api/schema/openapi.json")
            info = json.loads(asked.getresponse().read(5_000_000))["info"]
            return str(info["version"]) if info["title"] == "Coprime" else None
        finally:
            asked.close()
    except (OSError, OverflowError, http.client.HTTPException, LookupError, TypeError, ValueError):
        return None
