"""What a class has practised, for its teacher: as data for pages and paper, and as a table for a spreadsheet."""

import csv
import io
from typing import Any

from starlette.requests import Request
from starlette.responses import Response

from ...classroom.classroom import Classroom, Round, Sitting
from ...classroom.report import counted, to_practise
from ...classroom.sentences import say as class_say
from ...core.practice_items import PracticeItem
from ...core.registry import find_game as find
from ..app.endpoint import Endpoint
from ..app.state import AppState
from .lookup import find_taught_class
from .moments import best_of_all, distinct_moments, guests_at, load_matches

FORMULA = ("=", "+", "-", "@", "\t")       # what a spreadsheet would carry out


async def _at(door: AppState, key: str, round: Round, sitting: Sitting) -> list[tuple[str, PracticeItem]]:
    """What was practised at a table: by whom (a person's key), and what."""
    guests = await door.house.read_store(lambda connection: guests_at(connection, sitting.code))
    found = []
    for _, rows in await load_matches(door, sitting.code):
        given = await door.replays.of_match("practised", round.game, rows, key, type=list[tuple[int, PracticeItem]])
        found += [(guests[who], what) for who, what in given if who in guests]
    return found


async def _done(door: AppState, key: str, classroom: Classroom) -> dict[str, list[PracticeItem]]:
    """What every pupil has practised in all rounds, by name."""
    found: dict[str, list[PracticeItem]] = {pupil.name: [] for pupil in classroom.pupils}
    names = {pupil.key: pupil.name for pupil in classroom.pupils}
    for round in classroom.rounds:
        for sitting in round.tables:
            for person, what in await _at(door, key, round, sitting):
                if person in names:
                    found[names[person]].append(what)
    return found


async def get_report(door: AppState, request: Request, code: str) -> dict[str, Any]:
    """What the class and each of its pupils has practised, and what to practise next; nobody is ranked."""
    door.charge_rate_limit(request)
    _, key, classroom = await find_taught_class(door, request, code)
    found = await _done(door, key, classroom)
    everything = [one for some in found.values() for one in some]
    moments = await best_of_all(door, key, classroom)
    best = {one["name"]: one["own"] for one in reversed(moments)}
    return {"name": classroom.name,
            "rounds": [{"game": one.game, "title": find(one.game).localized_title, "deal": one.deal}
                       for one in classroom.rounds],
            "practised": counted(everything), "next": to_practise(everything),
            "moments": [] if classroom.round else distinct_moments(moments),
            "pupils": [{"name": name, "practised": counted(some), "next": to_practise(some),
                        "right": sum(one.right for one in some), "of": len(some), "best": best.get(name)}
                       for name, some in found.items()]}


async def get_spreadsheet(door: AppState, request: Request, code: str) -> Response:
    """The same as a table: a row for each pupil and what they practised."""
    door.charge_rate_limit(request)
    code, key, classroom = await find_taught_class(door, request, code)
    out = io.StringIO()
    table = csv.writer(out)
    table.writerow([class_say(f"sheet.{column}") for column in ("pupil", "kind", "what", "right", "times")])
    for name, some in (await _done(door, key, classroom)).items():
        for one in counted(some):
            right = class_say("sheet.yes" if one["right"] else "sheet.no")
            table.writerow([_plain(name), class_say(f"kind.{one['kind']}"), one["text"], right, one["n"]])
    return Response(out.getvalue().encode("utf-8-sig"), media_type="text/csv", headers={
        "content-disposition": f'attachment; filename="class-{code}.csv"', "cache-control": "no-store"})


def _plain(name: str) -> str:
    """A name that no spreadsheet takes for a formula."""
    return f"'{name}" if name.startswith(FORMULA) else name


ENDPOINTS = [
    Endpoint("GET", "/api/classes/{code}/report", get_report),
    Endpoint("GET", "/api/classes/{code}/report.csv", get_spreadsheet),
]
