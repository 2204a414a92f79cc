"""Decide who comes in and who sits down where, and when.

Nobody takes a seat of a running hand whose cards they have not held. Otherwise the host could take a bot's seat, look
at its hand and go back. Whoever may have the seat later has it reserved and sits down when the hand is over. Where
nothing is hidden, and in practice, a seat is taken at once. In a game with teams, people share a seat.
"""

from collections.abc import Callable
from typing import Any

from ..core.seats import WATCHER
from . import host_role, wire
from .authorize import acknowledge_message, require_seats
from .bot_chairs import leave_seats, list_seated_people, rename_similar_bots
from .connection import Connection
from .lobby import MOST_IN_TEAM, Chair, TableGuest
from .sentences import refusal
from .table import Table


def handle_hello(table: Table, connection: Connection, message: wire.Hello, now: float) -> None:
    """Introduce a connection: its person comes in, comes back, or waits to be let in."""
    if connection.who is None:
        guest = table.lobby.add_guest(connection.key, connection.name, now)
        if guest.role == "removed":
            return table.close_connection(connection, 4403, "no.removed")
        shift_absences_after_sleep(table, now)
        connection.who = guest.who
        guest.connection_count += 1
        guest.added_seconds = 0.0
        host_role.return_host_role(table, guest, now)
        if message.as_ != "watch":
            seat_newcomer(table, guest)
        rename_similar_bots(table)
        table.mark_changed()
    # Where numbers differ it is told again from the beginning.
    has_hidden_events = table.history is not None and table.history.has_hidden_events
    connection.last_sent_event = message.seen if message.seen <= table.n and not has_hidden_events else 0
    connection.needs_everything, connection.is_welcomed, connection.has_open_record = True, False, table.is_record_open


def shift_absences_after_sleep(table: Table, now: float) -> None:
    """Shift the absence of the guests by the time that the table was asleep, when somebody comes."""
    if table.is_awake:
        return
    for guest in table.lobby.guests.values():
        guest.gone_since = now if table.empty_since is None else guest.gone_since + now - table.empty_since


def seat_newcomer(table: Table, guest: TableGuest) -> None:
    """Seat a newcomer before the match begins, where there is room."""
    settings, lobby = table.settings, table.lobby
    if guest.role != "guest" or table.phase != "lobby" or settings.tournament or lobby.seats_of(guest.who):
        return
    if (settings.practice or settings.hotseat) and any(chair.kind == "person" for chair in lobby.chairs):
        return
    seat = lobby.find_vacant_seat(table.teacher_seat)
    if seat is not None:
        lobby.seat_person(guest, seat)


def has_hidden_hands(table: Table) -> bool:
    """Are hands dealt of which one seat sees more than another?"""
    if table.phase != "playing" or table.settings.practice:
        return False
    views = {table.match.view(watcher).tobytes() for watcher in [*range(table.match.seats), WATCHER]}
    return len(views) > 1


def seat_availability(table: Table, guest: TableGuest, chair: Chair, has_hidden: bool) -> str:
    """Return when a guest could sit down: "now", "next" (after the hand), or "" (not at all).

    `has_hidden`: hands are dealt that one seat sees more of than another.
    """
    if chair.kind == "person":
        return "now" if _may_join(table, guest, chair, has_hidden) else ""
    if chair.kind == "program" or chair.next not in (None, guest.who) or not _may_sit(table, guest, chair):
        return ""
    return "next" if has_hidden and guest.who not in chair.held else "now"


def handle_sit(table: Table, connection: Connection, guest: TableGuest, message: wire.Sit, now: float) -> None:
    """Sit down, ask the host for a seat, or reserve one."""
    lobby, seat = table.lobby, message.seat
    if guest.who == table.teacher and seat is None:
        seat = table.teacher_seat
    elif seat is None:
        seat = next(iter(lobby.reclaimable_seats(guest.who)), lobby.find_vacant_seat(table.teacher_seat))
    if seat is None:
        raise refusal("nofree")
    chair = require_free_seat(table, guest, seat)
    if table.phase == "lobby" or guest.who in (lobby.host, chair.left):
        claim_seat(table, guest, seat)
    else:
        lobby.asking[guest.who] = seat
        table.dirty.table = True
    acknowledge_message(table, connection, guest, message.id)


def require_free_seat(table: Table, guest: TableGuest, seat: int) -> Chair:
    """Return the chair of a seat that a guest may have now or later. Raises Refused."""
    chair = table.lobby.get_chair(seat)
    if chair.kind == "person" and allows_teams(table):
        return _require_open_team(table, guest, chair)
    chair = table.lobby.require_free_chair(seat)
    if not _may_sit(table, guest, chair):
        raise refusal("teaches" if guest.who == table.teacher else "desk")
    if chair.next not in (None, guest.who):
        raise refusal("promised", name=table.lobby.guest_name(chair.next))
    return chair


def allows_teams(table: Table) -> bool:
    """May several people share a seat here?  Not where all of them sit at one device."""
    return table.game.teams and not table.settings.hotseat


def _require_open_team(table: Table, guest: TableGuest, chair: Chair) -> Chair:
    """The chair of a seat whose team somebody may join.  Raises Refused."""
    if guest.who in chair.people:
        raise refusal("member")
    if not _may_sit(table, guest, chair):
        raise refusal("teaches" if guest.who == table.teacher else "desk")
    if len(chair.people) >= MOST_IN_TEAM:
        raise refusal("teamfull", name=table.lobby.seat_name(chair), most=MOST_IN_TEAM)
    if guest.who not in chair.held and has_hidden_hands(table):
        raise refusal("teamhand", name=table.lobby.seat_name(chair))
    return chair


def _may_join(table: Table, guest: TableGuest, chair: Chair, has_hidden: bool) -> bool:
    """Could somebody join the team of this chair now?  `hidden` as in `when`."""
    return (allows_teams(table) and guest.who not in chair.people and _may_sit(table, guest, chair)
            and len(chair.people) < MOST_IN_TEAM and not (has_hidden and guest.who not in chair.held))


def _may_sit(table: Table, guest: TableGuest, chair: Chair) -> bool:
    """In a class: the teacher in the seat that is for them, and nobody else. In a tournament nobody: it seats them."""
    if table.settings.tournament:
        return False
    return (guest.who == table.teacher) == (chair.seat == table.teacher_seat) or not table.settings.classroom


def claim_seat(table: Table, guest: TableGuest, seat: int) -> None:
    """Sit down, now or when the hand is over.  Raises Refused."""
    chair = require_free_seat(table, guest, seat)
    if seat_availability(table, guest, chair, has_hidden_hands(table)) == "now":
        return take_seat(table, guest, seat)
    for other in table.lobby.chairs:
        if other.next == guest.who:
            other.next = None
    chair.next = guest.who
    table.lobby.asking.pop(guest.who, None)
    table.mark_changed()


def take_seat(table: Table, guest: TableGuest, seat: int) -> None:
    """Sit down: a person has one seat, so the one they had goes to their team or to a bot."""
    leave_seats(table, guest.who)
    if table.lobby.get_chair(seat).kind == "person":
        table.lobby.join_team(guest, seat)
    else:
        table.lobby.seat_person(guest, seat)
    if table.history is not None and len(list_seated_people(table)) > 1:
        table.settings.practice = False
        table.settings.dealt = table.settings.deal          # its number is no longer one person's own
    resend_everything(table, guest)


def seat_waiting_people(table: Table, now: float) -> None:
    """Seat those who have reserved a seat, once the hand is over."""
    for chair in table.lobby.chairs:
        if chair.next is None or table.phase == "playing":
            continue
        guest, chair.next = table.lobby.guests.get(chair.next), None
        table.mark_changed()
        here = guest is not None and (guest.connection_count or table.is_correspondence
                                      or now < guest.gone_since + table.table_host.grace_seconds)
        if guest is not None and here and chair.kind not in ("person", "program"):
            take_seat(table, guest, chair.seat)


def handle_stand(table: Table, connection: Connection, guest: TableGuest, message: wire.Stand, now: float) -> None:
    """Leave the seat to the team or to a bot."""
    require_seats(table, guest)
    leave_seats(table, guest.who)
    resend_everything(table, guest)
    acknowledge_message(table, connection, guest, message.id)


def resend_everything(table: Table, guest: TableGuest) -> None:
    """Send everything anew to all connections of a guest, whose view has changed."""
    for connection in table.connections:
        if connection.who == guest.who:
            connection.last_sent_event, connection.needs_everything = 0, True
    table.dirty.scene = True
    table.mark_changed()


MESSAGES: dict[type, Callable[[Table, Connection, TableGuest, Any, float], None]] = {wire.Sit: handle_sit,
                                                                                     wire.Stand: handle_stand}
