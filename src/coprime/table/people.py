"""What happens to people from outside their table: another name, another device, being forgotten.

Each function is an input to the table (see `pipeline`).
"""

from . import seats
from .chairs import leave_seats, rename_similar_bots
from .sentences import say
from .table import Table


def rename_person(table: Table, key: str, name: str, now: float) -> None:
    """A person has taken another name."""
    guest = table.lobby.guest(key)
    if guest is None:
        return
    guest.name = table.lobby.distinct_name(name, guest.who)
    for chair in [] if table.settings.hotseat else table.lobby.chairs:
        if chair.who == guest.who:
            chair.name = guest.name
    rename_similar_bots(table)
    table.marks.scene = True
    table.mark_changed()


def carry_to_device(table: Table, giver: str, key: str, name: str, now: float) -> None:
    """Another person, who is most likely the same one at another device, takes over somebody's seats and the host's
    chair.  Who sits there keeps their name: the game goes on with the people it began with."""
    old = table.lobby.guest(giver)
    if old is None or old.key == key:
        return
    new = table.lobby.enter(key, name, now)
    new.role, new.gone = "guest", now
    new.calls, old.calls = old.calls, False
    table.lobby.asking.pop(new.who, None)
    if not table.lobby.seats_of(new.who):
        new.name = old.name
        old.name = table.lobby.distinct_name(old.name, old.who)
    for chair in table.lobby.chairs:
        chair.left, chair.next = (new.who if who == old.who else who for who in (chair.left, chair.next))
    for seat in table.lobby.seats_of(old.who):
        table.lobby.chairs[seat].replace(old.who, new.who)
        table.lobby.chairs[seat].held.append(new.who)
    table.holders.replace(old.who, new.who)
    if table.lobby.host == old.who:
        table.lobby.host = new.who
    for guest in (old, new):
        seats.resend_everything(table, guest)
    # A class's tablet goes from hand to hand: without this, every time left somebody behind who is nobody.
    if not old.here:
        table.lobby.forget(old.who)


def promise_seat(table: Table, key: str, name: str, now: float) -> None:
    """Somebody of the class is given a seat here: a bot's, now or when the hand is over; the teacher theirs."""
    guest = table.lobby.enter(key, name, now)
    guest.role = "guest"
    seat = find_free_seat(table, guest.who)
    if seat is not None and not table.lobby.seats_of(guest.who):
        seats.claim_seat(table, guest, seat)
    table.mark_changed()


def offer_seat(table: Table, key: str, name: str, now: float) -> None:
    """Somebody of the class is given a seat here if there is one that no person has and none is promised."""
    if seat_or_promise_of(table, key) < 0 and find_free_seat(table, 0) is not None:
        promise_seat(table, key, name, now)


def seat_or_promise_of(table: Table, key: str) -> int:
    """The seat that somebody has here or is promised; -1 for none."""
    guest = table.lobby.guest(key)
    return next((chair.seat for chair in table.lobby.chairs if guest and guest.who in (*chair.people, chair.next)), -1)


def find_free_seat(table: Table, who: int) -> int | None:
    """A seat for somebody that no person has and none is promised: for the teacher the one that is theirs, for others
    another one."""
    teaches = who == table.teacher
    free = (chair for chair in table.lobby.chairs if chair.kind in ("open", "bot") and chair.next is None
            and (chair.seat == table.desk) == teaches)
    return next((chair.seat for chair in free), None)


def release_person(table: Table, key: str, now: float) -> None:
    """Somebody of the class goes to another table: their team or a bot plays on for them."""
    guest = table.lobby.guest(key)
    if guest is not None:
        leave_seats(table, guest.who)
        table.lobby.let_go(guest.who)
        guest.calls = False
        table.mark_changed()


def forget_person(table: Table, key: str, now: float) -> None:
    """A person wants to be forgotten: their name is Somebody's.

    Their seats go to their team or to bots, their lines vanish.
    """
    guest = table.lobby.guest(key)
    if guest is None:
        return
    leave_seats(table, guest.who)
    for visit in table.visits:
        if visit.who == guest.who:
            visit.link.shut(4401, "")
    table.lobby.let_go(guest.who)
    guest.key, guest.name, guest.role, guest.calls = "", say("names.nobody"), "removed", False
    table.chat = [said for said in table.chat if said.who != guest.who]
    table.eyes = {}
    table.marks.scene = True
    table.mark_changed()
