"""What does not stop a game is told on a phone in the line of news: what was said, and that the host is away."""

import pytest
from playwright.sync_api import expect
from prime_daifugo_play import lobby

pytestmark = pytest.mark.browser


def test_a_phone_counts_what_was_said_and_says_that_the_host_is_away(people):
    host, guest = people(), people("phone")
    lobby(host)
    guest.joins(host)
    news = guest.page.locator(".news")
    host.page.get_by_label("Say something").fill("Hello there")
    host.page.get_by_role("button", name="Say", exact=True).click()
    expect(news.locator(".tally")).to_have_text("1one new line")
    guest.is_sound()
    news.click()
    guest.page.get_by_text("Hello there").wait_for()
    expect(news.locator(".tally")).to_have_count(0)
    guest.page.get_by_role("button", name="Close").click()
    host.page.goto("about:blank")
    expect(news).to_contain_text("the host, is not here just now")
    guest.is_sound()
