"""Addresses of pages, and what stands beside them: robots.txt, the health for probes, long answers packed."""

import json
import re
import socket
from pathlib import Path

import httpx
import pytest
from server_process import Person

from coprime.core.errors import BadInput
from coprime.server.app.public_url import check_public_url
from coprime.server.app.static_files import STATIC, is_screen

# The router of the browser part is tried with the same.
ADDRESSES = json.loads((Path(__file__).parents[2] / "src/coprime/web/app/addresses.json").read_text(encoding="utf-8"))


def raw(server, head):
    """What the server answers to these lines: status and body."""
    with socket.create_connection(("127.0.0.1", httpx.URL(server.url).port), timeout=30) as line:
        line.sendall(head.encode() + b"\r\n\r\n")
        answer = b""
        while part := line.recv(65536):
            answer += part
    return int(answer.split()[1]), answer.partition(b"\r\n\r\n")[2].decode()


@pytest.mark.parametrize("address", ADDRESSES["screens"])
def test_an_address_with_a_screen(address):
    assert is_screen(address)


@pytest.mark.parametrize("address", ADDRESSES["nowhere"])
def test_an_address_without_one(address):
    assert not is_screen(address)


@pytest.mark.skipif(not (STATIC / "index.html").exists(), reason="the browser part is not built")
def test_an_unknown_page_is_404_and_says_so_itself(server):
    known, unknown = (httpx.get(f"{server.url}{path}") for path in ("/t/K7M2P", "/nowhere"))
    assert (known.status_code, unknown.status_code) == (200, 404)
    assert unknown.text == known.text and unknown.headers["content-type"].startswith("text/html")
    again = {"if-none-match": known.headers["etag"]}
    asked = [httpx.get(f"{server.url}{path}", headers=again) for path in ("/t/K7M2P", "/nowhere")]
    assert [answer.status_code for answer in asked] == [304, 404]
    assert httpx.head(f"{server.url}/nowhere").status_code == 404


@pytest.mark.skipif(not (STATIC / "robots.txt").exists(), reason="the browser part is not built")
def test_robots_are_told_in_their_own_language(server):
    answer = httpx.get(f"{server.url}/robots.txt")
    assert answer.headers["content-type"].startswith("text/plain") and "Disallow: /class/" in answer.text.splitlines()


@pytest.mark.skipif(not (STATIC / "sw.js").exists(), reason="the browser part is not built")
def test_the_service_worker_is_asked_for_each_time_and_its_files_are_kept_for_ever(server):
    worker = httpx.get(f"{server.url}/sw.js")
    assert worker.headers["content-type"].startswith("text/javascript")
    assert worker.headers["cache-control"] == "no-cache" and "script-src" not in worker.headers[
        "content-security-policy"]
    kept = re.findall(r"url:[`\"'](/[^`\"']+)", worker.text)
    assert "/index.html" in kept and len(kept) > 10
    for path in kept:
        answer = httpx.get(f"{server.url}{path}")
        assert answer.status_code == 200, path
        assert ("immutable" in answer.headers["cache-control"]) == path.startswith("/assets/"), path


@pytest.mark.skipif(not (STATIC / "sw.js").exists(), reason="the browser part is not built")
def test_the_manifest_names_icons_that_are_there(server):
    answer = httpx.get(f"{server.url}/manifest.webmanifest")
    assert answer.headers["content-type"].startswith("application/manifest+json")
    manifest = answer.json()
    assert (manifest["id"], manifest["start_url"], manifest["scope"], manifest["display"]) == ("/", "/", "/",
                                                                                             "standalone")
    assert {(icon["sizes"], icon["purpose"]) for icon in manifest["icons"]} == {
        ("192x192", "any"), ("512x512", "any"), ("512x512", "maskable")}
    page = httpx.get(f"{server.url}/").text
    assert '<link rel="manifest" href="/manifest.webmanifest">' in page
    touch = re.search('<link rel="apple-touch-icon" href="([^"]+)"', page)[1]
    for path, size in [(touch, 180), *((icon["src"], int(icon["sizes"].split("x")[0])) for icon in manifest["icons"])]:
        icon = httpx.get(f"{server.url}{path}")
        assert icon.headers["content-type"] == "image/png" and icon.content[1:4] == b"PNG"
        assert int.from_bytes(icon.content[16:20], "big") == size


@pytest.mark.skipif(not (STATIC / "sw.js.br").exists(), reason="the browser part is not built")
def test_files_are_sent_as_short_as_the_browser_can_read_them(server):
    def ask(encodings):
        with httpx.stream("GET", f"{server.url}/sw.js", headers={"accept-encoding": encodings}) as answer:
            return answer.headers.get("content-encoding", ""), b"".join(answer.iter_raw())
    kinds = {encodings: ask(encodings) for encodings in ("gzip, deflate, br;q=1.0, zstd", "gzip", "identity")}
    assert [kind for kind, _ in kinds.values()] == ["br", "gzip", ""]
    sizes = [len(body) for _, body in kinds.values()]
    assert sizes == sorted(sizes) and sizes[0] < sizes[1]
    assert kinds["identity"][1] == (STATIC / "sw.js").read_bytes()


def test_health_is_told_to_probes_and_nothing_else_is(server):
    for head in ("GET /health HTTP/1.0", "GET /health HTTP/1.1\r\nHost: 10.20.30.40:8017\r\nConnection: close",
                 "GET /health HTTP/1.1\r\nHost: [fd00::7]:8017\r\nConnection: close"):
        status, body = raw(server, head)
        assert status == 200 and json.loads(body)["status"] == "ok", head
    for head in ("GET /health HTTP/1.1\r\nHost: evil.example\r\nConnection: close", "GET /api/games HTTP/1.0",
                 "GET /api/me HTTP/1.1\r\nHost: 10.20.30.40\r\nConnection: close", "POST /health HTTP/1.0"):
        assert raw(server, head)[0] == 403, head


@pytest.mark.parametrize("path", ("/api/games", "/api/rules/prime_climb", "/api/puzzles?day=20261125"))
def test_what_everybody_may_know_is_sent_packed(server, path):
    person = Person(server)
    packed = person.http.get(path, headers={"accept-encoding": "gzip"})
    plain = person.http.get(path, headers={"accept-encoding": "identity"})
    assert packed.headers["content-encoding"] == "gzip" and packed.headers["vary"] == "accept-encoding"
    assert "content-encoding" not in plain.headers and packed.json() == plain.json()
    assert packed.headers["content-type"] == plain.headers["content-type"]
    assert int(packed.headers["content-length"]) * 3 < len(plain.content)


def test_what_is_somebodys_own_is_not(server):
    person = Person(server)
    for _ in range(9):
        person.open()
    answer = person.http.get("/api/tables", headers={"accept-encoding": "gzip"})
    assert "content-encoding" not in answer.headers and len(answer.content) > 1_000


@pytest.mark.parametrize("public", ("https://games.example", "http://192.168.1.20:8017/", "https://[fd00::7]"))
def test_an_address_that_others_come_by(public):
    check_public_url(public)


@pytest.mark.parametrize(("public", "word"), [
    ("https://x.example/coprime", "--public https://x.example"), ("https://x.example/?a", "--public https://x.example"),
    ("games.example", "such as https://games.example"), ("ftp://games.example", "such as"), ("https://", "such as"),
    ("https://games.example:port", "such as"), ("https://me@games.example", "such as")])
def test_an_address_at_which_no_page_would_be_found(public, word):
    with pytest.raises(BadInput, match=word):
        check_public_url(public)
