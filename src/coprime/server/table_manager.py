"""All tables of a server, and what they need: the store, threads to think in, chance, compiled rules."""

import asyncio
import contextlib
import logging
import secrets
import time
from collections import deque
from collections.abc import Awaitable, Callable, Mapping
from concurrent.futures import ThreadPoolExecutor
from functools import partial
from typing import Any

import sqlalchemy as sa

from ..core.errors import BadInput, BadRecord
from ..core.game import Game, Rules
from ..core.registry import all_games
from ..table import people, pipeline, show
from ..table.ports import ChangeSet, OwnBot
from ..table.sentences import say as table_say
from ..table.settings import Settings
from ..table.snapshot import restore_table
from ..table.table import Table
from .bots.compile_queue import CompileQueue
from .bots.scheduler import ThinkScheduler
from .cluster import leases
from .cluster.lease_keeper import LeaseKeeper
from .cluster.leases import LOST, HeldElsewhere
from .codes import ALPHABET, LETTERS
from .diagnostics.database_probe import DatabaseProbe
from .limits import Limits
from .sentences import RequestError, say
from .store import schema
from .store.calendar import Calendar, load_readings
from .store.erasure import forget_old, forget_person
from .store.store import Store, WriteJob, read_table
from .store.table_rows import OPEN, find_open_code, list_idle_tables, update_table
from .table_actor import TableActor

log = logging.getLogger(__name__)
ASIDE = "aside"             # a table whose journal cannot be read: neither played nor swept away
READERS = 8                 # threads that read the store
ANSWER = 10.0               # seconds in which it has to answer
SOON = 3.0                  # and where another process may answer instead
SWEEP = 60.0                # seconds between two looks for tables that nobody uses


class TableManager:
    """The tables by code.  Lives on one event loop; it is what `coprime.table.ports.TableHost` asks for."""

    def __init__(self, store: Store, limits: Limits, invite: Callable[[str], dict[str, Any]], grace: float = 60,
                 rest: float = 20, warm: bool = True, own: Mapping[str, OwnBot] | None = None,
                 holder: LeaseKeeper | None = None) -> None:
        self.store, self.limits, self.invite, self.grace, self.rest = store, limits, invite, grace, rest
        self.own, self.holder = own or {}, holder
        self.loop = asyncio.get_running_loop()
        self.rooms: dict[str, TableActor] = {}
        self.warming = CompileQueue(warm, self._compiled)
        self._readers = ThreadPoolExecutor(READERS, thread_name_prefix="reader")
        self.clock = time.monotonic
        self.calendar: Calendar | None = None
        self._waking: dict[str, asyncio.Future[TableActor | None]] = {}
        self._showing: deque[Table] = deque()
        self._shown: set[Table] = set()
        self.thinking, self.pulse = ThinkScheduler(self.loop), DatabaseProbe()
        # (where a table is, a person's key, their new name), told to the process that holds it; None forgets them
        self.far: Callable[[HeldElsewhere, str, str | None], Awaitable[None]]
        self._unread: set[str] = set()                  # tables that were left to another version
        self.troubled: set[str] = set()                 # those that could not be read or shown since the start
        # (table, unit, when it was put, whether it could be kept), told to whoever counts
        self.watched: Callable[[Table, ChangeSet, float, bool], None] = lambda *_: None

    # What a table asks for.

    def randbits(self, k: int) -> int:
        return secrets.randbits(k)

    def wall(self) -> int:
        return int(time.time())

    def rules(self, game: Game) -> Rules:
        return self.warming.rules(game)

    def search(self, game: Game, level: str) -> Callable[..., Any] | None:
        return self.warming.search(game, level)

    def _compiled(self, game: Game) -> None:
        """Rules or bots of a game are ready: its tables look again now, and not only when somebody acts there."""
        def looked() -> None:
            for room in [room for room in self.rooms.values() if room.table.game is game]:
                room.put(lambda now: None)
        with contextlib.suppress(RuntimeError):             # the house has been closed meanwhile
            self.loop.call_soon_threadsafe(looked)

    def keep(self, table: Table, unit: ChangeSet) -> None:
        told = partial(self._kept, table, unit, time.perf_counter())
        self.store.put(WriteJob(told, table.code, unit, table.touched, owner=table, fence=self._fence(table)))

    def _fence(self, table: Table) -> int | None:
        """Of the claim by which we hold a table; None where nobody else could hold it."""
        if self.holder is None:
            return None
        room = self.rooms.get(table.code)
        return room.fence if room is not None and room.table is table else LOST

    def _kept(self, table: Table, unit: ChangeSet, start: float, wrong: Exception | None) -> None:
        self.watched(table, unit, start, wrong is None)
        if wrong is None:
            pipeline.on_committed(table, unit)
        else:
            self.drop_table(table, str(wrong) if isinstance(wrong, RequestError) else table_say("ended.kept"))

    def drop_table(self, table: Table, why: str) -> None:
        """Forget what is in memory: the store has the last word, and everybody connects again."""
        room = self.rooms.get(table.code)
        if room is not None and room.table is table:
            del self.rooms[table.code]
            room.stop()
        for visit in table.visits:
            visit.link.shut(1012, why)
        table.visits.clear()

    def show(self, table: Table) -> None:
        if table not in self._shown:
            self._shown.add(table)
            self._showing.append(table)
            if len(self._showing) == 1:
                self.loop.call_soon(self._show_next)

    def _show_next(self) -> None:
        """One table at a time, so that under load answers go before pictures and several events share one picture."""
        table = self._showing[0]
        self._shown.discard(table)
        try:
            wrong = show.send_updates(table, self.loop.time())
        except Exception as broken:
            wrong = [broken]
        for why in wrong:
            log.error("table %s of %s could not be shown", table.code, table.game.name, exc_info=why,
                      extra={"table": table.code})
            self.troubled.add(table.code)
        self._showing.popleft()
        if self._showing:
            self.loop.call_soon(self._show_next)

    def work(self, table: Table, job: Callable[[], Any], then: Callable[[Any, float], None], person: str = "") -> None:
        self.thinking.put(table.code, job, lambda result: self._arrive(table, partial(then, result)), person)

    def _arrive(self, table: Table, job: Callable[[float], None]) -> None:
        room = self.rooms.get(table.code)
        if room is not None and room.table is table:
            room.put(job)

    # Tables.

    async def open_table(self, game: Game, settings: Settings, address: str,
                         prepare: Callable[[Table, float], None]) -> str:
        """A new table; `prepare(table, now)` sets it up.  Returns its code once it is durable.  Raises BadInput."""
        if self.holder is not None and self.holder.draining:
            raise RequestError(503, "wrong.stop", wait=1)
        room = TableActor(self.loop)
        code = await self.new_code()
        table = room.table = Table(code, game, settings, self)
        table.clock.lengthen(self.loop.time(), settings.factor)
        prepare(table, self.loop.time())
        row = {"code": code, "game": game.name, "phase": "lobby", "opened": self.wall(), "touched": self.wall(),
               "address": address, "kept": "{}"}
        if self.holder is not None:
            room.fence = 1
            row |= {"owner": self.holder.me.id, "fence": room.fence}
        await self.write_durably(lambda connection: connection.execute(sa.insert(schema.tables), row))
        self.rooms[code] = room
        room.put(lambda now: table.mark_changed())
        await self.write_durably(lambda connection: None)
        if self.rooms.get(code) is not room:                # its first unit could not be kept
            raise RequestError(503, "wrong.store", wait=2)
        return code

    async def new_code(self, letters: int = LETTERS) -> str:
        """A code that no table and no class has."""
        while True:
            code = "".join(secrets.choice(ALPHABET) for _ in range(letters))
            if code not in self.rooms and await self.read_store(partial(find_open_code, code=code)) is None:
                return code

    async def in_thread(self, job: Callable[..., Any], *given: Any) -> Any:
        """A job that reads the store or costs work, without holding up the tables."""
        return await asyncio.to_thread(job, *given)

    async def read_store(self, query: Callable[[sa.Connection], Any]) -> Any:
        """What a query finds.  Raises RequestError when the store does not answer; nothing else waits for it then."""
        reading = self.loop.run_in_executor(self._readers, self.store.read, query)
        try:
            return await asyncio.wait_for(reading, ANSWER if self.holder is None else SOON)
        except TimeoutError:
            raise RequestError(503, "wrong.store", wait=2) from None

    async def write_durably(self, job: Callable[[sa.Connection], Any], code: str = "",
                            fence: int | None = None) -> None:
        """Wait until a job, and all before it, is durable.  About a table it shows the fence of our claim."""
        done: asyncio.Future[None] = self.loop.create_future()

        def finished(wrong: Exception | None) -> None:
            if not done.done():
                done.set_exception(wrong) if wrong else done.set_result(None)
        self.store.put(WriteJob(finished, code, job=job, fence=fence))
        await done

    def write_unawaited(self, job: Callable[[sa.Connection], Any], code: str = "", fence: int | None = None) -> None:
        """Have something written for which nobody waits, and which may be lost."""
        self.store.put(WriteJob(lambda wrong: None, code, job=job, fence=fence))

    async def get_table_actor(self, code: str) -> TableActor | None:
        """The table of that code, waking it if it sleeps in the store; None when there is none or it is closed.

        Raises HeldElsewhere when another process holds it, and RequestError.
        """
        if code in self.rooms:
            return self.rooms[code]
        if code not in self._waking:
            self._waking[code] = asyncio.ensure_future(self._wake(code))
            self._waking[code].add_done_callback(lambda done: self._waking.pop(code))
        room = await asyncio.shield(self._waking[code])
        if room is not None and room.stopped:               # it has been given away since, before we had our turn
            raise RequestError(503, "wrong.store", wait=1)
        return room

    async def _wake(self, code: str) -> TableActor | None:
        """Raises RequestError for a table that is there but cannot be read."""
        fence = await self.holder.claim(code) if self.holder else None
        if self.holder and fence is None:
            return None
        kept = await self.read_store(partial(read_table, code=code))
        if kept is None or kept.phase not in (*OPEN, ASIDE) or not kept.kept:
            return None
        try:
            if kept.game not in all_games():
                raise BadRecord(say("wrong.nogame", game=kept.game))
            table = await asyncio.to_thread(
                restore_table, code, all_games()[kept.game], kept.kept, kept.rows, kept.chat, self)
        except Exception as wrong:
            raise await self._set_aside(code, kept.phase, wrong, fence) from wrong
        room = self.rooms[code] = TableActor(self.loop)
        room.table, room.fence = table, fence
        room.arm(self.loop.time())
        self.troubled.discard(code)
        if kept.phase == ASIDE:                             # it can be read again
            self.write_unawaited(partial(update_table, code=code, phase=table.phase), code, fence)
        return room

    def note_visit(self, code: str) -> None:
        """Somebody has come to a table, which may be all that happens there."""
        self.write_unawaited(partial(update_table, code=code, touched=self.wall()))

    async def _set_aside(self, code: str, phase: str, wrong: Exception, fence: int | None) -> Exception:
        """Mark a table whose journal cannot be read, so that nothing sweeps it away.  Returns what is said of it.

        While a process of another version lives, it is left to that one, unless that has left it to us.
        """
        other = self.holder.other_version() if self.holder and code not in self._unread else None
        if other is not None:
            self._unread.add(code)
            await self.write_durably(partial(leases.release_table, code=code, to=other.id), code, fence)
            return HeldElsewhere(code, other.id, other.address)
        self.troubled.add(code)
        known = isinstance(wrong, BadInput)
        why = str(wrong) if known else say("wrong.unreadable", why=f"{type(wrong).__name__}: {wrong}"[:200])
        if phase != ASIDE:
            log.error("table %s: %s", code, why, exc_info=None if known else wrong, extra={"table": code})
            t = schema.tables
            query = sa.update(t).where(t.c.code == code).values(phase=ASIDE)
            await self.write_durably(lambda connection: connection.execute(query), code, fence)
        return RequestError(409, "wrong.aside", why=why, code=code)

    async def close(self, code: str, fence: int | None = None) -> None:
        """Mark a table as closed."""
        await self.write_durably(partial(update_table, code=code, phase="closed", address=""), code, fence)

    async def sweep(self) -> None:
        """Let tables sleep that nobody is at, close those that nobody came back to, forget what is long over."""
        now = self.loop.time()
        for code, room in list(self.rooms.items()):
            if room.table.visits:
                room.left = now
            elif room.empty and (room.table.closed or now - room.left > self.limits.asleep):
                room.stop()
                del self.rooms[code]
                if room.fence is not None:
                    self.write_unawaited(partial(leases.release_table, code=code), code, room.fence)
        calendar = await self._calendar()
        before = calendar.stamp_before(self.limits.idle)
        for code in await self.read_store(partial(list_idle_tables, before=before,
                                                  me=self.holder.me.id if self.holder else "")):
            awake = self.rooms.get(code)
            if awake is not None and awake.table.touched >= before:
                continue
            if awake is not None:
                awake.put(partial(_end_idle, awake.table))
            with contextlib.suppress(HeldElsewhere):
                await self.close(code, awake.fence if awake else await self.holder.claim(code) if self.holder else None)
        if self.holder is None or self.holder.is_first:
            await self.write_durably(partial(forget_old, before=calendar.stamp_before, purge=self.limits.purge))

    async def _calendar(self) -> Calendar:
        """The calendar, after a look at the wall.  Of several processes the first one keeps it."""
        if self.holder is not None and not self.holder.is_first:
            self.calendar = None
            return Calendar(await self.read_store(load_readings), self.wall, self.clock)
        if self.calendar is None:
            self.calendar = Calendar(await self.read_store(load_readings), self.wall, self.clock)
        if self.calendar.read_wall_clock(max(self.limits.idle, self.limits.purge)):
            await self.write_durably(self.calendar.save_readings)
        return self.calendar

    async def run_sweeps(self) -> None:
        """Sweep until cancelled."""
        while True:
            await asyncio.sleep(SWEEP)
            try:
                await self.sweep()
            except RequestError as wrong:
                log.warning("not swept: %s", wrong)
            except Exception:
                log.exception("sweeping")

    # People.

    async def rename_person(self, key: str, name: str) -> None:
        for code in await self._codes_of(key):
            await self.apply_person_change(code, key, name)

    async def forget_person(self, key: str) -> None:
        """Everything about a person goes: from the tables in play, and from the store."""
        for code in await self._codes_of(key):
            await self.apply_person_change(code, key, None)
        await self.write_durably(partial(forget_person, key=key))

    async def apply_person_change(self, code: str, key: str, name: str | None) -> None:
        """Tell a table, wherever it is, that a person has another name or wants to be forgotten.

        Raises RequestError.
        """
        try:
            room = await self.get_table_actor(code)
        except HeldElsewhere as there:
            return await self.far(there, key, name)
        if room is not None and name is not None:
            room.put(partial(people.rename_person, room.table, key, name))
        elif room is not None:
            room.put(partial(people.forget_person, room.table, key))
        return None

    async def _codes_of(self, key: str) -> list[str]:
        g = schema.guests.c
        query = sa.select(g.code).where(g.person == key)
        found: list[str] = await self.read_store(lambda c: list(c.execute(query).scalars()))
        return found

    async def stop(self) -> None:
        """Say goodbye, and keep what is still on its way."""
        for room in list(self.rooms.values()):
            room.stop()
            for visit in list(room.table.visits):
                visit.link.shut(1012, "")
        self.rooms.clear()
        self.warming.stop()
        self._readers.shutdown(wait=False, cancel_futures=True)
        self.thinking.stop()


def _end_idle(table: Table, now: float) -> None:
    table.close_table("idle")
