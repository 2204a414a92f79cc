"""Prime Canasta in the browser: whole games by keyboard and by pointer, the staging area, the pile, partners."""

import itertools
import re

import pytest
from game_moments import Opened
from page_waits import wait_until
from playwright.sync_api import expect
from prime_canasta_play import (
    ASKED,
    MOST_STEPS,
    ByKeys,
    ByPointer,
    changes,
    hand,
    play_out,
    raised,
    seated,
    sets_of,
    turn,
    wait_for_turn,
)
from prime_daifugo_play import PLACES, logged
from screen_checks import resized
from test_captions import COVERED

pytestmark = pytest.mark.browser
SHORT, SHORT_FOR_FOUR = 13, 3           # deals of which bots need a third of the turns of others
WITH_A_SET = 5          # a deal in which three of one's first cards make a set


@pytest.mark.parametrize("seats, deal", [(4, SHORT_FOR_FOUR), pytest.param(2, SHORT, marks=pytest.mark.long)])
def test_a_whole_game_by_keyboard(people, seats, deal):
    me = people()
    page = seated(me, seats=seats, deal=deal, level=3, target_score=500)
    me.is_sound(axe=False)                              # axe: test_every_game.py, test_ending.py
    assert re.search("win", play_out(page, ByKeys(page), level=3))
    me.is_sound(axe=False)
    expect(page.get_by_role("table").first).to_be_visible()


def test_partners_play_a_whole_game_by_pointer_on_a_phone(people):
    me = people("phone", "dark")
    page = seated(me, seats=4, deal=SHORT_FOR_FOUR, level=3, partnerships="on", target_score=500)
    wait_for_turn(page)
    me.is_sound(axe=False)
    page.locator(".others").click()
    assert page.get_by_text("with you").count() == 1 and page.get_by_text("against you").count() == 2
    me.is_sound()
    page.keyboard.press("Escape")
    assert re.search("win", play_out(page, ByPointer(page), level=3))
    me.is_sound(axe=False)


@pytest.mark.parametrize("moment", ["first", pytest.param("play", marks=pytest.mark.long)])
def test_nothing_moves_on_a_phone_while_cards_are_raised(people, moment):
    me = people("phone")
    opened = Opened(me.page, me.server.url, "prime_canasta")
    opened.at(getattr(opened.story, moment))
    nothing_moves_while_cards_are_raised(me)


def nothing_moves_while_cards_are_raised(me):
    page = me.page
    cards = page.locator(".hand [data-card]")
    cards.first.wait_for()
    places, sentence = page.evaluate(PLACES), page.locator(".ask small").inner_text()
    for nth in range(3):
        cards.nth(nth).click()
        assert page.evaluate(PLACES) == places
    page.wait_for_function("before => document.querySelector('.ask small').innerText !== before", arg=sentence)
    page.locator(".theirs").click()
    page.get_by_role("dialog", name="All sets").wait_for()
    me.is_sound()
    page.keyboard.press("Escape")
    assert page.locator(".hand [aria-pressed=true]").count() == 3, "Escape closes the sheet and nothing else"
    assert page.evaluate(PLACES) == places


def test_what_lies_on_the_mat_is_drawn_as_it_lies_there_and_nothing_moves(people):
    """An empty draw pile has no back, the others' sets are packs, and one's own fill the mat of a lying phone."""
    me = people()
    opened = Opened(me.page, me.server.url, "prime_canasta")
    page = opened.at(opened.story.fullest)
    assert page.locator("[data-place=deck] .card").count() == 0 and page.locator("[data-place=deck] .slot").count() == 1
    assert page.locator(".theirs .pack").count() > 10
    me.is_whole()
    resized(page, 640, 360)
    rows = "() => new Set([...document.querySelectorAll('.packs .pack')].map(e => e.offsetTop)).size"
    page.wait_for_function(f"{rows} > 1")
    assert page.locator("[data-place=deck] .card").count() == 0
    resized(page, 360, 800)
    nothing_moves_while_cards_are_raised(me)


def test_a_wrong_set_gets_its_arithmetic_and_what_is_put_aside_survives_a_reload(people):
    """Nothing is lost."""
    me = people()
    page = seated(me, deal=WITH_A_SET)
    wait_for_turn(page)
    page.keyboard.press("d")
    page.get_by_text("Lay sets that count").wait_for()
    cards = hand(page)
    wrong = [card for card in cards if not card.startswith("W")][-3:]
    raised(page, ByKeys(page), wrong)
    page.locator(".strip", has_text=re.compile("not|multipl|no ", re.I)).wait_for()
    assert page.locator(".acts .go").is_disabled() and hand(page) == cards
    me.is_sound()
    page.keyboard.press("Escape")
    assert page.locator(".hand [aria-pressed=true]").count() == 0

    small = next(some for some in sets_of(cards, 6) if len(some) == 3 and "W" not in "".join(some))
    assert raised(page, ByKeys(page), small)
    changes(page, lambda: page.keyboard.press("p"))
    page.locator(".stage [role=img]").first.wait_for()
    page.reload()
    page.locator(".stage .sets").wait_for()
    me.is_sound(axe=False)
    changes(page, lambda: page.keyboard.press("b"))
    page.locator(".stage .sets").wait_for(state="detached")
    assert sorted(hand(page)) == sorted(cards)


def test_a_strict_referee_takes_points_and_two_people_play_on(people):
    """Whoever shows a wrong set pays for it; the other's page says so, too, and neither page is stuck.

    One plays by keys, the other by pointer on a phone.
    """
    ada, bo = people(), people("phone", "dark")
    ada.opens("prime_canasta", 2, people=2, now=False, options={"referee": "strict", "level": 4})
    bo.joins(ada)
    ways = [ByKeys(ada.page), ByPointer(bo.page)]
    wrong_by = next(way for way in itertools.cycle(ways) if way.page.evaluate(ASKED))
    changes(wrong_by.page, wrong_by.go)
    wrong_by.page.get_by_text("Lay sets that count").wait_for()
    wrong = [card for card in hand(wrong_by.page) if not card.startswith("W")][-3:]
    assert raised(wrong_by.page, wrong_by, wrong)
    changes(wrong_by.page, wrong_by.go)
    for one in (ada, bo):
        one.page.wait_for_function("() => document.querySelector('.log, .news').textContent.includes('100')")
    ada.page.get_by_role("row", name=re.compile("Penalties")).get_by_text("−100").first.wait_for()
    for _ in range(4):                                  # two turns each
        way = next(way for way in itertools.cycle(ways) if way.page.evaluate(ASKED))
        if wait_for_turn(way.page).startswith("Draw"):
            changes(way.page, way.go)
        assert raised(way.page, way, [card for card in hand(way.page) if not card.startswith("W")][-1:])
        changes(way.page, way.go)
    wait_until(ada.page, lambda: logged(ada.page) == logged(bo.page) > 6, "both are told the same")
    for somebody in (ada, bo):
        somebody.is_sound(axe=False)


# A deal in which the bot leaves the pile where it lies until our second turn.
PILE_LIES = 1
SIZES = ((360, 640), (640, 360), (1280, 800))


def test_what_is_frozen_and_what_must_count_is_explained_where_it_stands(people):
    """To somebody new, beside the thing, on each turn until they have got it: a caption goes with the next input."""
    me = people("phone", new=True)
    resized(me.page, *SIZES[0])
    page = me.opens("prime_canasta", 2, "casual", options={"level": 3}, deal=PILE_LIES)
    frozen, counted = (page.locator(".tip", has_text=text) for text in ("Frozen ", "Sets wait here"))
    # One card lies there, and a pile of three can be taken: whether it is frozen does not matter yet.
    page.locator(".tip", has_text="strokes").wait_for()
    page.keyboard.press("d")
    counted.wait_for()
    for size in SIZES:
        resized(page, *size)
        stands_beside(page, ".stage")
        wait_until(page, lambda: page.evaluate(COVERED, ".card, .stage, .foot .btn") == [], "covers no card")
    page.locator(".ask").first.click()
    counted.wait_for(state="detached")
    page.reload()
    counted.wait_for()
    me.is_sound()
    page.get_by_role("button", name="Got it").click()
    counted.wait_for(state="detached")
    page.locator(".hand [data-card]").last.click()
    changes(page, page.locator(".acts .go", has_text="Discard").click)
    assert wait_for_turn(page).startswith("Draw")
    frozen.wait_for()
    for size in SIZES:
        resized(page, *size)
        stands_beside(page, ".frozen")
        me.is_sound(axe=False)
    page.keyboard.press("d")
    frozen.wait_for(state="detached")


def test_what_must_count_is_explained_no_more_once_sets_are_laid(people):
    me = people("phone", new=True)
    page = seated(me, deal=SHORT, level=3)
    told = "(JSON.parse(localStorage.getItem('coprime.first')).told.prime_canasta ?? []).includes('stage')"
    laid = "!document.querySelector('.stage') || undefined"
    way, refused = ByKeys(page), []
    for _ in range(MOST_STEPS):
        wait_for_turn(page)
        assert page.evaluate(told) is bool(page.evaluate(laid))
        if page.evaluate(told):
            break
        turn(page, way, 3, refused)
    assert page.evaluate(told)


# The caption lies over nothing of what it explains, and its arrow is next to that.
BESIDE = """at => {
    const [tip, it] = [document.querySelector('.tip'), document.querySelector(at)].map(e => e.getBoundingClientRect())
    const gap = Math.max(tip.top - it.bottom, it.top - tip.bottom)
    return gap > 0 && gap < 20
}"""


def stands_beside(page, at):
    page.wait_for_function(BESIDE, arg=at)
