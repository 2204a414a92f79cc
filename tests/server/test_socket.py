"""Tables over real sockets."""

import asyncio
import contextlib
import json

import httpx
import pytest
from server_process import Person
from websockets.exceptions import ConnectionClosed, InvalidStatus
from websockets.frames import Frame, Opcode

from coprime.server.app.socket_protocol import find_socket_protocol, make_text_frame
from coprime.server.app.table_socket import MOST_WAITING, TableSocket


def test_two_people_and_a_third_who_watches(server):
    a, b, c = Person(server, "Ada"), Person(server, "Bo"), Person(server, "Cy")
    code = a.open(seats=2)
    pages = [a.page(code), b.page(code), c.page(code, watch=True)]
    assert pages[0].say("start")["type"] == "done"
    scenes = [page.wait("scene") for page in pages]
    assert [scene["seat"] for scene in scenes] == [0, 1, "watcher"]
    turn = scenes[0]["scene"]["turn"][0]
    assert pages[1 - turn].act("pass")["type"] == "refused"
    done = pages[turn].act("pass", seen=scenes[turn]["n"])
    for page in pages:
        scene = page.wait("scene") if page.scene["n"] < done["n"] else page.scene
        assert scene["n"] == done["n"] and len(scene["lines"]) == 1
    pages[0].close()
    back = a.page(code, seen=scenes[0]["n"])
    assert back.wait("scene")["lines"][0]["n"] == done["n"]
    for page in pages[1:]:
        page.close()


def test_pc18_a_match_of_two_teams_of_two(server):
    """PC-18: each member at their own page; any of them acts, and all are told."""
    ada, bo, cy, di, eve = (Person(server, name) for name in ("Ada", "Bo", "Cy", "Di", "Eve"))
    untimed = {"level": 1, "first_seconds": 0, "next_seconds": 0, "referee": "program", "overlook": "off"}
    code = ada.open(game="prime_challenge", seats=2, options=untimed)
    pages = [one.page(code) for one in (ada, bo, cy, di)]
    watcher = eve.page(code, watch=True)
    for page, seat in ((pages[2], 0), (pages[3], 1)):
        assert page.say("sit", seat=seat)["type"] == "done"
    assert pages[0].say("start")["type"] == "done"
    assert [page.wait("scene")["seat"] for page in (*pages, watcher)] == [0, 1, 0, 1, "watcher"]
    assert {tuple(table["yours"]) for one in (cy, di) for table in one.http.get("/api/tables").json()["tables"]} == {
        (0,), (1,)}
    for member in (2, 0, 2):                                # somebody else of the team each time
        turn = pages[0].scene["scene"]["turn"][0]
        assert pages[(turn + 1) % 2 + member].act("hit")["type"] == "refused", "it is not their team's turn"
        table_actor = pages[turn + member]
        done = next(answer for label in ("hit", "done") if (answer := table_actor.act(label))["type"] == "done")
        texts = []
        for page in (*pages, watcher):
            while page.scene["n"] < done["n"]:
                page.wait("scene")
            texts.append(page.scene["lines"][-1]["text"])
        assert texts[0] == texts[2] and texts[1] == texts[3] and texts[0] != texts[1]
        assert ("Ada’s team", "Bo’s team")[turn] in texts[4]
    for page in (*pages, watcher):
        page.close()


def test_messages_are_not_compressed(server):
    """A compressor for every page costs more memory than the page."""
    a = Person(server)
    page = a.page(a.open(now=True, seats=2))
    assert "permessage-deflate" in page.socket.request.headers["Sec-WebSocket-Extensions"], "it is offered"
    assert "Sec-WebSocket-Extensions" not in page.socket.response.headers
    page.close()


def test_malformed_messages_are_answered_and_the_table_goes_on(server):
    a = Person(server)
    code = a.open(now=True, seats=2)
    page = a.page(code)
    for nonsense in ("", "{", "[]", "null", "7", '"hello"', '{"type": "fly"}', '{"type": "act"}', "{}",
                     '{"type": "act", "id": "x", "acts": []}', '{"type": "act", "id": "x", "acts": [7]}',
                     '{"type": "act", "id": "x", "acts": ["pass"], "seat": -1}',
                     '{"type": "act", "id": 7, "acts": ["pass"]}', "[" * 5000, "NaN",
                     '{"type":"act","id":"' + "x" * 100 + '"}', "\x00",
                     json.dumps({"type": "chat", "text": "x" * 20_000}),
                     '{"type": "ping"', "\ud7ff" * 9):
        page.socket.send(nonsense)
        answer = page.wait("error")
        assert answer["sentence"] and not answer["fatal"], nonsense
    page.socket.send(b"\x00\x01")
    assert page.wait("error")["sentence"]
    for label in ("", " ", "play", "play 99999999999999999999", "x" * 400, "discard", "\u0000", "draw draw", "１"):
        assert page.act(label)["type"] == "refused"
    assert page.say("ask", acts=["draw"])["type"] == "answer"
    page.send("ping")
    page.wait("pong")
    page.close()


def test_an_oversized_message_is_answered(server):
    a = Person(server)
    page = a.page(a.open(now=True))
    page.socket.send("x" * 100_000)
    assert "at most 16,384" in page.wait("error")["sentence"]
    page.send("ping")
    page.wait("pong")
    page.close()


def test_hello_comes_first(server):
    a = Person(server)
    page = a.page(a.open(), hello=False)
    page.send("act", id="x", acts=["pass"])
    assert page.wait("error")["sentence"] == "Say hello first."
    page.close()


def test_doors_that_stay_shut(server):
    a, stranger = Person(server), Person(server)
    code = a.open()
    stranger.http.cookies = httpx.Cookies({"coprime": "forged"})
    for person, at, close in ((stranger, code, 4401), (a, "ZZZZZ", 4404), (a, "x", 4404)):
        page = person.page(at, hello=False)
        assert page.wait("error")["fatal"]
        assert page.hear() is None and page.closed == close
    with pytest.raises(InvalidStatus):
        a.page(code, origin="http://evil.example")
    page = a.page(code, origin=server.url)
    page.close()


def test_floods_are_slowed_down_then_closed(fresh):
    server = fresh(limits={"messages": [20, 1]})
    a = Person(server)
    page = a.page(a.open(now=True))
    with contextlib.suppress(ConnectionClosed):             # the server may close while we still send
        for _ in range(40):
            page.send("ping")
    while page.hear(2):
        pass
    assert page.closed == 4429 and any("Too many" in m.get("sentence", "") for m in page.got)


def test_class_tables_have_no_chat_and_no_clock(server):
    a = Person(server)
    page = a.page(a.open(seats=2, **{"class": True}))
    assert page.told["class"] and not page.told["talk"] and page.told["clock"] == 0
    page.send("chat", text="hello")
    assert page.wait("refused")["sentence"]
    page.close()


def test_no_clock_runs_at_a_calm_table_until_somebody_starts_it(server):
    a = Person(server)
    page = a.page(a.open("secret_number", seats=2, now=True, calm=True))
    assert page.told["clock"] == 0 and page.told["talk"]
    assert [seat["level"] for seat in page.told["seats"]][1:] == ["novice"]
    page.send("clock", factor=1)
    page.wait("table", match=lambda message: message["table"]["clock"] == 1)
    page.close()


def test_several_people_at_one_device(server):
    a = Person(server)
    page = a.page(a.open(names=["Ann", "Bob"], now=True))
    page.catch_up()
    assert {m["seat"] for m in page.got if m["type"] == "scene"} == {0, 1}
    assert [seat["name"] for seat in page.told["seats"]][:2] == ["Ann", "Bob"] and page.told["hotseat"]
    page.close()


def test_bots_play_on_their_own(server):
    a = Person(server)
    page = a.page(a.open(now=True, seats=3, bots=[None, {"pace": "quick"}, {"pace": "quick"}]))
    page.catch_up()
    for _ in range(4):
        if 0 not in page.scene["scene"]["turn"]:
            page.wait("scene", match=lambda m: 0 in m["scene"]["turn"])
        assert page.act("pass")["type"] == "done"
        page.catch_up()
    page.wait("scene", match=lambda m: 0 in m["scene"]["turn"])
    assert {line["seat"] for m in page.got if m["type"] == "scene" for line in m["lines"]} >= {0, 1, 2}
    hint = page.say("hint")
    assert len(hint["rungs"]) == 1 and hint["of"] >= 1
    page.close()


def test_what_a_browser_does_not_take_waits_up_to_a_bound():
    """Nothing goes out while it reads nothing; then all goes in order, and whoever held a scene back is told."""
    async def run():
        taken, gate, emptied = [], asyncio.Event(), []

        async def send(message):
            await gate.wait()
            taken.append(message.get("text"))
        out = TableSocket(send)
        running = asyncio.ensure_future(out.send_until_closed(lambda: emptied.append(len(taken))))
        for n in range(3):
            assert not out.is_full
            out.send(b"%d" % n)
        await asyncio.sleep(0)
        assert out.is_full and not taken and not emptied
        gate.set()
        await asyncio.sleep(0.01)
        assert taken == ["0", "1", "2"] and emptied == [3] and not out.is_full
        gate.clear()
        for n in range(MOST_WAITING + 2):
            out.send(b"%d" % n)
        assert not out.is_open
        gate.set()
        await asyncio.wait_for(running, 5)
    asyncio.run(run())


def test_a_message_is_written_at_once_while_the_browser_keeps_up():
    """Else it waits with all after it, and what waits is sent by the task, in order."""
    async def run():
        keeps_up, got = True, []

        def write(data):
            if keeps_up:
                got.append(("written", data))
            return keeps_up

        async def send(message):
            got.append(("sent", message.get("text", "").encode()))
        out = TableSocket(send, write)
        running = asyncio.ensure_future(out.send_until_closed())
        await asyncio.sleep(0)
        out.send(b"1")
        assert got == [("written", b"1")], "nothing has been awaited"
        keeps_up = False
        out.send(b"2")
        keeps_up = True
        out.send(b"3")
        assert len(got) == 1, "the third would come before the second"
        await asyncio.sleep(0.01)
        out.send(b"4")
        assert got[1:] == [("sent", b"2"), ("sent", b"3"), ("written", b"4")]
        out.close(1000, "")
        await asyncio.wait_for(running, 5)
    asyncio.run(run())


@pytest.mark.parametrize("length", [0, 1, 125, 126, 65_535, 65_536, 70_000])
def test_a_frame_that_is_written_is_that_of_the_library(length):
    text = b"x" * length
    assert make_text_frame(text) == Frame(Opcode.TEXT, text).serialize(mask=False)


def test_the_locked_uvicorn_has_the_protocol_that_writes():
    assert find_socket_protocol() != "auto"


def test_two_of_one_name_at_one_device_are_numbered(server):
    a = Person(server, "Ada")
    page = a.page(a.open(seats=2, names=["Ann", "ann"], now=True))
    assert [seat["name"] for seat in page.got[0]["table"]["seats"]] == ["Ann", "ann (2)"]
    page.close()
