"""Lock the database, so that a second server without leases cannot write to it."""

import fcntl
import os
import time
from collections.abc import Callable
from pathlib import Path
from typing import IO

import sqlalchemy as sa

from ...core.errors import BadInput
from ..sentences import say
from .data_folder import APPLICATION_ID

RETRY_SECONDS = 3.0        # seconds that the session of a server that was killed may last


class DatabaseInUse(BadInput):
    """Another server uses the database."""


def lock_sqlite(database: Path) -> IO[bytes]:
    """Lock an SQLite database by a file beside it, until the process ends. Raises DatabaseInUse."""
    lock = open(os.open(f"{database}-lock", os.O_RDWR | os.O_CREAT, 0o600), "r+b")
    try:
        fcntl.flock(lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except BlockingIOError:
        lock.close()
        raise DatabaseInUse(say("start.shared", url=database)) from None
    return lock


def lock_postgres(connection: sa.Connection, shared: bool = False) -> None:
    """Lock a PostgreSQL database while a connection lasts; other databases are not locked.

    Raises DatabaseInUse.
    shared  together with others that lock it shared; a server without leases locks it alone
    """
    if connection.dialect.name != "postgresql":
        return
    lock = sa.func.pg_try_advisory_lock_shared if shared else sa.func.pg_try_advisory_lock
    is_locked = connection.execute(sa.select(lock(APPLICATION_ID))).scalar()
    connection.commit()
    if not is_locked:
        raise DatabaseInUse(say("start.shared", url=connection.engine.url.render_as_string()))


def retry_lock(connect: Callable[[], sa.Connection]) -> sa.Connection:
    """Connect, and retry for a moment while a server that has just ended still holds the lock.

    Raises DatabaseInUse.
    """
    until = time.monotonic() + RETRY_SECONDS
    while True:
        try:
            return connect()
        except DatabaseInUse:
            if time.monotonic() > until:
                raise
        time.sleep(0.1)
