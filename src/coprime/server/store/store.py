"""The store: one writer thread commits queued jobs together; nothing is sent before it is durable."""

import json
import logging
import threading
import time
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from functools import partial
from queue import SimpleQueue
from typing import IO, Any, NamedTuple
from weakref import WeakSet

import sqlalchemy as sa

from ...core.errors import BadInput
from ...table.ports import ChangeSet, ChatLine, JournalRow
from ..cluster import leases
from ..request_error import RequestError
from ..sentences import say
from . import acquaintance_rows, correspondence_rows, database_lock, open_table_rows, rating_rows, schema
from .data_folder import check_database
from .database import create_engine, create_read_engine, first_line, hide_password, sqlite_file
from .database_errors import classify_database_error, is_connection_lost
from .journal_chain import JournalHead, chain_row
from .row_insert import insert_rows

log = logging.getLogger(__name__)
MOST_CHAT_LINES = 100         # lines of chat that are kept of a table
MOST_HEADS = 20_000          # journals whose ends the writer remembers
RECONNECT_PAUSES = (0.1, 5.0)      # seconds until another try to reach the database: the first, and the longest
Job = Callable[[sa.Connection], None]
Done = Callable[[Exception | None], None]


@dataclass
class WriteJob:
    """Something to write: the changes of a table, or any job.

    `on_done` is called when it is durable or has failed.
    owner  whose jobs depend on each other: after a failure no later job of the same owner is written
    fence  of the claim on table `code`, without which the job is refused; None where no claim is needed
    """

    on_done: Done
    code: str = ""
    changes: ChangeSet | None = None
    last_input_at: int = 0
    job: Job | None = None
    owner: object = None
    fence: int | None = None


class StoredTable(NamedTuple):
    """A table as it is stored."""

    code: str
    game: str
    phase: str
    snapshot: dict[str, Any]
    rows: list[JournalRow]
    chat: list[ChatLine]


class Store:
    """A database and its writer thread. `url` is any that SQLAlchemy takes.

    call_soon  runs a callback, on the event loop of a server
    is_shared  other processes use the database too, with leases; `process_id` is set to this process's id there
    is_locked  the caller has locked the file already

    Raises BadInput when it cannot be opened.
    """

    def __init__(self, url: str, call_soon: Callable[[Callable[[], None]], object] = lambda call: call(),
                 is_shared: bool = False, is_locked: bool = False) -> None:
        self.call_soon, self.is_shared, self.process_id = call_soon, is_shared, ""
        self._write_jobs: SimpleQueue[WriteJob | None] = SimpleQueue()
        self._failed_owners: WeakSet[Any] = WeakSet()      # owners of whom something could not be written
        self._heads: dict[str, JournalHead] = {}    # of journals, as they were committed; others may have gone on since
        # After a failed connection: how long the next try waits, and until when (monotonic).
        self._reconnect_pause = self._reconnect_at = 0.0
        self._is_writable = True
        self._lock: IO[bytes] | None = None
        self._connection: sa.Connection | None = None
        try:
            self.engine = create_engine(url)
            self._read_engine = create_read_engine(self.engine)
        except (sa.exc.SQLAlchemyError, ImportError) as wrong:
            raise BadInput(say("start.database", url=hide_password(url), why=first_line(wrong))) from None
        try:
            if (file := sqlite_file(self.engine.url)) is not None:
                check_database(file)
                self._lock = None if is_locked else database_lock.lock_sqlite(file)
            self._connection = database_lock.retry_lock(self._open_connection)
            if not schema.is_ready(self.engine):
                self._migrate_alone()
        except BaseException as wrong:
            self._release()
            if isinstance(wrong, sa.exc.SQLAlchemyError | OSError):
                raise BadInput(say("start.database", url=hide_password(url), why=first_line(wrong))) from None
            raise
        self._writer = threading.Thread(target=self._run_writer, name="store", daemon=True)
        self._writer.start()

    # Writing.

    @property
    def is_writable(self) -> bool:
        """Tell whether the last job could be written."""
        return self._is_writable

    @property
    def queue_length(self) -> int:
        """The number of jobs that wait for the writer."""
        return self._write_jobs.qsize()

    def enqueue_write(self, write_job: WriteJob) -> None:
        """Queue a write job; its `on_done(error or None)` is called through `call_soon`."""
        self._write_jobs.put(write_job)

    def _run_writer(self) -> None:
        """The writer's thread.  It keeps one connection: taking one from the pool costs as much as an insert.

        Whatever happens to the database, the thread goes on: a job fails, and the next one tries again.
        """
        while True:
            batch = [self._write_jobs.get()]
            while not self._write_jobs.empty():
                batch.append(self._write_jobs.get())
            jobs = [write_job for write_job in batch if write_job is not None]
            try:
                results = self._commit_jobs(jobs)
                self.call_soon(lambda results=results: _report_results(results))       # type: ignore[misc]
            except Exception:
                log.exception("telling what was written")
            if len(jobs) < len(batch):
                return self._close_connection()

    def _commit_jobs(self, jobs: list[WriteJob]) -> list[tuple[Done, Exception | None]]:
        """Commit jobs together; where one of them cannot be written, each by itself, so that only this one fails."""
        errors: dict[int, Exception] = {}
        blocked = [write_job for write_job in jobs
                   if write_job.owner is not None and write_job.owner in self._failed_owners]
        for write_job in blocked:
            errors[id(write_job)] = RequestError(503, "wrong.behind")
        good = [write_job for write_job in jobs if id(write_job) not in errors]
        wrong, fenced = self._try_commit(good)
        for write_job in fenced:
            errors[id(write_job)] = RequestError(503, "wrong.moved")
            if write_job.owner is not None:
                self._failed_owners.add(write_job.owner)
        if wrong is not None:
            request_error = classify_database_error(wrong)
            if request_error is None and len(good) > 1:
                return [result for write_job in jobs for result in self._commit_jobs([write_job])]
            if request_error is None:
                log.error("could not be written", exc_info=wrong)
            self._log_change(request_error, wrong)
            for write_job in good:
                errors[id(write_job)] = request_error or wrong
                if write_job.owner is not None:
                    self._failed_owners.add(write_job.owner)
        return [(write_job.on_done, errors.get(id(write_job))) for write_job in jobs]

    def _try_commit(self, jobs: list[WriteJob]) -> tuple[Exception | None, list[WriteJob]]:
        """Commit jobs; return the error or None, and those left out since another process has claimed their tables.

        A connection that is found broken before the commit was asked for is replaced once.  After that nobody knows
        whether the jobs are in the database, so they fail, and their tables are made again from what is there.
        """
        if not any(write_job.job or (write_job.changes and write_job.changes.needs_commit) for write_job in jobs):
            return None, []
        for may_retry in (True, False):
            is_commit_requested = False
            try:
                connection = self._ensure_connection()
                with connection.begin() as transaction:
                    fenced = self._find_fenced_jobs(connection, jobs) if self.is_shared else []
                    good = [write_job for write_job in jobs if write_job not in fenced] if fenced else jobs
                    heads = write_jobs(connection, good, self._heads)
                    is_commit_requested = True
                    transaction.commit()
                self._remember_heads(heads)
                self._log_change(None, None)
                return None, fenced
            except Exception as wrong:
                self._close_connection()
                if is_commit_requested or not may_retry or not is_connection_lost(wrong):
                    return wrong, []
        return None, []

    def _remember_heads(self, heads: Mapping[str, JournalHead]) -> None:
        """Remember where journals end that were committed now."""
        if len(self._heads) > MOST_HEADS:
            self._heads.clear()
        self._heads.update(heads)

    def _find_fenced_jobs(self, connection: sa.Connection, jobs: list[WriteJob]) -> list[WriteJob]:
        """Return the jobs whose fence is not their table's any more; the claims of the others hold until the commit."""
        leases.begin_immediate(connection)
        shown = {write_job.code for write_job in jobs if write_job.fence is not None}
        held = leases.read_held_fences(connection, self.process_id, shown) if shown else {}
        return [write_job for write_job in jobs
                if write_job.fence is not None and held.get(write_job.code) != write_job.fence]

    def _ensure_connection(self) -> sa.Connection:
        """Return the writer's connection; where it is gone open it again, at first soon, then after longer pauses."""
        if self._connection is None:
            if time.monotonic() < self._reconnect_at:
                raise RequestError(503, "wrong.store", wait=2)
            try:
                self._connection = self._open_connection()
            except Exception:
                self._reconnect_pause = min(RECONNECT_PAUSES[1], 2 * self._reconnect_pause or RECONNECT_PAUSES[0])
                self._reconnect_at = time.monotonic() + self._reconnect_pause
                raise
            self._reconnect_pause = 0.0
        return self._connection

    def _migrate_alone(self) -> None:
        """Migrate the database while no other process uses it."""
        from .migrate import migrate_database

        if self.is_shared:
            self._close_connection()
            self._connection = database_lock.retry_lock(partial(self._open_connection, alone=True))
        # Raises BadInput where the database needs something else than a migration.
        migrate_database(self.engine)
        if self.is_shared:
            self._close_connection()
            self._connection = database_lock.retry_lock(self._open_connection)

    def _open_connection(self, alone: bool = False) -> sa.Connection:
        """Open a connection outside the pool; closing it gives up the lock on the database."""
        with self.engine.connect():            # left in the pool: the first connection to SQLite takes room on the disk
            connection = self.engine.connect()
        try:
            connection.detach()
            database_lock.lock_postgres(connection, self.is_shared and not alone)
        except BaseException:
            connection.close()
            raise
        return connection

    def _close_connection(self) -> None:
        connection, self._connection = self._connection, None
        try:
            if connection is not None:
                connection.close()
        except Exception as wrong:
            log.warning("a connection could not be closed: %s", first_line(wrong))

    def _log_change(self, request_error: RequestError | None, wrong: Exception | None) -> None:
        """Log a line when the database cannot be written any more, and one when it can again."""
        if request_error is not None and self._is_writable:
            log.error("%s (%s)", request_error, first_line(wrong))
        elif wrong is None and not self._is_writable:
            log.error("The database can be written again.")
        self._is_writable = request_error is None

    # Reading.  Each opens a connection of its own, so it may be called in any thread.

    def read(self, query: Callable[[sa.Connection], Any]) -> Any:
        """Return the result of a query. Raises RequestError while the database cannot be used. Thread-safe.

        No connection is tested before it is used: where one turns out to be broken, the query runs once more.
        """
        return self._run_query(self._read_engine.connect, query, repeats=self._read_engine is not self.engine)

    def run_transaction(self, job: Callable[[sa.Connection], Any], begin: Callable[[], Any] | None = None) -> Any:
        """Run a job in a transaction of its own, and return its result once it is durable.

        Raises as `read` does.
        begin  opens the transaction on a connection outside the pool
        """
        return self._run_query(begin or self.engine.begin, job)

    def _run_query(self, open_connection: Callable[[], Any], query: Callable[[sa.Connection], Any],
                   repeats: bool = False) -> Any:
        try:
            with open_connection() as connection:
                return query(connection)
        except sa.exc.SQLAlchemyError as wrong:
            if repeats and is_connection_lost(wrong):
                return self._run_query(open_connection, query)
            request_error = classify_database_error(wrong)
            if request_error is None:
                raise
            raise request_error from wrong

    def load_table(self, code: str) -> StoredTable | None:
        """Return everything stored about a table, or None."""
        return self.read(lambda connection: read_table(connection, code))

    def load_match_rows(self, code: str, match: int) -> list[JournalRow]:
        """Return the journal of one match."""
        e = schema.events.c
        query = sa.select(e.n, e.match, e.seat, e.action, e.message).where(e.code == code, e.match == match)
        return [JournalRow(*row) for row in self.read(lambda connection: connection.execute(query.order_by(e.n)).all())]

    def close(self) -> None:
        """Write what still waits, then close."""
        self._write_jobs.put(None)
        self._writer.join()
        self._release()

    def _release(self) -> None:
        self._close_connection()
        self._read_engine.dispose()
        self.engine.dispose()
        if self._lock:
            self._lock.close()


def _report_results(results: Iterable[tuple[Done, Exception | None]]) -> None:
    for done, wrong in results:
        try:
            done(wrong)
        except Exception:
            log.exception("telling that something was written")


def write_jobs(connection: sa.Connection, jobs: Iterable[WriteJob],
               known: Mapping[str, JournalHead] | None = None) -> dict[str, JournalHead]:
    """Write several jobs in one transaction; returns the heads of the journals that were extended.

    `known` has heads of journals that may be out of date.
    """
    jobs = list(jobs)
    rows, heads = _chain_rows(connection, jobs, known or {})
    insert_rows(connection, schema.events, rows)
    insert_rows(connection, schema.journal_heads, [(code, *heads[code]) for code in sorted(heads)])
    lines = [{"code": write_job.code, **line._asdict()}
             for write_job in jobs if write_job.changes for line in write_job.changes.chat]
    if lines:
        connection.execute(sa.insert(schema.chat), lines)
        _forget_old_lines(connection, {line["code"] for line in lines})
    for write_job in jobs:
        if write_job.changes and write_job.changes.settings is not None:
            write_settings(connection, write_job.code, write_job.changes.settings, write_job.last_input_at)
        if write_job.changes and write_job.changes.companions:
            acquaintance_rows.note_match(connection, write_job.changes.companions, write_job.code, int(time.time()))
        if write_job.changes and write_job.changes.rated:
            rating_rows.write_match(connection, write_job.code, write_job.changes.rated, int(time.time()))
        if write_job.job:
            write_job.job(connection)
    return heads


def _chain_rows(connection: sa.Connection, jobs: list[WriteJob], known_heads: Mapping[str, JournalHead],
             ) -> tuple[list[tuple[Any, ...]], dict[str, JournalHead]]:
    """Return the rows of jobs with their links and digests, and the heads of the journals after them.

    A known head holds where the new row has the next number: a row that was committed never gets another link.
    """
    rows: list[tuple[Any, ...]] = []
    heads: dict[str, JournalHead] = {}
    for write_job in jobs:
        for row in write_job.changes.journal_rows if write_job.changes else ():
            head = heads.get(write_job.code) or known_heads.get(write_job.code)
            if head is None or head.n != row.n - 1 and write_job.code not in heads:
                head = read_head(connection, write_job.code)
            link, digest = chain_row(head.link, write_job.code, *row)
            heads[write_job.code] = JournalHead(row.n, link)
            rows.append((write_job.code, *row, link, digest))
    return rows, heads


def read_head(connection: sa.Connection, code: str) -> JournalHead:
    """Return the head of a table's journal: where it ends."""
    h = schema.journal_heads.c
    found = connection.execute(sa.select(h.n, h.link).where(h.code == code)).first()
    return JournalHead(*found) if found else JournalHead()


def _forget_old_lines(connection: sa.Connection, codes: Iterable[str]) -> None:
    """Delete what is more of a table's chat than a page is sent."""
    c = schema.chat.c
    for code in codes:
        newest_first = sa.select(c.id).where(c.code == code).order_by(c.id.desc())
        old = newest_first.offset(MOST_CHAT_LINES).limit(1).scalar_subquery()
        connection.execute(sa.delete(schema.chat).where(c.code == code, c.id <= old))


def write_settings(connection: sa.Connection, code: str, settings: dict[str, Any], last_input_at: int) -> None:
    """Write the snapshot of a table: its phase and its guests into columns and rows, the rest as JSON."""
    stored = {name: value for name, value in settings.items() if name not in ("guests", "phase", "game")}
    t, g = schema.tables, schema.guests
    connection.execute(sa.update(t).where(t.c.code == code).values(
        phase=settings["phase"], game=settings.get("game", t.c.game), touched=last_input_at, kept=json.dumps(stored)))
    connection.execute(sa.delete(g).where(g.c.code == code))
    guests = [{"code": code, "who": one["who"], "person": one["key"], "name": one["name"], "role": one["role"]}
              for one in settings["guests"]]
    if guests:
        connection.execute(sa.insert(g), guests)
    open_table_rows.write_open_table(connection, code, settings, last_input_at)
    correspondence_rows.write_correspondence(connection, code, settings)


def read_table(connection: sa.Connection, code: str) -> StoredTable | None:
    """Return a table with its last match and its chat, or None."""
    t, g, e, c = (table.c for table in (schema.tables, schema.guests, schema.events, schema.chat))
    found = connection.execute(sa.select(t.game, t.phase, t.kept).where(t.code == code)).first()
    if found is None:
        return None
    stored = json.loads(found.kept)
    guest_query = sa.select(g.who, g.person, g.name, g.role).where(g.code == code).order_by(g.who)
    stored["guests"] = [{"who": who, "key": person, "name": name, "role": role}
                        for who, person, name, role in connection.execute(guest_query)]
    last = sa.select(sa.func.max(e.match)).where(e.code == code).scalar_subquery()
    query = sa.select(e.n, e.match, e.seat, e.action, e.message).where(e.code == code, e.match == last).order_by(e.n)
    chat_query = sa.select(c.who, c.name, c.text,
                           c.at).where(c.code == code).order_by(c.id.desc()).limit(MOST_CHAT_LINES)
    return StoredTable(code, found.game, found.phase, stored, [JournalRow(*row) for row in connection.execute(query)],
                       [ChatLine(*line) for line in connection.execute(chat_query)][::-1])
