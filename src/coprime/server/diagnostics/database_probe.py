"""Whether the database answers, asked now and then."""

import time
from collections.abc import Awaitable, Callable
from typing import Any

import sqlalchemy as sa

from ..sentences import RequestError
from ..store.store import Store

OFTEN = 1.0             # seconds for which one look does


class DatabaseProbe:
    """Asks the database, at most once in a while however many ask us."""

    def __init__(self) -> None:
        self.at, self.trouble = -OFTEN, ""

    async def look(self, asked: Callable[[Callable[[sa.Connection], Any]], Awaitable[Any]], store: Store) -> str:
        """What is wrong with the database; "" when nothing is."""
        if time.monotonic() - self.at >= OFTEN:
            self.at = time.monotonic()
            try:
                await asked(_one)
                self.trouble = "" if store.well else str(RequestError(503, "wrong.store"))
            except RequestError as wrong:
                self.trouble = str(wrong)
        return self.trouble


def _one(connection: sa.Connection) -> Any:
    return connection.execute(sa.select(1)).scalar()
