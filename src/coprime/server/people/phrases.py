"""HTTP endpoints of recovery phrases: make or remove one, and become the person of one."""

import secrets
from functools import partial

from msgspec import Struct
from starlette.requests import Request
from starlette.responses import Response

from ..app.api_types import PersonBody
from ..app.http_endpoint import Endpoint
from ..app.person_response import make_person_response
from ..app.request_context import AppState
from ..app.responses import NO_STORE, JsonResponse
from ..request_error import RequestError
from ..store import people, phrase_rows
from .recovery_phrase import hash_phrase, make_phrase, read_phrase


class PhraseBody(Struct):
    """A phrase as somebody has typed it."""

    words: str


class PhraseState(Struct):
    """When the asking person made their phrase, in seconds since the epoch; 0 for none."""

    since: int


class NewPhrase(Struct):
    """The words of a new phrase, which are shown this once."""

    words: list[str]


async def get_phrase_state(state: AppState, request: Request) -> JsonResponse[PhraseState]:
    """Tell whether the asking person has a recovery phrase, and since when."""
    key, _ = await state.require_person(request)
    since = await state.manager.read_store(partial(phrase_rows.read_phrase_time, person=key))
    return JsonResponse(PhraseState(since), headers=NO_STORE)


async def renew_phrase(state: AppState, request: Request) -> JsonResponse[NewPhrase]:
    """Make a recovery phrase for the asking person; an earlier one of theirs is worth nothing from then on."""
    key, _ = await state.require_person(request)
    words = make_phrase(secrets.randbelow)
    hashed = await _hash_slowly(state, request, words)
    await state.manager.write_durably(partial(phrase_rows.write_phrase, person=key, hashed=hashed,
                                              now=state.manager.wall_seconds()))
    return JsonResponse(NewPhrase(words), 201, NO_STORE)


async def remove_phrase(state: AppState, request: Request) -> Response:
    """Remove the recovery phrase of the asking person."""
    state.charge_rate_limit(request)
    key, _ = await state.require_person(request)
    await state.manager.write_durably(partial(phrase_rows.delete_recovery_phrase, person=key))
    return Response(status_code=204)


async def use_phrase(state: AppState, request: Request, data: PhraseBody) -> JsonResponse[PersonBody]:
    """Make the asking device the person of a phrase. Who it was keeps everything, as with `POST /api/me/other`.

    A right and a wrong phrase cost the same. Raises BadInput, also for a typing error, which costs nothing more.
    """
    state.charge_rate_limit(request)
    words = read_phrase(data.words)
    hashed = await _hash_slowly(state, request, words)
    found = await state.manager.read_store(partial(phrase_rows.find_person_by_phrase, hashed=hashed))
    if found is None:
        raise RequestError(404, "phrase.unknown")
    key, name = found
    state.manager.write_unawaited(partial(people.touch_person, key=key))
    return make_person_response(state, key, PersonBody(name))


async def _hash_slowly(state: AppState, request: Request, words: list[str]) -> str:
    """Hash a phrase in a thread, within the limits of the address and of all. Raises RequestError."""
    address = state.client_address(request)
    state.phrase_limiter.charge(address)
    state.global_phrase_limiter.charge("")
    with state.phrase_slots.hold_slot("", address):
        return str(await state.manager.run_in_thread(hash_phrase, words, state.phrase_salt))


ENDPOINTS = [
    Endpoint("GET", "/api/me/phrase", get_phrase_state),
    Endpoint("POST", "/api/me/phrase", renew_phrase, 201),
    Endpoint("DELETE", "/api/me/phrase", remove_phrase, 204),
    Endpoint("POST", "/api/phrase", use_phrase),
]
