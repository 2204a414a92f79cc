"""A real Chromium, and a real house in a process of its own."""

import os
import re
import shutil
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
sys.path[:0] = [str(ROOT / "tests/server"), str(ROOT / "tests/browser")]

SIZES = {"phone": (360, 800), "laptop": (1280, 800)}
SMALL_TEXT = """[...document.querySelectorAll('body *')].filter(e => {
    const size = parseFloat(getComputedStyle(e).fontSize)
    const written = [...e.childNodes].some(c => c.nodeType === 3 && c.data.trim())
    return written && size > 0 && size < 14 && e.checkVisibility() && !e.closest('svg, .sr')
}).map(e => e.outerHTML.slice(0, 80))"""
SMALL_TARGETS = """[...document.querySelectorAll('button, a, input:not([type=file]), select, summary')].filter(e => {
    const box = e.getBoundingClientRect()
    const inline = e.matches('p a, li p a, .s a, dd a, dt a')
    return e.checkVisibility() && !inline && !e.closest('.sr, .skip') && box.width > 1
        && (box.height < 43.5 || box.width < 23.5)
}).map(e => e.outerHTML.slice(0, 120) + e.getBoundingClientRect().height)"""
# Text that runs out of the window, of its button or card, or of what hides the rest; a box that scrolls may.
CLIPPED = """[...document.querySelectorAll('body *')].filter(e => {
    const written = [...e.childNodes].filter(c => c.nodeType === 3 && c.data.trim())
    if (!written.length || !e.checkVisibility() || e.closest('svg, .sr, .skip, select, [hidden]')) return false
    const range = document.createRange()
    range.setStartBefore(written[0])
    range.setEndAfter(written.at(-1))
    const text = range.getBoundingClientRect()
    for (let box = e; box; box = box.parentElement) {
        const style = getComputedStyle(box), {left, right, top, bottom} = box.getBoundingClientRect()
        if (style.clipPath !== 'none' || style.position === 'fixed') return false
        const hides = style.overflowX !== 'visible' || box.matches('.btn, .card, .panel, .chip, .flag')
        const scrolls = /auto|scroll/.test(style.overflowX + style.overflowY)
        if (scrolls) return false
        if (hides && (text.left < left - 1 || text.right > right + 1)) return true
        if (/hidden|clip/.test(style.overflowY) && (text.top < top - 3 || text.bottom > bottom + 3)) return true
    }
    return text.right > innerWidth + 1 || text.left < -1
}).map(e => e.outerHTML.slice(0, 120))"""
# What a console says of a house that is closed for a moment, and of what the house refuses.
USUAL = ("ERR_CONNECTION", "WebSocket", "the server responded with a status of 4")
AXE = "axe.run({runOnly: ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice']})"


@pytest.fixture(scope="session")
def chromium():
    """The browser.  Without one the tests are skipped, or fail where one is required."""
    path = os.environ.get("COPRIME_CHROMIUM") or shutil.which("chromium") or shutil.which("google-chrome")
    if not path:
        (pytest.fail if os.environ.get("COPRIME_REQUIRE_BROWSER") else pytest.skip)(
            "No Chromium was found: apt-get install chromium, or set COPRIME_CHROMIUM.")
    from playing import ARGUMENTS
    from playwright.sync_api import sync_playwright

    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=path, args=ARGUMENTS)
        yield browser
        browser.close()


@pytest.fixture(scope="module")
def opened(tmp_path_factory):
    """A house that the tests of one file share."""
    from house_process import House

    house = House(tmp_path_factory.mktemp("data"), rest=2).start()
    yield house
    house.stop()


class Somebody:
    """One person with a browser of their own."""

    def __init__(self, chromium, house, size, scheme, complaints):
        width, height = SIZES[size]
        self.house = house
        self.context = chromium.new_context(viewport={"width": width, "height": height}, color_scheme=scheme,
                                            reduced_motion="reduce")
        self.page = self.context.new_page()
        self.page.set_default_timeout(15_000)
        self.page.on("pageerror", lambda error: complaints.append(str(error)))
        self.page.on("console", lambda said: complaints.append(said.text) if said.type == "error"
                     and not any(usual in said.text for usual in USUAL) else None)

    def go(self, path="/"):
        self.page.goto(self.house.url + path)
        self.page.wait_for_selector("main")
        return self

    def asked(self):
        return self.page.locator(".ask").first.inner_text()

    def code(self):
        return re.search(r"/t/([A-Z0-9]+)", self.page.url)[1]

    def is_sound(self):
        """No sideways scroll, no small print, no small targets, nothing axe objects to, at most one dark button."""
        page = self.page
        assert page.evaluate("document.documentElement.scrollWidth <= innerWidth"), "the page scrolls sideways"
        assert page.evaluate(SMALL_TEXT) == [], "text under 14 px"
        assert page.evaluate(SMALL_TARGETS) == [], "a target under 44 px"
        if not page.evaluate("'axe' in window"):
            page.evaluate((ROOT / "node_modules/axe-core/axe.min.js").read_text())
        found = page.evaluate(AXE)["violations"]
        assert [(one["id"], [node["html"][:200] for node in one["nodes"]][:3]) for one in found] == []
        top = "dialog[open] " if page.locator("dialog[open]").count() else ""
        dark = page.locator(f"{top}.btn.go:enabled").filter(visible=True).count()
        assert dark <= 1, f"{dark} primary buttons"

    def is_whole(self):
        """No text is cut off."""
        assert self.page.evaluate(CLIPPED) == []


@pytest.fixture
def people(chromium, opened):
    """Call it for somebody with a browser of their own.  What their consoles complain of fails the test."""
    come, complaints = [], []

    def one(size="laptop", scheme="light", house=None):
        somebody = Somebody(chromium, house or opened, size, scheme, complaints)
        come.append(somebody)
        return somebody

    yield one
    for somebody in come:
        somebody.context.close()
    assert complaints == []
