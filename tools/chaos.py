"""Plays at a house of several processes while these are killed, stopped and cut off from their database at random.

    python tools/chaos.py                              2 processes on SQLite, 20 faults
    python tools/chaos.py --processes 3 --faults 500
    python tools/chaos.py --kinds kill                 how long takeovers take
    python tools/chaos.py --postgres                   houses of a command each, on a PostgreSQL of its own

Every client keeps a ledger: what it did under which id, and what was answered.  In the end each answered action must
stand in its table's journal once, at the number that was told, and every other one at most once.  Clients take any of
the addresses, so many sockets are passed on; one that hears nothing connects again, and asks again under the same id.
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
from coprime.server.limits import Limits
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


class House:
    """A command that opens the house, perhaps with several processes."""

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
                threading.Thread(target=self._hear, daemon=True).start()
                return self
        raise RuntimeError("".join(self.said))

    def _hear(self):
        for line in self.process.stderr:
            self.said.append(line)

    @property
    def workers(self):
        """The ids of its processes."""
        pid = self.process.pid
        children = map(int, Path(f"/proc/{pid}/task/{pid}/children").read_text().split())
        return [one for one in children if b"coprime.server.cluster.worker" in command(one)]

    def stop(self):
        self.process.send_signal(signal.SIGTERM)
        self.process.wait(60)


def command(pid):
    try:
        return Path(f"/proc/{pid}/cmdline").read_bytes()
    except OSError:
        return b""


class Cutter:
    """A line to PostgreSQL's socket that can be cut: nothing goes through, and nobody is told."""

    def __init__(self, there):
        self.there, self.cut = there, False

    async def begin(self):
        self.server = await asyncio.start_server(self._through, "127.0.0.1", 0)
        self.port = self.server.sockets[0].getsockname()[1]
        return self

    async def _through(self, reader, writer):
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
    """What was done at one table, and what was answered."""

    def __init__(self, code):
        self.code, self.sent, self.acked, self.told, self.latest = code, set(), {}, {}, time.monotonic()
        self.waits = []                 # seconds from an action's first sending until its answer

    def done(self, id, n, began):
        assert self.acked.setdefault(id, n) == n, f"{id} was answered with two numbers"
        self.latest = time.monotonic()
        self.waits.append(self.latest - began)

    def heard(self, seat, lines):
        for line in lines:
            known = self.told.setdefault((seat, line["n"]), line)
            assert known == line, f"told once as {known}, later as {line}"


class Player:
    """Somebody at a table, who never gives up."""

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
        await self._say(socket, {"type": "hello", "seen": self.seen, "as": "seat"})
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
                    await self._say(socket, {"type": "ping"})
                continue
            if message["type"] == "welcome":
                welcomed = True
                if self.pending:
                    await self._say(socket, self.pending)
            self._hear(message)
            if welcomed and self.pending is None and not self.stop and (order := self._next()):
                await asyncio.sleep(self.pace)
                self.pending, self.began = order, time.monotonic()
                await self._say(socket, order)

    async def _say(self, socket, message):
        await socket.send(json.dumps(message))

    def _hear(self, message):
        if message["type"] == "scene":
            self.scene, self.seen = message, max(self.seen, message["n"])
            self.ledger.heard(message["seat"], message["lines"])
        elif self.pending and message.get("id") == self.pending["id"]:
            if message["type"] == "done" and self.pending["type"] == "act":
                self.ledger.done(self.pending["id"], message["n"], self.began)
            self.pending = None

    def _next(self):
        """What it does in the position that it sees."""
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


async def opened(ports, number):
    """A table with two people at it."""
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
    """Faults, one after the other, each followed by a look whether every table goes on."""

    def __init__(self, houses, cutters, players, dice):
        self.houses, self.cutters, self.players, self.dice = houses, cutters, players, dice
        self.ledgers = list({id(player.ledger): player.ledger for player in players}.values())
        self.counts, self.slowest, self.delays = Counter(), {}, []
        self.later = {}                 # (house that is ill, what for): who puts that right again

    async def one(self, kind):
        while len({house for house, _ in self.later}) > max(0, len(self.houses) - 2):
            await asyncio.sleep(0.1)                # somebody must be able to go on
        begin = time.monotonic()
        await getattr(self, f"_{kind}")()
        self.counts[kind] += 1
        while any(ledger.latest <= begin + 0.3 for ledger in self.ledgers):
            if time.monotonic() - begin > 60:
                stuck = [ledger.code for ledger in self.ledgers if ledger.latest <= begin + 0.3]
                raise AssertionError(f"after {kind}: these tables do not go on: {stuck}\n{self._seen(stuck)}")
            await asyncio.sleep(0.02)
        delay = time.monotonic() - begin
        self.delays.append(delay)
        self.slowest[kind] = max(self.slowest.get(kind, 0.0), round(delay, 2))

    def _seen(self, stuck):
        """What is known of tables that do not go on: their people, and what the houses said last."""
        people = [repr(player) for player in self.players if player.ledger.code in stuck]
        return "\n".join([*people, *("".join(house.said[-20:]) for house in self.houses)])

    async def well(self):
        """Wait until everything has been put right again."""
        while self.later:
            await asyncio.sleep(0.1)

    def _target(self):
        """A process that plays and is well: a worker of the one house, or one of the houses."""
        if len(self.houses) == 1:
            return self.dice.choice(self.houses[0].workers or [self.houses[0].process.pid])
        ill = {house for house, _ in self.later}
        return self.dice.choice([house for house in self.houses if house not in ill])

    async def _kill(self):
        target = self._target()
        if isinstance(target, int):
            return os.kill(target, signal.SIGKILL)
        target.process.kill()
        target.process.wait()
        self._after(self.dice.uniform(1, 8), target, target.start)

    async def _stop(self):
        """Longer than a lease lasts; a worker is ended by its parent before that."""
        target = self._target()
        pid = target if isinstance(target, int) else target.process.pid
        os.kill(pid, signal.SIGSTOP)

        def go():
            if b"coprime" in command(pid):
                os.kill(pid, signal.SIGCONT)
        self._after(self.dice.uniform(7, 12), self.houses[0] if isinstance(target, int) else target, go)

    async def _pause(self):
        """Shorter than a lease: everything goes on as it was."""
        target = self._target()
        pid = target if isinstance(target, int) else target.process.pid
        os.kill(pid, signal.SIGSTOP)
        await asyncio.sleep(self.dice.uniform(0.2, 2.5))
        os.kill(pid, signal.SIGCONT)

    async def _end(self):
        """It hands its tables over."""
        target = self._target()
        if isinstance(target, int):
            return self.houses[0].process.send_signal(signal.SIGHUP)
        target.process.send_signal(signal.SIGTERM)

        def again():
            target.process.wait(30)
            target.start()
        self._after(2, target, again)

    async def _cut(self):
        """Its database answers no more; nothing is closed."""
        target = self._target()
        cutter = self.cutters[self.houses.index(target)]
        cutter.cut = True

        def mend():
            cutter.cut = False
        self._after(self.dice.uniform(1, 12), target, mend)

    def _after(self, seconds, house, what):
        async def right():
            await asyncio.sleep(seconds)
            await asyncio.to_thread(what)
            await asyncio.sleep(2)
            del self.later[house, what]
        self.later[house, what] = asyncio.ensure_future(right())


def counted(url, ledgers):
    """Raises AssertionError where an answered action is not kept once, at its number."""
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


async def played(houses, cutters, url, tables, faults, kinds, pace=0.05, seed=None, say=lambda text: None):
    """Play while faults happen; returns the figures.  Raises AssertionError."""
    def ports():
        return [house.port for house in houses if house.process.poll() is None] or [houses[0].port]
    seats = [await opened(ports, number) for number in range(tables)]
    ledgers = [ledger for ledger, _ in seats]
    players = [Player(ledger, seat, cookie, ports, pace) for ledger, cookies in seats
               for seat, cookie in enumerate(cookies)]
    playing = [asyncio.ensure_future(player.run()) for player in players]
    chaos = Chaos(houses, cutters, players, random.Random(seed))
    begin = time.monotonic()
    await asyncio.sleep(2)
    for number in range(faults):
        kind = kinds[number] if number < len(kinds) else chaos.dice.choice(kinds)
        await chaos.one(kind)
        say(f"{number + 1:4} {kind:6} {chaos.delays[-1]:5.1f} s")
        await asyncio.sleep(chaos.dice.uniform(0.2, 1.5))
        for one in playing:
            if one.done():
                one.result()
    await chaos.well()
    await asyncio.sleep(2)
    for player in players:
        player.stop = True
    done, left = await asyncio.wait(playing, timeout=40)
    for one in done:
        one.result()
    assert not left, "somebody waits for ever"
    seconds = time.monotonic() - begin
    for house in houses:
        await asyncio.to_thread(house.stop)
    acked = counted(url, ledgers)
    said = "".join(line for house in houses for line in house.said)
    assert "Traceback" not in said, said
    waits = sorted(wait for ledger in ledgers for wait in ledger.waits)
    return {"faults": dict(chaos.counts), "tables": tables, "seconds": round(seconds), "answered": acked,
            "sent": sum(len(ledger.sent) for ledger in ledgers), "lost": 0, "doubled": 0,
            "slowest_s": chaos.slowest, "late": sum(delay > GOOD for delay in chaos.delays),
            "middle_wait_ms": round(1000 * waits[len(waits) // 2], 1),
            "longest_wait_s": round(waits[-1], 2)}


async def on_sqlite(folder, processes, tables, faults, seed=None, say=lambda text: None, kinds=None):
    house = await asyncio.to_thread(House(folder / "data", workers=processes).start)
    kinds = kinds or ["kill", "stop", "pause", "end", "kill", "stop"]
    return await played([house], [], f"sqlite:///{folder}/data/coprime.db", tables, faults, kinds, seed=seed, say=say)


async def on_postgres(folder, postgres, processes, tables, faults, seed=None, say=lambda text: None, kinds=None):
    """Houses of a command each, as on several machines; each reaches the database through a line that can be cut."""
    houses, cutters = [], []
    for number in range(processes):
        cutters.append(await Cutter(f"{postgres.folder}/.s.PGSQL.5432").begin())
        data = folder / f"data{number}"
        if number:
            data.mkdir(mode=0o700)
            shutil.copy(folder / "data0" / "secret", data / "secret")
        url = f"postgresql+psycopg://coprime@127.0.0.1:{cutters[-1].port}/postgres?sslmode=disable&gssencmode=disable"
        houses.append(await asyncio.to_thread(House(data, database=url).start))
    kinds = kinds or ["kill", "stop", "pause", "end", "cut", "stop", "cut"]
    return await played(houses, cutters, postgres.url, tables, faults, kinds, seed=seed, say=say)


def main():
    given = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    given.add_argument("--processes", type=int, default=2)
    given.add_argument("--tables", type=int, default=6)
    given.add_argument("--faults", type=int, default=20)
    given.add_argument("--seed", type=int)
    given.add_argument("--postgres", action="store_true", help="houses on a PostgreSQL of its own")
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
