"""A large screen is used: everything is larger on it, and what is dragged stays under the pointer."""

import pytest
from game_moments import Opened
from screen_checks import resized

pytestmark = pytest.mark.browser
STANDING = "[...document.querySelectorAll('.hand [data-card]')].map(e => e.dataset.card)"


def test_the_table_fills_a_large_screen_and_a_card_that_is_dragged_stays_under_the_pointer(people):
    """Nothing scrolls sideways."""
    me = people()
    resized(me.page, 1920, 1080)
    page = Opened(me.page, me.server.url, "prime_daifugo").table()
    box = page.locator("main").bounding_box()
    assert box["width"] > 0.8 * 1920 and page.evaluate("document.documentElement.scrollWidth <= innerWidth")
    for part in (".ask", ".mat", ".hand", ".foot .go", ".ladder"):
        below = page.locator(part).first.bounding_box()
        assert below["y"] + below["height"] <= 1080, part
    me.is_sound()
    me.is_whole()
    before = page.evaluate(STANDING)
    card = page.locator(".hand [data-card]")
    start, end = card.nth(1).bounding_box(), card.nth(4).bounding_box()
    page.mouse.move(start["x"] + 20, start["y"] + 30)
    page.mouse.down()
    page.mouse.move(start["x"] + 60, start["y"] + 30, steps=4)
    page.mouse.move(end["x"] + 20, end["y"] + 30, steps=8)
    assert abs(page.locator(".held .card").bounding_box()["x"] - end["x"]) < 2
    page.mouse.up()
    now = page.evaluate(STANDING)
    assert now[4] == before[1] and sorted(now) == sorted(before)
