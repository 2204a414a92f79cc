"""Take the pictures for docs/screens.

Phone and laptop, light and dark, from a real server with real games.

    python tools/screenshots.py [--only home,prime_climb,prime_climb-ending] [--into docs/screens] [--every]
    python tools/screenshots.py --language ja           the same in Japanese, into docs/screens/ja

Every game is taken at its table, at the end of a hand, in the replay and with its rules, at a moment that
`tests/browser/game_moments.py` finds; a game's `tests/pictures.toml` may choose another.  With `--every` all screens
are taken in all sizes, also in those that are not kept: a wide screen, a phone on its side, a text twice as large.

Needs a built browser part and Chromium (COPRIME_CHROMIUM or in the usual places).
"""

import argparse
import base64
import json
import os
import re
import shutil
import sys
import tempfile
from collections.abc import Callable, Iterator
from itertools import product
from pathlib import Path
from typing import Any

ROOT = Path(__file__).parents[1]
sys.path[:0] = [str(ROOT / "tests/server"), str(ROOT / "tests/browser")]
# Width, height, and how large a pixel is: text at 200 % is a window half as large.
SIZES = {"phone": (360, 740, 1), "laptop": (1280, 800, 1)}
OTHER = {"wide": (1920, 1000, 1), "sideways": (740, 360, 1), "zoomed": (640, 400, 2)}
SCHEMES = ("light", "dark")
WHOLE = list(product(SIZES, SCHEMES))
PAIR = [("laptop", "light"), ("phone", "dark")]
# What somebody has said of numbers, and the primes that they have played.
TRIED = {51: "----", 91: "-+--", 77: "-++", 833: "-", 97: "-", 89: "+", 39: "+-", 49: "+", 21: "+", 143: "-+"}
PLAYED = [2, 3, 5, 7, 11, 13, 17, 19, 23, 41, 43, 47, 53, 61, 71, 73, 127, 1213]
LARGEST = 150_000       # bytes of one picture
SMALLER = (60, 45)      # quality of what is there for the second time, in another language
SETTLED = 700           # ms until what moves has arrived


class Camera:
    """Takes every picture of a moment in the sizes and schemes asked for, without playing again."""

    def __init__(self, page: Any, into: Path, every: bool, qualities: tuple[int, ...]) -> None:
        self.page, self.into, self.every, self.qualities = page, into, every, qualities
        self.chromium = page.context.new_cdp_session(page)
        self.still = False
        page.route_web_socket(re.compile("/ws/"), self._hold_messages)

    def _hold_messages(self, browser: Any) -> None:
        """Delay the server's messages while pictures of one moment are taken."""
        server = browser.connect_to_server()
        held: list[Any] = []

        def hear(message: Any) -> None:
            held.append(message)
            while held and not self.still:
                browser.send(held.pop(0))

        server.on_message(hear)

    def take(self, name: str, views: list[tuple[str, str]]) -> None:
        self.still = True
        for size, scheme in list(product(SIZES | OTHER, SCHEMES)) if self.every else views:
            path = self.into / f"{name}-{size}-{scheme}.webp"
            self._look(size, scheme)
            path.write_bytes(self._picture())
            print(f"{path.name}  {path.stat().st_size // 1000} kB", flush=True)
        self._size(1280, 800, 1)
        self.still = False

    def _size(self, width: int, height: int, scale: float) -> None:
        self.chromium.send("Emulation.setDeviceMetricsOverride", {
            "width": width, "height": height, "deviceScaleFactor": scale, "mobile": False})

    def _look(self, size: str, scheme: str) -> None:
        width, height, scale = (SIZES | OTHER)[size]
        self.page.emulate_media(color_scheme=scheme, reduced_motion="reduce")
        self._size(width, height, scale)
        self.page.evaluate("document.activeElement?.blur?.(); scrollTo(0, 0)")
        self.page.wait_for_timeout(250)
        if size in ("sideways", "zoomed"):
            # These are scrolled, so a picture is as long as the page, up to three screens. A phone's is what it shows.
            tall = self.page.evaluate("document.documentElement.scrollHeight")
            self._size(width, min(max(tall, height), 3 * height), scale)
            self.page.wait_for_timeout(120)

    def _picture(self) -> bytes:
        """Return the screen as WebP, which Playwright does not offer but Chromium does: a tenth of a PNG."""
        for quality in self.qualities:
            told = self.chromium.send("Page.captureScreenshot", {"format": "webp", "quality": quality})
            data = base64.b64decode(told["data"])
            if len(data) <= LARGEST:
                break
        return data


def list_shots(url: str, games: list[dict[str, Any]]) -> Iterator[tuple[str, list[Any], Callable[[Any], Any]]]:
    """Yield every screen: its name, the sizes and schemes that are kept, and how a page gets there."""
    from game_moments import Opened, post, spoken

    from coprime.core.record import dump_record
    from coprime.core.registry import find_game as find
    from coprime.testing.golden import play_by_bots, record_match

    def of(game: str, screen: str, *given: int) -> Callable[[Any], Any]:
        return lambda page: getattr(Opened(page, url, game), screen)(*given)

    def at(path: str) -> Callable[[Any], Any]:
        return lambda page: page.goto(f"{url}{path}", wait_until="networkidle")

    def reviewed(page: Any) -> None:
        page.goto(url)
        page.locator(".shelf li").first.wait_for()
        record = dump_record(record_match(play_by_bots(find("secret_number"), 3, {}, 1, "novice"), ["Ada", "Bo", "Cy"]))
        kept = post(page, url, "/api/replays", record)["id"]
        page.goto(f"{url}/review/{kept}?seat=0")
        page.get_by_role("button", name=spoken("moments.begin")).click()

    def known(path: str) -> Callable[[Any], Any]:
        def go(page: Any) -> None:
            page.goto(url)
            page.evaluate("kept => { for (const [place, text] of kept) localStorage.setItem(place, text) }",
                          [["coprime.numbers", json.dumps([{"n": n, "marks": marks} for n, marks in TRIED.items()])],
                           ["coprime.primes", json.dumps([{"n": n, "at": 1_763_800_000 + n, "game": "prime_daifugo"}
                                                          for n in PLAYED])]])
            page.goto(f"{url}{path}", wait_until="networkidle")
        return go

    fullest = max(games, key=lambda game: game["seats"][1])
    yield "home", WHOLE, at("")
    yield "yours", PAIR, at("/yours")
    yield "lobby", WHOLE, of(games[0]["name"], "lobby")
    yield "lobby_full", PAIR, of(fullest["name"], "lobby", fullest["seats"][1])
    yield "puzzles", PAIR, at("/puzzles")
    yield "review", PAIR, reviewed
    yield "numbers", PAIR, known("/primes")
    yield "train", PAIR, known("/primes/train")
    for game in games:
        name = game["name"]
        yield name, WHOLE, of(name, "table")
        if game["lessons"]:
            yield f"{name}-lesson", PAIR, of(name, "lesson")
        yield f"{name}-puzzle", PAIR, of(name, "puzzle")
        for screen, views in (("ending", PAIR), ("replay", PAIR), ("rules", PAIR[:1])):
            yield f"{name}-{screen}", views, of(name, screen)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--into", type=Path, help="docs/screens, or a folder of the language there")
    parser.add_argument("--language", default="", help="of the page: ja; each screen in one light of each size")
    parser.add_argument("--only", default="", help="names of screens, with commas between")
    parser.add_argument("--every", action="store_true", help="every screen in every size")
    asked = parser.parse_args()
    into = asked.into or ROOT / "docs/screens" / asked.language
    into.mkdir(parents=True, exist_ok=True)
    qualities = SMALLER if asked.language else (88, 75, 60, 45)

    from playwright.sync_api import sync_playwright
    from prime_daifugo_play import ARGUMENTS, NOT_NEW
    from server_process import ServerProcess

    chromium = os.environ.get("COPRIME_CHROMIUM") or next(
        filter(None, map(shutil.which, ("chromium", "chromium-headless-shell", "google-chrome"))), None)
    with tempfile.TemporaryDirectory() as folder, sync_playwright() as playwright:
        server = ServerProcess(folder).start()
        browser = playwright.chromium.launch(executable_path=chromium, args=ARGUMENTS)
        try:
            games = browser.new_page().request.get(f"{server.url}/api/games").json()["games"]
            for name, views, go in list_shots(server.url, games):
                if not asked.only or name in asked.only.split(","):
                    context = browser.new_context(viewport={"width": 1280, "height": 800}, reduced_motion="reduce",
                                                  locale=asked.language or "en-US")
                    context.add_init_script(NOT_NEW)
                    camera = Camera(context.new_page(), into, asked.every, qualities)
                    go(camera.page)
                    camera.page.wait_for_timeout(SETTLED)
                    camera.page.evaluate("document.fonts.ready.then(() => 0)")
                    camera.take(name, PAIR if asked.language and views == WHOLE else views)
                    context.close()
        finally:
            browser.close()
            server.stop()


if __name__ == "__main__":
    main()
