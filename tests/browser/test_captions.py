"""Captions of a table cover nothing that one needs to see, and point at what they speak of."""

import pytest
from page_waits import wait_until
from playwright.sync_api import expect
from screen_checks import resized

pytestmark = pytest.mark.browser
# Table, what its first caption speaks of, and what it must not cover.
CARDS = ".own .card:has(.fl), .mat .card:has(.fl)"
TURNS = {"seats": 2, "bots": "novice"}
CAPTIONS = {
    "prime_climb": ({**TURNS, "deal": 1}, ".mat svg",
                    "[data-pawn], .mat .onpaper > text, .seats *, .planning .num, .foot .btn"),
    "prime_challenge": ({**TURNS, "deal": 1}, CARDS, ".card, .seats *, .foot .btn"),
    "prime_solitaire": ({"seats": 1, "options": {"deal": 7}}, CARDS, ".card, .pile .s, .foot .btn"),
    "factor_rummy": ({**TURNS, "deal": 2}, CARDS, ".card, .pile *, .seats *, .foot .btn"),
    "secret_number": ({**TURNS, "deal": 1, "options": {"round_seconds": 0, "match_length": 1}}, ".display .may",
                      ".mat figure, .mat .card, .display button, .hand .card, .foot .btn"),
    "prime_canasta": ({**TURNS, "deal": 1}, CARDS, ".card, .pile *, .frozen, .seats *, .foot .btn"),
    "sosu_daifugo": ({**TURNS, "deal": 1}, ".hand .two-digits", ".card, [data-place], .seats *, .foot .btn"),
}
SIZES = ((360, 640), (820, 1180))
# A line has some px of nothing above and below its letters.
COVERED = """names => {
    const above = document.querySelector('.tip').getBoundingClientRect()
    return [...document.querySelectorAll(names)].filter(one => {
        const box = one.getBoundingClientRect()
        return box.width && Math.min(above.bottom, box.bottom) - Math.max(above.top, box.top) > 3
            && Math.min(above.right, box.right) - Math.max(above.left, box.left) > 1
    }).map(one => one.outerHTML.slice(0, 120))
}"""
# Whether the arrow of a caption, if it has one, ends at what it speaks of.
TOUCHES = """at => {
    const tip = document.querySelector('.tip'), own = tip.getBoundingClientRect()
    const down = tip.classList.contains('down'), up = tip.classList.contains('up')
    if (!down && !up) return true
    const zoom = tip.currentCSSZoom || 1, x = own.left + parseFloat(tip.style.getPropertyValue('--along')) * zoom
    return [...document.querySelectorAll(at)].some(one => {
        const {left, right, top, bottom} = one.getBoundingClientRect()
        const gap = down ? top - own.bottom : own.top - bottom
        return gap >= -1 && gap < 20 && left - 20 < x && x < right + 20
    })
}"""


@pytest.mark.parametrize("locale", ["en-US", "ja-JP"])
@pytest.mark.parametrize("name", CAPTIONS)
def test_a_caption_covers_nothing_one_needs_and_its_arrow_touches_its_target(people, name, locale):
    asked, at, kept = CAPTIONS[name]
    me = people("phone", new=True, locale=locale)
    page = me.page
    page.set_viewport_size({"width": 360, "height": 640})
    me.opens(name, **asked)
    page.locator(".tip").wait_for()
    page.evaluate("document.fonts.ready.then(() => 0)")
    for width, height in SIZES:
        resized(page, width, height)
        # It is placed in a frame of its own, after what it stands over.
        wait_until(page, lambda: page.evaluate(COVERED, kept) == [] and page.evaluate(TOUCHES, at),
                   f"covers nothing of {kept} and touches {at} at {width} px")


def test_a_caption_goes_when_what_it_points_at_is_gone(people):
    page = people("phone", new=True).go("/first/prime_climb").page
    for equation in ("0 + 4", "4 × 5"):
        expect(page.locator(".tip")).to_be_visible()
        page.locator(".planning").get_by_role("button", name=equation).click()
        page.get_by_role("button", name="Move to").click()
    page.get_by_role("button", name="End turn").wait_for()
    expect(page.locator(".tip")).to_be_hidden()
