"""HTTP endpoints of the rounds of a class: open its tables, seat latecomers, end it."""

import secrets
from typing import Any

from msgspec import Struct
from starlette.requests import Request

from ...classroom.classroom import Classroom, ClassTable, Round
from ...classroom.seating import assign_tables
from ...classroom.sentences import say as class_say
from ...core import numbered_deals
from ...core.registry import find_game as find
from ...table import bot_chairs, catalogue, match_lifecycle
from ...table.settings import has_numbered_deals
from ...table.table import Table
from ..app.http_endpoint import Endpoint
from ..app.request_context import AppState
from ..request_error import RequestError
from ..store.people import read_person_name
from ..table_dispatch import NO_SEAT, end_tables, run_at_table
from .lesson_plan import MIXED, pupils_per_table, table_settings
from .stored_classes import change_class, find_taught_class, read_class, serialize_for_teacher


class RoundBody(Struct):
    """The names of the pupils of each table, where the teacher groups them by hand."""

    groups: list[list[str]] = []


async def begin_round(state: AppState, request: Request, code: str, data: RoundBody) -> dict[str, Any]:
    """Begin a round: open the tables and seat everybody (teacher only)."""
    state.new_table_limiter.charge(state.client_address(request))
    code, _, classroom = await find_taught_class(state, request, code)
    if classroom.current_round:
        raise RequestError.from_sentence(409, class_say("no.on"))
    if not classroom.pupils:
        raise RequestError.from_sentence(409, class_say("no.nobody"))
    plan, game = classroom.plan, find(classroom.plan.game)
    same = plan.what == "game" and plan.same and has_numbered_deals(game)
    deal = plan.deal or 1 + secrets.randbelow(numbered_deals.LAST_DEAL) if same else 0
    groups = assign_tables(classroom.pupils, pupils_per_table(plan), plan.by, data.groups, secrets.randbits(32)) \
        if plan.what == "game" else []
    made = [await open_class_table(state, request, code, classroom, group, deal) for group in groups]

    def change(classroom: Classroom) -> None:
        if classroom.current_round:
            raise RequestError.from_sentence(409, class_say("no.on"))
        classroom.clear_activity()
        classroom.question = None
        classroom.rounds.append(Round(game.name, made, deal))
        for one in made:
            for name in one.seats:
                if (pupil := next((pupil for pupil in classroom.pupils if pupil.name == name), None)) is not None:
                    pupil.table = one.code
    classroom, _ = await change_class(state, code, change)
    return serialize_for_teacher(state, code, classroom)


async def open_class_table(state: AppState, request: Request, code: str, classroom: Classroom, group: list[str],
                           deal: int) -> ClassTable:
    """Open a table of the class and begin its match. Returns the table with its seats."""
    plan, pupils = classroom.plan, [classroom.get_pupil(name) for name in group]
    levels = {pupil.level for pupil in pupils}
    level = levels.pop() if len(levels) == 1 else MIXED
    chosen, game = table_settings(plan, level, code, deal), find(plan.game)
    teacher, desk = classroom.teacher, game.teacher(chosen.options)
    teacher_name = await state.manager.read_store(lambda connection: read_person_name(connection, teacher)) or ""
    known = [one["level"] for one in catalogue.describe_levels(game)]
    bot = plan.bot if plan.bot in known else catalogue.rule_of_thumb_levels(game)[0]
    seats = [seat for seat in range(chosen.seats) if seat != desk]

    def prepare(table: Table, now: float) -> None:
        host = table.lobby.add_guest(teacher, teacher_name, now)
        host.gone_since = now
        bot_chairs.set_up_chairs(table, [{"level": bot}] * chosen.seats, chosen.seats)
        if desk is not None and plan.seated:
            table.lobby.seat_person(host, desk)
        for seat, pupil in zip(seats, pupils, strict=False):
            guest = table.lobby.add_guest(pupil.key, pupil.name, now)
            guest.gone_since = now
            table.lobby.seat_person(guest, seat)
        bot_chairs.rename_similar_bots(table)
        match_lifecycle.begin_match(table, now)
    return ClassTable(await state.manager.open_table(game, chosen, state.client_address(request), prepare),
                      dict(zip(group, seats, strict=False)), level)


async def end_round(state: AppState, request: Request, code: str) -> dict[str, Any]:
    """End the round at all tables (teacher only)."""
    state.charge_rate_limit(request)
    code, _, classroom = await find_taught_class(state, request, code)
    if classroom.current_round is None:
        raise RequestError.from_sentence(409, class_say("no.off"))
    tables = classroom.current_round.tables
    classroom, _ = await change_class(state, code, Classroom.end_round)
    # After it: a page that comes back from there is not sent there again.
    await end_tables(state, [one.code for one in tables], "round")
    return serialize_for_teacher(state, code, classroom)


async def seat_latecomer(state: AppState, request: Request, code: str, name: str) -> None:
    """Seat a pupil who comes during a round: in a bot's seat, else at a new table with bots."""
    classroom = await read_class(state, code)
    assert classroom is not None
    round, pupil = classroom.current_round, classroom.get_pupil(name)
    assert round is not None
    level = pupil.level if classroom.plan.by == "level" else None
    for one in sorted(round.tables, key=lambda one: (level not in (None, one.level), len(one.seats))):
        seat = await run_at_table(state, one.code, "offered", key=pupil.key, name=pupil.name)
        if seat != NO_SEAT:
            return await _note_seated(state, code, one.code, {name: seat})
    made = await open_class_table(state, request, code, classroom, [name], round.deal)
    await _note_seated(state, code, made.code, made.seats, made)


async def _note_seated(state: AppState, code: str, table: str, seats: dict[str, int],
                       new: ClassTable | None = None) -> None:
    def change(classroom: Classroom) -> None:
        if new is not None and classroom.current_round:
            classroom.current_round.tables.append(new)
        one = classroom.find_table(table)
        if one is not None:
            one.seats |= seats
        for name in seats:
            classroom.get_pupil(name).table = table
    await change_class(state, code, change)


ENDPOINTS = [
    Endpoint("POST", "/api/classes/{code}/round", begin_round),
    Endpoint("POST", "/api/classes/{code}/end", end_round),
]
