"""Soak test: two hours of people and bots; every five minutes one of several processes is killed.

    python tools/soak.py                               3 processes on SQLite, 200 people, 50 tables of bots
    python tools/soak.py --minutes 10 --kill 60 --spare --samples FILE

People are the clients of `chaos.py`, two at a table, each with a ledger that is compared with the journal at the end.
Tables of bots are of every game for two or more; the person who opened one stands up, watches, and starts the next
match.  Memory is sampled every half minute for each process; log lines of level warning or worse are counted and shown.
"""

import argparse
import asyncio
import json
import os
import random
import re
import signal
import sys
import tempfile
import time
from collections import Counter
from pathlib import Path

import httpx
import numpy as np
from chaos import BROKEN, Player, ServerProcess, check_ledgers, open_table_of_two
from websockets.asyncio.client import connect

from coprime.core.registry import all_games, find_game

PACE = 4.0              # seconds that a person thinks
SILENT = 60.0           # seconds without a word, after which who looks on at bots connects again
EVERY = 30.0            # seconds between two looks at the memory
SETTLED = 180.0         # seconds after which a process has all that it needs
KINDS = re.compile(r"\d[\d.]*|\b[A-Z0-9]{5}\b")         # what differs between two lines of the log that say the same


class BotTableOwner:
    """The person who opens a table of bots and keeps them playing."""

    def __init__(self, game, ports):
        self.game, self.ports, self.code, self.n, self.stop = game, ports, "", 0, False
        self.did, self.matches = 0, 0

    async def run(self):
        while not self.stop:
            try:
                if not self.code:
                    await self._open()
                url = f"ws://127.0.0.1:{random.choice(self.ports())}/ws/{self.code}"
                async with connect(url, additional_headers={"Cookie": self.cookie}, compression=None, max_size=None,
                                   open_timeout=10, close_timeout=0.2, ping_interval=None, proxy=None) as socket:
                    await self._keep_playing(socket)
            except BROKEN:
                await asyncio.sleep(random.uniform(0.5, 2))

    async def _open(self):
        async with httpx.AsyncClient(base_url=f"http://127.0.0.1:{random.choice(self.ports())}", timeout=30) as http:
            await http.get("/api/me")
            self.cookie = "; ".join(f"{name}={value}" for name, value in http.cookies.items())
            answer = await http.post("/api/tables", json={"game": self.game, "now": True, "practice": False})
            self.code = answer.json()["code"]

    async def _keep_playing(self, socket):
        await socket.send(json.dumps({"type": "hello", "seen": self.n, "as": "seat" if self.n == 0 else "watch"}))
        asked = None
        while not self.stop:
            message = json.loads(await asyncio.wait_for(socket.recv(), SILENT))
            n = message.get("n", 0)
            self.did, self.n = self.did + max(0, n - self.n), max(n, self.n)
            if (table := message.get("table")) and asked != (order := self._choose_message(table)):
                asked = order
                if order:
                    await socket.send(json.dumps({"type": order[0], "id": os.urandom(8).hex()}))

    def _choose_message(self, table):
        """Return the message to send in this state of the table, and the match it is for."""
        if table["phase"] == "over":
            self.matches = table["match"]
            return "rematch", table["match"]
        return ("stand", table["match"]) if table["you"]["seats"] else None


def resident_mb(pid):
    """Return a process's memory in MB, private and shared."""
    return int(Path(f"/proc/{pid}/statm").read_text().split()[1]) * os.sysconf("SC_PAGE_SIZE") / 1e6


def processor_seconds(pid):
    fields = Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()
    return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")


class MemorySamples:
    """Memory samples of each process, by its age."""

    def __init__(self, server, file):
        self.server, self.file, self.born, self.rows = server, file, {}, []

    async def sample_memory(self):
        begin = time.monotonic()
        while True:
            now = time.monotonic()
            for pid in [self.server.process.pid, *self.server.workers]:
                try:
                    row = {"at": round(now - begin), "pid": pid, "worker": pid != self.server.process.pid,
                           "age": round(now - self.born.setdefault(pid, now)), "mb": round(resident_mb(pid), 1),
                           "cpu": processor_seconds(pid)}
                except OSError:                 # it was killed in this moment
                    continue
                self.rows.append(row)
                if self.file:
                    self.file.write(json.dumps(row) + "\n")
                    self.file.flush()
            await asyncio.sleep(EVERY)

    def growth_figures(self):
        """MB at first, in the end and at most, and by how much they grow an hour, for parent and settled processes."""
        found = {}
        for name, worker in (("parent", False), ("workers", True)):
            rows = [row for row in self.rows if row["worker"] == worker and row["age"] >= SETTLED]
            if len(rows) < 3:
                continue
            ages, mb = np.array([row["age"] for row in rows]), np.array([row["mb"] for row in rows])
            found[name] = {"mb_first": mb[0], "mb_last": mb[-1], "mb_most": mb.max(), "oldest_s": int(ages.max()),
                           "mb_an_hour": round(3600 * self._growth_per_second(rows), 2), "looks": len(rows)}
        return found

    @staticmethod
    def _growth_per_second(rows):
        """Return the growth in MB a second within each process's life, all of them together."""
        up = down = 0.0
        for pid in {row["pid"] for row in rows}:
            ages = np.array([row["age"] for row in rows if row["pid"] == pid], float)
            mb = np.array([row["mb"] for row in rows if row["pid"] == pid])
            ages -= ages.mean()
            up, down = up + float(ages @ (mb - mb.mean())), down + float(ages @ ages)
        return up / down if down else 0.0


async def run_soak(folder, processes, tables, bots, minutes, kill, spare=False, file=None, say=lambda text: None):
    """Play for this long; return the measurements.

    Raises AssertionError if an answered action is not stored.
    """
    server = await asyncio.to_thread(ServerProcess(folder / "data", workers=processes, warm=True).start)

    def ports():
        return [server.port]
    seats = [await open_table_of_two(ports, number) for number in range(tables)]
    players = [Player(ledger, seat, cookie, ports, PACE * random.uniform(0.5, 1.5))
               for ledger, cookies in seats for seat, cookie in enumerate(cookies)]
    shelf = [name for name in all_games() if find_game(name).seats[1] > 1]
    keepers = [BotTableOwner(shelf[number % len(shelf)], ports) for number in range(bots)]
    memory = MemorySamples(server, file)
    playing = [asyncio.ensure_future(one.run()) for one in [*players, *keepers]]
    watching = asyncio.ensure_future(memory.sample_memory())
    ledgers = [ledger for ledger, _ in seats]
    begin, kills, counts = time.monotonic(), 0, [0] * tables
    end = begin + 60 * minutes
    while time.monotonic() < end:
        await asyncio.sleep(min(kill, end - time.monotonic()))
        longest = max((wait for ledger, count in zip(ledgers, counts, strict=True) for wait in ledger.waits[count:]),
                      default=0.0)
        counts = [len(ledger.waits) for ledger in ledgers]
        say(f"{(time.monotonic() - begin) / 60:6.1f} min  {sum(counts)} actions of people, the longest since the last "
            f"line took {longest:.1f} s; {sum(one.did for one in keepers)} at tables of bots")
        if time.monotonic() < end - kill / 2 and server.workers[spare:]:
            os.kill(random.choice(server.workers[spare:]), signal.SIGKILL)       # the oldest comes first
            kills += 1
        for one in playing:
            if one.done():
                one.result()
    seconds = time.monotonic() - begin
    for one in [*players, *keepers]:
        one.stop = True
    await asyncio.wait(playing[:len(players)], timeout=60)
    for one in [*playing, watching]:
        one.cancel()
    await asyncio.to_thread(server.stop)
    said = "".join(server.said)
    acked = check_ledgers(f"sqlite:///{folder}/data/coprime.db", ledgers)
    waits = sorted(wait for ledger in ledgers for wait in ledger.waits)
    return {"minutes": round(seconds / 60, 1), "kills": kills, "people": len(players), "answered": acked, "lost": 0,
            "doubled": 0, "bots_did": sum(one.did for one in keepers),
            "bots_matches": sum(one.matches for one in keepers),
            "wait_ms": {part: round(1000 * waits[int(part * (len(waits) - 1))], 1) for part in (0.5, 0.99, 1.0)},
            "memory": memory.growth_figures(), "tracebacks": said.count("Traceback"),
            "log": dict(Counter(KINDS.sub("…", line.strip()) for line in server.said).most_common(20))}


def main():
    given = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    given.add_argument("--processes", type=int, default=3)
    given.add_argument("--tables", type=int, default=100, help="of two people each")
    given.add_argument("--bots", type=int, default=50, help="tables of bots")
    given.add_argument("--minutes", type=float, default=120)
    given.add_argument("--kill", type=float, default=300, help="seconds between two kills")
    given.add_argument("--spare", action="store_true", help="the oldest is never killed: it takes over again and again")
    given.add_argument("--samples", type=argparse.FileType("w"), help="where every look at the memory is kept")
    asked = given.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        figures = asyncio.run(run_soak(
            Path(folder), asked.processes, asked.tables, asked.bots, asked.minutes, asked.kill, asked.spare,
            asked.samples,
            lambda text: print(text, flush=True)))
    print(json.dumps(figures, indent=2))
    return 1 if figures["tracebacks"] else 0


if __name__ == "__main__":
    sys.exit(main())
