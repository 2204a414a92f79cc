"""All tables of a server, and what they need: storage, threads, random numbers, compiled rules."""

import asyncio
import contextlib
import logging
import secrets
import time
from collections import deque
from collections.abc import Awaitable, Callable, Mapping
from concurrent.futures import ThreadPoolExecutor
from contextvars import copy_context
from functools import partial
from typing import Any, TypeVar

import sqlalchemy as sa

from ..core.errors import BadInput, BadRecord
from ..core.game import Game, Rules
from ..core.registry import all_games
from ..table import broadcast, open_seats, person_commands, pipeline
from ..table.ports import ChangeSet, OwnBot
from ..table.sentences import say as table_say
from ..table.settings import Settings
from ..table.snapshot import restore_table, serialize_snapshot
from ..table.table import Table
from .bots.compile_queue import CompileQueue
from .bots.scheduler import ThinkScheduler
from .cluster import leases
from .cluster.lease_keeper import LeaseKeeper
from .cluster.leases import NO_FENCE, HeldElsewhere
from .diagnostics.database_probe import DatabaseProbe
from .join_code_drawing import draw_join_codes
from .join_codes import TABLE_LETTERS
from .rate_limits import Limits
from .request_error import RequestError
from .sentences import say
from .store import schema
from .store.clock_readings import RunningTimeClock, load_readings
from .store.database import READ_CONNECTIONS
from .store.erasure import forget_expired, forget_person
from .store.open_table_rows import note_seen
from .store.server_uptime import OpenTime
from .store.store import Store, WriteJob, read_table
from .store.table_queries import LIVE_PHASES, insert_table, list_idle_tables, update_table
from .table_actor import TableActor, hear_outcome, quiet_seconds

T = TypeVar("T")
log = logging.getLogger(__name__)
UNREADABLE = "aside"             # a table whose journal cannot be read: neither played nor swept away
DB_READ_THREADS = READ_CONNECTIONS                 # threads that read the store
READ_SECONDS = 10.0               # seconds in which it has to answer
SHARED_READ_SECONDS = 3.0                  # and where another process may answer instead
SWEEP_SECONDS = 60.0                # seconds between two looks for tables that nobody uses


class TableManager:
    """The tables in memory, by code, on one event loop. It is the `TableHost` of its tables."""

    def __init__(self, store: Store, limits: Limits, invite: Callable[[str], dict[str, Any]], grace: float = 60,
                 rest: float = 20, warm: bool = True, own: Mapping[str, OwnBot] | None = None,
                 holder: LeaseKeeper | None = None) -> None:
        self.store, self.limits, self.invitation_json = store, limits, invite
        self.grace_seconds, self.rest_seconds = grace, rest
        self.operator_bots, self.lease_keeper = own or {}, holder
        self.loop = asyncio.get_running_loop()
        self.table_actors: dict[str, TableActor] = {}
        self.compile_queue = CompileQueue(warm, self._notify_compiled)
        self._readers = ThreadPoolExecutor(DB_READ_THREADS, thread_name_prefix="reader")
        self.clock = time.monotonic
        self.calendar: RunningTimeClock | None = None
        self.open_time = OpenTime()
        self._waking: dict[str, asyncio.Future[TableActor | None]] = {}
        self._update_queue: deque[Table] = deque()
        self._update_pending: set[Table] = set()
        self.think_scheduler, self.database_probe = ThinkScheduler(self.loop), DatabaseProbe()
        # (where a table is, a person's key, their new name), told to the process that holds it; None forgets them
        self.forward_person_change: Callable[[HeldElsewhere, str, str | None], Awaitable[None]]
        self._left_to_other_version: set[str] = set()                  # tables that were left to another version
        self.troubled_codes: set[str] = set()                 # those that could not be read or shown since the start
        # (table, unit, when it was put, whether it could be kept), told to whoever counts
        self.on_stored: Callable[[Table, ChangeSet, float, bool], None] = lambda *_: None
        self.on_game_over: Callable[[Table], None] = lambda table: None      # at a table of a tournament, once stored

    # What a table asks for.

    def randbits(self, k: int) -> int:
        """Return an integer of k random bits."""
        return secrets.randbits(k)

    def wall_seconds(self) -> int:
        """Return the seconds since the epoch."""
        return int(time.time())

    def open_seconds(self) -> float:
        """Return the seconds that the server has been open in all, which tables over days count."""
        return self.open_time.seconds()

    @property
    def process_id(self) -> str:
        """The id of this process in the store; "" where no other could hold a table."""
        return self.lease_keeper.me.id if self.lease_keeper is not None else ""

    @property
    def lists_tables(self) -> bool:
        """Tell whether tables may be shown on the server's home page."""
        return self.limits.listed > 0

    def is_empty_here(self, code: str) -> bool:
        """Tell whether a table is in this process with nobody at it."""
        table_actor = self.table_actors.get(code)
        return table_actor is not None and not open_seats.is_anybody_around(table_actor.table, self.loop.time())

    def current_rules(self, game: Game) -> Rules:
        """Return the compiled rules if they are ready, else the pure-Python ones."""
        return self.compile_queue.current_rules(game)

    def find_search(self, game: Game, level: str) -> Callable[..., Any] | None:
        """Return a searching level's `choose` if it is ready, else None."""
        return self.compile_queue.find_search(game, level)

    def _notify_compiled(self, game: Game) -> None:
        """Rules or bots of a game are ready: its tables look again now, and not only when somebody acts there."""
        def wake_tables() -> None:
            for table_actor in [one for one in self.table_actors.values() if one.table.game is game]:
                table_actor.enqueue_input(lambda now: None)
        with contextlib.suppress(RuntimeError):             # the server has been closed meanwhile
            self.loop.call_soon_threadsafe(wake_tables)

    def commit_changes(self, table: Table, changes: ChangeSet) -> None:
        """Write the changes of a table, then call `pipeline.on_committed`; drop the table if that fails."""
        on_written = partial(self._finish_write, table, changes, time.perf_counter())
        self.store.enqueue_write(WriteJob(on_written, table.code, changes, table.last_input_at, owner=table,
                                          fence=self._fence_of(table)))

    def _fence_of(self, table: Table) -> int | None:
        """Of the claim by which we hold a table; None where nobody else could hold it."""
        if self.lease_keeper is None:
            return None
        table_actor = self.table_actors.get(table.code)
        return table_actor.fence if table_actor is not None and table_actor.table is table else NO_FENCE

    def _finish_write(self, table: Table, changes: ChangeSet, start: float, error: Exception | None) -> None:
        self.on_stored(table, changes, start, error is None)
        if error is None:
            pipeline.on_committed(table, changes)
            if changes.settings and changes.settings.get("outcomes") and changes.settings["phase"] == "over":
                self.on_game_over(table)
        else:
            self.drop_table(table, str(error) if isinstance(error, RequestError) else table_say("ended.kept"))

    def drop_table(self, table: Table, why: str) -> None:
        """Drop a table from memory and close its connections: it is restored from the store on demand."""
        table_actor = self.table_actors.get(table.code)
        if table_actor is not None and table_actor.table is table:
            del self.table_actors[table.code]
            table_actor.stop()
        for connection in table.connections:
            connection.link.close(1012, why)
        table.connections.clear()

    def schedule_updates(self, table: Table) -> None:
        """Send the updates of a table soon, after answers."""
        if table not in self._update_pending:
            self._update_pending.add(table)
            self._update_queue.append(table)
            if len(self._update_queue) == 1:
                self.loop.call_soon(self._send_next_update)

    def _send_next_update(self) -> None:
        """One table at a time, so that under load answers go before pictures and several events share one picture."""
        table = self._update_queue[0]
        self._update_pending.discard(table)
        try:
            wrong = broadcast.send_updates(table, self.loop.time())
        except Exception as broken:
            wrong = [broken]
        for why in wrong:
            log.error("table %s of %s could not be shown", table.code, table.game.name, exc_info=why,
                      extra={"table": table.code})
            self.troubled_codes.add(table.code)
        self._update_queue.popleft()
        if self._update_queue:
            self.loop.call_soon(self._send_next_update)

    def run_job(self, table: Table, job: Callable[[], Any], on_done: Callable[[Any, float], None],
                person: str = "") -> None:
        """Run a job in a thread; its result is an input to the table."""
        self.think_scheduler.submit_job(table.code, job,
                                        lambda result: self._enqueue_result(table, partial(on_done, result)), person)

    def _enqueue_result(self, table: Table, job: Callable[[float], None]) -> None:
        table_actor = self.table_actors.get(table.code)
        if table_actor is not None and table_actor.table is table:
            table_actor.enqueue_input(job)

    # Tables.

    async def open_table(self, game: Game, settings: Settings, address: str,
                         prepare: Callable[[Table, float], None], reserved: str = "") -> str:
        """Open a table that `prepare(table, now)` sets up. Returns its code once it is durable.

        reserved  its code, where the caller has reserved one; nothing is opened if that table is there already

        Raises BadInput.
        """
        if self.lease_keeper is not None and self.lease_keeper.is_draining:
            raise RequestError(503, "wrong.stop", wait=1)
        table_actor = TableActor(self.loop)
        code = reserved or await self.new_code()
        table = table_actor.table = Table(code, game, settings, self)
        table.clock.set_factor(self.loop.time(), settings.factor)
        prepare(table, self.loop.time())
        row = {"code": code, "game": game.name, "phase": "lobby", "opened": self.wall_seconds(),
               "touched": self.wall_seconds(), "address": address, "kept": "{}"}
        if self.lease_keeper is not None:
            table_actor.fence = 1
            row |= {"owner": self.lease_keeper.me.id, "fence": table_actor.fence}
        snapshot = serialize_snapshot(table) if reserved else None
        if not await self.change_durably(partial(insert_table, row=row, snapshot=snapshot)):
            return code
        self.table_actors[code] = table_actor
        table_actor.enqueue_input(lambda now: table.mark_changed())
        if not reserved:                                     # else its snapshot is stored with its row
            await self.write_durably(lambda connection: None)
            if self.table_actors.get(code) is not table_actor:            # its first unit could not be kept
                raise RequestError(503, "wrong.store", wait=2)
        return code

    async def new_code(self, letters: int = TABLE_LETTERS) -> str:
        """Return a code that no table, no class and no tournament has."""
        return (await self.new_codes(1, letters))[0]

    async def new_codes(self, count: int, letters: int = TABLE_LETTERS) -> list[str]:
        """Return so many different codes that no table, no class and no tournament has."""
        return await draw_join_codes(count, letters, self.table_actors, self.read_store)

    async def run_in_thread(self, job: Callable[..., Any], *given: Any) -> Any:
        """Run a job that reads the store or costs work in a thread."""
        return await asyncio.to_thread(job, *given)

    async def read_store(self, query: Callable[[sa.Connection], Any]) -> Any:
        """Return the result of a query. Raises RequestError when the database does not answer in time."""
        reading = self.loop.run_in_executor(self._readers, self.store.read, query)
        try:
            return await asyncio.wait_for(reading, READ_SECONDS if self.lease_keeper is None else SHARED_READ_SECONDS)
        except TimeoutError:
            raise RequestError(503, "wrong.store", wait=2) from None

    async def write_durably(self, job: Callable[[sa.Connection], Any], code: str = "",
                            fence: int | None = None) -> None:
        """Run a write job and wait until it, and all before it, is durable.

        A job about a table shows the fence of our claim. Its sentences are in the language of whoever waits.
        """
        done: asyncio.Future[None] = self.loop.create_future()

        def finish_write(wrong: Exception | None) -> None:
            if not done.done():
                done.set_exception(wrong) if wrong else done.set_result(None)
        context = copy_context()
        self.store.enqueue_write(WriteJob(finish_write, code, job=lambda connection: context.run(job, connection),
                                          fence=fence))
        await done

    async def change_durably(self, job: Callable[[sa.Connection], T]) -> T:
        """Run a write job that may refuse before it writes, and return its result once it is durable.

        If it raises BadInput, that is raised here; the writer's thread, which others share, goes on with their jobs.
        """
        outcome: list[T | BadInput] = []

        def note_outcome(connection: sa.Connection) -> None:
            try:
                outcome.append(job(connection))
            except BadInput as wrong:
                outcome.append(wrong)
        await self.write_durably(note_outcome)
        if isinstance(outcome[-1], BadInput):           # the last: a job may run again
            raise outcome[-1]
        return outcome[-1]

    def write_unawaited(self, job: Callable[[sa.Connection], Any], code: str = "", fence: int | None = None) -> None:
        """Queue a write job that nobody waits for and that may be lost."""
        self.store.enqueue_write(WriteJob(lambda wrong: None, code, job=job, fence=fence))

    async def get_table_actor(self, code: str) -> TableActor | None:
        """Return the table of a code, restored from the store if needed.

        None when there is none or it is closed.
        Raises HeldElsewhere when another process holds it, and RequestError.
        """
        if code in self.table_actors:
            return self.table_actors[code]
        if code not in self._waking:
            self._waking[code] = asyncio.ensure_future(self._wake_table(code))
            self._waking[code].add_done_callback(lambda done: self._waking.pop(code))
            self._waking[code].add_done_callback(hear_outcome)
        table_actor = await asyncio.shield(self._waking[code])
        if table_actor is not None and table_actor.is_stopped:      # it has been given away before we had our turn
            raise RequestError(503, "wrong.store", wait=1)
        return table_actor

    async def _wake_table(self, code: str) -> TableActor | None:
        """Raises RequestError for a table that is there but cannot be read."""
        fence = await self.lease_keeper.claim_table(code) if self.lease_keeper else None
        if self.lease_keeper and fence is None:
            return None
        stored = await self.read_store(partial(read_table, code=code))
        if stored is None or stored.phase not in (*LIVE_PHASES, UNREADABLE) or not stored.snapshot:
            return None
        try:
            if stored.game not in all_games():
                raise BadRecord(say("wrong.nogame", game=stored.game))
            table = await asyncio.to_thread(
                restore_table, code, all_games()[stored.game], stored.snapshot, stored.rows, stored.chat, self)
        except Exception as wrong:
            raise await self._mark_unreadable(code, stored.phase, wrong, fence) from wrong
        table_actor = self.table_actors[code] = TableActor(self.loop)
        table_actor.table, table_actor.fence = table, fence
        table_actor.set_timer(self.loop.time())
        self.troubled_codes.discard(code)
        if stored.phase == UNREADABLE:                             # it can be read again
            self.write_unawaited(partial(update_table, code=code, phase=table.phase), code, fence)
        return table_actor

    def touch_table(self, code: str) -> None:
        """Note in the store that somebody has come to a table."""
        self.write_unawaited(partial(update_table, code=code, touched=self.wall_seconds()))

    async def _mark_unreadable(self, code: str, phase: str, wrong: Exception, fence: int | None) -> Exception:
        """Mark a table whose journal cannot be read, so that nothing sweeps it away.  Returns what is said of it.

        While a process of another version lives, it is left to that one, unless that has left it to us.
        """
        keeper = self.lease_keeper
        other = keeper.find_other_version() if keeper and code not in self._left_to_other_version else None
        if other is not None:
            self._left_to_other_version.add(code)
            await self.write_durably(partial(leases.release_table, code=code, to=other.id), code, fence)
            return HeldElsewhere(code, other.id, other.address)
        self.troubled_codes.add(code)
        known = isinstance(wrong, BadInput)
        why = str(wrong) if known else say("wrong.unreadable", why=f"{type(wrong).__name__}: {wrong}"[:200])
        if phase != UNREADABLE:
            log.error("table %s: %s", code, why, exc_info=None if known else wrong, extra={"table": code})
            await self.write_durably(partial(update_table, code=code, phase=UNREADABLE), code, fence)
        return RequestError(409, "wrong.aside", why=why, code=code)

    async def mark_closed(self, code: str, fence: int | None = None) -> None:
        """Mark a table as closed."""
        await self.write_durably(partial(update_table, code=code, phase="closed", address=""), code, fence)

    async def sweep_tables(self) -> None:
        """Unload unused tables, close abandoned ones, and forget expired data."""
        now = self.loop.time()
        for code, table_actor in list(self.table_actors.items()):
            quiet = quiet_seconds(table_actor.table, self.limits.asleep)
            if table_actor.table.connections:
                table_actor.empty_since = now
            elif table_actor.is_empty and (table_actor.table.is_closed or now - table_actor.empty_since > quiet):
                table_actor.stop()
                del self.table_actors[code]
                if table_actor.fence is not None:
                    self.write_unawaited(partial(leases.release_table, code=code), code, table_actor.fence)
        if self.limits.listed:
            await self._note_listed_tables()
        calendar = await self._read_calendar()
        before = calendar.latest_stamp_before(self.limits.idle)
        for code in await self.read_store(partial(list_idle_tables, before=before,
                                                  me=self.lease_keeper.me.id if self.lease_keeper else "")):
            actor_awake = self.table_actors.get(code)
            if actor_awake is not None and actor_awake.table.last_input_at >= before:
                continue
            if actor_awake is not None:
                actor_awake.enqueue_input(partial(_end_idle, actor_awake.table))
            with contextlib.suppress(HeldElsewhere):
                await self.mark_closed(code, actor_awake.fence if actor_awake
                                       else await self.lease_keeper.claim_table(code) if self.lease_keeper else None)
        if self.lease_keeper is None or self.lease_keeper.is_leader:
            await self.write_durably(partial(forget_expired, before=calendar.latest_stamp_before,
                                             purge=self.limits.purge))

    async def _note_listed_tables(self) -> None:
        """Note at which tables of the home page somebody still is; after a crash the others leave it by themselves."""
        codes = [code for code, table_actor in self.table_actors.items()
                 if table_actor.table.settings.listed and not self.is_empty_here(code)]
        await self.write_durably(partial(note_seen, codes=codes, now=self.wall_seconds()))

    async def _read_calendar(self) -> RunningTimeClock:
        """The calendar, after a look at the wall.  Of several processes the first one keeps it."""
        if self.lease_keeper is not None and not self.lease_keeper.is_leader:
            self.calendar = None
            return RunningTimeClock(await self.read_store(load_readings), self.wall_seconds, self.clock)
        if self.calendar is None:
            self.calendar = RunningTimeClock(await self.read_store(load_readings), self.wall_seconds, self.clock)
        if self.calendar.read_wall_clock(max(self.limits.idle, self.limits.purge)):
            await self.write_durably(self.calendar.save_readings)
        return self.calendar

    async def run_sweeps(self) -> None:
        """Sweep periodically until cancelled."""
        while True:
            await asyncio.sleep(SWEEP_SECONDS)
            try:
                await self.sweep_tables()
            except RequestError as wrong:
                log.warning("not swept: %s", wrong)
            except Exception:
                log.exception("sweeping")

    # People.

    async def rename_person(self, key: str, name: str) -> None:
        """Rename a person at all their tables."""
        for code in await self._codes_of(key):
            await self.apply_person_change(code, key, name)

    async def forget_person(self, key: str) -> None:
        """Forget a person, at the tables in play and in the store."""
        for code in await self._codes_of(key):
            await self.apply_person_change(code, key, None)
        await self.write_durably(partial(forget_person, key=key))

    async def apply_person_change(self, code: str, key: str, name: str | None) -> None:
        """Rename a person at a table, or forget them with None, wherever it is. Raises RequestError."""
        try:
            table_actor = await self.get_table_actor(code)
        except HeldElsewhere as there:
            return await self.forward_person_change(there, key, name)
        if table_actor is not None and name is not None:
            table_actor.enqueue_input(partial(person_commands.rename_person, table_actor.table, key, name))
        elif table_actor is not None:
            table_actor.enqueue_input(partial(person_commands.forget_person, table_actor.table, key))
        return None

    async def _codes_of(self, key: str) -> list[str]:
        g = schema.guests.c
        query = sa.select(g.code).where(g.person == key)
        found: list[str] = await self.read_store(lambda c: list(c.execute(query).scalars()))
        return found

    async def stop_all(self) -> None:
        """Close all connections, and stop the threads and child processes."""
        for table_actor in list(self.table_actors.values()):
            table_actor.stop()
            for visit in list(table_actor.table.connections):
                visit.link.close(1012, "")
        self.table_actors.clear()
        self.compile_queue.stop()
        self._readers.shutdown(wait=False, cancel_futures=True)
        self.think_scheduler.stop()


def _end_idle(table: Table, now: float) -> None:
    table.close_table("idle")
