"""The list of the tables on the home page, read once for everybody who looks at it."""

import asyncio
from collections import defaultdict
from collections.abc import Awaitable, Callable, Iterable, Sequence
from functools import partial
from typing import Any

import msgspec
import sqlalchemy as sa

from ...classroom.joining import is_rude
from ...core.registry import all_games, find_game
from ..list_refresh import REFRESH_SECONDS, refresh_while_watched
from ..store.invitation_rows import Invitation, read_invitations
from ..store.open_table_rows import OpenTable, read_open_tables

ReadStore = Callable[[Callable[[sa.Connection], Any]], Awaitable[Any]]


class OpenTableList:
    """The list as JSON, which all pages that watch it share: one query a second for all of them together.

    read      runs a query;  wall  seconds since the epoch;  most  tables that are shown
    is_empty  whether nobody is at a table of this process; those of others are believed
    change_count  how often the list has changed
    """

    def __init__(self, read: ReadStore, wall: Callable[[], int], most: int, is_empty: Callable[[str], bool]) -> None:
        self._read, self._wall, self._most, self._is_empty = read, wall, most, is_empty
        self.pairing_locks: defaultdict[str, asyncio.Lock] = defaultdict(asyncio.Lock)        # by game
        self._loop = asyncio.get_running_loop()
        self._body = b""
        self.change_count = 0
        self._tables: list[OpenTable] = []
        self._invitations: dict[str, list[Invitation]] = {}            # by the person whom they invite
        self._read_at = float("-inf")
        self._watchers = 0
        self._refreshing: asyncio.Task[None] | None = None
        self._changed: asyncio.Future[None] = self._loop.create_future()

    async def read_tables(self, game: str = "") -> list[OpenTable]:
        """Return the tables that are on the page now, the one listed first at the front; of one game or of all."""
        found: Sequence[OpenTable] = await self._read(
            partial(read_open_tables, now=self._wall(), most=self._most, game=game))
        return self._select_visible(found)

    def _select_visible(self, tables: Sequence[OpenTable]) -> list[OpenTable]:
        return [one._replace(host=visible_name(one.host)) for one in tables
                if one.game in all_games() and not self._is_empty(one.code)]

    async def current_body(self) -> bytes:
        """Return the list as JSON, at most REFRESH_SECONDS old. Raises RequestError."""
        await self.refresh_if_stale()
        return self._body

    async def refresh_if_stale(self) -> None:
        """Read the list again where it is older than REFRESH_SECONDS. Raises RequestError."""
        if self._loop.time() - self._read_at > REFRESH_SECONDS:
            await self._refresh()

    def body_for(self, key: str, muted: frozenset[str]) -> bytes:
        """Return the list as one person reads it: with their invitations, without names of hosts they have muted."""
        invitations = self._invitations.get(key, [])
        if not invitations and not any(one.person in muted for one in self._tables):
            return self._body
        return encode_tables(blank_muted_hosts(self._tables, muted), invitations)

    async def wait_for_change(self, known: int, seconds: float) -> int:
        """Return the number of changes once it differs from the one that a page knows, or after so many seconds."""
        if self.change_count != known:
            return self.change_count
        self._watchers += 1
        if self._refreshing is None:
            self._refreshing = self._loop.create_task(self._keep_fresh())
        try:
            async with asyncio.timeout(seconds):
                await asyncio.shield(self._changed)
        except TimeoutError:
            return known
        finally:
            self._watchers -= 1
        return self.change_count

    async def _keep_fresh(self) -> None:
        await refresh_while_watched(lambda: self._watchers, self._refresh, "open tables")
        self._refreshing = None

    async def _refresh(self) -> None:
        self._read_at = self._loop.time()           # before it, so that many who ask at once cause one query
        now = self._wall()
        found, standing = await self._read(lambda connection: (
            read_open_tables(connection, now, self._most), read_invitations(connection, now)))
        self._tables = self._select_visible(found)
        body, invitations = encode_tables(self._tables), _by_invited(standing)
        if body != self._body or invitations != self._invitations:
            self._body, self._invitations = body, invitations
            self.change_count += 1
            changed, self._changed = self._changed, self._loop.create_future()
            changed.set_result(None)


class ReaderList:
    """The list as one person reads it: with their invitations, without the names of hosts whom they have muted."""

    def __init__(self, listing: OpenTableList, key: str, muted: frozenset[str]) -> None:
        self._listing, self._key, self._muted = listing, key, muted
        self._known = 0                 # changes of the list when this reader got it

    async def current_body(self) -> bytes:
        """Return the list as JSON. Raises RequestError."""
        await self._listing.refresh_if_stale()
        self._known = self._listing.change_count
        return self._listing.body_for(self._key, self._muted)

    async def wait_for_change(self, known: bytes, seconds: float) -> bytes:
        """Return the list once it differs from the one that a page knows; b"" where it has not for so long."""
        loop = asyncio.get_running_loop()
        end = loop.time() + seconds
        while (left := end - loop.time()) > 0:
            self._known = await self._listing.wait_for_change(self._known, left)
            if (body := self._listing.body_for(self._key, self._muted)) != known:
                return body
        return b""

    def close(self) -> None:
        """Do nothing: the list is everybody's."""


def _by_invited(invitations: Iterable[Invitation]) -> dict[str, list[Invitation]]:
    found: dict[str, list[Invitation]] = {}
    for one in invitations:
        found.setdefault(one.to, []).append(one)
    return found


def encode_tables(tables: Sequence[OpenTable], invitations: Sequence[Invitation] = ()) -> bytes:
    """Return the list as pages get it: without the keys of people."""
    body: dict[str, Any] = {"tables": [
        {"code": one.code, "host": one.host, "game": one.game, "phase": one.phase, "free": one.free,
         "seats": one.seats} for one in tables]}
    if invitations:
        body["invitations"] = [invitation_json(one) for one in invitations]
    return msgspec.json.encode(body)


def invitation_json(one: Invitation) -> dict[str, Any]:
    """Return an invitation as the invited gets it; `name` is "" where it holds a rude word."""
    return {"id": one.id, "name": visible_name(one.name), "game": one.game, "title": game_title(one.game)}


def game_title(name: str) -> str:
    """Return the title of a game in the current language; its name where it is not installed any more."""
    return find_game(name).localized_title if name in all_games() else name


def blank_muted_hosts(tables: Sequence[OpenTable], muted: frozenset[str]) -> list[OpenTable]:
    """Return the same tables, without the names of hosts among the muted people."""
    return [one._replace(host="") if one.person in muted else one for one in tables]


def visible_name(name: str) -> str:
    """Return a host's name as strangers may read it: "" where it holds a rude word."""
    return "" if is_rude(name) else name
