"""Take pictures of a whole lesson.

The teacher's, the wall's and three pupils' pages, with 27 more pupils by script.

    python tools/classroom_screenshots.py --into FOLDER              45 minutes, as a lesson has
    python tools/classroom_screenshots.py --into FOLDER --minutes 6  the same, hurried

The three pupils at phones play by pointer where they find something to press; the others play the moves of matches that
bots have played before (`precomputed_matches.py`).  One phone is in Japanese in the second round.  The lesson ends with
the teacher's report.

Needs a built browser part and Chromium (COPRIME_CHROMIUM or in the usual places).
"""

import argparse
import asyncio
import json
import os
import re
import secrets
import shutil
import subprocess
import sys
import tempfile
import threading
import time
from contextlib import suppress
from pathlib import Path

import httpx
from playwright.sync_api import TimeoutError, sync_playwright

ROOT = Path(__file__).parents[1]
sys.path[:0] = [str(ROOT / "tests/browser")]

from lesson import Pupil, TableTraffic, new_cookie, poll_class, reload_pages, request_json  # noqa: E402 - after the folder
from load import SERVER, wait_for, wait_until_warm  # noqa: E402 - after the folder
from precomputed_matches import default_options, script_match  # noqa: E402 - after the folder
from prime_daifugo_play import ARGUMENTS, hand, prime_play  # noqa: E402 - after the folder

from coprime.core.registry import find_game as find  # noqa: E402 - after the folder

PHONES = {"Ada": "owl", "Ben": "boat", "Cem": "pear"}
OTHERS = 27
LESSON = 45             # minutes, of which all that follows are a part


class ScriptedPupils(threading.Thread):
    """The pupils without a browser, in an event loop of their own."""

    def __init__(self, url, code):
        super().__init__(daemon=True)
        self.url, self.path = url, f"/api/classes/{code}"
        self.loop = asyncio.new_event_loop()
        self.cookies, self.pages, self.times, self.tasks = {}, [], [], []
        self.start()

    def run(self):
        self.loop.run_forever()

    def run_coroutine(self, wanted):
        """Run a coroutine in the loop and return its result to the calling thread."""
        return asyncio.run_coroutine_threadsafe(wanted, self.loop).result()

    async def join_class(self, within):
        self.http = httpx.AsyncClient(base_url=self.url, timeout=60)
        for i in range(OTHERS):
            name = f"Pupil {i // 26 * 'A'}{chr(65 + i % 26)}"
            self.cookies[name] = await new_cookie(self.http)
            await request_json(self.http, self.cookies[name], "POST", f"{self.path}/pupils", name=name, picture="moon")
            self.tasks.append(asyncio.create_task(poll_class(self.http, self.cookies[name], self.path)))
            await asyncio.sleep(within / OTHERS)

    async def sit_down(self, round, think):
        """Open the pupils' pages at the tables of a round and let them begin to play."""
        await self.close_pages()
        game = find(round["game"])
        for one in round["tables"]:
            pages = {seat: Pupil(TableTraffic(), name, self.cookies[name])
                     for name, seat in one["seats"].items() if name in self.cookies}
            if not pages:
                continue
            for page in pages.values():
                page.open(self.url, one["code"])
            await asyncio.gather(*(page.ready.wait() for page in pages.values()))
            self.pages += [(page, one["code"]) for page in pages.values()]
            if len(pages) == len(one["seats"]):
                self.tasks.append(asyncio.create_task(self._play_table(game, round["deal"], pages, think)))

    async def _play_table(self, game, deal, pages, think):
        for seat, message in script_match(game, len(pages), default_options(game, len(pages)), deal, "casual"):
            await asyncio.sleep(think * (0.5 + secrets.randbelow(100) / 100))
            took, answer = await pages[seat].send_and_wait(message)
            while "paused" in answer.get("sentence", ""):
                await asyncio.sleep(1)
                took, answer = await pages[seat].send_and_wait(message)
            if answer["type"] != "done" and message["type"] != "go":
                return                      # the round has been ended; a rest may have ended by itself
            self.times.append(took)

    async def close_pages(self):
        await asyncio.gather(*(page.close() for page, _ in self.pages))
        self.pages = []

    async def reload(self):
        return await reload_pages(self.http, self.url, self.path, self.pages)


class LessonScreenshots:
    """The lesson: its pages, and its speed."""

    def __init__(self, browser, url, given):
        self.browser, self.url, self.into = browser, url, Path(given.into)
        self.minute, self.taken = 60 * given.minutes / LESSON, 0
        self.teacher = self.open_page((1280, 800))
        self.phones = {name: self.open_page((360, 640)) for name in PHONES}

    def open_page(self, size, context=None):
        context = context or self.browser.new_context(viewport={"width": size[0], "height": size[1]}, locale="en-GB")
        page = context.new_page()
        page.set_viewport_size({"width": size[0], "height": size[1]})
        page.set_default_timeout(60_000)
        return page

    def take_pictures(self, what):
        """Take a picture of every page, as it is on its screen."""
        self.taken += 1
        for name, page in {"teacher": self.teacher, "wall": self.wall, **self.phones}.items():
            page.screenshot(path=self.into / f"{self.taken:02}-{what}-{name}.png")

    def let_time_pass(self, minutes, play=None):
        """Let minutes of the lesson pass; the phones play, at most one move in eight seconds."""
        until = time.monotonic() + minutes * self.minute
        while time.monotonic() < until:
            for page in self.phones.values():
                if play:
                    play(page)
            time.sleep(min(8.0, self.minute / 8))

    def open_class(self):
        page = self.teacher
        page.goto(self.url)
        page.get_by_role("button", name="Open a class").click()
        page.get_by_label("Name of the class").fill("Class 6b")
        page.get_by_role("button", name="Open it").click()
        page.get_by_text("Nobody has come yet.").wait_for()
        self.code = re.search(r"/class/([A-Z0-9]+)", page.url)[1]
        self.wall = self.open_page((1280, 720), page.context)
        self.wall.goto(f"{self.url}/class/{self.code}/wall")
        self.crowd = ScriptedPupils(self.url, self.code)
        self.take_pictures("opened")
        coming = asyncio.run_coroutine_threadsafe(self.crowd.join_class(3 * self.minute), self.crowd.loop)
        for name, page in self.phones.items():
            page.goto(self.url)
            page.get_by_label("The code on the other screen").fill(self.code.lower())
            page.get_by_role("button", name="Join", exact=True).click()
            page.get_by_label("Your name in this class").fill(name)
            page.get_by_role("radio", name=PHONES[name]).check()
            page.screenshot(path=self.into / f"{self.taken:02}-door-{name}.png")
            page.get_by_role("button", name=f"Join as {name}").click()
            page.get_by_text(f"You are in, {name}.").wait_for()
        coming.result()
        page = self.teacher
        page.get_by_text(f"{len(PHONES) + OTHERS} pupils are here.").wait_for()
        for name in PHONES:
            self.post_to_class("/known", name=name, level=1)
        self.take_pictures("all-here")

    def post_to_class(self, path, **what):
        answer = self.teacher.request.post(f"{self.url}/api/classes/{self.code}{path}", data=what,
                                           headers={"Origin": self.url})
        assert answer.ok, answer.text()
        return answer.json() if answer.body() else None

    def begin_round(self, game, think, **plan):
        self.post_to_class("", plan={"game": game, "what": "game", "seats": 3, "by": "level", **plan})
        self.teacher.reload()
        self.teacher.get_by_role("button", name="Begin", exact=True).wait_for()
        self.take_pictures(f"{game}-plan")
        self.teacher.get_by_role("button", name="Begin", exact=True).click()
        for page in self.phones.values():
            page.wait_for_url(re.compile("/t/"))
        told = self.teacher.request.get(f"{self.url}/api/classes/{self.code}").json()
        self.crowd.run_coroutine(self.crowd.sit_down(told["rounds"][-1], think))
        self.take_pictures(f"{game}-begun")

    def end_round(self):
        self.teacher.get_by_role("button", name="End the round").click()
        self.teacher.get_by_role("dialog").get_by_role("button", name="End the round").click()
        self.crowd.run_coroutine(self.crowd.close_pages())
        self.let_time_pass(0.3)

    def play_first_round(self):
        """Play the first round: Prime Daifugo Lv. 0, by pointer."""
        page = self.teacher
        self.begin_round("prime_daifugo", self.minute / 8)
        self.let_time_pass(3, play_prime_daifugo_turn)
        self.take_pictures("first-3-minutes")
        self.phones["Ben"].get_by_role("button", name="Call your teacher").click()
        page.get_by_text("asks for you").first.wait_for()
        self.take_pictures("ben-calls")
        page.locator(".tile", has_text="Ben").click()
        page.get_by_label("Whose hand is shown").select_option(label="The hand of Ben")
        page.get_by_text("with the eyes of Ben").wait_for()
        page.get_by_label("A nudge in your own words").fill("Look at your last digit.")
        page.get_by_role("button", name="Send a nudge").click()
        page.get_by_text("Ben has it.").wait_for()
        self.take_pictures("nudged")
        page.get_by_role("link", name="All tables").click()
        self.let_time_pass(3, play_prime_daifugo_turn)
        page.get_by_role("button", name="Say a line to all").click()
        page.get_by_label("Your line").fill("Find your largest prime.")
        page.keyboard.press("Enter")
        self.let_time_pass(0.3)
        self.take_pictures("a-line")
        for phone in self.phones.values():
            while phone.get_by_role("button", name="I have read it").count():       # Ben has two
                phone.get_by_role("button", name="I have read it").first.click()
        page.get_by_role("button", name="Pause all").click()
        page.get_by_text("All tables are paused.").wait_for()
        self.let_time_pass(0.5)
        self.take_pictures("paused")
        page.get_by_role("button", name="Resume all").click()
        self.let_time_pass(3, play_prime_daifugo_turn)
        self.storm = self.crowd.run_coroutine(self.crowd.reload())
        self.take_pictures("after-the-storm")
        self.end_round()
        self.take_pictures("first-ended")

    def try_puzzles(self):
        self.post_to_class("", plan={"game": "prime_daifugo", "what": "puzzles"})
        self.teacher.reload()
        self.teacher.get_by_role("button", name="Begin", exact=True).click()
        self.let_time_pass(0.5)
        self.take_pictures("puzzles")
        for page in self.phones.values():
            page.get_by_role("link", name=re.compile("puzzles")).click()
        self.let_time_pass(1)
        self.take_pictures("at-a-puzzle")
        self.let_time_pass(2)
        self.end_round()

    def play_second_round(self):
        """Play the second round: another game, one phone in Japanese."""
        for phone in self.phones.values():
            phone.goto(f"{self.url}/class/{self.code}")
        self.begin_round("factor_rummy", self.minute / 8)
        cem = self.phones["Cem"]
        cem.context.add_cookies([{"name": "language", "value": "ja", "url": self.url}])
        cem.reload()
        cem.locator(".hand [data-card]").first.wait_for()
        self.let_time_pass(4, play_any_turn)
        self.take_pictures("second-4-minutes")
        self.let_time_pass(4, play_any_turn)
        self.take_pictures("second-8-minutes")
        self.end_round()

    def show_report(self):
        page = self.teacher
        page.get_by_role("link", name="What was practised").click()
        page.get_by_role("article", name="Ada").wait_for()
        self.take_pictures("report")
        page.screenshot(path=self.into / "report-whole.png", full_page=True)
        page.pdf(path=self.into / "report.pdf", format="A4")
        told = page.request.get(f"{self.url}/api/classes/{self.code}/report").json()
        page.go_back()
        page.get_by_text("Door, names and forgetting").click()
        page.get_by_role("button", name="Delete everything").click()
        page.get_by_role("dialog").get_by_role("button", name="Delete everything").click()
        self.let_time_pass(0.3)
        self.take_pictures("deleted")
        times = sorted(self.crowd.times)
        print(json.dumps({"actions": len(times), "p99_ms": round(1000 * times[int(0.99 * len(times))], 1),
                          "storm_s": round(self.storm, 2), "practised": sum(one["of"] for one in told["pupils"])}))


def play_prime_daifugo_turn(page):
    """Play a turn of Prime Daifugo Lv. 0 by pointer, if it is this page's: a prime, or a card, or a pass."""
    asked = page.locator(".ask").first
    if not asked.count() or not asked.inner_text().startswith("Your turn"):
        return press_continue(page)
    cards = hand(page)
    places = prime_play(asked.inner_text(), cards)
    if places and not page.locator(".hand [aria-pressed=true]").count():
        for place in places:
            press_first(page.locator(f'[data-card="{cards[place][0]}"]'), position={"x": 14, "y": 30})
        page.wait_for_timeout(300)
    for name in ("Play", "Draw", "Pass"):
        button = page.get_by_role("button", name=re.compile(rf"^{name}\b")).filter(visible=True).first
        if press_first(button):
            return


def play_any_turn(page):
    """Play a turn of any game, if it is this page's: press the dark button, else raise a card for it."""
    if press_continue(page) or not page.locator(".acts").count() or press_first(page.locator(".btn.go")):
        return
    if not page.locator(".hand [aria-pressed=true]").count():
        press_first(page.locator(".hand [data-card]"), position={"x": 14, "y": 30})


def press_continue(page):
    return press_first(page.locator(".btn", has_text=re.compile("^(Continue|つづける)$")))


def press_first(what, **where):
    """Press the first element that can be pressed, if any; ignore one that goes away meanwhile."""
    what = what.filter(visible=True)
    with suppress(TimeoutError):
        for one in what.all()[:4]:
            if one.is_enabled(timeout=500) and one.get_attribute("aria-disabled", timeout=500) != "true":
                one.click(timeout=1000, **where)
                return True
    return False


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--into", required=True, help="a folder for the pictures")
    parser.add_argument("--minutes", type=float, default=LESSON)
    given = parser.parse_args()
    Path(given.into).mkdir(parents=True, exist_ok=True)
    with tempfile.TemporaryDirectory() as folder, sync_playwright() as playwright:
        port = 8100 + secrets.randbelow(800)
        server = subprocess.Popen([sys.executable, "-c", SERVER, str(port), folder, "1", "", "1"],
                                  stderr=subprocess.DEVNULL)
        try:
            wait_for(f"http://127.0.0.1:{port}")
            wait_until_warm(server.pid)
            chromium = os.environ.get("COPRIME_CHROMIUM") or shutil.which("chromium-headless-shell")
            browser = playwright.chromium.launch(executable_path=chromium, args=ARGUMENTS)
            day = LessonScreenshots(browser, f"http://127.0.0.1:{port}", given)
            for part in (day.open_class, day.play_first_round, day.try_puzzles, day.play_second_round, day.show_report):
                begun = time.monotonic()
                part()
                print(f"{part.__name__}: {(time.monotonic() - begun) / 60:.1f} minutes", flush=True)
            browser.close()
        finally:
            server.kill()


if __name__ == "__main__":
    main()
