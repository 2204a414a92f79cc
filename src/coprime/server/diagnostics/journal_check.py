"""Verifies all journals of a database that is only looked at, for `coprime doctor` and `coprime backup`.

This file needs Python alone, as `doctor` does.
"""

import sqlite3
from collections.abc import Callable, Iterable, Iterator
from typing import Any, NamedTuple

from ..store.journal_chain import HEADS_QUERY, ROWS_QUERY, find_faults, merge_faults, read_heads

CHAINED_VERSION = "0005"        # the migration since which journals are chained
GAPS_QUERY = "SELECT code FROM events GROUP BY code HAVING min(n) <> 1 OR max(n) <> count(*) ORDER BY code"


class JournalReport(NamedTuple):
    """How many rows were verified, and what is wrong with them: their numbers by (code, kind of fault)."""

    rows: int
    faults: dict[tuple[str, str], str]


def verify_journals(version: str, query: Callable[[str], Iterable[Any]]) -> JournalReport:
    """Verify the journals of a database of a version; `query` reads one state of it, whatever others write meanwhile.

    Before journals were chained, only missing rows were noticed; they are of the kind "older".
    """
    if version < CHAINED_VERSION:
        return JournalReport(0, {(code, "older"): "" for (code,) in query(GAPS_QUERY)})
    counted = 0

    def count_rows() -> Iterator[Any]:
        nonlocal counted
        for row in query(ROWS_QUERY):
            counted += 1
            yield row
    heads = read_heads(query(HEADS_QUERY))
    faults = merge_faults(find_faults(count_rows(), heads))
    return JournalReport(counted, faults)


def verify_journals_in_file(found: sqlite3.Connection, version: str) -> JournalReport:
    """Verify the journals of an SQLite database.  Raises sqlite3.Error."""
    found.text_factory = _decode_any
    found.execute("BEGIN")              # so that both queries see the same state
    try:
        return verify_journals(version, found.execute)
    finally:
        found.rollback()
        found.text_factory = str


def _decode_any(text: bytes) -> str:
    """A damaged byte is no reason to stop: it makes another text."""
    return text.decode("utf-8", "surrogateescape")
