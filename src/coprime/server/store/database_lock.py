"""Whether others may use a database too: one without leases would write other lines into the same journals."""

import fcntl
import os
import time
from collections.abc import Callable
from pathlib import Path
from typing import IO

import sqlalchemy as sa

from ...core.errors import BadInput
from ..sentences import say
from .data_folder import APPLICATION

WINDING_UP = 3.0        # seconds that the session of a server that was killed may last


class DatabaseInUse(BadInput):
    """Another server uses the database."""


def lock_sqlite(database: Path) -> IO[bytes]:
    """Claim an SQLite database by a lock beside it; it goes with the process, however that ends.  Raises Taken."""
    lock = open(os.open(f"{database}-lock", os.O_RDWR | os.O_CREAT, 0o600), "r+b")
    try:
        fcntl.flock(lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except BlockingIOError:
        lock.close()
        raise DatabaseInUse(say("start.shared", url=database)) from None
    return lock


def lock_postgres(connection: sa.Connection, shared: bool = False) -> None:
    """Claim a database for as long as a connection lasts, where it knows how to; `shared`: with others of whom
    each does so.  A house from before there were leases claims it alone.  Raises Taken."""
    if connection.dialect.name != "postgresql":
        return
    lock = sa.func.pg_try_advisory_lock_shared if shared else sa.func.pg_try_advisory_lock
    taken = connection.execute(sa.select(lock(APPLICATION))).scalar()
    connection.commit()
    if not taken:
        raise DatabaseInUse(say("start.shared", url=connection.engine.url.render_as_string()))


def retry_lock(connect: Callable[[], sa.Connection]) -> sa.Connection:
    """Connect, and wait a moment for a server that has just ended.  Raises Taken."""
    until = time.monotonic() + WINDING_UP
    while True:
        try:
            return connect()
        except DatabaseInUse:
            if time.monotonic() > until:
                raise
        time.sleep(0.1)
