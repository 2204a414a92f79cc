"""The leases of several processes that share a database: which are alive, and which holds a table.

A process has one lease, which it renews. The row of a table names its owner and a fence, a number that grows with every
claim. Whoever writes the journal of a table shows the fence of its claim in the same transaction, so the database
refuses the writes of a process that has lost the table, however late they come. Clocks only decide when a table may be
taken from its owner, and only the clock of the database counts.

Each function works inside one transaction, on the connection that it is given.
"""

import hmac
from collections.abc import Collection, Mapping
from typing import Any, NamedTuple

import sqlalchemy as sa

from ..request_error import RequestError
from ..store import schema
from ..store.data_folder import APPLICATION_ID

RENEWAL_SECONDS = 1.0             # seconds between two renewals
LEASE_SECONDS = 5.0           # seconds that a lease lasts
KEPT_SECONDS = 3600             # seconds after its end for which the row of a process stays
NO_FENCE = 0                # a fence that no claim gives
HELD_QUERY = "SELECT code, fence FROM tables WHERE owner = %(me)s AND code = ANY(%(codes)s) ORDER BY code FOR UPDATE"
# The number of a process's lock; see advisory_lock_session.py.
LIFE_LOCK = f"hashtextextended(%(process)s, {APPLICATION_ID})"
p, t = schema.processes.c, schema.tables.c


class Peer(NamedTuple):
    """A process of the server.

    Equal `mark`s mean equal secrets; `load` is the number of tables awake there.
    """

    id: str
    address: str
    version: str
    mark: str
    load: int = 0


class HeldElsewhere(Exception):
    """The table is held by another process that is alive as far as the database knows."""

    def __init__(self, code: str, process_id: str, address: str) -> None:
        super().__init__(f"{code} is held by {process_id} at {address}")
        self.code, self.process_id, self.address = code, process_id, address


def database_clock(connection: sa.Connection) -> sa.ColumnElement[int]:
    """Milliseconds since the epoch by the database's own clock."""
    if connection.dialect.name == "postgresql":
        return sa.cast(sa.extract("epoch", sa.func.clock_timestamp()) * 1000, sa.BigInteger)
    return sa.cast((sa.func.julianday("now") - 2440587.5) * 86_400_000, sa.BigInteger)


def is_living(connection: sa.Connection) -> sa.ColumnElement[bool]:
    """Return the condition that the lease of a process is valid.

    A lease that ends later than any could is not: its clock was set back since.
    """
    at = database_clock(connection)
    return sa.and_(p.until > at, p.until <= at + round(LEASE_SECONDS * 1000))


def read_living_peers(connection: sa.Connection) -> dict[str, Peer]:
    """Return the processes that are alive, by id."""
    rows = connection.execute(sa.select(p.id, p.address, p.version, p.mark, p.load).where(is_living(connection)))
    return {row.id: Peer(*row) for row in rows}


def begin_lease(connection: sa.Connection, me: Peer) -> dict[str, Peer]:
    """Begin a lease; returns the processes that are alive, by id.

    Raises RequestError where the others have another secret: they would not know each other's people.
    """
    if any(other.mark != me.mark for other in read_living_peers(connection).values()):
        raise RequestError(503, "start.stranger")
    connection.execute(sa.delete(schema.processes).where(p.until < database_clock(connection) - 1000 * KEPT_SECONDS))
    connection.execute(sa.insert(schema.processes).values(**me._asdict(), until=_lease_end(connection)))
    return read_living_peers(connection)


def renew_lease(connection: sa.Connection, me: Peer) -> dict[str, Peer]:
    """Renew the lease; returns the processes that are alive.

    An expired lease is revived, which is safe as long as nobody has claimed its tables.
    """
    query = sa.update(schema.processes).where(p.id == me.id).values(load=me.load, until=_lease_end(connection))
    if not connection.execute(query).rowcount:
        connection.execute(sa.insert(schema.processes).values(**me._asdict(), until=_lease_end(connection)))
    return read_living_peers(connection)


def take_life_lock(connection: sa.Connection, process_id: str) -> bool:
    """Try to take the PostgreSQL advisory lock that shows that a process is alive.

    Returns whether it was free.
    """
    query = f"SELECT pg_try_advisory_lock({LIFE_LOCK})"
    return bool(connection.exec_driver_sql(query, {"process": process_id}).scalar())


def end_dead_lease(connection: sa.Connection, process_id: str, refused: bool) -> bool:
    """End the lease of an unreachable process if it is dead. Returns whether it is.

    Fences protect against errors.
    refused  nobody listens at its address; with SQLite all processes are on this machine, so it is dead then
    """
    if connection.dialect.name == "postgresql":
        query = f"SELECT pg_try_advisory_xact_lock({LIFE_LOCK})"
        dead = bool(connection.exec_driver_sql(query, {"process": process_id}).scalar())
    else:
        dead = refused
    if dead:
        connection.execute(sa.update(schema.processes).where(p.id == process_id, is_living(connection)).values(
            until=database_clock(connection)))
    return dead


def end_lease(connection: sa.Connection, me: str) -> None:
    """End the lease and release all tables."""
    connection.execute(sa.update(schema.tables).where(t.owner == me).values(owner=""))
    connection.execute(sa.delete(schema.processes).where(p.id == me))


def claim_table(connection: sa.Connection, code: str, me: str) -> int | None:
    """Claim a table that is free, ours, or held by a process whose lease has expired.

    Returns the fence of the claim, None where there is no such table. Read the journal after the commit: no earlier
    claim
    can add to it then. Raises HeldElsewhere, and RequestError where our own lease has expired.
    """
    alive = is_living(connection)
    mine = sa.exists().where(p.id == me, alive)
    free = sa.or_(t.owner == "", t.owner == me, ~sa.exists().where(p.id == t.owner, alive))
    query = sa.update(schema.tables).where(t.code == code, mine, free).values(owner=me, fence=t.fence + 1)
    fence: int | None = connection.execute(query.returning(t.fence)).scalar()
    if fence is not None:
        return fence
    held = sa.select(t.owner, p.address).select_from(
        schema.tables.outerjoin(schema.processes, sa.and_(p.id == t.owner, alive))).where(t.code == code)
    found = connection.execute(held).first()
    if found is None:
        return None
    if found.owner in ("", me) or found.address is None:                # it is our own lease that has ended
        raise RequestError(503, "wrong.store", wait=2)
    raise HeldElsewhere(code, found.owner, found.address)


def release_table(connection: sa.Connection, code: str, to: str = "") -> None:
    """Release a table, or give it to another process; the write job must show the fence of the table."""
    connection.execute(sa.update(schema.tables).where(t.code == code).values(owner=to))


def read_held_fences(connection: sa.Connection, me: str, codes: Collection[str]) -> Mapping[str, int]:
    """Return the fences of those of the tables that a process holds, and lock these rows.

    The statement is text, since every commit runs it: building it anew takes longer than its execution.
    """
    wanted = sorted(codes)
    if connection.dialect.name == "sqlite":
        query = f"SELECT code, fence FROM tables WHERE owner = ? AND code IN ({', '.join('?' * len(wanted))})"
        found = connection.exec_driver_sql(query, (me, *wanted))
    else:
        found = connection.exec_driver_sql(HELD_QUERY, {"me": me, "codes": wanted})
    return {row.code: row.fence for row in found}


def find_lost_claims(connection: sa.Connection, me: str, claims: Mapping[str, int]) -> dict[str, int]:
    """Return those of our claims (fences by table) that are no longer valid. Nothing is locked."""
    query = sa.select(t.code, t.fence).where(t.code.in_(list(claims)), t.owner == me)
    found = {row.code: row.fence for row in connection.execute(query)}
    return {code: fence for code, fence in claims.items() if found.get(code) != fence}


def begin_immediate(connection: sa.Connection) -> None:
    """Begin an SQLite transaction with the write lock, which SQLite takes late by default."""
    if connection.dialect.name == "sqlite":
        connection.exec_driver_sql("BEGIN IMMEDIATE")


def is_held_by_others(connection: sa.Connection, me: str) -> sa.ColumnElement[bool]:
    """Return the condition that another living process holds a table."""
    return sa.exists().where(p.id == t.owner, p.id != me, is_living(connection))


def _lease_end(connection: sa.Connection) -> sa.ColumnElement[Any]:
    return database_clock(connection) + round(LEASE_SECONDS * 1000)


def make_secret_mark(key: bytes) -> str:
    """Return a fingerprint of the secret that does not reveal it."""
    return hmac.new(key, b"coprime house", "sha256").hexdigest()
