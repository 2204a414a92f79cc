"""Somebody new: the first turn of every game, the question of home, and what comes one by one."""

import os

import pytest
from first_turns import MOVES
from playwright.sync_api import expect
from soundness import resized
from test_small_screen import UNSEEN

from coprime.core.registry import all_games
from coprime.exercises import load_course

pytestmark = pytest.mark.browser


def is_new(people, size="phone", **asked):
    """Somebody whose device has seen nothing of Coprime."""
    return people(size, new=True, **asked)


def sentence(page):
    return page.locator(".ask").first


def test_every_game_has_a_first_turn():
    assert set(MOVES) == set(all_games())


@pytest.mark.parametrize("name", MOVES)
def test_a_first_turn_by_pointer_from_its_caption_to_the_first_match(people, name):
    me = is_new(people)
    page, first = me.page, load_course(name).first
    page.set_viewport_size({"width": 360, "height": 640})
    me.go(f"/first/{name}")
    expect(sentence(page)).to_contain_text(first.exercise.prompt.ask)
    assert page.evaluate(UNSEEN) == []
    me.is_sound()
    assert page.locator(".card .fl, .card .foot").count() == 0, "bare cards"
    MOVES[name](page)
    expect(sentence(page)).to_contain_text(first.exercise.right.ask)
    expect(page.locator(".rule")).to_contain_text("The rule in one line:")
    expect(page.locator(".stamp")).to_have_count(1)
    if os.environ.get("SHOTS"):
        page.screenshot(path=f"{os.environ['SHOTS']}/done_{name}.png")
    assert page.evaluate(UNSEEN) == []
    me.is_sound()
    page.get_by_role("button", name="On to your first match").click()
    page.wait_for_url("**/t/*")
    page.locator(".mat").first.wait_for()
