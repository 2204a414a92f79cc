"""The store: one writer commits what has arrived together; an action is durable before anyone is told of it."""

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
from ...table.ports import ChangeSet, ChatLine, Row
from ..cluster import leases
from ..sentences import RequestError, say
from . import database_lock, schema
from .data_folder import check_database
from .database import create_engine, first_line, hide_password, sqlite_file
from .database_errors import classify_database_error, is_connection_lost
from .journal_chain import JournalHead, chain_row
from .row_insert import insert_rows

log = logging.getLogger(__name__)
CHAT_BACK = 100         # lines of chat that are kept of a table
HEADS = 20_000          # journals whose ends the writer remembers
WAITS = (0.1, 5.0)      # seconds until another try to reach the database: the first, and the longest
Job = Callable[[sa.Connection], None]
Done = Callable[[Exception | None], None]


@dataclass
class WriteJob:
    """Something to be written: a unit of a table, or any job; `done` is called when it is durable or has failed.

    owner  whose units follow each other: after one that failed, no later one of the same owner is written
    fence  of the claim on the table `code`, without which it is not written; None where no claim is asked for
    """

    done: Done
    code: str = ""
    unit: ChangeSet | None = None
    touched: int = 0
    job: Job | None = None
    owner: object = None
    fence: int | None = None


class StoredTable(NamedTuple):
    """A table as it lies in the store."""

    code: str
    game: str
    phase: str
    kept: dict[str, Any]
    rows: list[Row]
    chat: list[ChatLine]


class Store:
    """A database and its one writer.  `url` is any that SQLAlchemy takes; SQLite is what the house brings.

    shared  other processes use it at the same time, and `leases` tells who may write what;  me  our id there
    guarded  whoever opened it has locked the file already, for all of them

    Raises BadInput when it cannot be opened.
    """

    def __init__(self, url: str, tell: Callable[[Callable[[], None]], object] = lambda call: call(),
                 shared: bool = False, guarded: bool = False) -> None:
        self.tell, self.shared, self.me = tell, shared, ""
        self._orders: SimpleQueue[WriteJob | None] = SimpleQueue()
        self._failed: WeakSet[Any] = WeakSet()      # owners of whom something could not be written
        self._heads: dict[str, JournalHead] = {}    # of journals, as they were committed; others may have gone on since
        self._wait = self._again = 0.0              # after a failed connection: how long, and until when (monotonic)
        self._well = True
        self._lock: IO[bytes] | None = None
        self._connection: sa.Connection | None = None
        try:
            self.engine = create_engine(url)
        except (sa.exc.SQLAlchemyError, ImportError) as wrong:
            raise BadInput(say("start.database", url=hide_password(url), why=first_line(wrong))) from None
        try:
            if (file := sqlite_file(self.engine.url)) is not None:
                check_database(file)
                self._lock = None if guarded else database_lock.lock_sqlite(file)
            self._connection = database_lock.retry_lock(self._connect)
            if not schema.is_ready(self.engine):
                self._migrate()
        except BaseException as wrong:
            self._let_go()
            if isinstance(wrong, sa.exc.SQLAlchemyError | OSError):
                raise BadInput(say("start.database", url=hide_password(url), why=first_line(wrong))) from None
            raise
        self._writer = threading.Thread(target=self._write, name="store", daemon=True)
        self._writer.start()

    # Writing.

    @property
    def well(self) -> bool:
        """Could the last order be written?"""
        return self._well

    @property
    def waiting(self) -> int:
        """How many orders wait for the writer."""
        return self._orders.qsize()

    def put(self, order: WriteJob) -> None:
        """Write an order after those before it; `done(error or None)` is called through `tell`."""
        self._orders.put(order)

    def _write(self) -> None:
        """The writer's thread.  It keeps one connection: taking one from the pool costs as much as an insert.

        Whatever happens to the database, it goes on: an order fails, and the next one tries again.
        """
        while True:
            batch = [self._orders.get()]
            while not self._orders.empty():
                batch.append(self._orders.get())
            orders = [order for order in batch if order is not None]
            try:
                results = self._commit(orders)
                self.tell(lambda results=results: _tell_all(results))       # type: ignore[misc]
            except Exception:
                log.exception("telling what was written")
            if len(orders) < len(batch):
                return self._hang_up()

    def _commit(self, orders: list[WriteJob]) -> list[tuple[Done, Exception | None]]:
        """Commit orders together; if one of them is wrong each by itself, so that it does not take others with it."""
        told: dict[int, Exception] = {}
        behind = [order for order in orders if order.owner is not None and order.owner in self._failed]
        for order in behind:
            told[id(order)] = RequestError(503, "wrong.behind")
        good = [order for order in orders if id(order) not in told]
        wrong, lost = self._attempt(good)
        for order in lost:
            told[id(order)] = RequestError(503, "wrong.moved")
            if order.owner is not None:
                self._failed.add(order.owner)
        if wrong is not None:
            excuse = classify_database_error(wrong)
            if excuse is None and len(good) > 1:
                return [result for order in orders for result in self._commit([order])]
            if excuse is None:
                log.error("could not be written", exc_info=wrong)
            self._note(excuse, wrong)
            for order in good:
                told[id(order)] = excuse or wrong
                if order.owner is not None:
                    self._failed.add(order.owner)
        return [(order.done, told.get(id(order))) for order in orders]

    def _attempt(self, orders: list[WriteJob]) -> tuple[Exception | None, list[WriteJob]]:
        """Commit orders; returns why it could not be done, and those that were left out: their tables are others' now.

        A connection that is found broken before the commit was asked for is replaced once.  After that nobody knows
        whether the orders are in the database, so they fail, and their tables are made again from what is there.
        """
        if not any(order.job or (order.unit and order.unit.needs_commit) for order in orders):
            return None, []
        for more in (True, False):
            asked = False
            try:
                connection = self._connected()
                with connection.begin() as transaction:
                    gone = self._gone(connection, orders) if self.shared else []
                    good = [order for order in orders if order not in gone] if gone else orders
                    heads = write_jobs(connection, good, self._heads)
                    asked = True
                    transaction.commit()
                self._remember(heads)
                self._note(None, None)
                return None, gone
            except Exception as wrong:
                self._hang_up()
                if asked or not more or not is_connection_lost(wrong):
                    return wrong, []
        return None, []

    def _remember(self, heads: Mapping[str, JournalHead]) -> None:
        """Remember where journals end that were committed now."""
        if len(self._heads) > HEADS:
            self._heads.clear()
        self._heads.update(heads)

    def _gone(self, connection: sa.Connection, orders: list[WriteJob]) -> list[WriteJob]:
        """The orders that show a fence which is not their table's any more; the others' tables stay ours to the end."""
        leases.begin_immediate(connection)
        shown = {order.code for order in orders if order.fence is not None}
        held = leases.held_fences(connection, self.me, shown) if shown else {}
        return [order for order in orders if order.fence is not None and held.get(order.code) != order.fence]

    def _connected(self) -> sa.Connection:
        """The writer's connection, opened again when it is gone: soon at first, then after longer and longer pauses."""
        if self._connection is None:
            if time.monotonic() < self._again:
                raise RequestError(503, "wrong.store", wait=2)
            try:
                self._connection = self._connect()
            except Exception:
                self._wait = min(WAITS[1], 2 * self._wait or WAITS[0])
                self._again = time.monotonic() + self._wait
                raise
            self._wait = 0.0
        return self._connection

    def _migrate(self) -> None:
        """Bring the database up to date, alone."""
        from .migrate import migrate

        if self.shared:
            self._hang_up()
            self._connection = database_lock.retry_lock(partial(self._connect, alone=True))
        migrate(self.engine)                            # which says what is wrong, if it is not that a step is due
        if self.shared:
            self._hang_up()
            self._connection = database_lock.retry_lock(self._connect)

    def _connect(self, alone: bool = False) -> sa.Connection:
        """A connection that is not the pool's: closing it gives up the claim on the database."""
        with self.engine.connect():            # left in the pool: the first connection to SQLite takes room on the disk
            connection = self.engine.connect()
        try:
            connection.detach()
            database_lock.lock_postgres(connection, self.shared and not alone)
        except BaseException:
            connection.close()
            raise
        return connection

    def _hang_up(self) -> None:
        connection, self._connection = self._connection, None
        try:
            if connection is not None:
                connection.close()
        except Exception as wrong:
            log.warning("a connection could not be closed: %s", first_line(wrong))

    def _note(self, excuse: RequestError | None, wrong: Exception | None) -> None:
        """One line in the log when the database is found unusable, and one when it is there again."""
        if excuse is not None and self._well:
            log.error("%s (%s)", excuse, first_line(wrong))
        elif wrong is None and not self._well:
            log.error("The database can be written again.")
        self._well = excuse is None

    # Reading.  Each opens a connection of its own, so it may be called in any thread.

    def read(self, query: Callable[[sa.Connection], Any]) -> Any:
        """What a query finds.  Raises RequestError while the database cannot be used."""
        return self._using(self.engine.connect, query)

    def change(self, job: Callable[[sa.Connection], Any], begin: Callable[[], Any] | None = None) -> Any:
        """What a job finds, for which no order waits; what it changed is durable.  Raises as `read` does.

        begin  opens the transaction, on another connection than one of the pool's
        """
        return self._using(begin or self.engine.begin, job)

    def _using(self, opened: Callable[[], Any], query: Callable[[sa.Connection], Any]) -> Any:
        try:
            with opened() as connection:
                return query(connection)
        except sa.exc.SQLAlchemyError as wrong:
            excuse = classify_database_error(wrong)
            if excuse is None:
                raise
            raise excuse from wrong

    def table(self, code: str) -> StoredTable | None:
        """Everything about a table."""
        return self.read(lambda connection: read_table(connection, code))

    def rows(self, code: str, match: int) -> list[Row]:
        """The journal of one match."""
        e = schema.events.c
        query = sa.select(e.n, e.match, e.seat, e.action, e.message).where(e.code == code, e.match == match)
        return [Row(*row) for row in self.read(lambda connection: connection.execute(query.order_by(e.n)).all())]

    def close(self) -> None:
        """Write what is still waiting, then close."""
        self._orders.put(None)
        self._writer.join()
        self._let_go()

    def _let_go(self) -> None:
        self._hang_up()
        self.engine.dispose()
        if self._lock:
            self._lock.close()


def _tell_all(results: Iterable[tuple[Done, Exception | None]]) -> None:
    for done, wrong in results:
        try:
            done(wrong)
        except Exception:
            log.exception("telling that something was written")


def write_jobs(connection: sa.Connection, orders: Iterable[WriteJob],
               known: Mapping[str, JournalHead] | None = None) -> dict[str, JournalHead]:
    """Write all of several orders in one transaction; returns where the journals end that they were added to.

    `known` has ends of journals that may be out of date.
    """
    orders = list(orders)
    rows, heads = _chained(connection, orders, known or {})
    insert_rows(connection, schema.events, rows)
    insert_rows(connection, schema.journal_heads, [(code, *heads[code]) for code in sorted(heads)])
    lines = [{"code": order.code, **line._asdict()} for order in orders if order.unit for line in order.unit.chat]
    if lines:
        connection.execute(sa.insert(schema.chat), lines)
        _forget_old_lines(connection, {line["code"] for line in lines})
    for order in orders:
        if order.unit and order.unit.settings is not None:
            write_settings(connection, order.code, order.unit.settings, order.touched)
        if order.job:
            order.job(connection)
    return heads


def _chained(connection: sa.Connection, orders: list[WriteJob], known: Mapping[str, JournalHead],
             ) -> tuple[list[tuple[Any, ...]], dict[str, JournalHead]]:
    """The rows of orders with their links and digests, and where the journals end after them.

    A known end holds where the new row has the next number: a row that was committed never gets another link.
    """
    rows: list[tuple[Any, ...]] = []
    heads: dict[str, JournalHead] = {}
    for order in orders:
        for row in order.unit.rows if order.unit else ():
            head = heads.get(order.code) or known.get(order.code)
            if head is None or head.n != row.n - 1 and order.code not in heads:
                head = read_head(connection, order.code)
            link, digest = chain_row(head.link, order.code, *row)
            heads[order.code] = JournalHead(row.n, link)
            rows.append((order.code, *row, link, digest))
    return rows, heads


def read_head(connection: sa.Connection, code: str) -> JournalHead:
    """Where a table's journal ends."""
    h = schema.journal_heads.c
    found = connection.execute(sa.select(h.n, h.link).where(h.code == code)).first()
    return JournalHead(*found) if found else JournalHead()


def _forget_old_lines(connection: sa.Connection, codes: Iterable[str]) -> None:
    """Of a table's chat no more is kept than a page is sent."""
    c = schema.chat.c
    for code in codes:
        old = sa.select(c.id).where(c.code == code).order_by(c.id.desc()).offset(CHAT_BACK).limit(1).scalar_subquery()
        connection.execute(sa.delete(schema.chat).where(c.code == code, c.id <= old))


def write_settings(connection: sa.Connection, code: str, settings: dict[str, Any], touched: int) -> None:
    kept = {name: value for name, value in settings.items() if name not in ("guests", "phase")}
    t, g = schema.tables, schema.guests
    connection.execute(sa.update(t).where(t.c.code == code).values(
        phase=settings["phase"], touched=touched, kept=json.dumps(kept)))
    connection.execute(sa.delete(g).where(g.c.code == code))
    guests = [{"code": code, "who": one["who"], "person": one["key"], "name": one["name"], "role": one["role"]}
              for one in settings["guests"]]
    if guests:
        connection.execute(sa.insert(g), guests)


def read_table(connection: sa.Connection, code: str) -> StoredTable | None:
    t, g, e, c = (table.c for table in (schema.tables, schema.guests, schema.events, schema.chat))
    found = connection.execute(sa.select(t.game, t.phase, t.kept).where(t.code == code)).first()
    if found is None:
        return None
    kept = json.loads(found.kept)
    met = sa.select(g.who, g.person, g.name, g.role).where(g.code == code).order_by(g.who)
    kept["guests"] = [{"who": who, "key": person, "name": name, "role": role}
                      for who, person, name, role in connection.execute(met)]
    last = sa.select(sa.func.max(e.match)).where(e.code == code).scalar_subquery()
    query = sa.select(e.n, e.match, e.seat, e.action, e.message).where(e.code == code, e.match == last).order_by(e.n)
    said = sa.select(c.who, c.name, c.text, c.at).where(c.code == code).order_by(c.id.desc()).limit(CHAT_BACK)
    return StoredTable(code, found.game, found.phase, kept, [Row(*row) for row in connection.execute(query)],
                       [ChatLine(*line) for line in connection.execute(said)][::-1])
