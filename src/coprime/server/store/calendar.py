"""How long ago something was, by the time that the house has been open: the clock on the wall is set, and jumps."""

import time
from collections import deque
from collections.abc import Callable, Iterable
from typing import NamedTuple

import sqlalchemy as sa

from . import schema

OFTEN = 3600            # seconds between two readings that are kept
JUMP = 120              # seconds by which the wall may go otherwise than what was measured


class Reading(NamedTuple):
    """What the clock on the wall showed when the house had been open for `lived` seconds in all."""

    lived: int
    wall: int


class Calendar:
    """Readings of the wall.  While the house is closed no time passes here."""

    def __init__(self, kept: Iterable[Reading], wall: Callable[[], int],
                 clock: Callable[[], float] = time.monotonic) -> None:
        self.readings = deque(sorted(kept))
        self.wall, self.clock = wall, clock
        self._opened = clock() - (self.readings[-1].lived if self.readings else 0)

    def read_wall_clock(self, longest: float) -> bool:
        """Look at the wall; `longest` seconds are asked for at most.  Returns whether there is a reading to be kept."""
        now = Reading(int(self.clock() - self._opened), self.wall())
        last = self.readings[-1] if self.readings else None
        lived, walked = (now.lived - last.lived, now.wall - last.wall) if last else (OFTEN, 0)
        if lived < OFTEN and abs(walked - lived) <= JUMP:
            return False
        self.readings.append(now)
        while len(self.readings) > 1 and self.readings[1].lived <= now.lived - longest:
            self.readings.popleft()
        return True

    def stamp_before(self, seconds: float) -> int:
        """What was stamped before this is older than so many seconds; 0 when nothing can be yet.

        It is the earliest that the wall has shown since: a clock that jumps forward makes nothing old, and one that is
        set back makes nothing of the time before older than it is.
        """
        since = self.clock() - self._opened - seconds
        if not self.readings or self.readings[0].lived > since:
            return 0
        begin = max(reading.lived for reading in self.readings if reading.lived <= since)
        return min(reading.wall for reading in self.readings if reading.lived >= begin)

    def save_readings(self, connection: sa.Connection) -> None:
        """Write the readings down, in place of those there."""
        readings = sorted(set(self.readings))
        connection.execute(sa.delete(schema.calendar))
        connection.execute(sa.insert(schema.calendar), [reading._asdict() for reading in readings])


def load_readings(connection: sa.Connection) -> list[Reading]:
    c = schema.calendar.c
    return [Reading(*row) for row in connection.execute(sa.select(c.lived, c.wall))]
