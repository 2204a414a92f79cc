"""Text at 200 % at every table, by our setting or by the browser's own: whole, nothing over another, all in reach."""

import pytest
from game_moments import Opened
from screen_checks import BEYOND, CLIPPED, resized
from test_appearance import TEXT_SIZE, set_look

import coprime

pytestmark = pytest.mark.browser
GAMES = list(coprime.all_games())
SIZES = ((360, 640), (820, 1180))
LARGE = 32                      # px of running text: twice the usual
# Lines of text of different elements that lie over one another by more than 3 px both ways.  Cards of a fan do so on
# purpose, and a board's figures are a drawing.
OVER = """() => {
    const lines = [], range = document.createRange()
    const texts = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT)
    while (texts.nextNode()) {
        const node = texts.currentNode, e = node.parentElement
        if (!node.data.trim() || !e.checkVisibility({visibilityProperty: true, opacityProperty: true})) continue
        if (e.closest('svg, .sr, .skip, .card, rt, .fan')) continue
        range.selectNodeContents(node)
        for (const line of range.getClientRects()) lines.push({e, text: node.data.trim(), ...seen(e, line)})
    }
    // What is left of a line by the boxes around it that scroll.
    function seen(e, {left, right, top, bottom}) {
        for (let box = e; box && box !== document.body; box = box.parentElement) {
            const {overflowX, overflowY} = getComputedStyle(box)
            if (overflowX + overflowY === 'visiblevisible') continue
            const outer = box.getBoundingClientRect()
            left = Math.max(left, outer.left)
            right = Math.min(right, outer.right)
            top = Math.max(top, outer.top)
            bottom = Math.min(bottom, outer.bottom)
        }
        return {left, right, top, bottom}
    }
    const found = []
    // The height of a line is more than that of its letters.
    const slack = ({top, bottom}) => 0.2 * (bottom - top)
    lines.forEach((one, i) => lines.slice(i + 1).forEach(other => {
        if (one.e.contains(other.e) || other.e.contains(one.e)) return
        const wide = Math.min(one.right, other.right) - Math.max(one.left, other.left)
        const high = Math.min(one.bottom - slack(one), other.bottom - slack(other))
            - Math.max(one.top + slack(one), other.top + slack(other))
        if (wide > 3 && high > 3) found.push(one.text.slice(0, 30) + ' / ' + other.text.slice(0, 30))
    }))
    return found
}"""
# Words of a button that reach out of it.
OUT = """() => [...document.querySelectorAll('main button')].filter(e => {
    if (!e.checkVisibility() || e.matches('.card') || !e.textContent.trim()) return false
    const box = e.getBoundingClientRect(), range = document.createRange()
    const texts = document.createTreeWalker(e, NodeFilter.SHOW_TEXT)
    while (texts.nextNode()) {
        const word = texts.currentNode.parentElement
        if (!texts.currentNode.data.trim() || word.closest('.sr, rt')) continue
        if (getComputedStyle(word).clipPath !== 'none') continue
        range.selectNodeContents(texts.currentNode)
        const {left, right, width} = range.getBoundingClientRect()
        if (width && (left < box.left - 2 || right > box.right + 2)) return true
    }
}).map(e => e.className + ': ' + e.textContent.slice(0, 40))"""
# Lines of text that something else lies over, once they are scrolled to.
HIDDEN = """() => [...document.querySelectorAll('main *')].filter(e => {
    const written = [...e.childNodes].find(c => c.nodeType === 3 && c.data.trim())
    if (!written || !e.checkVisibility({visibilityProperty: true})) return false
    if (e.closest('svg, .sr, .skip, .card, [hidden], rt, select')) return false
    if (getComputedStyle(e).pointerEvents === 'none') return false
    e.scrollIntoView({block: 'center', inline: 'center'})
    const range = document.createRange()
    range.selectNodeContents(written)
    const {left, width, top, height} = range.getClientRects()[0] ?? {}
    let box = e
    while (box !== document.body && getComputedStyle(box).overflowY === 'visible') box = box.parentElement
    const {top: first, bottom: last} = box.getBoundingClientRect()
    // Of what is higher than the box in which it scrolls.
    if (box !== document.body && (top < first || top + height > last)) return false
    return width > 1 && [0.25, 0.75].some(y => {
        // A target without a colour of its own may reach over what belongs to it.
        let met = document.elementFromPoint(left + width / 2, top + y * height)
        for (; met && !met.contains(e); met = met.parentElement)
            if (!e.contains(met) && getComputedStyle(met).backgroundColor !== 'rgba(0, 0, 0, 0)') return true
        return false
    })
}).map(e => e.className + ': ' + e.textContent.slice(0, 40))"""
# Buttons and cards that a touch does not meet once they are scrolled to.
MISSED = """() => [...document.querySelectorAll('main button, main a, main input, main select')].filter(e => {
    if (!e.checkVisibility() || e.closest('.sr, .skip')) return false
    e.scrollIntoView({block: 'center', inline: 'center'})
    const box = e.getBoundingClientRect()
    return ![[8, 0.5], [8, 0.9], [box.width / 2, 0.5]].some(([x, y]) => {
        const top = document.elementFromPoint(box.left + Math.min(x, box.width / 2), box.top + box.height * y)
        return top && (e.contains(top) || top.contains(e))
    })
}).map(e => e.className + ': ' + e.textContent.slice(0, 40))"""


def find_faults(page):
    """What is wrong with a page, by kind."""
    looks = {"beyond": BEYOND, "clipped": CLIPPED, "out": OUT, "over": OVER, "hidden": HIDDEN, "missed": MISSED}
    return {kind: found for kind, look in looks.items() if (found := page.evaluate(look))}


@pytest.mark.parametrize("name", GAMES)
def test_a_table_with_large_text_is_whole(people, name, sample_size):
    """Where there is most to show on a phone, in the middle of a hand on a tablet; in the long form in both windows."""
    me = people("phone")
    set_look(me, largeText=True)
    opened = Opened(me.page, me.server.url, name)
    for moment, sizes in ((opened.story.fullest, SIZES), (opened.story.play, SIZES[::-1])):
        page = opened.at(moment)
        page.evaluate("document.fonts.ready.then(() => 0)")
        for size in sizes[:sample_size(1, 2)]:
            resized(page, *size)
            assert page.evaluate(TEXT_SIZE) == LARGE
            faults = find_faults(page)
            assert not faults, f"{moment}, {size}: {faults}"


# The letters are as large as by the setting above, so a few games show that the browser's are heeded.
@pytest.mark.parametrize("name", [name if at % 4 == 0 else pytest.param(name, marks=pytest.mark.long)
                                  for at, name in enumerate(GAMES)])
def test_so_it_is_where_the_browser_enlarges_text(people, name):
    """As "Font size: very large" of Chromium's settings does, without a word to the page."""
    me = people("phone")
    line = me.context.new_cdp_session(me.page)
    line.send("Page.enable")
    line.send("Page.setFontSizes", {"fontSizes": {"standard": LARGE, "fixed": LARGE}})
    opened = Opened(me.page, me.server.url, name)
    page = opened.at(opened.story.play)
    page.evaluate("document.fonts.ready.then(() => 0)")
    resized(page, 360, 640)
    assert page.evaluate(TEXT_SIZE) == LARGE
    faults = find_faults(page)
    assert not faults, faults


@pytest.mark.parametrize("large", [False, True], ids=["usual", "large"])
def test_a_code_of_wide_letters_is_whole_in_the_lobby(people, large):
    """Codes are random; this one is as wide as any.  On a phone with usual text the square stands beside it."""
    me = people("phone", new=False)
    set_look(me, largeText=large)
    page = me.opens("prime_daifugo", 3, "casual", now=False)
    page.evaluate("document.fonts.ready.then(() => 0)")
    code = page.locator(".inv .big")
    for size in (*SIZES, (1280, 800)):
        resized(page, *size)
        code.evaluate("e => e.textContent = 'MWYNW'")
        me.is_whole()
    resized(page, 360, 640)
    letters, square = code.bounding_box(), page.locator(".inv svg").last.bounding_box()
    assert (square["y"] >= letters["y"] + letters["height"]) == large
