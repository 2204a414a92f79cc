"""Measure a home page with open seats: many people look at it while a table comes and goes once a second.

    python tools/open_seats_load.py --people 5000 --seconds 30
    python tools/open_seats_load.py --people 5000 --seconds 30 --invitations

A server of this tree is started at 127.0.0.1 with one process and SQLite.  Everybody has an event stream of the list;
one host shows a table and takes it off again, by turns.  With --invitations everybody is somebody whom the server
knows, and half a second after each of these changes another one of them is invited to the host's table: the row is
written beside the server, as another process would do.  It prints the server's memory per person, its processor time,
the SQL statements of the whole server, and how long after the host's answer each change has come to everybody, and each
invitation to the invited.

Exit status 1: a stream has ended, or has missed a change, an invitation has not come, or to somebody else.
"""

import argparse
import asyncio
import json
import resource
import sqlite3
import subprocess
import sys
import tempfile
import time
from contextlib import closing
from http.cookiejar import CookieJar, DefaultCookiePolicy
from itertools import count
from pathlib import Path

import httpx
from load import wait_for
from soak import processor_seconds, resident_mb
from websockets.asyncio.client import connect

HOST = "127.0.0.1"
START = """
import sys
from pathlib import Path
from coprime.server.rate_limits import Limits
from coprime.server.run import serve
from sqlalchemy import event
from sqlalchemy.engine import Engine
statements = open(Path(sys.argv[2]) / "statements", "ab", buffering=0)
event.listen(Engine, "before_cursor_execute", lambda *given: statements.write(b"."))
much = (1e6, 1e6)
serve(port=int(sys.argv[1]), data=Path(sys.argv[2]) / "data", warm=False,
      limits=Limits(tables=much, requests=much, sockets=10**6, messages=much, listed=100))
"""
REQUEST = f"GET /api/open-tables/stream HTTP/1.1\r\nHost: {HOST}\r\n"
AT_ONCE = 30            # streams that are opened side by side
PATIENCE = 30.0         # seconds in which a change must come


class HomePage:
    """The event stream of one page.

    changes  (when it came, codes on the list);  invitations  when each came, by its id
    key      of the person, "" for somebody whom the server does not know
    """

    def __init__(self) -> None:
        self.changes: list[tuple[float, frozenset[str]]] = []
        self.invitations: dict[str, float] = {}
        self.key = ""

    async def open(self, port: int, free: asyncio.Semaphore, http: httpx.AsyncClient | None) -> None:
        """Connect, after the server has made a person's cookie where `http` is given, and wait for the first list."""
        async with free:
            cookie = ""
            if http is not None:
                answer = await http.get("/api/me")
                cookie = answer.headers["set-cookie"].split(";")[0]
                self.key = cookie.partition("=")[2].split(".")[0]
            self.reading, self.writing = await asyncio.open_connection(HOST, port)
            self.writing.write(f"{REQUEST}{f'Cookie: {cookie}' if cookie else 'X-Nobody: 1'}\r\n\r\n".encode())
            await self.read_list()

    async def read_list(self) -> None:
        """Read until a list has come."""
        while True:
            line = await self.reading.readline()
            if not line:
                raise ConnectionError("a stream has ended")
            if line.startswith(b"data: "):
                told = json.loads(line[6:])
                self.changes.append((time.perf_counter(), frozenset(table["code"] for table in told["tables"])))
                for one in told.get("invitations", ()):
                    self.invitations.setdefault(one["id"], self.changes[-1][0])
                return

    async def follow(self) -> None:
        """Read lists until cancelled."""
        while True:
            await self.read_list()


class Host:
    """Somebody at a table of their own, which they show and take off again."""

    def __init__(self, url: str) -> None:
        self.http = httpx.Client(base_url=url)
        self.http.get("/api/me")
        self.code = self.http.post("/api/tables", json={"game": "prime_climb", "seats": 2}).json()["code"]
        self.ids = count()

    async def toggle(self, url: str, seconds: float) -> list[tuple[float, bool]]:
        """Show the table or take it off once a second; return when the server had answered, and what is so since."""
        told = []
        cookie = "; ".join(f"{name}={value}" for name, value in self.http.cookies.items())
        async with connect(f"{url.replace('http', 'ws')}/ws/{self.code}", additional_headers={"Cookie": cookie},
                           max_size=None) as socket:
            await socket.send('{"type":"hello"}')
            for turn in range(int(seconds)):
                id, on = f"t{next(self.ids)}", turn % 2 == 0
                await socket.send(json.dumps({"type": "list", "id": id, "on": on}))
                while json.loads(await socket.recv()).get("id") != id:
                    pass
                told.append((time.perf_counter(), on))
                await asyncio.sleep(1)
        return told


def write_invitation(folder: Path, host: str, page: HomePage, code: str, id: str) -> None:
    """Write that the host invites somebody, into the server's database."""
    with closing(sqlite3.connect(folder / "data" / "coprime.db", timeout=PATIENCE)) as opened, opened:
        opened.execute('INSERT INTO invitations (id, person, "to", code, game, at) VALUES (?, ?, ?, ?, ?, ?)',
                       (id, host, page.key, code, "prime_climb", int(time.time())))


async def invite_by_turns(folder: Path, host: Host, pages: list[HomePage], sent: dict[str, tuple[float, int]]) -> None:
    """Invite somebody once a second, half a second after the host's changes; note when and whom in `sent`."""
    key = host.http.cookies["coprime"].split(".")[0]
    await asyncio.sleep(0.5)
    for turn in count():
        id, whom = f"invitation-{turn}", 7919 * turn % len(pages)
        await asyncio.to_thread(write_invitation, folder, key, pages[whom], host.code, id)
        sent[id] = time.perf_counter(), whom
        await asyncio.sleep(1)


async def measure(pid: int, url: str, port: int, people: int, seconds: float, folder: Path, invites: bool) -> bool:
    """Print the figures; return whether everybody has heard of every change."""
    host, before = Host(url), resident_mb(pid)
    pages, free = [HomePage() for _ in range(people)], asyncio.Semaphore(AT_ONCE)
    no_cookies = CookieJar(DefaultCookiePolicy(allowed_domains=[]))         # every question is another person's
    unkept = httpx.Limits(max_keepalive_connections=0)      # the server closes those that are quiet for a while
    async with httpx.AsyncClient(base_url=url, timeout=None, limits=unkept, cookies=no_cookies) as http:
        await asyncio.gather(*(page.open(port, free, http if invites else None) for page in pages))
    after, spent, statements = resident_mb(pid), processor_seconds(pid), (folder / "statements").stat().st_size
    following = [asyncio.ensure_future(page.follow()) for page in pages]
    sent: dict[str, tuple[float, int]] = {}
    inviting = asyncio.ensure_future(invite_by_turns(folder, host, pages, sent)) if invites else None
    told = await host.toggle(url, seconds)
    if inviting is not None:
        inviting.cancel()
        await asyncio.gather(inviting, return_exceptions=True)
    spent = processor_seconds(pid) - spent
    statements = (folder / "statements").stat().st_size - statements
    until = time.perf_counter() + PATIENCE
    while not all(page.changes[-1][1] == pages[0].changes[-1][1] for page in pages) and time.perf_counter() < until:
        await asyncio.sleep(0.1)
    while any(id not in pages[whom].invitations for id, (_, whom) in sent.items()) and time.perf_counter() < until:
        await asyncio.sleep(0.1)
    ended = sum(task.done() for task in following)
    for task in following:
        task.cancel()
    await asyncio.gather(*following, return_exceptions=True)
    waits, missed = delays(host.code, told, pages)
    first, last = (1000 * (now - before) / people for now in (after, resident_mb(pid)))
    print(f"{people} people: {first:.1f} kB each, {last:.1f} kB after {len(told)} changes ({before:.0f} MB before)")
    print(f"processor time of the server: {spent / len(told):.3f} s for each second with a change, "
          f"SQL statements {statements / len(told):.1f}")
    print(f"a change came to the last of them after {waits[len(waits) // 2]:.2f} s in the median, {waits[-1]:.2f} s at "
          f"most; streams that ended: {ended}; changes that somebody missed: {missed}")
    lost = sum(id not in pages[whom].invitations for id, (_, whom) in sent.items())
    came = sorted(pages[whom].invitations[id] - at for id, (at, whom) in sent.items() if id in pages[whom].invitations)
    astray = sum(len(page.invitations) for page in pages) - len(came)
    if came:
        print(f"{len(sent)} invitations came after {came[len(came) // 2]:.2f} s in the median, {came[-1]:.2f} s at "
              f"most; lost: {lost}; to somebody else: {astray}")
    return not (ended or missed or lost or astray)


def delays(code: str, told: list[tuple[float, bool]], pages: list[HomePage]) -> tuple[list[float], int]:
    """Return how long each change took to the last page, and how many were not seen by all before the next one.

    A change that the next one has undone within the second of a look at the store is not told; it counts as missed.
    """
    waits, missed = [], 0
    for turn, (at, on) in enumerate(told):
        end = told[turn + 1][0] + 1.5 if turn + 1 < len(told) else float("inf")
        came = [next((when for when, codes in page.changes if at - 0.5 < when < end and (code in codes) == on), None)
                for page in pages]
        if None in came:
            missed += 1
        else:
            waits.append(max(0.0, max(when for when in came if when is not None) - at))
    return sorted(waits), missed


def main() -> int:
    """Start a server, measure, and stop it."""
    given = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    given.add_argument("--people", type=int, default=5000)
    given.add_argument("--seconds", type=float, default=30)
    given.add_argument("--port", type=int, default=8799)
    given.add_argument("--invitations", action="store_true", help="somebody is invited once a second, too")
    asked = given.parse_args()
    hard = resource.getrlimit(resource.RLIMIT_NOFILE)[1]
    resource.setrlimit(resource.RLIMIT_NOFILE, (hard, hard))
    url = f"http://{HOST}:{asked.port}"
    with tempfile.TemporaryDirectory(prefix="coprime-open-") as folder:
        server = subprocess.Popen([sys.executable, "-c", START, str(asked.port), folder], stderr=subprocess.DEVNULL)
        try:
            wait_for(url)
            is_sound = asyncio.run(measure(server.pid, url, asked.port, asked.people, asked.seconds, Path(folder),
                                           asked.invitations))
            return 0 if is_sound else 1
        finally:
            server.terminate()
            server.wait(60)


if __name__ == "__main__":
    sys.exit(main())
