"""What is asked of every screen: nothing clipped, small, out of reach or without contrast."""

from pathlib import Path

import pytest

# Each size and each scheme once, since few colours depend on the size; all four in the long form.
LOOKS = (("phone", "dark"), ("laptop", "light"), pytest.param("phone", "light", marks=pytest.mark.long),
         pytest.param("laptop", "dark", marks=pytest.mark.long))
AXE_CORE = Path(__file__).parents[2] / "node_modules/axe-core/axe.min.js"
SMALL_TEXT = """[...document.querySelectorAll('body *')].filter(e => {
    const size = parseFloat(getComputedStyle(e).fontSize)
    const written = [...e.childNodes].some(c => c.nodeType === 3 && c.data.trim())
    return written && size > 0 && size < 14 && e.checkVisibility() && !e.closest('svg, .sr')
}).map(e => e.outerHTML.slice(0, 80))"""
# A target may reach further than what is drawn of it, by a pseudo-element that lies over it.
SMALL_TARGETS = """[...document.querySelectorAll('button, a, input:not([type=file]), select, summary')].filter(e => {
    const box = e.getBoundingClientRect(), over = getComputedStyle(e, '::after')
    const reach = over.content !== 'none' && over.position === 'absolute' ? parseFloat(over.height) : 0
    const high = Math.max(box.height, reach)
    const inline = e.matches('p a, li p a, td a, .s a, dd a, dt a')
    return e.checkVisibility() && !inline && !e.closest('.sr, .skip') && box.width > 1
        && (high < 43.5 || box.width < 23.5)
}).map(e => e.outerHTML.slice(0, 120) + e.getBoundingClientRect().height)"""
# Text that runs out of the window, of its button or card, or of what hides the rest; a box that scrolls may, and so may
# a line that is meant to end in three dots, or a row that fades out.
CLIPPED = """[...document.querySelectorAll('body *')].filter(e => {
    const written = [...e.childNodes].filter(c => c.nodeType === 3 && c.data.trim())
    const seen = e.checkVisibility({visibilityProperty: true})
    if (!written.length || !seen || e.closest('svg, .sr, .skip, select, [hidden]')) return false
    const range = document.createRange()
    range.setStartBefore(written[0])
    range.setEndAfter(written.at(-1))
    const text = range.getBoundingClientRect()
    for (let box = e; box; box = box.parentElement) {
        const style = getComputedStyle(box), {left, right, top, bottom} = box.getBoundingClientRect()
        if (style.clipPath !== 'none' || style.maskImage !== 'none' || style.position === 'fixed') return false
        const hides = style.overflowX !== 'visible' || box.matches('.btn, .card, .panel, .chip, .flag')
        const scrolls = /auto|scroll/.test(style.overflowX + style.overflowY)
        if (scrolls || style.textOverflow === 'ellipsis' && text.top > top - 3 && text.bottom < bottom + 3) return false
        if (hides && (text.left < left - 1 || text.right > right + 1)) return true
        if (/hidden|clip/.test(style.overflowY) && (text.top < top - 3 || text.bottom > bottom + 3)) return true
    }
    return text.right > innerWidth + 1 || text.left < -1
}).map(e => e.outerHTML.slice(0, 120))"""
# Japanese words, and numbers with what they count, in which a line ends; lines that begin with a mark of the last one.
PARTED = r"""(() => {
    const found = [], range = document.createRange()
    const texts = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT)
    const kept = /捨て\u2060?札|割り\u2060?切|\d[枚人点回勝手つ個段位]|[ぁ-んァ-ヶー一-龠\d][、。」）ー〜～っゃゅょ]/g
    while (texts.nextNode()) {
        const node = texts.currentNode
        if (!node.parentElement.checkVisibility() || node.parentElement.closest('svg, .sr, rt')) continue
        for (const {0: word, index} of node.data.matchAll(kept)) {
            range.setStart(node, index)
            range.setEnd(node, index + word.length)
            const tops = [...range.getClientRects()].filter(box => box.width).map(box => box.top)
            if (Math.max(...tops) - Math.min(...tops) > 8) found.push(node.data)
        }
    }
    return found
})()"""
# What makes the page scroll sideways, if it does.
BEYOND = """document.documentElement.scrollWidth <= innerWidth ? [] : [...document.querySelectorAll('body *')]
    .filter(e => e.getBoundingClientRect().right > innerWidth).map(e => e.outerHTML.slice(0, 120))
    .concat(`scrolls to ${document.documentElement.scrollWidth}`)"""
# How many primary buttons are in sight; of open dialogs alone, where there is one.
PRIMARY = """[...document.querySelectorAll(
    (document.querySelector('dialog[open]') ? 'dialog[open] ' : '') + '.btn.go:enabled')].filter(e => {
    const box = e.getBoundingClientRect()
    return e.checkVisibility({visibilityProperty: true}) && box.width > 0 && box.height > 0
}).length"""
# Only what is wrong leaves the page: to carry the rest over takes longer than to find it.
AXE = """([runOnly, rules]) => axe.run({rules, runOnly, resultTypes: ['violations']}).then(({violations}) =>
    violations.map(({id, nodes}) => [id, nodes.slice(0, 3).map(node => node.html.slice(0, 200))]))"""
AXE_RULES = ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa", "best-practice"]

# A window of another size: a page lays itself out anew by what it measures, some frames long.
LAID_OUT = """([wide, high]) => new Promise(done => {
    let frames = 0
    const look = () => {
        frames = innerWidth === wide && innerHeight === high ? frames + 1 : 0
        frames > 6 ? done() : requestAnimationFrame(look)
    }
    look()
})"""


def some_of(sizes, turn, count):
    """The first of some windows, which is the smallest, and so many of the others by turns."""
    return [sizes[0]] + [sizes[1 + (turn + n) % (len(sizes) - 1)] for n in range(count - 1)]


def resized(page, width, height, scheme=None):
    """Give the window another size, perhaps other colours, and wait until the page is laid out for it."""
    if scheme:
        page.emulate_media(color_scheme=scheme, reduced_motion="reduce")
    page.set_viewport_size({"width": width, "height": height})
    page.evaluate(LAID_OUT, [width, height])


def is_readable(page, contrast=True, axe=True):
    """No sideways scroll, no small print, nothing that axe objects to.

    contrast  of colours, too: that takes as long as everything else together, and need not be done where another test
              has seen the same screen in the same colours
    axe       takes one to three seconds, and need not be asked where it has seen the same elements with other words or
              at another size; "contrast" asks it for nothing else, where it has seen them in other colours
    """
    beyond, small, has_axe = page.evaluate(f"[{BEYOND}, {SMALL_TEXT}, 'axe' in window]")    # a round trip is dear
    assert beyond == [], f"the page scrolls sideways: {beyond}"
    assert small == [], f"text under 14 px: {small}"
    if not axe:
        return
    if not has_axe:
        page.evaluate(AXE_CORE.read_text())
    rules = ["color-contrast"] if axe == "contrast" else AXE_RULES
    found = page.evaluate(AXE, [rules, {"color-contrast": {"enabled": contrast}}])
    assert found == [], found
