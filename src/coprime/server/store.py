"""The store: one writer commits what has arrived together; an action is durable before anyone is told of it."""

import json
import logging
import threading
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from functools import cache
from queue import SimpleQueue
from typing import Any, NamedTuple

import sqlalchemy as sa
from alembic import command
from alembic.config import Config
from alembic.util.exc import CommandError

from ..core.faults import BadInput
from ..table.outside import Row, Said, Unit
from . import schema
from .folder import APPLICATION
from .sentences import say

log = logging.getLogger(__name__)
CHAT_BACK = 100
AT_ONCE = 50            # events that one statement writes
Job = Callable[[sa.Connection], None]
Done = Callable[[Exception | None], None]


@dataclass
class Order:
    """Something to be written: a unit of a table, or any job; `done` is called when it is durable or has failed."""

    done: Done
    code: str = ""
    unit: Unit | None = None
    touched: int = 0
    job: Job | None = None


class Kept(NamedTuple):
    """A table as it lies in the store."""

    code: str
    game: str
    phase: str
    kept: dict[str, Any]
    rows: list[Row]
    chat: list[Said]


class Store:
    """A database and its one writer.  `url` is any that SQLAlchemy takes; SQLite is what the house brings.

    Raises BadInput when it cannot be opened.
    """

    def __init__(self, url: str, tell: Callable[[Callable[[], None]], object] = lambda call: call()) -> None:
        self.tell = tell
        self.engine = sa.create_engine(url)
        if self.engine.dialect.name == "sqlite":
            sa.event.listen(self.engine, "connect", _durable)
        try:
            migrate(self.engine)
        except CommandError:
            raise BadInput(say("start.newer", file=self.engine.url.database)) from None
        except sa.exc.SQLAlchemyError as wrong:
            raise BadInput(say("start.database", url=self.engine.url.render_as_string(), why=wrong)) from None
        self._orders: SimpleQueue[Order | None] = SimpleQueue()
        self._writer = threading.Thread(target=self._write, name="store", daemon=True)
        self._writer.start()

    # Writing.

    def put(self, order: Order) -> None:
        """Write an order after those before it; `done(error or None)` is called through `tell`."""
        self._orders.put(order)

    def _write(self) -> None:
        """The writer's thread.  It keeps one connection: taking one from the pool costs as much as an insert."""
        self._connection = self.engine.connect()
        while True:
            batch = [self._orders.get()]
            while not self._orders.empty():
                batch.append(self._orders.get())
            orders = [order for order in batch if order is not None]
            if orders:
                results = self._commit(orders)
                self.tell(lambda results=results: _tell_all(results))       # type: ignore[misc]
            if len(orders) < len(batch):
                return self._connection.close()

    def _commit(self, orders: list[Order]) -> list[tuple[Done, Exception | None]]:
        """Commit orders together; if that fails each by itself, so that a bad one does not take others with it."""
        try:
            if any(order.job or (order.unit and order.unit.lasting) for order in orders):
                with self._connection.begin():
                    write(self._connection, orders)
            return [(order.done, None) for order in orders]
        except Exception as wrong:
            self._connection.close()
            self._connection = self.engine.connect()
            if len(orders) == 1:
                log.error("could not be written", exc_info=wrong)
                return [(orders[0].done, wrong)]
        return [result for order in orders for result in self._commit([order])]

    # Reading.  Each opens a connection of its own, so it may be called in any thread.

    def read(self, query: Callable[[sa.Connection], Any]) -> Any:
        with self.engine.connect() as connection:
            return query(connection)

    def table(self, code: str) -> Kept | None:
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
        self.engine.dispose()


def _durable(connection: Any, record: object) -> None:
    """A committed action survives a crash of the machine, not only of the program."""
    for pragma in ("journal_mode=WAL", "synchronous=FULL", "foreign_keys=ON", "busy_timeout=10000"):
        connection.execute(f"PRAGMA {pragma}")


def _tell_all(results: Iterable[tuple[Done, Exception | None]]) -> None:
    for done, wrong in results:
        done(wrong)


def migrate(engine: sa.Engine) -> None:
    """Bring the database to the newest form."""
    config = Config()
    config.set_main_option("script_location", "coprime.server:migrations")
    with engine.begin() as connection:
        if engine.dialect.name == "sqlite":
            connection.exec_driver_sql(f"PRAGMA application_id={APPLICATION}")
        config.attributes["connection"] = connection
        command.upgrade(config, "head")


def write(connection: sa.Connection, orders: Iterable[Order]) -> None:
    """All of several orders, in one transaction."""
    orders = list(orders)
    rows = [{"code": order.code, **row._asdict()} for order in orders if order.unit for row in order.unit.rows]
    for first in range(0, len(rows), AT_ONCE):
        part = rows[first:first + AT_ONCE]
        statement, places = _insert(connection.dialect, len(part))
        values = {f"{name}_m{i}": value for i, row in enumerate(part) for name, value in row.items()}
        connection.exec_driver_sql(statement, tuple(values[name] for name in places) if places else values)
    lines = [{"code": order.code, **line._asdict()} for order in orders if order.unit for line in order.unit.chat]
    if lines:
        connection.execute(sa.insert(schema.chat), lines)
    for order in orders:
        if order.unit and order.unit.settings is not None:
            write_settings(connection, order.code, order.unit.settings, order.touched)
        if order.job:
            order.job(connection)


@cache
def _insert(dialect: sa.Dialect, rows: int) -> tuple[str, Sequence[str] | None]:
    """The statement for so many events in a database's own SQL, and its parameters' order where they have no names.

    Written once: handing SQLAlchemy the statement each time costs as much as the whole commit.  One statement for all
    rows: at each, and at each of its steps, the writer waits for the interpreter while the tables are busy.
    """
    row = dict.fromkeys(schema.events.c.keys())
    compiled: Any = sa.insert(schema.events).values([row] * rows).compile(dialect=dialect)
    return str(compiled), compiled.positiontup


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


def read_table(connection: sa.Connection, code: str) -> Kept | None:
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
    return Kept(code, found.game, found.phase, kept, [Row(*row) for row in connection.execute(query)],
                [Said(*line) for line in connection.execute(said)][::-1])
