"""Probe whether the database answers, at most once a second."""

import time
from collections.abc import Awaitable, Callable
from typing import Any

import sqlalchemy as sa

from ..request_error import RequestError
from ..store.store import Store

PROBE_INTERVAL = 1.0             # seconds for which one look does


class DatabaseProbe:
    """Probes the database, however often it is asked, at most every PROBE_INTERVAL seconds."""

    def __init__(self) -> None:
        self.probed_at, self.trouble = -PROBE_INTERVAL, ""

    async def probe_database(self, run_query: Callable[[Callable[[sa.Connection], Any]], Awaitable[Any]],
                             store: Store) -> str:
        """Return what is wrong with the database; "" when nothing is."""
        if time.monotonic() - self.probed_at >= PROBE_INTERVAL:
            self.probed_at = time.monotonic()
            try:
                await run_query(_select_one)
                self.trouble = "" if store.is_writable else str(RequestError(503, "wrong.store"))
            except RequestError as wrong:
                self.trouble = str(wrong)
        return self.trouble


def _select_one(connection: sa.Connection) -> Any:
    return connection.execute(sa.select(1)).scalar()
