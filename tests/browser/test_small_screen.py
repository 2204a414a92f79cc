"""On a phone nothing scrolls: the sentence, the table, the whole hand and the buttons are on the screen."""

import json

import pytest
from moments import Opened
from playwright.sync_api import expect

import coprime
from coprime.core.messages import messages

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
    if (sentence && ask && ask.getBoundingClientRect().bottom > sentence.getBoundingClientRect().bottom + 1)
        found.push('the sentence is too long: ' + sentence.textContent)
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


@pytest.mark.parametrize("name", list(coprime.shelf()))
def test_a_turn_needs_no_scrolling(people, name):
    me = people("phone")
    opened = Opened(me.page, me.house.url, name)
    for moment in (opened.story.first, opened.story.play, opened.story.fullest):
        page = opened.at(moment)
        for width, height in SIZES:
            page.set_viewport_size({"width": width, "height": height})
            page.wait_for_timeout(80)
            assert page.evaluate(UNSEEN) == [], (moment, width, height)


@pytest.mark.parametrize("name", list(coprime.shelf()))
def test_the_first_three_matches_say_what_it_is_about(people, name):
    """Under the sentence, wherever it has no second line of its own; it fits there."""
    me, game = people("phone"), coprime.shelf()[name]
    goal = messages(game.folder)["game"]["goal"]
    page = me.go().page
    page.set_viewport_size({"width": 360, "height": 640})
    seats = max(game.seats[0], min(2, game.seats[1]))
    page.route_web_socket("**", lambda socket: without_second_line(socket))
    me.opens(name, seats, "novice")
    page.locator(".mat").first.wait_for()
    line = page.locator(".ask small").first
    expect(line).to_have_text(goal)
    assert line.bounding_box()["height"] < 24, "one line"
    played = [{"id": f"A.{n}", "game": name, "at": 0, "won": False, "level": "novice", "hints": 0} for n in range(3)]
    page.evaluate("kept => localStorage.setItem('coprime.games', JSON.stringify(kept))", played)
    page.reload()
    page.locator(".mat").first.wait_for()
    expect(page.locator(".ask").first).not_to_contain_text(goal)


def without_second_line(socket):
    def on_message(text):
        message = json.loads(text)
        if message.get("type") == "scene":
            message["scene"]["why"] = ""
        socket.send(json.dumps(message))
    house = socket.connect_to_server()
    house.on_message(on_message)
    socket.on_message(house.send)
