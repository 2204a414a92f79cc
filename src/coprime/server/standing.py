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

from ..core.faults import BadInput
from ..core.reasons import describe_os_error
from . import PORT
from .finding import Finding, note, well, wrong
from .folder import APPLICATION, DATABASE, LOCK, SECRET, SECRET_BYTES, VERSION, default_folder, signature
from .installed import size, standing
from .journal_check import JournalReport, verify_journals, verify_journals_in_file
from .looking import looking, soundness, version

if TYPE_CHECKING:
    import sqlalchemy as sa

FULL, LITTLE = 100_000_000, 1_000_000_000       # bytes left on a disk: too few to go on, and few
OPEN_TO_OTHERS = 0o077
ASIDE = "SELECT code FROM tables WHERE phase = 'aside' ORDER BY code"
ANSWER = 3.0                                    # seconds that whoever listens on the port has


class House:
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

        from .database import sqlite_file
        return sqlite_file(sa.make_url(self.url))

    @property
    def is_open(self) -> bool:
        """Does a server hold the folder, or the SQLite database?"""
        locks = [self.folder / LOCK]
        if self.url is None:
            locks.append(self.folder / f"{DATABASE}-lock")
        elif self.url.startswith("sqlite") and self.file is not None:
            locks.append(Path(f"{self.file}-lock"))
        return any(map(held, locks))


def held(lock: Path) -> bool:
    """Is a lock file locked?  Nothing tells but trying: only a house that is opened in that very instant would mind."""
    try:
        with open(lock, "rb") as found:
            fcntl.flock(found, fcntl.LOCK_SH | fcntl.LOCK_NB)
    except BlockingIOError:
        return True
    except OSError:
        return False
    return False


def folder(house: House) -> Iterator[Finding]:
    """The data folder, and who may read it."""
    path, there = house.folder, standing(house.folder)
    if there != path or not path.is_dir():
        can = there != path and there.is_dir() and os.access(there, os.W_OK | os.X_OK)
        yield note("folder", "none", folder=path) if can else wrong("folder", "cannot", "choose", folder=path)
        return
    found = set(os.listdir(path))
    if found - {LOCK} and not found & {DATABASE, SECRET}:
        yield wrong("folder", "others", "choose", folder=path)
        return
    if not os.access(path, os.R_OK | os.W_OK | os.X_OK):
        yield wrong("folder", "rights", "own", folder=path)
    ours = [path, *(path / name for name in sorted(found) if name in (SECRET, LOCK) or name.startswith(DATABASE))]
    loose = [part for part in ours if part.lstat().st_mode & OPEN_TO_OTHERS]
    for part in loose:
        yield wrong("folder", "loose", "close", file=part, mode=f"{part.lstat().st_mode & 0o777:o}",
                    right="700" if part is path else "600")
    if not loose:
        yield well("folder", "well", folder=path)


def secret(house: House) -> Iterator[Finding]:
    """The secret that signs the cookies."""
    file = house.folder / SECRET
    try:
        length = len(file.read_bytes())
    except FileNotFoundError:
        lost = (house.folder / DATABASE).exists() or house.url is not None and house.folder.exists()
        yield wrong("secret", "missing", "restore", file=file) if lost else note("secret", "none")
        return
    except OSError as why:
        yield wrong("secret", "unread", "rights", file=file, why=describe_os_error(why))
        return
    good = length == SECRET_BYTES
    yield well("secret", "well") if good else wrong("secret", "damaged", "restore", file=file, n=length)


def disk(house: House) -> Iterator[Finding]:
    """Room on the disks of the data folder and of the database."""
    places = {standing(house.folder)}
    if house.url is not None and house.url.startswith("sqlite") and house.file is not None:
        places.add(standing(house.file))
    for place in sorted(places):
        left = shutil.disk_usage(place).free
        facts = {"folder": place, "left": size(left)}
        yield (wrong("disk", "left", "room", **facts) if left < FULL else
               note("disk", "left", "room", **facts) if left < LITTLE else well("disk", "left", **facts))


def database(house: House) -> Iterator[Finding]:
    """The database, its version, whether it is sound, and which tables are set aside."""
    file = house.file
    if file is not None:
        yield from _sqlite(house, file)
    elif house.url is not None:
        yield from _another(house.url)


def _sqlite(house: House, file: Path) -> Iterator[Finding]:
    try:
        if not signature(file):
            yield note("database", "none", file=file)
            return
        with looking(file) as found:
            if why := soundness(found, thorough=True):
                yield wrong("database", "damaged", "restore", file=file, why=why)
            else:
                yield well("database", "sound", file=file, size=size(file.stat().st_size))
            of = version(found)
            yield _of_version(of)
            if of and of <= VERSION:
                yield from _aside([code for (code,) in found.execute(ASIDE)])
                yield from _journals(verify_journals_in_file(found, of))
    except BadInput as told:                                # somebody else's, or damaged
        yield Finding("database", "wrong", str(told))
    except sqlite3.DatabaseError as why:
        yield wrong("database", "damaged", "restore", file=file, why=why)
    yield _in_use(house.is_open)


def _another(url: str) -> Iterator[Finding]:
    """A database of a server."""
    import sqlalchemy as sa

    from .database import engine, first_line, shown
    made = engine(url)
    one_state = {"isolation_level": "REPEATABLE READ"} if made.dialect.name == "postgresql" else {}
    try:
        with made.connect().execution_options(**one_state) as connection:
            yield well("database", "reached", url=shown(url))
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
        yield wrong("database", "damaged", "restore", file=shown(url), why=first_line(why))
    except sa.exc.DBAPIError as why:
        yield wrong("database", "unreached", "start", url=shown(url), why=first_line(why).rstrip("."))
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
        return well("version", "well", **facts)
    if of > VERSION:
        return wrong("version", "newer", "update", **facts)
    return note("version", "older", "first", **facts) if of else note("version", "none", **facts)


def _in_use(taken: bool) -> Finding:
    return well("claim", "taken") if taken else well("claim", "free")


def _aside(codes: list[str]) -> Iterator[Finding]:
    for code in codes:
        yield wrong("aside", "one", "do", code=code)
    if not codes:
        yield well("aside", "none")


def _journals(found: JournalReport) -> Iterator[Finding]:
    """Journals of which a row is not as it was written, of whichever match."""
    for (code, kind), lines in found.faults.items():
        yield wrong("journals", kind, "do", code=code, lines=lines)
    if not found.faults:
        yield well("journals", "well", n=found.rows) if found.rows else well("journals", "none")


def tables(house: House) -> Iterator[Finding]:
    """Whether the tables in play can be read and shown.  Of a database that cannot be used `database` tells."""
    import sqlalchemy as sa

    from .database import engine
    file = house.file
    try:
        if file is not None and signature(file):
            with looking(file) as found:
                if "" < version(found) <= VERSION:
                    yield from _tables(sa.create_engine("sqlite://", creator=lambda: found, poolclass=sa.StaticPool))
        elif house.url is not None and file is None:
            yield from _tables(engine(house.url))
    except (BadInput, sqlite3.DatabaseError, sa.exc.DBAPIError):
        return


def _tables(made: "sa.Engine") -> Iterator[Finding]:
    import sqlalchemy as sa

    from . import schema, table_check
    try:
        with made.connect() as connection:
            there = sa.inspect(connection).get_table_names()
            of = connection.exec_driver_sql("SELECT version_num FROM alembic_version").scalar()
            if gone := sorted(schema.names_of(str(of)) - set(there)):
                yield wrong("tables", "gone", "restore", names=", ".join(gone))
                return
            found = table_check.codes(connection)
            faults = {code: why for code in found if (why := table_check.fault_of(connection, code))}
    finally:
        made.dispose()
    for code, why in faults.items():
        yield wrong("tables", "one", "do", code=code, why=why)
    if not faults:
        yield well("tables", "well", n=len(found))


def port(house: House) -> Iterator[Finding]:
    """The port: free, or the house's own."""
    facts = {"port": house.port}
    probe = socket.socket()
    try:
        probe.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        probe.bind(("127.0.0.1", house.port))               # it is not listened on
    except (OSError, OverflowError) as why:
        found = _answer(house.port)
        if found is None:
            yield wrong("port", "taken", "choose", why=describe_os_error(why), **facts)
        elif house.is_open:
            yield well("port", "house", version=found, **facts)
        else:
            yield wrong("port", "other", "choose", version=found, **facts)
    else:
        yield well("port", "free", **facts)
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
