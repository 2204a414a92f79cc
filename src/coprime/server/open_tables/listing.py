"""The list of the tables on the home page, read once for everybody who looks at it."""

import asyncio
import logging
from collections import defaultdict
from collections.abc import Awaitable, Callable, Sequence
from functools import partial
from typing import Any

import msgspec
import sqlalchemy as sa

from ...classroom.joining import is_rude
from ...core.registry import all_games
from ..sentences import RequestError
from ..store.open_table_rows import OpenTable, read_open_tables

log = logging.getLogger(__name__)
REFRESH_SECONDS = 1.0           # seconds between two looks into the store while somebody watches
ReadStore = Callable[[Callable[[sa.Connection], Any]], Awaitable[Any]]


class OpenTableList:
    """The list as JSON, which all pages that watch it share: one query a second for all of them together.

    read      runs a query;  wall  seconds since the epoch;  most  tables that are shown
    is_empty  whether nobody is at a table of this process; those of others are believed
    """

    def __init__(self, read: ReadStore, wall: Callable[[], int], most: int, is_empty: Callable[[str], bool]) -> None:
        self._read, self._wall, self._most, self._is_empty = read, wall, most, is_empty
        self.pairing_locks: defaultdict[str, asyncio.Lock] = defaultdict(asyncio.Lock)        # by game
        self._loop = asyncio.get_running_loop()
        self._body = b""
        self._tables: list[OpenTable] = []
        self._read_at = float("-inf")
        self._watchers = 0
        self._refreshing: asyncio.Task[None] | None = None
        self._changed: asyncio.Future[None] = self._loop.create_future()

    async def read_tables(self, game: str = "") -> list[OpenTable]:
        """Return the tables that are on the page now, the one listed first at the front; of one game or of all."""
        found: Sequence[OpenTable] = await self._read(
            partial(read_open_tables, now=self._wall(), most=self._most, game=game))
        return [one._replace(host=visible_name(one.host)) for one in found
                if one.game in all_games() and not self._is_empty(one.code)]

    async def current_body(self) -> bytes:
        """Return the list as JSON, at most REFRESH_SECONDS old. Raises RequestError."""
        if self._loop.time() - self._read_at > REFRESH_SECONDS:
            await self._refresh()
        return self._body

    def body_for(self, muted: frozenset[str]) -> bytes:
        """Return the list as somebody reads it who has muted these people: the names of such hosts are hidden."""
        if not any(one.person in muted for one in self._tables):
            return self._body
        return encode_tables(hide_hosts(self._tables, muted))

    async def wait_for_change(self, known: bytes, seconds: float) -> bytes:
        """Return the list once it differs from the one that a page knows; b"" where it has not for so long."""
        if self._body != known:
            return self._body
        self._watchers += 1
        if self._refreshing is None:
            self._refreshing = self._loop.create_task(self._keep_fresh())
        try:
            async with asyncio.timeout(seconds):
                await asyncio.shield(self._changed)
        except TimeoutError:
            return b""
        finally:
            self._watchers -= 1
        return self._body

    async def _keep_fresh(self) -> None:
        """Look into the store once a second for as long as somebody watches."""
        while self._watchers:
            try:
                await self._refresh()
            except RequestError as wrong:
                log.warning("open tables were not read: %s", wrong)
            await asyncio.sleep(REFRESH_SECONDS)
        self._refreshing = None

    async def _refresh(self) -> None:
        self._read_at = self._loop.time()           # before it, so that many who ask at once cause one query
        self._tables = await self.read_tables()
        body = encode_tables(self._tables)
        if body != self._body:
            self._body = body
            changed, self._changed = self._changed, self._loop.create_future()
            changed.set_result(None)


class ReaderList:
    """The list as one reader sees it, who has muted some people."""

    def __init__(self, listing: OpenTableList, muted: frozenset[str]) -> None:
        self._listing, self._muted = listing, muted
        self._shared = b""              # what everybody's list was when this reader got it

    async def current_body(self) -> bytes:
        """Return the list as JSON. Raises RequestError."""
        self._shared = await self._listing.current_body()
        return self._listing.body_for(self._muted)

    async def wait_for_change(self, known: bytes, seconds: float) -> bytes:
        """Return the list once everybody's has changed; b"" where it has not for so long."""
        changed = await self._listing.wait_for_change(self._shared, seconds)
        self._shared = changed or self._shared
        return self._listing.body_for(self._muted) if changed else b""

    def close(self) -> None:
        """Do nothing: the list is everybody's."""


def encode_tables(tables: Sequence[OpenTable]) -> bytes:
    """Return the list as pages get it: without the keys of people."""
    return msgspec.json.encode({"tables": [
        {"code": one.code, "host": one.host, "game": one.game, "phase": one.phase, "free": one.free,
         "seats": one.seats} for one in tables]})


def hide_hosts(tables: Sequence[OpenTable], muted: frozenset[str]) -> list[OpenTable]:
    """Return tables as somebody reads them who has muted these people."""
    return [one._replace(host="") if one.person in muted else one for one in tables]


def visible_name(name: str) -> str:
    """Return a host's name as strangers may read it: "" where it holds a rude word."""
    return "" if is_rude(name) else name
