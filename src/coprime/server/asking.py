"""A question to a whole class over HTTP: the teacher asks, pupils answer, and the wall shows how they did."""

from typing import Any

from msgspec import Struct
from starlette.requests import Request
from starlette.responses import Response

from ..classroom.classroom import Classroom
from ..classroom.sentences import say as class_say
from ..core.faults import Refused
from . import moments
from .answers import Json
from .door import Door
from .endpoint import Endpoint
from .enrolled import changed, found, known, taught, to_teacher
from .sentences import Wrong


class Asked(Struct):
    """A number or a moment of the last round to ask the class about, or whether the answers to what is asked are shown.

    Without any of them the question is over.
    """

    number: int | None = None
    moment: moments.Asked | None = None
    shown: bool = False


class Answered(Struct):
    """Which choice a pupil takes in the nth question of their class."""

    n: int
    choice: int


async def ask(door: Door, request: Request, code: str, data: Asked) -> dict[str, Any]:
    """The teacher asks whether a number is prime or what one would play, shows the answers, or ends the question.

    In the middle of a round, too: whoever is at a table or a lesson answers beside it.
    """
    door.costs(request)
    code, key, before = await taught(door, request, code)
    about = await moments.posed(door, key, before, data.moment) if data.moment else data.number

    def change(classroom: Classroom) -> None:
        if about is not None:
            classroom.ask(about)
        elif not data.shown:
            classroom.question = None
        elif classroom.question is not None:
            classroom.question.shown = True
    classroom, _ = await changed(door, code, change)
    return to_teacher(door, code, classroom)


async def answer(door: Door, request: Request, code: str, data: Answered) -> Response:
    """A pupil answers the question to the class; until the answers are shown they may change it."""
    door.costs(request)
    code, key, _ = await found(door, request, code)

    def change(classroom: Classroom) -> None:
        pupil = known(classroom, key)
        if classroom.question is None:
            raise Wrong.told(409, class_say("no.late"))
        try:
            classroom.question.answer(pupil.name, data.n, data.choice)
            pupil.active = True
        except Refused as late:
            raise Wrong.told(409, str(late)) from None
    await changed(door, code, change)
    return Response(status_code=204)


async def position(door: Door, request: Request, code: str) -> Response:
    """What the seat saw in the moment that is asked about, for everybody of the class."""
    _, _, classroom = await found(door, request, code)
    if classroom.question is None or classroom.question.moment is None:
        raise Wrong.told(404, class_say("no.late"))
    return Json(classroom.question.moment.position.encode(), 200, {"cache-control": "no-store"})


ENDPOINTS = [
    Endpoint("GET", "/api/classes/{code}/position", position),
    Endpoint("POST", "/api/classes/{code}/question", ask),
    Endpoint("POST", "/api/classes/{code}/answer", answer, 204),
]
