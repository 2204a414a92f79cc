"""Odd requests: each is answered, with a sentence where it is refused, and the log has no stack trace."""

import json
import random
import socket
import time
from urllib.parse import quote

import pytest
from server_process import GENEROUS, Person

DEEP = 30_000


@pytest.fixture(scope="module")
def odd(tmp_path_factory):
    """A server whose log is read at the end."""
    from server_process import ServerProcess

    opened = ServerProcess(tmp_path_factory.mktemp("odd"), rest=1).start()
    yield opened
    said = opened.stop()
    assert "Traceback" not in said, said


def raw(server, head, body=b"", wait=5):
    """What the server answers to bytes: its status, and whether it is a sentence."""
    with socket.create_connection(("127.0.0.1", server.port), timeout=wait) as line:
        line.sendall(head + b"connection: close\r\n\r\n" + body)
        answer = b""
        while part := line.recv(65_536):
            answer += part
    head, _, body = answer.partition(b"\r\n\r\n")
    return int(head.split()[1]) if head else 0, body


def request(server, method, path, headers=b"", body=b""):
    length = b"content-length: %d\r\n" % len(body) if body else b""
    return raw(server, b"%s %s HTTP/1.1\r\nhost: 127.0.0.1:%d\r\n%s%s" % (
        method, path, server.port, headers, length), body)


@pytest.mark.parametrize("origin", [b"http://[x", b"http://[::1", b"null", b"//", b"http://\xff", b"[", b"http://a]b"])
def test_origins_that_are_none(odd, origin):
    status, body = request(odd, b"POST", b"/api/tables", b"origin: " + origin + b"\r\n", b"{}")
    assert status == 403 and "another site" in json.loads(body)["sentence"]


@pytest.mark.parametrize("host", [b"[x", b"[", b"]:80", b"a:b:c", b"\xff", b"127.0.0.1:99999999", b"@127.0.0.1"])
def test_hosts_that_are_none(odd, host):
    status, _ = raw(odd, b"GET /api/me HTTP/1.1\r\nhost: " + host + b"\r\n")
    assert status in (200, 400, 403)


@pytest.mark.parametrize("path", [
    b"/%00", b"/" + b"x" * 5000, b"/a/" + b"y" * 5000 + b"/z", b"/assets/%00", b"/assets/" + b"x" * 5000, b"/%ff%fe",
    b"/t/%00", b"/%2e%2e/%00", b"//", b"/..%2f..%2fetc%2fpasswd", b"/%ed%a0%80", b"/" + b"a/" * 3000,
    b"/C:%5C", b"/%25"])
def test_paths_that_no_file_has(odd, path):
    for method in (b"GET", b"HEAD"):
        status, _ = request(odd, method, path)
        assert status in (200, 404, 503), path[:40]


@pytest.mark.parametrize("path", [
    b"/api/%00", b"/api/" + b"x" * 5000, b"/api/tables/%00/qr", b"/api/tables/" + b"x" * 5000 + b"/record",
    b"/api/replays/%00", b"/api/replays/" + b"x" * 5000, b"/api/replays/%ff", b"/api/games/%00/rules",
    b"/api/games/" + b"x" * 5000 + b"/rules", b"/api/games/..%2f/rules", b"/api/replays/a?from=99999999999999999999",
    b"/api/replays/a?seat=" + b"9" * 5000, b"/api/replays/a?from=%00", b"/api/tables/AAAAA/record?match=1e9",
    b"/api/tables/AAAAA/record?match=-99999999999999999999999", b"/api/replays/a?from=1&from=2"])
def test_addresses_that_lead_nowhere(odd, path):
    cookie = b"cookie: coprime=" + Person(odd).http.cookies["coprime"].encode() + b"\r\n"
    status, body = request(odd, b"GET", path, cookie)
    assert 400 <= status < 500 and json.loads(body)["sentence"], (path[:40], status)


def nested(depth, what="[]"):
    return what[0] * depth + what[1] * depth if what == "[]" else '{"a":' * depth + "1" + "}" * depth


@pytest.mark.parametrize("depth", [100, 300, 500, 700, 900, 990, 1100, DEEP])
@pytest.mark.parametrize("what", ["[]", "{}"])
def test_nested_bodies(odd, depth, what):
    ada = Person(odd)
    deep = nested(depth, what)
    for path, body in (("/api/me", f'{{"name": {deep}}}'), ("/api/tables", deep), ("/api/join", f'{{"code": {deep}}}'),
                       ("/api/tables", f'{{"game": "prime_daifugo", "options": {{"hand_limit": {deep}}}}}'),
                       ("/api/tables", f'{{"game": "prime_daifugo", "bots": [{deep}, {deep}]}}'),
                       ("/api/tables", f'{{"game": {deep}}}'), ("/api/replays", deep)):
        answer = ada.http.post(path, content=body[:4_000_000], headers={"content-type": "application/json"})
        known = answer.status_code == 201 and '"bots"' in body         # of a bot's fields unknown ones are left out
        assert known or 400 <= answer.status_code < 500 and answer.json()["sentence"], (path, depth, answer.text)


@pytest.mark.parametrize("depth", [100, 500, 900, 990, 1100, 3_000, 8_000, DEEP])
def test_nested_messages(odd, depth):
    ada = Person(odd)
    page = ada.page(ada.open(seats=2))
    for what in ("[]", "{}"):
        deep = nested(depth, what)
        for message in (deep, f'{{"type": "act", "id": "x", "acts": {deep}}}',
                        f'{{"type": "options", "id": "y", "options": {{"hand_limit": {deep}}}}}'):
            page.socket.send(message)
            assert page.wait("error", "refused")["sentence"]
    page.send("ping")
    page.wait("pong")
    page.close()


def test_the_last_line_of_a_proxy_counts(fresh):
    server = fresh(behind_proxy=True, limits={**GENEROUS, "tables": [1, 0.001]})
    ada = Person(server)
    cookie = b"cookie: coprime=" + ada.http.cookies["coprime"].encode() + b"\r\ncontent-type: application/json\r\n"
    for n, status in ((1, 201), (2, 429), (3, 429)):
        lines = b"x-forwarded-for: 10.0.0.%d\r\nx-forwarded-for: 9.9.9.9, 10.1.1.1\r\n" % n
        assert request(server, b"POST", b"/api/tables", cookie + lines, b'{"game": "prime_daifugo"}')[0] == status
    other = b"x-forwarded-for: 10.1.1.1\r\nx-forwarded-for: 10.2.2.2\r\n"
    assert request(server, b"POST", b"/api/tables", cookie + other, b'{"game": "prime_daifugo"}')[0] == 201


@pytest.mark.parametrize("seconds", [-400 * 86_400 - 9, 40 * 86_400, 0])
def test_a_cookie_is_read_whatever_the_clock_said_when_it_was_signed(odd, monkeypatch, seconds):
    from coprime.server.store.people import CookieSigner

    cookies = CookieSigner(b"x" * 32)
    now = time.time()
    monkeypatch.setattr("time.time", lambda: now + seconds)
    signed = cookies.sign_key("ada")
    monkeypatch.undo()
    assert cookies.read_key(signed) == "ada"
    assert cookies.read_key(signed[:-3] + "abc") is None


def test_a_cookie_of_more_than_200_characters_is_not_read():
    from coprime.server.store.people import CookieSigner

    cookies = CookieSigner(b"x" * 32)
    longest = cookies.sign_key("a" * (200 - len(cookies.sign_key(""))))
    assert len(longest) == 200 and set(cookies.read_key(longest)) == {"a"}
    assert cookies.read_key(cookies.sign_key("a" * (201 - len(cookies.sign_key(""))))) is None
    assert cookies.read_key("") is None and cookies.read_key(None) is None


# Chance.

WORDS = ["", " ", "x", "AAAAA", "0", "-1", "1e9", "watcher",
         "\x00", "\u202e", "\ud7ff", "é" * 50, "../..", "%00", "'; --", "\"",
         "{", "x" * 300, "prime_daifugo", "daifugo", "secret_number", "now", "play 2", "pass", "draw", "9" * 25, "null",
         "$(id)", "\u0661"]
FIELDS = ["game", "seats", "options", "preset", "bots", "now", "practice", "names", "class", "name", "code",
          "token", "step", "seat", "id", "acts", "seen", "to", "who", "on", "factor", "kind", "level", "pace",
          "question", "text", "rotate", "yes", "as", "hand_limit"]
KINDS = ["application/json", "text/plain", "x", "multipart/form-data", "application/x-msgpack"]
NUMBERS = [0, 1, 2, 3, -1, 2**31, 2**63, 2**200]
METHODS = ["GET", "POST", "DELETE", "PUT", "PATCH", "HEAD", "OPTIONS"]
PATHS = ["/api/me", "/api/games", "/api/games/{}/rules", "/api/tables", "/api/join", "/api/tables/{}/qr",
         "/api/tables/{}/record", "/api/tables/{}/records", "/api/tables/{}/replay", "/api/tables/{}/ending",
         "/api/tables/{}/carry", "/api/carry", "/api/replays", "/api/replays/{}", "/api/replays/{}/record",
         "/api/replays/{}/whatif",
         "/{}", "/t/{}", "/assets/{}", "/ws/{}"]


def value(chance, depth=0):
    """Any JSON."""
    kind = chance.randrange(9 if depth < 3 else 7)
    if kind == 7:
        return [value(chance, depth + 1) for _ in range(chance.randrange(4))]
    if kind == 8:
        return {chance.choice(FIELDS): value(chance, depth + 1) for _ in range(chance.randrange(5))}
    return [None, True, chance.choice(WORDS), chance.choice(WORDS), chance.choice(NUMBERS), 0.5, 1e300][kind]


def fields(chance):
    return {chance.choice(FIELDS): value(chance) for _ in range(chance.randrange(6))}


@pytest.mark.parametrize("seed", range(4))
def test_requests_by_chance(odd, seed):
    chance = random.Random(seed)
    ada = Person(odd)
    words = [*WORDS, ada.open(), ada.open(now=True)]
    for _ in range(250):
        method, path = chance.choice(METHODS), chance.choice(PATHS)
        path = path.format(quote(chance.choice(words), safe=""))
        names = chance.sample(["seat", "from", "to", "match"], chance.randrange(3))
        query = {name: chance.choice(WORDS) for name in names}
        body = None if method in ("GET", "HEAD") else chance.choice([
            json.dumps(fields(chance)), json.dumps(value(chance)), chance.choice(WORDS), ""]).encode()
        headers = {"content-type": chance.choice(KINDS)}
        answer = ada.http.request(method, path, params=query, content=body, headers=headers)
        unbuilt = answer.text.startswith("The browser part")
        assert answer.status_code < 500 or unbuilt, (method, path, query, body, answer.text)
        if method == "DELETE" and path == "/api/me":
            ada = Person(odd)


TYPES = ["hello", "act", "ask", "preview", "undo", "hint", "study", "go", "chat", "sit", "stand", "ping", "seat",
         "options", "start", "lock", "admit", "host", "pause", "clock", "talk", "hints", "rematch", "lobby"]
PLAUSIBLE = {"seat": [0, 1, 5], "acts": [["pass"], ["draw"], ["play 2"], ["pass", "draw"]], "to": [0, 3], "who": [1, 2],
             "on": [True, False], "factor": [0, 2], "kind": ["bot", "open", "person", "program"],
             "pace": ["quick", "slow"], "level": ["casual"], "seats": [2, 3, 4], "options": [{}], "preset": ["family"],
             "id": ["a", "b"], "seen": [0, 5, 10**6], "as": ["watch", "seat"], "text": ["hello"], "question": ["x"],
             "rotate": [True]}


@pytest.mark.parametrize("game", ["prime_daifugo", "secret_number", "prime_climb", "prime_solitaire"])
def test_messages_by_chance(odd, game):
    chance = random.Random(game)
    ada, bo = Person(odd), Person(odd)
    code = ada.open(game=game)
    pages = [ada.page(code), bo.page(code)]
    for _ in range(400):
        page = chance.choice(pages)
        message = {"type": chance.choice(TYPES)}
        for name in chance.sample(list(PLAUSIBLE), 6):
            message[name] = chance.choice(PLAUSIBLE[name]) if chance.random() < 0.8 else value(chance)
        page.send(**message)
        if chance.random() < 0.1:
            page.drain(0.01)
    for page in pages:
        page.send("ping")
        page.wait("pong", timeout=30)
        page.close()
