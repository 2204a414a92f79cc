"""The session of PostgreSQL whose advisory lock tells the other processes that this one lives.

The lock goes with the session, and the session with the process, however that ends.  `holder` renews its lease on it;
`leases.end_dead_lease` looks at the lock of another process.
"""

from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from typing import Any

import sqlalchemy as sa

from ..store.store import Store
from . import leases


class LeaseSession:
    """A connection of its own to a shared database; it is opened when it is needed, and again when it has broken."""

    def __init__(self, store: Store, house: str) -> None:
        self.store, self.house = store, house
        self._connection: sa.Connection | None = None
        self._has_lock = False

    def change(self, job: Callable[[sa.Connection], Any]) -> Any:
        """Carry out a job in a transaction of the session; see `Store.change`.  One at a time."""
        return self.store.change(job, self._begin)

    @contextmanager
    def _begin(self) -> Iterator[sa.Connection]:
        try:
            connection = self._connect()
            with connection.begin():
                if not self._has_lock:              # a former session of ours may hold it still
                    self._has_lock = leases.take_life_lock(connection, self.house)
                yield connection
        except BaseException:
            self.close()
            raise

    def _connect(self) -> sa.Connection:
        """The connection, opened anew where it is found broken."""
        if self._connection is not None:
            try:
                self._connection.exec_driver_sql("SELECT 1")
                self._connection.rollback()
            except sa.exc.DBAPIError:
                self.close()
        if self._connection is None:
            self._connection = self.store.engine.connect()
            self._connection.detach()
        return self._connection

    def close(self) -> None:
        """Give up the lock."""
        connection, self._connection, self._has_lock = self._connection, None, False
        if connection is not None:
            with suppress(sa.exc.SQLAlchemyError):
                connection.close()
