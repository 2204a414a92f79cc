"""Who speaks at a table, for which seat, and whether it has been done already."""

from .connection import Connection
from .lobby import Guest
from .sentences import refusal
from .table import Table


def guest_speaking(table: Table, visit: Connection) -> Guest:
    """Who speaks.  Raises Refused for somebody who has not been let in."""
    guest = table.lobby.guests.get(visit.who or 0)
    if guest is None or guest.role != "guest":
        raise refusal("waiting")
    return guest


def seats_speaking(table: Table, guest: Guest) -> list[int]:
    """The seats of who speaks.  Raises Refused for somebody who watches."""
    held = table.lobby.seats_of(guest.who)
    if not held:
        raise refusal("noseat")
    return held


def seat_addressed(table: Table, guest: Guest, asked: int | None) -> int:
    """The seat that a message is about.  Raises Refused."""
    held = seats_speaking(table, guest)
    if asked is None:
        if len(held) == 1:
            return held[0]
        acting = [seat for seat in held if table.acting_seats() >> seat & 1]
        if len(acting) != 1:
            raise refusal("which")
        return acting[0]
    if asked not in held:
        raise refusal("notyours", seat=asked)
    return asked


def check_playing(table: Table) -> None:
    """Raises Refused when nobody may act."""
    if table.phase in ("lobby", "over"):
        raise refusal("notstarted" if table.phase == "lobby" else "over")
    if table.settings.paused:
        raise refusal("paused" if table.teacher is None else "pausedclass")


def message_key(guest: Guest, id: str) -> str:
    """What a message is known by at a table; "" when it has no id."""
    return f"{guest.who}:{id}" if id else ""


def reply_if_duplicate(table: Table, visit: Connection, guest: Guest, id: str) -> bool:
    """Answer a message that has been carried out before."""
    n = table.marks.ids.get(message_key(guest, id)) if id else None
    if n is None:
        return False
    table.reply(visit, {"type": "done", "id": id, "n": table.visible_number(visit, n)})
    return True


def acknowledge(table: Table, visit: Connection, guest: Guest, id: str) -> None:
    """Answer a message that has been carried out, and remember it."""
    if id:
        table.marks.ids[message_key(guest, id)] = table.n
        table.reply(visit, {"type": "done", "id": id, "n": table.visible_number(visit)})
