"""Hints on a small screen: they stay open while one reads on, each new step is seen, and the answer can be done."""

import json
import re

import pytest
from game_moments import Opened
from page_motion import SCROLL_NEAREST
from playwright.sync_api import expect
from prime_daifugo_play import logged, wait_for_line, wait_for_turn
from screen_checks import resized
from test_secret_number import ByPointer
from translator import TRANSLATE

pytestmark = pytest.mark.browser
# The step that was opened last lies wholly inside what the sheet shows.
SEEN = """() => {
    const [box, step] = [document.querySelector('.sheet .in'), [...document.querySelectorAll('.ladder .on')].at(-1)]
    const [outer, inner] = [box, step].map(one => one.getBoundingClientRect())
    return inner.top >= outer.top - 1 && inner.bottom <= Math.max(outer.bottom, outer.top + inner.height) + 1
}"""
# What the sheet lies over that has to be read or pressed meanwhile.
COVERED = """() => {
    const sheet = document.querySelector('.sheet').getBoundingClientRect()
    return [...document.querySelectorAll('.sentence .ask, .hand .card, .left > .foot .btn')].filter(e => {
        const box = e.getBoundingClientRect()
        return e.checkVisibility() && box.width && box.top < sheet.bottom - 1 && box.bottom > sheet.top + 1
            && box.left < sheet.right - 1 && box.right > sheet.left + 1
    }).map(e => e.className + e.textContent.slice(0, 30))
}"""


def open_all(page):
    """Opens step after step, as far as there are any."""
    for opened in range(1, 4):
        page.locator(".ladder li > button:enabled").first.click()
        page.locator(".ladder .on").nth(opened - 1).wait_for()
        assert page.locator(".sheet").count() == 1, f"closed at step {opened}"
        page.wait_for_function(SEEN)
        if not page.locator(".ladder li > button").count():
            return


def test_on_a_phone_hints_stay_open_after_a_move(people):
    me = people("phone")
    page = me.opens("prime_daifugo", 2, "novice")
    resized(page, 360, 640)
    for turn in range(2):
        wait_for_turn(page)
        lines = logged(page)
        page.get_by_role("button", name="Hints").click()
        open_all(page)
        me.is_sound(axe=turn == 0)
        page.get_by_role("button", name="Do it").click()
        wait_for_line(page, lines)
        page.locator(".sheet").wait_for(state="detached")


def covers_nothing(page):
    """On a phone that stands and on one that lies."""
    for size in ((640, 360), (360, 640)):
        resized(page, *size)
        assert page.evaluate(COVERED) == [], size


def test_cards_are_ringed_then_raised_and_nothing_is_covered(people):
    me = people("phone")
    opened = Opened(me.page, me.server.url, "prime_daifugo")
    page = opened.at(opened.story.play)
    resized(page, 360, 640)
    page.get_by_role("button", name="Hints").click()
    steps, ringed = page.locator(".ladder li > button:enabled"), page.locator(".hand .ringed")
    assert page.locator(".ladder li > button").all_inner_texts() == ["Where to look", "Why", "Show me"]
    steps.first.click()
    ringed.first.wait_for()
    covers_nothing(page)
    assert not page.locator(".hand .up").count()
    for opened in (1, 2):
        steps.first.click()
        page.locator(".ladder .on").nth(opened).wait_for()
    page.locator(".hand .up").first.wait_for()
    covers_nothing(page)
    assert not ringed.count()
    said = page.locator(".ladder .on").last.inner_text()
    assert page.locator(".foot .go").inner_text().split()[-1] in said, "the dark button plays what is raised"
    for size in ((640, 360), (360, 640)):
        resized(page, *size)
        page.wait_for_function(SEEN)
    page.locator(".foot .go").click()
    page.locator(".sheet").wait_for(state="detached")


class LateHints:
    """Holds back what the server answers to "hint" until `deliver`; counts how often it was asked."""

    def __init__(self, page):
        self.asked, self._held, self._ids, self._late = 0, [], set(), True
        page.route_web_socket(re.compile("/ws/"), self._pass_on)

    def _pass_on(self, line):
        server = line.connect_to_server()

        def from_page(data):
            if (message := json.loads(data))["type"] == "hint":
                self.asked += 1
                self._ids.add(message["id"])
            server.send(data)

        def from_server(data):
            if self._late and json.loads(data).get("id") in self._ids:
                self._held.append(data)
            else:
                line.send(data)

        self._line = line
        line.on_message(from_page)
        server.on_message(from_server)

    def deliver(self):
        self._late = False
        for data in self._held:
            self._line.send(data)


def test_quick_taps_are_not_lost_and_a_double_tap_costs_one_hint(people):
    """While an answer is on its way the next step can be asked for; the same step counts once."""
    me = people("phone")
    opened = Opened(me.page, me.server.url, "prime_daifugo")
    late = LateHints(me.page)
    page = opened.at(opened.story.play)
    resized(page, 360, 640)
    page.get_by_role("button", name="Hints").click()
    page.get_by_role("button", name="Where to look").dblclick()
    page.get_by_role("button", name="Why").click()
    assert page.get_by_role("button", name="Show me").is_enabled() and not page.locator(".ladder .on").count()
    late.deliver()
    page.locator(".ladder .on").nth(1).wait_for()
    page.get_by_text("2 used, counted").wait_for()
    page.wait_for_function(SEEN)
    assert late.asked == 2 and page.locator(".ladder .on").count() == 2


def test_in_a_game_without_a_hand_some_of_the_table_stays_in_sight(people):
    me = people("phone")
    opened = Opened(me.page, me.server.url, "prime_solitaire")
    page = opened.at(opened.story.first)
    resized(page, 360, 640)
    page.get_by_role("button", name="Hints").click()
    open_all(page)
    mat, sheet = (page.locator(part).bounding_box() for part in (".mat", ".sheet"))
    assert sheet["y"] - mat["y"] > 0.3 * mat["height"] and page.evaluate(COVERED) == []


def test_in_a_translated_page_each_step_is_seen(people):
    """The translator writes when the step has been scrolled to, and other languages are longer."""
    me = people("phone")
    opened = Opened(me.page, me.server.url, "prime_daifugo")
    page = opened.at(opened.story.first)
    resized(page, 360, 640)
    page.evaluate(TRANSLATE, "länger ")
    page.get_by_role("button", name="Hints").click()
    open_all(page)
    page.get_by_role("button", name="Do it").click()
    page.locator(".sheet").wait_for(state="detached")


@pytest.mark.parametrize("name", ["prime_climb", "sosu_daifugo", *(
    pytest.param(name, marks=pytest.mark.long) for name in ("daifugo", "secret_number"))])
def test_on_a_laptop_all_steps_are_read_with_the_table_in_sight(people, name):
    """The rail scrolls, not the page.  The answer can be done."""
    me = people()
    opened = Opened(me.page, me.server.url, name)
    page = opened.at(opened.story.first)
    resized(page, 1280, 800)
    steps = page.locator(".ladder li > button:enabled")
    while steps.count():
        opened_steps = page.locator(".ladder .on").count()
        steps.first.evaluate(SCROLL_NEAREST)                   # Playwright's own way also moves what need not be moved
        steps.first.click()
        page.locator(".ladder .on").nth(opened_steps).wait_for()
    page.locator(".ladder .on").last.evaluate(SCROLL_NEAREST)
    box = page.locator(".ladder .on").last.bounding_box()
    assert page.evaluate("scrollY") == 0 and 0 <= box["y"] and box["y"] + box["height"] <= 800
    me.is_sound(axe=name == "sosu_daifugo")
    if name == "prime_climb":
        lines = logged(page)
        page.get_by_role("button", name="Do it").click()
        wait_for_line(page, lines)


def test_on_a_phone_hints_stay_open_while_others_act(people):
    ada, bo = people("phone"), people("phone")
    page = ada.opens("secret_number", 2, now=False)
    bo.go(f"/t/{ada.code()}")
    page.get_by_text("here", exact=True).wait_for()
    page.get_by_role("button", name="Begin").click()
    page.get_by_role("button", name="Hints").click()
    for opened in range(2):
        page.locator(".ladder li > button:enabled").first.click()
        page.locator(".ladder .on").nth(opened).wait_for()
    told = page.locator(".ladder .on").all_inner_texts()
    lines = logged(page)
    ByPointer(bo.page).cover()
    wait_for_line(page, lines)
    page.get_by_text("2 used, counted").wait_for()
    expect(page.locator(".ladder .on")).to_have_text(told)
    page.locator(".ladder li > button:enabled").first.click()
    page.get_by_text("3 used, counted").wait_for()
