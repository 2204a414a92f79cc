"""Check who may speak for which seat, and whether a message has been carried out before."""

from .connection import Connection
from .lobby import TableGuest
from .sentences import refusal
from .table import Table


def require_guest(table: Table, connection: Connection) -> TableGuest:
    """Return the guest of a connection. Raises Refused for somebody who has not been let in."""
    guest = table.lobby.guests.get(connection.who or 0)
    if guest is None or guest.role != "guest":
        raise refusal("waiting")
    return guest


def require_seats(table: Table, guest: TableGuest) -> list[int]:
    """Return the seats of a guest. Raises Refused for a spectator."""
    own_seats = table.lobby.seats_of(guest.who)
    if not own_seats:
        raise refusal("noseat")
    return own_seats


def require_seat(table: Table, guest: TableGuest, requested: int | None) -> int:
    """The seat that a message is about.  Raises Refused."""
    own_seats = require_seats(table, guest)
    if requested is None:
        if len(own_seats) == 1:
            return own_seats[0]
        acting = [seat for seat in own_seats if table.acting_seats() >> seat & 1]
        if len(acting) != 1:
            raise refusal("which")
        return acting[0]
    if requested not in own_seats:
        raise refusal("notyours", seat=requested)
    return requested


def check_playing(table: Table) -> None:
    """Raises Refused when nobody may act."""
    if table.phase in ("lobby", "over"):
        raise refusal("notstarted" if table.phase == "lobby" else "over")
    if table.settings.paused:
        raise refusal("paused" if table.teacher is None else "pausedclass")


def message_key(guest: TableGuest, id: str) -> str:
    """Return the key of a message at a table, "guest:id"; "" for a message without an id."""
    return f"{guest.who}:{id}" if id else ""


def reply_if_duplicate(table: Table, connection: Connection, guest: TableGuest, id: str) -> bool:
    """Acknowledge a message again if it was carried out before. Returns whether it was."""
    n = table.dirty.seen_message_ids.get(message_key(guest, id)) if id else None
    if n is None:
        return False
    table.reply_to(connection, {"type": "done", "id": id, "n": table.visible_number(connection, n)})
    return True


def acknowledge_message(table: Table, connection: Connection, guest: TableGuest, id: str) -> None:
    """Answer a message that has been carried out, and remember it."""
    if id:
        table.dirty.seen_message_ids[message_key(guest, id)] = table.n
        table.reply_to(connection, {"type": "done", "id": id, "n": table.visible_number(connection)})
