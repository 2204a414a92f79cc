"""Read stored classes."""

import msgspec
import sqlalchemy as sa

from ...classroom.classroom import Classroom
from . import schema


def read_class_row(connection: sa.Connection, code: str, change: bool = False) -> Classroom | None:
    """Return the class of a code, or None; with `change` its row is locked for an update."""
    query = sa.select(schema.classes.c.kept).where(schema.classes.c.code == code)
    stored = connection.execute(query.with_for_update() if change else query).scalar()
    return None if stored is None else msgspec.json.decode(stored, type=Classroom)


def is_member(connection: sa.Connection, code: str, key: str) -> bool:
    """Tell whether a person teaches a class or is a pupil of it."""
    classroom = read_class_row(connection, code)
    return classroom is not None and (classroom.teacher == key or classroom.find_pupil(key) is not None)
