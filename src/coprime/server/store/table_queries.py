"""Queries about stored tables as a whole, for the manager of the tables in memory."""

from collections.abc import Collection
from typing import Any

import sqlalchemy as sa

from ..cluster import leases
from . import correspondence_rows, schema
from .store import write_settings

LIVE_PHASES = ("lobby", "playing", "rest", "over")     # phases of a table that is neither closed nor unreadable


def find_codes(connection: sa.Connection, codes: Collection[str]) -> set[str]:
    """Return those of the codes that a table, a class or a tournament has."""
    queries = [sa.select(of.c.code).where(of.c.code.in_(codes))
               for of in (schema.tables, schema.classes, schema.tournaments)]
    return set(connection.execute(sa.union_all(*queries)).scalars()) if codes else set()


def read_game_name(connection: sa.Connection, code: str) -> str:
    """Return the name of a table's game, "" where there is no such table."""
    found: str | None = connection.execute(sa.select(schema.tables.c.game).where(schema.tables.c.code == code)).scalar()
    return found or ""


def insert_table(connection: sa.Connection, row: dict[str, Any], snapshot: dict[str, Any] | None) -> bool:
    """Insert a table; with its first snapshot once only, and returns False where it is there already."""
    if snapshot is not None and find_codes(connection, [row["code"]]):
        return False
    connection.execute(sa.insert(schema.tables), row)
    if snapshot is not None:
        write_settings(connection, row["code"], snapshot, row["touched"])
    return True


def update_table(connection: sa.Connection, code: str, **fields: Any) -> None:
    """Update columns of a table's row."""
    connection.execute(sa.update(schema.tables).where(schema.tables.c.code == code).values(fields))


def list_idle_tables(connection: sa.Connection, before: int, me: str) -> list[str]:
    """Return the open tables unused since `before`, but for those over days that go on.

    For process `me` only those that no other living one holds.
    """
    t = schema.tables.c
    r = schema.correspondence_seats.c
    goes_on = sa.exists().where(r.code == t.code, r.wake > correspondence_rows.NEVER)
    query = sa.select(t.code).where(t.phase.in_(LIVE_PHASES), t.touched < before, ~goes_on)
    if me:
        query = query.where(~leases.is_held_by_others(connection, me))
    return list(connection.execute(query).scalars())
