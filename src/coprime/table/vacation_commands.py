"""Vacations at a table over days: somebody asks for 1 to 14 days in which the clock of moves stands, and all agree.

Every other seat of a person is asked.  Silence for the time of a move is a no.  Seats whose people let their time run
out and have not been back before it was asked are not waited for.  Whoever likes may move in a vacation; nobody has to.
"""

from collections.abc import Callable
from typing import Any

from . import wire
from .authorize import acknowledge_message, reply_if_duplicate, require_seats
from .connection import Connection
from .correspondence_clock import HOUR_SECONDS
from .lobby import TableGuest
from .sentences import refusal
from .table import Table
from .vacation import VacationDays, VacationNote, VacationRequest

MOST_DAYS = 14
DAY_SECONDS = 24 * HOUR_SECONDS
MOST_REFUSED = 3            # questions of one person in one match that were declined or withdrawn
GOING_ON = ("playing", "rest")


def handle_vacation(table: Table, connection: Connection, guest: TableGuest, message: wire.VacationCommand,
                    now: float) -> None:
    """Ask for `days`, answer such a question with `yes`, or `end` a vacation."""
    if reply_if_duplicate(table, connection, guest, message.id):
        return
    require_seats(table, guest)
    _require_match_over_days(table)
    if message.end is not None:
        _end_or_wish(table, guest, message.end, now)
    elif message.yes is not None:
        _answer(table, guest, message.yes, now)
    else:
        _ask(table, guest, message.days, now)
    update_vacation(table, now)
    acknowledge_message(table, connection, guest, message.id)


def _require_match_over_days(table: Table) -> None:
    if not table.is_correspondence:
        raise refusal("vacationnotdays")
    if table.phase not in GOING_ON:
        raise refusal("notstarted" if table.phase == "lobby" else "over")


def _ask(table: Table, guest: TableGuest, days: int, now: float) -> None:
    vacation = table.vacation
    if not 1 <= days <= MOST_DAYS:
        raise refusal("vacationdays", n=MOST_DAYS)
    if vacation.current is not None:
        raise refusal("vacationruns")
    if vacation.request is not None:
        raise refusal("vacationopen")
    if vacation.refused.get(guest.who, 0) >= MOST_REFUSED:
        raise refusal("vacationmost", n=MOST_REFUSED)
    ends_at = int(table.table_host.open_seconds()) + table.settings.move_hours * HOUR_SECONDS
    vacation.request = VacationRequest(guest.who, days, ends_at, set(vacation.gone), set())
    _note(table, "asked", now, guest.who, days)


def _answer(table: Table, guest: TableGuest, yes: bool, now: float) -> None:
    request = table.vacation.request
    if request is None:
        raise refusal("vacationnone")
    if request.who == guest.who:
        if yes:
            raise refusal("vacationown")
        return _close_request(table, "withdrawn", now, request.who)
    if not yes:
        return _close_request(table, "declined", now, guest.who)
    request.agreed.add(guest.who)
    table.mark_changed()


def _end_or_wish(table: Table, guest: TableGuest, wanted: bool, now: float) -> None:
    current = table.vacation.current
    if current is None:
        raise refusal("vacationover")
    if current.who == guest.who and wanted:
        return _end_vacation(table, "ended", now, guest.who)
    current.ending = current.ending | {guest.who} if wanted else current.ending - {guest.who}
    table.mark_changed()


def update_vacation(table: Table, now: float) -> None:
    """Grant, refuse or end what people and time have decided."""
    vacation = table.vacation
    if table.phase not in GOING_ON:
        if vacation.request is not None or vacation.current is not None:
            vacation.request = vacation.current = None
            table.mark_changed()
        return
    _note_who_is_back(table)
    open_now = table.table_host.open_seconds()
    if (request := vacation.request) is not None:
        if not table.lobby.seats_of(request.who):
            _close_request(table, "withdrawn", now, request.who)
        elif asked_seats(table, request.who, request.skipped) <= _seats_of(table, request.agreed):
            vacation.request = None
            vacation.current = VacationDays(request.who, int(open_now) + request.days * DAY_SECONDS, set())
            _note(table, "begun", now, request.who, request.days)
        elif open_now >= request.ends_at:
            _close_request(table, "noanswer", now, request.who)
    if (current := vacation.current) is not None:
        if open_now >= current.ends_at:
            _end_vacation(table, "over", now, current.who)
        elif not table.lobby.seats_of(current.who) and asked_seats(
                table, current.who, vacation.gone) <= _seats_of(table, current.ending):
            _end_vacation(table, "endedall", now, current.who)


def note_gone_seats(table: Table) -> None:
    """Note the seats whose time of a move has run out."""
    table.vacation.gone |= table.move_clock.late


def _note_who_is_back(table: Table) -> None:
    gone = {seat for seat in table.vacation.gone if seat < len(table.lobby.chairs)
            and table.lobby.chairs[seat].kind == "person"
            and not table.lobby.is_anybody_present(table.lobby.chairs[seat])}
    if gone != table.vacation.gone:
        table.vacation.gone = gone
        table.mark_changed()


def asked_seats(table: Table, who: int, skipped: set[int]) -> set[int]:
    """Return the seats whose people are asked about a vacation of somebody; `skipped` are not while they are gone."""
    return {chair.seat for chair in table.lobby.chairs
            if chair.kind == "person" and who not in chair.people and chair.seat not in skipped & table.vacation.gone}


def _seats_of(table: Table, people: set[int]) -> set[int]:
    return {chair.seat for chair in table.lobby.chairs if chair.kind == "person" and people & {*chair.people}}


def _close_request(table: Table, key: str, now: float, who: int) -> None:
    """End a question that is not granted; `who` is whom the sentence is about."""
    request, table.vacation.request = table.vacation.request, None
    if request is not None and key != "noanswer":     # who is away takes no question from the others
        table.vacation.refused[request.who] = table.vacation.refused.get(request.who, 0) + 1
    _note(table, key, now, who)


def _end_vacation(table: Table, key: str, now: float, who: int) -> None:
    table.vacation.current = None
    _note(table, key, now, who)


def _note(table: Table, key: str, now: float, who: int, days: int = 0) -> None:
    note = VacationNote(table.table_host.wall_seconds(), key, who, days)
    table.vacation.add_note(note)
    table.announcements.add(f"vacation.{key}", now, **note.facts(table.lobby))
    table.dirty.scene = True
    table.mark_changed()


def serialize_vacation(table: Table) -> dict[str, Any]:
    """Return the question and the vacation of now, and what was told of them in this match, for whoever reads."""
    vacation, open_now = table.vacation, table.table_host.open_seconds()
    request, current, lobby = vacation.request, vacation.current, table.lobby
    return {
        "asked": None if request is None else {
            "who": request.who, "name": lobby.guest_name(request.who), "days": request.days,
            "left": max(0, request.ends_at - int(open_now)),
            "asked": sorted(asked_seats(table, request.who, request.skipped)),
            "agreed": sorted(_seats_of(table, request.agreed))},
        "now": None if current is None else {
            "who": current.who, "name": lobby.guest_name(current.who), "left": max(0, current.ends_at - int(open_now)),
            "ending": sorted(_seats_of(table, current.ending))},
        "log": [{"at": note.at, "text": note.text(lobby)} for note in vacation.notes]}


MESSAGES: dict[type, Callable[[Table, Connection, TableGuest, Any, float], None]] = {
    wire.VacationCommand: handle_vacation}
