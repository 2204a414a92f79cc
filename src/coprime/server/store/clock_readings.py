"""Measure ages by the time that the server has run: the system clock can be set, and jumps."""

import time
from collections import deque
from collections.abc import Callable, Iterable
from typing import NamedTuple

import sqlalchemy as sa

from . import schema

READING_INTERVAL = 3600            # seconds between two readings that are kept
JUMP_SECONDS = 120              # seconds by which the wall may go otherwise than what was measured


class ClockReading(NamedTuple):
    """The system clock (`wall`, in seconds) after the server had run for `lived` seconds in all."""

    lived: int
    wall: int


class RunningTimeClock:
    """Readings of the system clock by the running time of the server."""

    def __init__(self, readings: Iterable[ClockReading], wall: Callable[[], int],
                 clock: Callable[[], float] = time.monotonic) -> None:
        self.readings = deque(sorted(readings))
        self.wall, self.clock = wall, clock
        self._opened = clock() - (self.readings[-1].lived if self.readings else 0)

    def read_wall_clock(self, longest: float) -> bool:
        """Read the system clock. Returns whether there is a new reading to be stored.

        longest  the greatest age, in seconds, that will be asked for
        """
        now = ClockReading(int(self.clock() - self._opened), self.wall())
        last = self.readings[-1] if self.readings else None
        lived, walked = (now.lived - last.lived, now.wall - last.wall) if last else (READING_INTERVAL, 0)
        if lived < READING_INTERVAL and abs(walked - lived) <= JUMP_SECONDS:
            return False
        self.readings.append(now)
        while len(self.readings) > 1 and self.readings[1].lived <= now.lived - longest:
            self.readings.popleft()
        return True

    def latest_stamp_before(self, seconds: float) -> int:
        """Return the time stamp before which everything is older than `seconds`; 0 when nothing can be yet.

        It is the earliest time that the clock has shown since: a clock that jumps forward makes nothing old, and one
        that is
        set back makes nothing older than it is.
        """
        since = self.clock() - self._opened - seconds
        if not self.readings or self.readings[0].lived > since:
            return 0
        begin = max(reading.lived for reading in self.readings if reading.lived <= since)
        return min(reading.wall for reading in self.readings if reading.lived >= begin)

    def save_readings(self, connection: sa.Connection) -> None:
        """Write the readings, in place of the stored ones."""
        readings = sorted(set(self.readings))
        connection.execute(sa.delete(schema.calendar))
        connection.execute(sa.insert(schema.calendar), [reading._asdict() for reading in readings])


def load_readings(connection: sa.Connection) -> list[ClockReading]:
    """Return the stored readings."""
    c = schema.calendar.c
    return [ClockReading(*row) for row in connection.execute(sa.select(c.lived, c.wall))]
