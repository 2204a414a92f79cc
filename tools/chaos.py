"""Chaos test: kill, stop and cut off the processes of a server at random while clients play.

    python tools/chaos.py                              2 processes on SQLite, 20 faults
    python tools/chaos.py --processes 3 --faults 500
    python tools/chaos.py --kinds kill                 how long takeovers take
    python tools/chaos.py --postgres                   one server command each, on a PostgreSQL of its own

Every client keeps a ledger: each action with its message id and the answer.  At the end each answered action must be in
its table's journal once, at the number of the answer, and every other one at most once.  Clients connect to any of the
addresses, so many sockets are proxied; a client that receives nothing connects again and sends again under the same id.
"""

import argparse
import asyncio
import json
import os
import random
import re
import shutil
import signal
import subprocess
import sys
import tempfile
import threading
import time
from collections import Counter
from pathlib import Path

import httpx
import sqlalchemy as sa
from websockets.asyncio.client import connect
from websockets.exceptions import WebSocketException

ROOT = Path(__file__).resolve().parents[1]
SERVER = """
import sys, json
from pathlib import Path
from coprime.core.errors import BadInput
from coprime.server.rate_limits import Limits
from coprime.server.run import serve
given, much = json.loads(sys.argv[1]), (1e6, 1e6)
try:
    serve(**{"warm": False} | given | {"data": Path(given["data"])}, rest=0.2, limits=Limits(
        codes=much, anywhere=much, tables=much, open=10**6, requests=much, sockets=10**6, messages=much))
except BadInput as wrong:
    sys.exit(str(wrong))
"""
SILENCE = 2.5           # seconds without an answer, after which a client goes elsewhere
PATIENCE = 8.0          # and after which it does so that has not been welcomed
GOOD = 10.0             # seconds in which a table must go on
BROKEN = (OSError, TimeoutError, WebSocketException, httpx.HTTPError)


class ServerProcess:
    """A `coprime serve` command, perhaps with several worker processes."""

    def __init__(self, data, **given):
        self.given = {"data": str(data), "port": 0} | given
        self.process, self.port, self.said = None, 0, []

    def start(self):
        self.process = subprocess.Popen([sys.executable, "-c", SERVER, json.dumps(self.given)], text=True,
                                        stderr=subprocess.PIPE, stdout=subprocess.DEVNULL)
        for line in self.process.stderr:
            self.said.append(line)
            if found := re.search(r"open at http://[^:]+:(\d+)", line):
                self.port = self.given["port"] = int(found[1])
                threading.Thread(target=self._read_output, daemon=True).start()
                return self
        raise RuntimeError("".join(self.said))

    def _read_output(self):
        for line in self.process.stderr:
            self.said.append(line)

    @property
    def workers(self):
        """Return the ids of the worker processes."""
        pid = self.process.pid
        children = map(int, Path(f"/proc/{pid}/task/{pid}/children").read_text().split())
        return [one for one in children if b"coprime.server.cluster.worker" in command_line(one)]

    def stop(self):
        self.process.send_signal(signal.SIGTERM)
        self.process.wait(60)


def command_line(pid):
    try:
        return Path(f"/proc/{pid}/cmdline").read_bytes()
    except OSError:
        return b""


class CuttableProxy:
    """A proxy to PostgreSQL's socket that can stop forwarding without closing a connection."""

    def __init__(self, there):
        self.there, self.cut = there, False

    async def start_listening(self):
        self.server = await asyncio.start_server(self._forward_both_ways, "127.0.0.1", 0)
        self.port = self.server.sockets[0].getsockname()[1]
        return self

    async def _forward_both_ways(self, reader, writer):
        try:
            far, near = await asyncio.open_unix_connection(self.there)
        except OSError:
            return writer.close()
        await asyncio.wait([asyncio.ensure_future(self._copy(reader, near)),
                            asyncio.ensure_future(self._copy(far, writer))], return_when=asyncio.FIRST_COMPLETED)
        near.close()
        writer.close()

    async def _copy(self, reader, writer):
        try:
            while data := await reader.read(65536):
                while self.cut:
                    await asyncio.sleep(0.05)
                writer.write(data)
                await writer.drain()
        except OSError:
            pass


class Ledger:
    """The actions at one table and their answers."""

    def __init__(self, code):
        self.code, self.sent, self.acked, self.told, self.latest = code, set(), {}, {}, time.monotonic()
        self.waits = []                 # seconds from an action's first sending until its answer

    def record_answer(self, id, n, began):
        assert self.acked.setdefault(id, n) == n, f"{id} was answered with two numbers"
        self.latest = time.monotonic()
        self.waits.append(self.latest - began)

    def record_lines(self, seat, lines):
        for line in lines:
            known = self.told.setdefault((seat, line["n"]), line)
            assert known == line, f"told once as {known}, later as {line}"


class Player:
    """A client at a table that reconnects until it is answered."""

    def __init__(self, ledger, seat, cookie, ports, pace):
        self.ledger, self.seat, self.cookie, self.ports, self.pace = ledger, seat, cookie, ports, pace
        self.scene, self.seen, self.pending, self.began, self.count, self.stop = None, 0, None, 0.0, 0, False
        self.tried, self.ended = 0, None

    def __repr__(self):
        seen = self.scene and (self.scene["n"], *(self.scene["scene"][key] for key in ("turn", "over", "rest")))
        return (f"{self.ledger.code}, seat {self.seat}: sees {seen}, has sent {self.pending}, "
                f"{self.tried} connections, the last ended with {self.ended!r}")

    async def run(self):
        while not self.stop:
            self.tried += 1
            try:
                url = f"ws://127.0.0.1:{random.choice(self.ports())}/ws/{self.ledger.code}"
                async with connect(url, additional_headers={"Cookie": self.cookie}, compression=None, max_size=None,
                                   open_timeout=SILENCE, close_timeout=0.2, ping_interval=None, proxy=None) as socket:
                    await self._play(socket)
                self.ended = "silence"
            except BROKEN as wrong:
                self.ended = wrong
                await asyncio.sleep(random.uniform(0.1, 0.4))

    async def _play(self, socket):
        await self._send(socket, {"type": "hello", "seen": self.seen, "as": "seat"})
        welcomed, quiet = False, time.monotonic()
        while not (self.stop and self.pending is None):
            patience = SILENCE if welcomed else PATIENCE
            try:
                message = json.loads(await asyncio.wait_for(socket.recv(), 0.25))
                quiet = time.monotonic()
            except TimeoutError:
                silent = time.monotonic() - quiet
                if silent > patience:
                    return
                if silent > 1 and welcomed and self.pending is None:
                    await self._send(socket, {"type": "ping"})
                continue
            if message["type"] == "welcome":
                welcomed = True
                if self.pending:
                    await self._send(socket, self.pending)
            self._receive(message)
            if welcomed and self.pending is None and not self.stop and (order := self._choose_message()):
                await asyncio.sleep(self.pace)
                self.pending, self.began = order, time.monotonic()
                await self._send(socket, order)

    async def _send(self, socket, message):
        await socket.send(json.dumps(message))

    def _receive(self, message):
        if message["type"] == "scene":
            self.scene, self.seen = message, max(self.seen, message["n"])
            self.ledger.record_lines(message["seat"], message["lines"])
        elif self.pending and message.get("id") == self.pending["id"]:
            if message["type"] == "done" and self.pending["type"] == "act":
                self.ledger.record_answer(self.pending["id"], message["n"], self.began)
            self.pending = None

    def _choose_message(self):
        """Return what the player does in the position that it sees."""
        scene = self.scene and self.scene["scene"]
        id = f"{self.seat}-{self.count}"
        if scene is None or scene["over"]:
            order = {"type": "rematch" if scene else "start"} if self.seat == 0 else None
        elif scene["rest"]:
            order = {"type": "go"}
        else:
            order = {"type": "act", "acts": [random.choice(("draw", "pass"))], "seat": self.seat} \
                if self.seat in scene["turn"] else None
        if order is None:
            return None
        self.count += 1
        self.scene = self.scene if order["type"] == "act" else None if order["type"] == "start" else self.scene
        if order["type"] == "act":
            self.ledger.sent.add(id)
        return order | {"id": id}


async def open_table_of_two(ports, number):
    """Open a table with two players and return them."""
    cookies = []
    async with httpx.AsyncClient(base_url=f"http://127.0.0.1:{random.choice(ports())}", timeout=30) as http:
        for _ in range(2):
            http.cookies.clear()
            await http.get("/api/me")
            cookies.append("; ".join(f"{name}={value}" for name, value in http.cookies.items()))
            if len(cookies) == 1:
                table = {"game": "prime_daifugo", "seats": 2, "bots": [None, None]}
                code = (await http.post("/api/tables", json=table)).json()["code"]
    return Ledger(code), cookies


class Chaos:
    """Causes faults, one after the other, and checks after each that every table goes on."""

    def __init__(self, servers, cutters, players, dice):
        self.servers, self.cutters, self.players, self.dice = servers, cutters, players, dice
        self.ledgers = list({id(player.ledger): player.ledger for player in players}.values())
        self.counts, self.slowest, self.delays = Counter(), {}, []
        self.later = {}                 # (server that is ill, what for): who puts that right again

    async def cause_fault(self, kind):
        while len({server for server, _ in self.later}) > max(0, len(self.servers) - 2):
            await asyncio.sleep(0.1)                # somebody must be able to go on
        begin = time.monotonic()
        await getattr(self, f"_{kind}")()
        self.counts[kind] += 1
        while any(ledger.latest <= begin + 0.3 for ledger in self.ledgers):
            if time.monotonic() - begin > 60:
                stuck = [ledger.code for ledger in self.ledgers if ledger.latest <= begin + 0.3]
                raise AssertionError(f"after {kind}: these tables do not go on: {stuck}\n{self._describe_stuck(stuck)}")
            await asyncio.sleep(0.02)
        delay = time.monotonic() - begin
        self.delays.append(delay)
        self.slowest[kind] = max(self.slowest.get(kind, 0.0), round(delay, 2))

    def _describe_stuck(self, stuck):
        """Describe the tables that do not go on: their players, and the last output of the servers."""
        people = [repr(player) for player in self.players if player.ledger.code in stuck]
        return "\n".join([*people, *("".join(server.said[-20:]) for server in self.servers)])

    async def wait_until_well(self):
        """Wait until every process is up again."""
        while self.later:
            await asyncio.sleep(0.1)

    def _target(self):
        """Return a healthy process that plays: a worker of the one server, or one of the servers."""
        if len(self.servers) == 1:
            return self.dice.choice(self.servers[0].workers or [self.servers[0].process.pid])
        ill = {server for server, _ in self.later}
        return self.dice.choice([server for server in self.servers if server not in ill])

    async def _kill(self):
        target = self._target()
        if isinstance(target, int):
            return os.kill(target, signal.SIGKILL)
        target.process.kill()
        target.process.wait()
        self._repair_after(self.dice.uniform(1, 8), target, target.start)

    async def _stop(self):
        """Suspend a process for longer than a lease lasts; a worker is ended by its parent before that."""
        target = self._target()
        pid = target if isinstance(target, int) else target.process.pid
        os.kill(pid, signal.SIGSTOP)

        def go():
            if b"coprime" in command_line(pid):
                os.kill(pid, signal.SIGCONT)
        self._repair_after(self.dice.uniform(7, 12), self.servers[0] if isinstance(target, int) else target, go)

    async def _pause(self):
        """Suspend a process for less than a lease: everything must go on as before."""
        target = self._target()
        pid = target if isinstance(target, int) else target.process.pid
        os.kill(pid, signal.SIGSTOP)
        await asyncio.sleep(self.dice.uniform(0.2, 2.5))
        os.kill(pid, signal.SIGCONT)

    async def _end(self):
        """End a process gracefully: it hands its tables over."""
        target = self._target()
        if isinstance(target, int):
            return self.servers[0].process.send_signal(signal.SIGHUP)
        target.process.send_signal(signal.SIGTERM)

        def again():
            target.process.wait(30)
            target.start()
        self._repair_after(2, target, again)

    async def _cut(self):
        """Cut a process off from its database without closing the connection."""
        target = self._target()
        cutter = self.cutters[self.servers.index(target)]
        cutter.cut = True

        def mend():
            cutter.cut = False
        self._repair_after(self.dice.uniform(1, 12), target, mend)

    def _repair_after(self, seconds, server, what):
        async def right():
            await asyncio.sleep(seconds)
            await asyncio.to_thread(what)
            await asyncio.sleep(2)
            del self.later[server, what]
        self.later[server, what] = asyncio.ensure_future(right())


def check_ledgers(url, ledgers):
    """Compare ledgers with journals.

    Raise AssertionError if an answered action is not stored once, at its number.
    """
    engine = sa.create_engine(url)
    with engine.connect() as store:
        rows = store.execute(sa.text("SELECT code, n, message FROM events ORDER BY code, n")).all()
    engine.dispose()
    for ledger in ledgers:
        mine = [(n, message.partition(":")[2], message) for code, n, message in rows if code == ledger.code]
        assert [n for n, _, _ in mine] == list(range(1, len(mine) + 1)), f"{ledger.code}: a number is missing"
        ids = Counter(message for _, id, message in mine if id)
        assert set(ids.values()) <= {1}, f"{ledger.code}: an action was carried out twice"
        at = {id: n for n, id, _ in mine if id}
        lost = {id: n for id, n in ledger.acked.items() if at.get(id) != n}
        assert not lost, f"{ledger.code}: answered, and not kept so: {lost}"
        assert max((n for _, n in ledger.told), default=0) <= len(mine), f"{ledger.code}: told, and not kept"
    return sum(len(ledger.acked) for ledger in ledgers)


async def play_with_faults(servers, cutters, url, tables, faults, kinds, pace=0.05, seed=None, say=lambda text: None):
    """Play while faults happen; return the measurements.  Raises AssertionError."""
    def ports():
        return [server.port for server in servers if server.process.poll() is None] or [servers[0].port]
    seats = [await open_table_of_two(ports, number) for number in range(tables)]
    ledgers = [ledger for ledger, _ in seats]
    players = [Player(ledger, seat, cookie, ports, pace) for ledger, cookies in seats
               for seat, cookie in enumerate(cookies)]
    playing = [asyncio.ensure_future(player.run()) for player in players]
    chaos = Chaos(servers, cutters, players, random.Random(seed))
    begin = time.monotonic()
    await asyncio.sleep(2)
    for number in range(faults):
        kind = kinds[number] if number < len(kinds) else chaos.dice.choice(kinds)
        await chaos.cause_fault(kind)
        say(f"{number + 1:4} {kind:6} {chaos.delays[-1]:5.1f} s")
        await asyncio.sleep(chaos.dice.uniform(0.2, 1.5))
        for one in playing:
            if one.done():
                one.result()
    await chaos.wait_until_well()
    await asyncio.sleep(2)
    for player in players:
        player.stop = True
    done, left = await asyncio.wait(playing, timeout=40)
    for one in done:
        one.result()
    assert not left, "somebody waits for ever"
    seconds = time.monotonic() - begin
    for server in servers:
        await asyncio.to_thread(server.stop)
    acked = check_ledgers(url, ledgers)
    said = "".join(line for server in servers for line in server.said)
    assert "Traceback" not in said, said
    waits = sorted(wait for ledger in ledgers for wait in ledger.waits)
    return {"faults": dict(chaos.counts), "tables": tables, "seconds": round(seconds), "answered": acked,
            "sent": sum(len(ledger.sent) for ledger in ledgers), "lost": 0, "doubled": 0,
            "slowest_s": chaos.slowest, "late": sum(delay > GOOD for delay in chaos.delays),
            "middle_wait_ms": round(1000 * waits[len(waits) // 2], 1),
            "longest_wait_s": round(waits[-1], 2)}


async def on_sqlite(folder, processes, tables, faults, seed=None, say=lambda text: None, kinds=None):
    server = await asyncio.to_thread(ServerProcess(folder / "data", workers=processes).start)
    kinds = kinds or ["kill", "stop", "pause", "end", "kill", "stop"]
    return await play_with_faults([server], [], f"sqlite:///{folder}/data/coprime.db", tables, faults, kinds, seed=seed,
                                  say=say)


async def on_postgres(folder, postgres, processes, tables, faults, seed=None, say=lambda text: None, kinds=None):
    """Run servers of one command each, as on several machines; each reaches the database through a proxy."""
    servers, cutters = [], []
    for number in range(processes):
        cutters.append(await CuttableProxy(f"{postgres.folder}/.s.PGSQL.5432").start_listening())
        data = folder / f"data{number}"
        if number:
            data.mkdir(mode=0o700)
            shutil.copy(folder / "data0" / "secret", data / "secret")
        url = f"postgresql+psycopg://coprime@127.0.0.1:{cutters[-1].port}/postgres?sslmode=disable&gssencmode=disable"
        servers.append(await asyncio.to_thread(ServerProcess(data, database=url).start))
    kinds = kinds or ["kill", "stop", "pause", "end", "cut", "stop", "cut"]
    return await play_with_faults(servers, cutters, postgres.url, tables, faults, kinds, seed=seed, say=say)


def main():
    given = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    given.add_argument("--processes", type=int, default=2)
    given.add_argument("--tables", type=int, default=6)
    given.add_argument("--faults", type=int, default=20)
    given.add_argument("--seed", type=int)
    given.add_argument("--postgres", action="store_true", help="servers on a PostgreSQL of its own")
    given.add_argument("--kinds", help="the faults to draw from, as kill,stop,pause,end,cut")
    given.add_argument("--json", action="store_true")
    asked = given.parse_args()
    say = (lambda text: None) if asked.json else (lambda text: print(text, flush=True))
    shared = {"processes": asked.processes, "tables": asked.tables, "faults": asked.faults, "seed": asked.seed,
              "say": say, "kinds": asked.kinds and asked.kinds.split(",")}
    with tempfile.TemporaryDirectory() as folder:
        if asked.postgres:
            sys.path.insert(0, str(ROOT / "tests" / "server"))
            from postgres import Postgres
            database = Postgres()
            try:
                figures = asyncio.run(on_postgres(Path(folder), database, **shared))
            finally:
                database.close()
        else:
            figures = asyncio.run(on_sqlite(Path(folder), **shared))
    print(json.dumps(figures) if asked.json else "\n".join(f"{name:>15}  {value}" for name, value in figures.items()))


if __name__ == "__main__":
    main()
