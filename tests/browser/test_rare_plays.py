"""A rare play is shown over the table for a moment, one's own too, and goes at the first touch."""

import json

import pytest
from daifugo_play import ByKeys, one_turn, wait_for_turn
from playwright.sync_api import expect

pytestmark = pytest.mark.browser
WE_LEAD = 7             # a deal of four


def great(text, own):
    """A message of the server in which what we do, or another seat does, is a revolution."""
    message = json.loads(text)
    for line in message.get("lines") or []:
        if line["seat"] != "chance" and (line["seat"] == 0) == own:
            line["detail"] = {**(line.get("detail") or {}), "great": "Revolution"}
    return json.dumps(message)


def through(own):
    def route(socket):
        server = socket.connect_to_server()
        server.on_message(lambda text: socket.send(great(text, own) if isinstance(text, str) else text))
        socket.on_message(server.send)
    return route


# What is shown, and whether it lies within the table: noted when it comes, since it goes by itself.
NOTE_SHOWN = """() => {
  const look = () => {
    const [mat, shown] = ['.left > .middle', '.moment'].map(one => document.querySelector(one))
    if (!shown) return
    const [outer, inner] = [mat, shown].map(one => one.getBoundingClientRect())
    window.noted = {text: shown.textContent, inside: outer.left <= inner.left && inner.right <= outer.right
        && outer.top <= inner.top && inner.bottom <= outer.bottom}
  }
  new MutationObserver(look).observe(document.body, {childList: true, subtree: true})
}"""


@pytest.mark.parametrize("size, own", [("phone", False), ("laptop", False), ("phone", True)])
def test_a_rare_play_is_shown_until_something_is_touched(people, size, own):
    me = people(size).go()
    page = me.page
    page.route_web_socket("**", through(own))
    me.opens("daifugo", 4, "casual", deal=WE_LEAD)
    turn = wait_for_turn(page)
    page.evaluate(NOTE_SHOWN)
    one_turn(page, ByKeys(page), turn)
    found = page.wait_for_function("() => window.noted").json_value()
    assert "Revolution" in found["text"] and found["inside"]
    page.keyboard.press("Shift")
    expect(page.locator(".moment")).to_have_count(0)
