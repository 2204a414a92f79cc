"""Read and write recovery phrases: of each person at most one, as a slow hash."""

import sqlalchemy as sa

from . import schema


def write_phrase(connection: sa.Connection, person: str, hashed: str, now: int) -> None:
    """Write the hash of a person's phrase in place of an earlier one."""
    delete_recovery_phrase(connection, person)
    connection.execute(sa.insert(schema.phrases).values(person=person, hash=hashed, at=now))


def delete_recovery_phrase(connection: sa.Connection, person: str) -> None:
    """Delete the phrase of a person."""
    connection.execute(sa.delete(schema.phrases).where(schema.phrases.c.person == person))


def read_phrase_time(connection: sa.Connection, person: str) -> int:
    """Return when a person made their phrase; 0 for none."""
    p = schema.phrases.c
    return int(connection.execute(sa.select(p.at).where(p.person == person)).scalar() or 0)


def find_person_by_phrase(connection: sa.Connection, hashed: str) -> tuple[str, str] | None:
    """Return the key and the name of the person of a phrase, or None."""
    p, of = schema.phrases.c, schema.people.c
    row = connection.execute(sa.select(of.key, of.name).where(p.hash == hashed, of.key == p.person)).first()
    return None if row is None else (row.key, row.name)


def forget_phrases_of_strangers(connection: sa.Connection) -> None:
    """Delete the phrases of people who are forgotten."""
    p = schema.phrases
    connection.execute(sa.delete(p).where(p.c.person.not_in(sa.select(schema.people.c.key))))
