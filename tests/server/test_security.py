"""The guard before the application: which origins may change something, and the headers of every answer."""

import asyncio

import pytest

from coprime.server.app.origin_guard import HEADERS, OriginGuard

NAMES = ("localhost", "127.0.0.1", "games.example", "192.0.2.7")


async def _app(scope, receive, send):
    await send({"type": "http.response.start", "status": 204, "headers": []})
    await send({"type": "http.response.body", "body": b""})


def answered(origin=None, host="games.example", method="POST", scheme="http", public="https://games.example",
             behind_proxy=False, **headers):
    """The status and the headers of an answer."""
    given = {"host": host, **({"origin": origin} if origin else {}), **headers}
    scope = {"type": "http", "path": "/api/tables", "method": method, "scheme": scheme, "headers": [
        (name.replace("_", "-").encode(), value.encode()) for name, value in given.items()]}
    said = []

    async def send(message):
        said.append(message)

    async def go():
        await OriginGuard(_app, NAMES, public, behind_proxy)(scope, None, send)
    asyncio.run(go())
    return said[0]["status"], {name.decode(): value.decode() for name, value in said[0]["headers"]}


@pytest.mark.parametrize(("origin", "status"), [
    ("https://games.example", 204), ("https://games.example:443", 204), ("http://games.example", 403),
    ("https://games.example:8443", 403), ("https://evil.example", 403), ("null", 403), (None, 204)])
def test_a_page_of_the_public_address_comes_by_its_scheme(origin, status):
    assert answered(origin)[0] == status


def test_what_a_proxy_says_changes_nothing_at_the_public_address():
    assert answered("http://games.example", behind_proxy=True, x_forwarded_proto="http")[0] == 403
    assert answered("https://games.example", behind_proxy=True, x_forwarded_proto="http")[0] == 204


@pytest.mark.parametrize(("proto", "behind_proxy", "scheme", "own"), [
    ("https", True, "http", "https"), ("http, https", True, "http", "https"), ("https", False, "http", "http"),
    ("gopher", True, "http", "http"), ("", True, "http", "http"), ("", False, "https", "https")])
def test_elsewhere_the_proxy_says_by_which_scheme_it_was_asked(proto, behind_proxy, scheme, own):
    for tried in ("http", "https"):
        status, _ = answered(f"{tried}://localhost:8017", "localhost:8017", scheme=scheme, public="",
                             behind_proxy=behind_proxy, x_forwarded_proto=proto)
        assert status == (204 if tried == own else 403)


def test_a_socket_of_another_scheme_is_refused():
    said = []

    async def receive():
        return {"type": "websocket.connect"}

    async def send(message):
        said.append(message)
    scope = {"type": "websocket", "path": "/ws/ABC", "scheme": "ws",
             "headers": [(b"host", b"games.example"), (b"origin", b"http://games.example")]}
    asyncio.run(OriginGuard(_app, NAMES, "https://games.example")(scope, receive, send))
    assert said == [{"type": "websocket.close", "code": 4403}]


@pytest.mark.parametrize(("public", "strict"), [
    ("https://games.example", True), ("https://games.example:8443", True), ("http://games.example", False), ("", False),
    ("https://localhost", False), ("https://192.0.2.7", False), ("https://[2001:db8::1]", False)])
def test_browsers_are_told_to_come_by_https_alone_where_that_is_the_address(public, strict):
    for host in ("games.example", "evil.example"):          # refusals have the headers, too
        _, headers = answered(host=host, method="GET", public=public)
        assert ("strict-transport-security" in headers) is strict
        assert headers.items() >= HEADERS.items()
