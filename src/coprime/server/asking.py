"""A question to a whole class over HTTP: the teacher asks, pupils answer, and the wall shows how they did."""

from typing import Any

from msgspec import Struct
from starlette.requests import Request
from starlette.responses import Response

from ..classroom.classroom import Classroom
from ..classroom.sentences import say as class_say
from ..core.faults import Refused
from .door import Door
from .endpoint import Endpoint
from .enrolled import changed, known, taught, to_teacher
from .house import code_of
from .sentences import Wrong


class Asked(Struct):
    """A number to ask the class about, or, without one, whether the answers to what is asked are shown.

    Without either the question is over.
    """

    number: int | None = None
    shown: bool = False


class Answered(Struct):
    """Which choice a pupil takes in the nth question of their class."""

    n: int
    choice: int


async def ask(door: Door, request: Request, code: str, data: Asked) -> dict[str, Any]:
    """The teacher asks everybody whether a number is prime, shows the answers, or ends the question.

    In the middle of a round, too: whoever is at a table or a lesson answers beside it.
    """
    door.costs(request)
    code, _, _ = await taught(door, request, code)

    def change(classroom: Classroom) -> None:
        if data.number is not None:
            classroom.ask(data.number)
        elif not data.shown:
            classroom.question = None
        elif classroom.question is not None:
            classroom.question.shown = True
    classroom, _ = await changed(door, code, change)
    return to_teacher(door, code, classroom)


async def answer(door: Door, request: Request, code: str, data: Answered) -> Response:
    """A pupil answers the question to the class; until the answers are shown they may change it."""
    door.costs(request)
    key, _ = await door.person(request)

    def change(classroom: Classroom) -> None:
        pupil = known(classroom, key)
        if classroom.question is None:
            raise Wrong.told(409, class_say("no.late"))
        try:
            classroom.question.answer(pupil.name, data.n, data.choice)
        except Refused as late:
            raise Wrong.told(409, str(late)) from None
    await changed(door, code_of(code), change)
    return Response(status_code=204)


ENDPOINTS = [
    Endpoint("POST", "/api/classes/{code}/question", ask),
    Endpoint("POST", "/api/classes/{code}/answer", answer, 204),
]
