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
SIZES, LYING = ((360, 640), (820, 1180)), (640, 360)
# What more it must not cover on a phone that lies.
KEPT_LYING = {"prime_climb": ".board, .others, .planning button",
              "prime_solitaire": ".mat .card, .below .card, .sums .s, .news"}
# How many of these it may touch on a laptop, at the edge of a full table; of the others none.
TOUCHED = {"prime_climb": 3, "prime_challenge": 1}
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

INSIDE = """() => {
    const {left, top, right, bottom} = document.querySelector('.tip').getBoundingClientRect()
    return left >= 0 && top >= 0 && right <= innerWidth && bottom <= innerHeight
}"""


@pytest.mark.parametrize("locale, first", [("en-US", (360, 640)), ("ja-JP", (640, 360))], ids=["en-US", "ja-JP"])
@pytest.mark.parametrize("name", CAPTIONS)
def test_a_caption_covers_nothing_one_needs_and_its_arrow_touches_its_target(people, name, locale, first):
    """It comes on a phone that stands or lies, which then is turned; on one that lies it is in sight as a whole."""
    asked, at, kept = CAPTIONS[name]
    me = people("phone", new=True, locale=locale)
    page = me.page
    page.set_viewport_size(dict(zip(("width", "height"), first, strict=True)))
    me.opens(name, **asked)
    page.locator(".tip").wait_for()
    page.evaluate("document.fonts.ready.then(() => 0)")
    if first == LYING:
        is_in_sight_as_a_whole(page, KEPT_LYING.get(name))
    for width, height in SIZES:
        resized(page, width, height)
        # It is placed in a frame of its own, after what it stands over.
        wait_until(page, lambda: page.evaluate(COVERED, kept) == [] and page.evaluate(TOUCHES, at),
                   f"covers nothing of {kept} and touches {at} at {width} px")
    resized(page, 1280, 800)
    wait_until(page, lambda: len(page.evaluate(COVERED, kept)) <= TOUCHED.get(name, 0), f"covers little of {kept}")
    if first != LYING:
        resized(page, *LYING)
        is_in_sight_as_a_whole(page, KEPT_LYING.get(name))


def is_in_sight_as_a_whole(page, kept):
    names = ", ".join(filter(None, (".hand .card, .foot .btn", kept)))
    wait_until(page, lambda: page.evaluate(INSIDE) and page.evaluate(COVERED, names) == [],
               f"is in sight and covers nothing of {names}")


# Table, the matches with captions of their own, what these must not cover; they come one at each turn, in this order.
BUTTONS = ".seats *, .foot .btn"
LATER = {
    "prime_daifugo": ({**TURNS, "preset": "beginners", "deal": 1}, (2, 3, 4), f".hand .card, {BUTTONS}"),
    "daifugo": ({"seats": 4, "bots": "novice", "deal": 3}, (2,), f".hand .card, {BUTTONS}"),
    "prime_canasta": ({**TURNS, "deal": 1}, (2,), f".hand .card, .pile .card, {BUTTONS}"),
    "secret_number": ({**TURNS, "deal": 1, "options": {"round_seconds": 0, "match_length": 1}}, (2,),
                      f".mat figure, .hand .card, {BUTTONS}"),
    "sosu_daifugo": ({**TURNS, "deal": 1}, (2, 3), f".hand .place.paper, .mat .card, {BUTTONS}"),
}

EARLIER = """([game, n]) => {
    localStorage.setItem('coprime.games', JSON.stringify([...Array(n).keys()].map(
        id => ({id: `OLD.${id}`, game, at: 1, won: true, level: '', hints: 0}))))
}"""


@pytest.mark.parametrize("locale", ["en-US", "ja-JP"])
@pytest.mark.parametrize("name", LATER)
def test_a_caption_of_a_later_match_covers_nothing_one_needs(people, name, locale):
    asked, matches, kept = LATER[name]
    me = people("phone", new=True, locale=locale)
    page = me.page
    resized(page, 360, 640)
    me.opens(name, **asked)
    page.locator(".hand, .display").first.wait_for()
    for match in matches:
        page.evaluate(EARLIER, [name, match - 1])
        page.reload()
        page.locator(".tip").wait_for()
        page.evaluate("document.fonts.ready.then(() => 0)")
        for width, height in (LYING, *SIZES[::-1]):
            resized(page, width, height)
            wait_until(page, lambda: page.evaluate(COVERED, kept) == [] and page.evaluate(INSIDE),
                       f"in match {match} covers nothing of {kept} and is in sight at {width} px")


def test_a_caption_goes_when_what_it_points_at_is_gone(people):
    page = people("phone", new=True).go("/first/prime_climb").page
    for equation in ("0 + 4", "4 × 5"):
        expect(page.locator(".tip")).to_be_visible()
        page.locator(".planning").get_by_role("button", name=equation).click()
        page.get_by_role("button", name="Move to").click()
    page.get_by_role("button", name="End turn").wait_for()
    expect(page.locator(".tip")).to_be_hidden()


def test_the_arrow_of_a_first_turn_points_at_a_card_that_was_dealt(people):
    me = people("phone", new=True, motion="no-preference")
    me.page.set_viewport_size({"width": 360, "height": 640})
    page = me.go("/first/prime_daifugo").page
    # The card comes from the pile, which lies above.
    expect(page.locator(".tip.down")).to_be_visible()
    wait_until(page, lambda: page.evaluate(TOUCHES.replace("gap < 20", "gap < 99"), ".hand [data-card^='4#']"),
               "the arrow is over the card")
