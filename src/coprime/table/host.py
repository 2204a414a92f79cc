"""What only the host of a table may say: each function carries out one kind of message, or raises Refused."""

from collections.abc import Callable
from typing import Any

from . import chairs, play, seats, wire
from .authorize import message_key
from .lobby import Guest
from .sentences import refusal
from .settings import check_clock_factor, check_deal, choose_options
from .table import Table


def check_before_start(table: Table) -> None:
    if table.phase != "lobby":
        raise refusal("started")


def known_guest(table: Table, who: int) -> Guest:
    guest = table.lobby.guests.get(who)
    if guest is None:
        raise refusal("who", who=who)
    return guest


def seat(table: Table, guest: Guest, message: wire.Seat, now: float) -> None:
    """Who plays an unoccupied seat."""
    chair = table.lobby.chair(message.seat)
    chairs.check_bot(table, message.level, message.pace)
    if chair.kind == "program":
        if message.kind != "program" or message.level is not None:
            raise refusal("program")
    elif chair.kind != "person":
        if message.kind not in ("bot", "open"):
            raise refusal("kind", kind=message.kind[:40])
        if table.phase == "lobby":
            chair.kind = message.kind
    elif table.phase == "lobby":
        raise refusal("occupied", name=chair.name)
    chair.level = message.level or chair.level
    chair.pace = message.pace or chair.pace
    table.mark_changed()


def options(table: Table, guest: Guest, message: wire.Options, now: float) -> None:
    check_before_start(table)
    if table.lobby.programs:
        raise refusal("programs")
    settings = table.settings
    count = settings.seats if message.seats is None else message.seats
    chosen = choose_options(table.game, count, message.options, message.preset,
                            settings.options if message.preset is None and count == settings.seats else {})
    number = settings.deal if message.deal is None else check_deal(table.game, message.deal)
    if count < settings.seats and any(chair.kind == "person" for chair in table.lobby.chairs[count:]):
        raise refusal("occupied", name=next(c.name for c in table.lobby.chairs[count:] if c.kind == "person"))
    settings.options, settings.seats, settings.deal = chosen, count, number
    if message.deal is None:
        settings.preset = message.preset if not message.options else None
    chairs.resize_table(table, count)
    table.mark_changed()


def start(table: Table, guest: Guest, message: wire.Start, now: float) -> None:
    check_before_start(table)
    to_come = sum(not chair.name for chair in table.lobby.programs)
    if to_come:
        raise refusal("awaited", n=to_come)
    table.settings.practice = table.settings.practice and len(chairs.people_seated(table)) <= 1
    play.begin_match(table, now, message_key(guest, message.id))


def lock(table: Table, guest: Guest, message: wire.Lock, now: float) -> None:
    table.lobby.locked = message.on
    table.mark_changed()


def admit(table: Table, guest: Guest, message: wire.Admit, now: float) -> None:
    """Let somebody in, or give them the seat that they asked for."""
    asker = known_guest(table, message.who)
    wanted = table.lobby.asking.pop(message.who, None)
    if not message.yes:
        if asker.role == "waiting":
            _out(table, asker)
        return table.mark_changed()
    if asker.role == "waiting":
        asker.role = "guest"
        if table.phase == "lobby" and table.lobby.find_vacant_seat(table.desk) is not None:
            wanted = table.lobby.find_vacant_seat(table.desk)
    if wanted is not None:
        seats.claim_seat(table, asker, wanted)
    seats.resend_everything(table, asker)


def remove(table: Table, guest: Guest, message: wire.Remove, now: float) -> None:
    other = known_guest(table, message.who)
    if other is guest:
        raise refusal("self")
    chairs.leave_seats(table, other.who)
    _out(table, other)
    table.mark_changed()


def _out(table: Table, other: Guest) -> None:
    """Somebody is no longer at the table, and their connections are closed."""
    other.role = "removed"
    table.lobby.let_go(other.who)
    for visit in table.visits:
        if visit.who == other.who:
            table.close_connection(visit, 4403, "no.removed")


def host(table: Table, guest: Guest, message: wire.Host, now: float) -> None:
    other = known_guest(table, message.who)
    if other.role != "guest" or not other.here:
        raise refusal("hosthere", name=other.name)
    table.lobby.host = other.who
    table.mark_changed()


def pause(table: Table, guest: Guest, message: wire.Pause, now: float) -> None:
    table.settings.paused = message.on
    table.moved = table.outside.wall()          # nobody has kept the others waiting in a pause
    table.marks.scene = True
    table.rested = None
    table.mark_changed()


def clock(table: Table, guest: Guest, message: wire.Clock, now: float) -> None:
    table.settings.factor = check_clock_factor(message.factor)
    table.clock.lengthen(now, message.factor)
    table.marks.scene = True
    table.mark_changed()


def talk(table: Table, guest: Guest, message: wire.Talk, now: float) -> None:
    table.settings.talk = message.on
    table.mark_changed()


def hints(table: Table, guest: Guest, message: wire.Hints, now: float) -> None:
    table.settings.hints = message.on
    table.mark_changed()


def check_over(table: Table) -> None:
    if table.phase == "lobby":
        raise refusal("notstarted")
    if table.phase != "over" and not table.settings.practice:
        raise refusal("notover")
    chairs.dismiss_programs(table)


def rematch(table: Table, guest: Guest, message: wire.Rematch, now: float) -> None:
    check_over(table)
    if message.deal is not None:
        table.settings.deal = check_deal(table.game, message.deal)
    if message.rotate:
        chairs.rotate_seats(table)
    play.begin_match(table, now, message_key(guest, message.id))


def lobby(table: Table, guest: Guest, message: wire.Lobby, now: float) -> None:
    """Back to the lobby with the same people."""
    check_over(table)
    table.history = None
    table.mark_changed()


def close(table: Table, guest: Guest, message: wire.Close, now: float) -> None:
    table.close_table("closed")


ORDERS: dict[type, Callable[[Table, Guest, Any, float], None]] = {
    wire.Seat: seat, wire.Options: options, wire.Start: start, wire.Lock: lock, wire.Admit: admit, wire.Remove: remove,
    wire.Host: host, wire.Pause: pause, wire.Clock: clock, wire.Talk: talk, wire.Hints: hints, wire.Rematch: rematch,
    wire.Lobby: lobby, wire.Close: close,
}
