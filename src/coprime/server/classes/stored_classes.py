"""Find, change and serialize stored classes. No process owns a class."""

import time
from collections.abc import Callable
from functools import partial
from typing import Any, TypeVar

import msgspec
import sqlalchemy as sa
from starlette.requests import Request

from ...classroom.classroom import Classroom
from ...classroom.pupil import Pupil, SoloActivity
from ...classroom.sentences import say as class_say
from ..app.public_url import page_qr_code
from ..app.request_context import AppState
from ..request_error import RequestError
from ..store import schema
from ..store.class_rows import read_class_row
from . import lesson_plan

T = TypeVar("T")


async def read_class(state: AppState, code: str) -> Classroom | None:
    """Return a class, or None; the caller has checked that it may be read."""
    read: Classroom | None = await state.manager.read_store(partial(read_class_row, code=code))
    return read


async def find_class(state: AppState, request: Request, text: str, allow_outsiders: bool = False) -> tuple[str, str,
                                                                                                           Classroom]:
    """Return the code of a class, the asker's key, and the class; wrong codes are rate-limited.

    allow_outsiders  others than members may ask; without it they are answered as if there were no such class

    Raises RequestError.
    """
    async def read(code: str, key: str) -> Classroom | None:
        classroom = await read_class(state, code)
        return classroom if allow_outsiders or await state.is_member(code, key) else None
    return await state.find_by_code(request, text, read, "wrong.class")


async def change_class(state: AppState, code: str, change: Callable[[Classroom], T]) -> tuple[Classroom, T]:
    """Apply `change` to a class in one transaction. Returns the class and the result.

    If `change` raises BadInput, that is raised and nothing is stored.
    """
    def job(connection: sa.Connection) -> tuple[Classroom, T]:
        c = schema.classes
        classroom = read_class_row(connection, code, change=True)
        if classroom is None:
            raise RequestError(404, "wrong.class", code=code)
        result = change(classroom)
        values = {"kept": msgspec.json.encode(classroom).decode(), "touched": int(time.time())}
        connection.execute(sa.update(c).where(c.c.code == code).values(values))
        return classroom, result
    return await state.manager.change_durably(job)


async def note_replay(state: AppState, code: str, replay: bytes) -> None:
    """Note that a match of a class was kept as a replay, given as encoded, so that it goes with the class."""
    id = msgspec.json.decode(replay)["id"]
    await change_class(state, code, lambda classroom: classroom.note_replay(id))


async def find_taught_class(state: AppState, request: Request, text: str) -> tuple[str, str, Classroom]:
    """The code of a class, its teacher's key, and the class: for its teacher.  Raises RequestError."""
    code, key, classroom = await find_class(state, request, text)
    if classroom.teacher != key:
        raise RequestError.from_sentence(403, class_say("no.teacher"))
    return code, key, classroom


def require_pupil(classroom: Classroom, key: str) -> Pupil:
    """The pupil whose key that is.  Raises RequestError."""
    pupil = classroom.find_pupil(key)
    if pupil is None:
        raise RequestError.from_sentence(403, class_say("no.stranger"))
    return pupil


def serialize_for_teacher(state: AppState, code: str, classroom: Classroom) -> dict[str, Any]:
    """Return everything about a class, as its teacher may see it."""
    rounds = [{"game": one.game, "deal": one.deal, "on": one.on, "tables": [
        {"code": table.code, "seats": table.seats, "level": table.level} for table in one.tables]}
        for one in classroom.rounds]
    url = f"{state.public_url.base}/class/{code}"
    return {"role": "teacher", "open": classroom.open, "strict": classroom.strict, "approval": classroom.approval,
            "listed": classroom.listed, "free": classroom.free_names(), "days": classroom.days,
            "line": classroom.line, "paused": classroom.paused,
            "question": classroom.question and classroom.question.to_teacher(),
            "plan": lesson_plan.serialize_plan(classroom.plan),
            "pupils": [{"name": one.name, "picture": one.picture, "word": one.word != "",
                        "level": one.level, "approved": one.approved,
                        "factors": one.factors, "table": one.table, "doing": _serialize_activity(one.doing),
                        "called": one.called}
                       for one in classroom.pupils],
            "places": classroom.places, "waiting": [one.name for one in classroom.waiting],
            "rounds": rounds, "invite": state.public_url.invitation_json(code) | {"url": url}, "qr": page_qr_code(url),
            "reach": {"at": classroom.reached, **state.public_url.reach_json()}}


def _serialize_activity(doing: SoloActivity | None) -> dict[str, Any] | None:
    """With whole minutes since the last news, so that what is told changes seldom."""
    if doing is None:
        return None
    return {"what": doing.what, "game": doing.game, "at": doing.at, "done": doing.done,
            "minutes": max(0, int(time.time()) - doing.since) // 60}
