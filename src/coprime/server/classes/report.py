"""HTTP endpoints of the report of a class: JSON for pages and paper, CSV for spreadsheets."""

import csv
import io
from typing import Any

from starlette.requests import Request
from starlette.responses import Response

from ...classroom.classroom import Classroom, ClassTable, Round
from ...classroom.report import count_practice, suggest_numbers
from ...classroom.sentences import say as class_say
from ...core.practice_items import PracticeItem
from ...core.registry import find_game as find
from ..app.endpoint import Endpoint
from ..app.state import AppState
from .lookup import find_taught_class
from .moments import best_class_moments, distinct_moments, guests_at, load_matches

FORMULA = ("=", "+", "-", "@", "\t")       # what a spreadsheet would carry out


async def _practice_at_table(state: AppState, key: str, round: Round,
                             sitting: ClassTable) -> list[tuple[str, PracticeItem]]:
    """What was practised at a table: by whom (a person's key), and what."""
    guests = await state.manager.read_store(lambda connection: guests_at(connection, sitting.code))
    found = []
    for _, rows in await load_matches(state, sitting.code):
        given = await state.replays.run_journal_job("practised", round.game, rows, key,
                                                    type=list[tuple[int, PracticeItem]])
        found += [(guests[who], what) for who, what in given if who in guests]
    return found


async def _practice_by_pupil(state: AppState, key: str, classroom: Classroom) -> dict[str, list[PracticeItem]]:
    """What every pupil has practised in all rounds, by name."""
    found: dict[str, list[PracticeItem]] = {pupil.name: [] for pupil in classroom.pupils}
    names = {pupil.key: pupil.name for pupil in classroom.pupils}
    for round in classroom.rounds:
        for sitting in round.tables:
            for person, what in await _practice_at_table(state, key, round, sitting):
                if person in names:
                    found[names[person]].append(what)
    return found


async def get_report(state: AppState, request: Request, code: str) -> dict[str, Any]:
    """Return what the class and each pupil has practised, and what to practise next; nobody is ranked."""
    state.charge_rate_limit(request)
    _, key, classroom = await find_taught_class(state, request, code)
    found = await _practice_by_pupil(state, key, classroom)
    everything = [one for some in found.values() for one in some]
    moments = await best_class_moments(state, key, classroom)
    best = {one["name"]: one["own"] for one in reversed(moments)}
    return {"name": classroom.name,
            "rounds": [{"game": one.game, "title": find(one.game).localized_title, "deal": one.deal}
                       for one in classroom.rounds],
            "practised": count_practice(everything), "next": suggest_numbers(everything),
            "moments": [] if classroom.current_round else distinct_moments(moments),
            "pupils": [{"name": name, "practised": count_practice(some), "next": suggest_numbers(some),
                        "right": sum(one.right for one in some), "of": len(some), "best": best.get(name)}
                       for name, some in found.items()]}


async def get_spreadsheet(state: AppState, request: Request, code: str) -> Response:
    """Return the report as CSV: one row for each pupil and practised item."""
    state.charge_rate_limit(request)
    code, key, classroom = await find_taught_class(state, request, code)
    out = io.StringIO()
    table = csv.writer(out)
    table.writerow([class_say(f"sheet.{column}") for column in ("pupil", "kind", "what", "right", "times")])
    for name, some in (await _practice_by_pupil(state, key, classroom)).items():
        for one in count_practice(some):
            right = class_say("sheet.yes" if one["right"] else "sheet.no")
            table.writerow([_escape_formula(name), class_say(f"kind.{one['kind']}"), one["text"], right, one["n"]])
    return Response(out.getvalue().encode("utf-8-sig"), media_type="text/csv", headers={
        "content-disposition": f'attachment; filename="class-{code}.csv"', "cache-control": "no-store"})


def _escape_formula(name: str) -> str:
    """A name that no spreadsheet takes for a formula."""
    return f"'{name}" if name.startswith(FORMULA) else name


ENDPOINTS = [
    Endpoint("GET", "/api/classes/{code}/report", get_report),
    Endpoint("GET", "/api/classes/{code}/report.csv", get_spreadsheet),
]
