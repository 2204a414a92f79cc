"""What somebody sees who only watches."""

import re

import pytest
from page_sockets import listen
from playwright.sync_api import expect
from screen_checks import resized
from test_goal_of_game import WITHOUT_SECOND_LINE
from test_landscape import LYING, OUT_OF_REACH, WITH_BARS

import coprime
from coprime.core.messages import load_messages

pytestmark = pytest.mark.browser
HAND_BESIDE_TABLE = [name for name in coprime.all_games()
                     if name not in ("prime_challenge", "prime_climb", "prime_solitaire")]
WIDENED = ("daifugo", "sosu_daifugo")       # with a button for a sheet; with a header that is narrower beside a hand
# Words of the names of seats that do not stand in one line.
BROKEN = """() => [...document.querySelectorAll('.seat .who > b')].flatMap(e => {
    const node = e.firstChild, range = document.createRange()
    return [...node.data.matchAll(/[A-Za-z0-9]+/g)].filter(word => {
        range.setStart(node, word.index)
        range.setEnd(node, word.index + word[0].length)
        return range.getClientRects().length > 1
    }).map(word => word[0])
})"""


def watch(people, device, name, seats):
    """The page of somebody at a new table, and that of a watcher."""
    me, watcher = people(device), people(device)
    page = me.opens(name, seats, "casual")
    other = watcher.go(page.url.removeprefix(me.server.url)).page
    for one in page, other:
        one.locator(".mat").first.wait_for()
    return page, other


@pytest.mark.parametrize("name", [pytest.param(name, marks=[] if name in WIDENED else pytest.mark.long)
                                  for name in HAND_BESIDE_TABLE])
def test_on_a_lying_phone_the_table_is_as_wide_as_the_window(people, name):
    page, other = watch(people, "phone", name, max(2, coprime.game(name).seats[0]))
    page.locator(".own > :not(.caption)").first.wait_for()
    for width, height in (*WITH_BARS, *LYING):
        for one, allowed in (page, []), (other, ["not beside the table"]):
            resized(one, width, height)
            assert one.evaluate(OUT_OF_REACH) in ([], allowed), (allowed, width, height)
        mat, bar, seats = (other.locator(part).bounding_box() for part in (".mat", ".bar", ".left > .seats"))
        assert min(mat["width"], bar["width"]) > 0.95 * width and seats["width"] > 0.85 * width, (width, height)
        assert mat["height"] > height - 150, (width, height)
        assert page.locator(".mat").bounding_box()["width"] < 0.55 * width, "beside one's hand"


@pytest.mark.parametrize(("name", "seats"), [("prime_canasta", 4), ("sosu_daifugo", 6)])
def test_on_a_laptop_no_name_of_a_seat_is_broken(people, name, seats):
    """All seats are shown, one more than a player sees."""
    _, other = watch(people, "laptop", name, seats)
    assert other.locator(".seat .who > b").count() == seats
    other.evaluate("""document.querySelectorAll('.seat .who > b').forEach(e => e.firstChild.data = 'Nuthatch 99')""")
    assert other.evaluate(BROKEN) == []


def test_the_aim_of_a_game_is_told_to_players_alone(people):
    """ "Get rid of your cards" is for who holds cards."""
    me, watcher = people("phone"), people("phone")
    listen(watcher.page, WITHOUT_SECOND_LINE)
    listen(me.page, WITHOUT_SECOND_LINE)
    goal = load_messages(coprime.game("daifugo").folder)["game"]["goal"]
    url = me.opens("daifugo", 3, "novice").url
    watcher.go(url.removeprefix(me.server.url))
    for somebody, times in (me, 1), (watcher, 0):
        somebody.page.locator(".mat").first.wait_for()
        expect(somebody.page.locator(".ask").first).to_have_text(re.compile("[Yy]our turn|to move"))
        expect(somebody.page.locator(".ask small", has_text=goal)).to_have_count(times)
