"""Inserts many rows by few statements, written once as text, since building a statement costs as much as a commit."""

from collections.abc import Sequence
from functools import cache
from itertools import chain
from typing import Any

import sqlalchemy as sa

from . import schema

ROWS_PER_STATEMENT = 50            # rows that one statement writes
CONFLICT_CLAUSES = {schema.journal_heads.name: " ON CONFLICT (code) DO UPDATE SET n = excluded.n, link = excluded.link"}


def insert_rows(connection: sa.Connection, table: sa.Table, rows: Sequence[tuple[Any, ...]]) -> None:
    """Insert rows of a table's columns; where a journal has a head, replace that.

    Few statements: at each, and at each of its steps, the writer waits for the interpreter while the tables are busy.
    """
    if connection.dialect.name == "postgresql" and rows:
        connection.exec_driver_sql(_insert_arrays(connection.dialect, table), tuple(map(list, zip(*rows, strict=True))))
        return
    for first in range(0, len(rows), ROWS_PER_STATEMENT):
        part = rows[first:first + ROWS_PER_STATEMENT]
        statement = _insert_values(connection.dialect, table, len(part))
        connection.exec_driver_sql(statement, tuple(chain.from_iterable(part)))


@cache
def _insert_values(dialect: sa.Dialect, table: sa.Table, rows: int) -> str:
    """The statement that inserts so many rows, with a place for each value.

    As text: handing SQLAlchemy the statement each time costs as much as the whole commit.
    """
    place = "?" if dialect.paramstyle == "qmark" else "%s"
    row = f"({', '.join([place] * len(table.c))})"
    return f"{_insert_into(dialect, table)} VALUES {', '.join([row] * rows)}{CONFLICT_CLAUSES.get(table.name, '')}"


@cache
def _insert_arrays(dialect: sa.Dialect, table: sa.Table) -> str:
    """PostgreSQL's statement that inserts any number of rows, given an array for each column."""
    arrays = ", ".join(f"%s::{'int' if isinstance(column.type, sa.Integer) else 'text'}[]" for column in table.c)
    return f"{_insert_into(dialect, table)} SELECT * FROM unnest({arrays}){CONFLICT_CLAUSES.get(table.name, '')}"


def _insert_into(dialect: sa.Dialect, table: sa.Table) -> str:
    names = map(dialect.identifier_preparer.quote, table.c.keys())
    return f"INSERT INTO {table.name} ({', '.join(names)})"
