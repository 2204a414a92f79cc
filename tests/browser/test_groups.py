"""What keeps people at one table together, on the pages of all of them."""

import pytest
from finished import ended

pytestmark = pytest.mark.browser


def over_for_two(ada, bo):
    """A match that is over, and Bo in the place of a bot: two people who sit at one table."""
    page = ended(ada, "prime_daifugo", 5, "casual", games_to_win=1)
    other = bo.go(f"/t/{ada.code()}").page
    other.get_by_role("button", name="This table").click()
    other.get_by_role("button", name="Ask for this seat").first.click()
    page.get_by_role("button", name="Let them").click()
    other.keyboard.press("Escape")
    other.get_by_role("button", name="Play again").wait_for()
    return page, other


def test_anybody_asks_for_a_rematch_and_the_host_begins_it(people):
    ada, bo, cy = people(), people("phone", "dark"), people()
    page, other = over_for_two(ada, bo)
    third = cy.go(f"/t/{ada.code()}").page
    name = other.evaluate("fetch('/api/me').then((answer) => answer.json()).then((me) => me.name)")
    again = other.get_by_role("button", name="Play again")
    again.click()
    for one in (page, third):
        one.get_by_text(f"{name} asks for a rematch.").wait_for()
    other.get_by_text("You have asked for a rematch.").wait_for()
    assert again.get_attribute("aria-pressed") == "true"
    bo.is_sound()
    bo.is_whole()
    page.get_by_role("button", name="Play again").click()
    for one in (page, other, third):
        one.get_by_role("button", name="Play again").wait_for(state="detached")
        one.locator(".mat").first.wait_for()
