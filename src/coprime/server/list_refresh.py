"""Keep a list that pages watch fresh: one look into the store a second for all of them together."""

import asyncio
import logging
from collections.abc import Awaitable, Callable

from .request_error import RequestError

log = logging.getLogger(__name__)
REFRESH_SECONDS = 1.0


async def refresh_while_watched(is_watched: Callable[[], object], refresh: Callable[[], Awaitable[None]],
                                what: str) -> None:
    """Refresh a list every REFRESH_SECONDS for as long as it is watched; what goes wrong is logged and tried again."""
    while is_watched():
        try:
            await refresh()
        except RequestError as wrong:
            log.warning("%s were not read: %s", what, wrong)
        except Exception:
            log.exception("%s were not read", what)
        await asyncio.sleep(REFRESH_SECONDS)
