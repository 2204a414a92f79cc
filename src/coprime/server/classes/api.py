"""HTTP endpoints of classes and their pupils."""

import secrets
import time
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from functools import partial
from typing import Any

import msgspec
import sqlalchemy as sa
from msgspec import Struct
from starlette.requests import Request
from starlette.responses import Response

from ...classroom import classroom as classroom_module
from ...classroom import joining
from ...classroom.classroom import Classroom
from ...classroom.login_secret import PICTURES, LoginSecret, make_login_secret
from ...classroom.pupil import Pupil, SoloActivity
from ...classroom.sentences import say as class_say
from ...core.errors import Refused
from ...core.registry import all_games
from ...core.registry import find_game as find
from ...table import player_names
from ..app.http_endpoint import Endpoint
from ..app.request_context import AppState
from ..join_codes import CLASS_LETTERS
from ..request_error import RequestError
from ..store import schema
from ..store.erasure import forget_class
from ..table_dispatch import NO_SEAT, end_tables, run_at_all, run_at_table
from . import rounds
from .lesson_plan import change_plan
from .reachability import note_visit
from .stored_classes import (
    change_class,
    find_class,
    find_taught_class,
    read_class,
    require_pupil,
    serialize_for_teacher,
)

LONGEST_NAME = 60            # characters of a class's name, and of a lesson's
MOST_DONE = 99_999      # lessons or puzzles
SEEN_INTERVAL = 60            # seconds after which it is noted again that a page is here


class NewClass(Struct):
    """The name of a new class."""
    name: str


class ClassCode(Struct):
    """The code of a class."""
    code: str


class PupilBody(Struct):
    """A pupil who joins: a nickname, and a picture or a word as secret."""

    name: str
    picture: str = ""
    word: str = ""


class ActivityBody(Struct):
    """What a pupil does by themselves: a lesson by its name or a puzzle by its number, and how many are done."""

    what: str
    game: str
    at: str = ""
    done: int = 0


class CallBody(Struct):
    """Whether a pupil calls their teacher."""
    on: bool


class PupilChange(Struct):
    """Changes that the teacher makes to a pupil; None leaves a field as it is.

    anew   they choose another picture or word at their next visit
    heard  their call is answered;  gone  they are removed
    """

    name: str
    level: int | None = None
    factors: str | None = None
    table: str | None = None
    anew: bool = False
    heard: bool = False
    gone: bool = False


class AdmissionBody(Struct):
    """Which waiting people are let in, or sent away where `yes` is False: by name, all by default."""

    yes: bool = True
    names: list[str] | None = None


class ClassSettings(Struct):
    """Changes that the teacher makes to the class; None leaves a field as it is.

    places  for pupils who come in by themselves
    plan    some fields of a `LessonPlan`;  line  the announcement, "" removes it;  paused  pupils without a table stop
    """

    name: str | None = None
    open: bool | None = None
    places: int | None = None
    strict: bool | None = None
    approval: bool | None = None
    days: int | None = None
    line: str | None = None
    paused: bool | None = None
    plan: dict[str, Any] | None = None


# The class.

async def open_class(state: AppState, request: Request, data: NewClass) -> ClassCode:
    """Open a class; the asking person is its teacher."""
    key, _ = await state.require_person(request)
    state.new_table_limiter.charge(state.client_address(request))
    name = _clean_class_name(data.name)
    code = await state.manager.new_code(CLASS_LETTERS)
    stored = msgspec.json.encode(Classroom(name, key, classroom_module.LessonPlan(_first_game_name()),
                                           salt=secrets.token_hex(16))).decode()
    row = {"code": code, "teacher": key, "touched": int(time.time()), "kept": stored}
    await state.manager.write_durably(lambda connection: connection.execute(sa.insert(schema.classes), row))
    return ClassCode(code)


def _first_game_name() -> str:
    """The game that stands first on the shelf."""
    return min(all_games().values(), key=lambda game: (game.place, game.title)).name


def _clean_class_name(name: str) -> str:
    title = player_names.clean_title(name, LONGEST_NAME)
    if title is None:
        raise RequestError.from_sentence(400, class_say("no.title", longest=LONGEST_NAME))
    return title


async def list_my_classes(state: AppState, request: Request) -> dict[str, Any]:
    """List the classes that the asking person teaches."""
    key, _ = await state.require_person(request)
    c = schema.classes.c
    query = sa.select(c.code, c.kept, c.touched).where(c.teacher == key).order_by(c.touched.desc()).limit(20)
    rows = await state.manager.read_store(lambda connection: connection.execute(query).all())
    return {"classes": [{"code": row.code, "name": msgspec.json.decode(row.kept)["name"], "touched": row.touched}
                        for row in rows]}


async def get_class(state: AppState, request: Request, code: str) -> dict[str, Any]:
    """Return a class as its teacher, a pupil, or an outsider may see it."""
    code, key, classroom = await find_class(state, request, code, allow_outsiders=True)
    fields = {"code": code, "name": classroom.name, "pictures": list(PICTURES)}
    if classroom.teacher == key:
        return fields | serialize_for_teacher(state, code, classroom)
    await note_visit(state, request, code, classroom)
    await _note_page_seen(state, code, key, classroom)
    pupil = classroom.find_pupil(key)
    if pupil is not None:
        return fields | {"role": "pupil", "pupil": pupil.name, "table": pupil.table, "factors": pupil.factors,
                         "on": classroom.current_round is not None, "plan": _describe_activity(classroom),
                         "line": classroom.line, "said": classroom.said, "paused": classroom.paused,
                         "calls": pupil.called != 0,
                         "question": classroom.question and classroom.question.to_pupil(pupil.name)}
    if (waiting := classroom.find_waiting_pupil(key)) is not None:
        return fields | {"role": "waiting", "pupil": waiting.name}
    return fields | {"role": "", "open": classroom.open, "names": [one.name for one in classroom.pupils],
                     "approved": [one.name for one in classroom.pupils if one.approved],
                     "listed": classroom.free_names() if classroom.open else []}


async def _note_page_seen(state: AppState, code: str, key: str, classroom: Classroom) -> None:
    """Note now and then that the page of somebody who has done nothing yet is still here: their place is kept."""
    now = int(time.time())

    def change(classroom: Classroom) -> None:
        if (pupil := classroom.find_pupil(key) or classroom.find_waiting_pupil(key)) is not None:
            pupil.seen = now
    pupil = classroom.find_pupil(key) or classroom.find_waiting_pupil(key)
    if pupil is not None and classroom.is_idle(pupil) and now - pupil.seen > SEEN_INTERVAL:
        await change_class(state, code, change)


def _describe_activity(classroom: Classroom) -> dict[str, Any]:
    """What the class does, as pupils are told."""
    game = find(classroom.plan.game)
    return {"game": game.name, "title": game.localized_title, "what": classroom.plan.what}


async def change_settings(state: AppState, request: Request, code: str, data: ClassSettings) -> dict[str, Any]:
    """Change the name of the class, who may join, or its plan (teacher only)."""
    state.charge_rate_limit(request)
    code, _, _ = await find_taught_class(state, request, code)

    def change(classroom: Classroom) -> bool:
        before = classroom.plan.seated
        if data.name is not None:
            classroom.name = _clean_class_name(data.name)
        if data.places is not None:
            if not 1 <= data.places <= classroom_module.MOST_PUPILS:
                raise RequestError.from_sentence(400, class_say("no.places", most=classroom_module.MOST_PUPILS))
            classroom.places = data.places
        if data.days is not None:
            if not classroom_module.KEPT_DAYS_RANGE[0] <= data.days <= classroom_module.KEPT_DAYS_RANGE[1]:
                raise RequestError.from_sentence(400, class_say("no.days", first=classroom_module.KEPT_DAYS_RANGE[0],
                                                                last=classroom_module.KEPT_DAYS_RANGE[1]))
            classroom.days = data.days
        classroom.open = classroom.open if data.open is None else data.open
        classroom.strict = classroom.strict if data.strict is None else data.strict
        classroom.approval = classroom.approval if data.approval is None else data.approval
        classroom.paused = classroom.paused if data.paused is None else data.paused
        if data.line is not None:
            classroom.set_announcement(data.line)
        if data.plan is not None:
            change_plan(data.plan)(classroom)
        return classroom.plan.seated != before
    classroom, has_seat_change = await change_class(state, code, change)
    if has_seat_change and classroom.current_round:
        await _seat_teacher(state, request, classroom)
    return serialize_for_teacher(state, code, classroom)


async def _seat_teacher(state: AppState, request: Request, classroom: Classroom) -> None:
    """The teacher takes the seat that is for them at every table of the round, or leaves it to bots."""
    key, name = await state.require_person(request)
    codes = [one.code for one in classroom.current_round.tables] if classroom.current_round else []
    if classroom.plan.seated:
        await run_at_all(state, codes, "placed", key=key, name=name)
    else:
        await run_at_all(state, codes, "let_go", key=key)


async def delete_class(state: AppState, request: Request, code: str) -> Response:
    """Delete the class, its tables, and all that was played there."""
    state.charge_rate_limit(request)
    code, _, _ = await find_taught_class(state, request, code)
    # Before the tables end: a page that comes back from one is not sent there again.
    classroom, _ = await change_class(state, code, Classroom.end_round)
    await end_tables(state, (one.code for round in classroom.rounds for one in round.tables), "closed")
    await state.manager.write_durably(partial(forget_class, code=code))
    return Response(status_code=204)


# The pupils.

async def join_class(state: AppState, request: Request, code: str, data: PupilBody) -> dict[str, Any]:
    """Join as a pupil, or come back at another device with the picture or word.

    Where the class is full the pupil waits to be let in.
    """
    address, now = state.charge_rate_limit(request), int(time.time())
    code, key, found_class = await find_class(state, request, code, allow_outsiders=True)
    known_pupil = None if found_class.find_pupil(key) else found_class.find_by_name(player_names.clean_name(data.name))
    if known_pupil is None and not found_class.find_pupil(key):
        joining.check_newcomer(found_class, key, data.name, now)       # before a word costs work
    name, stored = (known_pupil.salted_name, known_pupil.login_secret) if known_pupil else (data.name, None)
    async with _limit_secret_guesses(state, address, "" if known_pupil is None else f"{code} {known_pupil.name}"):
        chosen = await state.manager.run_in_thread(make_login_secret, found_class.salt, name, data.picture, data.word,
                                                   stored)
        try:
            classroom, (pupil, before) = await change_class(
                state, code, lambda one: joining.join_class(one, key, data.name, chosen, now))
        except Refused as refused:
            raise RequestError.from_sentence(403, str(refused)) from None
    if classroom.find_pupil(key) is None:
        return await get_class(state, request, code)
    if before and pupil.table:
        await run_at_table(state, pupil.table, "carried", giver=before, key=key, name=pupil.name)
    elif classroom.current_round and not pupil.table:
        await rounds.seat_latecomer(state, request, code, pupil.name)
    return await get_class(state, request, code)


@asynccontextmanager
async def _limit_secret_guesses(state: AppState, address: str, pupil: str) -> AsyncIterator[None]:
    """A picture or a word is tried for a pupil, "" for somebody new: counted before it is looked at, for the pupil and
    for the address.  Pictures are few, and words are simple.  Raises RequestError."""
    if pupil:
        state.wrong_secret_limiter.charge(pupil)
    try:
        async with state.limit_guesses(address, exempt=not pupil):
            yield
    except Exception as wrong:
        if not isinstance(wrong, RequestError) or wrong.status != 403:
            state.wrong_secret_limiter.refund(pupil)
        raise
    state.wrong_secret_limiter.refund(pupil)


async def note_activity(state: AppState, request: Request, code: str, data: ActivityBody) -> Response:
    """Note what a pupil does alone, as their page reports."""
    state.charge_rate_limit(request)
    code, key, _ = await find_class(state, request, code)
    game = find(data.game)
    known = data.what in classroom_module.ACTIVITIES[1:]
    if not known or len(data.at) > LONGEST_NAME or not 0 <= data.done <= MOST_DONE:
        raise RequestError.from_sentence(400, class_say("no.doing"))

    activity = SoloActivity(data.what, game.name, data.at, data.done, int(time.time()))
    await change_class(state, code, lambda one: one.note_activity(require_pupil(one, key), activity))
    return Response(status_code=204)


async def call_teacher(state: AppState, request: Request, code: str, data: CallBody) -> Response:
    """Call the teacher from outside a table, or withdraw the call."""
    state.charge_rate_limit(request)
    code, key, _ = await find_class(state, request, code)
    await change_class(state, code, lambda one: one.note_call(require_pupil(one, key), data.on, int(time.time())))
    return Response(status_code=204)


async def decide_admissions(state: AppState, request: Request, code: str, data: AdmissionBody) -> dict[str, Any]:
    """Let waiting people in, beyond the places of the class, or send them away (teacher only)."""
    state.charge_rate_limit(request)
    code, _, _ = await find_taught_class(state, request, code)
    now = int(time.time())

    def change(classroom: Classroom) -> list[str]:
        wanted = [one.name for one in classroom.waiting] if data.names is None else data.names
        if data.yes:
            return [classroom.admit_pupil(name, now).name for name in wanted]
        classroom.waiting = [one for one in classroom.waiting if one.name not in wanted]
        return []
    classroom, admitted = await change_class(state, code, change)
    for name in admitted if classroom.current_round else ():
        await rounds.seat_latecomer(state, request, code, name)
    return serialize_for_teacher(state, code, await read_class(state, code) or classroom)


async def change_pupil(state: AppState, request: Request, code: str, data: PupilChange) -> dict[str, Any]:
    """Change the level, factors, table or secret of a pupil, or remove them (teacher only)."""
    state.charge_rate_limit(request)
    code, _, before = await find_taught_class(state, request, code)
    pupil = before.get_pupil(data.name)
    if data.level is not None and data.level not in classroom_module.LEVELS:
        raise RequestError.from_sentence(400, class_say("no.level"))
    if data.factors is not None and data.factors not in classroom_module.FACTOR_CHOICES:
        raise RequestError.from_sentence(400, class_say("no.factors"))
    seat = await _move_pupil(state, before, pupil, data)

    def change(classroom: Classroom) -> None:
        one = classroom.get_pupil(data.name)
        one.level = one.level if data.level is None else data.level
        one.factors = one.factors if data.factors is None else data.factors
        one.table = one.table if data.table is None else data.table
        if seat != NO_SEAT and (sitting := classroom.find_table(one.table)) is not None:
            sitting.seats[one.name] = seat
        if data.anew:
            one.login_secret = LoginSecret()
        if data.heard:
            one.called = 0
        if data.gone:
            classroom.remove_pupil(one)
    classroom, _ = await change_class(state, code, change)
    return serialize_for_teacher(state, code, classroom)


async def _move_pupil(state: AppState, classroom: Classroom, pupil: Pupil, data: PupilChange) -> int:
    """A pupil leaves their table for another one of the round, or for none; their seat there, or NO_SEAT."""
    target = "" if data.gone else pupil.table if data.table is None else data.table
    if target == pupil.table:
        return NO_SEAT
    if target and classroom.find_table(target) is None:
        raise RequestError(404, "wrong.code", code=target[:10])
    if pupil.table:
        await run_at_table(state, pupil.table, "let_go", key=pupil.key)
    return await run_at_table(state, target, "placed", key=pupil.key, name=pupil.name) if target else NO_SEAT


ENDPOINTS = [
    Endpoint("POST", "/api/classes", open_class, 201),
    Endpoint("GET", "/api/classes", list_my_classes),
    Endpoint("GET", "/api/classes/{code}", get_class),
    Endpoint("POST", "/api/classes/{code}", change_settings),
    Endpoint("DELETE", "/api/classes/{code}", delete_class, 204),
    Endpoint("POST", "/api/classes/{code}/pupils", join_class),
    Endpoint("POST", "/api/classes/{code}/waiting", decide_admissions),
    Endpoint("POST", "/api/classes/{code}/doing", note_activity, 204),
    Endpoint("POST", "/api/classes/{code}/call", call_teacher, 204),
    Endpoint("POST", "/api/classes/{code}/known", change_pupil),
]
