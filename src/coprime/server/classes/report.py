"""HTTP endpoints of the report of a class: JSON for pages and paper, CSV for spreadsheets, and its records."""

from collections import Counter
from collections.abc import AsyncIterator, Iterable
from functools import partial
from typing import Any

from msgspec import Struct, field
from starlette.requests import Request
from starlette.responses import Response

from ...classroom.classroom import Classroom
from ...classroom.report import MatchPractice, practice_item_counts, suggest_numbers
from ...classroom.sentences import say as class_say
from ...core.practice_item import PracticeItem
from ...core.registry import find_game as find
from ...table.journal_replay import match_game_name
from ...table.ports import JournalRow
from ..app.csv_files import escape_formula, make_csv_response
from ..app.http_endpoint import Endpoint
from ..app.record_downloads import send_records
from ..app.request_context import AppState
from .moments import best_class_moments, distinct_moments, guests_at, load_matches
from .stored_classes import find_taught_class


class PupilPractice(Struct):
    """What a pupil has done in all rounds.

    items  what their moves practised;  done  by activity and game: moves, lessons or puzzles
    """

    items: list[PracticeItem] = field(default_factory=list)
    done: Counter[tuple[str, str]] = field(default_factory=Counter)


async def _practice_by_pupil(state: AppState, key: str, classroom: Classroom) -> dict[str, PupilPractice]:
    """What every pupil has done in all rounds, by name."""
    found = {pupil.name: PupilPractice(done=Counter({(one.what, one.game): one.n for one in pupil.solo}))
             for pupil in classroom.pupils}
    names = {pupil.key: pupil.name for pupil in classroom.pupils}
    for round in classroom.rounds:
        for sitting in round.tables:
            guests = await state.manager.read_store(partial(guests_at, code=sitting.code))
            by_guest = {who: found[names[person]] for who, person in guests.items() if person in names}
            for _, rows in await load_matches(state, sitting.code):
                match = await state.replays.run_journal_job("practised", round.game, rows, key, type=MatchPractice)
                for who, n in match.moves.items():
                    if who in by_guest:
                        by_guest[who].done["game", round.game] += n
                for who, item in match.items:
                    if who in by_guest:
                        by_guest[who].items.append(item)
    return found


def _serialize_done(done: Iterable[Counter[tuple[str, str]]]) -> list[dict[str, Any]]:
    """How many moves, lessons and puzzles were done in which game."""
    total = sum(done, Counter[tuple[str, str]]())
    return [{"what": what, "game": game, "title": find(game).localized_title, "n": n}
            for (what, game), n in total.items() if n]


async def get_report(state: AppState, request: Request, code: str) -> dict[str, Any]:
    """Return what the class and each pupil has practised, and what to practise next; nobody is ranked."""
    state.charge_rate_limit(request)
    code, key, classroom = await find_taught_class(state, request, code)
    found = await _practice_by_pupil(state, key, classroom)
    everything = [one for some in found.values() for one in some.items]
    moments = await best_class_moments(state, key, classroom)
    best = {one["name"]: one["own"] for one in reversed(moments)}
    levels = {pupil.name: pupil.level for pupil in classroom.pupils}
    return {"name": classroom.name,
            "rounds": [{"game": one.game, "title": find(one.game).localized_title, "deal": one.deal}
                       for one in classroom.rounds],
            "practised": practice_item_counts(everything), "next": suggest_numbers(everything),
            "done": _serialize_done(some.done for some in found.values()),
            "moments": [] if classroom.current_round else distinct_moments(moments),
            "pupils": [{"name": name, "practised": practice_item_counts(some.items),
                        "done": _serialize_done([some.done]),
                        "next": suggest_numbers(some.items, levels[name], f"{code} {name}"),
                        "right": sum(one.right for one in some.items), "of": len(some.items), "best": best.get(name)}
                       for name, some in found.items()]}


async def get_spreadsheet(state: AppState, request: Request, code: str) -> Response:
    """Return the report as CSV: rows for what each pupil has done, and at least one row for each pupil."""
    state.charge_rate_limit(request)
    code, key, classroom = await find_taught_class(state, request, code)
    rows: list[list[Any]] = [[class_say(f"sheet.{column}") for column in ("pupil", "kind", "what", "right", "times")]]
    for name, some in (await _practice_by_pupil(state, key, classroom)).items():
        rows += [[escape_formula(name), *row] for row in _rows_of_pupil(some)]
    return make_csv_response(rows, f"class-{code}.csv")


async def get_records(state: AppState, request: Request, code: str) -> Response:
    """Return the records of all matches of the rounds that are over, as one file."""
    state.charge_rate_limit(request)
    code, key, classroom = await find_taught_class(state, request, code)

    async def matches() -> AsyncIterator[tuple[str, list[JournalRow]]]:
        for round in classroom.rounds:
            for sitting in () if round.on else round.tables:
                for _, rows in await load_matches(state, sitting.code):
                    yield match_game_name(rows, round.game), rows
    return await send_records(state, request, key, f"class-{code}", matches())


def _rows_of_pupil(some: PupilPractice) -> list[list[Any]]:
    """The rows of one pupil, without their name."""
    rows: list[list[Any]] = [[class_say(f"done.{one['what']}"), one["title"], "", one["n"]]
                             for one in _serialize_done([some.done])]
    rows += [[class_say(f"kind.{one['kind']}"), one["text"], class_say("sheet.yes" if one["right"] else "sheet.no"),
              one["n"]] for one in practice_item_counts(some.items)]
    return rows or [[class_say("done.nothing"), "", "", 0]]


ENDPOINTS = [
    Endpoint("GET", "/api/classes/{code}/report", get_report),
    Endpoint("GET", "/api/classes/{code}/report.csv", get_spreadsheet),
    Endpoint("GET", "/api/classes/{code}/records", get_records),
]
