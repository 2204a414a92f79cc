"""The rounds of a class: its tables are opened, those who come late get a seat, and it ends for all."""

import secrets
from typing import Any

from msgspec import Struct
from starlette.requests import Request

from ...classroom.classroom import Classroom, Round, Sitting
from ...classroom.seating import assign_tables
from ...classroom.sentences import say as class_say
from ...core import deals
from ...core.registry import find_game as find
from ...table import catalogue, chairs, play
from ...table.settings import has_numbered_deals
from ...table.table import Table
from ..app.endpoint import Endpoint
from ..app.state import AppState
from ..sentences import RequestError
from ..store.people import name_of
from .lookup import change_class, find_taught_class, read_class, serialize_for_teacher
from .plans import MIXED, pupils_per_table, table_settings
from .table_commands import NOWHERE, end_tables, run_at_table


class RoundBody(Struct):
    """`groups`: by hand, the names of who sits together."""

    groups: list[list[str]] = []


async def begin_round(door: AppState, request: Request, code: str, data: RoundBody) -> dict[str, Any]:
    """The class begins: tables are opened, and everybody has a seat."""
    door.tables.take(door.client_address(request))
    code, _, classroom = await find_taught_class(door, request, code)
    if classroom.round:
        raise RequestError.from_sentence(409, class_say("no.on"))
    if not classroom.pupils:
        raise RequestError.from_sentence(409, class_say("no.nobody"))
    plan, game = classroom.plan, find(classroom.plan.game)
    same = plan.what == "game" and plan.same and has_numbered_deals(game)
    deal = plan.deal or 1 + secrets.randbelow(deals.LAST) if same else 0
    groups = assign_tables(classroom.pupils, pupils_per_table(plan), plan.by, data.groups, secrets.randbits(32)) \
        if plan.what == "game" else []
    made = [await open_class_table(door, request, code, classroom, group, deal) for group in groups]

    def change(classroom: Classroom) -> None:
        if classroom.round:
            raise RequestError.from_sentence(409, class_say("no.on"))
        classroom.hush()
        classroom.question = None
        classroom.rounds.append(Round(game.name, made, deal))
        for one in made:
            for name in one.seats:
                if (pupil := next((pupil for pupil in classroom.pupils if pupil.name == name), None)) is not None:
                    pupil.table = one.code
    classroom, _ = await change_class(door, code, change)
    return serialize_for_teacher(door, code, classroom)


async def open_class_table(door: AppState, request: Request, code: str, classroom: Classroom, group: list[str],
                           deal: int) -> Sitting:
    """A table of the class that has begun."""
    plan, pupils = classroom.plan, [classroom.pupil(name) for name in group]
    levels = {pupil.level for pupil in pupils}
    level = levels.pop() if len(levels) == 1 else MIXED
    chosen, game = table_settings(plan, level, code, deal), find(plan.game)
    teacher, desk = classroom.teacher, game.teacher(chosen.options)
    called = await door.house.read_store(lambda connection: name_of(connection, teacher)) or ""
    known = [one["level"] for one in catalogue.describe_levels(game)]
    bot = plan.bot if plan.bot in known else catalogue.rule_of_thumb_levels(game)[0]
    seats = [seat for seat in range(chosen.seats) if seat != desk]

    def prepare(table: Table, now: float) -> None:
        host = table.lobby.enter(teacher, called, now)
        host.gone = now
        chairs.set_up_chairs(table, [{"level": bot}] * chosen.seats, chosen.seats)
        if desk is not None and plan.seated:
            table.lobby.sit(host, desk)
        for seat, pupil in zip(seats, pupils, strict=False):
            guest = table.lobby.enter(pupil.key, pupil.name, now)
            guest.gone = now
            table.lobby.sit(guest, seat)
        chairs.rename_similar_bots(table)
        play.begin_match(table, now)
    return Sitting(await door.house.open_table(game, chosen, door.client_address(request), prepare),
                   dict(zip(group, seats, strict=False)), level)


async def end_round(door: AppState, request: Request, code: str) -> dict[str, Any]:
    """The round is over at all tables."""
    door.charge_rate_limit(request)
    code, _, classroom = await find_taught_class(door, request, code)
    if classroom.round is None:
        raise RequestError.from_sentence(409, class_say("no.off"))
    tables = classroom.round.tables
    classroom, _ = await change_class(door, code, Classroom.end_round)
    # After it: a page that comes back from there is not sent there again.
    await end_tables(door, [one.code for one in tables], "round")
    return serialize_for_teacher(door, code, classroom)


async def seat_latecomer(door: AppState, request: Request, code: str, name: str) -> None:
    """Who comes in the middle of a round gets a bot's seat, or a table with bots alone."""
    classroom = await read_class(door, code)
    assert classroom is not None
    round, pupil = classroom.round, classroom.pupil(name)
    assert round is not None
    level = pupil.level if classroom.plan.by == "level" else None
    for one in sorted(round.tables, key=lambda one: (level not in (None, one.level), len(one.seats))):
        seat = await run_at_table(door, one.code, "offered", key=pupil.key, name=pupil.name)
        if seat != NOWHERE:
            return await _seated(door, code, one.code, {name: seat})
    made = await open_class_table(door, request, code, classroom, [name], round.deal)
    await _seated(door, code, made.code, made.seats, made)


async def _seated(door: AppState, code: str, table: str, seats: dict[str, int], new: Sitting | None = None) -> None:
    def change(classroom: Classroom) -> None:
        if new is not None and classroom.round:
            classroom.round.tables.append(new)
        one = classroom.sitting(table)
        if one is not None:
            one.seats |= seats
        for name in seats:
            classroom.pupil(name).table = table
    await change_class(door, code, change)


ENDPOINTS = [
    Endpoint("POST", "/api/classes/{code}/round", begin_round),
    Endpoint("POST", "/api/classes/{code}/end", end_round),
]
