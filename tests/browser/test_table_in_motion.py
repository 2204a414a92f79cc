"""A table while its cards move: what flies does not lay it out anew, and the cards of a hand slide to their places."""

import re

import pytest
from before_event_tables import is_judged, is_win, open_before
from game_moments import ACT

pytestmark = pytest.mark.browser
# How the frame of the table changes, and how often something sets off on it. Then the frame is looked at anew, as at
# any change of the table, while what flies is far from its place.
WATCH = """() => {
    const cloth = document.querySelector('.cloth')
    window.seen = {classes: [], flown: 0}
    new MutationObserver(() => window.seen.classes.push(cloth.className)).observe(cloth, {attributes: true})
    const animate = Element.prototype.animate
    Element.prototype.animate = function (...how) {
        const run = animate.apply(this, how)
        if (cloth.contains(this)) {
            window.seen.flown++
            cloth.append(document.createComment('looked at'))
        }
        return run
    }
}"""
STILL = "() => window.seen.flown && document.getAnimations().every(one => one.playState === 'finished')"
# The cards of a hand, where each stands, and how far from there each sets off.
SLIDES = """row => {
    window.slides = []
    const animate = Element.prototype.animate
    Element.prototype.animate = function (frames, timing) {
        if (this.parentElement === row) window.slides.push([this, new DOMMatrix(frames[0].transform)])
        return animate.call(this, frames, timing)
    }
}"""
PLACES = "row => Object.fromEntries([...row.children].map(one => [one.firstElementChild.dataset.card, one.offsetLeft]))"
SLID = """() => Object.fromEntries(window.slides.map(([one, {m41}]) => [one.firstElementChild.dataset.card, m41]))"""


def come(me):
    """A table on a phone just before cards are played and judged. Returns what does it."""
    table = open_before(me.page, me.server.url, "prime_daifugo", 2, 1, {"games_to_win": 1}, is_judged)
    me.page.set_viewport_size({"width": 360, "height": 640})
    me.go(f"/t/{table.code}")
    me.page.locator(".hand.fit [data-card]").first.wait_for()
    me.page.evaluate("document.fonts.ready.then(() => 0)")
    return list(table)


def test_cards_that_fly_do_not_crowd_the_table(people):
    me = people("phone", motion="no-preference")
    acted = come(me)
    me.page.evaluate(WATCH)
    me.page.evaluate(ACT, acted)
    me.page.wait_for_function(STILL)
    assert me.page.evaluate("window.seen.classes") == []


@pytest.mark.parametrize("motion", ["no-preference", "reduce"])
def test_cards_of_a_hand_slide_from_where_they_stood(people, motion):
    me = people("phone", motion=motion)
    acted = come(me)
    hand = me.page.locator(".hand")
    hand.evaluate(SLIDES)
    before = hand.evaluate(PLACES)
    me.page.evaluate(ACT, acted)
    me.page.wait_for_function("n => document.querySelectorAll('.hand > li').length < n", arg=len(before))
    after = hand.evaluate(PLACES)
    moved = {card: before[card] - left for card, left in after.items() if card in before and before[card] != left}
    assert moved
    if motion == "reduce":
        assert me.page.evaluate(SLID) == {}
    else:
        me.page.wait_for_function("n => window.slides.length >= n", arg=len(moved))
        assert me.page.evaluate(SLID) == moved


# What moves in the moment of a win when something of the end is put on the page below.
MOVING = """() => {
    window.moving = []
    const runs = one => one.playState === 'running' && Number.isFinite(one.effect.getComputedTiming().endTime)
    new MutationObserver(() => {
        if (window.moving.length || !document.querySelector('.ending .decided, .ending .shown')) return
        const win = document.querySelector('dialog.win')
        window.moving.push(win ? win.getAnimations({subtree: true}).filter(runs).length : 0)
    }).observe(document.body, {childList: true, subtree: true})
}"""
ENDING = re.compile("/api/tables/.*/ending")


def test_the_end_is_put_below_the_moment_of_a_win_when_that_rests(people):
    me = people("phone", settled=False, motion="no-preference")
    table = open_before(me.page, me.server.url, "prime_daifugo", 2, 1, {"games_to_win": 1}, is_win)
    me.go(f"/t/{table.code}")
    me.page.locator(".hand.fit [data-card]").first.wait_for()
    me.page.evaluate(MOVING)
    asked = []
    me.page.route(ENDING, lambda route: asked.append(route))
    with me.page.expect_request(ENDING):
        me.page.evaluate(ACT, list(table))
    win = me.page.locator("dialog.win")
    win.wait_for()
    for route in asked:
        route.continue_()
    me.page.wait_for_function("() => window.moving.length")
    assert me.page.evaluate("window.moving") == [0]
    win.wait_for(state="detached")
    me.page.locator(".ending .row").first.wait_for()
