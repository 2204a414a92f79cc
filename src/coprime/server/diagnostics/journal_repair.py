"""A table's journal from outside, while the house is closed: looked at, and cut where it can no longer be played."""

import json
from collections.abc import Sequence
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from typing import Any

import sqlalchemy as sa

from ...core.errors import BadInput
from ...core.registry import all_games
from ...table.journal import UnreadableJournal, replay_journal
from ...table.ports import Row
from ..sentences import say
from ..store import schema
from ..store.data_folder import Folder, default_folder
from ..store.journal_chain import ChainFault, JournalHead, find_faults
from ..store.store import Store, StoredTable, read_head


@dataclass
class Journal:
    """Every line of a table, and at which the last match breaks off: `bad` is 0 when it can be played to its end.

    faults  lines that are not as they were written, of whichever match
    """

    kept: StoredTable
    lines: list[Row]
    bad: int = 0
    why: str = ""
    faults: Sequence[ChainFault] = ()


def read_journal(store: Store, code: str) -> Journal:
    """The journal of a table.  Raises BadInput when there is no such table."""
    kept = store.table(code)
    if kept is None:
        raise BadInput(say("wrong.code", code=code))
    head, rows = store.read(partial(_read, code=code))
    found = Journal(kept, [Row(*row[1:6]) for row in rows])
    found.faults = tuple(find_faults(rows, {code: head} if head.n else {}))
    if kept.game not in all_games():
        raise BadInput(say("wrong.nogame", game=kept.game))
    game = all_games()[kept.game]
    try:
        replay_journal(game, kept.rows, game.pure_rules)
    except UnreadableJournal as wrong:
        found.bad, found.why = wrong.n, str(wrong)
    return found


def _read(connection: sa.Connection, code: str) -> tuple[JournalHead, Sequence[Any]]:
    """Where a journal ends, and all its rows with their links and digests."""
    e = schema.events
    rows = connection.execute(sa.select(e).where(e.c.code == code).order_by(e.c.n)).all()
    return read_head(connection, code), rows


def cut_journal(store: Store, code: str, found: Journal, spare: Path) -> int:
    """Take out the lines from the bad one on, which `spare` keeps; returns how many.  Without its first line a match
    has not begun."""
    gone = [row for row in found.lines if row.n >= found.bad]
    with open(spare, "x", encoding="utf-8") as file:
        file.writelines(json.dumps(row._asdict()) + "\n" for row in gone)
    kept: dict[str, Any] = {name: value for name, value in found.kept.kept.items() if name != "guests"}
    whole = found.kept.rows[0].n < found.bad
    if not whole:
        kept |= {"begun": False, "matches": max((row.match for row in found.lines if row.n < found.bad), default=0)}
    e, h, t = schema.events, schema.journal_heads, schema.tables
    with store.engine.begin() as connection:
        connection.execute(sa.delete(e).where(e.c.code == code, e.c.n >= found.bad))
        connection.execute(sa.delete(h).where(h.c.code == code))
        last = connection.execute(sa.select(e.c.n, e.c.link).where(e.c.code == code).order_by(e.c.n.desc())).first()
        if last:
            connection.execute(sa.insert(h).values(code=code, n=last.n, link=last.link))
        connection.execute(sa.update(t).where(t.c.code == code).values(
            kept=json.dumps(kept), phase="playing" if whole else "lobby"))
    return len(gone)


def open_closed_store(data: Path | None, database: str | None) -> tuple[Folder, Store]:
    """The store of a house that is closed now.  Raises BadInput."""
    folder = Folder(data or default_folder())
    try:
        return folder, Store(database or f"sqlite:///{folder.database}")
    except BadInput:
        folder.close()
        raise
