"""The classes as rows of the store."""

import msgspec
import sqlalchemy as sa

from ...classroom.classroom import Classroom
from . import schema


def read_row(connection: sa.Connection, code: str, change: bool = False) -> Classroom | None:
    """The class of a code, None where there is none; with `change` nobody else changes it meanwhile."""
    query = sa.select(schema.classes.c.kept).where(schema.classes.c.code == code)
    kept = connection.execute(query.with_for_update() if change else query).scalar()
    return None if kept is None else msgspec.json.decode(kept, type=Classroom)


def is_member(connection: sa.Connection, code: str, key: str) -> bool:
    """Does somebody teach this class, or are they a pupil of it?"""
    classroom = read_row(connection, code)
    return classroom is not None and (classroom.teacher == key or classroom.of(key) is not None)
