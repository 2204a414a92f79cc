"""Daifugo in the browser: matches by keys and by pointer, the contest's rules, readings of a joker."""

import re

import pytest
from daifugo_play import MOMENT, ByKeys, ByPointer, one_turn, play_out, play_together, seated, wait_for_turn
from page_waits import wait_until
from playwright.sync_api import expect
from prime_daifugo_play import TAP, logged
from screen_checks import resized

import coprime

pytestmark = pytest.mark.browser
GAME = coprime.game("daifugo")


def test_a_match_by_keyboard_alone(people):
    me = people()
    page = seated(me, 5, match_length=2)
    wait_for_turn(page)
    me.is_sound(axe=False)                              # axe: test_every_game.py, test_ending.py
    assert re.search("win|share", play_out(page, ByKeys(page)))
    me.is_sound(axe=False)


def test_the_contests_rules_by_pointer_on_a_phone(people):
    me = people("phone", "dark")
    page = seated(me, 5, jokers=1, lock_after=2, owner_must_pass="on", pass_on_lead="on", illegal_play="pass",
                  seq_max=0, payoff="uecda", exile="off", match_length=1)
    wait_for_turn(page)
    me.is_sound(axe=False)
    assert re.search("win|share", play_out(page, ByPointer(page)))
    me.is_sound(axe=False)


def test_a_wrong_play_is_a_sentence_with_its_rule_and_rules_in_force_have_an_example(people):
    me = people("phone")
    page = seated(me, 4, match_length=1, jokers=0)          # so that two ranks are never a pair
    asked = wait_for_turn(page)
    cards = page.locator(".hand [data-card]")
    cards.nth(0).click(position=TAP)
    cards.nth(cards.count() - 1).click(position=TAP)
    page.locator(".hint", has_text=re.compile("Rule (DF|UE)-")).wait_for()
    assert page.locator(".acts .go:enabled").count() == 0 and wait_for_turn(page) == asked
    me.is_sound(axe=False)                                  # of refusals: test_refusals.py
    page.keyboard.press("Escape")
    assert page.locator(".hand [aria-pressed=true]").count() == 0
    page.get_by_role("button", name="Rules and points").click()
    chip = page.get_by_role("button", name="Lock after 3")
    chip.click()
    page.get_by_text("After 3 plays of the same suits").wait_for()
    expect(page.locator(".example .card")).to_have_count(3)
    me.is_sound()


@pytest.mark.parametrize("language", ("en-US", "ja-JP"))
def test_five_others_have_room_for_their_names_on_a_small_phone(people, language):
    me = people("phone", locale=language)
    page = seated(me, 6)
    resized(page, 360, 640)
    page.locator(".fixed .others .one").nth(4).wait_for()
    page.evaluate("document.fonts.ready.then(() => 0)")
    me.is_whole()
    names = page.locator(".fixed .others .one .name.brief").all_inner_texts()
    assert all(names) and len(set(names)) == 5, names


def together(people, **options):
    """Two people at one table of five, by keys at a laptop and by pointer on a phone, with three bots."""
    ada, bo = people(), people("phone", "dark")
    seated(ada, 5, "casual", players=2, **options)
    bo.joins(ada)
    return [ada, bo], [ByKeys(ada.page), ByPointer(bo.page)]


def test_two_people_and_bots_play_three_turns_each(people):
    """Both pages are told the same.  Whole matches of two people: the long form."""
    both, ways = together(people, match_length=1)
    turns = [0, 0]
    while min(turns) < 3:
        for place, (somebody, way) in enumerate(zip(both, ways, strict=True)):
            if asked := somebody.page.evaluate(MOMENT):
                one_turn(somebody.page, way, asked)
                turns[place] += 1
    ada, bo = both
    wait_until(ada.page, lambda: logged(ada.page) == logged(bo.page) >= sum(turns), "both are told the same")
    for somebody in both:
        somebody.is_sound(axe=False)


@pytest.mark.long
@pytest.mark.parametrize("options, hands", [({}, 5), (GAME.presets["uecda"] | {"match_length": 4}, 4)],
                         ids=["seed", "uecda"])
def test_two_people_play_a_preset_to_the_end(people, options, hands):
    """Five hands of the default options; of the contest's rules four, so that seats are drawn anew."""
    both, ways = together(people, **options)
    assert play_together(both, ways) == hands - 1
    for somebody in both:
        assert re.search("wins? the match|share", somebody.asked())
        expect(somebody.page.locator(".points.large .chart polyline")).to_have_count(5)
        somebody.is_sound()


def test_names_of_many_others_are_whole_where_there_is_room(people):
    """On a phone four chips show their beginnings, and speak them whole."""
    me = people("phone")
    page = me.opens("daifugo", 5, "casual")
    page.locator(".others > .one").nth(3).wait_for()
    whole, brief = page.locator(".others .name.whole"), page.locator(".others .name.brief")
    for width, height, has_room in ((360, 640, False), (820, 1180, True)):
        resized(page, width, height)
        assert [one.is_visible() for one in brief.all()] == 4 * [not has_room]
        widths = [one.bounding_box()["width"] for one in whole.all()]
        assert len(widths) == 4 and (min(widths) > 20 if has_room else max(widths) < 2), (width, widths)
    for name, beginning in zip(whole.all_text_contents(), brief.all_text_contents(), strict=True):
        assert name.startswith(beginning[:2]) and len(beginning) <= 4


# Of each of the others: whether the name is whole, and whether it is said that a bot is one.
CHIPS = """() => [...document.querySelectorAll('.others > .one .who')].map(who => {
    const name = who.querySelector('.name'), kind = who.querySelector('.kind').getBoundingClientRect()
    return [name.scrollWidth <= name.clientWidth, kind.bottom <= who.getBoundingClientRect().bottom + 1]
})"""


def test_a_name_has_the_room_of_what_a_bot_is(people):
    """On a lying phone, where half of a short row is too narrow for both."""
    page = people("phone").opens("daifugo", 3, "casual")
    page.locator(".others > .one").nth(1).wait_for()
    resized(page, 640, 360)
    page.evaluate("names => document.querySelectorAll('.others .name').forEach((e, i) => e.textContent = names[i])",
                  ["Ox", "Dormouse"])
    assert page.evaluate(CHIPS) == [[True, True], [True, False]]
