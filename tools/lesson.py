"""Simulate a lesson: thirty pupils at ten tables, a reload by all at once, a suspended machine.

    python tools/lesson.py                  prints its measurements as JSON
    python tools/lesson.py --pupils 60 --seconds 60 --think 1
    python tools/lesson.py --pupils 40 --seats 4 --http       every second pupil without WebSockets

The server runs in a process of its own, as at a family's computer.  All pages come from one address here, so the limits
per address are lifted.  The pupils play the moves of matches that bots have played before (`precomputed_matches.py`).
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
from event_stream_client import StreamSeat
from load import SERVER, SeatConnection, wait_for, wait_until_warm
from precomputed_matches import default_options, script_match

from coprime.core.registry import find_game as find

POLL = 2.0              # seconds between two questions of a pupil's page, as the browser part asks
SLEEP = 20.0            # seconds that the machine sleeps


class SeatPageClient:
    """A page at a table, which can be closed and opened again."""

    def __init__(self, table, name, cookie):
        super().__init__(table)
        self.name, self.cookie, self.task = name, cookie, None

    def open(self, url, code):
        self.ready = asyncio.Event()
        self.task = asyncio.create_task(self.run(f"ws{url[4:]}/ws/{code}", f"coprime={self.cookie}", self.ready))

    async def close(self):
        self.task.cancel()
        await asyncio.gather(self.task, return_exceptions=True)


class Pupil(SeatPageClient, SeatConnection):
    """A pupil's page over a socket."""


class HttpPupil(SeatPageClient, StreamSeat):
    """A pupil's page over an event stream and POSTs."""


class TableTraffic:
    """Counts what the pages of a table have been sent."""

    scenes = heard = 0


async def new_cookie(http):
    answer = await http.get("/api/me")
    http.cookies.clear()
    return answer.cookies["coprime"]


async def request_json(http, cookie, method, path, **body):
    given = {"headers": {"cookie": f"coprime={cookie}"}} | ({"json": body} if method == "POST" else {})
    try:
        answer = await http.request(method, path, **given)
    except httpx.TransportError:                            # closed while the machine slept; browsers ask again, too
        answer = await http.request(method, path, **given)
    answer.raise_for_status()
    return answer.json()


async def run_lesson(url, given, server):
    async with httpx.AsyncClient(base_url=url, timeout=60) as http:
        teacher = await new_cookie(http)
        code = (await request_json(http, teacher, "POST", "/api/classes", name="Class 6b"))["code"]
        path = f"/api/classes/{code}"
        await request_json(http, teacher, "POST", path, plan={"game": given.game, "seats": given.seats})
        cookies = {f"Pupil {i // 26 * 'A'}{chr(65 + i % 26)}": await new_cookie(http) for i in range(given.pupils)}
        begin = time.perf_counter()
        await asyncio.gather(*(request_json(http, cookie, "POST", f"{path}/pupils", name=name, picture="owl")
                               for name, cookie in cookies.items()))
        come, begin = time.perf_counter() - begin, time.perf_counter()
        begun = (await request_json(http, teacher, "POST", f"{path}/round"))["rounds"][-1]
        began = time.perf_counter() - begin
        over_http = {name for i, name in enumerate(cookies) if given.http and i % 2}
        tables = [await open_table_pages(url, one, cookies, teacher, over_http) for one in begun["tables"]]
        asking = [asyncio.create_task(poll_class(http, cookie, path)) for cookie in cookies.values()]
        playing = [asyncio.create_task(play_for_a_while(find(given.game), begun["deal"], *table, given))
                   for table in tables]
        both = [one for some in await asyncio.gather(*playing) for one in some]
        times = sorted(took for _, took in both)
        pages = [(page, code) for code, pupils, watching in tables for page in (*pupils.values(), watching)]
        storm = await reload_pages(http, url, path, pages)
        for task in asking:
            task.cancel()
        polled = sorted(took for some in await asyncio.gather(*asking) for took in some)
        os.kill(server.pid, signal.SIGSTOP)
        await asyncio.sleep(SLEEP)
        os.kill(server.pid, signal.SIGCONT)
        woken = await reload_pages(http, url, path, pages)
        begin = time.perf_counter()
        report = await request_json(http, teacher, "GET", f"{path}/report")
        told = time.perf_counter() - begin
        ways = {"": times, "socket_": [took for name, took in both if name not in over_http],
                "http_": [took for name, took in both if name in over_http]}
        found = {"come_s": come, "begun_s": began, "poll_p99_ms": 1000 * quantile(polled, 0.99), "storm_s": storm,
                 "after_sleep_s": woken, "report_s": told, "load": os.getloadavg()[0]}
        for way, some in ways.items():
            for key, part in (("p50_ms", 0.5), ("p99_ms", 0.99), ("max_ms", 1)) if some else ():
                found[way + key] = 1000 * quantile(sorted(some), part)
        return {"pupils": given.pupils, "over_http": len(over_http), "tables": len(tables), "actions": len(times),
                "polls": len(polled), "practised": sum(one["of"] for one in report["pupils"])} | {
                    name: round(number, 2) for name, number in found.items()}


def quantile(times, part):
    return times[min(len(times) - 1, int(part * len(times)))]


async def open_table_pages(url, one, cookies, teacher, over_http):
    """Return the pages of one table: pupils by seat, and the teacher's."""
    pupils = {seat: (HttpPupil if name in over_http else Pupil)(TableTraffic(), name, cookies[name])
              for name, seat in one["seats"].items()}
    watching = Pupil(TableTraffic(), "", teacher)
    for page in (*pupils.values(), watching):
        page.open(url, one["code"])
    await asyncio.gather(*(page.ready.wait() for page in (*pupils.values(), watching)))
    return one["code"], pupils, watching


async def poll_class(http, cookie, path):
    times = []
    try:
        while True:
            begin = time.perf_counter()
            await request_json(http, cookie, "GET", path)
            times.append(time.perf_counter() - begin)
            await asyncio.sleep(POLL)
    except asyncio.CancelledError:
        return times


async def play_for_a_while(game, deal, code, pupils, watching, given):
    """Play at a table for a while; return whose action took how long until it was stored."""
    options = default_options(game, given.seats)
    times, until = [], time.perf_counter() + given.seconds
    for seat, message in script_match(game, given.seats, options, deal, "casual"):
        if time.perf_counter() > until:
            break
        await asyncio.sleep(given.think)
        took, answer = await pupils[seat].send_and_wait(message)
        assert answer["type"] == "done", answer
        times.append((pupils[seat].name, took))
    return times


async def reload_pages(http, url, path, pages):
    """Reload everybody's page at once; return the seconds until the last one shows its table."""
    begin = time.perf_counter()

    async def again(page, code):
        await page.close()
        await request_json(http, page.cookie, "GET", path)
        await request_json(http, page.cookie, "GET", "/api/games")
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
    parser.add_argument("--http", action="store_true", help="every second pupil plays over the HTTP fallback")
    parser.add_argument("--game", default="prime_daifugo")
    given = parser.parse_args()
    if given.pupils % given.seats:
        sys.exit("As many pupils as fill their tables, please: bots have no script.")
    # Compiled here first, or the loop that measures would stand still for it.
    game = find(given.game)
    next(script_match(game, given.seats, default_options(game, given.seats), 1, "casual"))
    with tempfile.TemporaryDirectory() as folder:
        port = 8100 + secrets.randbelow(800)
        how = [str(port), folder, "1", "", "1"]
        server = subprocess.Popen([sys.executable, "-c", SERVER, *how], stderr=subprocess.DEVNULL)
        try:
            url = f"http://127.0.0.1:{port}"
            wait_for(url)
            wait_until_warm(server.pid)
            print(json.dumps(asyncio.run(run_lesson(url, given, server))))
        finally:
            server.kill()


if __name__ == "__main__":
    main()
