"""What one process of a server takes from another: only with its signature, and each answer as that reads it."""

import asyncio
import json
from types import SimpleNamespace

import httpx
import pytest

from coprime.server.cluster import internal_listener
from coprime.server.cluster.internal_listener import MOST_BYTES, InternalListener
from coprime.server.cluster.leases import HeldElsewhere
from coprime.server.cluster.peer_forwarding import CLIENT_HEADER, PEOPLE_PATH, SIGNATURE_HEADER, TABLES_PATH, Peers
from coprime.server.request_error import RequestError

ADDRESS = ("10.0.0.2", 8000)
URL = "http://10.0.0.2:8000"


class Manager:
    """The tables of a process: AAAAA is its own, BBBBB is held elsewhere, and no other is there."""

    def __init__(self):
        self.changes, self.commits = [], 0

    async def get_table_actor(self, code):
        if code == "BBBBB":
            raise HeldElsewhere(code, "other", "10.0.0.3:8000")
        return SimpleNamespace(code=code) if code == "AAAAA" else None

    async def apply_person_change(self, code, key, name):
        self.changes.append((code, key, name))

    async def write_durably(self, job):
        self.commits += 1


def echo(name):
    """An application that says who it is and what it was given."""
    async def app(scope, receive, send):
        seen = {"app": name, "client": scope["client"][0], "peer": scope.get("peer", False)}
        await send({"type": "http.response.start", "status": 200, "headers": []})
        await send({"type": "http.response.body", "body": json.dumps(seen).encode()})
    return app


@pytest.fixture
def process():
    """A process named "me" that listens for others, and what they send it."""
    guarded = echo("guarded")
    guarded.app = echo("inner")
    peers = Peers(b"secret", SimpleNamespace(me=SimpleNamespace(id="me")))
    state = SimpleNamespace(manager=Manager())
    listener = InternalListener(guarded, state, peers, ADDRESS)

    def ask(method, path, body=None, to="me", signed=None, client="", base=URL, peers=peers):
        headers = {SIGNATURE_HEADER: peers.sign_request(to, *(signed or (method, path, client))), CLIENT_HEADER: client}

        async def run():
            transport = httpx.ASGITransport(listener, client=("1.2.3.4", 5))
            async with httpx.AsyncClient(transport=transport, base_url=base) as http:
                return await http.request(method, path, content=body, headers=headers)
        return asyncio.run(run())
    ask.manager, ask.listener = state.manager, listener
    return ask


def test_at_another_address_everybody_goes_to_the_guard(process):
    for base in ("http://10.0.0.2:8001", "http://127.0.0.1:8000"):
        assert process("GET", "/api/me", base=base, to="x").json() == {
            "app": "guarded", "client": "1.2.3.4", "peer": False}


def test_a_signed_request_is_its_clients_and_has_passed_the_guard_elsewhere(process):
    for target in ("/api/me", "/api/tables/AAAAA/record?match=1"):
        answer = process("GET", target, client="9.8.7.6", signed=("GET", target.partition("?")[0], "9.8.7.6"))
        assert answer.json() == {"app": "inner", "client": "9.8.7.6", "peer": True}


@pytest.mark.parametrize("given", [
    {"to": "other"}, {"signed": ("POST", "/api/me", "")}, {"signed": ("GET", "/api/them", "")},
    {"signed": ("GET", "/api/me", "9.8.7.6")}, {"client": "9.8.7.6", "signed": ("GET", "/api/me", "")},
    {"peers": Peers(b"another secret", None)}])
def test_a_signature_of_anything_else_is_refused(process, given):
    answer = process("GET", "/api/me", **given)
    assert answer.status_code == 403 and answer.json()["sentence"] and "app" not in answer.json()


def test_a_socket_without_a_signature_is_closed(process):
    sent = []

    async def run():
        async def receive():
            return {"type": "websocket.connect"}

        async def send(message):
            sent.append(message)
        await process.listener({"type": "websocket", "server": ADDRESS, "path": "/ws/AAAAA", "raw_path": b"/ws/AAAAA",
                                "headers": [(SIGNATURE_HEADER.encode(), b"forged")]}, receive, send)
    asyncio.run(run())
    assert sent == [{"type": "websocket.close", "code": 4403}]


def test_another_name_is_told_to_the_table_and_answered_once_it_is_stored(process):
    body = json.dumps({"code": "AAAAA", "key": "ada", "name": "Ada L."})
    assert process("POST", PEOPLE_PATH, body).status_code == 204
    assert process.manager.changes == [("AAAAA", "ada", "Ada L.")] and process.manager.commits == 1
    assert process("POST", PEOPLE_PATH, json.dumps({"code": "CCCCC", "key": "ada", "name": None})).status_code == 204
    assert len(process.manager.changes) == 1, "a table that is gone has nobody to rename"
    answer = process("POST", PEOPLE_PATH, json.dumps({"code": "BBBBB", "key": "ada", "name": None}))
    assert answer.status_code == 503 and answer.json()["sentence"]


def test_a_command_at_a_table_answers_with_the_seat(process, monkeypatch):
    asked = []

    async def run_local(manager, code, verb, given):
        asked.append((manager, code, verb, given))
        if code == "BBBBB":
            raise RequestError(503, "wrong.store", wait=2)
        return 3
    monkeypatch.setattr(internal_listener, "run_local", run_local)
    body = {"code": "AAAAA", "verb": "placed", "given": {"key": "ada"}}
    answer = process("POST", TABLES_PATH, json.dumps(body))
    assert (answer.status_code, answer.json()) == (200, {"seat": 3})
    assert asked == [(process.manager, "AAAAA", "placed", {"key": "ada"})]
    assert process("POST", TABLES_PATH, json.dumps(body | {"code": "BBBBB"})).status_code == 503


def test_what_another_process_tells_has_an_end(process):
    with pytest.raises(RequestError) as wrong:
        process("POST", PEOPLE_PATH, b"x" * (MOST_BYTES + 1))
    assert wrong.value.status == 413 and not process.manager.commits
