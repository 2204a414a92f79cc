"""HTTP endpoints of club ratings; without tournaments there are none."""

from functools import partial
from itertools import groupby
from typing import Any

from msgspec import Struct
from starlette.requests import Request
from starlette.responses import Response

from ...core.registry import all_games
from ..app.http_endpoint import Endpoint
from ..app.request_context import AppState
from ..app.responses import NO_STORE, JsonResponse
from ..open_tables.listing import visible_name
from ..request_error import RequestError
from ..store import mute_rows, rating_rows
from ..store.rating_rows import MOST_LISTED, PersonRating


class HiddenBody(Struct):
    """Whether the asking person hides their ratings."""

    hidden: bool


class RatingLists(Struct):
    """Whether I hide mine, and by game the people with `place`, `name`, `rating`, `deviation`, `results` and `you`."""

    hidden: bool
    games: list[dict[str, Any]]


async def list_ratings(state: AppState, request: Request) -> JsonResponse[RatingLists]:
    """List the club ratings by game, the highest first, without people who hide theirs."""
    key = await _require_asker(state, request)
    await refresh_ratings(state)
    found, hidden, muted = await state.manager.read_store(lambda connection: (
        rating_rows.read_ratings(connection), rating_rows.is_hidden(connection, key),
        mute_rows.read_muted_keys(connection, key)))
    games = [{"game": game, "title": all_games()[game].localized_title,
              "people": [_rating_json(place, one, key, muted) for place, one in enumerate(rows, 1)][:MOST_LISTED]}
             for game, rows in groupby(found, key=lambda one: one.game) if game in all_games()]
    return JsonResponse(RatingLists(hidden, games), headers=NO_STORE)


async def refresh_ratings(state: AppState) -> None:
    """Compute the ratings of games whose results have changed, on a thread that reads; only writing them is a write."""
    async with state.rating_lock:                   # many who ask at once wait for one computation
        for game, mark in (await state.manager.read_store(rating_rows.read_changed_games)).items():
            rows = await state.manager.read_store(partial(rating_rows.compute_ratings, game=game))
            await state.manager.write_durably(partial(rating_rows.write_ratings, game=game, rows=rows, mark=mark))


def _rating_json(place: int, one: PersonRating, key: str, muted: frozenset[str]) -> dict[str, Any]:
    return {"place": place, "name": "" if one.person in muted else visible_name(one.name), "rating": round(one.rating),
            "deviation": round(one.deviation), "results": one.results, "you": one.person == key}


async def hide_ratings(state: AppState, request: Request, data: HiddenBody) -> Response:
    """Hide the asking person's ratings from everybody, or show them again."""
    key = await _require_asker(state, request)
    await state.manager.write_durably(partial(rating_rows.set_hidden, person=key, on=data.hidden))
    return Response(status_code=204)


async def _require_asker(state: AppState, request: Request) -> str:
    if not state.limits.tournaments:
        raise RequestError(404, "ratings.off")
    state.charge_rate_limit(request)
    return (await state.require_person(request))[0]


ENDPOINTS = [
    Endpoint("GET", "/api/ratings", list_ratings),
    Endpoint("POST", "/api/ratings", hide_ratings, 204),
]
