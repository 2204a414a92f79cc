"""HTTP endpoints of private feeds: a secret address per person, which feed readers ask without a cookie."""

from functools import partial

from msgspec import Struct
from starlette.requests import Request
from starlette.responses import Response

from ...core.language_selection import current_language
from ..app.http_endpoint import Endpoint
from ..app.request_context import AppState
from ..app.responses import NO_STORE, JsonResponse
from ..request_error import RequestError
from ..store import feed_rows
from .atom_feed import render_feed

NOBODY = ""             # whose list is read for a wrong address, so that it costs as much


class FeedAddress(Struct):
    """The address of one's feed; "" where there is none."""

    url: str


def _address(state: AppState, token: str) -> JsonResponse[FeedAddress]:
    url = f"{state.public_url.base}/feed/{token}?language={current_language()}" if token else ""
    return JsonResponse(FeedAddress(url), headers=NO_STORE)


async def get_feed_address(state: AppState, request: Request) -> JsonResponse[FeedAddress]:
    """Return the address of the asking person's feed."""
    key, _ = await state.require_person(request)
    feed = await state.manager.read_store(partial(feed_rows.read_feed, person=key))
    return _address(state, feed_rows.make_token(state.secret, key, feed.number) if feed else "")


async def renew_feed_address(state: AppState, request: Request) -> JsonResponse[FeedAddress]:
    """Make an address for the asking person's feed; an earlier one leads nowhere from then on."""
    state.charge_rate_limit(request)
    key, _ = await state.require_person(request)
    if not state.limits.days:
        raise RequestError(404, "days.off")
    return _address(state, await state.manager.change_durably(
        partial(feed_rows.renew_feed, secret=state.secret, person=key, now=state.manager.wall_seconds())))


async def delete_feed_address(state: AppState, request: Request) -> Response:
    """Delete the asking person's feed."""
    state.charge_rate_limit(request)
    key, _ = await state.require_person(request)
    await state.manager.write_durably(partial(feed_rows.delete_feed, person=key))
    return Response(status_code=204)


async def get_feed(state: AppState, request: Request, token: str) -> Response:
    """Return a person's feed, by its secret address: an entry for each table where it is their turn."""
    state.charge_rate_limit(request)
    async with state.limit_guesses(state.client_address(request)):
        feed = await state.manager.read_store(partial(feed_rows.find_feed, token=token))
        entries = await state.turn_lists.read_list(feed.person if feed else NOBODY)
        if feed is None:
            raise RequestError(404, "feed.none")
    manager = state.manager
    body = await manager.run_in_thread(render_feed, entries, feed_rows.digest_token(token)[:16], feed.made,
                                       state.public_url.base, manager.open_seconds(), manager.wall_seconds())
    return Response(body, media_type="application/atom+xml", headers=NO_STORE)


ENDPOINTS = [
    Endpoint("GET", "/api/feed", get_feed_address),
    Endpoint("POST", "/api/feed", renew_feed_address),
    Endpoint("DELETE", "/api/feed", delete_feed_address, 204),
    Endpoint("GET", "/feed/{token}", get_feed),
]
