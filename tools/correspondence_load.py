"""Measure tables over days: what many of them cost while nobody looks, at a start, and when the time of moves is over.

    python tools/correspondence_load.py --tables 20000

A server of this tree is started at 127.0.0.1 with one process and SQLite.  People open tables with a day for a move, of
one person and a bot; the bot moves until the person is asked.  Then nobody comes, and the tables leave memory.  The
server is killed and started again on what it has stored.  Some pages come back; then a day passes at once, and every
move is made by a bot.  Printed are memory, processor time and waits.

Exit status 1: a table has not left memory, or a move whose time is over was not made.
"""

import argparse
import asyncio
import resource
import subprocess
import sys
import tempfile
import time
from contextlib import closing
from pathlib import Path
from sqlite3 import connect as open_database

import httpx
from load import wait_for
from soak import processor_seconds, resident_mb
from websockets.asyncio.client import connect

HOST = "127.0.0.1"
START = """
import sys, time
from pathlib import Path
from coprime.server.rate_limits import Limits
from coprime.server.run import serve
from coprime.server.store import open_time
shift = Path(sys.argv[2]) / "shift"
open_time.CLOCK = lambda: time.monotonic() + float(shift.read_text())
much = (1e6, 1e6)
serve(port=int(sys.argv[1]), data=Path(sys.argv[2]) / "data", warm=False, behind_proxy=True,
      limits=Limits(tables=much, requests=much, sockets=10**6, messages=much, open=10**6, days=10**6))
"""
GAME = {"game": "prime_daifugo", "seats": 2, "now": True, "hours": 24}
PEOPLE, VISITS = 200, 200
AT_ONCE = 16
RETRIES = 20             # where the store is too busy to take a table
DAY_SECONDS = 86_400
PATIENCE = 1800.0


class MeasuredServer:
    """The server, and what is asked of its process and of its database."""

    def __init__(self, port: int, folder: str) -> None:
        self.port, self.folder, self.url = port, Path(folder), f"http://{HOST}:{port}"
        (self.folder / "shift").write_text("0")

    def start(self) -> float:
        """Start it and return the seconds until it answers."""
        begun = time.perf_counter()
        self.process = subprocess.Popen([sys.executable, "-c", START, str(self.port), str(self.folder)],
                                        stderr=subprocess.DEVNULL)
        wait_for(self.url)
        return time.perf_counter() - begun

    @property
    def pid(self) -> int:
        """The number of its process."""
        return self.process.pid

    def tables_in_memory(self) -> int:
        """Return how many tables it has in memory."""
        return int(httpx.get(f"{self.url}/health").json()["tables"])

    def count_rows(self, query: str) -> int:
        """Return the number that a query gives."""
        with closing(open_database(f"file:{self.folder}/data/coprime.db?mode=ro", uri=True)) as opened:
            return int(opened.execute(query).fetchone()[0])

    def wait_until_quiet(self) -> None:
        """Wait until no table is in memory. Raises TimeoutError."""
        until = time.perf_counter() + PATIENCE
        while self.tables_in_memory():
            if time.perf_counter() > until:
                raise TimeoutError("tables do not leave memory")
            time.sleep(1)


async def open_tables(url: str, count: int) -> list[tuple[httpx.Cookies, str]]:
    """Open tables and return each with the cookie of its person."""
    found: list[tuple[httpx.Cookies, str]] = []
    free = asyncio.Semaphore(AT_ONCE)

    async def open_some(person: int, many: int) -> None:
        # Each at an address of their own, as people are.
        headers = {"x-forwarded-for": f"10.0.{person // 250}.{person % 250 + 1}"}
        async with free, httpx.AsyncClient(base_url=url, timeout=120, headers=headers) as http:
            await http.get("/api/me")
            for _ in range(many):
                found.append((http.cookies, await open_table(http)))
    await asyncio.gather(*(open_some(person, count // PEOPLE) for person in range(PEOPLE)))
    return found


async def open_table(http: httpx.AsyncClient) -> str:
    """Open a table and return its code; ask again where the server asks for patience."""
    for _ in range(RETRIES):
        answer = await http.post("/api/tables", json=GAME)
        if answer.status_code != 503:
            return str(answer.raise_for_status().json()["code"])
        await asyncio.sleep(int(answer.headers.get("retry-after", 1)))
    raise TimeoutError("the server takes no more tables")


async def visit_tables(server: MeasuredServer, tables: list[tuple[httpx.Cookies, str]]) -> list[float]:
    """Let a page come to each of some tables; return the waits from hello to welcome."""
    waits = []
    for cookies, code in tables:
        cookie = "; ".join(f"{name}={value}" for name, value in cookies.items())
        begun = time.perf_counter()
        async with connect(f"ws://{HOST}:{server.port}/ws/{code}", additional_headers={"Cookie": cookie},
                           max_size=None) as socket:
            await socket.send('{"type":"hello"}')
            await socket.recv()
            waits.append(time.perf_counter() - begun)
    return sorted(waits)


def measure_idle(server: MeasuredServer, seconds: float = 60) -> float:
    """Return the share of a core that the server takes while nobody comes."""
    spent = processor_seconds(server.pid)
    time.sleep(seconds)
    return (processor_seconds(server.pid) - spent) / seconds


def measure_deadlines(server: MeasuredServer, count: int) -> None:
    """Let a day pass, and print what it costs that a bot makes every move."""
    moved = "SELECT count(*) FROM tables JOIN correspondence_seats USING (code) WHERE wake > 1 AND wake <= {}"
    due = DAY_SECONDS + 12 * 3600
    spent, begun = processor_seconds(server.pid), time.perf_counter()
    (server.folder / "shift").write_text(str(DAY_SECONDS))
    until = begun + PATIENCE
    over = "SELECT count(*) FROM tables WHERE phase = 'over'"
    while server.count_rows(moved.format(due)) + server.count_rows("SELECT count(*) FROM correspondence_seats WHERE "
                                                                   "wake = 1"):
        if time.perf_counter() > until:
            raise TimeoutError("moves whose time is over were not made")
        time.sleep(1)
    took, spent = time.perf_counter() - begun, processor_seconds(server.pid) - spent
    print(f"{count} moves whose time was over at once: made within {took:.0f} s, {1000 * spent / count:.1f} ms of a "
          f"core each, at most {resident_mb(server.pid):.0f} MB; matches that ended: {server.count_rows(over)}")


async def measure(server: MeasuredServer, count: int) -> None:
    """Print the figures."""
    server.start()
    empty = resident_mb(server.pid)
    spent, begun = processor_seconds(server.pid), time.perf_counter()
    tables = await open_tables(server.url, count)
    took, spent = time.perf_counter() - begun, processor_seconds(server.pid) - spent
    full = resident_mb(server.pid)
    server.wait_until_quiet()
    print(f"{len(tables)} tables over days: opened in {took:.0f} s, {1000 * spent / len(tables):.1f} ms of a "
          f"core each; {empty:.0f} MB before, {full:.0f} MB then, {resident_mb(server.pid):.0f} MB once they have left "
          "memory")
    print(f"while nobody comes: {100 * measure_idle(server):.2f} % of a core")
    server.process.kill()
    server.process.wait()
    took = server.start()
    print(f"start after a kill: {took:.1f} s; {resident_mb(server.pid):.0f} MB, {server.tables_in_memory()} tables in "
          f"memory; while nobody comes: {100 * measure_idle(server):.2f} % of a core")
    waits = await visit_tables(server, tables[:: max(1, len(tables) // VISITS)][:VISITS])
    print(f"a page comes to a table that is not in memory: welcome after {1000 * waits[len(waits) // 2]:.0f} ms in the "
          f"median, {1000 * waits[len(waits) * 99 // 100]:.0f} ms for 99 of 100")
    server.wait_until_quiet()
    measure_deadlines(server, len(tables))


def main() -> int:
    """Start a server, measure, and stop it."""
    given = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    given.add_argument("--tables", type=int, default=20_000)
    given.add_argument("--port", type=int, default=8798)
    asked = given.parse_args()
    hard = resource.getrlimit(resource.RLIMIT_NOFILE)[1]
    resource.setrlimit(resource.RLIMIT_NOFILE, (hard, hard))
    with tempfile.TemporaryDirectory(prefix="coprime-days-") as folder:
        server = MeasuredServer(asked.port, folder)
        try:
            asyncio.run(measure(server, asked.tables))
        except TimeoutError as wrong:
            print(wrong)
            return 1
        finally:
            server.process.kill()
            server.process.wait()
    return 0


if __name__ == "__main__":
    sys.exit(main())
