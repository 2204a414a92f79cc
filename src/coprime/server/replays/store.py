"""Replays: finished matches and uploaded records, looked at from any seat at any step."""

import asyncio
import secrets
import time
from collections.abc import Callable, Sequence
from functools import partial
from typing import Any

import msgspec
import sqlalchemy as sa

from ...core.match import Match
from ...core.registry import find_game as find
from ...table.history import History
from ...table.ports import Row
from ...table.watcher_log import WatcherLog
from ..limits import Limits
from ..sentences import RequestError
from ..store import quota, schema
from .session import MatchUpTo
from .worker_pool import Fetch, ReplayWorkerPool


class ReplayStore:
    """The replays that are kept.  Whatever plays a record through does so in a reader's process, never in the house.

    `person`: for whom something is done: everybody waits for their own jobs alone.
    """

    def __init__(self, read: Callable[[Callable[[sa.Connection], Any]], Any], written: Callable[..., Any],
                 limits: Limits) -> None:
        self.read, self.written, self.limits = read, written, limits
        self.readers = ReplayWorkerPool(limits.readers, limits.reading)

    async def upload(self, text: Fetch, person: str) -> bytes:
        """Keep a record from outside; `text` reads it once a reader is free, and may raise BadInput.

        Returns what is told of it.  Raises BadInput.
        """
        if self.readers.waits(person):
            raise RequestError(429, "wrong.onereading", wait=5)
        return await self._add(text, person)

    async def keep(self, text: str, person: str) -> bytes:
        """Keep a record of ours.  Returns what is told of it.  Raises BadInput."""
        async def given() -> str:
            return text
        return await self._add(given, person)

    async def _add(self, text: Fetch, person: str) -> bytes:
        """Keep a record; the oldest of a person's go when there are too many.  Raises BadInput."""
        id = secrets.token_urlsafe(9)
        record, told = await self.readers.ask(person, "kept", id, text, id, type=tuple[str, bytes])
        row = {"id": id, "person": person, "created": int(time.time()), "record": record}
        await self.written(partial(quota.store_within_quota, row=row, limits=self.limits))
        return bytes(told)

    async def look(self, id: str, person: str, watcher: int, first: int, last: int) -> bytes:
        """A replay with some of its steps as a seat, or WATCHER, saw them.  Raises RequestError."""
        found: bytes = await self._ask(person, "look", id, id, watcher, _small(first), _small(last), type=bytes)
        return found

    async def told(self, id: str, person: str) -> bytes:
        """A replay without steps.  Raises RequestError."""
        found: bytes = await self._ask(person, "told", id, id, type=bytes)
        return found

    async def upto(self, id: str, person: str, step: int, seat: int, called: Sequence[str]) -> MatchUpTo:
        """What a table needs that goes on from a step.  Raises RequestError."""
        found = await self._ask(person, "upto", id, _small(step), _small(seat), list(called), type=bytes)
        return await asyncio.to_thread(msgspec.json.decode, found, type=MatchUpTo)

    async def game(self, id: str) -> str:
        """Whose replay it is.  Raises RequestError."""
        first = (await self.text(id)).partition("\n")[0]
        return str(msgspec.json.decode(first + "]}")["game"])

    async def look_back(self, id: str, person: str, seat: int) -> dict[str, Any]:
        """The moments of a seat.  Raises RequestError."""
        return dict(await self._ask(person, "look_back", id, _small(seat), type=dict[str, Any]))

    async def learn(self, id: str, person: str, seat: int, number: int) -> dict[str, Any]:
        """What a moment teaches.  Raises RequestError."""
        return dict(await self._ask(person, "learn", id, _small(seat), _small(number), type=dict[str, Any]))

    async def again(self, id: str, person: str, seat: int, number: int, tried: Any) -> dict[str, Any]:
        """A try at a moment.  Raises RequestError."""
        given = msgspec.to_builtins(tried)
        return dict(await self._ask(person, "again", id, _small(seat), _small(number), given, type=dict[str, Any]))

    async def of_journal(self, game: str, rows: Sequence[Row], person: str) -> str:
        """The record of one match of a table.  Raises BadInput."""
        found: str = await self.of_match("written", game, rows, person, type=str)
        return found

    async def ended(self, game: str, rows: Sequence[Row], seat: int, account: Sequence[Any], person: str) -> bytes:
        """What the end of one match of a table tells a seat, or WATCHER, by its holders' account.  Raises BadInput."""
        found: bytes = await self.of_match("ended", game, rows, person, seat, account, type=bytes)
        return found

    async def of_match(self, job: str, game: str, rows: Sequence[Row], person: str, *given: Any, type: Any) -> Any:
        """What a job of a reader finds in the journal of one match of a table.  Raises BadInput."""
        async def none() -> None:
            return None
        return await self.readers.ask(person, job, "", none, game, [list(row) for row in rows], *given, type=type)

    async def text(self, id: str) -> str:
        """A replay's record.  Raises RequestError."""
        return str(await self._one(schema.replays.c.record, id))

    async def there(self, id: str) -> None:
        """Raises RequestError when a replay is not kept (any more)."""
        await self._one(schema.replays.c.id, id)

    async def _one(self, column: sa.Column[Any], id: str) -> Any:
        """A column of a replay.  Raises RequestError."""
        query = sa.select(column).where(schema.replays.c.id == id)
        found = None
        if id.isprintable():                            # PostgreSQL's text holds no NUL
            found = await asyncio.to_thread(self.read, lambda c: c.execute(query).scalar())
        if found is None:
            raise RequestError(404, "wrong.replay", id=id[:40])
        return found

    async def _ask(self, person: str, job: str, id: str, *given: Any, type: Any) -> Any:
        await self.there(id)
        return await self.readers.ask(person, job, id, partial(self.text, id), *given, type=type)


def _small(number: int) -> int:
    """A number from outside, or one that is as far out."""
    return max(-1, min(number, 2**31))


def history_from_match(upto: MatchUpTo, rules: Any) -> tuple[History, list[WatcherLog]]:
    """A match that a reader has played up to a step, as a table takes it."""
    match = Match(find(upto.game), upto.seats, upto.options, rules)
    history = History.from_replay(match, 1, upto.happened, upto.positions)
    return history, [WatcherLog.from_lines(watcher, history, lines) for watcher, lines in upto.eyes.items()]
