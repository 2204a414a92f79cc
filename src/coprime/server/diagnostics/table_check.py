"""Check whether stored tables can be restored and shown, for `coprime doctor`. Nothing is written."""

import contextlib
import time
from collections.abc import Callable, Iterator, Mapping
from typing import Any

import sqlalchemy as sa

from ...core.errors import BadInput
from ...core.game import Game, Rules
from ...core.language_selection import available_languages
from ...core.registry import known_games
from ...table import broadcast
from ...table.connection import Connection
from ...table.ports import ChangeSet, OwnBot
from ...table.snapshot import restore_table
from ...table.table import Table
from ..sentences import say
from ..store import schema
from ..store.store import read_table

MOST_TABLES = 200              # tables that are tried, those first at which somebody was last
PLAYED_PHASES = ("lobby", "playing", "rest", "over")


class NullLink:
    """A connection that sends nothing and keeps the reason why it was closed."""

    is_full = False

    def __init__(self) -> None:
        self.why = ""

    def send(self, data: bytes) -> None:
        """Discard a message."""
        pass

    def close(self, code: int, sentence: str) -> None:
        """Keep the sentence."""
        self.why = sentence


class CheckHost:
    """A `TableHost` that stores nothing and runs no jobs."""

    grace_seconds = rest_seconds = 0.0
    operator_bots: Mapping[str, OwnBot] = {}
    lists_tables = False

    def __init__(self) -> None:
        self.tables_to_update: list[Table] = []

    def randbits(self, k: int) -> int:
        """Return 0."""
        return 0

    def wall_seconds(self) -> int:
        """Return the seconds since the epoch."""
        return int(time.time())

    def open_seconds(self) -> float:
        """Return 0: no time passes."""
        return 0.0

    def commit_changes(self, table: Table, changes: ChangeSet) -> None:
        """Store nothing."""
        pass

    def schedule_updates(self, table: Table) -> None:
        """Note that the table has more to send."""
        self.tables_to_update.append(table)

    def run_job(self, table: Table, job: Callable[[], Any], on_done: Callable[[Any, float], None],
                person: str = "") -> None:
        """Run nothing."""
        pass

    def current_rules(self, game: Game) -> Rules:
        """Return the pure-Python rules."""
        return game.pure_rules

    def find_search(self, game: Game, level: str) -> Callable[..., Any] | None:
        """Return None: no search is ready."""
        return None

    def invitation_json(self, code: str) -> dict[str, Any]:
        """Return an empty invitation."""
        return {}


def list_codes_to_check(connection: sa.Connection) -> list[str]:
    """Return the codes of the tables in play that are checked, the most recently used first."""
    t = schema.tables.c
    query = sa.select(t.code).where(t.phase.in_(PLAYED_PHASES),
                                    t.kept != "{}").order_by(t.touched.desc()).limit(MOST_TABLES)
    return list(connection.execute(query).scalars())


def find_table_fault(connection: sa.Connection, code: str) -> str:
    """Return why a table cannot be restored, or shown to one of its people or a spectator.

    "" where it can.
    """
    stored = read_table(connection, code)
    if stored is None:
        return ""
    if stored.game not in known_games():
        return say("wrong.nogame", game=stored.game)
    host = CheckHost()
    try:
        table = restore_table(code, known_games()[stored.game], stored.snapshot, stored.rows, stored.chat, host)
        return next(_find_show_errors(table, host), "")
    except BadInput as wrong:
        return str(wrong)
    except Exception as wrong:
        return _error_text(wrong)


def _find_show_errors(table: Table, host: CheckHost) -> Iterator[str]:
    """What goes wrong where everybody, and a spectator, comes to a table in every language."""
    with contextlib.suppress(BadInput):                 # where as many have come as it takes
        table.lobby.add_guest("spectator", "-").role = "guest"
    for language in available_languages():
        table.connections = [Connection(NullLink(), guest.key, guest.name, who=guest.who, needs_everything=True,
                                        language=language)
                             for guest in table.lobby.guests.values() if guest.role == "guest"]
        host.tables_to_update = [table]
        while host.tables_to_update:                             # a long match is told in parts
            yield from map(_error_text, broadcast.send_updates(host.tables_to_update.pop(), 0.0))


def _error_text(wrong: Exception) -> str:
    return f"{type(wrong).__name__}: {wrong}"[:200]
