"""Taking a person out of the store."""

import json
from collections.abc import Mapping
from typing import Any

import sqlalchemy as sa

from ..table.sentences import say as table_say
from . import schema


def forget_person(connection: sa.Connection, key: str) -> None:
    """Take a person out of the store: names become "Somebody", lines of chat and replays go."""
    g, c, t = schema.guests, schema.chat, schema.tables
    nobody = table_say("names.nobody")
    for code, who in connection.execute(sa.select(g.c.code, g.c.who).where(g.c.person == key).order_by(g.c.code)).all():
        connection.execute(sa.delete(c).where(c.c.code == code, c.c.who == who))
        connection.execute(sa.update(g).where(g.c.code == code, g.c.who == who).values(person="", name=nobody))
        kept = connection.execute(sa.select(t.c.kept).where(t.c.code == code).with_for_update()).scalar()
        connection.execute(sa.update(t).where(t.c.code == code).values(kept=_nameless(kept or "{}", who, nobody)))
        _forget_in_journal(connection, code, who, nobody)
    connection.execute(sa.delete(schema.replays).where(schema.replays.c.person == key))
    connection.execute(sa.delete(schema.people).where(schema.people.c.key == key))


def _nameless(kept: str, who: int, nobody: str) -> str:
    found: dict[str, Any] = json.loads(kept)
    for chair in found.get("chairs", []):
        if chair["who"] == who:
            chair["name"], chair["who"], chair["kind"] = nobody, None, "bot"
    return json.dumps(found)


def _forget_in_journal(connection: sa.Connection, code: str, who: int, nobody: str) -> None:
    e = schema.events
    starts = connection.execute(sa.select(e.c.n, e.c.action).where(e.c.code == code, e.c.seat == "start")).all()
    for n, action in starts:
        head: Mapping[str, Any] = json.loads(action)
        players = [[None, nobody] if player[0] == who else player for player in head["players"]]
        connection.execute(sa.update(e).where(e.c.code == code, e.c.n == n).values(
            action=json.dumps({**head, "players": players})))
