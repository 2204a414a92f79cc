"""The gate of a table: inputs go in one by one, and what each of them did is kept and then told.

An input is a function of `now`: what a connection says (`visits`), what happens to a person elsewhere (`people`), a
program's choice (`bots.send`), the answer to a thought, or nothing but time.
"""

from collections.abc import Callable

from . import bots, kept, seats, teaching
from .outside import Unit
from .table import Table
from .tick import tick


def take(table: Table, job: Callable[[float], None], now: float) -> None:
    """One input: first what time has brought, then the job, then what follows from both."""
    tick(table, now)
    job(now)
    _settle(table, now)


def _settle(table: Table, now: float) -> None:
    """Ask the bots, have kept what happened, then answer."""
    if table.history is not None:
        table.match.rules = table.outside.rules(table.game)
    if (there := table.searches()) != table.marks.searches:
        table.marks.searches, table.marks.table = there, True
    seats.honour(table, now)
    table.clock.run(now, table.running)
    if table.resting() and table.rested is None:
        table.rested = now
    teaching.wait(table, now)
    bots.plan(table, now)
    unit, table.unit = table.unit, Unit()
    if table.marks.settings:
        unit.settings, table.marks.settings = kept.if_changed(table), False
    if unit.lasting or (table.flying and unit.replies):
        table.flying += 1
        table.outside.keep(table, unit)
    else:
        _tell(table, unit)


def durable(table: Table, unit: Unit) -> None:
    """A unit is kept: now it may be told."""
    table.flying -= 1
    _tell(table, unit)


def _tell(table: Table, unit: Unit) -> None:
    for link, data in unit.replies:
        link.send(data)
    if table.flying:
        return
    if table.follower:
        table.follower(table)
    marks = table.marks
    if marks.scene or marks.moved or marks.table or any(visit.fresh for visit in table.visits):
        table.outside.show(table)
