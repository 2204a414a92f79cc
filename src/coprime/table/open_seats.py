"""Tables on the server's home page: the host lists one, and whoever comes from there sits down without asking."""

from . import wire
from .bot_chairs import rename_similar_bots
from .lobby import TableGuest
from .person_commands import find_free_seat, seat_or_promise_of
from .seat_claims import claim_seat
from .sentences import refusal
from .table import Table


def handle_set_listed(table: Table, guest: TableGuest, message: wire.SetListed, now: float) -> None:
    """Show the table on the home page, or take it off. Raises Refused where it cannot be there."""
    if message.on:
        require_listable(table)
    table.settings.listed = (table.settings.listed or table.table_host.wall_seconds()) if message.on else 0
    table.mark_changed()


def is_listable(table: Table) -> bool:
    """Return whether the home page may show a table: of no class, no tournament and no single device."""
    settings = table.settings
    return table.table_host.lists_tables and not (settings.class_ or settings.classroom or settings.tournament
                                                  or settings.hotseat)


def require_listable(table: Table) -> None:
    """Raise Refused, with the reason, where a table may not be on the home page."""
    if not table.table_host.lists_tables:
        raise refusal("nolist")
    if not is_listable(table):
        raise refusal("listdevice" if table.settings.hotseat else
                      "tournament" if table.settings.tournament else "listclass")


def is_anybody_around(table: Table, now: float) -> bool:
    """Return whether somebody is at the table, or was until a moment ago: a page is loaded anew, or not yet there."""
    return any(guest.connection_count or now < guest.grace_end(table.table_host.grace_seconds)
               for guest in table.lobby.guests.values() if guest.role == "guest")


def is_open_to(table: Table, key: str, now: float) -> bool:
    """Return whether somebody may sit down without asking: it is listed, a seat is free and somebody is around."""
    guest = table.lobby.find_guest(key)
    return (table.settings.listed > 0 and is_listable(table) and not table.lobby.locked
            and (guest is None or guest.role == "guest")
            and is_anybody_around(table, now)
            and find_free_seat(table, guest.who if guest else 0) is not None)


def take_open_seat(table: Table, key: str, name: str, now: float) -> None:
    """Seat somebody from the home page, now or when the hand is over; nothing where no seat is open to them."""
    if seat_or_promise_of(table, key) >= 0 or not is_open_to(table, key, now):
        return
    guest = table.lobby.add_guest(key, name, now)
    seat = find_free_seat(table, guest.who)
    assert seat is not None                             # is_open_to has found one
    guest.gone_since = now
    claim_seat(table, guest, seat)
    rename_similar_bots(table)
    sits = guest.who in table.lobby.chairs[seat].people
    table.announcements.add("announced.seated" if sits else "announced.promised", now,
                            name=table.lobby.name_fact(guest.who))
    table.mark_changed()
