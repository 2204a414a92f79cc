"""Read and write the tables over days: a row for each person's seat, whose lists have changed, notices of turns.

A row says when the server has to look at its table although nobody does.  The lists themselves are made from the stored
tables, so that they tell the same whether a table is in memory or not.
"""

import json
from collections.abc import Collection, Iterable, Mapping
from typing import Any, NamedTuple

import sqlalchemy as sa

from ..cluster.leases import database_clock
from . import push_rows, schema

NEVER, AT_ONCE = 0, 1           # values of `wake`; others are seconds that the server has been open
KEPT_MS = 60_000                # for which a change of somebody's list is remembered
GOING_ON = ("lobby", "playing", "rest")
LIVING = (*GOING_ON, "over")


class StoredCorrespondence(NamedTuple):
    """A table over days as it is stored, for one of its people under the number `who`.

    muted  the numbers there of the people whom that person has muted
    """

    code: str
    game: str
    phase: str
    touched: int
    who: int
    snapshot: dict[str, Any]
    muted: frozenset[int]


def write_correspondence(connection: sa.Connection, code: str, snapshot: Mapping[str, Any]) -> None:
    """Write the rows of a table as its snapshot says, and note whose lists have changed."""
    if not snapshot["settings"].get("move_hours"):
        return
    r = schema.correspondence_seats
    known = set(connection.execute(sa.select(r.c.person).where(r.c.code == code)).scalars())
    connection.execute(sa.delete(r).where(r.c.code == code))
    keys = {guest["who"]: guest["key"] for guest in snapshot["guests"] if guest["role"] == "guest"}
    rows = []
    if snapshot["phase"] in LIVING:
        wake = next_check_time(snapshot)
        rows = [{"code": code, "seat": chair["seat"], "person": keys[chair["who"]], "wake": wake}
                for chair in snapshot["chairs"] if chair["kind"] == "person" and keys.get(chair["who"])]
    if rows:
        connection.execute(sa.insert(r), rows)
    turn, asked = find_asked_people(snapshot, snapshot["phase"], keys)
    push_rows.queue_notices(connection, code, turn, asked)
    append_list_changes(connection, known | {row["person"] for row in rows})


def find_asked_people(snapshot: Mapping[str, Any], phase: str, keys: Mapping[int, str],
                      ) -> tuple[int, dict[str, int]]:
    """Return the number of a table's last turn, and those whose turn it is, each with the end of their time.

    keys  the people of the table by their number there;  those whose time is over are left out: a bot plays for them
    """
    clock = snapshot.get("move_clock")
    if not clock or phase != "playing":
        return 0, {}
    holders = {chair["seat"]: keys.get(chair["who"], "") for chair in snapshot["chairs"] if chair["kind"] == "person"}
    asked: dict[str, int] = {}
    for seat, ends in clock["due_at"]:
        if (person := holders.get(seat)) and seat not in clock["late"]:
            asked[person] = max(ends, asked.get(person, 0))
    return clock.get("turn", 0), asked


def next_check_time(snapshot: Mapping[str, Any]) -> int:
    """Return when the server has to look at a table by itself."""
    if snapshot.get("busy"):
        return AT_ONCE
    clock, vacation = snapshot.get("move_clock"), snapshot.get("vacation") or {}
    times = [vacation[part]["ends_at"] for part in ("request", "current") if vacation.get(part)]
    if clock and clock["stopped_at"] is None:
        times += [due for _, due in clock["due_at"]]
    return max(AT_ONCE, min(times)) if times else NEVER


def append_list_changes(connection: sa.Connection, people: Iterable[str]) -> None:
    """Note that the lists of these people have changed.

    Rows are only added, so that no process waits for another one here.
    """
    at = connection.execute(sa.select(database_clock(connection))).scalar()
    rows = [{"person": person, "at": at} for person in sorted(people)]
    if rows:
        connection.execute(sa.insert(schema.correspondence_changes), rows)


def read_changes(connection: sa.Connection, ms: int) -> list[tuple[int, str]]:
    """Return (number, person) of the changes of the last so many milliseconds."""
    c = schema.correspondence_changes.c
    query = sa.select(c.id, c.person).where(c.at > database_clock(connection) - ms)
    return [(row.id, row.person) for row in connection.execute(query)]


def forget_old_changes(connection: sa.Connection) -> None:
    """Delete the changes that every process has read."""
    c = schema.correspondence_changes
    connection.execute(sa.delete(c).where(c.c.at < database_clock(connection) - KEPT_MS))


def read_due_tables(connection: sa.Connection, open_now: int, most: int) -> list[str]:
    """Return the codes of open tables that have to be looked at now, the longest overdue first."""
    r, t = schema.correspondence_seats.c, schema.tables.c
    query = sa.select(r.code, sa.func.min(r.wake)).join_from(
        schema.correspondence_seats, schema.tables, t.code == r.code).where(
        r.wake > NEVER, r.wake <= open_now, t.phase.in_(GOING_ON)).group_by(r.code)
    return [row.code for row in connection.execute(query.order_by(sa.func.min(r.wake), r.code).limit(most))]


def has_scheduled_tables(connection: sa.Connection) -> bool:
    """Tell whether any table has to be looked at, now or later."""
    r = schema.correspondence_seats.c
    return connection.execute(sa.select(r.code).where(r.wake > NEVER).limit(1)).first() is not None


def unschedule_table(connection: sa.Connection, code: str) -> None:
    """Look at a table no more by ourselves: it cannot be read."""
    r = schema.correspondence_seats
    connection.execute(sa.update(r).where(r.c.code == code).values(wake=NEVER))


def count_tables_of(connection: sa.Connection, person: str) -> int:
    """Return at how many tables over days that are not over a person sits."""
    r, t = schema.correspondence_seats.c, schema.tables.c
    query = sa.select(sa.func.count(sa.distinct(r.code))).join_from(
        schema.correspondence_seats, schema.tables, t.code == r.code).where(
        r.person == person, t.phase.in_(GOING_ON))
    return int(connection.execute(query).scalar() or 0)


def read_tables_of(connection: sa.Connection, people: Collection[str], most: int,
                   ) -> dict[str, list[StoredCorrespondence]]:
    """Return the tables over days at which each of these people sits, in one query; `most` of a person.

    A second query finds whom they have muted there.
    """
    r, t, g = schema.correspondence_seats.c, schema.tables.c, schema.guests.c
    query = sa.select(r.person, t.code, t.game, t.phase, t.touched, t.kept, g.who).distinct().join_from(
        schema.correspondence_seats, schema.tables, t.code == r.code).join(
        schema.guests, sa.and_(g.code == r.code, g.person == r.person)).where(
        r.person.in_(list(people)), t.phase.in_(LIVING)).order_by(t.touched.desc(), t.code)
    muted = _read_muted_numbers(connection, people)
    found: dict[str, list[StoredCorrespondence]] = {person: [] for person in people}
    for row in connection.execute(query):
        if len(found[row.person]) < most:
            found[row.person].append(StoredCorrespondence(row.code, row.game, row.phase, row.touched, row.who,
                                                          json.loads(row.kept),
                                                          frozenset(muted.get((row.person, row.code), ()))))
    return found


def _read_muted_numbers(connection: sa.Connection, people: Collection[str]) -> dict[tuple[str, str], list[int]]:
    """Return whom each of these people has muted at their tables over days, by person and table."""
    r, g, m = schema.correspondence_seats.c, schema.guests.c, schema.mutes.c
    query = sa.select(r.person, r.code, g.who).distinct().join_from(
        schema.correspondence_seats, schema.mutes, m.person == r.person).join(
        schema.guests, sa.and_(g.code == r.code, g.person == m.muted)).where(r.person.in_(list(people)))
    found: dict[tuple[str, str], list[int]] = {}
    for person, code, who in connection.execute(query):
        found.setdefault((person, code), []).append(who)
    return found


def forget_in_correspondence(connection: sa.Connection, person: str) -> None:
    """Delete the rows of a person; the others of their tables see them go."""
    r, c = schema.correspondence_seats, schema.correspondence_changes
    codes = list(connection.execute(sa.select(r.c.code).where(r.c.person == person)).scalars())
    connection.execute(sa.delete(r).where(r.c.person == person))
    connection.execute(sa.delete(c).where(c.c.person == person))
    append_list_changes(connection, set(connection.execute(sa.select(r.c.person).where(r.c.code.in_(codes))).scalars()))
