"""HTTP endpoints of the tables over days: the list of one's own, and its event stream."""

from typing import Any

from msgspec import Struct
from starlette.requests import Request

from ..app.http_endpoint import Endpoint
from ..app.list_stream import ListStream
from ..app.request_context import AppState
from ..app.responses import NO_STORE, JsonResponse
from .turn_lists import encode_list


class TurnList(Struct):
    """My tables over days; the entries are `Turn` of docs/protocol/optional.md."""

    tables: list[dict[str, Any]]


async def list_turns(state: AppState, request: Request) -> JsonResponse[TurnList]:
    """List the asking person's tables over days: first those where it is their turn."""
    key, _ = await state.require_person(request)
    entries = await state.turn_lists.read_list(key)
    return JsonResponse(encode_list(entries, state.manager.open_seconds()), headers=NO_STORE)


async def stream_turns(state: AppState, request: Request) -> ListStream:
    """Send the list of one's tables over days, and again whenever it changes (server-sent events)."""
    address = state.charge_rate_limit(request)
    key, _ = await state.require_person(request)
    await state.turn_lists.read_list(key)           # where the store cannot be read, a sentence and no stream
    return ListStream(state, state.turn_lists.watch(key), address)


ENDPOINTS = [
    Endpoint("GET", "/api/turns", list_turns),
    Endpoint("GET", "/api/turns/stream", stream_turns),
]
