"""Classes over HTTP: who is in one, what it does, its rounds.  A class lies in the store and in no process's memory."""

import secrets
import time
from collections.abc import Callable
from functools import partial
from typing import Any, TypeVar

import msgspec
import sqlalchemy as sa
from msgspec import Struct
from starlette.requests import Request
from starlette.responses import Response

from ..classroom import classroom as room
from ..classroom.classroom import Classroom, Round, Sitting
from ..classroom.sentences import say as class_say
from ..classroom.spread import spread
from ..core import deals
from ..core.faults import Refused
from ..core.shelf import game as find
from ..exercises.course import has_course
from ..table import catalogue, chairs, play
from ..table import people as at_table
from ..table.settings import Settings, choose, numbered
from ..table.table import Table
from . import schema
from .door import Door
from .endpoint import Endpoint
from .forgotten import forget_class
from .house import code_of
from .invite import picture
from .leases import Elsewhere
from .sentences import Wrong

T = TypeVar("T")
TRIES = 20              # changes of others that one may meet
LONGEST = 60            # characters of a class's name


class NewClass(Struct):
    name: str


class Code(Struct):
    code: str


class Who(Struct):
    """Whoever comes in: a nickname, and one of the pictures."""

    name: str
    picture: str


class Known(Struct):
    """How the teacher wants a pupil: a field that is left out stays as it is."""

    name: str
    level: int | None = None
    table: str | None = None
    gone: bool = False


class Settled(Struct):
    """What the teacher has settled: a field that is left out stays as it is.  `plan` is a `Plan` in part."""

    name: str | None = None
    open: bool | None = None
    strict: bool | None = None
    days: int | None = None
    plan: dict[str, Any] | None = None


class NewRound(Struct):
    """`groups`: by hand, the names of who sits together."""

    groups: list[list[str]] = []


# The store.

def _find(connection: sa.Connection, code: str) -> tuple[str, int] | None:
    c = schema.classes.c
    found = connection.execute(sa.select(c.kept, c.version).where(c.code == code)).first()
    return (found.kept, found.version) if found else None


async def found(door: Door, code: str) -> tuple[Classroom, int]:
    """A class and how often it has been changed.  Raises Wrong."""
    read = await door.house.asked(partial(_find, code=code))
    if read is None:
        raise Wrong(404, "wrong.class", code=code)
    return msgspec.json.decode(read[0], type=Classroom), read[1]


async def named(door: Door, text: str) -> str | None:
    """How the class of a code is called; None where there is none."""
    try:
        classroom, _ = await found(door, code_of(text))
    except Wrong as wrong:
        if wrong.status != 404:
            raise
        return None
    return classroom.name


async def changed(door: Door, code: str, change: Callable[[Classroom], T]) -> tuple[Classroom, T]:
    """Change a class; where somebody else changed it meanwhile, that is done again.  Raises what `change` raises."""
    c = schema.classes
    for _ in range(TRIES):
        classroom, version = await found(door, code)
        result = change(classroom)
        values = {"kept": msgspec.json.encode(classroom).decode(), "version": version + 1, "touched": int(time.time())}
        query = sa.update(c).where(c.c.code == code, c.c.version == version).values(values)
        done: list[int] = []
        await door.house.written(partial(_changed, query=query, done=done))
        if done[-1]:
            return classroom, result
    raise Wrong(503, "wrong.store", wait=1)


def _changed(connection: sa.Connection, query: sa.Update, done: list[int]) -> None:
    done.append(connection.execute(query).rowcount)


async def _taught(door: Door, request: Request, text: str) -> tuple[str, str, Classroom]:
    """The code of a class, its teacher's key, and the class: for its teacher.  Raises Wrong."""
    code, (key, _) = code_of(text), await door.person(request)
    classroom, _ = await found(door, code)
    if classroom.teacher != key:
        raise Wrong.told(403, class_say("no.teacher"))
    return code, key, classroom


# The class.

async def open_class(door: Door, request: Request, data: NewClass) -> Code:
    """A new class; whoever opens it teaches it."""
    key, _ = await door.person(request)
    door.tables.take(door.client(request))
    name = _titled(data.name)
    code = await door.house.new_code()
    kept = msgspec.json.encode(Classroom(name, key)).decode()
    row = {"code": code, "teacher": key, "touched": int(time.time()), "version": 0, "kept": kept}
    await door.house.written(lambda connection: connection.execute(sa.insert(schema.classes), row))
    return Code(code)


def _titled(name: str) -> str:
    name = " ".join(name.split())
    if not 1 <= len(name) <= LONGEST or not name.isprintable():
        raise Wrong.told(400, class_say("no.title", longest=LONGEST))
    return name


async def my_classes(door: Door, request: Request) -> dict[str, Any]:
    """The classes that I teach."""
    key, _ = await door.person(request)
    c = schema.classes.c
    query = sa.select(c.code, c.kept, c.touched).where(c.teacher == key).order_by(c.touched.desc()).limit(20)
    rows = await door.house.asked(lambda connection: connection.execute(query).all())
    return {"classes": [{"code": row.code, "name": msgspec.json.decode(row.kept)["name"], "touched": row.touched}
                        for row in rows]}


async def look(door: Door, request: Request, code: str) -> dict[str, Any]:
    """A class as its teacher, a pupil, or somebody who is not in it is told of it."""
    key, _ = await door.person(request)
    code = code_of(code)
    try:
        classroom, _ = await found(door, code)
    except Wrong:
        await door.guessing(door.client(request))
        door.missed(door.client(request))
        raise
    told = {"code": code, "name": classroom.name, "pictures": list(room.PICTURES)}
    if classroom.teacher == key:
        return told | _to_teacher(door, code, classroom)
    pupil = classroom.of(key)
    if pupil is not None:
        return told | {"role": "pupil", "pupil": pupil.name, "table": pupil.table, "plan": _activity(classroom)}
    return told | {"role": "", "open": classroom.open, "names": [one.name for one in classroom.pupils]}


def _activity(classroom: Classroom) -> dict[str, Any]:
    """What the class does, as pupils are told."""
    game = find(classroom.plan.game)
    return {"game": game.name, "title": game.called, "what": classroom.plan.what}


def _to_teacher(door: Door, code: str, classroom: Classroom) -> dict[str, Any]:
    rounds = [{"game": one.game, "deal": one.deal, "on": one.on, "tables": [
        {"code": table.code, "seats": table.seats, "level": table.level} for table in one.tables]}
        for one in classroom.rounds]
    url = f"{door.address.base}/class/{code}"
    return {"role": "teacher", "open": classroom.open, "strict": classroom.strict, "days": classroom.days,
            "plan": msgspec.to_builtins(classroom.plan) | {"title": find(classroom.plan.game).called},
            "pupils": [{"name": one.name, "picture": one.picture, "level": one.level, "table": one.table}
                       for one in classroom.pupils],
            "rounds": rounds, "invite": door.address.invite(code) | {"url": url}, "qr": picture(url)}


async def settle(door: Door, request: Request, code: str, data: Settled) -> dict[str, Any]:
    """The teacher settles how the class is called, who may come in, and what it does."""
    door.costs(request)
    code, _, _ = await _taught(door, request, code)
    plan = _planned(data.plan) if data.plan is not None else None

    def change(classroom: Classroom) -> None:
        if data.name is not None:
            classroom.name = _titled(data.name)
        if data.days is not None:
            if not room.DAYS[0] <= data.days <= room.DAYS[1]:
                raise Wrong.told(400, class_say("no.days", first=room.DAYS[0], last=room.DAYS[1]))
            classroom.days = data.days
        classroom.open = classroom.open if data.open is None else data.open
        classroom.strict = classroom.strict if data.strict is None else data.strict
        if plan is not None:
            classroom.plan = plan(classroom.plan)
    classroom, _ = await changed(door, code, change)
    return _to_teacher(door, code, classroom)


def _planned(given: dict[str, Any]) -> Callable[[room.Plan], room.Plan]:
    """A plan with these parts.  Raises BadInput for what no class can do."""
    def planned(before: room.Plan) -> room.Plan:
        try:
            plan = msgspec.convert(msgspec.to_builtins(before) | given, room.Plan)
        except msgspec.ValidationError as wrong:
            raise Wrong(400, "wrong.form", why=str(wrong)[:300]) from None
        if plan.what not in room.PLAYED:
            raise Wrong.told(400, class_say("no.what"))
        if plan.by not in room.WAYS:
            raise Wrong.told(400, class_say("no.by"))
        if plan.what == "lessons" and not has_course(find(plan.game)):
            raise Wrong.told(400, class_say("no.lessons", title=find(plan.game).called))
        if plan.what == "game":
            for level in (0, *room.LEVELS):
                _settings(plan, level, "")
        return plan
    return planned


async def forget(door: Door, request: Request, code: str) -> Response:
    """The class is over: it, its tables, and all that was played at them are forgotten."""
    door.costs(request)
    code, key, classroom = await _taught(door, request, code)
    for one in (one for round in classroom.rounds for one in round.tables):
        await _ended(door, one.code, "closed")
    await door.house.written(partial(forget_class, code=code))
    return Response(status_code=204)


# The pupils.

async def come(door: Door, request: Request, code: str, data: Who) -> dict[str, Any]:
    """Come in as a pupil, or come back to one's seat at another device by one's picture."""
    address = door.costs(request)
    key, _ = await door.person(request)
    code = code_of(code)
    try:
        classroom, (pupil, before) = await changed(door, code, lambda one: room.join(one, key, data.name, data.picture))
    except Refused as refused:                         # pictures are few: guessing them is slow
        await door.guessing(address)
        door.missed(address)
        raise Wrong.told(403, str(refused)) from None
    if before and pupil.table:
        await _at(door, pupil.table, partial(at_table.carried, giver=before, key=key, name=pupil.name))
    elif classroom.round and not pupil.table:
        await _late(door, request, code, pupil.name)
    return await look(door, request, code)


async def know(door: Door, request: Request, code: str, data: Known) -> dict[str, Any]:
    """The teacher says a pupil's level, gives them a seat at another table, or sends them out."""
    door.costs(request)
    code, _, before = await _taught(door, request, code)
    pupil = before.pupil(data.name)
    if data.level is not None and data.level not in room.LEVELS:
        raise Wrong.told(400, class_say("no.level"))
    if data.table is not None and data.table != pupil.table or data.gone:
        if pupil.table:
            await _at(door, pupil.table, partial(at_table.let_go, key=pupil.key))
        if data.table:
            await _at(door, data.table, partial(at_table.placed, key=pupil.key, name=pupil.name))

    def change(classroom: Classroom) -> None:
        one = classroom.pupil(data.name)
        one.level = one.level if data.level is None else data.level
        one.table = one.table if data.table is None else data.table
        if data.gone:
            classroom.pupils.remove(one)
    classroom, _ = await changed(door, code, change)
    return _to_teacher(door, code, classroom)


async def _at(door: Door, code: str, verb: Callable[..., None]) -> None:
    """Have something done at a table that is open; nothing where it is closed.  Raises Elsewhere."""
    found = await door.house.room(code)
    if found is not None and not found.table.closed:
        found.put(lambda now: verb(found.table, now=now))
        await door.house.written(lambda connection: None)


async def _late(door: Door, request: Request, code: str, name: str) -> None:
    """Who comes in the middle of a round gets a bot's seat, or a table with bots alone."""
    classroom, _ = await found(door, code)
    round, pupil = classroom.round, classroom.pupil(name)
    assert round is not None
    for one in sorted(round.tables, key=lambda one: len(one.seats)):
        try:
            there = await door.house.room(one.code)
        except Elsewhere:
            continue
        if there is None or there.table.closed or at_table.room_at(there.table) is None:
            continue
        await _at(door, one.code, partial(at_table.placed, key=pupil.key, name=pupil.name))
        return await _seated(door, code, one.code, {name: _seat_of(there.table, pupil.key)})
    made = await _table(door, request, code, classroom, [name], round.deal)
    await _seated(door, code, made.code, made.seats, made)


def _seat_of(table: Table, key: str) -> int:
    """The seat that somebody has here or is promised; -1 for none."""
    guest = table.lobby.guest(key)
    return next((chair.seat for chair in table.lobby.chairs if guest and guest.who in (chair.who, chair.next)), -1)


async def _seated(door: Door, code: str, table: str, seats: dict[str, int], new: Sitting | None = None) -> None:
    def change(classroom: Classroom) -> None:
        if new is not None and classroom.round:
            classroom.round.tables.append(new)
        one = classroom.sitting(table)
        if one is not None:
            one.seats |= seats
        for name in seats:
            classroom.pupil(name).table = table
    await changed(door, code, change)


# Rounds.

async def begin(door: Door, request: Request, code: str, data: NewRound) -> dict[str, Any]:
    """The class begins: tables are opened, and everybody has a seat."""
    door.tables.take(door.client(request))
    code, _, classroom = await _taught(door, request, code)
    if classroom.round:
        raise Wrong.told(409, class_say("no.on"))
    if not classroom.pupils:
        raise Wrong.told(409, class_say("no.nobody"))
    plan, game = classroom.plan, find(classroom.plan.game)
    deal = 1 + secrets.randbelow(deals.LAST) if plan.same and numbered(game) else 0
    groups = spread(classroom.pupils, _seats(plan), plan.by, data.groups, secrets.randbits(32)) \
        if plan.what == "game" else []
    made = [await _table(door, request, code, classroom, group, deal) for group in groups]

    def change(classroom: Classroom) -> None:
        if classroom.round:
            raise Wrong.told(409, class_say("no.on"))
        classroom.rounds.append(Round(game.name, made, deal))
        for one in made:
            for name in one.seats:
                if (pupil := next((pupil for pupil in classroom.pupils if pupil.name == name), None)) is not None:
                    pupil.table = one.code
    classroom, _ = await changed(door, code, change)
    return _to_teacher(door, code, classroom)


def _seats(plan: room.Plan) -> int:
    fewest, most = find(plan.game).seats
    return plan.seats if plan.seats is not None else min(3, most) if fewest <= 3 else fewest


def _settings(plan: room.Plan, level: int, code: str, deal: int = 0) -> Settings:
    """The settings of a table of one level, 0 for a mixed one.  Raises BadInput."""
    game, seats = find(plan.game), _seats(plan)
    given = {**plan.options, **plan.levels.get(str(level), {})}
    preset = plan.preset if plan.preset is not None or given else next(iter(game.presets), None)
    return Settings(seats, choose(game, seats, given, preset, {}), preset=None if given else preset, class_=True,
                    classroom=code, talk=False, deal=deal, factor=0 if plan.calm else 1)


async def _table(door: Door, request: Request, code: str, classroom: Classroom, group: list[str], deal: int) -> Sitting:
    """A table of the class that has begun."""
    plan, pupils = classroom.plan, [classroom.pupil(name) for name in group]
    levels = {pupil.level for pupil in pupils}
    level = levels.pop() if len(levels) == 1 else 0
    settings, game = _settings(plan, level, code, deal), find(plan.game)
    teacher, (_, called) = classroom.teacher, await door.person(request)
    bot = plan.bot if plan.bot in [one["level"] for one in catalogue.levels(game)] else catalogue.thumbs(game)[0]

    def prepare(table: Table, now: float) -> None:
        table.lobby.enter(teacher, called if teacher else "", now).gone = now
        chairs.setup(table, [{"level": bot}] * settings.seats, settings.seats)
        for seat, pupil in enumerate(pupils):
            guest = table.lobby.enter(pupil.key, pupil.name, now)
            guest.gone = now
            table.lobby.sit(guest, seat)
        chairs.tell_apart(table)
        play.begin(table, now)
    return Sitting(await door.house.open(game, settings, door.client(request), prepare),
                   {name: seat for seat, name in enumerate(group)}, level)


async def end(door: Door, request: Request, code: str) -> dict[str, Any]:
    """The round is over at all tables."""
    door.costs(request)
    code, _, classroom = await _taught(door, request, code)
    if classroom.round is None:
        raise Wrong.told(409, class_say("no.off"))
    for one in classroom.round.tables:
        await _ended(door, one.code, "round")

    def change(classroom: Classroom) -> None:
        if classroom.round:
            classroom.round.on = False
        for pupil in classroom.pupils:
            pupil.table = ""
    classroom, _ = await changed(door, code, change)
    return _to_teacher(door, code, classroom)


async def _ended(door: Door, code: str, reason: str) -> None:
    """A table ends, if this process can reach it: the teacher's page closes those that other processes hold."""
    try:
        await _at(door, code, lambda table, now: table.end(reason))
    except Elsewhere:
        return


ENDPOINTS = [
    Endpoint("POST", "/api/classes", open_class, 201),
    Endpoint("GET", "/api/classes", my_classes),
    Endpoint("GET", "/api/classes/{code}", look),
    Endpoint("POST", "/api/classes/{code}", settle),
    Endpoint("DELETE", "/api/classes/{code}", forget, 204),
    Endpoint("POST", "/api/classes/{code}/pupils", come),
    Endpoint("POST", "/api/classes/{code}/known", know),
    Endpoint("POST", "/api/classes/{code}/round", begin),
    Endpoint("POST", "/api/classes/{code}/end", end),
]
