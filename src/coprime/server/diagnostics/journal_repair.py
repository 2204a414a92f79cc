"""Inspect the journal of a table of a closed server, and cut it where it cannot be replayed."""

import json
from collections.abc import Sequence
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from typing import Any

import sqlalchemy as sa

from ...core.errors import BadInput
from ...core.registry import known_games
from ...table.journal_replay import UnreadableJournal, match_game_name, replay_journal
from ...table.ports import JournalRow
from ..sentences import say
from ..store import schema
from ..store.data_folder import DataFolder, default_data_folder
from ..store.journal_chain import ChainFault, JournalHead, find_faults
from ..store.store import Store, StoredTable, read_head


@dataclass
class Journal:
    """All rows of a table, and the first one of its last match that cannot be replayed (`first_bad`, 0 for none).

    stored  the table as it would be loaded, with the rows of its last match alone
    faults  rows of any match that are not as they were written
    """

    stored: StoredTable
    rows: list[JournalRow]
    first_bad: int = 0
    reason: str = ""
    faults: Sequence[ChainFault] = ()


def read_journal(store: Store, code: str) -> Journal:
    """The journal of a table.  Raises BadInput when there is no such table."""
    stored = store.load_table(code)
    if stored is None:
        raise BadInput(say("wrong.code", code=code))
    head, rows = store.read(partial(_read_rows, code=code))
    found = Journal(stored, [JournalRow(*row[1:6]) for row in rows])
    found.faults = tuple(find_faults(rows, {code: head} if head.n else {}))
    name = match_game_name(stored.rows, stored.snapshot.get("first_game", stored.game))
    if name not in known_games():
        raise BadInput(say("wrong.nogame", game=name))
    game = known_games()[name]
    try:
        replay_journal(game, stored.rows, game.pure_rules)
    except UnreadableJournal as wrong:
        found.first_bad, found.reason = wrong.n, str(wrong)
    return found


def _read_rows(connection: sa.Connection, code: str) -> tuple[JournalHead, Sequence[Any]]:
    """Where a journal ends, and all its rows with their links and digests."""
    e = schema.events
    rows = connection.execute(sa.select(e).where(e.c.code == code).order_by(e.c.n)).all()
    return read_head(connection, code), rows


def cut_journal(store: Store, code: str, found: Journal, backup_file: Path) -> int:
    """Delete the rows from the first bad one on and save them in `backup_file`; returns how many.

    A match whose first row is deleted has not begun.
    """
    gone = [row for row in found.rows if row.n >= found.first_bad]
    with open(backup_file, "x", encoding="utf-8") as file:
        file.writelines(json.dumps(row._asdict()) + "\n" for row in gone)
    snapshot: dict[str, Any] = {name: value for name, value in found.stored.snapshot.items()
                                if name != "guests"}             # who have rows of their own, which stay
    is_match_kept = found.stored.rows[0].n < found.first_bad
    if not is_match_kept:
        snapshot |= {"begun": False,
                     "matches": max((row.match for row in found.rows if row.n < found.first_bad), default=0)}
    e, h, t = schema.events, schema.journal_heads, schema.tables
    with store.engine.begin() as connection:
        connection.execute(sa.delete(e).where(e.c.code == code, e.c.n >= found.first_bad))
        connection.execute(sa.delete(h).where(h.c.code == code))
        last = connection.execute(sa.select(e.c.n, e.c.link).where(e.c.code == code).order_by(e.c.n.desc())).first()
        if last:
            connection.execute(sa.insert(h).values(code=code, n=last.n, link=last.link))
        connection.execute(sa.update(t).where(t.c.code == code).values(
            kept=json.dumps(snapshot), phase="playing" if is_match_kept else "lobby"))
    return len(gone)


def open_closed_store(data: Path | None, database: str | None) -> tuple[DataFolder, Store]:
    """Open the store of a server that is not running. Raises BadInput."""
    folder = DataFolder(data or default_data_folder())
    try:
        return folder, Store(database or f"sqlite:///{folder.database_path}")
    except BadInput:
        folder.close()
        raise
