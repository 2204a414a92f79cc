"""Connect to a database, and show its address."""

from pathlib import Path
from typing import Any
from urllib.parse import unquote, urlsplit

import sqlalchemy as sa

LOCK_SECONDS = 10           # seconds to wait for a lock that somebody else holds on the database
READ_CONNECTIONS = 8            # that are kept open to PostgreSQL for reading
IDLE_TRANSACTION_SECONDS = 4             # seconds in which whoever holds a lock in PostgreSQL must go on


def create_engine(url: str) -> sa.Engine:
    """Create the engine of a database, with timeouts for connecting and for locks."""
    dialect = sa.make_url(url).get_dialect().name
    if dialect == "sqlite":
        found = sa.create_engine(url, connect_args={} if "timeout=" in url else {"timeout": LOCK_SECONDS})
        sa.event.listen(found, "connect", set_durable_pragmas)
        return found
    given = {"connect_timeout": 5, "tcp_user_timeout": 1000 * LOCK_SECONDS} if dialect == "postgresql" else {}
    found = sa.create_engine(url, pool_pre_ping=True, connect_args=given)
    if dialect == "postgresql":
        sa.event.listen(found, "connect", set_postgres_timeouts)
    return found


def create_read_engine(engine: sa.Engine) -> sa.Engine:
    """Return what reads the database of an engine: for PostgreSQL one that asks it once for each query.

    A transaction for each read, and a question before it whether the connection still stands, ask it four times.
    Between its queries a read sees what others commit in either case.
    """
    if engine.dialect.name != "postgresql":
        return engine
    given = {"connect_timeout": 5, "tcp_user_timeout": 1000 * LOCK_SECONDS}
    found = sa.create_engine(engine.url, isolation_level="AUTOCOMMIT", pool_size=READ_CONNECTIONS, connect_args=given)
    sa.event.listen(found, "connect", set_postgres_timeouts)
    return found


def hide_password(url: str) -> str:
    """Return the URL of a database without its password."""
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
    """Return the first line of an error."""
    return next(iter(str(wrong).strip().splitlines()), type(wrong).__name__)


def set_durable_pragmas(connection: Any, record: object) -> None:
    """Set the pragmas of an SQLite connection: a commit survives a crash of the machine."""
    for pragma in ("journal_mode=WAL", "synchronous=FULL", "foreign_keys=ON"):
        connection.execute(f"PRAGMA {pragma}")


def set_postgres_timeouts(connection: Any, record: object) -> None:
    """Set the timeouts of a PostgreSQL connection: for waiting for a lock, and for an idle transaction."""
    connection.execute(f"SET lock_timeout = '{LOCK_SECONDS}s'")
    connection.execute(f"SET idle_in_transaction_session_timeout = '{IDLE_TRANSACTION_SECONDS}s'")
    connection.commit()
