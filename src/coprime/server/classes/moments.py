"""The best moments of the last round of a class, for discussion; never what was missed."""

import json
from functools import partial
from typing import Any

import msgspec
import sqlalchemy as sa
from msgspec import Struct
from starlette.requests import Request
from starlette.responses import Response

from ...classroom.classroom import Classroom
from ...classroom.moment_question import MomentQuestion
from ...classroom.sentences import say as class_say
from ...core.registry import find_game as find
from ...table.journal_replay import journal_options
from ...table.ports import JournalRow
from ..app.http_endpoint import Endpoint
from ..app.request_context import AppState
from ..app.responses import JsonResponse
from ..request_error import RequestError
from ..store import schema
from .stored_classes import find_taught_class, note_replay

MOST = 6                # moments of a round


class MatchBody(Struct):
    """One match at a table of the last round."""

    table: str
    match: int


class MomentBody(MatchBody):
    """A step of a match of the last round; the moment is before it."""

    step: int


def _match_numbers(connection: sa.Connection, code: str) -> list[int]:
    e = schema.events.c
    return list(connection.execute(sa.select(e.match).where(e.code == code).distinct().order_by(e.match)).scalars())


def guests_at(connection: sa.Connection, code: str) -> dict[int, str]:
    """Return the keys of the people of a table by their number there."""
    g = schema.guests.c
    return {row.who: row.person for row in connection.execute(sa.select(g.who, g.person).where(g.code == code))}


async def load_matches(state: AppState, code: str) -> list[tuple[int, list[JournalRow]]]:
    """Return the number and the journal of every match of a table."""
    return [(match, await state.manager.run_in_thread(state.store.load_match_rows, code, match))
            for match in await state.manager.read_store(partial(_match_numbers, code=code))]


async def best_class_moments(state: AppState, key: str, classroom: Classroom) -> list[dict[str, Any]]:
    """Return the best moments of all pupils in all matches of the last finished round, the best first.

    Each has the name of its pupil, and as `seat_name` what the text calls their seat: of a team, the team's name.
    """
    ended = [one for one in classroom.rounds if not one.on]
    names = {pupil.key: pupil.name for pupil in classroom.pupils}
    best: list[dict[str, Any]] = []
    for n, sitting in enumerate(ended[-1].tables if ended else (), 1):
        guests = await state.manager.read_store(partial(guests_at, code=sitting.code))
        for match, rows in await load_matches(state, sitting.code):
            moments = await state.replays.run_journal_job("best", ended[-1].game, rows, key, type=list[dict[str, Any]])
            game = find(ended[-1].game)
            desk = game.teacher(journal_options(game, json.loads(rows[0].action))) if rows else None
            for one in moments:
                one["seat_name"] = one["name"]
                one["name"] = names.get(guests.get(one.pop("who"), ""), one["name"])
                if one["seat"] != desk:
                    best.append({"n": n, "table": sitting.code, "match": match, **one})
    return sorted(best, key=lambda one: one.pop("worth"), reverse=True)


def distinct_moments(best: list[dict[str, Any]]) -> list[dict[str, Any]]:
    """Return the first few moments without duplicates, without the fields that only their pupil may read."""
    found: dict[str, dict[str, Any]] = {}
    for one in best:
        fields = {name: value for name, value in one.items() if name not in ("own", "seat_name")}
        found.setdefault(one["text"].replace(one["seat_name"], ""), fields)   # the same deal, and the same play
    return list(found.values())[:MOST]


async def keep_moment(state: AppState, request: Request, code: str, data: MatchBody) -> Response:
    """Store a match of the last round as a replay, for the wall (teacher only)."""
    state.charge_rate_limit(request)
    code, key, classroom = await find_taught_class(state, request, code)
    game, rows = await _require_match(state, classroom, data)
    text = await state.replays.record_from_journal(game, rows, key)
    replay = await state.replays.store_record(text, key)
    await note_replay(state, code, replay)
    return JsonResponse(replay, 201, {"cache-control": "no-store"})


async def moment_as_question(state: AppState, key: str, classroom: Classroom, body: MomentBody) -> MomentQuestion:
    """A moment of the last round as a question.  Raises BadInput."""
    game, rows = await _require_match(state, classroom, body)
    found = await state.replays.run_journal_job("posed", game, rows, key, body.step, type=dict[str, Any])
    return msgspec.convert(found, MomentQuestion)


async def _require_match(state: AppState, classroom: Classroom, data: MatchBody) -> tuple[str, list[JournalRow]]:
    """The game of a match of the last round, and its journal.  Raises RequestError."""
    last = classroom.rounds[-1] if classroom.rounds else None
    if last is None or last.on or data.table not in [one.code for one in last.tables]:
        raise RequestError.from_sentence(404, class_say("no.table"))
    rows = await state.manager.run_in_thread(state.store.load_match_rows, data.table, data.match)
    if not rows:
        raise RequestError.from_sentence(404, class_say("no.table"))
    return last.game, rows


ENDPOINTS = [
    Endpoint("POST", "/api/classes/{code}/moments", keep_moment, 201),
]
