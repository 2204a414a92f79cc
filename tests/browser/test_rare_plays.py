"""A rare play is shown over the table for a moment, one's own too, and goes at the first touch."""

import pytest
from daifugo_play import ByKeys, one_turn, wait_for_turn
from page_motion import note_shown, was_shown
from page_sockets import listen
from playwright.sync_api import expect

pytestmark = pytest.mark.browser
WE_LEAD = 7             # a deal of four


# What the server says, in which what we do, or another seat does, is a revolution.
GREAT = """(text) => {
    const message = JSON.parse(text)
    for (const line of message.lines ?? [])
        if (line.seat !== 'chance' && (line.seat === 0) === OWN) line.detail = {...line.detail, great: 'Revolution'}
    return JSON.stringify(message)
}"""


@pytest.mark.parametrize("size, own", [("phone", False), ("laptop", False), ("phone", True)])
def test_a_rare_play_is_shown_until_something_is_touched(people, size, own):
    me = people(size).go()
    page = me.page
    listen(page, GREAT.replace("OWN", str(own).lower()))
    me.opens("daifugo", 4, "casual", deal=WE_LEAD)
    turn = wait_for_turn(page)
    note_shown(page, ".moment", within=".left > .middle")
    one_turn(page, ByKeys(page), turn)
    assert was_shown(page, "Revolution"), "it lies within the table"
    page.keyboard.press("Shift")
    expect(page.locator(".moment")).to_have_count(0)
