"""Pictures of the screens for docs/screens: phone and laptop, light and dark, from a real house with real games.

    python tools/screenshots.py [--only home,lobby] [--into docs/screens]

Needs a built browser part and Chromium (COPRIME_CHROMIUM or in the usual places).
"""

import argparse
import base64
import os
import re
import shutil
import sys
import tempfile
from itertools import permutations, product
from pathlib import Path
from typing import Any

ROOT = Path(__file__).parents[1]
sys.path[:0] = [str(ROOT / "tests/server"), str(ROOT / "tests/browser")]
SIZES = {"phone": (360, 800), "laptop": (1280, 800)}
SCHEMES = ("light", "dark")
LARGEST = 200_000       # bytes of one picture


class Camera:
    """Takes every picture in both sizes and schemes, without playing again."""

    def __init__(self, page: Any, into: Path) -> None:
        self.page, self.into = page, into
        self.chromium = page.context.new_cdp_session(page)
        self.still = False
        page.route_web_socket(re.compile("/ws/"), self._between)

    def _between(self, browser: Any) -> None:
        """Holds back what the house says while pictures of one moment are taken."""
        house = browser.connect_to_server()
        held: list[Any] = []

        def hear(message: Any) -> None:
            held.append(message)
            while held and not self.still:
                browser.send(held.pop(0))

        house.on_message(hear)

    def take(self, name: str, ready: str = "main") -> None:
        self.page.locator(ready).first.wait_for()
        self.still = True
        for (size, (width, height)), scheme in product(SIZES.items(), SCHEMES):
            self.page.set_viewport_size({"width": width, "height": height})
            self.page.emulate_media(color_scheme=scheme, reduced_motion="reduce")
            self.page.evaluate("document.activeElement?.blur?.(); scrollTo(0, 0)")
            self.page.wait_for_timeout(250)
            path = self.into / f"{name}-{size}-{scheme}.webp"
            # A phone is scrolled, so its picture is as long as the page, up to three screens.
            tall = self.page.evaluate("document.documentElement.scrollHeight") if size == "phone" else height
            self.page.set_viewport_size({"width": width, "height": min(max(tall, height), 3 * height)})
            self.page.wait_for_timeout(120)
            path.write_bytes(self.picture())
            print(f"{path.name}  {path.stat().st_size // 1000} kB")
        self.page.set_viewport_size({"width": 1280, "height": 800})
        self.still = False

    def picture(self) -> bytes:
        """As WebP, which Playwright does not offer but Chromium does: a tenth of a PNG."""
        for quality in (88, 75, 60, 45):
            told = self.chromium.send("Page.captureScreenshot", {"format": "webp", "quality": quality})
            data = base64.b64decode(told["data"])
            if len(data) <= LARGEST:
                break
        return data


def play_now(page: Any, url: str, title: str) -> None:
    """A new practice table of a game with that title."""
    page.goto(url)
    page.locator(".shelf button", has_text=title).click()
    page.get_by_role("dialog").get_by_role("button", name=re.compile("^Play ")).click()
    page.locator(".mat").first.wait_for()


def daifugo(page: Any, url: str, camera: Camera) -> None:
    """The lobby; a composite as the judge sees it; Prime Daifugo in play with raised cards."""
    from playing import COUNTS, hand, is_prime, lobby, prime_play, wait_for_turn

    class Me:
        def go(self) -> "Me":
            page.goto(url)
            return self

        @property
        def page(self) -> Any:
            return page

    lobby(Me())
    page.get_by_role("radio", name="3", exact=True).check(force=True)
    page.get_by_text("3 seats, 2 bots").wait_for()
    page.get_by_role("radio", name="Family").check(force=True)
    page.get_by_role("radio", name="Family", checked=True).wait_for()
    camera.take("lobby", ".chip")
    for pace in page.get_by_label(re.compile("^How fast")).all():
        pace.select_option("slow")
    page.get_by_role("button", name="Begin").click()
    failed = False
    for _ in range(40):
        asked, cards = wait_for_turn(page), hand(page)
        if "Your turn" not in asked:
            return
        above = int(found[1]) if (found := re.search(r"above (\d+)", asked)) else 0
        n = next((count for words, count in COUNTS.items() if words in asked and above), 2)
        composite = next((some for some in permutations([i for i, (_, c) in enumerate(cards) if c], n)
                          if n == 2 and above < (made := int("".join(str(cards[i][1]) for i in some)))
                          and not is_prime(made) and made % 2 and made % 3 and made % 5), None)
        places = prime_play(asked, cards) if failed else composite
        if places and max(places) < 10:
            for place in places:
                page.keyboard.press(str((place + 1) % 10))
            page.locator(".strip", has_text="may be played").wait_for()
            if failed:
                camera.take("prime_daifugo", ".stamp")
                return
            page.keyboard.press("p")
            page.locator(".stamp", has_text="not prime").wait_for()
            camera.take("reveal", ".stamp")
            failed = True
            continue
        page.keyboard.press("x")
        page.wait_for_timeout(400)


def replay(page: Any, url: str, camera: Camera) -> None:
    """A practice so far, looked at again."""
    from playing import ByKeys, hand, prime_play, wait_for_turn

    play_now(page, url, "Prime Daifugo")
    for _ in range(5):
        asked = wait_for_turn(page)
        places = prime_play(asked, hand(page))
        for place in places or ():
            ByKeys(page).raise_card(place, hand(page))
        page.wait_for_timeout(300)
        page.keyboard.press("p" if places else "x")
        page.wait_for_timeout(600)
    wait_for_turn(page)
    page.locator(".log button").nth(-3).click()
    page.get_by_role("slider").wait_for()
    camera.take("replay", ".hrow")


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--into", type=Path, default=ROOT / "docs/screens")
    parser.add_argument("--only", default="", help="names of screens, with commas between")
    asked = parser.parse_args()
    asked.into.mkdir(parents=True, exist_ok=True)

    from house_process import House
    from playing import ARGUMENTS
    from playwright.sync_api import sync_playwright

    chromium = os.environ.get("COPRIME_CHROMIUM") or shutil.which("chromium") or shutil.which("google-chrome")
    with tempfile.TemporaryDirectory() as folder, sync_playwright() as playwright:
        house = House(folder).start()
        browser = playwright.chromium.launch(executable_path=chromium, args=ARGUMENTS)
        page = browser.new_context(viewport={"width": 1280, "height": 800}, reduced_motion="reduce").new_page()
        camera = Camera(page, asked.into)

        def home() -> None:
            page.goto(house.url)
            camera.take("home", ".shelf li")

        def table(title: str, name: str) -> None:
            play_now(page, house.url, title)
            page.wait_for_timeout(4000)
            camera.take(name, ".mat")

        shots = {"home": home, "prime_daifugo": lambda: daifugo(page, house.url, camera),
                 "replay": lambda: replay(page, house.url, camera)}
        games = page.request.get(f"{house.url}/api/games").json()["games"]
        for game in games:
            if game["ready"] and game["name"] not in shots:
                shots[game["name"]] = lambda game=game: table(game["title"], game["name"])
        for name, shoot in shots.items():
            if not asked.only or name in asked.only.split(","):
                shoot()
        browser.close()
        house.stop()


if __name__ == "__main__":
    main()
