"""What a page says where the application does not begin, and where its line to a table does not come through."""

import re

import pytest
from playwright.sync_api import expect

pytestmark = pytest.mark.browser
SOON_TOLD = 16_000      # milliseconds of the page's clock


@pytest.mark.parametrize("end", ("silent", "closed"))
def test_where_sockets_and_streams_are_blocked_the_cause_is_told(people, end):
    me = people("phone")
    me.opens("prime_daifugo", 2, "novice", now=False)
    # Something on the way: a filter that takes the line and lets nothing through, or that closes it.
    me.page.route_web_socket(re.compile("/ws/"), lambda line: line.close() if end == "closed" else None)
    me.page.route("**/api/stream", lambda route: route.fulfill(status=403, body=""))
    me.page.clock.install()
    me.page.reload()
    expect(me.page.locator(".ask").first).to_contain_text("Going to the table.")
    me.page.clock.run_for(SOON_TOLD)
    expect(me.page.locator(".ask").first).to_contain_text("let WebSockets pass to 127.0.0.1")
    me.is_sound()


def test_a_table_fetches_its_game_before_its_line_is_open_and_asks_once_who_this_is(people):
    me = people("phone")
    me.opens("factor_rummy", 2, "novice", now=False)
    me.page.route_web_socket(re.compile("/ws/"), lambda line: None)
    asked = []
    me.page.on("request", lambda request: asked.append(request.url.removeprefix(me.server.url)))
    me.page.reload()
    me.page.locator("link[rel=modulepreload][href*='/Table-']").wait_for(state="attached")
    me.page.locator(".ask", has_text="Going to the table.").wait_for()
    assert [one for one in asked if one.startswith("/api/me")] == [f"/api/me?table={me.code()}"]
    assert sum("/assets/Table-" in one for one in asked) >= 1


def test_without_scripts_the_page_says_what_it_takes(chromium, opened):
    context = chromium.new_context(java_script_enabled=False)
    page = context.new_page()
    page.goto(opened.url)
    said = page.evaluate("(one => [one.innerHTML, one.offsetHeight])(document.querySelector('noscript'))")
    assert "which takes JavaScript" in said[0] and said[1] > 0
    expect(page.get_by_text("Coprime has not begun")).to_be_hidden()
    context.close()


def test_an_application_that_does_not_come_is_missed(chromium, opened):
    context = chromium.new_context()
    page = context.new_page()
    page.route("**/assets/index-*.js", lambda route: route.fulfill(status=404, body=""))
    page.goto(opened.url)
    expect(page.get_by_text("Coprime has not begun")).to_be_visible()
    context.close()


def test_nothing_of_that_is_left_once_it_has_come(people):
    page = people().go().page
    page.locator(".shelf li").first.wait_for()
    expect(page.locator(".late")).to_have_count(0)
