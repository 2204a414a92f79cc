"""The quick tier's tests of the games in the browser: each from the shelf to the ending of a hand (conftest.py)."""

import re

import pytest
from game_moments import Opened

import coprime

pytestmark = pytest.mark.browser


@pytest.mark.parametrize("name", list(coprime.all_games()))
def test_a_game_from_the_shelf_to_an_ending(people, opened, name):
    me = people("phone").go()
    page, title = me.page, coprime.game(name).title
    page.locator(".shelf button", has=page.get_by_text(title, exact=True)).click()
    sheet = page.get_by_role("dialog", name=title)
    sheet.wait_for()
    me.is_sound(axe=name == "daifugo")  # all sheets are made of the same parts
    sheet.get_by_role("button", name=re.compile("^Play")).click()
    page.wait_for_url("**/t/*")
    page.locator(".mat").first.wait_for()
    assert me.asked()
    me.is_sound(axe=False)              # axe looks at it in test_every_game.py
    Opened(page, opened.url, name).ending()
    me.is_sound()
    me.is_whole()
