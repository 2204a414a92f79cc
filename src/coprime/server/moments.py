"""The best moments of a class's last round, to be looked at together: what was played well, never what was missed."""

from functools import partial
from typing import Any

import sqlalchemy as sa
from msgspec import Struct
from starlette.requests import Request
from starlette.responses import Response

from ..classroom.classroom import Classroom
from ..classroom.sentences import say as class_say
from . import schema
from .answers import Json
from .door import Door
from .endpoint import Endpoint
from .enrolled import taught
from .sentences import Wrong

MOST = 6                # moments of a round


class Played(Struct):
    """One match at a table of the last round."""

    table: str
    match: int


def matches_of(connection: sa.Connection, code: str) -> list[int]:
    """The numbers of the matches that a table has played."""
    e = schema.events.c
    return list(connection.execute(sa.select(e.match).where(e.code == code).distinct().order_by(e.match)).scalars())


async def best_of_all(door: Door, key: str, classroom: Classroom) -> list[dict[str, Any]]:
    """The best moments of everybody in every match of the last round that has ended, the best first."""
    ended = [one for one in classroom.rounds if not one.on]
    told: list[dict[str, Any]] = []

    async def nothing() -> None:
        return None
    for n, sitting in enumerate(ended[-1].tables if ended else (), 1):
        for match in await door.house.asked(partial(matches_of, code=sitting.code)):
            rows = await door.house.in_thread(door.store.rows, sitting.code, match)
            some = await door.replays.readers.ask(key, "best", "", nothing, ended[-1].game, [list(row) for row in rows],
                                                  type=list[dict[str, Any]])
            told += [{"n": n, "table": sitting.code, "match": match, **one} for one in some]
    return sorted(told, key=lambda one: one.pop("worth"), reverse=True)


async def moments(door: Door, request: Request, code: str) -> dict[str, Any]:
    """The best moments of the last round, once it has ended; of moments alike, the first."""
    door.costs(request)
    _, key, classroom = await taught(door, request, code)
    different: dict[str, dict[str, Any]] = {}
    for one in [] if classroom.round else await best_of_all(door, key, classroom):
        del one["own"]
        different.setdefault(one["text"].replace(one["name"], ""), one)     # the same deal, and the same play
    return {"moments": list(different.values())[:MOST]}


async def show(door: Door, request: Request, code: str, data: Played) -> Response:
    """Keep a match of the last round as a replay, for the wall."""
    door.costs(request)
    _, key, classroom = await taught(door, request, code)
    last = classroom.rounds[-1] if classroom.rounds else None
    if last is None or last.on or data.table not in [one.code for one in last.tables]:
        raise Wrong.told(404, class_say("no.table"))
    rows = await door.house.in_thread(door.store.rows, data.table, data.match)
    if not rows:
        raise Wrong.told(404, class_say("no.table"))
    text = await door.replays.of_journal(last.game, rows, key)
    return Json(await door.replays.add(text, key), 201, {"cache-control": "no-store"})


ENDPOINTS = [
    Endpoint("GET", "/api/classes/{code}/moments", moments),
    Endpoint("POST", "/api/classes/{code}/moments", show, 201),
]
