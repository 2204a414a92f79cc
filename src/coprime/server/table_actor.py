"""A table in the server: the queue of its inputs, and its timer."""

import asyncio
import logging
from collections import deque
from collections.abc import Callable
from typing import Any

from ..table import pipeline, timed_changes
from ..table.table import Table

log = logging.getLogger(__name__)
LONGEST_TIMER = 86_400.0

CORRESPONDENCE_QUIET_SECONDS = 5.0      # at a table over days; in less the request that opens it may not be answered


class TableActor:
    """Runs a table on the event loop: one input after the other, and a timer for what is due."""

    def __init__(self, loop: asyncio.AbstractEventLoop) -> None:
        self.loop = loop
        self.table: Table
        self.fence: int | None = None       # of the claim by which it is ours; None where nobody else could hold it
        self.empty_since = loop.time()             # when the last connection went
        self._queue: deque[Callable[[float], None]] = deque()
        self._busy = False
        self._timer: asyncio.TimerHandle | None = None
        self._due = float("inf")
        self.is_stopped = False

    def enqueue_input(self, job: Callable[[float], None]) -> None:
        """Queue an input: `job(now)` runs after those before it."""
        if self.is_stopped:
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
        self.set_timer(now)

    def set_timer(self, now: float) -> None:
        """Set the timer to when the table has something to do.

        now  when it was last looked at: what has fallen due since then is still to be done
        """
        if self.is_stopped:
            return
        due = min(timed_changes.next_tick_time(self.table, now), now + LONGEST_TIMER)
        if due == self._due and self._timer:
            return
        if self._timer:
            self._timer.cancel()
        self._due, self._timer = due, self.loop.call_at(due, self._process_timer)

    def _process_timer(self) -> None:
        self._timer = None
        self.enqueue_input(lambda now: None)

    def stop(self) -> None:
        """Stop for good: later inputs are ignored."""
        self.is_stopped = True
        if self._timer:
            self._timer.cancel()

    @property
    def is_empty(self) -> bool:
        """Tell whether the table can leave memory: no connection, no program, no pending commit, no bot that thinks."""
        table = self.table
        has_work = table.has_own_work if table.is_correspondence else table.is_awake
        return not (table.connections or has_work or table.pending_commits)


def quiet_seconds(table: Table, asleep: float) -> float:
    """Return after how many seconds without anybody a table leaves memory: one over days soon, others `asleep`."""
    return min(CORRESPONDENCE_QUIET_SECONDS, asleep) if table.is_correspondence else asleep


def hear_outcome(done: "asyncio.Future[Any]") -> None:
    """Note a task's exception, so that it is no complaint where whoever asked for the task has gone meanwhile."""
    if not done.cancelled():
        done.exception()
