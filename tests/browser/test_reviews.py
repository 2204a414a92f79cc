"""Looking back in a browser: the moments of a match that was lost, tried again and explained."""

import pytest
from playwright.sync_api import expect
from soundness import is_readable, resized
from test_small_screen import UNSEEN

import coprime
from coprime.core.record import dump_record
from coprime.testing.golden import play_by_bots, record_match

pytestmark = pytest.mark.browser


def sentence(page):
    return page.locator(".ask").first


def opened(me, seat=0):
    me.page.goto(me.server.url)
    me.page.locator(".shelf li").first.wait_for()       # the cookie has come by then
    text = dump_record(record_match(play_by_bots(coprime.game("secret_number"), 2, {}, 8, "novice"), ["Ann", "Bob"]))
    headers = {"Content-Type": "application/json"}
    kept = me.page.request.post(f"{me.server.url}/api/replays", data=text, headers=headers).json()
    me.page.goto(f"{me.server.url}/review/{kept['id']}?seat={seat}")


@pytest.mark.parametrize("size", ["phone", "laptop"])
def test_moments_are_tried_again_and_explained(people, size):
    me = people(size)
    page = me.page
    if size == "phone":
        resized(page, 360, 640)
    opened(me)
    expect(sentence(page)).to_contain_text("3 moments cost you most.")
    is_readable(page)
    page.get_by_role("button", name="Look at moment 1").click()
    for number in (1, 2, 3):
        expect(sentence(page)).to_contain_text("What would you play?")
        if size == "phone":
            resized(page, 360, 640)
            assert page.evaluate(UNSEEN) == [], number
            page.get_by_role("button", name="Hints").click()
        page.get_by_role("button", name="Show me the answer").click()
        expect(sentence(page)).to_contain_text("This was better.")
        expect(sentence(page)).to_contain_text("In the match: You")
        if size == "phone":
            page.get_by_role("button", name="Hints").click()
        expect(page.get_by_role("heading", name="How to see it")).to_be_visible()
        is_readable(page)
        page.locator(".foot .btn.go").click()
    expect(sentence(page)).to_contain_text("0 of 3 found.")
    page.get_by_role("link", name="Whole game").click()
    expect(page.get_by_role("slider")).to_be_visible()


def test_a_replay_that_is_not_there_is_told(people):
    me = people("phone")
    me.page.goto(f"{me.server.url}/review/none")
    expect(sentence(me.page)).to_contain_text("There is no replay none.")
