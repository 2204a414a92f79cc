"""What a request is answered with: JSON, and a sentence where something is wrong."""

import logging
from typing import Any, Generic, TypeVar

import msgspec
from starlette.requests import Request
from starlette.responses import Response

from ..core.faults import BadInput
from ..table.wire import encoder
from .sentences import Wrong, say

log = logging.getLogger(__name__)
T = TypeVar("T")


class Json(Response, Generic[T]):
    """An answer in JSON; bytes are JSON already.  `Json[Me]` says for the OpenAPI document what is in it."""

    media_type = "application/json"

    def render(self, content: Any) -> bytes:
        return content if isinstance(content, bytes) else encoder.encode(content)


class Sentence(msgspec.Struct):
    """What went wrong, for a person; `rule` is the number of the rule that says so, if there is one."""

    sentence: str
    rule: str = ""


def refused(status: int, sentence: str, rule: str = "", **headers: str) -> Json[Sentence]:
    return Json(Sentence(sentence, rule), status, headers)


def excuse(request: Request, wrong: Exception) -> Json[Sentence]:
    """The answer to a request that ended with an exception."""
    where = f"{request.method} {request.url.path[:300]!r}"
    if isinstance(wrong, Wrong):
        return refused(wrong.status, str(wrong), **({"retry-after": str(int(wrong.wait))} if wrong.wait else {}))
    if isinstance(wrong, BadInput):
        return refused(400, str(wrong), getattr(wrong, "rule", ""))
    if isinstance(wrong, RecursionError):
        log.warning("%s: nested too deeply", where)
        return refused(400, say("wrong.deep"))
    log.error("%s", where, exc_info=wrong)
    return refused(500, say("wrong.fault"))
