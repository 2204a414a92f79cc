"""Whether stored tables can be read and shown, tried beside the server for `coprime doctor`.  Nothing is written."""

import contextlib
import time
from collections.abc import Callable, Iterator, Mapping
from typing import Any

import sqlalchemy as sa

from ...core.errors import BadInput
from ...core.game import Game, Rules
from ...core.language import languages
from ...core.registry import all_games
from ...table import show
from ...table.connection import Connection
from ...table.ports import ChangeSet, OwnBot
from ...table.snapshot import restore_table
from ...table.table import Table
from ..sentences import say
from ..store import schema
from ..store.store import read_table

MOST = 200              # tables that are tried, those first at which somebody was last
IN_PLAY = ("lobby", "playing", "rest", "over")


class NullLink:
    """A connection to nobody."""

    full = False

    def __init__(self) -> None:
        self.why = ""

    def send(self, data: bytes) -> None:
        pass

    def shut(self, code: int, sentence: str) -> None:
        self.why = sentence


class CheckHost:
    """What a table asks for, where nothing is kept and nobody thinks; see `table.ports.TableHost`."""

    grace = rest = 0.0
    own: Mapping[str, OwnBot] = {}

    def __init__(self) -> None:
        self.again: list[Table] = []

    def randbits(self, k: int) -> int:
        return 0

    def wall(self) -> int:
        return int(time.time())

    def keep(self, table: Table, unit: ChangeSet) -> None:
        pass

    def show(self, table: Table) -> None:
        self.again.append(table)

    def work(self, table: Table, job: Callable[[], Any], then: Callable[[Any, float], None], person: str = "") -> None:
        pass

    def rules(self, game: Game) -> Rules:
        return game.pure_rules

    def search(self, game: Game, level: str) -> Callable[..., Any] | None:
        return None

    def invite(self, code: str) -> dict[str, Any]:
        return {}


def codes_to_check(connection: sa.Connection) -> list[str]:
    """The tables in play that are to be tried."""
    t = schema.tables.c
    query = sa.select(t.code).where(t.phase.in_(IN_PLAY), t.kept != "{}").order_by(t.touched.desc()).limit(MOST)
    return list(connection.execute(query).scalars())


def find_table_fault(connection: sa.Connection, code: str) -> str:
    """Why a table cannot be read, or cannot be shown to one of its people or to a spectator; "" where it can."""
    kept = read_table(connection, code)
    if kept is None:
        return ""
    if kept.game not in all_games():
        return say("wrong.nogame", game=kept.game)
    beside = CheckHost()
    try:
        table = restore_table(code, all_games()[kept.game], kept.kept, kept.rows, kept.chat, beside)
        return next(_unshown(table, beside), "")
    except BadInput as wrong:
        return str(wrong)
    except Exception as wrong:
        return _named(wrong)


def _unshown(table: Table, beside: CheckHost) -> Iterator[str]:
    """What goes wrong where everybody, and a spectator, comes to a table in every language."""
    with contextlib.suppress(BadInput):                 # where as many have come as it takes
        table.lobby.enter("spectator", "-").role = "guest"
    for language in languages():
        table.visits = [Connection(NullLink(), guest.key, guest.name, who=guest.who, fresh=True, language=language)
                        for guest in table.lobby.guests.values() if guest.role == "guest"]
        beside.again = [table]
        while beside.again:                             # a long match is told in parts
            yield from map(_named, show.send_updates(beside.again.pop(), 0.0))


def _named(wrong: Exception) -> str:
    return f"{type(wrong).__name__}: {wrong}"[:200]
