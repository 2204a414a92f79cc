"""The parts and the home screen in a real Chromium, under the content security policy that the server sends."""

import json
import threading
from functools import partial
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path

import pytest
from playwright.sync_api import expect
from prime_daifugo_play import NOT_NEW
from screen_checks import CLIPPED, LOOKS, is_readable

pytestmark = pytest.mark.browser

ROOT = Path(__file__).parents[2]
STATIC = ROOT / "src/coprime/web/static"
POLICY = "default-src 'none'; script-src 'self'; style-src 'self'; font-src 'self'; img-src 'self'; connect-src 'self'"
SIZES = {"phone": (360, 800), "laptop": (1280, 800)}
SCREENS = {"new": "/", "home": "/", "lost": "/nowhere/at/all"}
GAME = {"tagline": "Join digits into primes", "about": "Join digits.", "minutes": 15, "seats": [2, 3], "options": [],
        "presets": [], "bots": [], "bot": "", "rests": True, "hotseat": True}
GAMES = [GAME | {"name": "prime_daifugo", "title": "Prime Daifugo Lv. 0"},
         GAME | {"name": "unheard_of", "title": "Unheard Of"}]
TABLE = {"code": "K7M2P", "game": "prime_daifugo", "title": "Prime Daifugo Lv. 0", "phase": "playing",
         "seats": ["Finch 12", "Heron"], "yours": [0], "turn": True, "touched": 0}
ANSWERS = {
    "/api/me": {"name": "Finch 12", "notice": ""},
    "/api/games": {"games": GAMES},
    "/api/tables": {"tables": [TABLE]},
}


class Files(SimpleHTTPRequestHandler):
    def end_headers(self):
        self.send_header("Content-Security-Policy", POLICY)
        super().end_headers()

    def do_GET(self):
        if self.path in ANSWERS:
            body = json.dumps(ANSWERS[self.path]).encode()
            self.send_response(200)
            self.send_header("Content-Type", "application/json")
            self.end_headers()
            self.wfile.write(body)
            return
        if not (STATIC / self.path.lstrip("/")).is_file():
            self.path = "/index.html"
        super().do_GET()

    def log_message(self, *args):
        pass


@pytest.fixture(scope="module")
def server():
    server = ThreadingHTTPServer(("127.0.0.1", 0), partial(Files, directory=str(STATIC)))
    threading.Thread(target=server.serve_forever, daemon=True).start()
    yield f"http://127.0.0.1:{server.server_port}"
    server.shutdown()


@pytest.fixture
def open_page(chromium, server):
    contexts, complaints = [], []

    def open_it(path, size="laptop", scheme="light", new=False):
        width, height = SIZES[size]
        context = chromium.new_context(viewport={"width": width, "height": height}, color_scheme=scheme,
                                       reduced_motion="reduce")
        contexts.append(context)
        if not new:
            context.add_init_script(NOT_NEW)
        page = context.new_page()
        page.on("console", lambda said: complaints.append(said.text) if said.type in ("error", "warning") else None)
        page.on("pageerror", lambda error: complaints.append(str(error)))
        page.goto(server + path)
        page.wait_for_selector("main")
        page.wait_for_load_state("networkidle")
        return page

    yield open_it
    for context in contexts:
        context.close()
    assert complaints == []


@pytest.mark.parametrize("size, scheme", LOOKS)
def test_all_parts_are_sound(open_page, size, scheme):
    page = open_page("/parts", size, scheme)
    is_readable(page)
    assert page.evaluate(CLIPPED) == [], "a word that is cut off"


@pytest.mark.parametrize("screen, size, scheme", [
    ("new", "phone", "dark"), ("home", "laptop", "light"), ("lost", "phone", "light"),
    *(pytest.param(*look, marks=pytest.mark.long) for look in (
        ("new", "laptop", "light"), ("home", "phone", "dark"), ("lost", "laptop", "dark")))])
def test_screen_is_sound(open_page, screen, size, scheme):
    is_readable(open_page(SCREENS[screen], size, scheme, new=screen == "new"))


def test_every_box_has_a_drawing_and_a_game_without_one_the_usual(open_page):
    page = open_page("/")
    known, unheard_of = (page.locator(".shelf .drawing svg").nth(i) for i in range(2))
    assert known.locator("text").all_text_contents() == ["5", "3"], "the game's own"
    assert unheard_of.locator("text").count() == 0 and unheard_of.bounding_box()["height"] > 80


def raised(page):
    return page.locator(".hand [aria-pressed=true]").evaluate_all("all => all.map(e => e.dataset.card)")


def standing(page):
    return "".join(page.locator(".hand .card").evaluate_all("all => all.map(e => e.dataset.card)"))


def test_rack_by_keyboard(open_page):
    page = open_page("/parts")
    page.locator(".hand [data-card=a]").focus()
    page.keyboard.press("Enter")
    page.keyboard.press("ArrowRight")
    page.keyboard.press("Space")
    assert sorted(raised(page)) == ["a", "b", "d", "g"]
    expect(page.get_by_role("button", name="2, prime, raised as number 4", exact=True)).to_be_visible()
    page.keyboard.press("Shift+ArrowRight")
    assert standing(page) == "acbdefghi"
    assert page.evaluate("document.activeElement.dataset.card") == "b"
    page.keyboard.press("End")
    page.keyboard.press("Shift+Home")
    assert standing(page) == "iacbdefgh"


def test_rack_by_keyboard_goes_up_and_down_on_a_phone(open_page):
    page = open_page("/parts", "phone")
    page.locator("[data-card=a]").focus()
    page.keyboard.press("ArrowDown")
    below = page.evaluate("document.activeElement.dataset.card")
    assert below not in ("a", "b")
    page.keyboard.press("ArrowUp")
    assert page.evaluate("document.activeElement.dataset.card") == "a"


def test_rack_by_dragging(open_page):
    page = open_page("/parts")
    before = raised(page)
    page.locator(".hand").scroll_into_view_if_needed()
    box = {card: page.locator(f"[data-card={card}]").bounding_box() for card in "be"}
    middle = {card: (b["x"] + b["width"] / 2, b["y"] + b["height"] / 2) for card, b in box.items()}
    page.mouse.move(*middle["b"])
    page.mouse.down()
    page.mouse.move(middle["b"][0] + 30, middle["b"][1], steps=4)
    page.mouse.move(*middle["e"], steps=10)
    page.mouse.up()
    assert standing(page) == "acdebfghi"
    assert raised(page) == before, "a drag must not raise"
    page.locator("[data-card=b]").click()
    assert "b" in raised(page)


def test_hints_open_one_at_a_time_a_chip_to_a_sentence_and_keys_are_shown(open_page):
    page = open_page("/parts")
    last = page.get_by_role("button", name="Show me", exact=True)
    expect(last).to_be_disabled()
    page.get_by_role("button", name="Why", exact=True).click()
    expect(last).to_be_enabled()
    expect(page.get_by_text("2 used, counted")).to_be_visible()
    page.get_by_role("button", name="No hand limit").click()
    expect(page.get_by_text("You may hold as many cards as you draw.")).to_be_visible()
    assert page.get_by_role("link", name="Rule PD-3").get_attribute("href") == "/rules/primepak#PD-3"
    page.keyboard.press("?")
    expect(page.get_by_role("dialog", name="Keys")).to_be_visible()
    page.keyboard.press("Escape")
    assert not page.get_by_role("dialog", name="Keys").is_visible()


def test_lamp_is_remembered(open_page):
    page = open_page("/")
    page.get_by_role("button", name="Put the lamp on: dark").click()
    page.reload()
    page.get_by_role("button", name="Let daylight in: light").wait_for()
    assert page.evaluate("document.documentElement.dataset.theme") == "dark"
