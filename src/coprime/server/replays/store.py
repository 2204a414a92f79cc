"""Replays: stored matches and uploaded records, shown from any seat at any step."""

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
from ...table.event_history import EventHistory
from ...table.observer_log import WatcherLog
from ...table.ports import JournalRow
from ..rate_limits import Limits
from ..request_error import RequestError
from ..store import replay_quota, schema
from .session import MatchUpTo
from .worker_pool import FetchText, ReplayWorkerPool


class ReplayStore:
    """The stored replays. Records are replayed in worker processes, never in the server process.

    `person` is whom a job is for: everybody waits only for their own jobs.
    """

    def __init__(self, read: Callable[[Callable[[sa.Connection], Any]], Any], write_durably: Callable[..., Any],
                 limits: Limits) -> None:
        self.read, self.write_durably, self.limits = read, write_durably, limits
        self.worker_pool = ReplayWorkerPool(limits.readers, limits.reading)

    async def store_upload(self, text: FetchText, person: str) -> bytes:
        """Store an uploaded record; `text` reads it once a worker is free, and may raise BadInput.

        Returns the encoded `Replay`. Raises BadInput.
        """
        if self.worker_pool.is_waiting(person):
            raise RequestError(429, "wrong.onereading", wait=5)
        return await self._store_text(text, person)

    async def store_record(self, text: str, person: str) -> bytes:
        """Store a record of a match played here. Returns the encoded `Replay`. Raises BadInput."""
        async def read_text() -> str:
            return text
        return await self._store_text(read_text, person)

    async def _store_text(self, text: FetchText, person: str) -> bytes:
        """Keep a record; the oldest of a person's go when there are too many.  Raises BadInput."""
        id = secrets.token_urlsafe(9)
        record, replay = await self.worker_pool.run_job(person, "kept", id, text, id, type=tuple[str, bytes])
        row = {"id": id, "person": person, "created": int(time.time()), "record": record}
        await self.write_durably(partial(replay_quota.store_within_quota, row=row, limits=self.limits))
        return bytes(replay)

    async def load_steps(self, id: str, person: str, watcher: int, first: int, last: int) -> bytes:
        """Return the encoded `Replay` with some of its steps, as a seat or WATCHER saw them.

        Raises RequestError.
        """
        found: bytes = await self._run_replay_job(person, "look", id, id, watcher, _clamp_number(first),
                                                  _clamp_number(last), type=bytes)
        return found

    async def load_replay(self, id: str, person: str) -> bytes:
        """Return the encoded `Replay` without steps. Raises RequestError."""
        found: bytes = await self._run_replay_job(person, "told", id, id, type=bytes)
        return found

    async def load_match_up_to(self, id: str, person: str, step: int, seat: int,
                               seat_names: Sequence[str]) -> MatchUpTo:
        """Return a replay up to a step, for a table that continues it. Raises RequestError."""
        found = await self._run_replay_job(person, "upto", id, _clamp_number(step), _clamp_number(seat),
                                           list(seat_names), type=bytes)
        return await asyncio.to_thread(msgspec.json.decode, found, type=MatchUpTo)

    async def read_game_name(self, id: str) -> str:
        """Return the name of the game of a replay. Raises RequestError."""
        first = (await self.read_record(id)).partition("\n")[0]
        return str(msgspec.json.decode(first + "]}")["game"])

    async def review_replay(self, id: str, person: str, seat: int) -> dict[str, Any]:
        """Return the moments to learn from of a seat. Raises RequestError."""
        return dict(await self._run_replay_job(person, "look_back", id, _clamp_number(seat), type=dict[str, Any]))

    async def explain_moment(self, id: str, person: str, seat: int, number: int) -> dict[str, Any]:
        """Return the explanation of a moment. Raises RequestError."""
        return dict(await self._run_replay_job(person, "learn", id, _clamp_number(seat), _clamp_number(number),
                                               type=dict[str, Any]))

    async def try_moment(self, id: str, person: str, seat: int, number: int, tried: Any) -> dict[str, Any]:
        """Answer an attempt at a moment. Raises RequestError."""
        given = msgspec.to_builtins(tried)
        return dict(await self._run_replay_job(person, "again", id, _clamp_number(seat), _clamp_number(number), given,
                                               type=dict[str, Any]))

    async def write_notation(self, id: str, person: str) -> str:
        """Return a replay in the notation of the game's players. Raises RequestError."""
        return str(await self._run_replay_job(person, "notation", id, type=str))

    async def record_from_journal(self, game: str, rows: Sequence[JournalRow], person: str) -> str:
        """Return the record of one match of a table, from its journal. Raises BadInput."""
        found: str = await self.run_journal_job("written", game, rows, person, type=str)
        return found

    async def describe_ending(self, game: str, rows: Sequence[JournalRow], seat: int, account: Sequence[Any],
                              person: str) -> bytes:
        """Return the story of the end of a match for a seat or WATCHER, encoded. Raises BadInput.

        account  who held the seats, as `SeatHolders.account_for` gives it
        """
        found: bytes = await self.run_journal_job("ended", game, rows, person, seat, account, type=bytes)
        return found

    async def run_journal_job(self, job: str, game: str, rows: Sequence[JournalRow], person: str, *given: Any,
                              type: Any) -> Any:
        """Run a worker job on the journal of one match and return its result. Raises BadInput."""
        async def none() -> None:
            return None
        return await self.worker_pool.run_job(person, job, "", none, game, [list(row) for row in rows], *given,
                                              type=type)

    async def read_record(self, id: str) -> str:
        """A replay's record.  Raises RequestError."""
        return str(await self._read_column(schema.replays.c.record, id))

    async def require_replay(self, id: str) -> None:
        """Raise RequestError when a replay is not stored (any more)."""
        await self._read_column(schema.replays.c.id, id)

    async def _read_column(self, column: sa.Column[Any], id: str) -> Any:
        """A column of a replay.  Raises RequestError."""
        query = sa.select(column).where(schema.replays.c.id == id)
        found = None
        if id.isprintable():                            # PostgreSQL's text holds no NUL
            found = await asyncio.to_thread(self.read, lambda c: c.execute(query).scalar())
        if found is None:
            raise RequestError(404, "wrong.replay", id=id[:40])
        return found

    async def _run_replay_job(self, person: str, job: str, id: str, *given: Any, type: Any) -> Any:
        await self.require_replay(id)
        return await self.worker_pool.run_job(person, job, id, partial(self.read_record, id), *given, type=type)


def _clamp_number(number: int) -> int:
    """A number from outside, or one that is as far out."""
    return max(-1, min(number, 2**31))


def history_from_match(upto: MatchUpTo, rules: Any) -> tuple[EventHistory, list[WatcherLog]]:
    """Return the history and the watcher logs of a match that a worker has replayed."""
    match = Match(find(upto.game), upto.seats, upto.options, rules)
    history = EventHistory.from_replay(match, 1, upto.events, upto.positions)
    return history, [WatcherLog.from_lines(watcher, history, lines) for watcher, lines in upto.log_lines.items()]
