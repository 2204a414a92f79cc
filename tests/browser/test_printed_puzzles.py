"""Puzzles on paper: six on a page, each with its position, and what solves them on a sheet of its own."""

import pytest
from playwright.sync_api import expect

import coprime

pytestmark = pytest.mark.browser


REACHED_BY_LINK = "prime_daifugo"           # in the test below


@pytest.mark.parametrize("name", [name for name in coprime.all_games() if name != REACHED_BY_LINK])
def test_a_page_of_puzzles_with_its_solutions(people, name):
    me = people()
    me.go(f"/paper/{name}")
    sheet_is_whole(me)


def sheet_is_whole(me):
    """Six puzzles, each seen whole and without its controls, and what solves them."""
    page = me.page
    page.locator("button.go:enabled", has_text="Print").wait_for()
    frames = page.locator("article iframe")
    assert frames.count() == 6 == page.locator(".solutions li").count()
    for frame in frames.all():
        inside = frame.content_frame
        assert inside.locator(".ask").first.inner_text()
        inside.locator(".mat").first.wait_for()
        assert not inside.locator(".foot").filter(visible=True).count()
        # All of it is seen, but for the edge of the wood.
        assert frame.evaluate("e => e.contentDocument.documentElement.scrollHeight - e.clientHeight") <= 4
    for solution in page.locator(".solutions li").all():
        assert solution.locator("span").count() >= 1
    me.is_sound()


def test_another_sheet_another_theme_and_what_is_printed(people):
    me = people()
    page = me.go("/puzzles").page
    page.get_by_role("link", name="Prime Daifugo Lv. 0 on paper").click()
    sheet_is_whole(me)
    first = page.locator("article h2").all_inner_texts()
    page.get_by_label("Which").select_option(label="Sheet 2")
    page.locator("button.go:enabled", has_text="Print").wait_for()
    assert not set(first) & set(page.locator("article h2").all_inner_texts())
    page.get_by_label("Theme").select_option(index=2)
    page.get_by_label("How many").select_option("12")
    page.locator("button.go:enabled", has_text="Print").wait_for()
    expect(page.locator("article")).to_have_count(12)
    page.emulate_media(media="print")
    for hidden in ("button", "select", "nav"):
        assert not page.locator(hidden).filter(visible=True).count()
    assert page.locator(".solutions").evaluate("e => getComputedStyle(e).breakBefore") == "page"


def test_a_game_that_is_not_there(people):
    people().go("/paper/chess").page.get_by_text("This server has no puzzles.").wait_for()
