"""The end of a match: what decided it, one's own best moment, how all stood, and the way to what was missed."""

import re
import tomllib
from pathlib import Path

import pytest
from finished_tables import ended
from page_sockets import listen
from playwright.sync_api import expect
from screen_checks import BEYOND, CLIPPED, resized

import coprime

pytestmark = pytest.mark.browser


WORDS = Path(coprime.__file__).parent / "table/messages/en.toml"
# Short matches, which end with what somebody does and not with a clock.
SHORT = {"daifugo": {"match_length": 3}, "factor_rummy": {"target_score": 50}, "prime_canasta": {"target_score": 500},
         "secret_number": {"round_seconds": 0}}


ANIMALS = re.compile(rf"\b({'|'.join(tomllib.loads(WORDS.read_text())['names']['animals'])})\b")
HEARS = f"text => text.replace(/{ANIMALS.pattern}/g, name => (name + 'fisherfisher').slice(0, 10))"


def with_long_names(page):
    """The server draws its bots' names; a picture is measured with ones as long as the longest, "Kingfisher"."""
    def answered(route):
        route.fulfill(body=ANIMALS.sub(lambda found: (found[0] + "fisherfisher")[:10], route.fetch().text()),
                      content_type="application/json")
    listen(page, HEARS)
    page.route(re.compile("/api/tables/.*/ending"), answered)


def one_button_leads_to_what_was_missed(page):
    """All of it is in sight.  Hints that one has used are one's own: not those of "Gecko 8: 9", a guest's name."""
    page.get_by_text("Your last card was the").wait_for()
    expect(page.locator("main")).to_contain_text("Hints used: 1 by you.")
    picture = page.get_by_role("img", name=re.compile("^Cards in hand, game .*you from 10 to 0"))
    dark = page.get_by_role("button", name="See what you missed")
    for part in (picture, dark, page.get_by_role("link", name="All games").first):
        box = part.bounding_box()
        assert box["y"] + box["height"] <= 640, "it is in sight"
    dark.click()
    page.wait_for_url("**/review/*")
    expect(page.locator(".ask").first).to_have_text(re.compile("looked through|prepares to look back|cost you"))


def moment_and_picture_stand_side_by_side_on_a_laptop(page):
    resized(page, 1280, 800)
    page.get_by_text(re.compile("^From move .* ahead")).wait_for()
    best, picture = page.locator(".best").bounding_box(), page.locator(".shown .panel").bounding_box()
    assert best["y"] == picture["y"] and best["height"] == picture["height"] and best["x"] < picture["x"]
    page.get_by_text("Your largest set").wait_for()
    assert page.evaluate(f"[{BEYOND}, {CLIPPED}]") == [[], []]
    page.get_by_role("button", name="Play again").click()
    page.locator(".shown").wait_for(state="detached")


# What more is looked at in a game, in a match of which it can be seen.
MORE = {"prime_daifugo": one_button_leads_to_what_was_missed,
        "prime_challenge": moment_and_picture_stand_side_by_side_on_a_laptop}


@pytest.mark.parametrize("name", coprime.all_games())
def test_every_game_tells_on_a_phone_of_its_best_moment_without_a_scroll(people, name):
    me = people("phone")
    me.page.set_viewport_size({"width": 360, "height": 640})
    with_long_names(me.page)
    game = coprime.game(name)
    seed, level = (1, "casual") if name in MORE else (2, game.bots.LEVELS[0])
    page = ended(me, name, seed, level, hinted=name == "prime_daifugo", **SHORT.get(name, {}))
    page.get_by_role("heading", name="Your best moment").wait_for()
    if name != "prime_solitaire":
        expect(page.locator("main")).to_contain_text(re.compile("fish|fis\\b"))
    for part in page.locator(".best, .shown .panel, .ending .btn.go").all():
        box = part.bounding_box()
        assert box["y"] + box["height"] <= 640, "it is in sight"
    expect(page.locator(".btn.go")).to_have_count(1)
    me.is_sound()
    if name in MORE:
        MORE[name](page)
