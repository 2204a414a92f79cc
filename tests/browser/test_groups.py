"""What keeps people at one table together, on the pages of all of them."""

import re

import pytest
from finished_tables import ended
from prime_daifugo_play import ByPointer, hand, is_prime
from screen_checks import resized
from server_process import ServerProcess

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
    name = bo.name()
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


def seconds(page):
    """What the sentence counts down."""
    return int(re.search(r"plays for them in (\d+) s", page.locator(".ask").first.inner_text())[1])


def test_who_is_away_is_counted_down_beside_their_name_and_can_be_waited_for(people):
    ada, bo, cy = people("phone"), people(), people("phone")
    page = ada.opens("prime_daifugo", 3, "casual", people=2, now=False)
    bo.joins(ada)
    address = bo.page.url
    third = cy.go(f"/t/{ada.code()}").page
    third.locator(".mat").first.wait_for()
    bo.page.goto("about:blank")
    wait = page.get_by_role("button", name="Wait for")
    for size, scheme, chip in (((360, 800), "light", "[data-seat='1']"),
                               ((1280, 800), "dark", ".seat:has-text('away, a bot plays in')")):
        resized(page, *size, scheme)
        page.locator(chip).get_by_text(re.compile(r"\d+ s")).first.wait_for()
        wait.wait_for()
        ada.is_sound()
        ada.is_whole()
    third.locator("[data-seat='1']").get_by_text(re.compile(r"\d+ s")).wait_for()
    assert third.get_by_role("button", name="Wait for").count() == 0, "who watches does not decide"
    before = seconds(third)
    wait.click()
    third.wait_for_function("n => Number(document.querySelector('.ask').innerText.match(/in (\\d+) s/)?.[1]) > n",
                            arg=before + 10)
    bo.page.goto(address)
    for here in (page, third):
        here.get_by_role("button", name="Wait for").wait_for(state="detached")
        here.get_by_text(re.compile(r"away, a bot plays in|plays for them in")).wait_for(state="detached")


def test_the_hosts_rights_pass_and_come_back_on_every_page(people, tmp_path_factory):
    server = ServerProcess(tmp_path_factory.mktemp("data"), grace=1, rest=30, quick=0.04).start()
    try:
        ada, bo, cy = people(server=server), people("phone", server=server), people(server=server)
        ada.opens("prime_daifugo", 2, now=False)
        address = ada.page.url
        bo.joins(ada)
        cy.go(f"/t/{bo.code()}").page.locator(".mat").first.wait_for()
        ada.page.goto("about:blank")
        for one in (bo, cy):
            one.page.get_by_text(re.compile("is the host until .* is back")).first.wait_for()
        bo.is_sound()
        ada.page.goto(address)
        for one in (ada, bo, cy):
            one.page.get_by_text("is back and is the host again").first.wait_for(state="attached")
    finally:
        server.stop()


def test_talk_has_a_badge_reactions_are_seen_and_equal_names_are_told_apart(people):
    ada, bo = people("phone"), people()
    for one in (ada, bo):
        one.go().posts("/api/me", {"name": "Annamaria Theodora"})
    page = ada.opens("daifugo", 6, "casual", people=2, now=False)
    bo.joins(ada)
    other = bo.page
    chip = page.locator("[data-seat='1']")
    chip.get_by_text("(2)").wait_for()
    box, number = chip.bounding_box(), chip.get_by_text("(2)").bounding_box()
    assert box["x"] <= number["x"] and number["x"] + number["width"] <= box["x"] + box["width"], "it is in sight"
    other.get_by_role("button", name="Well played").click()
    other.get_by_label("Say something").fill("Hello")
    other.get_by_role("button", name="Say", exact=True).click()
    page.get_by_text("Annamaria Theodora (2): Well played").first.wait_for()
    badge = page.locator(".news .tally")
    badge.get_by_text("2").first.wait_for()
    page.locator(".news").click()
    page.get_by_role("log", name="Talk").get_by_text("Hello").wait_for()
    badge.wait_for(state="detached")
    ada.is_sound()
    ada.is_whole()
    page.get_by_role("button", name="Thank you").click()
    other.get_by_role("log", name="Talk").get_by_text("Thank you").wait_for()
    bo.is_sound(axe=False)


def test_another_game_at_the_same_table_takes_everybody_along(people):
    ada, bo, cy = people("phone"), people(), people()
    page = ada.opens("daifugo", 4, "casual", people=2, now=False)
    bo.go(f"/t/{ada.code()}")
    page.get_by_text("here", exact=True).wait_for()
    third = cy.go(f"/t/{ada.code()}?watch").page
    page.get_by_role("button", name="Another game").click()
    choice = page.get_by_role("dialog", name="Which game now?")
    choice.get_by_role("button", name="Prime Climb").wait_for()
    ada.is_sound()
    ada.is_whole()
    choice.get_by_role("button", name="Prime Climb").click()
    for one in (page, bo.page, third):
        one.get_by_text("has changed the game: Prime Climb comes next.").first.wait_for()
        one.get_by_role("heading", name="Prime Climb").wait_for()
    assert not bo.page.get_by_role("button", name="Another game").count(), "the host's choice"
    page.get_by_role("button", name="Begin", exact=True).click()
    for one in (page, bo.page, third):
        one.locator(".mat").first.wait_for()
        assert "Prime Climb" in one.title()


def test_a_move_is_taken_back_when_the_others_agree(people):
    ada, bo, cy = people("phone"), people("phone", "dark"), people()
    page = ada.opens("prime_daifugo", 2, now=False)
    bo.joins(ada)
    third = cy.go(f"/t/{ada.code()}?watch").page
    third.locator(".mat").first.wait_for()
    mine, other = (ada, bo) if ada.asked().startswith("Your turn") else (bo, ada)
    page = mine.page
    cards = hand(page)
    prime = next(place for place, (_, number) in enumerate(cards) if number and is_prime(number))
    ByPointer(page).raise_card(prime, cards)
    ByPointer(page).press("Play")
    ask = page.get_by_role("button", name="Ask to take it back")
    ask.wait_for()
    mine.is_sound(axe=False)
    ask.click()
    for one in (other.page, third):
        one.locator(".ask", has_text="asks to take a move back").wait_for()
    page.locator(".ask", has_text="You ask to take your move back").wait_for()
    mine.is_sound(axe=False)
    other.is_sound()
    other.is_whole()
    other.page.get_by_role("button", name="Agree").click()
    page.locator(".ask", has_text="Your turn").wait_for()
    assert len(hand(page)) == len(cards)
    third.get_by_text("Taken back by consent:").first.wait_for()
