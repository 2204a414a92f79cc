"""Loads a real server: hundreds of tables, every seat connected, N actions per second in all, every one durable.

    python tools/load.py                       200 tables of 4 seats, 300 actions per second
    python tools/load.py --rate 1000 --json
    python tools/load.py --raise               raise the rate until 99 of 100 are no longer answered within 50 ms

The server runs in a process of its own, and so does this generator.  It knows no game: it plays what the scenes offer.
"""

import argparse
import asyncio
import json
import os
import random
import re
import resource
import secrets
import subprocess
import sys
import tempfile
import time
from pathlib import Path

import httpx
import msgspec
from websockets.asyncio.client import connect

LABELS = ".*"
GOOD = 50.0             # milliseconds for 99 of 100
QUIET = 4.0             # seconds without a child that compiles: the server is warm
SERVER = """
import sys, json
from pathlib import Path
from coprime.server.limits import Limits
from coprime.server.run import serve
port, data, warm, database = int(sys.argv[1]), Path(sys.argv[2]), sys.argv[3] == "1", sys.argv[4] or None
much = (1e6, 1e6)
serve(port=port, data=data, warm=warm, database=database,
      limits=Limits(codes=much, anywhere=much, tables=much, open=10**6, requests=much, sockets=10**6, messages=much))
"""
decode = msgspec.json.decode


class Seat:
    """One connected seat: its last scene as it came, undecoded until it is needed."""

    def __init__(self, table, number):
        self.table, self.number = table, number
        self.scene = b""
        self.waiting = {}           # id -> (sent, future)

    async def run(self, url, cookie, ready):
        async with connect(url, additional_headers={"Cookie": cookie}, compression=None, max_size=None,
                           ping_interval=None) as self.socket:
            await self.socket.send('{"type":"hello","seen":0,"as":"seat"}')
            async for text in self.socket:
                data = text.encode()
                self.table.heard += len(data)
                kind = data[:20]
                if kind.startswith(b'{"type":"done"') or kind.startswith(b'{"type":"refused"'):
                    self.answered(decode(data))
                elif kind.startswith(b'{"type":"scene"'):
                    self.scene = data
                    self.table.scenes += 1
                    if self.number == 0:
                        self.table.turned = None
                elif kind.startswith(b'{"type":"welcome"'):
                    ready.set()

    def answered(self, message):
        sent, future = self.waiting.pop(message["id"], (0, None))
        if future and not future.done():
            future.set_result((time.perf_counter() - sent, message))

    async def say(self, message):
        id = message["id"] = secrets.token_hex(6)
        future = asyncio.get_running_loop().create_future()
        self.waiting[id] = (time.perf_counter(), future)
        await self.socket.send(json.dumps(message))
        return await asyncio.wait_for(future, 30)


class Table:
    def __init__(self, code, seats):
        self.code = code
        self.seats = [Seat(self, number) for number in range(seats)]
        self.turned = None
        self.busy = False
        self.scenes = self.heard = 0
        self.n = 0

    def choice(self):
        """A seat and what it may do, or a `go` or `rematch`; None while the scenes have not come."""
        first = self.seats[0].scene
        if not first:
            return None
        told = decode(first)
        scene = told["scene"]
        if told["n"] < self.n:
            return None
        if scene["over"]:
            return self.seats[0], {"type": "rematch"}
        if scene["rest"]:
            return self.seats[0], {"type": "go"}
        for number in random.sample(scene["turn"], len(scene["turn"])):
            own = decode(self.seats[number].scene)
            labels = [acts for acts in offered(own["scene"]) if all(re.fullmatch(LABELS, act) for act in acts)]
            if own["n"] >= self.n and labels:
                return self.seats[number], {"type": "act", "acts": random.choice(labels), "seen": own["n"]}
        return None


def offered(part):
    """The labels that a scene offers, wherever they stand in it; what it says is refused is left out."""
    if isinstance(part, dict):
        if part.get("ok", True):
            if isinstance(part.get("label"), str):
                yield [part["label"]]
            elif isinstance(part.get("labels"), list) and part["labels"]:
                yield part["labels"]
            for inner in part.values():
                yield from offered(inner)
    elif isinstance(part, list):
        for inner in part:
            yield from offered(inner)


async def open_tables(url, given):
    """All tables with all their seats connected and started.  One person holds one seat of every table."""
    people = []
    async with httpx.AsyncClient(base_url=url, timeout=60) as http:
        for _ in range(given.seats):
            answer = await http.get("/api/me")
            http.cookies.clear()
            people.append(answer.cookies["coprime"])
        tables = []
        for _ in range(given.tables):
            answer = await http.post("/api/tables", json={"game": given.game, "seats": given.seats},
                                     headers={"cookie": f"coprime={people[0]}"})
            answer.raise_for_status()
            tables.append(Table(answer.json()["code"], given.seats))
    tasks = []
    for table in tables:
        for seat, person in zip(table.seats, people, strict=True):
            ready = asyncio.Event()
            tasks.append(asyncio.create_task(
                seat.run(f"ws{url[4:]}/ws/{table.code}", f"coprime={person}", ready)))
            await ready.wait()
        await table.seats[0].say({"type": "start"})
    return tables, tasks


async def move(table, seat, message, late, results):
    """One action; a refused one leaves the table free for another try."""
    try:
        took, answer = await seat.say(message)
        if answer["type"] == "done":
            table.n = answer["n"]
            results.append(1000 * (took + late))
        else:
            results.refused += 1
    finally:
        table.busy = False


class Results(list):
    refused = starved = 0


async def run_at(tables, rate, seconds, server):
    """Actions at a rate, each at its own time whether the ones before it were answered or not."""
    results, tasks = Results(), set()
    used, mine = processor(server), time.process_time()
    start = time.perf_counter()
    scenes, heard = sum(t.scenes for t in tables), sum(t.heard for t in tables)
    order, at, due = random.sample(tables, len(tables)), 0, start
    while due < start + seconds:
        now = time.perf_counter()
        if now < due:
            await asyncio.sleep(due - now)
        for _ in range(len(order)):
            table = order[at % len(order)]
            at += 1
            found = None if table.busy else table.choice()
            if found:
                table.busy = True
                late = max(0.0, time.perf_counter() - due - 0.005)     # what the generator itself is late by is small
                task = asyncio.create_task(move(table, *found, late, results))
                tasks.add(task)
                task.add_done_callback(tasks.discard)
                break
        else:
            results.starved += 1
        due += 1 / rate
        await asyncio.sleep(0)
    await asyncio.gather(*tasks, return_exceptions=True)
    took = time.perf_counter() - start
    times = sorted(results) or [float("inf")]
    return {"asked": rate, "achieved": round(len(results) / took, 1), "p50": round(times[len(times) // 2], 2),
            "p99": round(times[int(len(times) * 0.99)], 2), "max": round(times[-1], 2), "actions": len(results),
            "refused": results.refused, "starved": results.starved,
            "scenes": round((sum(t.scenes for t in tables) - scenes) / took),
            "megabytes": round((sum(t.heard for t in tables) - heard) / took / 1e6, 2),
            "server_ms": round(1000 * (processor(server) - used) / max(1, len(results)), 2),
            "generator_ms": round(1000 * (time.process_time() - mine) / max(1, len(results)), 2),
            "load": round(os.getloadavg()[0], 1)}


def processor(pid):
    """Seconds of processor time that a process has used, its children not counted."""
    fields = Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()
    return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")


def good(result):
    return result["p99"] <= GOOD and result["achieved"] >= 0.97 * result["asked"]


async def measure(url, given, server):
    tables, tasks = await open_tables(url, given)
    await run_at(tables, min(given.rate, 100), given.settle, server)
    found, rate = [], given.rate
    while True:
        found.append(await run_at(tables, rate, given.seconds, server))
        if not given.json:
            print("  ".join(f"{name} {value}" for name, value in found[-1].items()), flush=True)
        if not given.rise or not good(found[-1]):
            break
        rate = round(rate * 1.25)
    for task in tasks:
        task.cancel()
    return found


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--game", default="prime_climb")
    parser.add_argument("--tables", type=int, default=200)
    parser.add_argument("--seats", type=int, default=4)
    parser.add_argument("--rate", type=int, default=300, help="actions per second in all")
    parser.add_argument("--seconds", type=float, default=15)
    parser.add_argument("--settle", type=float, default=5, help="seconds before it is measured")
    parser.add_argument("--raise", dest="rise", action="store_true", help="raise the rate until it fails")
    parser.add_argument("--plain", action="store_true", help="uncompiled rules")
    parser.add_argument("--data", type=Path, help="where the database lies (a temporary folder)")
    parser.add_argument("--database", default="", help="URL of another database; it may be filled with tables")
    parser.add_argument("--json", action="store_true")
    parser.add_argument("--labels", default=".*", help="regular expression: the actions that are taken")
    given = parser.parse_args()
    global LABELS
    LABELS = given.labels
    with tempfile.TemporaryDirectory(dir=given.data) as data:
        port = 8100 + secrets.randbelow(800)
        how = [str(port), data, "0" if given.plain else "1", given.database]
        server = subprocess.Popen([sys.executable, "-c", SERVER, *how], stderr=subprocess.DEVNULL)
        try:
            url = f"http://127.0.0.1:{port}"
            wait_for(url)
            if not given.plain:
                wait_until_warm(server.pid)
            found = asyncio.run(measure(url, given, server.pid))
        finally:
            server.terminate()
            server.wait(30)
    used = resource.getrusage(resource.RUSAGE_CHILDREN)
    result = {"game": given.game, "tables": given.tables, "seats": given.tables * given.seats, "runs": found,
              "good": good(found[0]), "server_cpu_seconds": round(used.ru_utime + used.ru_stime, 1),
              "server_memory_mb": round(used.ru_maxrss / 1024)}
    if given.json:
        print(json.dumps(result, indent=2))
    else:
        print(f"server: {result['server_cpu_seconds']} s of processor time, {result['server_memory_mb']} MB")
    return 0 if result["good"] or given.rise else 1


def wait_until_warm(pid):
    """Until the server has had no child that compiles for some seconds."""
    last = time.monotonic()
    while time.monotonic() < last + QUIET:
        if any(task.read_text().strip() for task in Path(f"/proc/{pid}/task").glob("*/children")):
            last = time.monotonic()
        time.sleep(0.2)


def wait_for(url):
    for _ in range(300):
        try:
            httpx.get(f"{url}/api/games/none/rules")
            return
        except httpx.HTTPError:
            time.sleep(0.1)
    raise SystemExit("the server does not answer")


if __name__ == "__main__":
    sys.exit(main())
