"""A table as it is kept: everything but its journal; and the table made again from both."""

from collections.abc import Iterable
from typing import Any

from ..core.game import Game
from ..core.language import language
from . import chairs, wire
from .holders import Holders
from .journal import replay_journal
from .lobby import Chair, Guest
from .ports import ChatLine, Row, TableHost
from .settings import parse_settings
from .table import Table
from .watcher_log import WatcherLog


def snapshot(table: Table) -> dict[str, Any]:
    """Everything but the journal, as JSON has it."""
    lobby = table.lobby
    return {"settings": dict(vars(table.settings)), "host": lobby.host, "locked": lobby.locked, "met": lobby.met,
            "secret": table.secret, "matches": table.matches, "begun": table.history is not None, "phase": table.phase,
            "guests": [{"who": guest.who, "key": guest.key, "name": guest.name, "role": guest.role}
                       for guest in lobby.guests.values()],
            "calls": [guest.who for guest in lobby.guests.values() if guest.calls],
            "holders": table.holders.kept(),
            "chairs": [{**vars(chair), "held": list(chair.held), "members": list(chair.members)}
                       for chair in lobby.chairs]}


def snapshot_if_changed(table: Table) -> dict[str, Any] | None:
    """What is to be kept of a table; None where that is what was kept last, as when somebody only comes back."""
    found = snapshot(table)
    before, table.marks.kept = table.marks.kept, wire.encoder.encode(found)
    return found if table.marks.kept != before else None


def restore_table(code: str, game: Game, kept: dict[str, Any], rows: Iterable[Row], chat: Iterable[ChatLine],
                  outside: TableHost[Table]) -> Table:
    """The table as it was, its clocks standing.  Raises BadInput where its options or journal do not go any more."""
    table = Table(code, game, parse_settings(game, kept["settings"]), outside)
    table.clock.lengthen(0.0, table.settings.factor)
    lobby = table.lobby
    lobby.host, lobby.locked, lobby.met = kept["host"], kept["locked"], kept.get("met", 0)
    lobby.guests = {one["who"]: Guest(**one, gone=float("-inf")) for one in kept["guests"]}
    for guest in lobby.guests.values():
        guest.calls = guest.who in kept.get("calls", [])
    lobby.chairs = [Chair(**one) for one in kept["chairs"]]
    chairs.dismiss_programs(table)
    lobby.asking = {guest.who: None for guest in lobby.guests.values() if guest.role == "waiting"}
    table.chat = list(chat)
    rows = list(rows)
    history = replay_journal(game, rows, outside.rules(game))
    table.matches = kept["matches"]
    table.n = rows[-1].n if rows else 0
    table.history = history if kept["begun"] else None
    for row in rows:
        if row.message:
            table.marks.ids[row.message] = row.n
    if table.history is not None:
        table.holders = Holders(kept.get("holders", ()))
        for chair in lobby.chairs:
            if chair.kind == "person":                  # here, where it holds up nobody
                eyes = table.eyes[chair.seat, language()] = WatcherLog(chair.seat, chair.who)
                eyes.follow(table.history, lobby.names(), None, (table.holders, lobby))
    if "secret" in kept:
        table.secret = kept["secret"]
        snapshot_if_changed(table)                      # what is not as it was kept will be so again the next time
    else:
        table.marks.settings = True                     # its first secret is kept before anything of it is told
    return table
