"""What a page shows for a moment: its motion is noted when it begins, and it stays until a test has looked.

Animations and moments are shorter than a slow machine takes to ask about them.
"""

import re

import pytest
from page_waits import wait_until

SCROLL_NEAREST = "one => one.scrollIntoView({block: 'nearest'})"
NOTE = """() => {
    window.moved = []
    document.addEventListener('animationstart', ({target}) => window.moved.push(target))
    const animate = Element.prototype.animate
    Element.prototype.animate = function (...how) {
        window.moved.push(this)
        return animate.apply(this, how)
    }
}"""
NOTE_SHOWN = """([selector, within]) => {
    window.shown = []
    new MutationObserver(() => document.querySelectorAll(selector).forEach((one) => {
        const inner = one.getBoundingClientRect()
        const outer = within ? document.querySelector(within).getBoundingClientRect()
            : {left: 0, top: 0, right: innerWidth, bottom: innerHeight}
        window.shown.push([one.textContent, outer.left <= inner.left && inner.right <= outer.right
            && outer.top <= inner.top && inner.bottom <= outer.bottom])
    })).observe(document.body, {childList: true, subtree: true})
}"""
MOVED = "within => window.moved.some(one => one.closest(within))"
HOLD = """least => {
    const {setTimeout, clearTimeout} = window
    let id = 0                                          // below those of the browser
    window.held = []
    window.setTimeout = (act, delay, ...more) => {
        if (!(delay >= least)) return setTimeout(act, delay, ...more)
        window.held.push({id: --id, delay, act: () => act(...more)})
        return id
    }
    window.clearTimeout = (id) => {
        window.held = window.held.filter((one) => one.id !== id)
        clearTimeout(id)
    }
}"""
LET_GO = """most => {
    const due = window.held.filter(({delay}) => delay <= most)
    window.held = window.held.filter(({delay}) => delay > most)
    due.forEach(({act}) => act())
}"""


def in_two_motions(*motions):
    """A test with the `motions` that two who look at the same event want; in the long form the other way, too."""
    return pytest.mark.parametrize("motions", [motions, pytest.param(motions[::-1], marks=pytest.mark.long)],
                                   ids="-".join)


def note_motion(page):
    """Note from now on what begins to move, until the page is loaded anew."""
    page.evaluate(NOTE)


def note_shown(page, selector, within=""):
    """Note from now on whatever comes that a selector names: the next bot's move takes it away, held or not.

    within  what it should lie in, as a selector; else the window
    """
    page.evaluate(NOTE_SHOWN, [selector, within])


def was_shown(page, said):
    """Wait until something noted has said what a pattern finds; return whether all of it was where it should."""
    def those():
        return [inside for text, inside in page.evaluate("window.shown") if re.search(said, text)]
    wait_until(page, those, f"{said} is shown")
    return all(those())


def moves(page, within, expected):
    """Check that something within what a selector names has moved, or that nothing has; it is there already."""
    if expected:
        wait_until(page, lambda: page.evaluate(MOVED, within), f"something moves in {within}")
    else:
        assert not page.evaluate(MOVED, within), f"something moves in {within}"


def hold_moments(page, least=3000):
    """Keep what the page would change by itself after so many milliseconds or more, until `let_go`.

    A moment is taken away after 3.2 or 4 seconds.
    """
    page.evaluate(HOLD, least)


def let_go(page, most=60_000):
    """Go on from what `hold_moments` has kept and would last so many milliseconds at most, as if that were over."""
    page.evaluate(LET_GO, most)
