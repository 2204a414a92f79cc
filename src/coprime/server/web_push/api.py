"""HTTP endpoints of web push: the server's key, and the browsers of the asking person that get notices."""

from functools import partial
from typing import TYPE_CHECKING

import sqlalchemy as sa
from msgspec import Struct
from starlette.requests import Request
from starlette.responses import Response

from ...core.language_selection import current_language
from ..app.http_endpoint import Endpoint
from ..app.request_context import AppState
from ..app.responses import NO_STORE, JsonResponse
from ..correspondence.turn_lists import MOST_LISTED
from ..request_error import RequestError
from ..store import correspondence_rows, push_rows
from ..store.push_rows import Subscription
from .base64url import decode_base64url

if TYPE_CHECKING:
    from .notice_sender import WebPush


class BrowserKeys(Struct):
    """The keys of a browser, base64url."""

    p256dh: str
    auth: str


class SubscriptionBody(Struct):
    """A `PushSubscription` as browsers write it."""

    endpoint: str
    keys: BrowserKeys


class PushState(Struct):
    """The server's public key (base64url), and the browsers of the asking person, by the SHA-256 of their addresses."""

    key: str
    browsers: list[str]


def _require_web_push(state: AppState) -> "WebPush":
    """Return what sends notices. Raises RequestError where the operator has not allowed it."""
    if state.web_push is None:
        raise RequestError(404, "push.off")
    return state.web_push


async def get_push_state(state: AppState, request: Request) -> JsonResponse[PushState]:
    """Return the server's public key, and which browsers of the asking person get notices."""
    key = _require_web_push(state).identity.public_key
    person, _ = await state.require_person(request)
    found = await state.manager.read_store(partial(push_rows.list_digests, person=person))
    return JsonResponse(PushState(key, found), headers=NO_STORE)


def _check_subscription(web_push: "WebPush", data: SubscriptionBody) -> Subscription:
    """Return what a browser gives. Raises RequestError for what is no address of a push service, and for no keys."""
    from .message_encryption import AUTH_BYTES, decode_public_key
    from .push_services import check_endpoint

    check_endpoint(data.endpoint, web_push.options.hosts)
    try:
        decode_public_key(decode_base64url(data.keys.p256dh[:100]))
        if len(decode_base64url(data.keys.auth[:40])) != AUTH_BYTES:
            raise ValueError
    except ValueError:
        raise RequestError(400, "push.keys") from None
    return Subscription(data.endpoint, data.keys.p256dh[:100], data.keys.auth[:40])


async def add_browser(state: AppState, request: Request, data: SubscriptionBody) -> JsonResponse[PushState]:
    """Send the notices of the asking person to this browser, too."""
    web_push = _require_web_push(state)
    state.charge_rate_limit(request)
    person, _ = await state.require_person(request)
    target = _check_subscription(web_push, data)
    found = await state.manager.change_durably(partial(
        _add_subscription, person=person, target=target, language=current_language(),
        now=state.manager.wall_seconds(), most=state.limits.browsers))
    return JsonResponse(PushState(web_push.identity.public_key, found), 201, NO_STORE)


def _add_subscription(connection: sa.Connection, person: str, target: Subscription, language: str, now: int,
                      most: tuple[int, int]) -> list[str]:
    """Add a browser, without notices of turns that wait already. Returns those of the person."""
    id = push_rows.add_subscription(connection, person, target, language, now, most)
    for one in correspondence_rows.read_tables_of(connection, [person], MOST_LISTED)[person]:
        turn, asked = correspondence_rows.find_asked_people(one.snapshot, one.phase, {one.who: person})
        if person in asked:
            push_rows.note_known_turn(connection, id, one.code, turn, asked[person])
    return push_rows.list_digests(connection, person)


async def renew_browser(state: AppState, request: Request, digest: str,
                        data: SubscriptionBody) -> JsonResponse[PushState]:
    """Send the notices of a browser of the asking person to its new address, in the same language."""
    web_push = _require_web_push(state)
    state.charge_rate_limit(request)
    person, _ = await state.require_person(request)
    target = _check_subscription(web_push, data)
    found = await state.manager.change_durably(partial(
        push_rows.renew_subscription, person=person, digest=digest[:64], target=target))
    if not found:
        raise RequestError(404, "push.unknown")
    return JsonResponse(PushState(web_push.identity.public_key, found), headers=NO_STORE)


async def remove_browser(state: AppState, request: Request, digest: str) -> Response:
    """Send notices no more to a browser of the asking person, by the SHA-256 of its address."""
    _require_web_push(state)
    state.charge_rate_limit(request)
    person, _ = await state.require_person(request)
    await state.manager.write_durably(partial(push_rows.delete_subscription, person=person, digest=digest[:64]))
    return Response(status_code=204)


async def remove_all_browsers(state: AppState, request: Request) -> Response:
    """Send the asking person no notices any more, on no device."""
    _require_web_push(state)
    state.charge_rate_limit(request)
    person, _ = await state.require_person(request)
    await state.manager.write_durably(partial(push_rows.delete_subscriptions_of, person=person))
    return Response(status_code=204)


ENDPOINTS = [
    Endpoint("GET", "/api/push", get_push_state),
    Endpoint("POST", "/api/push", add_browser, 201),
    Endpoint("DELETE", "/api/push", remove_all_browsers, 204),
    Endpoint("PUT", "/api/push/{digest}", renew_browser),
    Endpoint("DELETE", "/api/push/{digest}", remove_browser, 204),
]
