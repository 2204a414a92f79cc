"""HTTP endpoints of the weekly deal: what it is, a table to play it at, and the results that people put on show."""

import time
from functools import partial
from typing import Any

import sqlalchemy as sa
from msgspec import Struct
from starlette.requests import Request
from starlette.responses import Response

from ...classroom.sentences import rude_words
from ...core.messages import load_messages
from ...table import player_names
from ..app.api_types import NewTable, TableCode
from ..app.http_endpoint import Endpoint
from ..app.request_context import AppState
from ..request_error import RequestError
from ..store import weekly_rows
from ..store.weekly_rows import WeeklyResult
from .weekly_schedule import SEAT, WeekPlan, open_weeks, plan_week, score_match

MOST_SHOWN = 100                    # results of a week that are shown
CLOCK = time.time                   # seconds since the epoch


class ResultBody(Struct):
    """The newest match at the table of a code, which must be of the weekly deal and over, and the name to show."""

    code: str
    name: Any


def _require_plan(state: AppState) -> WeekPlan:
    """Return the plan of this week.  Raises RequestError where there is no weekly deal."""
    plan = plan_week(open_weeks(CLOCK())[0]) if state.limits.board else None
    if plan is None:
        raise RequestError(404, "weekly.off")
    return plan


def _score_text(plan: WeekPlan, score: int) -> str:
    return str(load_messages(plan.game.folder)["weekly"]["score"].format(n=score))


async def get_week(state: AppState, request: Request) -> dict[str, Any]:
    """Return this week's deal and the results on its table."""
    state.charge_rate_limit(request)
    if not state.limits.board or (plan := plan_week(open_weeks(CLOCK())[0])) is None:
        return {"on": False}
    key = state.cookie_key(request)
    week = plan.week.number
    results, mine = await state.manager.read_store(lambda connection: (
        weekly_rows.read_results(connection, week, MOST_SHOWN),
        weekly_rows.read_own_result(connection, week, key) if key else None))
    return {"on": True, "week": week, "from": plan.week.monday.isoformat(), "to": plan.week.last_day.isoformat(),
            "game": plan.game.name, "title": plan.game.localized_title, "deal": plan.deal,
            "rule": str(load_messages(plan.game.folder)["weekly"]["rule"]),
            "results": [_result_json(plan, one, key, sum(other.score < one.score for other in results))
                        for one in results],
            "mine": mine and _result_json(plan, mine[0], key, mine[1])}


def _result_json(plan: WeekPlan, one: WeeklyResult, key: str, better: int) -> dict[str, Any]:
    return {"place": better + 1, "name": one.name, "score": one.score, "text": _score_text(plan, one.score),
            "you": bool(key) and one.person == key}


async def open_week_table(state: AppState, request: Request) -> TableCode:
    """Open a table at which this week's deal is played."""
    from ..app.api import open_prepared_table

    plan = _require_plan(state)
    # calm: a clock of the game stands still
    wanted = NewTable(game=plan.game.name, seats=1, options=dict(plan.options), now=True, practice=False, calm=True,
                      deal=0 if "deal" in plan.options else plan.deal)
    return await open_prepared_table(state, request, wanted)


async def put_result(state: AppState, request: Request, data: ResultBody) -> Response:
    """Put a result on the table of its week, once the server has verified it from the match's journal."""
    # Both before anything is looked up: a person may have many addresses, and an address many people.
    state.result_limiter.charge(f"address {state.charge_rate_limit(request)}")
    key, _ = await state.require_person(request)
    state.result_limiter.charge(f"person {key}")
    plans = [plan for week in open_weeks(CLOCK()) if state.limits.board and (plan := plan_week(week)) is not None]
    if not plans:
        raise RequestError(404, "weekly.off")
    name = player_names.clean_name(data.name)
    if set(rude_words()) & {player_names.fold_for_word_filter(name)}:
        raise RequestError(400, "weekly.name")
    plan, score = await _verify_result(state, request, data.code, key, plans)
    week = plan.week.number

    def write(connection: sa.Connection) -> None:
        others = weekly_rows.read_names(connection, week, key)
        if len(others) >= state.limits.board:
            raise RequestError(429, "weekly.full", wait=3600)
        weekly_rows.write_result(connection, week, WeeklyResult(key, player_names.make_distinct(name, others), score),
                                 int(CLOCK()))
    await state.manager.change_durably(write)
    return Response(status_code=204)


async def _verify_result(state: AppState, request: Request, code: str, key: str,
                         plans: list[WeekPlan]) -> tuple[WeekPlan, int]:
    """Return the week and the score of the newest match at a person's table.  Raises RequestError."""
    from ..app.api import require_admitted_table

    table, _ = await require_admitted_table(state, request, code)
    guest = table.lobby.find_guest(key)
    held = table.holders.account_for(table.lobby, guest.who if guest else None)[SEAT] if table.history else []
    settings = table.settings
    if guest is None or settings.classroom or settings.class_ or settings.practice or settings.hotseat \
            or not all(one.is_holder and not one.stands_in for one in held):
        raise RequestError(409, "weekly.other")
    rows = await state.manager.run_in_thread(state.store.load_match_rows, table.code, table.match_count)
    problem: RequestError | None = None
    for plan in plans:
        if plan.game.name != table.game.name:
            continue
        try:
            return plan, await state.manager.run_in_thread(score_match, plan, rows, guest.who)
        except RequestError as wrong:
            problem = wrong
    raise problem or RequestError(409, "weekly.other")


async def take_result_away(state: AppState, request: Request) -> Response:
    """Delete the asking person's results of all weeks."""
    state.charge_rate_limit(request)
    key, _ = await state.require_person(request)
    await state.manager.write_durably(partial(weekly_rows.delete_results, person=key))
    return Response(status_code=204)


ENDPOINTS = [
    Endpoint("GET", "/api/weekly", get_week),
    Endpoint("POST", "/api/weekly/table", open_week_table, 201),
    Endpoint("POST", "/api/weekly/result", put_result, 204),
    Endpoint("DELETE", "/api/weekly/result", take_result_away, 204),
]
