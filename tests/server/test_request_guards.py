"""What is refused and what is written: hosts and origins, right codes, formulas, addresses and their pictures."""

import asyncio
import re

import pytest
import segno

from coprime.server.app import public_url, recent_valid_codes
from coprime.server.app.csv_files import escape_formula, make_csv_response
from coprime.server.app.origin_guard import HEADERS, HSTS_HEADER, OriginGuard, allows_hsts, host_without_port
from coprime.server.app.public_url import QUIET_ZONE, PublicUrl, is_loopback, make_qr_code
from coprime.server.app.recent_valid_codes import REMEMBERED_SECONDS, VerifiedCodes

HERE, OTHER = "games.example", "other.example"


def scope(method="POST", path="/api/tables", host=HERE, origin=None, scheme="http", kind="http", **more):
    """A request as an ASGI server describes it; more headers as `sec_fetch_site="cross-site"`."""
    named = {"host": host, "origin": origin, **{name.replace("_", "-"): value for name, value in more.items()}}
    return {"type": kind, "method": method, "path": path, "scheme": scheme,
            "headers": [(name.encode(), value.encode()) for name, value in named.items() if value is not None]}


def guard(public="", behind_proxy=False, app=None):
    return OriginGuard(app, {HERE, "127.0.0.1", "::1"}, public, behind_proxy)


@pytest.mark.parametrize(("given", "objection"), [
    ({}, None), ({"host": f"{HERE}:8000"}, None), ({"host": "GAMES.example."}, None), ({"host": "[::1]:80"}, None),
    ({"host": OTHER}, "wrong.host"), ({"host": ""}, "wrong.host"), ({"host": None}, "wrong.host"),
    ({"host": f"{HERE}.evil.example"}, "wrong.host"), ({"host": "["}, "wrong.host"),
    ({"method": "GET", "host": OTHER}, "wrong.host"), ({"kind": "websocket", "host": OTHER}, "wrong.host"),
    ({"origin": f"http://{HERE}"}, None), ({"origin": f"http://{HERE}:80"}, None),
    ({"origin": f"http://{HERE}:8000", "host": f"{HERE}:8000"}, None),
    ({"origin": f"http://{HERE}:8000"}, "wrong.origin"), ({"origin": f"https://{HERE}"}, "wrong.origin"),
    ({"origin": f"http://{OTHER}"}, "wrong.origin"), ({"origin": "null"}, "wrong.origin"),
    ({"origin": "http://["}, "wrong.origin"),
    ({"origin": f"https://{HERE}", "scheme": "https"}, None),
    ({"origin": f"https://{HERE}:443", "scheme": "https"}, None),
    ({"origin": f"http://{HERE}", "scheme": "wss", "kind": "websocket"}, "wrong.origin"),
    ({"origin": f"https://{HERE}", "scheme": "wss", "kind": "websocket"}, None),
    ({"origin": f"http://{OTHER}", "method": "GET"}, None), ({"origin": f"http://{OTHER}", "method": "HEAD"}, None),
    ({"origin": f"http://{OTHER}", "method": "GET", "path": "/api/stream"}, "wrong.origin"),
    ({"origin": f"http://{OTHER}", "method": "GET", "kind": "websocket"}, "wrong.origin"),
    ({"sec_fetch_site": "cross-site"}, "wrong.origin"), ({"sec_fetch_site": "same-site"}, "wrong.origin"),
    ({"sec_fetch_site": "same-origin"}, None), ({"sec_fetch_site": "none"}, None),
    ({"path": "/health", "method": "GET", "host": "10.0.0.7:8000"}, None),
    ({"path": "/health", "method": "GET", "host": None}, None),
    ({"path": "/health", "method": "GET", "host": OTHER}, "wrong.host"),
    ({"path": "/health", "method": "POST", "host": "10.0.0.7"}, "wrong.host"),
    ({"path": "/healthy", "method": "GET", "host": "10.0.0.7"}, "wrong.host"),
    ({"path": "/health", "method": "GET", "host": "10.0.0.7", "kind": "websocket"}, "wrong.host")])
def test_foreign_hosts_and_origins_are_refused(given, objection):
    assert guard().find_objection(scope(**given)) == objection


@pytest.mark.parametrize(("public", "behind_proxy", "told", "objection"), [
    ("", False, "https", "wrong.origin"),               # whoever asks may write that header
    ("", True, "https", None), ("", True, "http, https", None), ("", True, "https, http", "wrong.origin"),
    ("", True, "gopher", "wrong.origin"), ("", True, "HTTPS ", None),
    (f"https://{HERE}", False, "", None), (f"http://{HERE}", True, "https", "wrong.origin"),
    (f"https://{OTHER}", False, "https", "wrong.origin")])
def test_the_scheme_is_that_of_the_public_address_or_as_a_proxy_says(public, behind_proxy, told, objection):
    asked = scope(origin=f"https://{HERE}", x_forwarded_proto=told)
    assert guard(public, behind_proxy).find_objection(asked) == objection


def answered(one, asked):
    """The messages that a guarded application sends."""
    sent = []

    async def receive():
        return {"type": "websocket.connect"}

    async def send(message):
        sent.append(message)
    asyncio.run(one(asked, receive, send))
    return sent


async def application(scope, receive, send):
    await send({"type": "http.response.start", "status": 200, "headers": [(b"a", b"b")]})
    await send({"type": "http.response.body", "body": b"yes"})


def test_every_response_has_the_security_headers():
    for public, has_hsts in (("", False), (f"https://{HERE}", True)):
        one = guard(public, app=application)
        for asked, status in ((scope(), 200), (scope(host=OTHER), 403)):
            start, body = answered(one, asked)
            headers = dict(start["headers"])
            assert start["status"] == status and (body["body"] == b"yes") == (status == 200)
            assert {name: headers[name.encode()].decode() for name in HEADERS} == HEADERS
            assert (HSTS_HEADER in start["headers"]) == has_hsts
    assert answered(guard(app=application), scope())[0]["headers"][0] == (b"a", b"b")


def test_a_refused_socket_is_closed_with_a_code_of_its_own():
    assert answered(guard(app=application), scope(host=OTHER, kind="websocket")) == [
        {"type": "websocket.close", "code": 4403}]
    assert len(answered(guard(app=application), scope(kind="lifespan", host=OTHER))) == 2       # no request at all


@pytest.mark.parametrize(("public", "allowed"), [
    (f"https://{HERE}", True), (f"http://{HERE}", False), ("https://localhost", False), ("https://10.0.0.7", False),
    ("https://[::1]:8000", False), ("", False)])
def test_only_names_of_the_net_are_told_to_be_encrypted_for_ever(public, allowed):
    assert allows_hsts(public) == allowed


@pytest.mark.parametrize(("given", "host"), [("a.b:80", "a.b"), ("A.B.", "a.b"), ("[::1]:80", "::1"), ("[", ""),
                                             ("", "")])
def test_hosts_without_their_port(given, host):
    assert host_without_port(given) == host


# Codes that were right before.

def test_a_right_code_is_remembered_for_an_hour_since_the_last_time():
    now = [1000.0]
    codes = VerifiedCodes(lambda: now[0])
    codes.note_verified("ada", "ONE")
    assert codes.is_verified("ada", "ONE")
    assert not codes.is_verified("ada", "TWO") and not codes.is_verified("bo", "ONE")
    now[0] += REMEMBERED_SECONDS - 1
    assert codes.is_verified("ada", "ONE")
    codes.note_verified("ada", "ONE")
    codes.note_verified("ada", "TWO")
    now[0] += REMEMBERED_SECONDS
    assert not codes.is_verified("ada", "ONE")
    codes.note_verified("bo", "ONE")
    codes.prune_codes()
    assert list(codes._until) == [("bo", "ONE")] and codes.is_verified("bo", "ONE")


def test_of_too_many_codes_the_oldest_is_forgotten(monkeypatch):
    monkeypatch.setattr(recent_valid_codes, "MOST_REMEMBERED", 3)
    codes = VerifiedCodes(lambda: 0.0)
    for code in ("ONE", "TWO", "SIX", "ONE", "TEN"):
        codes.note_verified("ada", code)
    assert [code for code in ("ONE", "TWO", "SIX", "TEN") if codes.is_verified("ada", code)] == ["ONE", "SIX", "TEN"]


# Spreadsheets.

@pytest.mark.parametrize("name", ["=1+1", "+1", "-1", "@a", "\t=1"])
def test_a_name_is_no_formula(name):
    assert escape_formula(name) == f"'{name}"
    assert escape_formula(f"a{name}") == f"a{name}"


def test_a_file_for_spreadsheets_says_its_encoding_and_name():
    made = make_csv_response([["Ää", 1], ["a,b", None]], "class.csv")
    assert made.body.decode("utf-8-sig") == 'Ää,1\r\n"a,b",\r\n' and made.body.startswith(b"\xef\xbb\xbf")
    assert made.headers["content-type"].startswith("text/csv") and "class.csv" in made.headers["content-disposition"]


# Addresses.

@pytest.mark.parametrize("url", ["http://10.0.0.7:8000/t/ABCDE", "https://games.example/t/" + "X" * 60])
def test_the_picture_of_an_address_has_the_dark_modules_of_its_code(url):
    made = make_qr_code(url)
    matrix = [list(row) for row in segno.make_qr(url, error="m").matrix]
    drawn = set()
    for x, y, width, back in re.findall(r"M(\d+) (\d+)h(\d+)v1h-(\d+)z", made["path"]):
        assert width == back
        drawn |= {(int(x) + n, int(y)) for n in range(int(width))}
    assert re.fullmatch(r"(M\d+ \d+h\d+v1h-\d+z)+", made["path"]) and made["url"] == url
    assert made["size"] == len(matrix) + 2 * QUIET_ZONE
    assert drawn == {(x + QUIET_ZONE, y + QUIET_ZONE) for y, row in enumerate(matrix)
                     for x, dark in enumerate(row) if dark}


@pytest.mark.parametrize(("given", "base", "names", "local", "port"), [
    (("127.0.0.1", 8000, False), "http://127.0.0.1:8000", {"127.0.0.1", "localhost", "::1"}, True, 8000),
    (("0.0.0.0", 8000, True), "http://10.0.0.7:8000", {"10.0.0.7", "here", "here.local"}, False, 8000),
    (("::", 8000, False), "http://127.0.0.1:8000", {"127.0.0.1"}, True, 8000),
    (("fd00::7", 8000, False), "http://[fd00::7]:8000", {"fd00::7"}, False, 8000),
    (("127.0.0.1", 8000, False, "https://Games.example/"), "https://Games.example", {HERE, "127.0.0.1"}, False, 443),
    (("127.0.0.1", 8000, False, "http://[fd00::8]:81"), "http://[fd00::8]:81", {"fd00::8"}, False, 81)])
def test_under_which_addresses_the_server_answers(monkeypatch, given, base, names, local, port):
    monkeypatch.setattr(public_url, "find_lan_address", lambda: "10.0.0.7")
    monkeypatch.setattr(public_url.socket, "gethostname", lambda: "Here")
    found = PublicUrl(*given)
    assert found.base == base and names <= found.host_names and found.reach_json() == {"local": local, "port": port}
    assert ("here" in found.host_names) == (len(given) == 3 and given[2])
    assert found.is_secure == base.startswith("https") and found.lan == (len(given) == 4 or given[2])
    assert found.invitation_json("ABCDE")["url"] == f"{base}/t/ABCDE"


def test_an_invitation_says_who_can_open_it():
    said = {PublicUrl("127.0.0.1", 1, *given).invitation_json("A")["how"]
            for given in ((False,), (True,), (False, "http://a.example"))}
    assert len(said) == 3


@pytest.mark.parametrize(("host", "loopback"), [
    ("127.0.0.1", True), ("127.9.9.9", True), ("::1", True), ("::ffff:127.0.0.1", True), ("localhost", True),
    ("::ffff:10.0.0.7", False), ("10.0.0.7", False), ("fe80::1%eth0", False), (HERE, False), ("", False)])
def test_which_addresses_lead_nowhere_else(host, loopback):
    assert is_loopback(host) == loopback
