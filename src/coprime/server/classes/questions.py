"""A question to a whole class over HTTP: the teacher asks, pupils answer, and the wall shows how they did."""

from typing import Any

from msgspec import Struct
from starlette.requests import Request
from starlette.responses import Response

from ...classroom.classroom import Classroom
from ...classroom.sentences import say as class_say
from ...core.errors import Refused
from ..app.endpoint import Endpoint
from ..app.responses import JsonResponse
from ..app.state import AppState
from ..sentences import RequestError
from . import moments
from .lookup import change_class, find_class, find_pupil, find_taught_class, serialize_for_teacher


class QuestionBody(Struct):
    """A number or a moment of the last round to ask the class about, or whether the answers to what is asked are shown.

    Without any of them the question is over.
    """

    number: int | None = None
    moment: moments.MomentBody | None = None
    shown: bool = False


class AnswerBody(Struct):
    """Which choice a pupil takes in the nth question of their class."""

    n: int
    choice: int


async def ask_class(door: AppState, request: Request, code: str, data: QuestionBody) -> dict[str, Any]:
    """The teacher asks whether a number is prime or what one would play, shows the answers, or ends the question.

    In the middle of a round, too: whoever is at a table or a lesson answers beside it.
    """
    door.charge_rate_limit(request)
    code, key, before = await find_taught_class(door, request, code)
    about = await moments.moment_as_question(door, key, before, data.moment) if data.moment else data.number

    def change(classroom: Classroom) -> None:
        if about is not None:
            classroom.ask(about)
        elif not data.shown:
            classroom.question = None
        elif classroom.question is not None:
            classroom.question.shown = True
    classroom, _ = await change_class(door, code, change)
    return serialize_for_teacher(door, code, classroom)


async def answer_question(door: AppState, request: Request, code: str, data: AnswerBody) -> Response:
    """A pupil answers the question to the class; until the answers are shown they may change it."""
    door.charge_rate_limit(request)
    code, key, _ = await find_class(door, request, code)

    def change(classroom: Classroom) -> None:
        pupil = find_pupil(classroom, key)
        if classroom.question is None:
            raise RequestError.from_sentence(409, class_say("no.late"))
        try:
            classroom.question.answer(pupil.name, data.n, data.choice)
            pupil.active = True
        except Refused as late:
            raise RequestError.from_sentence(409, str(late)) from None
    await change_class(door, code, change)
    return Response(status_code=204)


async def get_position(door: AppState, request: Request, code: str) -> Response:
    """What the seat saw in the moment that is asked about, for everybody of the class."""
    _, _, classroom = await find_class(door, request, code)
    if classroom.question is None or classroom.question.moment is None:
        raise RequestError.from_sentence(404, class_say("no.late"))
    return JsonResponse(classroom.question.moment.position.encode(), 200, {"cache-control": "no-store"})


ENDPOINTS = [
    Endpoint("GET", "/api/classes/{code}/position", get_position),
    Endpoint("POST", "/api/classes/{code}/question", ask_class),
    Endpoint("POST", "/api/classes/{code}/answer", answer_question, 204),
]
