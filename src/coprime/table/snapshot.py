"""Serialize a table without its journal, and restore a table from both."""

from collections.abc import Iterable
from typing import Any

import msgspec

from ..core.game import Game
from . import bot_chairs, wire
from .correspondence_clock import MoveClock
from .journal_replay import match_game_name, replay_journal
from .lobby import Chair, TableGuest
from .observer_log import SharedSteps, WatcherLog, log_key
from .pairing_outcome import TableOutcome
from .ports import ChatLine, JournalRow, TableHost
from .seat_tenure import SeatHolders
from .settings import parse_settings
from .table import Table
from .vacation import Vacation


def serialize_snapshot(table: Table) -> dict[str, Any]:
    """Return everything about a table but its journal, as JSON."""
    lobby = table.lobby
    return {"game": table.game.name, "first_game": table.first_game, "settings": dict(vars(table.settings)),
            "host": lobby.host, "absent_host": lobby.absent_host, "locked": lobby.locked, "met": lobby.met,
            "secret": table.secret, "matches": table.match_count, "begun": table.history is not None,
            "phase": table.phase, "rematch": sorted(table.rematch_wishes),
            "guests": [{"who": guest.who, "key": guest.key, "name": guest.name, "role": guest.role}
                       for guest in lobby.guests.values()],
            "calls": [guest.who for guest in lobby.guests.values() if guest.calls_teacher],
            "holders": table.holders.to_lists(), **_serialize_tournament(table), **_serialize_days(table),
            "chairs": [{**vars(chair), "held": list(chair.held), "members": list(chair.members)}
                       for chair in lobby.chairs]}


def _serialize_tournament(table: Table) -> dict[str, Any]:
    """What a table of a tournament has besides: whoever reads it counts its games."""
    if not table.settings.tournament:
        return {}
    return {"outcomes": msgspec.to_builtins(table.outcomes), "arrived": table.arrived,
            "pairing_over": table.is_pairing_over}


def _serialize_days(table: Table) -> dict[str, Any]:
    """What a table over days has besides; `busy`: it has something to do without anybody."""
    if not table.is_correspondence:
        return {}
    return {"move_clock": table.move_clock.to_json(), "busy": table.has_own_work,
            "vacation": table.vacation.to_json()}


def serialize_if_changed(table: Table) -> dict[str, Any] | None:
    """Return the snapshot of a table; None where it equals the one that was stored last."""
    found = serialize_snapshot(table)
    before, table.dirty.saved_snapshot = table.dirty.saved_snapshot, wire.encoder.encode(found)
    return found if table.dirty.saved_snapshot != before else None


def restore_table(code: str, game: Game, stored: dict[str, Any], rows: Iterable[JournalRow], chat: Iterable[ChatLine],
                  table_host: TableHost[Table]) -> Table:
    """Restore a table from its snapshot, journal and chat, its clock stopped.

    Raises BadInput where its options or its journal are of no use today.
    """
    table = Table(code, game, parse_settings(game, stored["settings"]), table_host)
    table.clock.set_factor(0.0, table.settings.factor)
    table.rematch_wishes = set(stored.get("rematch", ()))
    lobby = table.lobby
    lobby.host, lobby.locked, lobby.met = stored["host"], stored["locked"], stored.get("met", 0)
    lobby.absent_host = stored.get("absent_host")
    lobby.guests = {one["who"]: TableGuest(**one, gone_since=float("-inf")) for one in stored["guests"]}
    for guest in lobby.guests.values():
        guest.calls_teacher = guest.who in stored.get("calls", [])
    lobby.chairs = [Chair(**one) for one in stored["chairs"]]
    bot_chairs.replace_programs_with_bots(table)
    lobby.asking = {guest.who: None for guest in lobby.guests.values() if guest.role == "waiting"}
    table.chat = list(chat)
    table.move_clock = MoveClock.from_json(stored.get("move_clock"))
    table.vacation = Vacation.from_json(stored.get("vacation"))
    table.has_own_work = stored.get("busy", False)
    table.outcomes = msgspec.convert(stored.get("outcomes", []), list[TableOutcome])
    table.is_pairing_over = stored.get("pairing_over", False)
    rows = list(rows)
    table.first_game = stored.get("first_game", game.name)
    history = (replay_journal(game, rows, table_host.current_rules(game))
               if match_game_name(rows, table.first_game) == game.name else None)
    table.match_count = stored["matches"]
    table.n = rows[-1].n if rows else 0
    table.history = history if stored["begun"] else None
    for row in rows:
        if row.message:
            table.dirty.seen_message_ids[row.message] = row.n
    if table.history is not None:
        table.holders = SeatHolders(stored.get("holders", ()))
        shared = SharedSteps(table.history.match, lobby.seat_names(), (table.holders, lobby))
        for chair in lobby.chairs:
            if chair.kind == "person":                  # here, where it holds up nobody
                log = table.watcher_logs[log_key(chair.seat)] = WatcherLog(chair.seat, chair.who)
                log.catch_up(table.history, shared)
    if "secret" in stored:
        table.secret = stored["secret"]
        serialize_if_changed(table)                      # what is not as it was kept will be so again the next time
    else:
        table.dirty.settings = True                     # its first secret is kept before anything of it is told
    return table
