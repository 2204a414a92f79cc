"""The seconds that the server has been open in all: what tables over days and the clocks of rounds count, so
that a closed server costs no time.

The value is stored every few seconds.  A server that is killed has counted those since the last time for nobody.
Of several processes the first one stores it; the others read it and count on from there.
"""

import time
from collections.abc import Callable

import sqlalchemy as sa

from ..cluster.leases import database_clock
from . import schema

ROW = 1
CLOCK = time.monotonic     # monotonic seconds
FRESH_MS = 30_000           # a value that was stored longer ago is of a server that has been closed since


class OpenTime:
    """Counts the seconds by `clock`."""

    def __init__(self, clock: Callable[[], float] | None = None) -> None:
        self.clock = clock or CLOCK
        self._counted, self._since = 0.0, self.clock()

    def seconds(self) -> float:
        """Return how long the server has been open in all."""
        return self._counted + self.clock() - self._since

    def adopt(self, seconds: float) -> None:
        """Go on from a stored value."""
        self._counted, self._since = seconds, self.clock()

    def save(self, connection: sa.Connection) -> None:
        """Store the value, with the time of that by the database's clock."""
        t = schema.open_time
        values = {"seconds": int(self.seconds()), "at": database_clock(connection)}
        if not connection.execute(sa.update(t).where(t.c.id == ROW).values(values)).rowcount:
            connection.execute(sa.insert(t).values(id=ROW, **values))


def load_open_seconds(connection: sa.Connection) -> float:
    """Return the seconds as they were stored; 0 for a new database."""
    t = schema.open_time.c
    return float(connection.execute(sa.select(t.seconds).where(t.id == ROW)).scalar() or 0)


def follow_open_seconds(connection: sa.Connection) -> float | None:
    """Return the seconds by now, as another process counts them; None where none has stored them lately."""
    t = schema.open_time.c
    row = connection.execute(sa.select(t.seconds, (database_clock(connection) - t.at).label("age"))).first()
    return row.seconds + row.age / 1000 if row is not None and 0 <= row.age <= FRESH_MS else None
