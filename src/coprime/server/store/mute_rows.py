"""Read and write whom people have muted: a row for each pair, with the name that the muted person had then."""

import secrets
from collections.abc import Sequence
from typing import NamedTuple

import sqlalchemy as sa

from ..request_error import RequestError
from . import schema
from .correspondence_rows import append_list_changes

MOST_MUTED = 200                # people whom one person can mute


class Mute(NamedTuple):
    """One muted person, as the list in the settings shows them.  `at` is in seconds since the epoch."""

    id: str
    name: str
    at: int


def add_mute(connection: sa.Connection, person: str, muted: str, name: str, now: int) -> None:
    """Mute somebody for a person; nothing where that is done. Raises RequestError for one too many."""
    m = schema.mutes
    others = list(connection.execute(sa.select(m.c.muted).where(m.c.person == person)).scalars())
    if muted in others:
        return
    if len(others) >= MOST_MUTED:
        raise RequestError(409, "mute.most", n=MOST_MUTED)
    connection.execute(sa.insert(m).values(id=secrets.token_urlsafe(12), person=person, muted=muted, name=name, at=now))
    append_list_changes(connection, [person])


def read_mutes(connection: sa.Connection, person: str) -> list[Mute]:
    """Return whom a person has muted, the last one first."""
    m = schema.mutes.c
    query = sa.select(m.id, m.name, m.at).where(m.person == person).order_by(m.at.desc(), m.id)
    return [Mute(*row) for row in connection.execute(query)]


def read_muted_keys(connection: sa.Connection, person: str) -> frozenset[str]:
    """Return the keys of the people whom a person has muted."""
    m = schema.mutes.c
    return frozenset(connection.execute(sa.select(m.muted).where(m.person == person)).scalars())


def read_muted_guests(connection: sa.Connection, person: str, codes: Sequence[str]) -> set[tuple[str, int]]:
    """Return the guests of these tables whom a person has muted, as code and number there."""
    muted, g = read_muted_keys(connection, person), schema.guests.c
    if not muted:
        return set()
    query = sa.select(g.code, g.who).where(g.code.in_(codes), g.person.in_(muted))
    return {(row.code, row.who) for row in connection.execute(query)}


def delete_mute(connection: sa.Connection, person: str, id: str) -> None:
    """Let a person hear somebody again. Raises RequestError where there is no such row of theirs."""
    m = schema.mutes
    if not connection.execute(sa.delete(m).where(m.c.person == person, m.c.id == id)).rowcount:
        raise RequestError(404, "mute.none")
    append_list_changes(connection, [person])


def copy_mutes(connection: sa.Connection, giver: str, taker: str) -> list[str]:
    """Let the mutes by and of one person hold for another key of theirs. Returns whose mutes have changed."""
    m = schema.mutes
    rows = connection.execute(sa.select(m).where(sa.or_(m.c.person == giver, m.c.muted == giver))).all()
    there = {tuple(row) for row in connection.execute(sa.select(m.c.person, m.c.muted).where(
        sa.or_(m.c.person == taker, m.c.muted == taker)))}
    changed = set()
    for row in rows:
        pair = (taker, row.muted) if row.person == giver else (row.person, taker)
        if pair not in there and pair[0] != pair[1]:
            connection.execute(sa.insert(m).values(id=secrets.token_urlsafe(12), person=pair[0], muted=pair[1],
                                                   name=row.name, at=row.at))
            changed.add(pair[0])
    append_list_changes(connection, changed)
    return sorted(changed)


def forget_in_mutes(connection: sa.Connection, person: str) -> None:
    """Delete whom a person has muted, and that others have muted them."""
    m = schema.mutes
    connection.execute(sa.delete(m).where(sa.or_(m.c.person == person, m.c.muted == person)))


def forget_mutes_of_strangers(connection: sa.Connection) -> None:
    """Delete the rows of people who are forgotten."""
    m, known = schema.mutes, sa.select(schema.people.c.key)
    connection.execute(sa.delete(m).where(sa.or_(m.c.person.not_in(known), m.c.muted.not_in(known))))
