"""Endpoints: the signature of a handler declares its input and its answer."""

import asyncio
import gzip
import time
from collections.abc import Awaitable, Callable, Iterable
from functools import lru_cache
from typing import Any, get_args, get_origin, get_type_hints

import msgspec
from starlette.requests import ClientDisconnect, Request
from starlette.responses import Response
from starlette.types import Receive, Scope, Send

from ..cluster.leases import HeldElsewhere
from ..cluster.peer_forwarding import REACH_SECONDS, RETRY_SECONDS
from ..request_error import RequestError
from ..sentences import say
from .request_context import AppState
from .responses import JsonResponse, make_error_response, response_to_exception

LEAST_COMPRESSED = 1_000       # bytes that are not worth packing


class Endpoint:
    """What `handler(door, request, ...)` answers to a method at a path.

    Its further parameters: those of the path as strings; `query`, a struct of what follows the question mark; `data`, a
    struct of the body.  It returns a `Response`, or something that is sent as JSON with `status`.

    public  the answer is the same for everybody, so that it may be sent compressed: what is secret never is, since its
            length would tell of it
    """

    def __init__(self, method: str, path: str, handler: Callable[..., Awaitable[Any]], status: int = 200,
                 public: bool = False) -> None:
        self.method, self.path, self.handler, self.status, self.public = method, path, handler, status, public
        types = get_type_hints(handler)
        self.query, self.data, annotation = types.get("query"), types.get("data"), types["return"]
        self.result_type = get_args(annotation)[0] if get_origin(annotation) is JsonResponse else annotation

    async def handle_request(self, state: AppState, request: Request) -> Response:
        """Convert the request for the handler and answer it. Raises BadInput."""
        given: dict[str, Any] = dict(request.path_params)
        if self.query:
            given["query"] = _convert_input(msgspec.convert, dict(request.query_params), self.query)
        if self.data:
            given["data"] = _convert_input(msgspec.json.decode, await read_body(request, state), self.data)
        result = await self.handler(state, request, **given)
        response = result if isinstance(result, Response) else JsonResponse(result, self.status)
        return compress_response(request, response) if self.public else response


def compress_response(request: Request, response: Response) -> Response:
    """Return the response compressed by gzip, where the browser accepts that and it is long enough."""
    body = bytes(response.body)
    if len(body) < LEAST_COMPRESSED or "gzip" not in request.headers.get("accept-encoding", ""):
        return response
    headers = {"content-encoding": "gzip", "vary": "accept-encoding"}
    return Response(_compress_body(body), response.status_code, headers, response.media_type)


@lru_cache(maxsize=32)
def _compress_body(body: bytes) -> bytes:
    return gzip.compress(body, mtime=0)


class EndpointRoute:
    """ASGI application of one path and its endpoints. Every exception becomes an answer."""

    def __init__(self, state: AppState, endpoints: Iterable[Endpoint]) -> None:
        self.state = state
        self.by_method = {endpoint.method: endpoint for endpoint in endpoints}
        self.allow = ", ".join(sorted([*self.by_method, "OPTIONS"]))

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Answer one request, here or through the process that holds its table."""
        request = Request(scope, receive)
        try:
            response = await self._answer_anywhere(request)
        except ClientDisconnect:
            return
        except Exception as wrong:
            response = response_to_exception(request, wrong)
        await response(scope, receive, send)

    async def _answer_anywhere(self, request: Request) -> Response:
        """The answer of this process, or of the one that holds the table which it is about.  Raises BadInput."""
        until = time.monotonic() + REACH_SECONDS
        while True:
            try:
                return await self._answer_here(request)
            except HeldElsewhere as there:
                answer = await self.state.ask_peer(there, request, await read_body(request, self.state))
                if answer is not None:
                    return answer
                if time.monotonic() > until:
                    raise RequestError(503, "wrong.far", wait=2) from None
                await asyncio.sleep(RETRY_SECONDS)

    async def _answer_here(self, request: Request) -> Response:
        if request.method in self.by_method:
            return await self.by_method[request.method].handle_request(self.state, request)
        if request.method == "OPTIONS":
            return Response(status_code=204, headers={"allow": self.allow})
        return make_error_response(405, say("wrong.method", method=request.method), allow=self.allow)


async def read_body(request: Request, state: AppState) -> bytes:
    """The body of a request; it may be asked for again.  Raises RequestError."""
    if not hasattr(request.state, "body"):
        taken = bytearray()
        with state.body_limiter.hold_slot(state.cookie_key(request), state.client_address(request)):
            await receive_body(request, state.limits.body, state.limits.body_seconds, taken.extend)
        request.state.body = bytes(taken)
    return bytes(request.state.body)


async def receive_body(request: Request, most: int, seconds: float, write: Callable[[bytes], Any]) -> None:
    """Write a body of at most so many bytes, part by part, as it comes in.  Raises RequestError."""
    size = 0
    try:
        async with asyncio.timeout(seconds):
            async for part in request.stream():
                size += len(part)
                if size > most:
                    raise RequestError(413, "wrong.size", most=most)
                write(part)
    except TimeoutError:
        raise RequestError(408, "wrong.slowbody", seconds=max(1, round(seconds))) from None


def _convert_input(read: Callable[..., Any], given: Any, struct: type) -> Any:
    """What is given as a struct.  Raises RequestError."""
    try:
        return read(given, type=struct, strict=False)
    except (msgspec.MsgspecError, ValueError) as wrong:
        why, _, where = str(wrong).partition(" - at `$")
        where = where.strip(".`")
        raise RequestError(400, "wrong.form", why=(f"{where}: {why}" if where else why)[:300]) from None
