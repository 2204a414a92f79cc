"""A rare play of somebody else is shown over the table for a moment, and goes at the first touch."""

import json

import pytest
from daifugo_play import ByKeys, one_turn, wait_for_turn
from playwright.sync_api import expect

pytestmark = pytest.mark.browser
WE_LEAD = 7             # a deal of four


def great(text):
    """A message of the server in which what another seat does is a revolution."""
    message = json.loads(text)
    for line in message.get("lines") or []:
        if line["seat"] not in (0, "chance"):
            line["detail"] = {**(line.get("detail") or {}), "great": "Revolution"}
    return json.dumps(message)


def through(socket):
    server = socket.connect_to_server()
    server.on_message(lambda text: socket.send(great(text) if isinstance(text, str) else text))
    socket.on_message(server.send)


# What is shown, and whether it lies within the table: of one moment, since it goes by itself.
SHOWN = """() => {
    const [mat, shown] = ['.left > .middle', '.moment'].map(one => document.querySelector(one))
    if (!shown) return null
    const [outer, inner] = [mat, shown].map(one => one.getBoundingClientRect())
    return {text: shown.textContent, inside: outer.left <= inner.left && inner.right <= outer.right
        && outer.top <= inner.top && inner.bottom <= outer.bottom}
}"""


@pytest.mark.parametrize("size", ["phone", "laptop"])
def test_a_rare_play_is_shown_until_something_is_touched(people, size):
    me = people(size).go()
    page = me.page
    page.route_web_socket("**", through)
    me.opens("daifugo", 4, "casual", deal=WE_LEAD)
    one_turn(page, ByKeys(page), wait_for_turn(page))
    found = page.wait_for_function(SHOWN).json_value()
    assert "Revolution" in found["text"] and found["inside"]
    page.keyboard.press("Shift")
    expect(page.locator(".moment")).to_have_count(0)
