"""How a database is reached, and how its address is written."""

from pathlib import Path
from typing import Any
from urllib.parse import unquote, urlsplit

import sqlalchemy as sa

PATIENCE = 10           # seconds to wait for a lock that somebody else holds on the database
STOPPED = 4             # seconds in which whoever holds a lock in PostgreSQL must go on


def create_engine(url: str) -> sa.Engine:
    """How a database is reached.  Nothing waits for ever: neither for a host that is gone nor for a lock."""
    dialect = sa.make_url(url).get_dialect().name
    if dialect == "sqlite":
        found = sa.create_engine(url, connect_args={} if "timeout=" in url else {"timeout": PATIENCE})
        sa.event.listen(found, "connect", durable)
        return found
    given = {"connect_timeout": 5, "tcp_user_timeout": 1000 * PATIENCE} if dialect == "postgresql" else {}
    found = sa.create_engine(url, pool_pre_ping=True, connect_args=given)
    if dialect == "postgresql":
        sa.event.listen(found, "connect", bounded)
    return found


def hide_password(url: str) -> str:
    """A database's address without its password."""
    try:
        return sa.make_url(url).render_as_string()
    except sa.exc.ArgumentError:
        return url


def sqlite_file(url: sa.URL) -> Path | None:
    """The file of an SQLite database; None for one in memory, and for others."""
    name = url.database or ""
    if url.get_backend_name() != "sqlite" or name in ("", ":memory:"):
        return None
    return Path(unquote(urlsplit(name).path) if name.startswith("file:") else name)


def first_line(wrong: object) -> str:
    return next(iter(str(wrong).strip().splitlines()), type(wrong).__name__)


def durable(connection: Any, record: object) -> None:
    """A committed action survives a crash of the machine, not only of the program."""
    for pragma in ("journal_mode=WAL", "synchronous=FULL", "foreign_keys=ON"):
        connection.execute(f"PRAGMA {pragma}")


def bounded(connection: Any, record: object) -> None:
    """Nobody waits longer than that for a lock, nor holds one that has been stopped in the middle."""
    connection.execute(f"SET lock_timeout = '{PATIENCE}s'")
    connection.execute(f"SET idle_in_transaction_session_timeout = '{STOPPED}s'")
    connection.commit()
