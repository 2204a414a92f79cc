"""A lesson by script: a teacher, thirty pupils at ten tables, a storm of reloads, and a machine that sleeps.

    python tools/lesson.py                  prints what it measured as JSON
    python tools/lesson.py --pupils 60 --seconds 60 --think 1

The server runs in a process of its own, as a family's does.  All pages come from one address here, so the limits on
one address are lifted.  The pupils play what bots have played before (`scripted.py`).
"""

import argparse
import asyncio
import json
import os
import secrets
import signal
import subprocess
import sys
import tempfile
import time

import httpx
from load import SERVER, Seat, wait_for, wait_until_warm
from scripted import match, usual

from coprime.core.registry import find_game as find

POLL = 2.0              # seconds between two questions of a pupil's page, as the browser part asks
SLEEP = 20.0            # seconds that the machine sleeps


class Pupil(Seat):
    """A pupil's page at a table: it knows its last picture, and when the first one came."""

    def __init__(self, table, name, cookie):
        super().__init__(table)
        self.name, self.cookie, self.task = name, cookie, None

    def open(self, url, code):
        self.ready = asyncio.Event()
        self.task = asyncio.create_task(self.run(f"ws{url[4:]}/ws/{code}", f"coprime={self.cookie}", self.ready))

    async def close(self):
        self.task.cancel()
        await asyncio.gather(self.task, return_exceptions=True)


class Heard:
    """What all pages of a table have been sent."""

    scenes = heard = 0


async def person(http):
    answer = await http.get("/api/me")
    http.cookies.clear()
    return answer.cookies["coprime"]


async def asked(http, cookie, method, path, **body):
    given = {"headers": {"cookie": f"coprime={cookie}"}} | ({"json": body} if method == "POST" else {})
    try:
        answer = await http.request(method, path, **given)
    except httpx.TransportError:                            # closed while the machine slept; browsers ask again, too
        answer = await http.request(method, path, **given)
    answer.raise_for_status()
    return answer.json()


async def lesson(url, given, server):
    async with httpx.AsyncClient(base_url=url, timeout=60) as http:
        teacher = await person(http)
        code = (await asked(http, teacher, "POST", "/api/classes", name="Class 6b"))["code"]
        path = f"/api/classes/{code}"
        await asked(http, teacher, "POST", path, plan={"game": given.game, "seats": given.seats})
        cookies = {f"Pupil {i // 26 * 'A'}{chr(65 + i % 26)}": await person(http) for i in range(given.pupils)}
        begin = time.perf_counter()
        await asyncio.gather(*(asked(http, cookie, "POST", f"{path}/pupils", name=name, picture="owl")
                               for name, cookie in cookies.items()))
        come, begin = time.perf_counter() - begin, time.perf_counter()
        begun = (await asked(http, teacher, "POST", f"{path}/round"))["rounds"][-1]
        began = time.perf_counter() - begin
        tables = [await seated(url, one, cookies, teacher) for one in begun["tables"]]
        asking = [asyncio.create_task(polls(http, cookie, path)) for cookie in cookies.values()]
        playing = [asyncio.create_task(plays(find(given.game), begun["deal"], *table, given)) for table in tables]
        times = sorted(took for some in await asyncio.gather(*playing) for took in some)
        pages = [(page, code) for code, pupils, watching in tables for page in (*pupils.values(), watching)]
        storm = await reloaded(http, url, path, pages)
        for task in asking:
            task.cancel()
        polled = sorted(took for some in await asyncio.gather(*asking) for took in some)
        os.kill(server.pid, signal.SIGSTOP)
        await asyncio.sleep(SLEEP)
        os.kill(server.pid, signal.SIGCONT)
        woken = await reloaded(http, url, path, pages)
        begin = time.perf_counter()
        report = await asked(http, teacher, "GET", f"{path}/report")
        told = time.perf_counter() - begin
        found = {"come_s": come, "begun_s": began, "p50_ms": 1000 * of(times, 0.5), "p99_ms": 1000 * of(times, 0.99),
                 "max_ms": 1000 * times[-1], "poll_p99_ms": 1000 * of(polled, 0.99), "storm_s": storm,
                 "after_sleep_s": woken, "report_s": told, "load": os.getloadavg()[0]}
        return {"pupils": given.pupils, "tables": len(tables), "actions": len(times), "polls": len(polled),
                "practised": sum(one["of"] for one in report["pupils"])} | {
                    name: round(number, 2) for name, number in found.items()}


def of(times, part):
    return times[min(len(times) - 1, int(part * len(times)))]


async def seated(url, one, cookies, teacher):
    """The pages of one table: pupils by seat, and the teacher's."""
    pupils = {seat: Pupil(Heard(), name, cookies[name]) for name, seat in one["seats"].items()}
    watching = Pupil(Heard(), "", teacher)
    for page in (*pupils.values(), watching):
        page.open(url, one["code"])
    await asyncio.gather(*(page.ready.wait() for page in (*pupils.values(), watching)))
    return one["code"], pupils, watching


async def polls(http, cookie, path):
    times = []
    try:
        while True:
            begin = time.perf_counter()
            await asked(http, cookie, "GET", path)
            times.append(time.perf_counter() - begin)
            await asyncio.sleep(POLL)
    except asyncio.CancelledError:
        return times


async def plays(game, deal, code, pupils, watching, given):
    """A table plays for a while: how long each action took until it was kept."""
    options = usual(game, given.seats)
    times, until = [], time.perf_counter() + given.seconds
    for seat, message in match(game, given.seats, options, deal, "casual"):
        if time.perf_counter() > until:
            break
        await asyncio.sleep(given.think)
        took, answer = await pupils[seat].say(message)
        assert answer["type"] == "done", answer
        times.append(took)
    return times


async def reloaded(http, url, path, pages):
    """Everybody loads their page again at once: seconds until the last has their table."""
    begin = time.perf_counter()

    async def again(page, code):
        await page.close()
        await asked(http, page.cookie, "GET", path)
        await asked(http, page.cookie, "GET", "/api/games")
        page.open(url, code)
        await page.ready.wait()
    await asyncio.gather(*(again(page, code) for page, code in pages))
    return time.perf_counter() - begin


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--pupils", type=int, default=30)
    parser.add_argument("--seats", type=int, default=3)
    parser.add_argument("--seconds", type=float, default=60)
    parser.add_argument("--think", type=float, default=2, help="seconds that a pupil thinks")
    parser.add_argument("--game", default="prime_daifugo")
    given = parser.parse_args()
    if given.pupils % given.seats:
        sys.exit("As many pupils as fill their tables, please: bots have no script.")
    with tempfile.TemporaryDirectory() as folder:
        port = 8100 + secrets.randbelow(800)
        how = [str(port), folder, "1", "", "1"]
        server = subprocess.Popen([sys.executable, "-c", SERVER, *how], stderr=subprocess.DEVNULL)
        try:
            url = f"http://127.0.0.1:{port}"
            wait_for(url)
            wait_until_warm(server.pid)
            print(json.dumps(asyncio.run(lesson(url, given, server))))
        finally:
            server.kill()


if __name__ == "__main__":
    main()
