"""The leases of several processes that share a database: who lives, and which of them holds a table.

A process has one lease, which it renews.  A table's row names its owner and a fence, a number that grows with every
claim, and whoever writes a table's journal shows the fence of its claim in the same transaction.  So what a process
that has lost a table still writes is refused by the database, however late it comes.  Clocks only decide when a table
may be taken from its owner, and of clocks there is one, the database's: those of the machines may go as they like.

Each function is one transaction's work on the connection that it is given.
"""

import hmac
from collections.abc import Collection, Mapping
from typing import Any, NamedTuple

import sqlalchemy as sa

from ..sentences import RequestError
from ..store import schema
from ..store.data_folder import APPLICATION

EVERY = 1.0             # seconds between two renewals
LASTING = 5.0           # seconds that a lease lasts
KEPT = 3600             # seconds after its end for which the row of a process stays
LOST = 0                # a fence that no claim gives
HELD = "SELECT code, fence FROM tables WHERE owner = %(me)s AND code = ANY(%(codes)s) ORDER BY code FOR UPDATE"
LIFE = f"hashtextextended(%(house)s, {APPLICATION})"      # the number of a process's lock; see lease_session.py
h, t = schema.houses.c, schema.tables.c


class Peer(NamedTuple):
    """A process of the house.  `mark` tells whether secrets are the same; `load` is how many tables are awake there."""

    id: str
    address: str
    version: str
    mark: str
    load: int = 0


class HeldElsewhere(Exception):
    """A table that another process holds, which lives as far as the database knows."""

    def __init__(self, code: str, house: str, address: str) -> None:
        super().__init__(f"{code} is held by {house} at {address}")
        self.code, self.house, self.address = code, house, address


def database_now(connection: sa.Connection) -> sa.ColumnElement[int]:
    """Milliseconds since the epoch by the database's own clock."""
    if connection.dialect.name == "postgresql":
        return sa.cast(sa.extract("epoch", sa.func.clock_timestamp()) * 1000, sa.BigInteger)
    return sa.cast((sa.func.julianday("now") - 2440587.5) * 86_400_000, sa.BigInteger)


def is_living(connection: sa.Connection) -> sa.ColumnElement[bool]:
    """Does a house's lease last?  One that ends later than any could is of a clock that was set back since."""
    at = database_now(connection)
    return sa.and_(h.until > at, h.until <= at + round(LASTING * 1000))


def living_peers(connection: sa.Connection) -> dict[str, Peer]:
    """The processes that live, by their ids."""
    rows = connection.execute(sa.select(h.id, h.address, h.version, h.mark, h.load).where(is_living(connection)))
    return {row.id: Peer(*row) for row in rows}


def begin_lease(connection: sa.Connection, me: Peer) -> None:
    """Begin a lease.

    Raises RequestError where the others have another secret: they would not know each other's people.
    """
    if any(other.mark != me.mark for other in living_peers(connection).values()):
        raise RequestError(503, "start.stranger")
    connection.execute(sa.delete(schema.houses).where(h.until < database_now(connection) - 1000 * KEPT))
    connection.execute(sa.insert(schema.houses).values(**me._asdict(), until=_end(connection)))


def renew_lease(connection: sa.Connection, me: Peer) -> dict[str, Peer]:
    """Make the lease last again; returns who lives.  One that had ended is as good as before where nobody claimed."""
    query = sa.update(schema.houses).where(h.id == me.id).values(load=me.load, until=_end(connection))
    if not connection.execute(query).rowcount:
        connection.execute(sa.insert(schema.houses).values(**me._asdict(), until=_end(connection)))
    return living_peers(connection)


def take_life_lock(connection: sa.Connection, house: str) -> bool:
    """Have PostgreSQL tell for as long as this session lasts that a process lives."""
    return bool(connection.exec_driver_sql(f"SELECT pg_try_advisory_lock({LIFE})", {"house": house}).scalar())


def end_dead_lease(connection: sa.Connection, house: str, refused: bool) -> bool:
    """End the lease of a process that could not be reached, if it is dead.  Fences keep us safe if it is not.

    refused  nobody listens at its address.  On SQLite all processes are on this machine, so it is dead then.
    """
    if connection.dialect.name == "postgresql":
        query = f"SELECT pg_try_advisory_xact_lock({LIFE})"
        dead = bool(connection.exec_driver_sql(query, {"house": house}).scalar())
    else:
        dead = refused
    if dead:
        connection.execute(sa.update(schema.houses).where(h.id == house, is_living(connection)).values(
            until=database_now(connection)))
    return dead


def end_lease(connection: sa.Connection, me: str) -> None:
    """End the lease, and let go of every table."""
    connection.execute(sa.update(schema.tables).where(t.owner == me).values(owner=""))
    connection.execute(sa.delete(schema.houses).where(h.id == me))


def claim_table(connection: sa.Connection, code: str, me: str) -> int | None:
    """Take a table that is free, ours, or of a process whose lease has ended.

    Returns the fence of the claim, None where there is no such table.  The journal is read after this is committed: no
    earlier claim can add to it then.  Raises HeldElsewhere, and RequestError where our own lease has ended.
    """
    alive = is_living(connection)
    mine = sa.exists().where(h.id == me, alive)
    free = sa.or_(t.owner == "", t.owner == me, ~sa.exists().where(h.id == t.owner, alive))
    query = sa.update(schema.tables).where(t.code == code, mine, free).values(owner=me, fence=t.fence + 1)
    fence: int | None = connection.execute(query.returning(t.fence)).scalar()
    if fence is not None:
        return fence
    held = sa.select(t.owner, h.address).select_from(
        schema.tables.outerjoin(schema.houses, sa.and_(h.id == t.owner, alive))).where(t.code == code)
    found = connection.execute(held).first()
    if found is None:
        return None
    if found.owner in ("", me) or found.address is None:                # it is our own lease that has ended
        raise RequestError(503, "wrong.store", wait=2)
    raise HeldElsewhere(code, found.owner, found.address)


def release_table(connection: sa.Connection, code: str, to: str = "") -> None:
    """Let go of a table, or give it to another process.  For an order that shows the table's fence."""
    connection.execute(sa.update(schema.tables).where(t.code == code).values(owner=to))


def held_fences(connection: sa.Connection, me: str, codes: Collection[str]) -> Mapping[str, int]:
    """The fences of those of the tables that a process holds.  Nobody else gets them before the transaction ends.

    As text, since every commit asks this: making the statement anew each time takes longer than the answer.
    """
    wanted = sorted(codes)
    if connection.dialect.name == "sqlite":
        query = f"SELECT code, fence FROM tables WHERE owner = ? AND code IN ({', '.join('?' * len(wanted))})"
        found = connection.exec_driver_sql(query, (me, *wanted))
    else:
        found = connection.exec_driver_sql(HELD, {"me": me, "codes": wanted})
    return {row.code: row.fence for row in found}


def lost_claims(connection: sa.Connection, me: str, shown: Mapping[str, int]) -> dict[str, int]:
    """Those of our claims (fences by table) that hold no more.  Nothing is locked: none of them will hold again."""
    query = sa.select(t.code, t.fence).where(t.code.in_(list(shown)), t.owner == me)
    found = {row.code: row.fence for row in connection.execute(query)}
    return {code: fence for code, fence in shown.items() if found.get(code) != fence}


def begin_immediate(connection: sa.Connection) -> None:
    """Before anything else of a transaction that asks who holds what: SQLite locks whole databases, and that late."""
    if connection.dialect.name == "sqlite":
        connection.exec_driver_sql("BEGIN IMMEDIATE")


def is_held_by_others(connection: sa.Connection, me: str) -> sa.ColumnElement[bool]:
    """Does another process that lives hold a table?"""
    return sa.exists().where(h.id == t.owner, h.id != me, is_living(connection))


def _end(connection: sa.Connection) -> sa.ColumnElement[Any]:
    return database_now(connection) + round(LASTING * 1000)


def secret_mark(key: bytes) -> str:
    """What a secret is known by; it does not tell the secret."""
    return hmac.new(key, b"coprime house", "sha256").hexdigest()
