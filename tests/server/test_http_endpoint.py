"""An endpoint without a server: what a handler is given, what is answered, and what becomes of every exception."""

import asyncio
import gzip
import json
from contextlib import contextmanager
from types import SimpleNamespace

import msgspec
import pytest
from starlette.responses import Response

from coprime.core.errors import BadInput, Refused
from coprime.server.app import http_endpoint
from coprime.server.app.http_endpoint import LEAST_COMPRESSED, Endpoint, EndpointRoute
from coprime.server.app.responses import JsonResponse
from coprime.server.cluster.leases import HeldElsewhere
from coprime.server.request_error import RequestError

ELSEWHERE = HeldElsewhere("other", "10.0.0.7:8000", "ABCDE")


class Query(msgspec.Struct):
    """What follows the question mark."""

    n: int = 7


class Data(msgspec.Struct, forbid_unknown_fields=True):
    """A body."""

    name: str
    seats: int = 2


class State:
    """What endpoints need of a server: bodies of up to 40 bytes, one at a time, and a process that may answer."""

    def __init__(self, answers=()):
        self.limits = SimpleNamespace(body=40, body_seconds=5)
        self.body_limiter, self.held, self.asked, self.answers = self, [], [], list(answers)

    @contextmanager
    def hold_slot(self, person, address):
        self.held.append((person, address))
        yield

    def cookie_key(self, request):
        return "ada"

    def client_address(self, request):
        return "10.0.0.1"

    async def ask_peer(self, there, request, body):
        self.asked.append((there, body))
        return self.answers.pop(0)


def ask(handler, method="POST", body=(b"",), query="", headers=(), state=None, is_slow=False, **more):
    """Ask a route of one endpoint; returns the status, the headers and the body of the answer; None for none."""
    route = EndpointRoute(state or State(), [Endpoint("POST", "/a/{code}", handler, **more)])
    parts, sent = list(body), []
    scope = {"type": "http", "method": method, "path": "/a/ONE", "path_params": {"code": "ONE"},
             "query_string": query.encode(), "headers": [(b"accept-language", b"en"), *headers], "server": ("a", 80)}

    async def receive():
        if is_slow:
            await asyncio.Event().wait()
        if not parts:
            return {"type": "http.disconnect"}
        return {"type": "http.request", "body": parts.pop(0), "more_body": bool(parts)}

    async def send(message):
        sent.append(message)
    asyncio.run(route(scope, receive, send))
    if not sent:
        return None
    headers = {name.decode(): value.decode() for name, value in sent[0]["headers"]}
    return sent[0]["status"], headers, b"".join(one.get("body", b"") for one in sent[1:])


async def tell(state, request, code: str) -> dict[str, str]:
    return {"code": code}


async def tell_all(state, request, code: str, query: Query, data: Data) -> JsonResponse[list[object]]:
    return JsonResponse([code, query.n, data.name, data.seats], 202)


def test_a_handler_gets_path_query_and_body():
    status, headers, body = ask(tell_all, body=[b'{"name"', b': "Ann"}'], query="n=12")
    assert (status, json.loads(body)) == (202, ["ONE", 12, "Ann", 2]) and headers["content-type"] == "application/json"
    assert json.loads(ask(tell)[2]) == {"code": "ONE"} and ask(tell, status=201)[0] == 201
    assert json.loads(ask(tell_all, body=[b'{"name": "Ann", "seats": "3"}'])[2]) == ["ONE", 7, "Ann", 3]


@pytest.mark.parametrize(("body", "query", "why"), [
    (b"{", "", "truncated"), (b"[]", "", "Expected `object`"), (b'{"seats": 3}', "", "`name`"),
    (b'{"name": "A", "seats": "x"}', "", "seats: "), (b'{"name": "A", "more": 1}', "", "more"),
    (b'{"name": "A"}', "n=x", "n: "), (b'{"name": "\xff"}', "", "")])
def test_what_has_another_form_is_told(body, query, why):
    status, _, told = ask(tell_all, body=[body], query=query)
    assert status == 400 and why in json.loads(told)["sentence"]


def test_a_body_is_read_up_to_its_limit_once_and_in_a_slot_of_its_person():
    state = State()
    whole = b'{"name": "' + b"x" * 28 + b'"}'
    assert len(whole) == 40 and ask(tell_all, body=[whole], state=state)[0] == 202
    assert state.held == [("ada", "10.0.0.1")]
    status, _, told = ask(tell_all, body=[whole, b" "])
    assert status == 413 and "40" in json.loads(told)["sentence"]
    assert ask(tell_all, body=[]) is None, "whoever has gone is not answered"


def test_a_body_that_takes_too_long_is_not_waited_for():
    state = State()
    state.limits.body_seconds = 0.01
    status, _, told = ask(tell_all, state=state, is_slow=True)
    assert status == 408 and "one second" in json.loads(told)["sentence"]


def test_other_methods_are_told_which_there_are():
    status, headers, told = ask(tell, method="DELETE")
    assert (status, headers["allow"]) == (405, "OPTIONS, POST") and "DELETE" in json.loads(told)["sentence"]
    status, headers, body = ask(tell, method="OPTIONS")
    assert (status, headers["allow"], body) == (204, "OPTIONS, POST", b"")


@pytest.mark.parametrize(("wrong", "status"), [
    (BadInput("What is wrong."), 400), (RequestError(404, "wrong.fast", wait=3, seconds=3), 404),
    (Refused("Not now.", 1, "PD-1"), 400), (RecursionError(), 400), (ZeroDivisionError("secret"), 500)])
def test_every_exception_is_an_answer(wrong, status):
    async def fail(state, request, code: str) -> None:
        raise wrong
    found, headers, told = ask(fail)
    assert found == status and "secret" not in told.decode() and json.loads(told)["sentence"].endswith(".")
    assert headers.get("retry-after") == ("3" if status == 404 else None)
    assert json.loads(told)["rule"] == getattr(wrong, "rule", "")


def test_what_is_public_and_long_is_sent_compressed_to_whoever_takes_that():
    async def answer(state, request, code: str) -> Response:
        return Response(b"x" * length, media_type="text/plain")
    takes = [(b"accept-encoding", b"br, gzip")]
    enough = LEAST_COMPRESSED
    for length, headers, public, packed in ((enough, takes, True, True), (enough, takes, False, False),
                                            (enough - 1, takes, True, False), (enough, [], True, False)):
        status, told, body = ask(answer, headers=headers, public=public)
        assert status == 200 and (gzip.decompress(body) if packed else body) == b"x" * length
        assert told.get("content-encoding") == ("gzip" if packed else None)
        assert told.get("vary") == ("accept-encoding" if packed else None)


def test_the_process_that_holds_a_table_is_asked_with_the_same_body():
    seen = []

    async def elsewhere(state, request, code: str, data: Data) -> None:
        seen.append(data.name)
        raise ELSEWHERE
    state = State([None, Response(b"there", 202)])
    status, _, body = ask(elsewhere, body=[b'{"name": "Ann"}'], state=state)
    assert (status, body, seen) == (202, b"there", ["Ann", "Ann"])
    assert state.asked == [(ELSEWHERE, b'{"name": "Ann"}')] * 2 and len(state.held) == 1


def test_a_process_that_does_not_answer_for_long_is_given_up(monkeypatch):
    async def elsewhere(state, request, code: str) -> None:
        raise ELSEWHERE
    monkeypatch.setattr(http_endpoint, "REACH_SECONDS", -1)
    status, headers, _ = ask(elsewhere, state=State([None]))
    assert (status, headers["retry-after"]) == (503, "2")
