"""Looking back in a browser: the moments of a match that was lost, tried again and explained."""

import pytest
from playwright.sync_api import expect
from screen_checks import is_readable, resized
from test_small_screen import UNSEEN

import coprime
from coprime.core.record import dump_record
from coprime.testing.golden import play_by_bots, record_match

pytestmark = pytest.mark.browser


def sentence(page):
    return page.locator(".ask").first


SECRET = ("secret_number", {}, 8)
COMPILED = 240_000              # ms: what compares choices may have to be compiled first


def opened(me, seat=0, game=SECRET):
    """Open the review of a match of two bots: (name, options, seed)."""
    name, options, seed = game
    level = "novice" if game is SECRET else "casual"
    text = dump_record(record_match(play_by_bots(coprime.game(name), 2, options, seed, level), ["Ann", "Bob"]))
    kept = me.go().posts("/api/replays", text)
    me.page.goto(f"{me.server.url}/review/{kept['id']}?seat={seat}")


def test_moments_are_tried_again_and_explained(people):
    """The first and the last on a phone, the second on a laptop."""
    me = people("phone")
    page = me.page
    resized(page, 360, 640)
    opened(me)
    expect(sentence(page)).to_contain_text("3 moments cost you most.")
    is_readable(page)
    page.get_by_role("button", name="Look at moment 1").click()
    for number in (1, 2, 3):
        is_phone = number != 2
        expect(sentence(page)).to_contain_text("What would you play?")
        resized(page, *((360, 640) if is_phone else (1280, 800)))
        if is_phone:
            assert page.evaluate(UNSEEN) == [], number
            page.get_by_role("button", name="Hints").click()
        page.get_by_role("button", name="Show me the answer").click()
        expect(sentence(page)).to_contain_text("This was better.")
        expect(sentence(page)).to_contain_text("In the match: You")
        if is_phone:
            page.get_by_role("button", name="Hints").click()
        expect(page.get_by_role("heading", name="How to see it")).to_be_visible()
        expect(page.get_by_role("heading", name="Why it is better")).to_be_visible()
        is_readable(page)
        page.locator(".foot .btn.go").click()
    expect(sentence(page)).to_contain_text("0 of 3 found.")
    page.get_by_role("link", name="Whole game").click()
    expect(page.get_by_role("slider")).to_be_visible()


def test_a_replay_that_is_not_there_is_told(people):
    me = people("phone")
    me.page.goto(f"{me.server.url}/review/none")
    expect(sentence(me.page)).to_contain_text("There is no replay none.")


# A lost game of Sosu Daifugo, in which the first seat missed more than one certain win.
LOST = ("sosu_daifugo", {"games_to_win": 1, "clock": "none"}, 4)


def is_readable_in_both_windows(page, axe=True):
    """On a light laptop and on a dark phone, which it stays."""
    for size, scheme in (((1280, 800), "light"), ((360, 640), "dark")):
        resized(page, *size, scheme)
        is_readable(page, axe=axe)


def test_all_turns_show_what_could_have_been_played(people):
    me = people("phone", "dark")
    page = me.page
    resized(page, 360, 640)
    opened(me, game=LOST)
    expect(page.get_by_role("heading", name="Your turns")).to_be_visible(timeout=COMPILED)
    expect(sentence(page)).to_contain_text("Turn 7 decided it: a sure win was there.")
    expect(sentence(page)).to_contain_text("the match was lost")
    expect(page.get_by_role("button", name="Look at turn 7")).to_be_visible()
    is_readable_in_both_windows(page)
    page.get_by_role("button", name="All turns").click()
    expect(page.get_by_role("heading", name="All turns")).to_be_visible()
    listed = page.get_by_role("listitem").get_by_role("button", name="Turn ")
    expect(listed).to_have_count(9)
    listed.first.click()
    expect(page.get_by_role("heading", name="Turn 1")).to_be_visible()
    expect(sentence(page)).to_contain_text("You had the lead and 11 cards.")
    could = page.get_by_role("region", name="What could have been played")
    expect(could.get_by_role("listitem")).to_have_count(3)
    expect(could).to_contain_text("Wins now.")
    page.get_by_role("button", name="Keep for training").click()
    expect(page.get_by_role("button", name="Kept for training")).to_have_attribute("aria-pressed", "true")
    is_readable_in_both_windows(page)
    page.get_by_role("button", name="Next turn").click()
    expect(could).to_contain_text("Nothing better was found.")
    is_readable_in_both_windows(page, axe=False)
    page.get_by_role("button", name="All turns").click()
    listed.first.click()
    page.get_by_role("button", name="Play on from here").click()
    page.wait_for_url("**/t/*")
    expect(page.get_by_role("button", name="Draw")).to_be_visible()
    page.goto(f"{me.server.url}/train/sosu_daifugo/games")
    expect(sentence(page)).to_contain_text("Find the sure win.")
    expect(page.locator(".at")).to_have_text("1 of 1")
