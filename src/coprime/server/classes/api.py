"""Classes over HTTP: what one is and does, and who is in it."""

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

from ...classroom import classroom as room
from ...classroom.classroom import Classroom
from ...classroom.login_secret import PICTURES, LoginSecret, way
from ...classroom.sentences import say as class_say
from ...core.errors import Refused
from ...core.registry import all_games
from ...core.registry import find_game as find
from ...table import names
from ..app.endpoint import Endpoint
from ..app.state import AppState
from ..codes import CLASS_LETTERS
from ..sentences import RequestError
from ..store import schema
from ..store.erasure import forget_class
from . import rounds
from .lookup import change_class, find_class, find_pupil, find_taught_class, read_class, serialize_for_teacher
from .plans import change_plan
from .table_commands import NOWHERE, end_tables, run_at_all, run_at_table

LONGEST = 60            # characters of a class's name, and of a lesson's
MOST_DONE = 99_999      # lessons or puzzles
NOTICED = 60            # seconds after which it is noted again that a page is here


class NewClass(Struct):
    name: str


class ClassCode(Struct):
    code: str


class PupilBody(Struct):
    """Whoever comes in: a nickname, and one of the pictures or a word."""

    name: str
    picture: str = ""
    word: str = ""


class DoingBody(Struct):
    """What a pupil does by themselves: a lesson by its name or a puzzle by its number, and how many are done."""

    what: str
    game: str
    at: str = ""
    done: int = 0


class CallBody(Struct):
    on: bool


class PupilChange(Struct):
    """How the teacher wants a pupil: a field that is left out stays as it is.

    anew   they choose another picture or word when they come in the next time
    heard  their call is answered
    """

    name: str
    level: int | None = None
    factors: str | None = None
    table: str | None = None
    anew: bool = False
    heard: bool = False
    gone: bool = False


class AdmissionBody(Struct):
    """Who of those that wait is let in, or sent away where it is not `yes`: by name, all of them by default."""

    yes: bool = True
    names: list[str] | None = None


class ClassSettings(Struct):
    """What the teacher has settled: a field that is left out stays as it is.

    places  for pupils who come in by themselves
    plan  a `Plan` in part;  line  a line for those who are at no table, "" takes it away;  paused  they stop
    """

    name: str | None = None
    open: bool | None = None
    places: int | None = None
    strict: bool | None = None
    days: int | None = None
    line: str | None = None
    paused: bool | None = None
    plan: dict[str, Any] | None = None


# The class.

async def open_class(door: AppState, request: Request, data: NewClass) -> ClassCode:
    """A new class; whoever opens it teaches it."""
    key, _ = await door.require_person(request)
    door.tables.take(door.client_address(request))
    name = _titled(data.name)
    code = await door.house.new_code(CLASS_LETTERS)
    kept = msgspec.json.encode(Classroom(name, key, room.LessonPlan(_first()), salt=secrets.token_hex(16))).decode()
    row = {"code": code, "teacher": key, "touched": int(time.time()), "kept": kept}
    await door.house.write_durably(lambda connection: connection.execute(sa.insert(schema.classes), row))
    return ClassCode(code)


def _first() -> str:
    """The game that stands first on the shelf."""
    return min(all_games().values(), key=lambda game: (game.place, game.title)).name


def _titled(name: str) -> str:
    name = " ".join(name.split())
    if not 1 <= len(name) <= LONGEST or not name.isprintable():
        raise RequestError.from_sentence(400, class_say("no.title", longest=LONGEST))
    return name


async def list_my_classes(door: AppState, request: Request) -> dict[str, Any]:
    """The classes that I teach."""
    key, _ = await door.require_person(request)
    c = schema.classes.c
    query = sa.select(c.code, c.kept, c.touched).where(c.teacher == key).order_by(c.touched.desc()).limit(20)
    rows = await door.house.read_store(lambda connection: connection.execute(query).all())
    return {"classes": [{"code": row.code, "name": msgspec.json.decode(row.kept)["name"], "touched": row.touched}
                        for row in rows]}


async def get_class(door: AppState, request: Request, code: str) -> dict[str, Any]:
    """A class as its teacher, a pupil, or somebody who is not in it is told of it."""
    code, key, classroom = await find_class(door, request, code, outside=True)
    told = {"code": code, "name": classroom.name, "pictures": list(PICTURES)}
    if classroom.teacher == key:
        return told | serialize_for_teacher(door, code, classroom)
    await _noticed(door, code, key, classroom)
    pupil = classroom.of(key)
    if pupil is not None:
        return told | {"role": "pupil", "pupil": pupil.name, "table": pupil.table, "factors": pupil.factors,
                       "on": classroom.round is not None, "plan": _activity(classroom),
                       "line": classroom.line, "said": classroom.said, "paused": classroom.paused,
                       "calls": pupil.called != 0,
                       "question": classroom.question and classroom.question.to_pupil(pupil.name)}
    if (waiting := classroom.waits(key)) is not None:
        return told | {"role": "waiting", "pupil": waiting.name}
    return told | {"role": "", "open": classroom.open, "names": [one.name for one in classroom.pupils]}


async def _noticed(door: AppState, code: str, key: str, classroom: Classroom) -> None:
    """Note now and then that the page of somebody who has done nothing yet is still here: their place is kept."""
    now = int(time.time())

    def change(classroom: Classroom) -> None:
        if (pupil := classroom.of(key) or classroom.waits(key)) is not None:
            pupil.seen = now
    pupil = classroom.of(key) or classroom.waits(key)
    if pupil is not None and classroom.is_idle(pupil) and now - pupil.seen > NOTICED:
        await change_class(door, code, change)


def _activity(classroom: Classroom) -> dict[str, Any]:
    """What the class does, as pupils are told."""
    game = find(classroom.plan.game)
    return {"game": game.name, "title": game.localized_title, "what": classroom.plan.what}


async def change_settings(door: AppState, request: Request, code: str, data: ClassSettings) -> dict[str, Any]:
    """The teacher settles how the class is called, who may come in, and what it does."""
    door.charge_rate_limit(request)
    code, _, _ = await find_taught_class(door, request, code)

    def change(classroom: Classroom) -> bool:
        before = classroom.plan.seated
        if data.name is not None:
            classroom.name = _titled(data.name)
        if data.places is not None:
            if not 1 <= data.places <= room.MOST:
                raise RequestError.from_sentence(400, class_say("no.places", most=room.MOST))
            classroom.places = data.places
        if data.days is not None:
            if not room.DAYS[0] <= data.days <= room.DAYS[1]:
                raise RequestError.from_sentence(400, class_say("no.days", first=room.DAYS[0], last=room.DAYS[1]))
            classroom.days = data.days
        classroom.open = classroom.open if data.open is None else data.open
        classroom.strict = classroom.strict if data.strict is None else data.strict
        classroom.paused = classroom.paused if data.paused is None else data.paused
        if data.line is not None:
            classroom.say(data.line)
        if data.plan is not None:
            change_plan(data.plan)(classroom)
        return classroom.plan.seated != before
    classroom, moves = await change_class(door, code, change)
    if moves and classroom.round:
        await _seated(door, request, classroom)
    return serialize_for_teacher(door, code, classroom)


async def _seated(door: AppState, request: Request, classroom: Classroom) -> None:
    """The teacher takes the seat that is for them at every table of the round, or leaves it to bots."""
    key, called = await door.require_person(request)
    codes = [one.code for one in classroom.round.tables] if classroom.round else []
    if classroom.plan.seated:
        await run_at_all(door, codes, "placed", key=key, name=called)
    else:
        await run_at_all(door, codes, "let_go", key=key)


async def delete_class(door: AppState, request: Request, code: str) -> Response:
    """The class is over: it, its tables, and all that was played at them are forgotten."""
    door.charge_rate_limit(request)
    code, _, _ = await find_taught_class(door, request, code)
    # Before the tables end: a page that comes back from one is not sent there again.
    classroom, _ = await change_class(door, code, Classroom.end_round)
    await end_tables(door, (one.code for round in classroom.rounds for one in round.tables), "closed")
    await door.house.write_durably(partial(forget_class, code=code))
    return Response(status_code=204)


# The pupils.

async def join_class(door: AppState, request: Request, code: str, data: PupilBody) -> dict[str, Any]:
    """Come in as a pupil, or come back to one's seat at another device by one's picture or word.

    Where the class is full one waits for the teacher's word.
    """
    address, now = door.charge_rate_limit(request), int(time.time())
    code, key, found_class = await find_class(door, request, code, outside=True)
    same = None if found_class.of(key) else found_class.called(names.clean_name(data.name))
    if same is None and not found_class.of(key):
        room.check_newcomer(found_class, key, data.name, now)       # before a word costs work
    name, stored = (same.name, same.way) if same else (data.name, None)
    async with _word_tried(door, address, "" if same is None else f"{code} {same.name}"):
        chosen = await door.house.in_thread(way, found_class.salt, name, data.picture, data.word, stored)
        try:
            classroom, (pupil, before) = await change_class(
                door, code, lambda one: room.join(one, key, data.name, chosen, now))
        except Refused as refused:
            raise RequestError.from_sentence(403, str(refused)) from None
    if classroom.of(key) is None:
        return await get_class(door, request, code)
    if before and pupil.table:
        await run_at_table(door, pupil.table, "carried", giver=before, key=key, name=pupil.name)
    elif classroom.round and not pupil.table:
        await rounds.seat_latecomer(door, request, code, pupil.name)
    return await get_class(door, request, code)


@asynccontextmanager
async def _word_tried(door: AppState, address: str, pupil: str) -> AsyncIterator[None]:
    """A picture or a word is tried for a pupil, "" for somebody new: counted before it is looked at, for the pupil and
    for the address.  Pictures are few, and words are simple.  Raises RequestError."""
    if pupil:
        door.words.take(pupil)
    try:
        async with door.limit_guesses(address, exempt=not pupil):
            yield
    except Exception as wrong:
        if not isinstance(wrong, RequestError) or wrong.status != 403:
            door.words.give_back(pupil)
        raise
    door.words.give_back(pupil)


async def note_doing(door: AppState, request: Request, code: str, data: DoingBody) -> Response:
    """A pupil's page says what they do where there is no table."""
    door.charge_rate_limit(request)
    code, key, _ = await find_class(door, request, code)
    game = find(data.game)
    if data.what not in room.PLAYED[1:] or len(data.at) > LONGEST or not 0 <= data.done <= MOST_DONE:
        raise RequestError.from_sentence(400, class_say("no.doing"))

    def change(classroom: Classroom) -> None:
        pupil = find_pupil(classroom, key)
        if classroom.round is not None and classroom.plan.what != "game":
            pupil.doing, pupil.active = room.Doing(data.what, game.name, data.at, data.done, int(time.time())), True
    await change_class(door, code, change)
    return Response(status_code=204)


async def call_teacher(door: AppState, request: Request, code: str, data: CallBody) -> Response:
    """A pupil who is at no table asks for their teacher, or no longer."""
    door.charge_rate_limit(request)
    code, key, _ = await find_class(door, request, code)
    await change_class(door, code, lambda one: one.calls(find_pupil(one, key), data.on, int(time.time())))
    return Response(status_code=204)


async def admit_pupil(door: AppState, request: Request, code: str, data: AdmissionBody) -> dict[str, Any]:
    """The teacher lets people in who wait, for whom the class grows, or sends them away."""
    door.charge_rate_limit(request)
    code, _, _ = await find_taught_class(door, request, code)
    now = int(time.time())

    def change(classroom: Classroom) -> list[str]:
        wanted = [one.name for one in classroom.waiting] if data.names is None else data.names
        if data.yes:
            return [classroom.admit(name, now).name for name in wanted]
        classroom.waiting = [one for one in classroom.waiting if one.name not in wanted]
        return []
    classroom, admitted = await change_class(door, code, change)
    for name in admitted if classroom.round else ():
        await rounds.seat_latecomer(door, request, code, name)
    return serialize_for_teacher(door, code, await read_class(door, code) or classroom)


async def change_pupil(door: AppState, request: Request, code: str, data: PupilChange) -> dict[str, Any]:
    """The teacher says a pupil's level, gives them a seat at another table, or sends them out."""
    door.charge_rate_limit(request)
    code, _, before = await find_taught_class(door, request, code)
    pupil = before.pupil(data.name)
    if data.level is not None and data.level not in room.LEVELS:
        raise RequestError.from_sentence(400, class_say("no.level"))
    if data.factors is not None and data.factors not in room.FACTORS:
        raise RequestError.from_sentence(400, class_say("no.factors"))
    seat = await _moved(door, before, pupil, data)

    def change(classroom: Classroom) -> None:
        one = classroom.pupil(data.name)
        one.level = one.level if data.level is None else data.level
        one.factors = one.factors if data.factors is None else data.factors
        one.table = one.table if data.table is None else data.table
        if seat != NOWHERE and (sitting := classroom.sitting(one.table)) is not None:
            sitting.seats[one.name] = seat
        if data.anew:
            one.way = LoginSecret()
        if data.heard:
            one.called = 0
        if data.gone:
            classroom.lose(one)
    classroom, _ = await change_class(door, code, change)
    return serialize_for_teacher(door, code, classroom)


async def _moved(door: AppState, classroom: Classroom, pupil: room.Pupil, data: PupilChange) -> int:
    """A pupil leaves their table for another one of the round, or for none; their seat there, or NOWHERE."""
    to = "" if data.gone else pupil.table if data.table is None else data.table
    if to == pupil.table:
        return NOWHERE
    if to and classroom.sitting(to) is None:
        raise RequestError(404, "wrong.code", code=to[:10])
    if pupil.table:
        await run_at_table(door, pupil.table, "let_go", key=pupil.key)
    return await run_at_table(door, to, "placed", key=pupil.key, name=pupil.name) if to else NOWHERE


ENDPOINTS = [
    Endpoint("POST", "/api/classes", open_class, 201),
    Endpoint("GET", "/api/classes", list_my_classes),
    Endpoint("GET", "/api/classes/{code}", get_class),
    Endpoint("POST", "/api/classes/{code}", change_settings),
    Endpoint("DELETE", "/api/classes/{code}", delete_class, 204),
    Endpoint("POST", "/api/classes/{code}/pupils", join_class),
    Endpoint("POST", "/api/classes/{code}/waiting", admit_pupil),
    Endpoint("POST", "/api/classes/{code}/doing", note_doing, 204),
    Endpoint("POST", "/api/classes/{code}/call", call_teacher, 204),
    Endpoint("POST", "/api/classes/{code}/known", change_pupil),
]
