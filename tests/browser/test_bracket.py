"""The drawing of a knock-out on the projector, from the first round to the end."""

import pytest
import screen_checks
from game_moments import greet
from playwright.sync_api import expect
from server_process import GENEROUS, ServerProcess
from tournament_pages import ONE_GAME, asked_of_axe, enters, projector

pytestmark = pytest.mark.browser
WALLS = ((1280, 720), (1280, 800), (1920, 1080))
# A name that is cut off, or stands over the next one.
COVERED = """[...document.querySelectorAll('.rounds .line')].filter((line, i, all) => {
    const box = line.getBoundingClientRect(), next = all[i + 1]?.getBoundingClientRect()
    const text = line.querySelector('.called')
    return box.right > innerWidth || box.bottom > innerHeight || text && text.scrollWidth > text.clientWidth + 1
        || next && next.left === box.left && next.top < box.bottom - 1
}).map(line => line.textContent)"""


@pytest.fixture(scope="module")
def club(tmp_path_factory):
    opened = ServerProcess(tmp_path_factory.mktemp("club"), limits={**GENEROUS, "tournaments": 40}).start()
    yield opened
    opened.stop()


@pytest.mark.parametrize("locale, scheme, name", [
    ("en-US", "light", "Bartholomew Longfellow"), ("ja-JP", "dark", "長曾我部信濃守元親公御名代様")])
def test_thirty_two_players_have_room_with_whole_names(people, club, locale, scheme, name):
    director = people(server=club, locale=locale, scheme=scheme)
    greet(director.page, club.url)
    code = director.posts("/api/tournaments", {"name": "Thursday club", **ONE_GAME, "format": "knockout"})["code"]
    enters(people, club, code, name)
    director.posts(f"/api/tournaments/{code}/bots", {"level": "novice", "count": 31})
    wall = projector(director, code)
    for number in range(1, 6):
        told = director.posts(f"/api/tournaments/{code}/round", {})
        wall.get_by_role("heading", name=round_heading(number, locale)).wait_for()
        for one in told["round"]["pairings"]:
            won = [1, 0] if one["players"][0] == name or one["players"][1] != name else [0, 1]
            director.posts(f"/api/tournaments/{code}/result",
                           {"round": number, "table": one["table"], "score": won, "reason": "test"})
        expect(wall.locator(f".round:nth-child({number}) .won")).to_have_count(2 ** (5 - number))
        if number in (1, 5):
            fits_every_wall(wall, locale)
    won = wall.locator(".won").filter(has_text=name)
    won.nth(4).wait_for()
    expect(won).to_have_count(5)
    director.posts(f"/api/tournaments/{code}/end", {})
    wall.locator(".crown").wait_for()
    fits_every_wall(wall, locale)


def round_heading(number, locale):
    """The heading of a round on the projector."""
    return f"Round {number} of 5" if locale == "en-US" else f"第{number}ラウンド（全5回）"


def fits_every_wall(wall, locale):
    for width, height in WALLS:
        screen_checks.resized(wall, width, height)
        wall.evaluate("document.fonts.ready.then(() => 0)")
        assert wall.evaluate("document.documentElement.scrollHeight") <= height
        assert wall.evaluate(COVERED) == []
        screen_checks.is_readable(wall, axe=(width, height) == WALLS[0] and asked_of_axe(locale))
