"""The answer that says who a person is, with the cookie by which they are recognised."""

from typing import TypeVar

from ..store import people
from .api_types import PersonBody
from .request_context import AppState
from .responses import NO_STORE, JsonResponse

Person = TypeVar("Person", bound=PersonBody)


def make_person_response(state: AppState, key: str, answer: Person) -> JsonResponse[Person]:
    """Return the answer with the cookie of a person's key."""
    response: JsonResponse[Person] = JsonResponse(answer, headers=NO_STORE)
    response.set_cookie(**people.cookie_fields(state.cookies.sign_key(key), state.public_url.is_secure))
    return response
