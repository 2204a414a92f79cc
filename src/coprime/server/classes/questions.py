"""HTTP endpoints of a question to the whole class."""

from typing import Any

from msgspec import Struct
from starlette.requests import Request
from starlette.responses import Response

from ...classroom.classroom import Classroom
from ...classroom.sentences import say as class_say
from ...core.errors import Refused
from ..app.http_endpoint import Endpoint
from ..app.request_context import AppState
from ..app.responses import JsonResponse
from ..request_error import RequestError
from . import moments
from .stored_classes import change_class, find_class, find_taught_class, require_pupil, serialize_for_teacher


class QuestionBody(Struct):
    """A number or a moment to ask about, or `shown` to reveal the answers.

    With none of them the question ends.
    """

    number: int | None = None
    moment: moments.MomentBody | None = None
    shown: bool = False


class AnswerBody(Struct):
    """Which choice a pupil takes in the nth question of their class."""

    n: int
    choice: int


async def ask_class(state: AppState, request: Request, code: str, data: QuestionBody) -> dict[str, Any]:
    """Ask the class whether a number is prime or what to play, reveal the answers, or end the question.

    It may be asked in the middle of a round: pupils answer beside their game or lesson.
    """
    state.charge_rate_limit(request)
    code, key, before = await find_taught_class(state, request, code)
    about = await moments.moment_as_question(state, key, before, data.moment) if data.moment else data.number

    def change(classroom: Classroom) -> None:
        if about is not None:
            classroom.ask_question(about)
        elif not data.shown:
            classroom.question = None
        elif classroom.question is not None:
            classroom.question.shown = True
    classroom, _ = await change_class(state, code, change)
    return serialize_for_teacher(state, code, classroom)


async def answer_question(state: AppState, request: Request, code: str, data: AnswerBody) -> Response:
    """Answer the question to the class; the answer may be changed until the answers are shown."""
    state.charge_rate_limit(request)
    code, key, _ = await find_class(state, request, code)

    def record_answer(classroom: Classroom) -> None:
        pupil = require_pupil(classroom, key)
        if classroom.question is None:
            raise RequestError.from_sentence(409, class_say("no.late"))
        try:
            classroom.question.record_answer(pupil.name, data.n, data.choice)
            pupil.active = True
        except Refused as late:
            raise RequestError.from_sentence(409, str(late)) from None
    await change_class(state, code, record_answer)
    return Response(status_code=204)


async def get_position(state: AppState, request: Request, code: str) -> Response:
    """Return the position of the moment that is asked about, as the seat saw it."""
    _, _, classroom = await find_class(state, request, code)
    if classroom.question is None or classroom.question.moment is None:
        raise RequestError.from_sentence(404, class_say("no.late"))
    return JsonResponse(classroom.question.moment.position.encode(), 200, {"cache-control": "no-store"})


ENDPOINTS = [
    Endpoint("GET", "/api/classes/{code}/position", get_position),
    Endpoint("POST", "/api/classes/{code}/question", ask_class),
    Endpoint("POST", "/api/classes/{code}/answer", answer_question, 204),
]
