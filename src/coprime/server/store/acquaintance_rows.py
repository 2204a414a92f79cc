"""Read and write who has played a whole match with whom."""

import secrets
from collections.abc import Sequence
from itertools import combinations
from typing import NamedTuple

import sqlalchemy as sa

from ..request_error import RequestError
from . import schema
from .mute_rows import read_muted_keys

MOST_KEPT = 200                 # acquaintances of one person; the ones of longest ago make way
INVITED_SECONDS = 300           # seconds for which an invitation stands


class Acquaintance(NamedTuple):
    """Somebody with whom a person has played a whole match.

    key  never sent;  game  of their last match;  invited_until  when an invitation to them ends, 0 for none
    """

    id: str
    key: str
    name: str
    game: str
    invited_until: int


def pupil_clause(key: sa.ColumnElement[str]) -> sa.ColumnElement[bool]:
    """Whether a person is a pupil of a class, or waits before one: their key stands in its JSON."""
    kept = schema.classes.c.kept
    return sa.exists().where(kept.contains(sa.literal('"key":"') + key + sa.literal('"')))


def is_pupil(connection: sa.Connection, person: str) -> bool:
    """Tell whether a person is a pupil of a class."""
    return bool(connection.execute(sa.select(pupil_clause(sa.literal(person)))).scalar())


def note_match(connection: sa.Connection, people: Sequence[str], code: str, now: int) -> None:
    """Note that people have played a whole match together at a table. Pupils of classes are left out."""
    p, t = schema.people.c, schema.tables.c
    game = connection.execute(sa.select(t.game).where(t.code == code)).scalar()
    known = sorted(connection.execute(
        sa.select(p.key).where(p.key.in_(people), sa.not_(pupil_clause(p.key)))).scalars())
    a = schema.acquaintances
    for first, second in combinations(known, 2):
        pair = sa.and_(a.c.first == first, a.c.second == second)
        if not connection.execute(sa.update(a).where(pair).values(game=game or "", at=now)).rowcount:
            connection.execute(sa.insert(a).values(id=secrets.token_urlsafe(12), first=first, second=second,
                                                   game=game or "", at=now))
    for person in known:
        _make_room(connection, person)


def _of(person: str) -> sa.ColumnElement[bool]:
    a = schema.acquaintances.c
    return sa.or_(a.first == person, a.second == person)


def _make_room(connection: sa.Connection, person: str) -> None:
    a = schema.acquaintances
    newest_first = sa.select(a.c.id).where(_of(person)).order_by(a.c.at.desc(), a.c.id)
    if old := list(connection.execute(newest_first).scalars())[MOST_KEPT:]:
        connection.execute(sa.delete(a).where(a.c.id.in_(old)))


def read_acquaintances(connection: sa.Connection, person: str, now: int) -> list[Acquaintance]:
    """Return with whom a person has played, the last one first: nobody whom they have muted, and no pupil of a class.

    A pupil has none.
    """
    a, p, i = schema.acquaintances.c, schema.people.c, schema.invitations.c
    if is_pupil(connection, person):
        return []
    other = sa.case((a.first == person, a.second), else_=a.first)
    query = sa.select(a.id, p.key, p.name, a.game).where(_of(person), p.key == other, sa.not_(pupil_clause(p.key)))
    until = {row.to: row.at + INVITED_SECONDS for row in connection.execute(
        sa.select(i.to, i.at).where(i.person == person, i.at > now - INVITED_SECONDS))}
    muted = read_muted_keys(connection, person)
    return [Acquaintance(*row, until.get(row.key, 0)) for row in connection.execute(query.order_by(a.at.desc(), a.id))
            if row.key not in muted]


def delete_acquaintance(connection: sa.Connection, person: str, id: str) -> None:
    """Let two people no longer be offered to each other. Raises RequestError where a person has no such row."""
    a, i = schema.acquaintances, schema.invitations
    pair = connection.execute(sa.select(a.c.first, a.c.second).where(a.c.id == id, _of(person))).first()
    if pair is None:
        raise RequestError(404, "people.none")
    connection.execute(sa.delete(a).where(a.c.id == id))
    connection.execute(sa.delete(i).where(i.c.person.in_(pair), i.c.to.in_(pair)))


def forget_in_acquaintances(connection: sa.Connection, person: str) -> None:
    """Delete with whom a person has played, and all invitations by and to them."""
    i = schema.invitations
    connection.execute(sa.delete(schema.acquaintances).where(_of(person)))
    connection.execute(sa.delete(i).where(sa.or_(i.c.person == person, i.c.to == person)))


def forget_acquaintances_of_strangers(connection: sa.Connection, now: int) -> None:
    """Delete the rows of people who are forgotten, and invitations that are over."""
    a, i, known = schema.acquaintances, schema.invitations, sa.select(schema.people.c.key)
    connection.execute(sa.delete(a).where(sa.or_(a.c.first.not_in(known), a.c.second.not_in(known))))
    connection.execute(sa.delete(i).where(sa.or_(i.c.person.not_in(known), i.c.to.not_in(known),
                                                 i.c.at <= now - INVITED_SECONDS)))
