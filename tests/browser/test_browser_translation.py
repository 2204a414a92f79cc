"""A page in a language that is not ours, by the browser's translator: what it shows is what is so."""

import contextlib
import time

import pytest
from game_moments import ACT, Opened, spoken
from playwright.sync_api import TimeoutError
from prime_daifugo_play import hand, wait_for_turn
from translator import MARK, READ, read, translate

import coprime

pytestmark = pytest.mark.browser
TURNS = 4


def twin_of(page):
    """The same person's other page at the same table, which nobody translates.

    What the first page has put into the album since it was opened is new to this one, too.
    """
    page.evaluate("localStorage.removeItem('coprime.primes')")
    other = page.context.new_page()
    other.set_default_timeout(30_000)
    other.emulate_media(reduced_motion="reduce")
    other.set_viewport_size(page.viewport_size)
    other.goto(page.url)
    other.locator(".ask").first.wait_for()
    other.locator(".mat").first.wait_for()
    return other


def act(page, *labels, seat=0):
    """Does the first of these that is taken, from a third page.  Where all play at once, it may be over before."""
    code = page.url.rsplit("/", 1)[1]
    return any(page.evaluate(ACT, [code, seat, label])["type"] == "done" for label in labels)


def says_the_same(page, twin):
    """Once both have come to rest: the twin, too, may change after it has been read."""
    end = time.monotonic() + 60
    while (texts := (read(page), read(twin)))[0] != texts[1] and time.monotonic() < end:
        with contextlib.suppress(TimeoutError):
            page.wait_for_function(f"([mark, text]) => ({READ})(mark) === text", arg=[MARK, texts[1]], timeout=500)
    assert texts[0] == texts[1]


@pytest.mark.parametrize("size", ["phone", pytest.param("laptop", marks=pytest.mark.long)])
def test_a_game_goes_on_in_a_translated_page(people, size):
    me = people(size)
    page = me.opens("prime_daifugo", 3, "novice", deal=6)
    wait_for_turn(page)
    twin = twin_of(page)
    translate(page)
    assert MARK in page.locator(".ask").first.inner_text()
    for _ in range(TURNS):
        assert act(page, "draw", "pass")
        act(page, "pass")
        for one in (twin, page):
            one.wait_for_function("() => /Your turn/.test(document.querySelector('.ask').innerText)")
        says_the_same(page, twin)
        assert MARK in page.locator(".ask").first.inner_text(), "the translator has seen the new text"
        assert hand(page) == hand(twin)
    for one in (page, twin):
        one.locator(".hand [data-card]").first.click()
    says_the_same(page, twin)


@pytest.mark.parametrize("name", list(coprime.all_games()))
def test_an_ending_is_told_in_a_translated_page(people, name):
    """The last action of a hand changes almost everything that a table says."""
    me = people()
    opened = Opened(me.page, me.server.url, name)
    page = opened.at(opened.story.end)
    twin = twin_of(page)
    translate(page)
    act(page, opened.story.last, seat=opened.story.end.seat)
    for one in (twin, page):
        one.locator(".btn", has_text=spoken("rest.go", "over.rematch")).first.wait_for()
    says_the_same(page, twin)
