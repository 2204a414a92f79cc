"""Muting in the browser: the menu of a table, the list in the settings, and both undone."""

import re

import pytest
from screen_checks import resized

pytestmark = pytest.mark.browser


def at_a_table(people):
    """Ada's table with Bo, who has a phone; their pages and names."""
    ada, bo = people(), people("phone", "dark")
    table = ada.opens("prime_daifugo", 2, people=2, now=False)
    bo.go(f"/t/{ada.code()}")
    names = [one.name() for one in (ada, bo)]
    table.get_by_text(names[1]).first.wait_for()
    return ada, bo, names


def test_somebody_is_muted_at_the_table_and_heard_again_from_the_settings(people):
    ada, bo, (name, own) = at_a_table(people)
    page = bo.page
    page.get_by_role("button", name="This table").click()
    page.get_by_role("dialog").get_by_role("button", name=f"Mute {name}").click()
    page.get_by_role("dialog").get_by_text("Player 1").first.wait_for()
    is_sound_in_both_windows(bo)
    assert page.get_by_text(name).count() == 0
    page.get_by_role("dialog").get_by_role("link", name=re.compile("Muted")).click()
    page.get_by_role("heading", name="People you have muted").wait_for()
    is_sound_in_both_windows(bo)
    bo.is_whole()
    page.get_by_role("button", name=f"Unmute {name}").click()
    page.get_by_role("heading", name="People you have muted").wait_for(state="detached")
    bo.go(f"/t/{ada.code()}")
    page.get_by_text(name).first.wait_for()
    ada.page.get_by_text(own).first.wait_for()


def is_sound_in_both_windows(bo):
    """A light laptop's and a dark phone's."""
    for size, scheme in (((1280, 800), "light"), ((360, 800), "dark")):
        resized(bo.page, *size, scheme)
        bo.is_sound(axe=scheme == "dark")
