"""Inputs about a person from outside their table: a new name, another device, being forgotten."""

from . import host_role, seat_claims
from .bot_chairs import leave_seats, rename_similar_bots
from .hidden_people import NOBODY
from .sentences import say
from .table import Table


def rename_person(table: Table, key: str, name: str, now: float) -> None:
    """Rename a person at the table."""
    guest = table.lobby.find_guest(key)
    if guest is None:
        return
    guest.name = table.lobby.distinct_name(name, guest.who)
    for chair in [] if table.settings.hotseat else table.lobby.chairs:
        if chair.who == guest.who:
            chair.name = guest.name
    rename_similar_bots(table)
    table.dirty.scene = True
    table.mark_changed()


def set_muted(table: Table, key: str, muted: str, now: float) -> None:
    """Note whom a person has muted, as keys with commas between; their pages are sent everything anew."""
    keys = frozenset(muted.split(",")) - {""}
    for connection in table.connections:
        if connection.key == key and connection.muted != keys:
            connection.muted = keys
            connection.must_retell = connection.needs_everything = True
            connection.is_welcomed = False
    shown = {table.hidden_from(connection) for connection in table.connections} | {NOBODY}
    table.watcher_logs = {of: log for of, log in table.watcher_logs.items() if of[2] in shown}
    table.dirty.scene = table.dirty.table = True


def notify_person_pages(table: Table, key: str, kind: str, now: float) -> None:
    """Tell a person's pages here that something of theirs has changed that is not the table's."""
    for connection in table.connections:
        if connection.key == key and connection.is_welcomed:
            table.reply_to(connection, {"type": "news", "kind": kind})


def transfer_seats_to_key(table: Table, giver: str, key: str, name: str, now: float) -> None:
    """Transfer the seats and the host's role of a person from the key `giver` to another key, as of another device.

    Whoever sits there keeps their name, since the match goes on with the people it began with.
    """
    old = table.lobby.find_guest(giver)
    if old is None or old.key == key:
        return
    new = table.lobby.add_guest(key, name, now)
    new.role, new.gone_since = "guest", now
    new.calls_teacher, old.calls_teacher = old.calls_teacher, False
    table.lobby.asking.pop(new.who, None)
    if not table.lobby.seats_of(new.who):
        new.name = old.name
        old.name = table.lobby.distinct_name(old.name, old.who)
    for chair in table.lobby.chairs:
        chair.left, chair.next = (new.who if who == old.who else who for who in (chair.left, chair.next))
    for seat in table.lobby.seats_of(old.who):
        table.lobby.chairs[seat].replace_person(old.who, new.who)
        table.lobby.chairs[seat].held.append(new.who)
    table.holders.replace_person(old.who, new.who)
    table.vacation.replace_person(old.who, new.who)
    if old.who in table.rematch_wishes:
        table.rematch_wishes ^= {old.who, new.who}
    if table.lobby.host == old.who:
        table.lobby.host = new.who
    if table.lobby.absent_host == old.who:
        table.lobby.absent_host = new.who
        if new.connection_count:
            host_role.return_host_role(table, new, now)
    for guest in (old, new):
        seat_claims.resend_everything(table, guest)
    # A class's tablet goes from hand to hand: without this, every time left somebody behind who is nobody.
    if not old.connection_count:
        table.lobby.forget_guest(old.who)


def assign_seat(table: Table, key: str, name: str, now: float) -> None:
    """Give a person of the class a bot's seat, now or when the hand is over.

    The teacher gets the teacher's seat.
    """
    guest = table.lobby.add_guest(key, name, now)
    guest.role = "guest"
    seat = find_free_seat(table, guest.who)
    if seat is not None and not table.lobby.seats_of(guest.who):
        seat_claims.claim_seat(table, guest, seat)
    table.mark_changed()


def assign_seat_if_free(table: Table, key: str, name: str, now: float) -> None:
    """Give a person of the class a seat, if one is free and they have none."""
    if seat_or_promise_of(table, key) < 0 and find_free_seat(table, 0) is not None:
        assign_seat(table, key, name, now)


def seat_or_promise_of(table: Table, key: str) -> int:
    """Return the seat that a person has or is promised; -1 for none."""
    guest = table.lobby.find_guest(key)
    return next((chair.seat for chair in table.lobby.chairs if guest and guest.who in (*chair.people, chair.next)), -1)


def find_free_seat(table: Table, who: int) -> int | None:
    """Return a seat without a person or a promise; the teacher's seat is only for the teacher.

    None for none.
    """
    is_teacher = who == table.teacher
    free = (chair for chair in table.lobby.chairs if chair.kind in ("open", "bot") and chair.next is None
            and (chair.seat == table.teacher_seat) == is_teacher)
    return next((chair.seat for chair in free), None)


def release_seats(table: Table, key: str, now: float) -> None:
    """Give the seats of a person to their team or to bots: they go to another table of the class."""
    guest = table.lobby.find_guest(key)
    if guest is not None:
        leave_seats(table, guest.who)
        table.lobby.drop_claims(guest.who)
        guest.calls_teacher = False
        table.mark_changed()


def substitute_bot(table: Table, entrant: str, now: float) -> None:
    """Let a bot play for a player of a tournament, given by number, until the end of the pairing."""
    for chair in table.lobby.chairs:
        if str(chair.entrant) == entrant and chair.kind == "person":
            for who in chair.people:
                leave_seats(table, who)
            chair.left = None
            table.mark_changed()


def forget_person(table: Table, key: str, now: float) -> None:
    """Forget a person: rename them "Somebody", release their seats, delete their chat."""
    guest = table.lobby.find_guest(key)
    if guest is None:
        return
    leave_seats(table, guest.who)
    for connection in table.connections:
        if connection.who == guest.who:
            connection.link.close(4401, "")
    table.lobby.drop_claims(guest.who)
    guest.key, guest.name, guest.role, guest.calls_teacher = "", say("names.nobody"), "removed", False
    table.chat = [line for line in table.chat if line.who != guest.who]
    table.watcher_logs = {}
    table.dirty.scene = True
    table.mark_changed()
