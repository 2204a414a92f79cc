"""Read and write the tables on the home page: a row for each that its host has listed and that has a free seat."""

from collections.abc import Iterable, Mapping
from typing import Any, NamedTuple

import sqlalchemy as sa

from . import schema

SEEN_SECONDS = 180              # seconds after somebody was there last for which a table stays on the page
MOST_OF_HOST = 3                # tables of one host that are shown
LISTED_PHASES = ("lobby", "playing", "rest", "over")


class OpenTable(NamedTuple):
    """A table on the home page.

    host   what its host is called there;  person  the host's key, never sent
    free   how many of its `seats` no person has or is promised
    since  when the host listed it (seconds since the epoch)
    """

    code: str
    person: str
    host: str
    game: str
    phase: str
    free: int
    seats: int
    since: int


def write_open_table(connection: sa.Connection, code: str, snapshot: Mapping[str, Any], now: int) -> None:
    """Write or delete the row of a table, as its snapshot says."""
    t = schema.open_tables
    connection.execute(sa.delete(t).where(t.c.code == code))
    row = open_table_of(code, snapshot)
    if row is not None:
        connection.execute(sa.insert(t).values(**row._asdict(), seen=now))


def open_table_of(code: str, snapshot: Mapping[str, Any]) -> OpenTable | None:
    """Return what the home page shows of a table; None where it shows nothing of it."""
    since = snapshot["settings"].get("listed", 0)
    host = next((guest for guest in snapshot["guests"] if guest["who"] == snapshot["host"]), None)
    free = sum(chair["kind"] in ("open", "bot") and chair["next"] is None for chair in snapshot["chairs"])
    if not since or host is None or not free or snapshot["locked"] or snapshot["phase"] not in LISTED_PHASES:
        return None
    return OpenTable(code, host["key"], host["name"], snapshot["game"], snapshot["phase"], free,
                     len(snapshot["chairs"]), since)


def read_open_tables(connection: sa.Connection, now: int, most: int, game: str = "") -> list[OpenTable]:
    """Return the tables on the home page, of one game or of all; the one listed first is first.

    Only so many of one host.
    """
    t = schema.open_tables.c
    query = sa.select(*(t[name] for name in OpenTable._fields)).where(t.seen > now - SEEN_SECONDS)
    if game:
        query = query.where(t.game == game)
    found: list[OpenTable] = []
    of_host: dict[str, int] = {}
    for row in connection.execute(query.order_by(t.since, t.code).limit(most * MOST_OF_HOST)):
        of_host[row.person] = of_host.get(row.person, 0) + 1
        if of_host[row.person] <= MOST_OF_HOST:
            found.append(OpenTable(*row))
    return found[:most]


def note_seen(connection: sa.Connection, codes: Iterable[str], now: int) -> None:
    """Note that somebody is at these tables, and delete the rows of tables at which nobody has been for long."""
    t = schema.open_tables
    connection.execute(sa.update(t).where(t.c.code.in_(list(codes))).values(seen=now))
    connection.execute(sa.delete(t).where(t.c.seen <= now - 10 * SEEN_SECONDS))


def delete_open_tables_of(connection: sa.Connection, person: str) -> None:
    """Delete the rows of a host."""
    connection.execute(sa.delete(schema.open_tables).where(schema.open_tables.c.person == person))
