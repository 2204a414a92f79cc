"""Load test: hundreds of tables with all seats connected, N committed actions per second in all.

    python tools/load.py                       200 tables of 4 seats, 300 actions per second
    python tools/load.py --rate 1000 --json
    python tools/load.py --raise               raise the rate until 99 of 100 are no longer answered within 50 ms
    python tools/load.py --game prime_canasta --bot novice
    python tools/load.py --quiet 20000         beside this many open tables without spectators
    python tools/load.py --workers 2           the server is several processes
    python tools/load.py --again               kill it at the end, and measure how each table is restored
    python tools/load.py --pin 0               the warm server on core 0 alone, the generator on the others

The server runs in a process of its own (or several), and so does this generator.  It plays matches of numbered deals
which bots have played before (`precomputed_matches.py`), so it waits for no picture, and every refusal is an error.
"""

import argparse
import asyncio
import json
import os
import random
import resource
import secrets
import subprocess
import sys
import tempfile
import time
from collections import deque
from contextlib import suppress
from itertools import count
from pathlib import Path

import httpx
import msgspec
from precomputed_matches import script_match
from websockets.asyncio.client import connect
from websockets.exceptions import ConnectionClosedError

from coprime.arena.players import default_level
from coprime.core.registry import find_game as find
from coprime.table.settings import DEAL_OPTION, has_numbered_deals

GOOD = 50.0             # milliseconds for 99 of 100
SPARE = 1.5             # so many steps are ready for each that a table needs in the mean
AT_ONCE = 8             # tables that are opened side by side
ASLEEP = 100.0          # seconds after which every table sleeps that nobody looks at
QUIET = 4.0             # seconds without a child that compiles: the server is warm
SERVER = """
import sys, json
from pathlib import Path
from coprime.server.rate_limits import Limits
from coprime.server.run import serve
port, data, warm, database = int(sys.argv[1]), Path(sys.argv[2]), sys.argv[3] == "1", sys.argv[4] or None
workers = int(sys.argv[5])
much = (1e6, 1e6)
serve(port=port, data=data, warm=warm, database=database, workers=workers, limits=Limits(
    codes=much, anywhere=much, tables=much, open=10**6, requests=much, sockets=10**6, messages=much, asleep=30))
"""
decode = msgspec.json.decode


class SeatConnection:
    """One connected seat."""

    def __init__(self, table):
        self.table = table
        self.waiting = {}           # id -> (text, when it was sent, future)

    async def run(self, url, cookie, ready):
        """Stay connected until cancelled.

        Connect again if the table moves to another process (close code 1012).
        """
        while True:
            with suppress(ConnectionClosedError):
                await self._receive_until_closed(url, cookie, ready)
            await asyncio.sleep(0.05)

    async def _receive_until_closed(self, url, cookie, ready):
        async with connect(url, additional_headers={"Cookie": cookie}, compression=None, max_size=None,
                           ping_interval=None) as self.socket:
            await self.socket.send('{"type":"hello","seen":0,"as":"seat"}')
            for text, *_ in self.waiting.values():
                await self.socket.send(text)
            async for data in self.socket:
                self.table.heard += len(data)
                kind = data[:20]
                if kind.startswith('{"type":"done"') or kind.startswith('{"type":"refused"'):
                    self.handle_answer(decode(data))
                elif kind.startswith('{"type":"scene"'):
                    self.table.scenes += 1
                elif kind.startswith('{"type":"welcome"'):
                    ready.set()

    def handle_answer(self, message):
        _, sent, future = self.waiting.pop(message["id"], ("", 0, None))
        if future and not future.done():
            future.set_result((time.perf_counter() - sent, message))

    async def send_and_wait(self, message):
        id = secrets.token_hex(6)
        future = asyncio.get_running_loop().create_future()
        text = json.dumps({**message, "id": id})
        self.waiting[id] = (text, time.perf_counter(), future)
        with suppress(ConnectionClosedError):               # it is sent again when there is another one
            await self.socket.send(text)
        return await asyncio.wait_for(future, 30)


class LoadedTable:
    """A table and the messages to send at it, in order."""

    def __init__(self, code, deals, given):
        self.code, self.given, self.host = code, given, ""
        self.game, self.deals = find(given.game), deals
        self.seats = [SeatConnection(self) for _ in range(given.seats)]
        self.busy = self.broken = False
        self.scenes = self.heard = 0
        self.deal = next(deals)
        # Rules that number their deals themselves are asked by an option, which stays.
        self.own = {} if has_numbered_deals(self.game) else {DEAL_OPTION: self.deal}
        self.opening = {"options": self.own} if self.own else {"deal": self.deal}
        self.match = self.next_match()
        self.steps = deque()

    def next_match(self):
        return script_match(self.game, len(self.seats), self.own, self.deal, self.given.bot)

    def prepare_steps(self, steps):
        """Prepare this many steps."""
        while len(self.steps) < steps:
            step = next(self.match, None)
            if step is None:
                self.deal = self.deal if self.own else next(self.deals)
                self.match = self.next_match()
                step = 0, {"type": "rematch"} | ({} if self.own else {"deal": self.deal})
            self.steps.append(step)


async def open_tables(url, given):
    """Open and start all tables with all seats connected; one person holds the same seat of every table."""
    people, deals = [], count(1)
    async with httpx.AsyncClient(base_url=url, timeout=60) as http:
        for _ in range(given.seats):
            answer = await http.get("/api/me")
            http.cookies.clear()
            people.append(answer.cookies["coprime"])
        tables = []
        for _ in range(given.tables):
            table = LoadedTable("", deals, given)
            answer = await http.post("/api/tables", headers={"cookie": f"coprime={people[0]}"},
                                     json={"game": given.game, "seats": given.seats, **table.opening})
            answer.raise_for_status()
            table.code = answer.json()["code"]
            tables.append(table)
    tasks = []
    for table in tables:
        for seat, person in zip(table.seats, people, strict=True):
            ready = asyncio.Event()
            tasks.append(asyncio.create_task(
                seat.run(f"ws{url[4:]}/ws/{table.code}", f"coprime={person}", ready)))
            await ready.wait()
        table.host = people[0]
        for message in ({"type": "clock", "factor": 0}, {"type": "start"}):
            _, answer = await table.seats[0].send_and_wait(message)
            assert answer["type"] == "done", answer
    return tables, tasks


async def play_step(table, late, results):
    """Send the next step of a table.

    If it is refused the table is given up, as later steps would mean something else.
    """
    seat, message = table.steps.popleft()
    took, answer = await table.seats[seat].send_and_wait(message)
    table.busy = False
    if answer["type"] == "done":
        results.append(1000 * (took + late))
    else:
        table.broken = True
        results.refused += 1
        print(f"refused at {table.code}, deal {table.deal}: {message}: {answer['sentence']}", file=sys.stderr)


async def open_quiet_tables(url, given, server):
    """Tables that have begun and that nobody looks at, twice as many as asked: the first half sleeps before the second.

    What each of the first takes of memory, and by how much it grows for each of the second, which lie where the first
    have lain: Python gives little of it back to the system.
    """
    grown = []
    async with httpx.AsyncClient(base_url=url, timeout=60) as http:
        person = (await http.get("/api/me")).cookies["coprime"]
        http.cookies.clear()
        asked = {"game": given.game, "seats": given.seats, "now": True, "practice": False}
        for half in range(2):
            await asyncio.sleep(half * ASLEEP)
            before = resident_bytes(server)
            for first in range(0, given.quiet, AT_ONCE):
                answers = await asyncio.gather(*(
                    http.post("/api/tables", json=asked, headers={"cookie": f"coprime={person}"})
                    for _ in range(min(AT_ONCE, given.quiet - first))))
                for answer in answers:
                    answer.raise_for_status()
            grown.append(round((resident_bytes(server) - before) / given.quiet / 1024, 1))
    return {"quiet": given.quiet, "awake_kb": grown[0], "again_kb": grown[1]}


def resident_bytes(pid):
    """Return the bytes of memory that the server uses."""
    pages = sum(int(Path(f"/proc/{one}/statm").read_text().split()[1]) for one in server_processes(pid))
    return pages * os.sysconf("SC_PAGE_SIZE")


def child_processes(pid):
    return [int(one) for task in Path(f"/proc/{pid}/task").glob("*/children") for one in task.read_text().split()]


def server_processes(pid):
    """Return the processes that serve: the one that was started, and its workers."""
    return [pid, *(one for one in child_processes(pid)
                   if b"coprime.server.cluster.worker" in Path(f"/proc/{one}/cmdline").read_bytes())]


class RateResults(list):
    """The measurements of one rate."""
    refused = starved = 0


async def run_at_rate(tables, rate, seconds, server):
    """Send actions at a rate, each at its own time whether earlier ones were answered or not."""
    for table in tables:
        table.prepare_steps(round(SPARE * rate * seconds / len(tables)) + 1)
        await asyncio.sleep(0)
    results, tasks = RateResults(), set()
    used, mine = processor_seconds(server), time.process_time()
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
            if table.steps and not table.busy and not table.broken:
                table.busy = True
                late = max(0.0, time.perf_counter() - due - 0.005)     # what the generator itself is late by is small
                task = asyncio.create_task(play_step(table, late, results))
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
            "server_ms": round(1000 * (processor_seconds(server) - used) / max(1, len(results)), 2),
            "generator_ms": round(1000 * (time.process_time() - mine) / max(1, len(results)), 2),
            "load": round(os.getloadavg()[0], 1)}


def processor_seconds(pid):
    """Return the server's seconds of processor time, without that of compiling children."""
    stats = [Path(f"/proc/{one}/stat").read_text().rpartition(")")[2].split() for one in server_processes(pid)]
    return sum(int(fields[11]) + int(fields[12]) for fields in stats) / os.sysconf("SC_CLK_TCK")


def is_good_enough(result):
    return result["p99"] <= GOOD and result["achieved"] >= 0.97 * result["asked"]


async def return_to_tables(url, tables, server):
    """Connect one person to each table after a kill.

    Measure the time to the welcome, and the server's load.
    """
    times, used = [], processor_seconds(server)
    for table in tables:
        start, ready = time.perf_counter(), asyncio.Event()
        task = asyncio.create_task(SeatConnection(table).run(f"ws{url[4:]}/ws/{table.code}", f"coprime={table.host}",
                                                             ready))
        await ready.wait()
        times.append(1000 * (time.perf_counter() - start))
        task.cancel()
    times.sort()
    return {"tables": len(tables), "p50": round(times[len(times) // 2], 1),
            "p99": round(times[int(0.99 * len(times))], 1),
            "server_ms": round(1000 * (processor_seconds(server) - used) / len(tables), 1)}


async def measure(url, given, server):
    if given.quiet:
        quiet = await open_quiet_tables(url, given, server)
        print("  ".join(f"{name} {value}" for name, value in quiet.items()), flush=True)
    before = resident_bytes(server)
    tables, tasks = await open_tables(url, given)
    await run_at_rate(tables, min(given.rate, 100), given.settle, server)
    found, rate = [], given.rate
    while True:
        found.append(await run_at_rate(tables, rate, given.seconds, server))
        if not given.json:
            print("  ".join(f"{name} {value}" for name, value in found[-1].items()), flush=True)
        if not given.rise or not is_good_enough(found[-1]):
            break
        rate = round(rate * 1.25)
    print(f"each of these tables takes {(resident_bytes(server) - before) / len(tables) / 1024:.0f} kB",
          file=sys.stderr)
    for task in tasks:
        task.cancel()
    return found, tables


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
    parser.add_argument("--quiet", type=int, default=0, help="so many more tables that nobody looks at")
    parser.add_argument("--again", action="store_true", help="kill the server at last, and come to every table again")
    parser.add_argument("--workers", type=int, default=1, help="processes of the server")
    parser.add_argument("--data", type=Path, help="where the database lies (a temporary folder)")
    parser.add_argument("--database", default="", help="URL of another database; it may be filled with tables")
    parser.add_argument("--pin", metavar="CORES", help="cores of the server, such as 0 or 0,1; the generator gets the "
                        "others, or the same where there are none")
    parser.add_argument("--json", action="store_true")
    parser.add_argument("--bot", help="who plays: a level of the game's bots, random, ... (the usual one)")
    given = parser.parse_args()
    given.bot = given.bot or default_level(find(given.game))
    with tempfile.TemporaryDirectory(dir=given.data) as data:
        port = 8100 + secrets.randbelow(800)
        how = [str(port), data, "0" if given.plain else "1", given.database, str(given.workers)]
        server = subprocess.Popen([sys.executable, "-c", SERVER, *how], stderr=subprocess.DEVNULL)
        try:
            url = f"http://127.0.0.1:{port}"
            wait_for(url)
            if not given.plain:
                wait_until_warm(server.pid)
            if given.pin:
                pin_processes(server.pid, {int(core) for core in given.pin.split(",")})
            found, tables = asyncio.run(measure(url, given, server.pid))
            if given.quiet or given.again:
                server.kill() if given.again else server.terminate()
                server.wait(30)
                start = time.perf_counter()
                server = subprocess.Popen([sys.executable, "-c", SERVER, *how], stderr=subprocess.DEVNULL)
                wait_for(url)
                print(f"with all these tables kept, a start takes {time.perf_counter() - start:.1f} s")
            if given.again:
                wait_until_warm(server.pid)
                back = asyncio.run(return_to_tables(url, tables, server.pid))
                print("again  " + "  ".join(f"{name} {value}" for name, value in back.items()))
        finally:
            server.terminate()
            server.wait(30)
    used = resource.getrusage(resource.RUSAGE_CHILDREN)
    result = {"game": given.game, "tables": given.tables, "seats": given.tables * given.seats, "runs": found,
              "good": is_good_enough(found[0]), "server_cpu_seconds": round(used.ru_utime + used.ru_stime, 1),
              "server_memory_mb": round(used.ru_maxrss / 1024)}
    if given.json:
        print(json.dumps(result, indent=2))
    else:
        print(f"server: {result['server_cpu_seconds']} s of processor time, {result['server_memory_mb']} MB")
    return 0 if result["good"] or given.rise else 1


def pin_processes(pid, cores):
    """Keep the threads of the server on these cores, and this process off them where it has others."""
    others = os.sched_getaffinity(0) - cores
    os.sched_setaffinity(0, others or cores)
    for one in server_processes(pid):
        for thread in Path(f"/proc/{one}/task").iterdir():
            os.sched_setaffinity(int(thread.name), cores)


def wait_until_warm(pid):
    """Wait until nothing has compiled for the server for some seconds."""
    last = time.monotonic()
    while time.monotonic() < last + QUIET:
        processes = server_processes(pid)
        if any(child not in processes for one in processes for child in child_processes(one)):
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
