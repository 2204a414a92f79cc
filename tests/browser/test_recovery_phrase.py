"""A recovery phrase in the browser: made on one device, typed on another."""

import re

import pytest
from screen_checks import resized

pytestmark = pytest.mark.browser


def in_two_windows(one):
    """All is in sight as a dark phone and as a light laptop."""
    for size, scheme in (((360, 800), "dark"), ((1280, 800), "light")):
        resized(one.page, *size, scheme)
        one.is_sound()
        one.is_whole()


def test_another_device_becomes_the_same_person(people):
    ada, phone = people(), people("phone", "dark")
    page = ada.go("/yours").page
    page.get_by_role("button", name="Make a phrase").click()
    page.get_by_role("list", name="Your recovery phrase").wait_for()
    words = page.get_by_role("list", name="Your recovery phrase").get_by_role("listitem").all_inner_texts()
    in_two_windows(ada)
    other = phone.go("/yours").page
    field = other.get_by_label("Your phrase from another device")
    assert phone.name() != ada.name()
    field.fill(" ".join([*words[:6], "baba" if words[6] != "baba" else "babe"]))
    other.get_by_role("button", name="Be that person").click()
    other.get_by_text("The words do not fit together").wait_for()
    in_two_windows(phone)
    field.fill("".join(words).upper())
    other.get_by_role("button", name="Be that person").click()
    other.wait_for_url(re.compile(r"/$"))
    assert phone.name() == ada.name()
    page.reload()
    page.get_by_role("button", name="Make a new phrase").click()
    page.get_by_role("button", name="Keep it").click()
    page.get_by_role("button", name="Remove it").click()
    page.get_by_role("button", name="Make a phrase").wait_for()
