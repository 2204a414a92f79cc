"""Records from outside: limits, a process of their own, and tables that go on meanwhile."""

import asyncio
import json
import os
import random
import signal
import threading
import time
from pathlib import Path

import httpx
import msgspec
import pytest
from long_record import ticking
from server_process import GENEROUS, Person

import coprime
from coprime.arena.match import play_actions
from coprime.arena.players import make_player
from coprime.core.match import Match
from coprime.core.record import MOST_EVENTS
from coprime.core.registry import find_game as find
from coprime.server.replays import worker_pool as pool
from coprime.server.replays.session import ReplaySession
from coprime.server.replays.worker import ReaderResponse
from coprime.server.replays.worker_pool import ReplayWorkerPool
from coprime.server.request_error import RequestError
from coprime.table.event_history import CHECKPOINT_STEPS, RECENT_POSITIONS


def meanwhile(job):
    """Start a job in a thread; tells what came of it and whether it has ended."""
    ended, found = threading.Event(), []

    def run():
        found.append(job())
        ended.set()
    threading.Thread(target=run, daemon=True).start()
    return ended, found


def readers_of(server):
    """The processes of a server that read records."""
    found = []
    for folder in Path("/proc").glob("[0-9]*"):
        try:
            parent = int((folder / "stat").read_text().rsplit(")", 1)[1].split()[1])
            if parent == server.process.pid and b"coprime.server.replays.worker" in (folder / "cmdline").read_bytes():
                found.append(int(folder.name))
        except (OSError, IndexError):
            continue
    return found


def await_reader(server):
    while not (found := readers_of(server)):
        time.sleep(0.01)
    return found


def load(person, text, status=201):
    return person._answer(person.http.post("/api/replays", content=text, timeout=120), status)


def test_tables_answer_while_a_long_record_is_read_and_played_on(server):
    a, b = Person(server, "Ada"), Person(server, "Bo")
    page = b.page(b.open("prime_daifugo", seats=2, bots=[None], now=True, practice=True))
    text = ticking(6_000)
    ended, found = meanwhile(lambda: load(a, text))
    await_reader(server)
    for _ in range(20):
        assert page.act("dance")["type"] == "refused"
    assert not ended.is_set(), "the table was answered first"
    assert ended.wait(120)
    id, last = found[0]["id"], len(found[0]["events"])
    assert last == 6_000

    asked = {"step": last, "seat": 0}
    ended, codes = meanwhile(lambda: a.http.post(f"/api/replays/{id}/whatif", json=asked, timeout=120))
    for _ in range(5):
        assert page.act("dance")["type"] == "refused"
    assert not ended.is_set(), "the table was answered first"
    assert ended.wait(120) and codes[0].status_code == 201, codes[0].text
    played = a.page(codes[0].json()["code"])
    scene = played.wait("scene")
    assert scene["step"] == last and scene["seat"] == 0
    assert played.told["seats"][0]["name"] == "Ada" and played.told["practice"]
    page.close(), played.close()


def test_a_table_from_a_replay_is_the_match_so_far_and_comes_back_from_its_journal(fresh):
    server = fresh()
    a = Person(server, "Ada")
    code = a.open(now=True, seats=2, bots=[None, {"pace": "quick"}])
    page = a.page(code)
    for _ in range(4):
        if page.scene is None or 0 not in page.scene["scene"]["turn"]:
            page.wait("scene", match=lambda m: 0 in m["scene"]["turn"])
        page.act("pass")
    page.drain(1)
    kept = a.post(f"/api/tables/{code}/replay")
    step = next(event["step"] for event in reversed(kept["events"]) if event["seat"] == 0) - 1
    then = a.get(f"/api/replays/{kept['id']}", seat=0, **{"from": step, "to": step})["steps"][0]["scene"]
    again = a.post(f"/api/replays/{kept['id']}/whatif", step=step, seat=0)["code"]
    one = a.page(again)
    scene = one.wait("scene")
    assert scene["step"] == step and scene["scene"]["hand"] == then["hand"] and scene["scene"]["turn"] == [0]
    other, new = page.told["seats"][1]["name"], one.told["seats"][1]["name"]
    words = [line["text"] for line in scene["lines"]]
    assert words and words == [line["text"].replace(other, new) for line in _log(page) if line["step"] <= step]
    server.kill()
    server.start()
    two = a.page(again)
    assert two.wait("scene")["scene"] == scene["scene"]
    assert two.act("pass")["type"] == "done"


def _log(page):
    return [line for message in page.got if message["type"] == "scene" for line in message["lines"]]


def test_a_record_has_at_most_so_many_events(server):
    head, *_ = ticking(1).split("\n", 1)
    event = '["clock", "1", "0000000000000000", ""]'
    text = head + "\n" + ",\n".join([event] * (MOST_EVENTS + 1)) + "\n]}\n"
    answer = load(Person(server), text, 400)
    assert answer["sentence"] == "The record has 20,001 events; at most 20,000 are read."
    one_less = head + "\n" + ",\n".join([event] * MOST_EVENTS) + "\n]}\n"
    assert load(Person(server), one_less, 400)["sentence"].startswith("Line 2: ")


def test_a_record_that_takes_too_long_is_stopped(fresh):
    server = fresh(limits={**GENEROUS, "reading": 0.3})
    a = Person(server)
    answer = load(a, ticking(6_000), 400)
    assert answer["sentence"].startswith("Reading this record took longer than")
    assert a.get("/api/me")["name"] == a.name


def test_one_record_at_a_time_and_a_stopped_reader_is_a_sentence(fresh):
    server = fresh()            # a reader left idle by another test would be found before the record has arrived
    a = Person(server)
    text = ticking(6_000)
    ended, found = meanwhile(lambda: a.http.post("/api/replays", content=text, timeout=120))
    (pid, *_) = await_reader(server)
    second = load(a, ticking(10), 429)
    assert second["sentence"].startswith("Another record of yours")
    assert not ended.is_set()
    os.kill(pid, signal.SIGKILL)
    assert ended.wait(60) and found[0].status_code == 503
    assert found[0].json()["sentence"].startswith("The program that reads records was stopped")
    assert len(load(a, ticking(10))["events"]) == 10, "another reader has been started"


def test_only_some_positions_are_kept():
    opened = ReplaySession(ticking(1_000))
    assert opened.history.step_count == 1_000
    assert len(opened.history._positions) <= 1_000 // CHECKPOINT_STEPS + RECENT_POSITIONS + 2


def test_a_reader_that_nobody_asks_ends_and_its_memory_is_free(monkeypatch):
    monkeypatch.setattr(pool, "IDLE_SECONDS", 0.05)

    async def go():
        readers = ReplayWorkerPool(1, 60)

        async def text():
            return ticking(10)
        record, told = await readers.run_job("ada", "kept", "x", text, "x", type=tuple[str, bytes])
        (process,) = readers._idle
        await asyncio.wait_for(process.child.wait(), 20)
        assert not readers._idle and json.loads(told)["id"] == "x" and record == ticking(10)
        assert not readers.is_waiting("ada")
        with pytest.raises(RequestError, match="no replay"):
            await readers.run_job("ada", "look", "y", _missing, "y", 99, 0, 0, type=bytes)
        await readers.stop_all()
    asyncio.run(go())


async def _missing():
    raise RequestError(404, "wrong.replay", id="y")


def test_reviews_of_many_leave_a_reader_to_what_is_short(monkeypatch):
    async def go():
        readers, held = ReplayWorkerPool(2, 60), asyncio.Event()
        asked = readers._send_job

        async def answered(job, *given):
            if job == "look_back":
                await held.wait()
                return ReaderResponse(0, "", msgspec.Raw(msgspec.msgpack.encode({})))
            return await asked(job, *given)
        monkeypatch.setattr(readers, "_send_job", answered)

        async def text():
            return ticking(10)
        reviews = [asyncio.ensure_future(readers.run_job(f"p{n}", "look_back", "x", text, 0, type=dict))
                   for n in range(64)]
        await asyncio.sleep(0)
        for person in ("ada", "p0", "p1"):          # p0's own review is being thought about, p1's waits
            told = await asyncio.wait_for(readers.run_job(person, "told", "x", text, "x", type=bytes), 300)
            assert json.loads(told)["id"] == "x"
        assert not any(one.done() for one in reviews)
        held.set()
        await asyncio.gather(*reviews)
        await readers.stop_all()
    asyncio.run(go())


def test_a_class_report_waits_behind_nothing_of_others_and_turns_are_by_person(monkeypatch):
    async def go():
        readers, held, begun = ReplayWorkerPool(2, 60), asyncio.Event(), []

        async def answered(job, id, *given):
            begun.append(given[-1][0] if job != "practised" else job)
            if job != "practised":
                await held.wait()
            return ReaderResponse(0, "", msgspec.Raw(msgspec.msgpack.encode([])))
        monkeypatch.setattr(readers, "_send_job", answered)

        async def text():
            return None

        def asked(person, job, n):
            return asyncio.ensure_future(readers.run_job(person, job, "", text, n, type=list))
        jobs = [asked("eve", "look_back", f"eve {n}") for n in range(pool.MOST_QUEUED)]
        jobs += [asked("bo", "look_back", "bo"), asked("teacher", "look_back", "own")]
        jobs += [asked(f"p{n}", "told", f"p{n}") for n in range(64)]
        await asyncio.sleep(0)
        for _ in range(30):                         # as many as a class has tables
            assert await readers.run_job("teacher", "practised", "", text, "daifugo", type=list) == []
        assert not any(one.done() for one in jobs)
        held.set()
        await asyncio.gather(*jobs)
        reviews = [one for one in begun if not one.startswith("p")]
        assert reviews[:4] == ["eve 0", "bo", "own", "eve 1"], "the next one of a person stands behind the others'"
        await readers.stop_all()
    asyncio.run(go())


def test_many_jobs_of_one_person_wait_for_each_other(monkeypatch):
    monkeypatch.setattr(pool, "MOST_QUEUED", 3)

    async def go():
        readers = ReplayWorkerPool(2, 60)

        async def text():
            return ticking(10)
        jobs = [asyncio.ensure_future(readers.run_job("ada", "told", "x", text, "x", type=bytes)) for _ in range(3)]
        await asyncio.sleep(0)
        with pytest.raises(RequestError, match="too often"):
            await readers.run_job("ada", "told", "x", text, "x", type=bytes)
        assert len(set(await asyncio.gather(*jobs))) == 1
        assert len(readers._idle) == 1, "one at a time"
        await readers.stop_all()
    asyncio.run(go())


def test_whoever_has_the_address_may_look(server):
    a = Person(server, "Ada")
    id = load(a, ticking(20))["id"]
    stranger = httpx.Client(base_url=server.url, timeout=20)
    told = stranger.get(f"/api/replays/{id}")
    assert told.status_code == 200 and len(told.json()["events"]) == 20 and not stranger.cookies
    steps = stranger.get(f"/api/replays/{id}", params={"from": 0, "to": 3, "seat": 1}).json()
    assert [step["step"] for step in steps["steps"]] == [0, 1, 2, 3]
    assert stranger.get(f"/api/replays/{id}/record").text == ticking(20)
    qr = stranger.get(f"/api/replays/{id}/qr").json()
    assert qr["url"].endswith(f"/replay/{id}") and qr["path"].startswith("M")
    for path in (f"/api/replays/{id}x", f"/api/replays/{id}x/qr", f"/api/replays/{id}x/record"):
        answer = stranger.get(path)
        assert answer.status_code == 404 and "no replay" in answer.json()["sentence"]
    assert stranger.post(f"/api/replays/{id}/whatif", json={"step": 3}).status_code == 401
    for odd in ({"from": 10**30}, {"from": 0, "to": 10**30}, {"from": -5}):
        assert stranger.get(f"/api/replays/{id}", params=odd).status_code == 400
    assert a.http.post(f"/api/replays/{id}/whatif", json={"step": 10**30, "seat": -(10**30)}).status_code == 400


def golden(file):
    """The record of a golden file, after its first line."""
    return file.read_text(encoding="utf-8").partition("\n")[2]


GOLDEN = sorted((Path(coprime.__file__).parent / "games").glob("*/tests/golden/*.txt"))


@pytest.mark.parametrize("file", GOLDEN, ids=lambda file: f"{file.parts[-4]}-{file.stem}")
def test_a_replay_opens_at_its_decisive_moment(file):
    """Where it was won; where nobody won, where something failed last; else at the last event in words."""
    opened = ReplaySession(golden(file), events=None)
    events, moment = opened.events, opened.decisive_step
    marks = [event["mark"] for event in events]
    assert moment > 0 and (events[moment - 1]["text"] or not any(event["text"] for event in events))
    if opened.history.match.over and "won" in marks:
        assert events[moment - 1]["mark"] == "won" and "won" not in marks[moment:]
    elif opened.history.match.over and "failed" in marks:
        assert events[moment - 1]["mark"] == "failed" and "failed" not in marks[moment:]
    else:
        assert not any(event["text"] for event in events[moment:])
    begun = ReplaySession(golden(file).split("\n")[0] + "\n]}\n")
    assert begun.decisive_step == 0


def test_the_longest_real_match_fits():
    """The contest's hundred hands of Daifugo, of which a record may hold two matches."""
    game = find("daifugo")
    match = Match(game, 5, game.presets["uecda"], game.pure_rules)
    for _ in play_actions(match, [make_player(game, game.bots.LEVELS[0])] * 5, random.Random(1)):
        pass
    assert match.over and 5_000 < len(match.events) < MOST_EVENTS // 2
