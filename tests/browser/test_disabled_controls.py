"""What is greyed and pressed all the same answers why, by the rule that forbids it."""

import pytest
from playwright.sync_api import expect

pytestmark = pytest.mark.browser
SEAT_0_LEADS, SEAT_1_BEGINS, SEAT_0_DRAWS = 7, 1, 7     # deals of Daifugo, of Factor Rummy and of Prime Canasta


def presses_greyed(me, button, sentence, rule):
    greyed = me.page.locator(".foot .btn[aria-disabled=true]", has_text=button).filter(visible=True)
    greyed.click(force=True)                            # it waits for what is not "aria-disabled"
    refused = me.page.get_by_role("alert").filter(has_text=f"Rule {rule}")
    expect(refused).to_contain_text(sentence)
    me.is_sound(axe=False)                              # of refusals: test_refusals.py


def in_sizes(first, second):
    """A test in one window, in the long form in another, too."""
    return pytest.mark.parametrize("size", [first, pytest.param(second, marks=pytest.mark.long)])


@in_sizes("phone", "laptop")
def test_who_leads_may_not_pass(people, size):
    me = people(size)
    me.opens("daifugo", 4, "casual", deal=SEAT_0_LEADS).locator(".mat").first.wait_for()
    presses_greyed(me, "Pass", "", "DF-")


@in_sizes("laptop", "phone")
def test_who_is_not_to_move_is_told_whose_turn_it_is(people, size):
    ada, bo = people(size), people()
    ada.opens("factor_rummy", 2, now=False, deal=SEAT_1_BEGINS)
    bo.joins(ada)
    presses_greyed(ada, "Go out", "turn", "FR-")


@in_sizes("phone", "laptop")
def test_who_has_nothing_to_challenge_is_told_so(people, size):
    ada, bo = people(size), people(size)
    ada.opens("prime_challenge", 2, now=False, options={"first_seconds": 0, "next_seconds": 0})
    bo.joins(ada)
    for one in (ada, bo):
        one.page.locator(".foot .acts").wait_for()
    waiting = next(one for one in (ada, bo) if one.page.locator(".foot .pass").count())
    presses_greyed(waiting, "Pass", "nothing that you could challenge", "PC-9")
    presses_greyed(waiting, "Challenge", "Nothing can be challenged now.", "PC-9")


def test_who_may_not_go_out_is_told_so_before_and_after_drawing(people):
    """On a phone that button keeps its place; the sentence, which is long, does not stand over the others."""
    me = people("phone")
    page = me.opens("prime_canasta", 2, "casual", deal=SEAT_0_DRAWS)
    page.locator(".acts .go:enabled").wait_for()
    presses_greyed(me, "Go out", "", "CA-")
    page.locator(".acts .go").click()
    expect(page.get_by_role("log")).to_contain_text("You draw")     # a refusal goes when the next scene comes
    page.locator(".acts .go:disabled").wait_for()
    presses_greyed(me, "Go out", "", "CA-")
