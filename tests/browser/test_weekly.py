"""The deal of the week in a browser: played, put on the table under a name, seen by another, and taken away."""

import pytest
from playwright.sync_api import expect
from screen_checks import resized

from coprime.server.weekly.weekly_schedule import plan_week, week_at

pytestmark = pytest.mark.browser
WEEK = 7 * 86_400


@pytest.fixture(scope="module")
def weekly(tmp_path_factory):
    """A server in a week whose deal is a solitaire's, which ends when one gives up."""
    from server_process import GENEROUS, ServerProcess

    week = next(at for at in range(0, 8 * WEEK, WEEK) if plan_week(week_at(at)).game.name == "prime_solitaire")
    server = ServerProcess(tmp_path_factory.mktemp("weekly"), week=week, limits=GENEROUS | {"results": [99, 1]}).start()
    yield server
    server.stop()


def test_a_result_is_sent_only_when_somebody_says_so(people, weekly):
    me, other = people("phone", server=weekly), people("laptop", "dark", server=weekly)
    page = me.go("/puzzles").page
    expect(page.get_by_role("link", name="See the deal of the week")).to_be_visible()
    page.goto(weekly.url)
    sent = []
    page.on("request", lambda request: sent.append(request) if "/api/weekly/result" in request.url else None)
    page.get_by_role("link", name="Deal of the week").click()
    expect(page.get_by_text("No result yet.")).to_be_visible()
    me.is_sound()
    page.get_by_role("button", name="Play the deal of the week").click()
    page.wait_for_url("**/t/*")
    code = me.code()
    page.locator(".mat").first.wait_for()
    page.evaluate("""async code => {
      const socket = new WebSocket(`ws://${location.host}/ws/${code}`)
      const heard = new Promise(done => socket.onmessage = ({ data }) => JSON.parse(data).type === 'welcome' && done())
      await new Promise(done => socket.onopen = done)
      socket.send(JSON.stringify({ type: 'hello', seen: 0, as: 'seat' }))
      await heard
      socket.send(JSON.stringify({ type: 'act', id: 'up', acts: ['give up'] }))
    }""", code)
    page.get_by_role("link", name="Results of the week").click()
    expect(page.get_by_role("button", name="Put my result on the table")).to_be_visible()
    assert sent == []
    page.get_by_label("The name to show").fill("Ann")
    page.get_by_role("button", name="Put my result on the table").click()
    expect(page.get_by_role("row", name="1 Ann you")).to_contain_text("cards left")
    assert len(sent) == 1
    me.is_sound()
    me.is_whole()
    seen = other.go("/weekly").page
    expect(seen.get_by_role("row", name="1 Ann")).not_to_contain_text("you")
    expect(seen.get_by_role("button", name="Take my result away")).to_have_count(0)
    other.is_sound()
    page.get_by_role("button", name="Take my result away").click()
    expect(page.get_by_text("No result yet.")).to_be_visible()


@pytest.mark.parametrize("locale", ["en-US", "ja-JP"])
def test_home_leads_to_it_beside_the_puzzle_of_the_day(people, weekly, locale):
    me = people("phone", server=weekly, locale=locale)
    page = me.go().page
    link = page.locator("a[href='/weekly']").filter(visible=True)
    puzzle = page.locator("a[href^='/puzzles']").filter(visible=True)
    for size in ((360, 800), (1280, 800)):
        resized(page, *size)
        link.wait_for()
        first, second = puzzle.bounding_box(), link.bounding_box()
        assert abs(first["y"] - second["y"]) < 1 and second["x"] >= first["x"] + first["width"]
        me.is_sound(axe=locale == "en-US")
        me.is_whole()
    link.click()
    page.wait_for_url("**/weekly")


def test_where_there_is_none_no_page_speaks_of_it(people, tmp_path):
    from server_process import GENEROUS, ServerProcess

    server = ServerProcess(tmp_path, limits=GENEROUS | {"board": 0}).start()
    try:
        page = people("phone", server=server).go("/puzzles").page
        page.get_by_role("link", name="Play the puzzle of the day").wait_for()
        assert page.get_by_text("Deal of the week").count() == 0
        with page.expect_response("**/api/weekly"):
            page.goto(server.url)
        assert page.locator("a[href='/weekly']").count() == 0
        page.goto(f"{server.url}/weekly")
        expect(page.locator(".ask")).to_contain_text("This server has no deal of the week.")
    finally:
        server.stop()
