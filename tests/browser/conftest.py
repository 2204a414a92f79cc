"""A real Chromium, and a real server in a process of its own."""

import json
import os
import re
import shutil
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
sys.path[:0] = [str(ROOT / "tests" / folder) for folder in ("server", "contest", "browser")]

import game_moments  # noqa: E402 - from the folder named above
import page_waits  # noqa: E402 - from the folder named above
import screen_checks  # noqa: E402 - from the folder named above
from device_pool import BLANK, Device, DevicePool, note_lasting_changes  # noqa: E402 - from the folder named above
from late_looks import be_late  # noqa: E402 - from the folder named above
from prime_daifugo_play import ARGUMENTS, NOT_NEW  # noqa: E402 - from the folder named above

from coprime.server.store.people import COOKIE_NAME  # noqa: E402 - after the folders
from coprime.table.sentences import say  # noqa: E402 - after the folders

# A test's pages live for seconds: to compile their code a second time, for speed, takes longer than it saves.
UNOPTIMIZED = "--js-flags=--no-opt --no-maglev"
SIZES = {"phone": (360, 800), "laptop": (1280, 800)}
# What a console says of a server that is closed for a moment, and of what the server refuses.
USUAL = ("ERR_CONNECTION", "ERR_INTERNET", "ERR_FAILED", "WebSocket", "the server responded with a status of 4")
# Milliseconds for what has to come: a crowded machine needs ten times as long as a quiet one.
PATIENCE = 30_000
UNENDING = 3600                         # seconds: longer than any run
FAULT = say("no.fault")                 # what the server answers where its own code raised something
# Somebody who has been here before: nothing is asked of them, and no win stands before the end of a match.
SETTLED = """location.protocol.startsWith('http') && (localStorage.getItem('coprime.settings')
    ?? localStorage.setItem('coprime.settings', JSON.stringify({soundAsked: true, wins: false})))"""


@pytest.fixture(scope="session")
def chromium():
    """The browser.  Without one the tests are skipped, or fail where one is required."""
    known = ("chromium-headless-shell", "chromium", "google-chrome")
    path = os.environ.get("COPRIME_CHROMIUM") or next(filter(None, map(shutil.which, known)), None)
    if not path:
        (pytest.fail if os.environ.get("COPRIME_REQUIRE_BROWSER") else pytest.skip)(
            "No Chromium was found: apt-get install chromium-headless-shell, or set COPRIME_CHROMIUM.")
    from playwright.sync_api import expect, sync_playwright

    expect.set_options(timeout=PATIENCE)
    page_waits.refuse_blind_waits()
    page_waits.retry_closed_connections()
    note_lasting_changes()
    if seed := os.environ.get("COPRIME_LATE_LOOKS"):
        be_late(seed)
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=path, args=[*ARGUMENTS, UNOPTIMIZED])
        yield browser
        browser.close()


@pytest.fixture(scope="session", autouse=True)
def stories(tmp_path_factory):
    """The stories of games, which all workers of a run share."""
    own = tmp_path_factory.getbasetemp()
    folder = (own.parent if os.environ.get("PYTEST_XDIST_WORKER") else own) / "stories"
    folder.mkdir(exist_ok=True)
    game_moments.share_stories(folder)


@pytest.fixture(scope="session")
def opened(tmp_path_factory):
    """A server that all tests of a worker share: it loads every game once.

    No bot plays on at a table that a test has left.
    """
    from server_process import ServerProcess

    server = ServerProcess(tmp_path_factory.mktemp("data"), rest=30, grace=UNENDING, quick=0.04, haste=0.1).start()
    yield server
    server.stop()


@pytest.fixture(scope="module")
def club(tmp_path_factory):
    """A server that holds tournaments, where a bot plays on at once for whoever leaves a table."""
    from server_process import GENEROUS, ServerProcess

    opened = ServerProcess(tmp_path_factory.mktemp("club"), limits={**GENEROUS, "tournaments": 40},
                           rest=1, grace=0, pause=0.1, quick=0.01, haste=0.1).start()
    yield opened
    opened.stop()


class Somebody:
    """One person with a browser of their own."""

    def __init__(self, server, device):
        self.server, self.device = server, device
        self.context, self.page = device.context, device.page
        self.page.set_default_timeout(PATIENCE)

    def go(self, path="/"):
        self.page.goto(self.server.url + path)
        self.page.wait_for_selector("main")
        return self

    def keeps(self, key, value):
        """As if its page had kept this on the device."""
        if not self.page.url.startswith(self.server.url):
            self.page.goto(self.server.url + BLANK)
        self.page.evaluate("([key, value]) => localStorage.setItem(key, value)", [key, json.dumps(value)])

    def opens(self, game, seats=1, bots=(), people=1, **asked):
        """At a new table that has begun, unless `now` is False.

        The last seats are the bots': as the server takes them, or a level for quick ones.
        """
        if isinstance(bots, str):
            bots = [{"level": bots, "pace": "quick"}] * (seats - people)
        game_moments.greet(self.page, self.server.url)
        body = {"game": game, "seats": seats, "bots": [None] * (seats - len(bots)) + list(bots), "now": True,
                "practice": False, **asked}
        return self.go(f"/t/{self.posts('/api/tables', body)['code']}").page

    def posts(self, path, data):
        """What the server answers to a message of this browser, whose first page has been opened."""
        self._waits_for_cookie()
        return game_moments.post(self.page, self.server.url, path, data)

    def name(self):
        """The name that the server has given to this browser, whose first page has been opened."""
        self._waits_for_cookie()
        return self.page.request.get(f"{self.server.url}/api/me").json()["name"]

    def _waits_for_cookie(self):
        """A page shows itself before the server has written who it is; who asks meanwhile is somebody else."""
        page_waits.wait_until(self.page, lambda: COOKIE_NAME in {
            cookie["name"] for cookie in self.context.cookies(self.server.url)}, "a cookie")

    def joins(self, host):
        """At the table that somebody else has opened, by its code; it begins."""
        self.go().page.get_by_label("The code on the other screen").fill(host.code().lower())
        self.page.get_by_role("button", name="Join", exact=True).click()
        host.page.get_by_text("here", exact=True).wait_for()
        host.page.get_by_role("button", name="Begin", exact=True).click()
        for page in (host.page, self.page):
            # A bot may have ended it by then.
            page.locator(".hand [data-card], .mat [data-place], .result").first.wait_for()

    def asked(self):
        return self.page.locator(".ask").first.inner_text()

    def code(self):
        return re.search(r"/t/([A-Z0-9]+)", self.page.url)[1]

    def is_sound(self, contrast=True, axe=True):
        """No sideways scroll, no small print, no small targets, nothing axe objects to, at most one dark button."""
        page = self.page
        screen_checks.is_readable(page, contrast, axe)
        small, dark = page.evaluate(f"[{screen_checks.SMALL_TARGETS}, {screen_checks.PRIMARY}]")
        assert small == [], f"a target under 44 px: {small}"
        assert dark <= 1, f"{dark} primary buttons"

    def is_whole(self):
        """No text is cut off."""
        assert self.page.evaluate(screen_checks.CLIPPED) == []

    def fits(self, sizes, axe=True):
        """Sound and whole in each of some windows; axe looks in the last one, which stays."""
        for size in sizes:
            screen_checks.resized(self.page, *size)
            self.is_sound(axe=size == sizes[-1] and axe)
            self.is_whole()


@pytest.fixture(scope="session")
def devices():
    return DevicePool()


@pytest.fixture
def people(chromium, opened, devices):
    """Call it for somebody with a browser of their own; `new`, whose device has seen nothing of Coprime.

    `fresh` is a device that no test has used: its cache is empty.
    What their consoles complain of fails the test.
    """
    come, complaints = [], []

    def one(size="laptop", scheme="light", server=None, locale="en-US", *, new=False, settled=True, motion="reduce",
            workers="block", fresh=False):
        # A service worker would keep what a test wants to come late or not at all: by default it is blocked.
        server = server or opened
        scripts = [script for script, wanted in ((NOT_NEW, not new), (SETTLED, settled)) if wanted]
        is_fresh = fresh or workers != "block"
        like = None if is_fresh else (server.url, size, scheme, locale, motion, new, settled)

        def make():
            return Device(chromium, SIZES[size], scheme, locale, scripts, motion, workers).listen(is_complaint, FAULT)

        device = devices.take(like, make) if like else make()
        device.complaints = complaints
        somebody = Somebody(server, device)
        come.append((like, somebody))
        return somebody

    yield one
    for like, somebody in come:
        if like:
            devices.give_back(like, somebody.device, somebody.server.url)
        else:
            somebody.device.context.close()
        if somebody.context != somebody.device.context:
            somebody.context.close()
    assert complaints == []


def is_complaint(said):
    return said.type == "error" and not any(usual in said.text for usual in USUAL)
