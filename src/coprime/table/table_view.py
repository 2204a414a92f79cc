"""Serialize a table for one connection: who sits where, the rules in force, what the host has chosen."""

from typing import Any

from ..core.options import to_json_value
from ..core.sealed import commitment_of
from ..core.seats import CLOCK
from . import (
    absence,
    catalogue,
    class_table,
    correspondence,
    open_seats,
    rated_table,
    seat_claims,
    take_back_consent,
    tournament_table,
)
from .connection import Connection
from .hidden_people import hidden_people
from .lobby import Chair
from .observer_log import log_key
from .sentences import say
from .settings import has_numbered_deals
from .table import Table

SHORT_DIGITS = 8               # digits of a commitment that are shown where there is little room


def serialize_table(table: Table, connection: Connection, now: float) -> dict[str, Any]:
    """Return the `Table` of docs/protocol.md as one connection may see it."""
    settings, lobby, phase = table.settings, table.lobby, table.phase
    fewest, most = (rated_table.SEATS, rated_table.SEATS) if settings.rated else table.game.seats
    resting = phase == "rest"
    return {
        "code": table.code, "game": table.game.name, "title": table.game.localized_title,
        "goal": catalogue.goal_text(table.game),
        "phase": phase,
        "match": table.match_count,
        "seats": _serialize_chairs(table, connection, now), "you": _serialize_you(table, connection),
        "host": lobby.host, "host_for": lobby.absent_host,
        "announced": table.announcements.to_json(now),
        "people": [{"who": guest.who, "name": lobby.guest_name(guest.who), "here": guest.connection_count > 0,
                    "role": _guest_role(table, guest.who), "muted": guest.who in hidden_people(),
                    "seats": lobby.seats_of(guest.who)}
                   for guest in lobby.guests.values() if guest.role == "guest"],
        "asking": _serialize_requests(table, connection),
        "options": {name: to_json_value(value) for name, value in settings.options.items()},
        "preset": settings.preset, "chips": _serialize_chips(table),
        "fewest": fewest, "most": most, "ladder": table.game.progression, "locked": lobby.locked,
        "paused": settings.paused,
        "practice": settings.practice, "class": settings.class_, "talk": settings.talk, "classroom": settings.classroom,
        "tournament": tournament_table.serialize_pairing(table),
        "teaching": class_table.serialize_teaching(table) if connection.who == table.teacher else None,
        "hotseat": settings.hotseat, "rated": settings.rated, "days": correspondence.serialize_correspondence(table),
        "listed": settings.listed > 0, "may_list": open_seats.is_listable(table),
        "deal": settings.deal, "dealt": settings.dealt if table.history else 0,
        "numbered": has_numbered_deals(table.game),
        "take_back": take_back_consent.serialize_request(table, lambda step: _line_text(table, connection, step), now),
        "hints": settings.hints, "used": _hints_used(table, connection, phase), "clock": settings.factor,
        "levels": catalogue.describe_levels(table.game, table.table_host.operator_bots), "notes": _warning_notes(table),
        "invite": table.table_host.invitation_json(table.code),
        "rest": {"go": table.waits_for_person(), "seconds": table.table_host.rest_seconds} if resting else None,
        "rematch": sorted(table.rematch_wishes),
        "record": table.is_record_open, "grace": table.table_host.grace_seconds,
        "seal": _serialize_seal(table, connection),
    }


def _line_text(table: Table, connection: Connection, step: int) -> str:
    """What the log of a connection says of a step."""
    log = table.watcher_logs.get(log_key(table.list_shown_watchers(connection)[0]))
    return next((line.text for line in log.lines if line.step == step), "") if log else ""


def _serialize_seal(table: Table, connection: Connection) -> dict[str, Any]:
    """The commitments of the match that is there and of the next one, and who has added a number to that."""
    seal = table.history.seal if table.history else None
    return {"now": seal.commitment if seal else "",
            "next": commitment_of(table.secret) if table.may_add_numbers else "",
            "added": [chair.added != "" for chair in table.lobby.chairs],
            "yours": {chair.seat: chair.added for chair in table.lobby.chairs if connection.who in chair.people}}


def _serialize_chips(table: Table) -> list[dict[str, Any]]:
    """The rules in force, the number of the deal first."""
    settings = table.settings
    found = catalogue.rule_chips(table.game, settings.seats, settings.options)
    number = settings.dealt if table.history else settings.deal
    if number:
        found.insert(0, {"option": "", "title": say("deal.title"), "help": say("deal.help"), "rule": "",
                         "value": number, "text": str(number), "usual": False})
    elif table.history and table.history.seal:
        short = table.history.seal.commitment[:SHORT_DIGITS]
        found.append({"option": "", "title": say("sealed.title"), "help": say("sealed.help"), "rule": "",
                      "value": short, "text": short, "usual": True})
    return found


def _serialize_chairs(table: Table, connection: Connection, now: float) -> list[dict[str, Any]]:
    guest, hidden = table.lobby.guests[connection.who or 0], seat_claims.has_hidden_hands(table)
    return [{**_serialize_chair(table, chair, now),
             "sit": seat_claims.seat_availability(table, guest, chair, hidden)}
            for chair in table.lobby.chairs]


def _serialize_chair(table: Table, chair: Chair, now: float) -> dict[str, Any]:
    here = table.lobby.is_anybody_present(chair) if chair.kind == "person" else bool(chair.name)
    return {"seat": chair.seat, "kind": chair.kind, "name": table.lobby.seat_name(chair), "who": chair.who,
            "team": chair.people if chair.members else [],
            "here": here, "level": chair.level, "pace": chair.pace, "next": chair.next,
            "away": table.is_gone(chair, now), "bot_in": absence.seconds_until_bot(table, chair, now),
            "minutes": absence.added_minutes_left(table, chair)}


def _guest_role(table: Table, who: int) -> str:
    guest = table.lobby.guests[who]
    if guest.role != "guest":
        return guest.role
    return "seat" if table.lobby.seats_of(who) else "watcher"


def _serialize_you(table: Table, connection: Connection) -> dict[str, Any]:
    guest = table.lobby.guests[connection.who or 0]
    return {"who": guest.who, "name": guest.name, "seats": table.lobby.seats_of(guest.who),
            "host": guest.who == table.lobby.host, "role": _guest_role(table, guest.who),
            "left": table.lobby.reclaimable_seats(guest.who),
            "calls": guest.calls_teacher}


def _serialize_requests(table: Table, connection: Connection) -> list[dict[str, Any]]:
    if connection.who != table.lobby.host:
        return []
    return [{"who": who, "name": table.lobby.guest_name(who), "seat": seat} for who,
            seat in table.lobby.asking.items()]


def _hints_used(table: Table, connection: Connection, phase: str) -> list[int | None]:
    """Hints used: one's own, and everybody's when it is over."""
    return [chair.hints if phase == "over" or connection.who in chair.people else None for chair in table.lobby.chairs]


def _warning_notes(table: Table) -> list[str]:
    """What the options may lead to, while they can still be changed; and that bots are not ready."""
    levels = {chair.level for chair in table.lobby.chairs if catalogue.is_search_level(table.game, chair.level)}
    slow = [say("notes.slow")] if levels - table.ready_searches() else []
    settings = table.settings
    return slow if table.history else [*table.game.warning_sentences(settings.seats, settings.options), *slow]


def serialize_clock(table: Table, watcher: int, now: float) -> dict[str, Any] | None:
    """Return the clock for the scene of a watcher; None where no window is open."""
    if not table.acting_seats() >> CLOCK & 1:
        return None
    elapsed = table.clock.elapsed_ms(now)
    left = max(0.0, int(table.match.rules.deadline(table.match.view(watcher))) - elapsed) * (table.settings.factor or 1)
    return {"left": round(left), "since": round(elapsed), "running": table.clock.is_running,
            "factor": table.settings.factor}
