"""Who comes in, who sits down where, and when: nobody takes a seat of a running hand whose cards they have not held.

Else the host could sit in a bot's seat, look at its hand and go back.  Whoever may have a seat later has it promised
and sits down as soon as the hand is over.  Where nothing is hidden, and in practice, a seat is taken at once.

Where the game has teams, people share a seat: whoever sits down where a person sits joins their team.
"""

from collections.abc import Callable
from typing import Any

from ..core.seats import WATCHER
from . import wire
from .authorize import acknowledge, seats_speaking
from .chairs import leave_seats, people_seated, rename_similar_bots
from .connection import Connection
from .lobby import TEAM, Chair, Guest
from .sentences import refusal
from .table import Table


def hello(table: Table, visit: Connection, message: wire.Hello, now: float) -> None:
    """A connection introduces itself: a person comes in, comes back, or asks to be let in."""
    if visit.who is None:
        guest = table.lobby.enter(visit.key, visit.name, now)
        if guest.role == "removed":
            return table.close_connection(visit, 4403, "no.removed")
        mark_awake(table, now)
        visit.who = guest.who
        guest.here += 1
        if message.as_ != "watch":
            seat_newcomer(table, guest)
        rename_similar_bots(table)
        table.mark_changed()
    secret = table.history is not None and table.history.secret      # numbers differ: told again from the beginning
    visit.n = message.seen if message.seen <= table.n and not secret else 0
    visit.fresh, visit.live, visit.open = True, False, table.is_record_open


def mark_awake(table: Table, now: float) -> None:
    """Somebody comes.  The time that the table stood still, with the server perhaps, is no time of absence."""
    if table.is_awake:
        return
    for guest in table.lobby.guests.values():
        guest.gone = now if table.alone is None else guest.gone + now - table.alone


def seat_newcomer(table: Table, guest: Guest) -> None:
    """Somebody comes while the match has not begun: they sit down where there is room."""
    settings, lobby = table.settings, table.lobby
    if guest.role != "guest" or table.phase != "lobby" or lobby.seats_of(guest.who):
        return
    if (settings.practice or settings.hotseat) and any(chair.kind == "person" for chair in lobby.chairs):
        return
    seat = lobby.find_vacant_seat(table.desk)
    if seat is not None:
        lobby.sit(guest, seat)


def has_hidden_hands(table: Table) -> bool:
    """Are hands dealt of which one seat sees more than another?"""
    if table.phase != "playing" or table.settings.practice:
        return False
    views = {table.match.view(watcher).tobytes() for watcher in [*range(table.match.seats), WATCHER]}
    return len(views) > 1


def when_free(table: Table, guest: Guest, chair: Chair, hidden: bool) -> str:
    """Whether somebody could sit down here: "now", "next" (when the hand is over) or "" (not at all)."""
    if chair.kind == "person":
        return "now" if _may_join(table, guest, chair, hidden) else ""
    if chair.kind == "program" or chair.next not in (None, guest.who) or not _may_sit(table, guest, chair):
        return ""
    return "next" if hidden and guest.who not in chair.held else "now"


def sit(table: Table, visit: Connection, guest: Guest, message: wire.Sit, now: float) -> None:
    lobby, seat = table.lobby, message.seat
    if guest.who == table.teacher and seat is None:
        seat = table.desk
    elif seat is None:
        seat = next(iter(lobby.left_by(guest.who)), lobby.find_vacant_seat(table.desk))
    if seat is None:
        raise refusal("nofree")
    chair = check_free(table, guest, seat)
    if table.phase == "lobby" or guest.who in (lobby.host, chair.left):
        claim_seat(table, guest, seat)
    else:
        lobby.asking[guest.who] = seat
        table.marks.table = True
    acknowledge(table, visit, guest, message.id)


def check_free(table: Table, guest: Guest, seat: int) -> Chair:
    """The chair of a seat that somebody may have, now or later.  Raises Refused."""
    chair = table.lobby.chair(seat)
    if chair.kind == "person" and allows_teams(table):
        return _check_team(table, guest, chair)
    chair = table.lobby.free_to_take(seat)
    if not _may_sit(table, guest, chair):
        raise refusal("teaches" if guest.who == table.teacher else "desk")
    if chair.next not in (None, guest.who):
        raise refusal("promised", name=table.lobby.guests[chair.next].name)
    return chair


def allows_teams(table: Table) -> bool:
    """May several people share a seat here?  Not where all of them sit at one device."""
    return table.game.teams and not table.settings.hotseat


def _check_team(table: Table, guest: Guest, chair: Chair) -> Chair:
    """The chair of a seat whose team somebody may join.  Raises Refused."""
    if guest.who in chair.people:
        raise refusal("member")
    if not _may_sit(table, guest, chair):
        raise refusal("teaches" if guest.who == table.teacher else "desk")
    if len(chair.people) >= TEAM:
        raise refusal("teamfull", name=table.lobby.name(chair), most=TEAM)
    if guest.who not in chair.held and has_hidden_hands(table):
        raise refusal("teamhand", name=chair.name)
    return chair


def _may_join(table: Table, guest: Guest, chair: Chair, hidden: bool) -> bool:
    """Could somebody join the team of this chair now?  `hidden` as in `when`."""
    return (allows_teams(table) and guest.who not in chair.people and _may_sit(table, guest, chair)
            and len(chair.people) < TEAM and not (hidden and guest.who not in chair.held))


def _may_sit(table: Table, guest: Guest, chair: Chair) -> bool:
    """In a class: the teacher in the seat that is for them, and nobody else."""
    return (guest.who == table.teacher) == (chair.seat == table.desk) or not table.settings.classroom


def claim_seat(table: Table, guest: Guest, seat: int) -> None:
    """Sit down, now or when the hand is over.  Raises Refused."""
    chair = check_free(table, guest, seat)
    if when_free(table, guest, chair, has_hidden_hands(table)) == "now":
        return take_seat(table, guest, seat)
    for other in table.lobby.chairs:
        if other.next == guest.who:
            other.next = None
    chair.next = guest.who
    table.lobby.asking.pop(guest.who, None)
    table.mark_changed()


def take_seat(table: Table, guest: Guest, seat: int) -> None:
    """Sit down: a person has one seat, so the one they had goes to their team or to a bot."""
    leave_seats(table, guest.who)
    if table.lobby.chair(seat).kind == "person":
        table.lobby.join(guest, seat)
    else:
        table.lobby.sit(guest, seat)
    if table.history is not None and len(people_seated(table)) > 1:
        table.settings.practice = False
        table.settings.dealt = table.settings.deal          # its number is no longer one person's own
    resend_everything(table, guest)


def seat_those_waiting(table: Table, now: float) -> None:
    """A hand is over: whoever waits for a seat sits down, if they are still here."""
    for chair in table.lobby.chairs:
        if chair.next is None or table.phase == "playing":
            continue
        guest, chair.next = table.lobby.guests.get(chair.next), None
        table.mark_changed()
        here = guest is not None and (guest.here or now < guest.gone + table.outside.grace)
        if guest is not None and here and chair.kind not in ("person", "program"):
            take_seat(table, guest, chair.seat)


def stand(table: Table, visit: Connection, guest: Guest, message: wire.Stand, now: float) -> None:
    seats_speaking(table, guest)
    leave_seats(table, guest.who)
    resend_everything(table, guest)
    acknowledge(table, visit, guest, message.id)


def resend_everything(table: Table, guest: Guest) -> None:
    """A guest looks with other eyes now: their connections are sent everything anew."""
    for visit in table.visits:
        if visit.who == guest.who:
            visit.n, visit.fresh = 0, True
    table.marks.scene = True
    table.mark_changed()


MESSAGES: dict[type, Callable[[Table, Connection, Guest, Any, float], None]] = {wire.Sit: sit, wire.Stand: stand}
