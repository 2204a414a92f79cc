"""A team in Prime Challenge (PC-18): two pages on one seat."""

import pytest
from test_prime_challenge import A_SET_LIES_THERE, ByKeys, a_set

pytestmark = pytest.mark.browser
UNTIMED = {"level": 1, "first_seconds": 0, "next_seconds": 0, "referee": "program", "overlook": "off"}
CARDS = "[data-place] .card"


def test_pc18_two_pages_on_one_seat_both_play_it(people):
    ada, bo, cy = people("laptop", "dark"), people(), people("phone")
    page = ada.opens("prime_challenge", 2, now=False, deal=A_SET_LIES_THERE, options=UNTIMED)
    bo.go(f"/t/{ada.code()}")
    page.get_by_text("here", exact=True).wait_for()
    other = cy.go(f"/t/{ada.code()}").page
    join = other.get_by_role("button", name="Join").first
    join.wait_for()
    cy.is_sound()
    join.click()
    for one in (page, other):
        one.get_by_role("button", name="Leave the team").wait_for()
    for one in (ada, bo, cy):
        one.is_sound()
        one.is_whole()
    page.get_by_role("button", name="Begin", exact=True).click()
    for one in (page, other, bo.page):
        one.locator(".mat [data-place]").first.wait_for()
    assert ada.asked() == cy.asked() != bo.asked()
    cards = page.locator(CARDS).count()
    ByKeys(other).take(a_set(other))
    for one in (page, other, bo.page):
        one.wait_for_function("([cards, n]) => document.querySelectorAll(cards).length < n", arg=[CARDS, cards])
    assert ada.asked() == cy.asked() != bo.asked()
    mine, rival = ada.asked(), bo.asked()
    ByKeys(page).say("done")
    for one in (ada, bo, cy):
        one.page.wait_for_function("asked => document.querySelector('.ask').innerText.trim() != asked",
                                   arg=rival if one is bo else mine)
    assert ada.asked() == cy.asked() != bo.asked()
    ada.is_sound()
