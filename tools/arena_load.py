"""Measure an arena: two servers on a PostgreSQL of its own, scripted people, kills, and a ledger outside.

    python tools/arena_load.py                             200 people for 20 minutes, five kills
    python tools/arena_load.py --people 40 --minutes 5 --kills 2 --seed 7
    python tools/arena_load.py --people 20 --minutes 5 --minute 6        a minute of six seconds, to try the tool

Every person plays Prime Daifugo with primes of the own cards, thinks before each move, comes back to the arena's page
after each game, and asks it as the browser's page does, whose answer is held back until there is a table.  Each kill is
kill -9 of one of the servers in turn, which is started again a little later; whoever was connected to it goes to the
other one.

It prints, for all people together, in milliseconds: from the first question of a page that waits until an answer names
a table, and from a move until its answer, kills included.  Of these waits it prints the parts, in the mean of all and
of the slowest of a hundred (HUNDREDTH):

    alone      nobody else waits
    just_met   only those wait with whom one may not be paired, because the two have just met
    others     somebody waits with whom one could be paired: the servers gather, plan and commit
    opening    from the pairing until its table is open
    told       from then until the page is answered
    unanswered of all of them: while no server answers this page, after a kill
    rematches  pairings of two who had each other last, of 100

What people were told of the end of their games is compared with the results at the end.

Exit status 1: a result was lost, doubled or is another one.
"""

import argparse
import asyncio
import json
import os
import random
import re
import shutil
import subprocess
import sys
import tempfile
import threading
import time
from itertools import permutations
from pathlib import Path
from typing import NamedTuple

import httpx
from websockets.asyncio.client import connect
from websockets.exceptions import WebSocketException

from coprime.core.numbers import is_prime

ROOT = Path(__file__).resolve().parents[1]
SERVER = """
import sys, json, time
from pathlib import Path
from coprime.server.rate_limits import Limits
from coprime.server.run import serve
from coprime.server.tournaments import arena_keeper
from coprime.server.tournaments.arena_memory import ArenaMemory
from coprime.tournaments import tournament
begin, note_opened = arena_keeper._begin, ArenaMemory.note_opened
def note(what, pairings):
    print("arena:", json.dumps([what, time.time(), [one.table for one in pairings]]), file=sys.stderr, flush=True)
def begin_noted(*given, **named):
    made = begin(*given, **named)
    note("paired", made)
    return made
def opened_noted(memory, code, codes):
    note("opened", [one for one in memory.known[code].tournament.open_pairings() if one.code in codes])
    note_opened(memory, code, codes)
arena_keeper._begin, ArenaMemory.note_opened = begin_noted, opened_noted
given, much = json.loads(sys.argv[1]), (1e6, 1e6)
tournament.MINUTE_SECONDS = given.pop("minute")
serve(port=given["port"], data=Path(given["data"]), database=given["database"], limits=Limits(
    codes=much, anywhere=much, tables=much, open=10**6, requests=much, sockets=10**6, messages=much, together=100,
    tournaments=5))
"""
GAME = {"game": "prime_daifugo", "options": {"games_to_win": 1, "stalemate_n": 6}}        # a game takes 20 moves or so
ORDER = ("D", "draw", "pass")   # of moves without a prime
POLL = 0.5              # seconds between two questions of a page that waits for something else than a table
HOLD = 2                # seconds for which an answer may be held back until there is a table
HELD_POLL = 0.1         # between such an answer and the next question
HUNDREDTH = "slowest"
SILENCE = 3.0           # seconds without an answer to a move, after which a page goes elsewhere
REQUEST_SECONDS = 10.0
BROKEN = (OSError, TimeoutError, WebSocketException, httpx.HTTPError)
MOST_CARDS = 3          # in a set that is tried


class Server:
    """A server command, which can be killed and started again on its port."""

    def __init__(self, **given):
        self.given = {"port": 0} | given
        self.process, self.said = None, []

    def start(self):
        """Start it, and wait until it is open."""
        self.process = subprocess.Popen([sys.executable, "-c", SERVER, json.dumps(self.given)], text=True,
                                        stderr=subprocess.PIPE, stdout=subprocess.DEVNULL)
        for line in self.process.stderr:
            self.said.append(line)
            if found := re.search(r"open at http://[^:]+:(\d+)", line):
                self.given["port"] = int(found[1])
                threading.Thread(target=lambda: self.said.extend(self.process.stderr), daemon=True).start()
                return self
        raise RuntimeError("".join(self.said))

    def kill(self):
        """kill -9."""
        self.process.kill()
        self.process.wait()


class Wait(NamedTuple):
    """A wait for an opponent: whose, whom they had met before, since when until when, for which table by its number."""

    name: str
    before: str
    since: float
    until: float
    number: int
    opponent: str
    unanswered: float

    @property
    def seconds(self):
        """How long it was."""
        return self.until - self.since


class Ledger:
    """What people were told: the ends of games by table number; and how long they waited, in seconds."""

    def __init__(self):
        self.ends, self.other_ends, self.waits, self.moves = {}, 0, [], []

    def note_end(self, number, score):
        """Note the end of a game, which both its players are told."""
        if self.ends.setdefault(number, score) != score:
            self.other_ends += 1


class ScriptedPerson:
    """Somebody who plays on until the arena is over."""

    def __init__(self, servers, ledger, think, dice):
        self.servers, self.ledger, self.think, self.dice = servers, ledger, think, dice
        self.server, self.cookie, self.count = dice.randrange(len(servers)), "", 0
        self.unanswered = 0.0           # seconds of questions without an answer
        self.http = httpx.AsyncClient(timeout=REQUEST_SECONDS)

    @property
    def port(self):
        return self.servers[self.server].given["port"]

    async def ask(self, method, path, **body):
        """Ask until somebody answers; returns status and answer."""
        while True:
            asked = time.time()
            try:
                answer = await self.http.request(method, f"http://127.0.0.1:{self.port}{path}",
                                                 headers={"Cookie": self.cookie}, json=body or None)
                if answer.status_code < 500:
                    self.cookie = self.cookie or "; ".join(f"{name}={value}" for name, value in answer.cookies.items())
                    return answer.status_code, answer.json()
            except BROKEN:
                pass
            await self.go_elsewhere()
            self.unanswered += time.time() - asked

    async def go_elsewhere(self):
        """Try another server from now on."""
        self.server = (self.server + 1) % len(self.servers)
        await asyncio.sleep(self.dice.uniform(0.05, 0.3))

    async def play_on(self, path):
        """Wait, play, come back."""
        waits_since, finished, before = None, "", ""
        while True:
            asked, unanswered = time.time(), self.unanswered
            status, told = await self.ask("GET", f"{path}?waits=1&hold={HOLD}")
            if status != 200:
                await asyncio.sleep(POLL)
                continue
            if told["state"] == "over":
                return
            you = told["you"]
            if you["table"] and you["table"] == finished:       # its end is not counted yet
                await asyncio.sleep(POLL / 4)
                continue
            if waits_since is None and can_be_paired(told):
                waits_since, unanswered_before = asked, unanswered
            if you["table"]:
                if waits_since is not None:
                    self.ledger.waits.append(Wait(you["name"], before, waits_since, time.time(), you["number"],
                                                  you["opponent"], self.unanswered - unanswered_before))
                waits_since, before = None, you["opponent"]
                await self.play(path, you["table"], you["number"])
                finished = you["table"]
                continue
            if you["state"] == "paused":
                await self.ask("POST", f"{path}/pause", paused=False)
            elif can_be_paired(told):
                await asyncio.sleep(HELD_POLL)
                continue
            else:
                waits_since = None
            await asyncio.sleep(POLL)

    async def play(self, path, table, number):
        """Play the game of a table to its end, or until the arena says that it is over."""
        game = GamePage(self, number)
        while True:
            try:
                async with connect(f"ws://127.0.0.1:{self.port}/ws/{table}", additional_headers={"Cookie": self.cookie},
                                   compression=None, max_size=None, open_timeout=SILENCE, close_timeout=0.2,
                                   ping_interval=None, proxy=None) as socket:
                    if await game.run(socket):
                        return
            except BROKEN:
                pass
            await self.go_elsewhere()
            status, told = await self.ask("GET", path)
            if status == 200 and told["you"]["table"] != table:
                return


def can_be_paired(told):
    """Tell whether somebody can be paired: neither before the beginning, nor after the time, nor while they pause."""
    return told["state"] == "running" and told["arena"]["left"] > 0 and told["you"]["state"] != "paused"


class GamePage:
    """The page of a person at the table of one game; it outlives its connections."""

    def __init__(self, person, number):
        self.person, self.number = person, number
        self.scene, self.seen, self.pending, self.began, self.tried = None, 0, None, 0.0, []
        self.acted_at = 0               # the number of the scene in which the pending move was chosen

    async def run(self, socket):
        """Play until the game or the connection is over. Returns whether the game is."""
        await socket.send(json.dumps({"type": "hello", "seen": self.seen, "as": "seat"}))
        quiet = time.monotonic()
        while True:
            try:
                message = json.loads(await asyncio.wait_for(socket.recv(), 1.0))
                quiet = time.monotonic()
            except TimeoutError:
                if time.monotonic() - quiet > SILENCE and self.pending:
                    return False
                continue
            if message["type"] == "error":
                return False                    # the arena is asked whether the game is over
            if message["type"] in ("welcome", "table"):
                if self.note_end(message["table"]):
                    return True
                if message["type"] == "welcome" and self.pending:
                    await socket.send(json.dumps(self.pending))
            self.hear(message)
            if self.pending is None and (order := self.choose()) is not None:
                await asyncio.sleep(self.person.dice.uniform(0.5, 1.5) * self.person.think)
                self.pending, self.began, self.acted_at = order, time.monotonic(), self.seen
                await socket.send(json.dumps(order))

    def note_end(self, table):
        """Note the end of the game in the ledger. Returns whether it is over."""
        if table["phase"] != "over" or table["tournament"]["more"]:
            return False
        score = dict(zip([one["name"] for one in table["seats"]], table["tournament"]["score"], strict=True))
        self.person.ledger.note_end(self.number, score)
        return True

    def hear(self, message):
        """Take over a scene, or the answer to a move."""
        if message["type"] == "scene":
            if self.scene is None or message["n"] != self.seen:
                self.tried = []
            self.scene, self.seen = message, max(self.seen, message["n"])
        elif self.pending and message.get("id") == self.pending["id"]:
            self.person.ledger.moves.append(time.monotonic() - self.began)
            if message["type"] == "refused":
                self.tried.append(self.pending["acts"][0])
            elif self.seen <= self.acted_at:
                self.scene = None                   # another one comes; to a move sent again it may have come before
            self.pending = None

    def choose(self):
        """Return the next move, or None: what the rules have refused here is not tried again."""
        scene = self.scene and self.scene["scene"]
        if not scene or scene["over"] or self.scene["seat"] not in scene["turn"]:
            return None
        for label in list_moves(scene):
            if label not in self.tried:
                self.person.count += 1
                id = f"{self.number}-{self.person.count}"
                return {"type": "act", "acts": [label], "seat": self.scene["seat"], "id": id}
        return None


def list_moves(scene):
    """Yield moves of Prime Daifugo, the best first: a prime of as many cards as possible, then a card from the deck."""
    cards = [one["id"] for one in scene["hand"] if one["id"].isdigit()]
    if scene["discarding"]:
        yield from (f"discard {card}" for card in cards)
    counts = [scene["count"]] if scene["count"] else range(MOST_CARDS, 0, -1)
    for count in counts:
        if count <= MOST_CARDS:
            fitting = cards if count < MOST_CARDS else [card for card in cards if len(card) == 1]        # PD-6
            for chosen in sorted(set(permutations(fitting, count)), key=lambda chosen: int("".join(chosen))):
                if int("".join(chosen)) > scene["above"] and is_prime(int("".join(chosen))):
                    yield f"play {' '.join(chosen)}"
                    break
    listed = [one["label"] for one in scene["actions"] if one["ok"]]
    yield from sorted(listed, key=lambda label: ORDER.index(label) if label in ORDER else -1)


def percentiles(seconds):
    """Return milliseconds that half, 90, 99 and all of 100 stay below."""
    ordered = sorted(seconds)
    return {name: round(1000 * ordered[min(len(ordered) - 1, int(part * len(ordered)))]) if ordered else None
            for name, part in (("50", 0.5), ("90", 0.9), ("99", 0.99), ("all", 1.0))}


def read_server_times(said):
    """Return when tables were paired and opened, by number, from what the servers have noted."""
    times = {"paired": {}, "opened": {}}
    for line in said:
        if line.startswith("arena: "):
            what, at, numbers = json.loads(line.removeprefix("arena: "))
            times[what] |= dict.fromkeys(numbers, at)
    return times["paired"], times["opened"]


def split_waits(waits, paired, opened):
    """Return the parts of each wait, in seconds by name."""
    parts = [dict.fromkeys(("alone", "just_met", "others", "opening", "told", "unanswered"), 0.0) for _ in waits]
    changes = []
    for n, one in enumerate(waits):
        end = min(max(paired.get(one.number, one.until), one.since), one.until)
        ready = min(max(opened.get(one.number, end), end), one.until)
        parts[n] |= {"opening": ready - end, "told": one.until - ready, "unanswered": one.unanswered}
        if end > one.since:
            changes += [(one.since, 1, n), (end, -1, n)]
    free, at = set(), 0.0
    for when, change, n in sorted(changes):
        for m in free:
            others = [waits[k] for k in free if k != m]
            met = all(one.name == waits[m].before and one.before == waits[m].name for one in others)
            parts[m]["alone" if not others else "just_met" if met else "others"] += when - at
        free, at = free | {n} if change > 0 else free - {n}, when
    return parts


def mean_parts(waits, said):
    """Return the parts of waits in milliseconds, in the mean of all and of the slowest of a hundred, and rematches."""
    found = list(zip(waits, split_waits(waits, *read_server_times(said)), strict=True))
    slowest = sorted(found, key=lambda one: one[0].seconds)[-max(1, len(found) // 100):]
    means = {name: {part: round(1000 * sum(parts[part] for _, parts in group) / len(group)) for part in group[0][1]}
             for name, group in (("all", found), (HUNDREDTH, slowest)) if group}
    rematches = sum(one.before == one.opponent for one in waits if one.before)
    return means | {"rematches": round(100 * rematches / max(1, sum(bool(one.before) for one in waits)), 1)}


def count_ledger_mismatches(ledger, results):
    """Return how many ends of games that people were told are missing, doubled or others in the results."""
    played = {}
    doubled = 0
    for one in results["pairings"]:
        doubled += one["table"] in played or len(one["games"]) > 1
        if one["games"]:
            played[one["table"]] = dict(zip(one["players"], one["score"], strict=True))
    points = {one["name"]: 0 for one in results["standings"]}
    for score in played.values():
        for name, won in score.items():
            points[name] += {1: 2, 0.5: 1, 0: 0}[won]
    for one in results["pairings"]:
        for name in one["players"] if one["forfeited"] else ():
            points[name] += 2 * (name not in one["forfeited"])
    return {"lost": sum(number not in played for number in ledger.ends),
            "doubled": doubled,
            "others": sum(played.get(number, score) != score for number, score in ledger.ends.items())
            + ledger.other_ends,
            "wrong_points": sum(points[one["name"]] != one["points"] for one in results["standings"])}


async def hold(servers, asked):
    """Hold the arena; returns the figures."""
    dice, ledger = random.Random(asked.seed), Ledger()
    everybody = [ScriptedPerson(servers, ledger, asked.think, random.Random(f"{asked.seed} {n}"))
                 for n in range(asked.people + 1)]
    director, *people = everybody
    for one in everybody:
        await one.ask("GET", "/api/me")
    _, opened = await director.ask("POST", "/api/tournaments", name="Measured", format="arena", minutes=asked.minutes,
                                   **GAME)
    path = f"/api/tournaments/{opened['code']}"
    for n, one in enumerate(people, 1):
        await one.ask("POST", f"{path}/enter", name=f"Player {n}")
    await director.ask("POST", f"{path}/round", now=True)
    playing = [asyncio.create_task(one.play_on(path)) for one in people]
    seconds, loads, kills = asked.minutes * asked.minute, [], 0
    begin = time.monotonic()
    for n in range(asked.kills):
        await asyncio.sleep(max(0.0, begin + seconds * (n + 0.5) / asked.kills - time.monotonic()))
        loads.append(os.getloadavg()[0])
        server = servers[n % len(servers)]
        await asyncio.to_thread(server.kill)
        await asyncio.sleep(dice.uniform(0.5, 3))
        await asyncio.to_thread(server.start)
        kills += 1
    await asyncio.gather(*playing)
    loads.append(os.getloadavg()[0])
    _, results = await director.ask("GET", f"{path}/results.json")
    games = sum(bool(one["games"]) for one in results["pairings"])
    forfeits = sum(bool(one["forfeited"]) for one in results["pairings"])
    said = "".join(line for server in servers for line in server.said)
    return {"people": asked.people, "minutes": seconds / 60, "kills": kills, "pairings": len(results["pairings"]),
            "games": games, "forfeits": forfeits, "ends_told": len(ledger.ends),
            **count_ledger_mismatches(ledger, results),
            "pairing_ms": percentiles([one.seconds for one in ledger.waits]), "paired_after": len(ledger.waits),
            **mean_parts(ledger.waits, [line for server in servers for line in server.said]),
            "move_ms": percentiles(ledger.moves), "moves": len(ledger.moves),
            "load_average": [round(one, 1) for one in loads], "tracebacks": said.count("Traceback")}


def main():
    given = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    given.add_argument("--people", type=int, default=200)
    given.add_argument("--minutes", type=int, default=20)
    given.add_argument("--minute", type=int, default=60, help="seconds of a minute")
    given.add_argument("--kills", type=int, default=5)
    given.add_argument("--think", type=float, default=2.0, help="seconds before a move, in the mean")
    given.add_argument("--seed", type=int, default=1)
    given.add_argument("--show", action="store_true", help="what the servers have said")
    asked = given.parse_args()
    sys.path.insert(0, str(ROOT / "tests" / "server"))
    from postgres import Postgres

    with tempfile.TemporaryDirectory() as folder:
        database, servers = Postgres(), []
        try:
            for n in range(2):
                data = Path(folder) / f"data{n}"
                if n:
                    data.mkdir(mode=0o700)
                    shutil.copy(Path(folder) / "data0" / "secret", data / "secret")
                servers.append(Server(data=str(data), database=database.url, minute=asked.minute).start())
            figures = asyncio.run(hold(servers, asked))
        finally:
            for server in servers:
                server.kill()
            database.close()
    print("\n".join(f"{name:>14}  {value}" for name, value in figures.items()))
    if asked.show:
        print("".join(line for server in servers for line in server.said if not line.startswith("arena: ")))
    sys.exit(any(figures[name] for name in ("lost", "doubled", "others", "wrong_points")))


if __name__ == "__main__":
    main()
