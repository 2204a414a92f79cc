"""What a page shows for a moment: its motion is noted when it begins, and it stays until a test has looked.

Animations and moments are shorter than a slow machine takes to ask about them.
"""

import pytest
from page_waits import wait_until

NOTE = """() => {
    window.moved = []
    document.addEventListener('animationstart', ({target}) => window.moved.push(target))
    const animate = Element.prototype.animate
    Element.prototype.animate = function (...how) {
        window.moved.push(this)
        return animate.apply(this, how)
    }
}"""
NOTE_CROWNS = """() => {
    window.crowned = []
    new MutationObserver(() => document.querySelectorAll('.moment:has(.crown svg)').forEach((one) =>
        window.crowned.push(one.textContent))).observe(document.body, {childList: true, subtree: true})
}"""
MOVED = "within => window.moved.some(one => one.closest(within))"
HOLD = """least => {
    const set = window.setTimeout
    window.held = []
    window.setTimeout = (act, delay, ...more) => {
        if (!(delay >= least)) return set(act, delay, ...more)
        window.held.push({delay, act: () => act(...more)})
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


def note_crowns(page):
    """Note from now on what every moment with a crown says: the next bot's move takes it away, held or not."""
    page.evaluate(NOTE_CROWNS)


def is_crowned(page, said):
    """Wait until a moment with a crown has said that."""
    wait_until(page, lambda: any(said in one for one in page.evaluate("window.crowned")), f"{said} is crowned")


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
