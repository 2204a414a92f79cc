"""What a page shows for a moment: its motion is noted when it begins, and it stays until a test has looked.

Animations and moments are shorter than a slow machine takes to ask about them.
"""

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
MOVED = "within => window.moved.some(one => one.closest(within))"
# A moment is taken away after 3.2 or 4 seconds.
HOLD = """() => {
    const set = window.setTimeout
    window.held = []
    window.setTimeout = (act, delay, ...more) => {
        if (delay < 3000) return set(act, delay, ...more)
        window.held.push(() => act(...more))
    }
}"""
LET_GO = "() => window.held.splice(0).forEach(act => act())"


def note_motion(page):
    """Note from now on what begins to move, until the page is loaded anew."""
    page.evaluate(NOTE)


def moves(page, within, expected):
    """Check that something within what a selector names has moved, or that nothing has; it is there already."""
    if expected:
        wait_until(page, lambda: page.evaluate(MOVED, within), f"something moves in {within}")
    else:
        assert not page.evaluate(MOVED, within), f"something moves in {within}"


def hold_moments(page):
    """Keep what the page would take away by itself after a moment, until `let_go`."""
    page.evaluate(HOLD)


def let_go(page):
    """Take away what `hold_moments` has kept, as if its time were over."""
    page.evaluate(LET_GO)
