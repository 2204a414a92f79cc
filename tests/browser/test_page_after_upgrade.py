"""A page that was open during an upgrade: what it fetches later is gone under the name that it knows."""

import pytest
from playwright.sync_api import expect

pytestmark = pytest.mark.browser
PART = "**/assets/CourseScreen-*.js"


def gone(route):
    route.fulfill(status=404, body="")


@pytest.fixture
def opened_before(people):
    """Somebody on the home page, and how often pages have been loaded since."""
    me = people("phone").go()
    me.page.locator(".shelf li").first.wait_for()
    loads = []
    # As they are asked for: what a page fetches may come before the page says that it is loaded.
    me.page.on("request", lambda request: loads.append(request.url) if request.is_navigation_request() else None)
    return me, loads


def test_a_part_that_is_gone_loads_the_page_anew(opened_before):
    me, loads = opened_before
    me.page.route(PART, lambda route: route.continue_() if loads else gone(route))
    me.page.evaluate("history.pushState({}, '', '/learn/prime_climb'); dispatchEvent(new PopStateEvent('popstate'))")
    me.page.locator("main .ask").first.wait_for()
    assert len(loads) == 1 and loads[0].endswith("/learn/prime_climb")


def test_where_that_does_not_help_it_is_said(opened_before):
    me, loads = opened_before
    me.page.route(PART, gone)
    me.page.evaluate("history.pushState({}, '', '/learn/prime_climb'); dispatchEvent(new PopStateEvent('popstate'))")
    told = me.page.get_by_role("alert").filter(has_text="could not be fetched")
    told.wait_for()
    assert len(loads) == 1
    me.is_sound()
    me.page.unroute(PART)
    told.get_by_role("button", name="Load again").click()
    expect(me.page.locator("main .ask").first).to_be_visible()
    expect(told).to_have_count(0)


def test_without_a_server_the_page_stays_and_says_so(opened_before):
    me, loads = opened_before
    me.context.set_offline(True)
    me.page.evaluate("history.pushState({}, '', '/learn/prime_climb'); dispatchEvent(new PopStateEvent('popstate'))")
    me.page.get_by_role("alert").filter(has_text="could not be fetched").wait_for()
    assert loads == []
