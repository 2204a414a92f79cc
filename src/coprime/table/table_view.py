"""A table as its people are told of it: who sits where, the rules in force, what the host has chosen."""

from typing import Any

from ..core.options import to_json_value
from ..core.sealed import commitment_of
from ..core.seats import CLOCK
from . import catalogue, seats, teaching
from .connection import Connection
from .lobby import Chair
from .sentences import say
from .settings import has_numbered_deals
from .table import Table

SHORT = 8               # digits of a commitment that are shown where there is little room


def serialize_table(of: Table, visit: Connection, now: float) -> dict[str, Any]:
    """The `Table` of docs/protocol.md, as one person is told."""
    settings, lobby, phase = of.settings, of.lobby, of.phase
    fewest, most = of.game.seats
    resting = phase == "rest"
    return {
        "code": of.code, "game": of.game.name, "title": of.game.localized_title, "goal": catalogue.goal_text(of.game),
        "phase": phase,
        "match": of.matches,
        "seats": _chairs(of, visit, now), "you": _you(of, visit), "host": lobby.host,
        "people": [{"who": guest.who, "name": guest.name, "here": guest.here > 0, "role": _role(of, guest.who),
                    "seats": lobby.seats_of(guest.who)}
                   for guest in lobby.guests.values() if guest.role == "guest"],
        "asking": _asking(of, visit),
        "options": {name: to_json_value(value) for name, value in settings.options.items()},
        "preset": settings.preset, "chips": _chips(of),
        "fewest": fewest, "most": most, "ladder": of.game.progression, "locked": lobby.locked,
        "paused": settings.paused,
        "practice": settings.practice, "class": settings.class_, "talk": settings.talk, "classroom": settings.classroom,
        "teaching": teaching.serialize_teaching(of) if visit.who == of.teacher else None, "hotseat": settings.hotseat,
        "deal": settings.deal, "dealt": settings.dealt if of.history else 0, "numbered": has_numbered_deals(of.game),
        "hints": settings.hints, "used": _used(of, visit, phase), "clock": settings.factor,
        "levels": catalogue.describe_levels(of.game, of.outside.own), "notes": _notes(of),
        "invite": of.outside.invite(of.code),
        "rest": {"go": of.waits_for_person(), "seconds": of.outside.rest} if resting else None,
        "record": of.is_record_open, "grace": of.outside.grace, "seal": _seal(of, visit),
    }


def _seal(of: Table, visit: Connection) -> dict[str, Any]:
    """The commitments of the match that is there and of the next one, and who has added a number to that."""
    seal = of.history.seal if of.history else None
    return {"now": seal.commitment if seal else "", "next": commitment_of(of.secret) if of.may_add_numbers else "",
            "added": [chair.added != "" for chair in of.lobby.chairs],
            "yours": {chair.seat: chair.added for chair in of.lobby.chairs if visit.who in chair.people}}


def _chips(of: Table) -> list[dict[str, Any]]:
    """The rules in force, the number of the deal first."""
    settings = of.settings
    found = catalogue.rule_chips(of.game, settings.seats, settings.options)
    number = settings.dealt if of.history else settings.deal
    if number:
        found.insert(0, {"option": "", "title": say("deal.title"), "help": say("deal.help"), "rule": "",
                         "value": number, "text": str(number), "usual": False})
    elif of.history and of.history.seal:
        short = of.history.seal.commitment[:SHORT]
        found.append({"option": "", "title": say("sealed.title"), "help": say("sealed.help"), "rule": "",
                      "value": short, "text": short, "usual": True})
    return found


def _chairs(of: Table, visit: Connection, now: float) -> list[dict[str, Any]]:
    guest, hidden = of.lobby.guests[visit.who or 0], seats.has_hidden_hands(of)
    return [{**_chair(of, chair, now), "sit": seats.when_free(of, guest, chair, hidden)} for chair in of.lobby.chairs]


def _chair(of: Table, chair: Chair, now: float) -> dict[str, Any]:
    here = of.lobby.is_anybody_present(chair) if chair.kind == "person" else bool(chair.name)
    return {"seat": chair.seat, "kind": chair.kind, "name": of.lobby.name(chair), "who": chair.who,
            "team": chair.people if chair.members else [],
            "here": here, "level": chair.level, "pace": chair.pace, "next": chair.next, "away": of.is_gone(chair, now)}


def _role(of: Table, who: int) -> str:
    guest = of.lobby.guests[who]
    if guest.role != "guest":
        return guest.role
    return "seat" if of.lobby.seats_of(who) else "watcher"


def _you(of: Table, visit: Connection) -> dict[str, Any]:
    guest = of.lobby.guests[visit.who or 0]
    return {"who": guest.who, "name": guest.name, "seats": of.lobby.seats_of(guest.who),
            "host": guest.who == of.lobby.host, "role": _role(of, guest.who), "left": of.lobby.left_by(guest.who),
            "calls": guest.calls}


def _asking(of: Table, visit: Connection) -> list[dict[str, Any]]:
    if visit.who != of.lobby.host:
        return []
    return [{"who": who, "name": of.lobby.guests[who].name, "seat": seat} for who, seat in of.lobby.asking.items()]


def _used(of: Table, visit: Connection, phase: str) -> list[int | None]:
    """Hints used: one's own, and everybody's when it is over."""
    return [chair.hints if phase == "over" or visit.who in chair.people else None for chair in of.lobby.chairs]


def _notes(of: Table) -> list[str]:
    """What the options may lead to, while they can still be changed; and that bots are not ready."""
    levels = {chair.level for chair in of.lobby.chairs if catalogue.is_search_level(of.game, chair.level)}
    slow = [say("notes.slow")] if levels - of.ready_searches() else []
    settings = of.settings
    return slow if of.history else [*of.game.warning_sentences(settings.seats, settings.options), *slow]


def serialize_clock(of: Table, watcher: int, now: float) -> dict[str, Any] | None:
    """The clock beside a scene; None where no window is open."""
    if not of.acting_seats() >> CLOCK & 1:
        return None
    since = of.clock.passed(now)
    left = max(0.0, int(of.match.rules.deadline(of.match.view(watcher))) - since) * (of.settings.factor or 1)
    return {"left": round(left), "since": round(since), "running": of.clock.running, "factor": of.settings.factor}
