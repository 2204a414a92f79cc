"""Whose the host's rights are: they pass to somebody here while the host is away, and come back with them."""

from .lobby import TableGuest
from .table import Table


def replace_absent_host(table: Table, now: float) -> None:
    """Let somebody who is here stand in for a host who has been gone for the grace time.

    A class waits for nobody, a tournament has its director, and over days a host need not be there.
    """
    lobby = table.lobby
    host = lobby.guests.get(lobby.host)
    if (host is None or host.connection_count or table.teacher is not None or table.settings.tournament
            or table.is_correspondence or not table.is_awake or now < host.grace_end(table.table_host.grace_seconds)):
        return
    successor = lobby.choose_next_host()
    if successor is None:
        return
    if lobby.absent_host is None:
        lobby.absent_host = host.who
    absent = lobby.guests[lobby.absent_host]
    lobby.host = successor
    table.announcements.add("announced.standin", now, name=lobby.name_fact(successor),
                            absent=lobby.name_fact(absent.who))
    table.mark_changed()


def return_host_role(table: Table, guest: TableGuest, now: float) -> None:
    """Give the host's rights back to a guest who had them before they went away."""
    lobby = table.lobby
    if lobby.absent_host != guest.who:
        return
    lobby.host, lobby.absent_host = guest.who, None
    table.announcements.add("announced.hostback", now, name=lobby.name_fact(guest.who))
    table.mark_changed()


def hand_over_host_role(table: Table, guest: TableGuest, now: float) -> None:
    """Make a guest the host. One who stands in hands on no more than that."""
    lobby = table.lobby
    if lobby.absent_host == guest.who:
        return return_host_role(table, guest, now)
    lobby.host = guest.who
    table.announcements.add("announced.host", now, name=lobby.name_fact(guest.who))
    table.mark_changed()
