"""Threads to think in: bots before people's questions, everybody in turn, a bound for each person.

And a server's tables, in one process, on its own event loop.
"""

import asyncio
import json
import threading
import time
from functools import partial

import pytest

from coprime.core.errors import Refused
from coprime.core.registry import find_game as find
from coprime.server.bots.scheduler import MOST_QUESTIONS, QUESTION_PATIENCE, THREADS, FairQueue, ThinkScheduler
from coprime.server.rate_limits import Limits
from coprime.server.table_actor import TableActor
from coprime.server.table_manager import TableManager
from coprime.table import bot_chairs, broadcast, message_dispatch, wire
from coprime.table.settings import Settings, choose_options
from coprime.table.table import Table


def taken(turns):
    found = []
    while turns:
        found.append(turns.pop())
    return found


def test_everybody_has_their_turn():
    turns = FairQueue()
    for thing, whose in (("a1", "a"), ("a2", "a"), ("a3", "a"), ("b1", "b"), ("c1", "c"), ("c2", "c")):
        turns.put(thing, whose)
    assert taken(turns) == ["a1", "b1", "c1", "a2", "c2", "a3"]


def test_tables_have_their_turns_and_in_each_its_people():
    turns = FairQueue()
    for thing in ("xa1", "xa2", "xb1", "xb2", "ya1", "ya2"):
        turns.put(thing, thing[0], thing[1])
    assert taken(turns) == ["xa1", "ya1", "xb1", "ya2", "xa2", "xb2"]


class Pool:
    """Thoughts that take as long as told, and the order in which they began."""

    def __init__(self, loop):
        self.thinking = ThinkScheduler(loop)
        self.began, self.ended, self.refused = [], [], 0
        self.gates = {}

    def ask(self, name, code, person=""):
        gate = self.gates[name] = threading.Event()

        def job():
            self.began.append(name)
            gate.wait(60)
            return name
        try:
            self.thinking.submit_job(code, job, self.ended.append, person)
        except Refused as refused:
            self.refused += 1
            return str(refused)

    async def until(self, *began):
        """Wait until exactly these have begun."""
        await until(lambda: len(self.began) >= len(began))
        await asyncio.sleep(0.02)
        assert self.began == list(began)

    async def end(self, *names):
        for name in names:
            self.gates[name].set()
        await until(lambda: set(names) <= set(self.ended))


def on_a_loop(test):
    """Run a test of a pool on an event loop of its own."""
    def run():
        async def within():
            pool = Pool(asyncio.get_running_loop())
            try:
                await test(pool)
            finally:
                for gate in pool.gates.values():
                    gate.set()
                pool.thinking.stop()
        asyncio.run(within())
    return run


@on_a_loop
async def test_questions_never_hold_all_threads(pool):
    for k in range(MOST_QUESTIONS):
        pool.ask(f"q{k}", "T", "ada")
    await pool.until("q0")
    pool.ask("move", "U")
    await pool.until("q0", "move")
    await pool.end("q0")
    await pool.until("q0", "move", "q1")
    await pool.end("move")
    await pool.until("q0", "move", "q1")


@on_a_loop
async def test_moves_go_before_questions(pool):
    pool.ask("m1", "T")
    pool.ask("m2", "U")
    pool.ask("q", "T", "ada")
    pool.ask("m3", "T")
    pool.ask("m4", "U")
    await pool.until("m1", "m2")
    await pool.end("m1")
    await pool.until("m1", "m2", "m3")
    await pool.end("m2")
    await pool.until("m1", "m2", "m3", "m4")
    await pool.end("m3")
    await pool.until("m1", "m2", "m3", "m4", "q")


@on_a_loop
async def test_a_question_that_has_waited_long_has_its_turn(pool):
    pool.ask("m1", "T")
    pool.ask("m2", "U")
    pool.ask("q1", "T", "ada")
    pool.ask("q2", "T", "bo")
    pool.ask("m3", "T")
    pool.thinking._question_waits_since -= QUESTION_PATIENCE
    await pool.until("m1", "m2")
    await pool.end("m1")
    await pool.until("m1", "m2", "q1")
    await pool.end("m2")
    await pool.until("m1", "m2", "q1", "m3")


@on_a_loop
async def test_a_person_asks_so_many_things_at_once(pool):
    said = [pool.ask(f"q{k}", f"T{k}", "ada") for k in range(MOST_QUESTIONS + 2)]
    assert pool.refused == 2 and said[-1].startswith(f"{MOST_QUESTIONS} of your questions")
    pool.ask("other", "T0", "bo")
    assert pool.refused == 2
    await pool.end("q0")
    pool.ask("again", "T0", "ada")
    assert pool.refused == 2
    pool.ask("many", "T0", "ada")
    assert pool.refused == 3


@on_a_loop
async def test_people_are_forgotten_when_they_are_answered(pool):
    for k in range(MOST_QUESTIONS):
        pool.ask(f"q{k}", "T", "ada")
    await pool.end(*(f"q{k}" for k in range(MOST_QUESTIONS)))
    assert pool.ended == [f"q{k}" for k in range(MOST_QUESTIONS)] and not pool.thinking._question_count
    assert pool.thinking.busy_threads == pool.thinking._busy_with_questions == 0


@on_a_loop
async def test_what_fails_is_told_and_the_next_begins(pool):
    pool.thinking.submit_job("T", lambda: 1 // 0, pool.ended.append)
    pool.ask("next", "T")
    await pool.end("next")
    assert isinstance(pool.ended[0], ZeroDivisionError) and pool.ended[1] == "next"


def test_there_is_more_than_one_thread():
    assert THREADS > 1


# A server in this process.

class Memory:
    """A store that keeps nothing and answers at once."""

    def enqueue_write(self, order):
        order.on_done(None)


class Page:
    is_full = False

    def __init__(self, server, table, key):
        self.loop, self.table_actor = server.loop, server.table_actors[table.code]
        self.got, self.times = [], {}
        self.visit = table.add_connection(self, key, key.title())
        self.say("hello")

    def send(self, data):
        message = json.loads(data)
        self.got.append(message)
        self.times.setdefault(message.get("id", message["type"]), time.monotonic())

    def close(self, code, sentence):
        pass

    def say(self, type, **fields):
        data = wire.encoder.encode({"type": type, **fields})
        decoded = wire.decoder.decode(data)
        self.table_actor.enqueue_input(
            partial(message_dispatch.receive_message, self.table_actor.table, self.visit, decoded))

    def types(self):
        return [message["type"] for message in self.got]

    def notes(self):
        """What the server has to say of the table, as it said last."""
        return next((message["table"]["notes"] for message in reversed(self.got) if "table" in message), [])


def seated(server, code, game="prime_daifugo", seats=2, people=("ada", "bo")):
    """A table of a server, and pages of its people; begun."""
    one = find(game)
    table = Table(code, one, Settings(seats, choose_options(one, seats, {}, None, {})), server)
    bot_chairs.set_up_chairs(table, None, seats)
    server.table_actors[code] = TableActor(server.loop)
    server.table_actors[code].table = table
    pages = [Page(server, table, key) for key in people]
    pages[0].say("start", id="start")
    return table, pages


def in_a_server(test):
    def run(monkeypatch):
        async def within():
            server = TableManager(Memory(), Limits(), lambda code: {"url": "", "lan": False, "how": ""}, warm=False)
            try:
                await test(server, monkeypatch)
            finally:
                await server.stop_all()
        asyncio.run(within())
    return run


async def until(true, seconds=30):
    end = time.monotonic() + seconds
    while not true():
        assert time.monotonic() < end
        await asyncio.sleep(0.005)


@in_a_server
async def test_hints_of_one_person_hold_up_nobody(server, monkeypatch):
    """Seen before: 90 hints at once on one socket, and another table waited 32 s for its own, and for its bots."""
    slow = 0.1
    hint = find("prime_daifugo").hints

    def ladder(view, seat):
        time.sleep(slow)
        return ["Look.", "Look again."]
    monkeypatch.setattr(hint, "ladder", ladder)
    table, pages = seated(server, "AAAAA")
    other, others = seated(server, "BBBBB", seats=3, people=("cy",))
    await until(lambda: others[0].types().count("scene") and pages[1].types().count("scene"))
    began = time.monotonic()
    for k in range(90):
        pages[0].say("hint", id=f"h{k}", seat=0)
    others[0].say("hint", id="mine")
    await until(lambda: any(message.get("id") == "mine" for message in others[0].got))
    assert others[0].times["mine"] - began < 10 * slow, "after one of the others' at most"
    answered = [message for message in pages[0].got if message.get("id", "").startswith("h")]
    assert len(answered) == 90 and sum(message["type"] == "answer" for message in answered) == 5
    assert sum(message["type"] == "refused" for message in answered) == 85


@in_a_server
async def test_two_tables_are_shown_one_after_the_other(server, monkeypatch):
    shown = []
    monkeypatch.setattr(broadcast, "send_updates", lambda table, now: shown.append(table.code) or [])
    tables = {code: seated(server, code)[0] for code in ("AAAAA", "BBBBB")}
    await asyncio.sleep(0.05)
    shown.clear()
    first, second = tables.values()
    for table in (first, second, first, second, second):
        server.schedule_updates(table)
    assert shown == []
    await asyncio.sleep(0)
    assert shown == ["AAAAA"], "one table at a time"
    server.schedule_updates(first)
    await asyncio.sleep(0.05)
    assert shown == ["AAAAA", "BBBBB", "AAAAA"], "each once, and again after what happened since"


@in_a_server
async def test_a_table_that_cannot_be_shown_does_not_hold_up_the_next(server, monkeypatch):
    shown = []

    def fail(table, now):
        shown.append(table.code)
        if table.code == "AAAAA":
            raise RuntimeError("no picture")
        return []
    first, second = (seated(server, code)[0] for code in ("AAAAA", "BBBBB"))
    await asyncio.sleep(0.05)
    monkeypatch.setattr(broadcast, "send_updates", fail)
    server.schedule_updates(first)
    server.schedule_updates(second)
    await asyncio.sleep(0.05)
    assert shown == ["AAAAA", "BBBBB"]
    server.schedule_updates(first)
    await asyncio.sleep(0.05)
    assert shown[-1] == "AAAAA"


@pytest.mark.parametrize("gone", ["forgotten", "another"])
def test_a_thought_for_a_table_that_is_no_longer_here_is_dropped(gone):
    async def within():
        server = TableManager(Memory(), Limits(), lambda code: {"url": "", "lan": False, "how": ""}, warm=False)
        table, _ = seated(server, "AAAAA")
        found = []
        server.run_job(table, lambda: "late", lambda result, now: found.append(result))
        if gone == "forgotten":
            del server.table_actors["AAAAA"]
        else:
            seated(server, "AAAAA")
        await asyncio.sleep(0.1)
        assert found == []
        await server.stop_all()
    asyncio.run(within())


@in_a_server
async def test_who_was_told_that_bots_are_not_ready_is_told_when_they_are(server, monkeypatch):
    """Seen before: the notice stayed until somebody moved."""
    table, pages = seated(server, "AAAAA")
    other, others = seated(server, "BBBBB", game="secret_number")
    table.lobby.chairs[1].level = "strong"
    table.mark_changed()
    pages[0].say("ping")
    await until(lambda: pages[0].notes())
    told = len(others[0].got)
    monkeypatch.setattr(server.compile_queue, "_searches", {("prime_daifugo", "strong"): lambda *_, **__: 0})
    await asyncio.to_thread(server.compile_queue._on_compiled, find("prime_daifugo"))
    await until(lambda: pages[0].notes() == [])
    assert len(others[0].got) == told, "tables of other games are left alone"
