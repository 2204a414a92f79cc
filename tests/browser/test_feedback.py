"""What a page does to be noticed: the moment of a win, what flies, the question about sounds, a call to a turn."""

import json
import re

import pytest
from before_event_tables import is_bump, is_pick_up, is_win, open_before
from game_moments import ACT
from page_motion import hold_moments, in_two_motions, let_go, moves, note_motion, note_shown, was_shown
from page_sockets import listen
from playwright.sync_api import expect
from prime_daifugo_play import LOGGED

pytestmark = pytest.mark.browser
# A match of two that ends with a prime of whoever wins, by bots from this seed.
SEED = 1
CONFETTI = "[...document.querySelectorAll('dialog.win .confetti .n')].map(one => Number(one.textContent))"


def before_the_end(me):
    """A table of two just before the last play of a match."""
    return open_before(me.page, me.server.url, "prime_daifugo", 2, SEED, {"games_to_win": 1}, is_win)


def is_in_sight(page, part):
    box = part.bounding_box()
    size = page.viewport_size
    return box["x"] >= 0 and box["y"] >= 0 and box["x"] + box["width"] <= size["width"] and \
        box["y"] + box["height"] <= size["height"]


@in_two_motions("reduce", "no-preference")
def test_a_win_fills_the_screen_of_the_winner_and_of_another_page(people, motions):
    me = people("phone", settled=False, motion=motions[0])
    other = people("laptop", settled=False, motion=motions[1])
    page = me.page
    page.set_viewport_size({"width": 360, "height": 640})
    code, seat, label = before_the_end(me)
    me.go(f"/t/{code}")
    other.go(f"/t/{code}?watch")
    for one in (page, other.page):
        one.locator(".mat").first.wait_for()
        note_motion(one)
        hold_moments(one)
    page.evaluate(ACT, [code, seat, label])
    for one, motion in zip((page, other.page), motions, strict=True):
        win = one.locator("dialog.win")
        win.wait_for()
        moves(one, "dialog.win", motion != "reduce")
    mine, theirs = page.locator("dialog.win"), other.page.locator("dialog.win")
    expect(mine.locator("h2")).to_have_text(re.compile("^You win"))
    expect(theirs.locator("h2")).to_have_text(re.compile("wins"))
    largest = mine.locator(".middle > .num").inner_text()
    assert theirs.locator(".middle > .num").inner_text() == largest
    # A spectator sees the winner's primes; nobody sees a number that was not played.
    assert page.evaluate(CONFETTI) == other.page.evaluate(CONFETTI)
    assert int(largest) not in page.evaluate(CONFETTI)
    if motions[0] == "reduce":
        me.is_sound()
        for part in mine.locator(".confetti .card, h2, .btn").all():
            assert is_in_sight(page, part)
    # A tap goes on to the chart, and in the end it comes by itself; Escape: test_own_moments.py.
    page.mouse.click(180, 300)
    let_go(other.page)
    expect(mine).to_have_count(0)
    expect(page.locator(".ending")).to_be_visible()
    expect(theirs).to_have_count(0)
    expect(other.page.locator(".ending")).to_be_visible()


def test_whoever_comes_after_the_end_and_whoever_does_not_want_it_sees_no_moment(people):
    me, calm = people("laptop", settled=False), people("laptop")
    code, seat, label = before_the_end(me)
    calm.go(f"/t/{code}?watch").page.locator(".mat").first.wait_for()
    me.go()
    me.page.evaluate(ACT, [code, seat, label])
    calm.page.locator(".ending").wait_for()
    assert calm.page.locator("dialog.win").count() == 0
    me.go(f"/t/{code}").page.locator(".ending").wait_for()
    assert me.page.locator("dialog.win").count() == 0


def test_sounds_are_asked_for_once_at_the_first_tap(people):
    me = people("phone", settled=False)
    me.page.set_viewport_size({"width": 360, "height": 640})
    page = me.opens("prime_daifugo", 2, "novice")
    question = page.get_by_role("group", name="Soft sounds")
    page.locator(".hand [data-card]").first.wait_for()
    assert question.count() == 0
    page.locator(".hand [data-card]").first.click()
    question.wait_for()
    asked, hand, foot = (page.locator(one).first.bounding_box()
                         for one in (".question", ".left > .own", ".left > .foot"))
    assert asked["y"] + asked["height"] <= min(hand["y"], foot["y"]), "it covers no card and no button"
    me.is_sound()
    question.get_by_role("button", name="Yes").click()
    expect(question).to_have_count(0)
    page.reload()
    page.locator(".hand [data-card]").first.click()
    page.locator(".hand [aria-pressed=true], .hand [aria-selected=true]").first.wait_for()
    assert question.count() == 0
    assert page.evaluate("JSON.parse(localStorage.getItem('coprime.settings')).sound") is True


# As if the tab were hidden: what the page asks the browser for, and a device that can hum.
HIDDEN = """() => {
    window.hums = []
    Object.defineProperty(document, 'hidden', {configurable: true, get: () => !window.seen})
    navigator.vibrate = pattern => window.hums.push(pattern)
}"""


@pytest.mark.parametrize("wanted", [True, False])
def test_a_hidden_page_calls_to_ones_turn(people, wanted):
    me = people("laptop")
    me.context.add_init_script(f"({HIDDEN})()")
    settings = json.dumps({"soundAsked": True, "call": wanted})
    me.context.add_init_script(f"localStorage.setItem('coprime.settings', JSON.stringify({settings}))")
    page = me.opens("daifugo", 4, "novice", deal=7)
    page.locator(".ask", has_text="Your turn").first.wait_for()
    if not wanted:
        assert page.evaluate("window.hums") == [] and not page.title().startswith("●")
        return
    page.wait_for_function("() => document.title.startsWith('● Your turn')")
    assert len(page.evaluate("window.hums")) == 1
    page.evaluate("window.seen = true; document.dispatchEvent(new Event('visibilitychange'))")
    page.wait_for_function("() => !document.title.startsWith('●')")


def test_a_bump_says_on_every_page_who_from_where_and_to_where(people):
    me, other = people("phone"), people("laptop")
    me.page.set_viewport_size({"width": 360, "height": 640})
    code, seat, label = open_before(me.page, me.server.url, "prime_climb", 3, 3, {}, is_bump)
    me.go(f"/t/{code}")
    other.go(f"/t/{code}?watch")
    for one in (me.page, other.page):
        one.locator(".board").wait_for()
        hold_moments(one)
        note_shown(one, ".bumped .what")
    me.page.evaluate(ACT, [code, seat, label])
    for one in (me.page, other.page):
        assert was_shown(one, r"[A-Z][a-z]+ \d+ → 0"), "it is in sight"
    # A touch anywhere puts it away; it stands in nobody's way.
    me.page.mouse.click(180, 20)
    expect(me.page.locator(".bumped")).to_have_count(0)


# A message of the server in which every pawn has moved twice, as in what quick bots did while a line was slow.
DOUBLED = """text => {
    const message = JSON.parse(text)
    for (const {detail} of message.lines ?? []) detail?.moves?.push(...detail.moves)
    return JSON.stringify(message)
}"""


def test_a_pawn_that_is_bumped_twice_at_once_is_told_of_twice(people):
    """The parts of the page had one name for both, and it stopped."""
    me, other = people("phone"), people("laptop")
    listen(other.page, DOUBLED)
    code, seat, label = open_before(me.page, me.server.url, "prime_climb", 3, 3, {}, is_bump)
    other.go(f"/t/{code}?watch").page.locator(".board").wait_for()
    me.page.evaluate(ACT, [code, seat, label])
    expect(other.page.locator(".bumped")).to_have_count(2)


# What flies and what is said over it are children of the body, which the page's own parts never are.
FLIGHTS = """() => {
    window.flown = {cards: 0, texts: []}
    new MutationObserver(changes => changes.flatMap(({addedNodes}) => [...addedNodes]).forEach(node => {
        if (node.classList?.contains('card')) window.flown.cards++
        if (node.classList?.contains('over-label')) window.flown.texts.push(node.textContent)
    })).observe(document.body, {childList: true})
}"""


@in_two_motions("no-preference", "reduce")
def test_cards_that_are_taken_fly_to_their_pile_with_their_equation(people, motions):
    me, other = people("phone", motion=motions[0]), people("laptop", motion=motions[1])
    code, seat, label = open_before(me.page, me.server.url, "prime_challenge", 2, 1, {}, is_pick_up)
    me.go(f"/t/{code}")
    other.go(f"/t/{code}?watch")
    for one in (me.page, other.page):
        one.locator(".mat [data-place]").first.wait_for()
        one.evaluate(FLIGHTS)
    lines = other.page.evaluate(LOGGED)
    me.page.evaluate(ACT, [code, seat, label])
    taken = len(label.split()) - 1
    for one, motion in zip((me.page, other.page), motions, strict=True):
        one.wait_for_function(f"n => {LOGGED} > n", arg=lines)
        flown = one.evaluate("window.flown")
        if motion == "reduce":
            assert flown == {"cards": 0, "texts": []}
        else:
            assert flown["cards"] == taken and re.fullmatch(r"\w+ = \w+( × \w+)+", flown["texts"][0])
            # They are gone again by themselves.
            one.wait_for_function("() => !document.querySelector('body > .card, body > .over-label')")
