"""Phones, a laptop's text at 200 %, and tablets: in a turn nothing scrolls, and nothing is small."""

import pytest
from game_moments import Opened
from question_place import assert_questions_have_their_place
from screen_checks import resized, some_of
from test_small_screen import SIZES as STANDING
from test_small_screen import UNSEEN

import coprime

pytestmark = pytest.mark.browser
GAMES = list(coprime.all_games())
LYING = ((568, 320), (640, 360), (640, 400), (844, 390))         # 640 x 400: a laptop's text at 200 %
WITH_BARS = ((640, 300), (667, 331))                             # phones whose browser keeps its own bars in sight
TABLETS = ((820, 1180), (1180, 820), (768, 1024), (1024, 768))
BROAD = ("daifugo", "prime_canasta", "prime_daifugo")   # with many cards, and a table that is low
# In px as they are seen: the least width of a card in the hand, size of any text, and height of a target.
CARD, TEXT, TARGET = 96, 18, 56

# What one acts with that lies outside the window, or under something else, which a touch would meet.
OUT_OF_REACH = """() => {
    const found = []
    const acts = [".bar a", ".bar button", ".hand button", ".hand [data-value]", ".left > .foot .btn",
        ".planning button", ".others", ".seats button", ".mat [data-place] button",
        ".below button:not([data-stack])"].join()
    for (const e of document.querySelectorAll(acts)) {
        if (!e.checkVisibility()) continue
        const box = e.getBoundingClientRect(), name = e.className + ' ' + e.textContent.trim().slice(0, 30)
        if (box.top < -1 || box.bottom > innerHeight + 1 || box.left < -1 || box.right > innerWidth + 1)
            found.push('outside: ' + name)
        // A card under another one is touched at its left edge, and one that is raised over it at its foot.
        const met = [[8, 0.5], [8, 0.9], [box.width / 2, 0.5]].some(([x, y]) => {
            const left = box.left + Math.min(x, box.width / 2)
            const top = document.elementFromPoint(left, box.top + box.height * y)
            return top && (e.contains(top) || top.contains(e))
        })
        if (!met) found.push('covered: ' + name)
    }
    const parts = ['.mat', '.hand', '.left > .foot'].map(name => document.querySelector(name))
    const [mat, ...right] = parts.filter(e => e?.checkVisibility()).map(e => e.getBoundingClientRect())
    for (const box of right) if (box.left < mat.right) found.push('not beside the table')
    return found
}"""
# What is written above one's hand where the sentence stands.
OVER_SENTENCE = """() => {
    const text = document.createRange(), ask = document.querySelector('.sentence .ask')
    text.selectNodeContents(ask)
    const lines = [...text.getClientRects()]
    const meet = (a, b) => a.left < b.right - 1 && b.left < a.right - 1 && a.top < b.bottom - 1 && b.top < a.bottom - 1
    return [...document.querySelectorAll('.own *')].filter(e => e.checkVisibility() && !e.closest('.sr')
        && [...e.childNodes].some(c => c.nodeType === 3 && c.data.trim())
        && lines.some(line => meet(line, e.getBoundingClientRect()))).map(e => e.textContent.trim())
}"""
CARDS = """() => [...document.querySelectorAll('.hand .card')].map(e => Math.round(e.getBoundingClientRect().width))"""
SMALL = """least => [...document.querySelectorAll('body *')].filter(e => {
    const written = [...e.childNodes].some(c => c.nodeType === 3 && c.data.trim())
    const size = parseFloat(getComputedStyle(e).fontSize) * (e.currentCSSZoom ?? 1)
    return written && size > 0 && size < least - 0.1 && e.checkVisibility() && !e.closest('svg, .sr, .skip, rt')
}).map(e => e.outerHTML.slice(0, 80))"""
ROWS = """() => new Set([...document.querySelectorAll('.hand > li')].map(e => e.offsetTop)).size"""
LOW_TARGETS = """least => [...document.querySelectorAll('.left > .foot .btn, .others')].filter(e =>
    e.checkVisibility() && e.getBoundingClientRect().height < least).map(e => e.outerHTML.slice(0, 80))"""

PLACES = """() => [...document.querySelectorAll('.mat, .hand, .left > .foot, .others, .sentence')].map(
    e => JSON.stringify(e.getBoundingClientRect()))"""


def moments_of(opened):
    """Yield three turns of a hand: the first one, one in its middle, and the one with most to show."""
    for moment in (opened.story.first, opened.story.play, opened.story.fullest):
        page = opened.at(moment)
        page.evaluate("document.fonts.ready.then(() => 0)")
        yield moment, page


@pytest.mark.parametrize("locale", ["en-US", pytest.param("ja-JP", marks=pytest.mark.long)])
@pytest.mark.parametrize("name", GAMES)
def test_a_turn_fits_phones_and_tablets(people, name, locale, sample_size):
    """One browser looks at them all: to open a game costs as much as to look at it.

    The smallest windows are looked at in each of three turns, the others in one of them; in the long form all in each.
    Axe looks at every game once, in turns at a lying tablet and at a lying phone; in the long form at both.
    """
    me = people("phone", locale=locale)
    opened = Opened(me.page, me.server.url, name)
    for turn, (moment, page) in enumerate(moments_of(opened), GAMES.index(name)):
        for width, height in some_of(STANDING, turn, sample_size(2, len(STANDING))):
            resized(page, width, height)
            assert page.evaluate(UNSEEN) == [], (moment, width, height)
            if moment == opened.story.play and (width, height) == STANDING[0]:
                assert_questions_have_their_place(page, name, locale[:2])
        for width, height in some_of(LYING, turn, sample_size(2, len(LYING))):
            resized(page, width, height)
            assert page.evaluate(UNSEEN) == [], (moment, width, height)
            assert page.evaluate(OUT_OF_REACH) == [], (moment, width, height)
        for width, height in some_of(WITH_BARS, turn, sample_size(1, 2)):       # there a table may scroll
            resized(page, width, height)
            assert page.evaluate(OUT_OF_REACH) + page.evaluate(OVER_SENTENCE) == [], (moment, width, height)
        for width, height in some_of(TABLETS, turn, sample_size(2, len(TABLETS))):
            resized(page, width, height)
            is_larger(page, (moment, width, height))
            if name in BROAD and width > height:
                has_one_row_of_cards(page, (moment, width, height))
        if moment == opened.story.play and locale == "en-US":
            for at, (width, height) in enumerate(((1180, 820), (640, 360))):
                resized(page, width, height)
                me.is_sound(axe=(GAMES.index(name) + at) % sample_size(2, 1) == 0)
                me.is_whole()
            has_a_sheet_beside_what_one_acts_with(page)


def is_larger(page, where):
    """What a tablet shows is all in sight, and larger."""
    assert page.evaluate(UNSEEN) == [], where
    assert min(page.evaluate(CARDS), default=CARD) >= CARD, where
    assert page.evaluate(SMALL, TEXT) == [], where
    assert page.evaluate(LOW_TARGETS, TARGET) == [], where


def has_one_row_of_cards(page, where):
    """On a lying tablet the hand lies in one row over the whole width."""
    assert page.evaluate(ROWS) == 1, where
    hand, width = page.locator(".hand").first.bounding_box(), where[1]
    assert hand["width"] > 0.95 * width, where
    foot, mat = (page.locator(part).bounding_box() for part in (".left > .foot", ".mat"))
    assert mat["y"] + mat["height"] <= hand["y"] and foot["width"] > 0.95 * width, where


def has_a_sheet_beside_what_one_acts_with(page):
    """On a lying phone a sheet covers the table, and neither hand nor buttons."""
    page.locator(".left > .foot .btn.icon").first.click()
    page.locator(".sheet").wait_for()
    box, foot = page.locator(".sheet").bounding_box(), page.locator(".left > .foot").bounding_box()
    assert box["x"] + box["width"] <= foot["x"]
    assert box["y"] >= 44 and box["y"] + box["height"] <= 361
    page.keyboard.press("Escape")
    page.locator(".sheet").wait_for(state="detached")


def test_the_rows_of_prime_solitaire_fill_the_mat_of_a_lying_phone(people):
    me = people("phone")
    opened = Opened(me.page, me.server.url, "prime_solitaire")
    page = opened.at(opened.story.first)
    page.evaluate("document.fonts.ready.then(() => 0)")
    for width, height in LYING[1:]:
        resized(page, width, height)
        mat, rows = (page.locator(part).bounding_box() for part in (".mat", ".lay"))
        assert rows["width"] > 0.93 * mat["width"], (width, height)
        assert rows["height"] > 0.75 * mat["height"], (width, height)
        assert mat["width"] > 0.5 * width, (width, height)
        cards = page.evaluate("[...document.querySelectorAll('.lay .card')].map(e => e.getBoundingClientRect().width)")
        assert len(cards) == 21 and min(cards) >= 44, (width, height)
        me.is_sound(axe=(width, height) == LYING[1])


def test_turned_upright_the_same_table_stands_again(people):
    me = people("phone")
    page = Opened(me.page, me.server.url, "prime_daifugo").table()
    resized(page, 360, 640)
    before = page.evaluate(PLACES)
    resized(page, 640, 360)
    assert page.evaluate(PLACES) != before
    resized(page, 360, 640)
    assert page.evaluate(PLACES) == before
