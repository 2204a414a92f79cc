"""What a process passes on to the one that holds a table, and what it makes of the answer."""

import asyncio
import json
import threading
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from types import SimpleNamespace

import pytest
from starlette.requests import Request

from coprime.core.language_selection import use_language
from coprime.server.cluster.leases import HeldElsewhere
from coprime.server.cluster.peer_forwarding import (
    CLIENT_HEADER,
    PEOPLE_PATH,
    SIGNATURE_HEADER,
    TABLES_PATH,
    Peers,
)
from coprime.server.request_error import RequestError


@pytest.fixture
def holder():
    """The process that holds the table: `answer` is (status, headers, content), and `asked` what it was asked."""
    class Handler(BaseHTTPRequestHandler):
        protocol_version = "HTTP/1.1"

        def do_GET(self):
            body = self.rfile.read(int(self.headers.get("content-length", 0)))
            found.asked.append((self.command, self.path, {k.lower(): v for k, v in self.headers.items()}, body))
            status, headers, content = found.answer
            self.send_response(status)
            for name, value in headers:
                self.send_header(name, value)
            self.send_header("content-length", str(len(content)))
            self.end_headers()
            self.wfile.write(content)
        do_POST = do_PUT = do_DELETE = do_GET

        def log_message(self, *given):
            pass
    server = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
    found = SimpleNamespace(asked=[], answer=(200, [], b""), port=server.server_port)
    threading.Thread(target=server.serve_forever, daemon=True).start()
    yield found
    server.shutdown()
    server.server_close()


@pytest.fixture
def peers():
    dead = []

    async def end_dead_lease(process_id, refused):
        dead.append((process_id, refused))
    opened = Peers(b"secret", SimpleNamespace(living_peers={"there": None}, end_dead_lease=end_dead_lease))
    opened.dead = dead
    yield opened
    opened._threads.shutdown()


def there(holder):
    return HeldElsewhere("AAAAA", "there", f"127.0.0.1:{holder.port}")


def forward(peers, holder, method="GET", path="/api/tables/AAAAA/record", query="", client="9.8.7.6", body=b""):
    scope = {"type": "http", "method": method, "path": path, "raw_path": path.encode(), "query_string": query.encode(),
             "headers": [(b"host", b"play.example"), (b"cookie", b"coprime=x"), (b"content-type", b"application/json"),
                         (b"x-forwarded-for", b"1.1.1.1"), (b"coprime-peer", b"forged")]}
    return asyncio.run(peers.forward_request(there(holder), Request(scope), client, body))


def test_a_request_is_passed_on_with_its_body_its_person_and_the_language(peers, holder):
    holder.answer = (201, [("x-found", "yes"), ("Set-Cookie", "a=1"), ("Set-Cookie", "b=2"),
                           ("connection", "keep-alive")], b"{}")
    with use_language("ja"):
        answer = forward(peers, holder, "POST", query="match=2", body=b'{"x": 1}')
    ((method, target, headers, body),) = holder.asked
    assert (method, target, body) == ("POST", "/api/tables/AAAAA/record?match=2", b'{"x": 1}')
    assert (headers["cookie"], headers["content-type"], headers["accept-language"]) == (
        "coprime=x", "application/json", "ja")
    assert headers[CLIENT_HEADER] == "9.8.7.6" and "x-forwarded-for" not in headers
    assert headers[SIGNATURE_HEADER] == peers.sign_request("there", "POST", "/api/tables/AAAAA/record", "9.8.7.6")
    assert answer.status_code == 201 and answer.body == b"{}"
    assert [(name, value) for name, value in answer.raw_headers if name not in (b"date", b"server")] == [
        (b"x-found", b"yes"), (b"set-cookie", b"a=1"), (b"set-cookie", b"b=2"), (b"content-length", b"2")]
    assert not any(name in (b"date", b"server", b"connection") for name, _ in answer.raw_headers)


def test_a_signature_is_of_one_request_to_one_process():
    peers = Peers(b"secret", None)
    given = ("there", "GET", "/api/me", "9.8.7.6")
    found = {peers.sign_request(*given), Peers(b"other", None).sign_request(*given),
             *(peers.sign_request(*given[:n], "x", *given[n + 1:]) for n in range(4))}
    assert len(found) == 6 and peers.sign_request(*given) in found


@pytest.mark.parametrize("status", [200, 403, 500, 503])
def test_another_name_is_told_or_it_is_said_that_it_could_not_be(peers, holder, status):
    holder.answer = (status, [], b"")
    with pytest.raises(RequestError) as wrong:
        asyncio.run(peers.forward_person_change(there(holder), "ada", "Ada L."))
    assert wrong.value.status == 503
    holder.answer = (204, [], b"")
    asyncio.run(peers.forward_person_change(there(holder), "ada", None))
    assert [(method, path, json.loads(body)) for method, path, _, body in holder.asked] == [
        ("POST", PEOPLE_PATH, {"code": "AAAAA", "key": "ada", "name": name}) for name in ("Ada L.", None)]


def test_a_command_has_the_seat_as_its_answer_or_none(peers, holder):
    holder.answer = (200, [], b'{"seat": 2}')
    given = {"key": "ada", "name": "Ada"}
    assert asyncio.run(peers.forward_table_command(there(holder), "placed", given)) == 2
    ((method, path, headers, body),) = holder.asked
    assert (method, path) == ("POST", TABLES_PATH)
    assert json.loads(body) == {"code": "AAAAA", "verb": "placed", "given": given}
    assert headers[SIGNATURE_HEADER] == peers.sign_request("there", "POST", TABLES_PATH, "")
    for status in (403, 503):
        holder.answer = (status, [], b"{}")
        assert asyncio.run(peers.forward_table_command(there(holder), "placed", given)) is None
    assert not peers.dead
