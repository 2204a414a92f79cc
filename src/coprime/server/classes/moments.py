"""The best moments of a class's last round, to be looked at together: what was played well, never what was missed."""

import json
from functools import partial
from typing import Any

import msgspec
import sqlalchemy as sa
from msgspec import Struct
from starlette.requests import Request
from starlette.responses import Response

from ...classroom.classroom import Classroom
from ...classroom.moment import Moment
from ...classroom.sentences import say as class_say
from ...core.registry import find_game as find
from ...table.journal import journal_options
from ...table.ports import Row
from ..app.endpoint import Endpoint
from ..app.responses import JsonResponse
from ..app.state import AppState
from ..sentences import RequestError
from ..store import schema
from .lookup import find_taught_class

MOST = 6                # moments of a round


class MatchBody(Struct):
    """One match at a table of the last round."""

    table: str
    match: int


class MomentBody(MatchBody):
    """The moment before a step of it."""

    step: int


def _numbers(connection: sa.Connection, code: str) -> list[int]:
    e = schema.events.c
    return list(connection.execute(sa.select(e.match).where(e.code == code).distinct().order_by(e.match)).scalars())


def guests_at(connection: sa.Connection, code: str) -> dict[int, str]:
    """Whose number at a table is whose key."""
    g = schema.guests.c
    return {row.who: row.person for row in connection.execute(sa.select(g.who, g.person).where(g.code == code))}


async def load_matches(door: AppState, code: str) -> list[tuple[int, list[Row]]]:
    """Every match that a table has played, by its number, with its journal."""
    return [(match, await door.house.in_thread(door.store.rows, code, match))
            for match in await door.house.read_store(partial(_numbers, code=code))]


async def best_of_all(door: AppState, key: str, classroom: Classroom) -> list[dict[str, Any]]:
    """The best moments of all pupils in every match of the last round that has ended, the best first.

    Each has the name of its pupil, and as `seat_name` what their seat is called in the text: of a team, the team's.
    """
    ended = [one for one in classroom.rounds if not one.on]
    names = {pupil.key: pupil.name for pupil in classroom.pupils}
    told: list[dict[str, Any]] = []
    for n, sitting in enumerate(ended[-1].tables if ended else (), 1):
        guests = await door.house.read_store(partial(guests_at, code=sitting.code))
        for match, rows in await load_matches(door, sitting.code):
            some = await door.replays.of_match("best", ended[-1].game, rows, key, type=list[dict[str, Any]])
            game = find(ended[-1].game)
            desk = game.teacher(journal_options(game, json.loads(rows[0].action))) if rows else None
            for one in some:
                one["seat_name"] = one["name"]
                one["name"] = names.get(guests.get(one.pop("who"), ""), one["name"])
                if one["seat"] != desk:
                    told.append({"n": n, "table": sitting.code, "match": match, **one})
    return sorted(told, key=lambda one: one.pop("worth"), reverse=True)


def distinct_moments(best: list[dict[str, Any]]) -> list[dict[str, Any]]:
    """Those to be talked about, as others read them; of moments alike, the first."""
    found: dict[str, dict[str, Any]] = {}
    for one in best:
        told = {name: value for name, value in one.items() if name not in ("own", "seat_name")}
        found.setdefault(one["text"].replace(one["seat_name"], ""), told)   # the same deal, and the same play
    return list(found.values())[:MOST]


async def keep_moment(door: AppState, request: Request, code: str, data: MatchBody) -> Response:
    """Keep a match of the last round as a replay, for the wall."""
    door.charge_rate_limit(request)
    _, key, classroom = await find_taught_class(door, request, code)
    game, rows = await _played(door, classroom, data)
    text = await door.replays.of_journal(game, rows, key)
    return JsonResponse(await door.replays.keep(text, key), 201, {"cache-control": "no-store"})


async def moment_as_question(door: AppState, key: str, classroom: Classroom, asked: MomentBody) -> Moment:
    """A moment of the last round as a question.  Raises BadInput."""
    game, rows = await _played(door, classroom, asked)
    found = await door.replays.of_match("posed", game, rows, key, asked.step, type=dict[str, Any])
    return msgspec.convert(found, Moment)


async def _played(door: AppState, classroom: Classroom, data: MatchBody) -> tuple[str, list[Row]]:
    """The game of a match of the last round, and its journal.  Raises RequestError."""
    last = classroom.rounds[-1] if classroom.rounds else None
    if last is None or last.on or data.table not in [one.code for one in last.tables]:
        raise RequestError.from_sentence(404, class_say("no.table"))
    rows = await door.house.in_thread(door.store.rows, data.table, data.match)
    if not rows:
        raise RequestError.from_sentence(404, class_say("no.table"))
    return last.game, rows


ENDPOINTS = [
    Endpoint("POST", "/api/classes/{code}/moments", keep_moment, 201),
]
