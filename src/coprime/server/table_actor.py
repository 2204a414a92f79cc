"""A table in the server: its queue, its timer, and the connections that wait for it."""

import asyncio
import logging
from collections import deque
from collections.abc import Callable

from ..table import pipeline, tick
from ..table.table import Table

log = logging.getLogger(__name__)
FOREVER = 86_400.0


class TableActor:
    """Runs a table on the event loop: one input after the other, and a timer for what happens by itself."""

    def __init__(self, loop: asyncio.AbstractEventLoop) -> None:
        self.loop = loop
        self.table: Table
        self.fence: int | None = None       # of the claim by which it is ours; None where nobody else could hold it
        self.left = loop.time()             # when the last connection went
        self._queue: deque[Callable[[float], None]] = deque()
        self._busy = False
        self._timer: asyncio.TimerHandle | None = None
        self._due = float("inf")
        self.stopped = False

    def put(self, job: Callable[[float], None]) -> None:
        """An input for the table: `job(now)` is carried out after those before it."""
        if self.stopped:
            return
        self._queue.append(job)
        if self._busy:
            return
        self._busy, now = True, self.loop.time()
        try:
            while self._queue:
                now = self.loop.time()
                pipeline.process_input(self.table, self._queue.popleft(), now)
        except Exception:
            table = self.table
            log.exception("at table %s of %s", table.code, table.game.name, extra={"table": table.code})
        finally:
            self._busy = False
        self.arm(now)

    def arm(self, now: float) -> None:
        """Set the timer to when the table has something to do.

        now  when it was last looked at: what has fallen due since then is still to be done
        """
        if self.stopped:
            return
        due = min(tick.next_tick_time(self.table, now), now + FOREVER)
        if due == self._due and self._timer:
            return
        if self._timer:
            self._timer.cancel()
        self._due, self._timer = due, self.loop.call_at(due, self._ring)

    def _ring(self) -> None:
        self._timer = None
        self.put(lambda now: None)

    def stop(self) -> None:
        """For good: whatever comes later is for a table that has been forgotten."""
        self.stopped = True
        if self._timer:
            self._timer.cancel()

    @property
    def empty(self) -> bool:
        """Nobody is connected and no program plays, and nothing waits to be kept."""
        return not (self.table.visits or self.table.is_awake or self.table.pending_commits)
