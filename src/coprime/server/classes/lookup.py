"""The classes that lie in the store: found, changed, and told to their teachers.  No process owns one."""

import time
from collections.abc import Callable
from contextvars import copy_context
from functools import partial
from typing import Any, TypeVar

import msgspec
import sqlalchemy as sa
from starlette.requests import Request

from ...classroom.classroom import Classroom, Doing, Pupil
from ...classroom.sentences import say as class_say
from ...core.errors import BadInput
from ..app.public_url import qr_code
from ..app.state import AppState
from ..codes import parse_code
from ..sentences import RequestError
from ..store import schema
from ..store.class_rows import read_row
from . import plans

T = TypeVar("T")


async def read_class(door: AppState, code: str) -> Classroom | None:
    """A class, for whoever has the right to ask for it."""
    read: Classroom | None = await door.house.read_store(partial(read_row, code=code))
    return read


async def find_class(door: AppState, request: Request, text: str, outside: bool = False) -> tuple[str, str, Classroom]:
    """The code of a class, the asker's key, and the class, for somebody who may have guessed the code.

    outside  those who are not in it may ask as well; else they are answered as if there were none

    Whoever has lately been answered has not guessed: their page learns at once that the class is gone.

    Raises RequestError.
    """
    (key, _), code = await door.require_person(request), parse_code(text)
    exempt = door.right_codes.knows(key, code) or await door.is_member(code, key)
    async with door.limit_guesses(door.client_address(request), exempt=exempt):
        classroom = await read_class(door, code)
        if classroom is None or not (outside or await door.is_member(code, key)):
            raise RequestError(404, "wrong.class", code=code)
    door.right_codes.note(key, code)
    return code, key, classroom


async def change_class(door: AppState, code: str, change: Callable[[Classroom], T]) -> tuple[Classroom, T]:
    """Change a class, alone.  Raises what `change` raises; then nothing is changed."""
    ended: list[tuple[Classroom, T] | BadInput] = []

    def job(connection: sa.Connection) -> None:             # in the writer's thread, which others share
        c = schema.classes
        try:
            classroom = read_row(connection, code, change=True)
            if classroom is None:
                raise RequestError(404, "wrong.class", code=code)
            result = change(classroom)
        except BadInput as wrong:
            return ended.append(wrong)
        values = {"kept": msgspec.json.encode(classroom).decode(), "touched": int(time.time())}
        connection.execute(sa.update(c).where(c.c.code == code).values(values))
        return ended.append((classroom, result))
    context = copy_context()
    await door.house.write_durably(lambda connection: context.run(job, connection))
    if isinstance(ended[-1], BadInput):
        raise ended[-1]
    return ended[-1]


async def find_taught_class(door: AppState, request: Request, text: str) -> tuple[str, str, Classroom]:
    """The code of a class, its teacher's key, and the class: for its teacher.  Raises RequestError."""
    code, key, classroom = await find_class(door, request, text)
    if classroom.teacher != key:
        raise RequestError.from_sentence(403, class_say("no.teacher"))
    return code, key, classroom


def find_pupil(classroom: Classroom, key: str) -> Pupil:
    """The pupil whose key that is.  Raises RequestError."""
    pupil = classroom.of(key)
    if pupil is None:
        raise RequestError.from_sentence(403, class_say("no.stranger"))
    return pupil


def serialize_for_teacher(door: AppState, code: str, classroom: Classroom) -> dict[str, Any]:
    rounds = [{"game": one.game, "deal": one.deal, "on": one.on, "tables": [
        {"code": table.code, "seats": table.seats, "level": table.level} for table in one.tables]}
        for one in classroom.rounds]
    url = f"{door.address.base}/class/{code}"
    return {"role": "teacher", "open": classroom.open, "strict": classroom.strict, "days": classroom.days,
            "line": classroom.line, "paused": classroom.paused,
            "question": classroom.question and classroom.question.to_teacher(),
            "plan": plans.serialize_plan(classroom.plan),
            "pupils": [{"name": one.name, "picture": one.picture, "word": one.word != "",
                        "level": one.level,
                        "factors": one.factors, "table": one.table, "doing": _doing(one.doing),
                        "called": one.called}
                       for one in classroom.pupils],
            "places": classroom.places, "waiting": [one.name for one in classroom.waiting],
            "rounds": rounds, "invite": door.address.invite(code) | {"url": url}, "qr": qr_code(url)}


def _doing(doing: Doing | None) -> dict[str, Any] | None:
    """With whole minutes since the last news, so that what is told changes seldom."""
    if doing is None:
        return None
    return {"what": doing.what, "game": doing.game, "at": doing.at, "done": doing.done,
            "minutes": max(0, int(time.time()) - doing.since) // 60}
