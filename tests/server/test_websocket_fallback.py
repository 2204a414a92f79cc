"""Tables over event streams and POSTs, for browsers that no WebSocket comes through to."""

import json
import time

import httpx
import pytest
from server_process import GENEROUS, Person

from coprime.server.app import websocket_fallback
from coprime.server.app.websocket_fallback import HEADERS


def test_two_people_play_over_http_and_a_third_over_a_socket(server):
    a, b, c = Person(server, "Ada"), Person(server, "Bo"), Person(server, "Cy")
    code = a.open(seats=2)
    pages = [a.stream().page(code), b.stream().page(code), c.page(code, watch=True)]
    assert pages[0].say("start")["type"] == "done"
    scenes = [page.wait("scene") for page in pages]
    assert [scene["seat"] for scene in scenes] == [0, 1, "watcher"]
    turn = scenes[0]["scene"]["turn"][0]
    assert pages[1 - turn].act("pass")["type"] == "refused"
    done = pages[turn].act("pass", seen=scenes[turn]["n"])
    for page in pages:
        scene = page.wait("scene") if page.scene["n"] < done["n"] else page.scene
        assert scene["n"] == done["n"] and len(scene["lines"]) == 1
    for page in pages[:2]:
        page.stream.close()
    pages[2].wait("table", match=lambda m: not any(seat["here"] for seat in m["table"]["seats"]))
    back = a.stream().page(code, seen=scenes[0]["n"])
    assert back.wait("scene")["lines"][0]["n"] == done["n"]
    back.close()
    pages[2].close()


def test_one_stream_carries_lines_to_many_tables(server):
    a = Person(server)
    codes = [a.open(seats=2) for _ in range(8)]         # more than the connections that a browser opens at a time
    stream = a.stream()
    pages = [stream.page(code) for code in codes]
    assert [page.told["code"] for page in pages] == codes
    pages[0].close()
    while pages[0].hear():
        pass
    assert pages[0].closed == 1000
    pages[1].catch_up()
    again = stream.page(codes[0])
    assert again.told["code"] == codes[0]
    stream.close()


def test_a_part_that_is_sent_again_is_carried_out_once(server):
    a = Person(server)
    stream = a.stream()
    page = stream.page(a.open(seats=2))
    chat = {"line": page.line, "text": json.dumps({"type": "chat", "text": "Hello"})}
    n = stream.n + 1
    assert [stream.post(chat, n=n).status_code for _ in range(3)] == [204] * 3
    page.catch_up()
    assert [m["text"] for m in page.got if m["type"] == "chat"] == ["Hello"]
    assert stream.post(chat, n=n + 9).status_code == 404, "something before it is missing"
    while page.hear():
        pass
    assert page.closed == 1012, "so the page begins anew"


def test_messages_are_limited_as_on_a_socket(fresh):
    server = fresh(limits={**GENEROUS, "messages": [60, 1], "sockets": 2, "together": 5})
    a = Person(server)
    stream = a.stream()
    page = stream.page(a.open(now=True))
    for text in ("", "{", "[]", '{"type": "fly"}', "[" * 5000, "\x00", "\ud7ff" * 9):
        stream.post({"line": page.line, "text": text})
        assert page.wait("error")["sentence"]
    page.send("chat", text="x" * 17_000)
    assert "at most 16,384" in page.wait("error")["sentence"]
    # Pages of both kinds count together.
    other = a.page(page.told["code"])
    third = a.page(page.told["code"], hello=False)
    assert third.hear()["fatal"] and third.hear() is None and third.closed == 4429
    other.close()
    ping = {"line": page.line, "text": json.dumps({"type": "ping"})}
    stream.post(*[ping] * 80)
    while page.hear():
        pass
    assert page.closed == 4429 and "Too many" in page.got[-1]["sentence"]
    answers = [stream.post().status_code for _ in range(70)]
    assert answers[0] == 204 and answers[-1] == 429
    a.stream()
    with pytest.raises(AssertionError, match="Too many pages"):
        a.stream()
    stream.close()


def test_lines_cost_what_sockets_do(fresh):
    server = fresh(limits={**GENEROUS, "requests": [20, 0.01]})
    a = Person(server)
    stream = a.stream()
    refused = stream.post(*[{"line": n, "open": "ZZZZZ"} for n in range(1, 40)])
    assert refused.status_code == 429 and "too often" in refused.json()["sentence"]
    assert a.http.get("/api/stream").status_code == 429, "of one address"
    stream.close()


def test_wrong_codes_are_answered_as_on_a_socket(server):
    a, stranger = Person(server), Person(server)
    code = a.open()
    stranger.http.cookies = httpx.Cookies({"coprime": "forged"})
    for person, at, close in ((stranger, code, 4401), (a, "ZZZZZ", 4404), (a, "x", 4404)):
        page = person.stream().page(at, hello=False)
        assert page.hear()["fatal"] and page.hear() is None and page.closed == close


def test_only_the_page_that_opened_a_stream_sends_to_it(server):
    a, b = Person(server), Person(server)
    stream = a.stream()
    page = stream.page(a.open())
    n = stream.n
    for http in (b.http, httpx.Client(base_url=server.url)):
        assert stream.post({"line": page.line, "close": True}, http=http).status_code == 404
    stream.n = n
    assert a.http.post("/api/stream/none", json={"n": 1, "parts": []}).status_code == 404
    page.catch_up()
    stream.close()


@pytest.mark.parametrize("headers", ({"origin": "http://evil.example"}, {"sec-fetch-site": "cross-site"},
                                     {"host": "evil.example"}))
def test_another_site_opens_no_stream(server, headers):
    a = Person(server)
    stream = a.stream()
    assert a.http.get("/api/stream", headers=headers).status_code == 403
    assert a.http.post(f"/api/stream/{stream.id}", json={"n": 1, "parts": []}, headers=headers).status_code == 403
    stream.close()


def test_proxies_are_told_to_hold_nothing_back(server):
    a = Person(server)
    stream = a.stream()
    told = stream.answer.headers
    assert told["content-type"].startswith("text/event-stream") and "content-length" not in told
    assert {name: told[name] for name in HEADERS} == HEADERS
    assert a.http.head("/api/stream").status_code == 405
    stream.close()


def test_whoever_is_waited_for_in_vain_is_gone(monkeypatch):
    """The sign of life, and the end of a stream from whose page nothing is heard."""
    import asyncio
    import types
    monkeypatch.setattr(websocket_fallback, "HEARTBEAT", 0.01)
    monkeypatch.setattr(websocket_fallback, "SILENCE_SECONDS", 0.05)

    async def run():
        sent = []
        limits = types.SimpleNamespace(messages=(10, 1), sockets=5)
        server = types.SimpleNamespace(lease_keeper=None, loop=asyncio.get_running_loop())
        door = types.SimpleNamespace(manager=server, limits=limits, open_streams={}, cookie_key=lambda r: "k",
                                     client_address=lambda r: "c")
        stream = websocket_fallback.EventStream(door, types.SimpleNamespace(scope={}))

        async def send(message):
            sent.append(message)
            assert door.open_streams or message.get("type")

        async def receive():
            await asyncio.Event().wait()
        await asyncio.wait_for(stream({}, receive, send), 5)
        return door, [message.get("body", b"") for message in sent]
    door, sent = asyncio.run(run())
    assert b":\n\n" in sent and sent[-2:] == [b'data: {"close":1012}\n\n', b""] and not door.open_streams


def test_a_server_that_ends_closes_streams_at_once(fresh):
    server = fresh()
    a = Person(server)
    page = a.stream().page(a.open())
    begin = time.monotonic()
    said = server.stop()
    assert "Traceback" not in said and time.monotonic() - begin < websocket_fallback.GOODBYE_SECONDS + 3
    while page.hear():
        pass
    assert page.closed == 1012
