"""Responses: JSON, and errors as a sentence."""

import logging
from typing import Any, Generic, TypeVar

import msgspec
from starlette.requests import Request
from starlette.responses import Response

from ...core.errors import BadInput
from ...table.wire import encoder
from ..request_error import RequestError
from ..sentences import say

log = logging.getLogger(__name__)
T = TypeVar("T")
NO_STORE = {"cache-control": "no-store"}


class JsonResponse(Response, Generic[T]):
    """A response in JSON; bytes are taken as encoded JSON.

    The type parameter declares the content for the OpenAPI document.
    """

    media_type = "application/json"

    def render(self, content: Any) -> bytes:
        """Encode the content."""
        return content if isinstance(content, bytes) else encoder.encode(content)


def download_headers(file: str) -> dict[str, str]:
    """Return the headers of an answer that is saved as a file, and kept by no cache."""
    return NO_STORE | {"content-disposition": f'attachment; filename="{file}"'}


class ErrorBody(msgspec.Struct):
    """What went wrong, for a person; `rule` is the number of the rule that says so, if there is one."""

    sentence: str
    rule: str = ""


def make_error_response(status: int, sentence: str, rule: str = "", **headers: str) -> JsonResponse[ErrorBody]:
    """Return an error response with a sentence and the number of its rule."""
    return JsonResponse(ErrorBody(sentence, rule), status, headers)


def response_to_exception(request: Request, wrong: Exception) -> JsonResponse[ErrorBody]:
    """The answer to a request that ended with an exception."""
    where = f"{request.method} {request.url.path[:300]!r}"
    if isinstance(wrong, RequestError):
        return make_error_response(wrong.status, str(wrong),
                                   **({"retry-after": str(int(wrong.wait))} if wrong.wait else {}))
    if isinstance(wrong, BadInput):
        return make_error_response(400, str(wrong), getattr(wrong, "rule", ""))
    if isinstance(wrong, RecursionError):
        log.warning("%s: nested too deeply", where)
        return make_error_response(400, say("wrong.deep"))
    log.error("%s", where, exc_info=wrong)
    return make_error_response(500, say("wrong.fault"))
