"""Endpoints: the signature of a handler says what is read from a request, and its annotation what is answered."""

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
from ..cluster.peers import AGAIN, PATIENCE
from ..sentences import RequestError, say
from .responses import JsonResponse, error_response, response_to_exception
from .state import AppState

SMALL = 1_000       # bytes that are not worth packing


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
        self.query, self.data, told = types.get("query"), types.get("data"), types["return"]
        self.told = get_args(told)[0] if get_origin(told) is JsonResponse else told

    async def answer(self, door: AppState, request: Request) -> Response:
        """Raises BadInput."""
        given: dict[str, Any] = dict(request.path_params)
        if self.query:
            given["query"] = _formed(msgspec.convert, dict(request.query_params), self.query)
        if self.data:
            given["data"] = _formed(msgspec.json.decode, await read_body(request, door), self.data)
        told = await self.handler(door, request, **given)
        response = told if isinstance(told, Response) else JsonResponse(told, self.status)
        return compress_response(request, response) if self.public else response


def compress_response(request: Request, response: Response) -> Response:
    """The same answer packed by gzip, where the browser takes that and it is long enough."""
    body = bytes(response.body)
    if len(body) < SMALL or "gzip" not in request.headers.get("accept-encoding", ""):
        return response
    headers = {"content-encoding": "gzip", "vary": "accept-encoding"}
    return Response(_packed(body), response.status_code, headers, response.media_type)


@lru_cache(maxsize=32)
def _packed(body: bytes) -> bytes:
    return gzip.compress(body, mtime=0)


class EndpointRoute:
    """One path and its endpoints, as an application.  Nothing that goes wrong at it gets further than an answer."""

    def __init__(self, door: AppState, endpoints: Iterable[Endpoint]) -> None:
        self.door = door
        self.by_method = {endpoint.method: endpoint for endpoint in endpoints}
        self.allow = ", ".join(sorted([*self.by_method, "OPTIONS"]))

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        request = Request(scope, receive)
        try:
            response = await self._anywhere(request)
        except ClientDisconnect:
            return
        except Exception as wrong:
            response = response_to_exception(request, wrong)
        await response(scope, receive, send)

    async def _anywhere(self, request: Request) -> Response:
        """The answer of this process, or of the one that holds the table which it is about.  Raises BadInput."""
        until = time.monotonic() + PATIENCE
        while True:
            try:
                return await self._answer(request)
            except HeldElsewhere as there:
                answer = await self.door.ask_peer(there, request, await read_body(request, self.door))
                if answer is not None:
                    return answer
                if time.monotonic() > until:
                    raise RequestError(503, "wrong.far", wait=2) from None
                await asyncio.sleep(AGAIN)

    async def _answer(self, request: Request) -> Response:
        if request.method in self.by_method:
            return await self.by_method[request.method].answer(self.door, request)
        if request.method == "OPTIONS":
            return Response(status_code=204, headers={"allow": self.allow})
        return error_response(405, say("wrong.method", method=request.method), allow=self.allow)


async def read_body(request: Request, door: AppState) -> bytes:
    """The body of a request; it may be asked for again.  Raises RequestError."""
    if not hasattr(request.state, "body"):
        taken = bytearray()
        with door.bodies.hold(door.cookie_key(request), door.client_address(request)):
            await receive_body(request, door.limits.body, door.limits.body_seconds, taken.extend)
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


def _formed(read: Callable[..., Any], given: Any, struct: type) -> Any:
    """What is given as a struct.  Raises RequestError."""
    try:
        return read(given, type=struct, strict=False)
    except (msgspec.MsgspecError, ValueError) as wrong:
        why, _, where = str(wrong).partition(" - at `$")
        where = where.strip(".`")
        raise RequestError(400, "wrong.form", why=(f"{where}: {why}" if where else why)[:300]) from None
