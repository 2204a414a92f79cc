"""HTTP endpoints of the director's notice to everybody."""

import re
import time
from typing import Any

from msgspec import Struct
from starlette.requests import Request

from ...classroom.joining import is_rude
from ...tournaments.director_notice import clean_notice, is_notice_limit_reached, set_notice
from ...tournaments.sentences import say as tournament_say
from ...tournaments.tournament import Tournament
from ..app.http_endpoint import Endpoint
from ..app.request_context import AppState
from ..request_error import RequestError
from .api import answer_change
from .arena_api import find_known_arena
from .lookup import change_tournament, find_directed, find_tournament


class NoticeBody(Struct):
    """What the director writes to everybody; "" takes the last notice away."""

    text: str


class NoticeAnswer(Struct):
    """What the pages of a tournament's tables ask for: the notice, "" for none."""

    text: str


async def write_notice(state: AppState, request: Request, code: str, data: NoticeBody) -> dict[str, Any]:
    """Write a line to everybody, which stands until another one does, or take it away (director only)."""
    state.charge_rate_limit(request)
    code, key, _ = await find_directed(state, request, code)
    text, now = clean_notice(data.text), int(time.time())
    if is_rude(text) or any(map(is_rude, re.findall(r"\w+", text))):
        raise RequestError.from_sentence(400, tournament_say("no.words"))

    def change(tournament: Tournament) -> None:
        if text and text != tournament.notice and is_notice_limit_reached(tournament, now):
            raise RequestError.from_sentence(429, tournament_say("no.notices"))
        set_notice(tournament, text, now)
    tournament, _ = await change_tournament(state, code, change)
    return await answer_change(state, code, key, tournament)


async def get_notice(state: AppState, request: Request, code: str) -> NoticeAnswer:
    """Return the notice that stands, for the pages of the tables."""
    if (known := await find_known_arena(state, request, code)) is not None:
        return NoticeAnswer(known[2].tournament.notice)
    return NoticeAnswer((await find_tournament(state, request, code))[2].notice)


ENDPOINTS = [
    Endpoint("GET", "/api/tournaments/{code}/notice", get_notice),
    Endpoint("POST", "/api/tournaments/{code}/notice", write_notice),
]
