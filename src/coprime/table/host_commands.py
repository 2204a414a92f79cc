"""Carry out the messages that only the host of a table may send; each handler may raise Refused."""

from collections.abc import Callable
from typing import Any

from . import bot_chairs, change_game, host_role, match_lifecycle, open_seats, seat_claims, wire
from .authorize import message_key
from .lobby import TableGuest
from .rated_table import require_two_people
from .rematch import require_match_over
from .sentences import refusal
from .settings import check_clock_factor, check_deal, choose_options
from .table import Table


def require_lobby(table: Table) -> None:
    """Raise Refused unless the table is still in its lobby."""
    if table.phase != "lobby":
        raise refusal("started")


def require_known_guest(table: Table, who: int) -> TableGuest:
    """Return the guest with that number. Raises Refused for an unknown one."""
    guest = table.lobby.guests.get(who)
    if guest is None:
        raise refusal("who", who=who)
    return guest


def handle_seat(table: Table, guest: TableGuest, message: wire.SeatCommand, now: float) -> None:
    """Set what plays a seat that no person holds: the kind, the level and the pace of a bot."""
    chair = table.lobby.get_chair(message.seat)
    bot_chairs.check_bot(table, message.level, message.pace)
    if chair.kind == "program":
        if message.kind != "program" or message.level is not None:
            raise refusal("program")
    elif chair.kind != "person":
        if message.kind not in ("bot", "open"):
            raise refusal("kind", kind=message.kind[:40])
        if table.phase == "lobby":
            chair.kind = message.kind
    elif table.phase == "lobby":
        raise refusal("occupied", name=table.lobby.seat_name(chair))
    chair.level = message.level or chair.level
    chair.pace = message.pace or chair.pace
    table.mark_changed()


def handle_options(table: Table, guest: TableGuest, message: wire.Options, now: float) -> None:
    """Change the options, preset, number of seats or deal before the match begins."""
    require_lobby(table)
    if table.lobby.program_chairs:
        raise refusal("programs")
    settings = table.settings
    count = settings.seats if message.seats is None else message.seats
    chosen = choose_options(table.game, count, message.options, message.preset,
                            settings.options if message.preset is None and count == settings.seats else {})
    number = settings.deal if message.deal is None else check_deal(table.game, message.deal)
    if count < settings.seats and any(chair.kind == "person" for chair in table.lobby.chairs[count:]):
        held = next(chair for chair in table.lobby.chairs[count:] if chair.kind == "person")
        raise refusal("occupied", name=table.lobby.seat_name(held))
    settings.options, settings.seats, settings.deal = chosen, count, number
    if message.deal is None:
        settings.preset = message.preset if not message.options else None
    bot_chairs.resize_table(table, count)
    table.mark_changed()


def handle_start(table: Table, guest: TableGuest, message: wire.Start, now: float) -> None:
    """Begin the match."""
    require_lobby(table)
    require_two_people(table)
    missing = sum(not chair.name for chair in table.lobby.program_chairs)
    if missing:
        raise refusal("awaited", n=missing)
    table.settings.practice = table.settings.practice and len(bot_chairs.list_seated_people(table)) <= 1
    match_lifecycle.begin_match(table, now, message_key(guest, message.id))


def handle_lock(table: Table, guest: TableGuest, message: wire.Lock, now: float) -> None:
    """Lock the table, so that newcomers wait to be let in, or unlock it."""
    table.lobby.locked = message.on
    table.mark_changed()


def handle_admit(table: Table, guest: TableGuest, message: wire.Admit, now: float) -> None:
    """Let a waiting person in, or give a guest the seat that they asked for; or decline."""
    asker = require_known_guest(table, message.who)
    wanted = table.lobby.asking.pop(message.who, None)
    if not message.yes:
        if asker.role == "waiting":
            _remove_guest(table, asker)
        return table.mark_changed()
    if asker.role == "waiting":
        asker.role = "guest"
        if table.phase == "lobby" and table.lobby.find_vacant_seat(table.teacher_seat) is not None:
            wanted = table.lobby.find_vacant_seat(table.teacher_seat)
    if wanted is not None:
        seat_claims.claim_seat(table, asker, wanted)
    seat_claims.resend_everything(table, asker)


def handle_remove(table: Table, guest: TableGuest, message: wire.Remove, now: float) -> None:
    """Remove a person from the table and close their connections; in a tournament only who holds no seat."""
    other = require_known_guest(table, message.who)
    if other is guest:
        raise refusal("self")
    if table.settings.tournament and table.lobby.seats_of(other.who):
        raise refusal("tournament")                 # a player of the pairing withdraws at the page of the tournament
    bot_chairs.leave_seats(table, other.who)
    _remove_guest(table, other)
    table.mark_changed()


def _remove_guest(table: Table, other: TableGuest) -> None:
    """Somebody is no longer at the table, and their connections are closed."""
    other.role = "removed"
    table.lobby.drop_claims(other.who)
    for visit in table.connections:
        if visit.who == other.who:
            table.close_connection(visit, 4403, "no.removed")


def handle_host(table: Table, guest: TableGuest, message: wire.Host, now: float) -> None:
    """Make another guest, who is connected, the host."""
    other = require_known_guest(table, message.who)
    if other.role != "guest" or not other.connection_count:
        raise refusal("hosthere", name=table.lobby.guest_name(other.who))
    host_role.hand_over_host_role(table, other, now)


def handle_pause(table: Table, guest: TableGuest, message: wire.Pause, now: float) -> None:
    """Pause the table, or go on."""
    table.settings.paused = message.on
    table.last_event_at = table.table_host.wall_seconds()          # nobody has kept the others waiting in a pause
    table.dirty.scene = True
    table.resting_since = None
    table.mark_changed()


def handle_clock(table: Table, guest: TableGuest, message: wire.Clock, now: float) -> None:
    """Set how many real seconds a second of game time takes. Raises Refused at a table over days."""
    if table.is_correspondence:
        raise refusal("daysclock")
    table.settings.factor = check_clock_factor(message.factor)
    table.clock.set_factor(now, message.factor)
    table.dirty.scene = True
    table.mark_changed()


def handle_set_chat_allowed(table: Table, guest: TableGuest, message: wire.SetChatAllowed, now: float) -> None:
    """Allow or forbid chat."""
    table.settings.talk = message.on
    table.mark_changed()


def handle_hints(table: Table, guest: TableGuest, message: wire.Hints, now: float) -> None:
    """Allow or forbid hints."""
    table.settings.hints = message.on
    table.mark_changed()


def handle_take_backs(table: Table, guest: TableGuest, message: wire.TakeBacks, now: float) -> None:
    """Allow or forbid taking back with consent."""
    table.settings.take_back = message.on
    table.dirty.scene = True
    table.mark_changed()


def handle_lobby(table: Table, guest: TableGuest, message: wire.LobbyCommand, now: float) -> None:
    """Return to the lobby with the same people."""
    require_match_over(table)
    table.history = None
    table.rematch_wishes.clear()
    table.mark_changed()


def handle_close(table: Table, guest: TableGuest, message: wire.Close, now: float) -> None:
    """Close the table for everybody."""
    table.close_table("closed")


HOST_COMMANDS: dict[type, Callable[[Table, TableGuest, Any, float], None]] = {
    wire.SeatCommand: handle_seat, wire.Options: handle_options, wire.ChangeGame: change_game.handle_game,
    wire.Start: handle_start, wire.Lock: handle_lock,
    wire.Admit: handle_admit, wire.Remove: handle_remove,
    wire.Host: handle_host, wire.Pause: handle_pause, wire.Clock: handle_clock,
    wire.SetChatAllowed: handle_set_chat_allowed, wire.SetListed: open_seats.handle_set_listed,
    wire.Hints: handle_hints, wire.TakeBacks: handle_take_backs,
    wire.LobbyCommand: handle_lobby, wire.Close: handle_close,
}
