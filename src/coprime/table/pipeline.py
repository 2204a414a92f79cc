"""The gate of a table: inputs go in one by one, and what each of them did is kept and then told.

An input is a function of `now`: what a connection says (`visits`), what happens to a person elsewhere (`people`), a
program's choice (`bots.send_program_action`), the answer to a thought, or nothing but time.
"""

from collections.abc import Callable

from . import bots, seats, snapshot, teaching
from .ports import ChangeSet
from .table import Table
from .tick import process_time


def process_input(table: Table, job: Callable[[float], None], now: float) -> None:
    """One input: first what time has brought, then the job, then what follows from both."""
    process_time(table, now)
    job(now)
    _settle(table, now)


def _settle(table: Table, now: float) -> None:
    """Ask the bots, have kept what happened, then answer."""
    if table.history is not None:
        table.match.rules = table.outside.rules(table.game)
    if (there := table.ready_searches()) != table.marks.searches:
        table.marks.searches, table.marks.table = there, True
    seats.seat_those_waiting(table, now)
    table.clock.run(now, table.is_running)
    if table.is_resting() and table.rested is None:
        table.rested = now
    teaching.wait_for_teacher(table, now)
    bots.ask_bots(table, now)
    unit, table.unit = table.unit, ChangeSet()
    if table.marks.settings:
        unit.settings, table.marks.settings = snapshot.snapshot_if_changed(table), False
    if unit.needs_commit or (table.pending_commits and unit.replies):
        table.pending_commits += 1
        table.outside.keep(table, unit)
    else:
        _tell(table, unit)


def on_committed(table: Table, unit: ChangeSet) -> None:
    """A unit is kept: now it may be told."""
    table.pending_commits -= 1
    _tell(table, unit)


def _tell(table: Table, unit: ChangeSet) -> None:
    for link, data in unit.replies:
        link.send(data)
    if table.pending_commits:
        return
    if table.follower:
        table.follower(table)
    marks = table.marks
    if marks.scene or marks.moved or marks.table or any(visit.fresh for visit in table.visits):
        table.outside.show(table)
