"""The browser's Back closes what lies over a page before it leaves the page."""

import pytest
from playwright.sync_api import expect
from prime_daifugo_play import wait_for_turn

pytestmark = pytest.mark.browser


def test_back_closes_sheets_and_dialogs_before_it_leaves_the_table(people):
    me = people("phone")
    page = me.go().opens("prime_daifugo", 2, "novice")
    wait_for_turn(page)
    at = page.url
    lying = page.locator(".sheet, dialog[open]")
    for opens in (lambda: page.get_by_role("button", name="Hints").click(), lambda: page.locator(".news").click(),
                  lambda: page.get_by_role("button", name="This table").click(),
                  lambda: page.get_by_role("link", name="Rules").click()):
        opens()
        lying.wait_for()
        page.go_back()
        expect(lying).to_have_count(0)
        assert page.url == at
    # Closed in another way, nothing of it is left to go back to.
    page.locator(".news").click()
    page.get_by_role("button", name="Close").click()
    page.wait_for_function("() => history.state?.overlay === undefined")
    page.go_back()
    page.locator(".shelf li").first.wait_for()


def test_what_is_chosen_in_a_dialog_takes_its_place(people):
    me = people("phone").go()
    page = me.page
    page.get_by_role("button", name="Prime Daifugo Lv. 0").first.click()
    page.locator("dialog[open]").wait_for()
    page.get_by_role("link", name="Rules").last.click()
    page.locator("main h2").first.wait_for()
    page.go_back()
    page.locator(".shelf li").first.wait_for()
    expect(page.locator("dialog[open]")).to_have_count(0)
