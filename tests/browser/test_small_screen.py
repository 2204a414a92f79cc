"""On a phone nothing scrolls: the sentence, the table, the whole hand and the buttons are on the screen."""

import pytest
from game_moments import Opened
from question_place import assert_questions_have_their_place
from screen_checks import resized

import coprime
from coprime.core.language_selection import available_languages

pytestmark = pytest.mark.browser
SIZES = ((360, 640), (360, 740), (390, 844), (768, 1024))

# Whatever of a turn cannot be seen without scrolling. A card is seen when its figure is, and one of a layout when its
# strokes are, too.
UNSEEN = """() => {
    const found = [], high = innerHeight, wide = innerWidth
    const inside = box => box.top >= -1 && box.bottom <= high + 1 && box.left >= -1 && box.right <= wide + 1
    const page = document.documentElement.scrollHeight
    if (page > high + 1) found.push('the page scrolls: ' + page)
    if (document.querySelector('.crowded')) found.push('the table scrolls')
    for (const e of document.querySelectorAll('.ask, .others, .mat, .news, .foot .btn'))
        if (e.checkVisibility() && !inside(e.getBoundingClientRect()))
            found.push(e.className + ' ' + e.textContent.trim().slice(0, 40))
    const [sentence, ask] = ['.sentence', '.ask'].map(e => document.querySelector(e))
    if (sentence && ask) {
        const text = document.createRange()
        text.selectNodeContents(ask)
        if (text.getBoundingClientRect().bottom > sentence.getBoundingClientRect().bottom + 2)
            found.push('the sentence is too long: ' + sentence.textContent)
    }
    const seen = (card, part) => {
        const text = document.createRange()
        text.selectNodeContents(part)
        const box = (part.matches('.fl') ? part : text).getBoundingClientRect()
        const top = document.elementFromPoint(box.left + Math.min(8, box.width / 2), box.top + box.height / 2)
        return top && (card.contains(top) || top.contains(card))
    }
    for (const card of document.querySelectorAll('.hand [data-card], .hand [data-value]'))
        if (!seen(card, card.querySelector('.n, .rank') ?? card))
            found.push('card ' + (card.dataset.card ?? card.dataset.value))
    for (const place of document.querySelectorAll('.mat [data-place], .mat [data-stack]'))
        for (const part of place.querySelectorAll('.n, .fl'))
            if (part.checkVisibility() && !seen(place, part))
                found.push(`place ${place.dataset.place ?? place.dataset.stack}: ${part.className}`)
    return found
}"""

# How wide and high the page is, and its header.
WINDOW = """[document.documentElement.scrollWidth, document.documentElement.scrollHeight,
    Math.round(document.querySelector('.bar').getBoundingClientRect().height)]"""


@pytest.mark.parametrize("name", list(coprime.all_games()))
def test_a_turn_in_japanese_needs_no_scrolling(people, name):
    """Sentences have least room in the smallest window; larger ones, and English: test_landscape.py."""
    me = people("phone", locale="ja-JP")
    opened = Opened(me.page, me.server.url, name)
    for moment in (opened.story.first, opened.story.play, opened.story.fullest):
        page = opened.at(moment)
        page.evaluate("document.fonts.ready.then(() => 0)")
        resized(page, *SIZES[0])
        assert page.evaluate(UNSEEN) == [], moment
        assert page.evaluate(WINDOW) == [360, 640, 44], moment
        me.is_whole()
        if moment == opened.story.play:
            assert_questions_have_their_place(page, name, "ja")


def test_questions_are_looked_at_in_every_language():
    """In Japanese here, in English in test_landscape.py."""
    assert set(available_languages()) == {"en", "ja"}
