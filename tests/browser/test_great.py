"""A rare play of somebody else is shown over the table for a moment, and goes at the first touch."""

import json

import pytest
from playwright.sync_api import TimeoutError, expect

pytestmark = pytest.mark.browser


def great(text):
    """A message of the house in which what another seat does is a revolution."""
    message = json.loads(text)
    for line in message.get("lines") or []:
        if line["seat"] not in (0, "chance"):
            line["detail"] = {**(line.get("detail") or {}), "great": "Revolution"}
    return json.dumps(message)


def through(socket):
    house = socket.connect_to_server()
    house.on_message(lambda text: socket.send(great(text) if isinstance(text, str) else text))
    socket.on_message(house.send)


def appears(place):
    try:
        place.wait_for(timeout=3_000)
    except TimeoutError:
        return False
    return True


@pytest.mark.parametrize("size", ["phone", "laptop"])
def test_a_rare_play_is_shown_until_something_is_touched(people, size):
    me = people(size).go()
    page = me.page
    page.route_web_socket("**", through)
    me.opens("daifugo", 4, "casual")
    shown = page.locator(".moment")
    for _ in range(8):                                  # bots may have played before the page was there
        if me.asked().startswith("Your turn"):
            page.keyboard.press("x")
            page.locator("[data-card]").first.click()
            page.keyboard.press("p")
        if appears(shown):
            break
    expect(shown).to_contain_text("Revolution")
    mat, box = page.locator(".left > .middle").bounding_box(), shown.bounding_box()
    assert mat["x"] <= box["x"] and box["x"] + box["width"] <= mat["x"] + mat["width"]
    assert mat["y"] <= box["y"] and box["y"] + box["height"] <= mat["y"] + mat["height"]
    page.keyboard.press("Shift")
    expect(shown).to_have_count(0)
