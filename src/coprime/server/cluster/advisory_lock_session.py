"""A PostgreSQL session whose advisory lock shows the other processes that this one is alive.

The lock ends with the session, and the session with the process. `lease_keeper` renews its lease on it;
`leases.end_dead_lease` tests the lock of another process.
"""

from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from typing import Any

import sqlalchemy as sa

from ..store.store import Store
from . import leases


class LeaseSession:
    """A dedicated connection to a shared database, opened on demand and again after it broke."""

    def __init__(self, store: Store, process_id: str) -> None:
        self.store, self.process_id = store, process_id
        self._connection: sa.Connection | None = None
        self._has_lock = False

    def run_transaction(self, job: Callable[[sa.Connection], Any]) -> Any:
        """Run a job in a transaction of the session; see `Store.run_transaction`. One at a time."""
        return self.store.run_transaction(job, self._begin_transaction)

    @contextmanager
    def _begin_transaction(self) -> Iterator[sa.Connection]:
        try:
            connection = self._ensure_connection()
            with connection.begin():
                if not self._has_lock:              # a former session of ours may hold it still
                    self._has_lock = leases.take_life_lock(connection, self.process_id)
                yield connection
        except BaseException:
            self.close()
            raise

    def _ensure_connection(self) -> sa.Connection:
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
        """Close the session and release its lock."""
        connection, self._connection, self._has_lock = self._connection, None, False
        if connection is not None:
            with suppress(sa.exc.SQLAlchemyError):
                connection.close()
