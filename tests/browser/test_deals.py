"""The number of a deal: today's from the shelf, one of one's own in the lobby, the same again after the end."""

import re
from datetime import date

import pytest
from page_waits import wait_until
from prime_daifugo_play import ByKeys, lobby, play_out

pytestmark = pytest.mark.browser
HANDS = "[...document.querySelectorAll('.hand [data-card]')].map(e => e.dataset.card)"


def begins(page):
    page.locator(".hand [data-card]").first.wait_for()
    return page.evaluate(HANDS)


@pytest.mark.parametrize("title", ["Prime Daifugo Lv. 0", "Prime Solitaire"])
def test_todays_deal_is_its_date(people, title):
    page = people().go().page
    page.locator(".shelf button", has_text=title).click()
    before = date.today()
    page.get_by_role("dialog").get_by_role("button", name="Deal of the day").click()
    page.locator(".mat").first.wait_for()
    numbers = {f"{day:%Y%m%d}" for day in (before, date.today())}
    assert re.search(r"deal:? (\d+)", page.locator("aside").inner_text().lower())[1] in numbers


def test_a_number_is_chosen_in_the_lobby_and_dealt_again_after_the_end(people):
    hands = []
    for _ in range(2):
        page = lobby(people(), "First game")
        page.get_by_label("Number of the deal").fill("4711")
        page.get_by_label("Number of the deal").press("Enter")
        page.get_by_text("Deal: 4711", exact=True).wait_for()
        page.get_by_role("button", name="Begin").click()
        hands.append(begins(page))
    assert hands[0] == hands[1] and hands[0]
    play_out(page, ByKeys(page))
    page.get_by_role("button", name="Share this deal").click()
    assert page.get_by_label("Link to deal 4711").input_value().endswith("/deal/prime_daifugo/4711")
    page.keyboard.press("Escape")
    page.get_by_role("button", name="Play deal 4711 again").click()
    page.wait_for_function(f"first => String({HANDS}) === first", arg=",".join(hands[0]))


@pytest.mark.parametrize("name", ["prime_daifugo", "prime_solitaire"])
def test_a_deal_is_shared_by_its_link(people, name):
    """Two people who open it have the same hand or layout, once it is dealt; a bot may have played by then."""
    dealt = ".mat [data-place]" if name == "prime_solitaire" else ".hand [data-card]"
    cards = f"[...document.querySelectorAll('{dealt}')].map(e => e.innerText)"
    pages = [people("phone"), people("phone")]
    for me in pages:
        me.page.goto(f"{me.server.url}/deal/{name}/4711")
        me.page.get_by_text("deal 4711").first.wait_for()
        me.is_sound(axe=me == pages[0])
        me.page.get_by_role("button", name="Play this deal").click()

    def are_same():
        first, second = (me.page.evaluate(cards) for me in pages)
        return first == second and len(first) > 5

    wait_until(pages[0].page, are_same, "both have the same cards")


def test_a_link_to_no_game_is_told(people):
    page = people("phone").page
    page.goto(f"{people('phone').server.url}/deal/chess/4711")
    page.get_by_text("There is nothing at this address.").wait_for()


def test_a_number_that_there_is_not_springs_back_with_a_sentence(people):
    page = lobby(people(), "First game")
    box = page.get_by_label("Number of the deal")
    box.fill("123456789")
    box.press("Enter")
    page.get_by_text("The number of a deal is 1 to 99999999; 0 stands for a fresh one.").wait_for()
    assert page.get_by_label("Number of the deal").input_value() == "0"
