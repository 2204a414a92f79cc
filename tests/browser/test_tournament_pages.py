"""A tournament in real browsers: its director at a laptop, players at phones, and the projector."""

import re

import pytest
from game_moments import greet
from playwright.sync_api import expect
from tournament_pages import (
    ONE_GAME,
    SIZES,
    asked_of_axe,
    enter_without_page,
    enters,
    enters_by_pointer,
    fits_the_wall,
    fits_windows,
    opens,
    projector,
    show_on_wall,
)

pytestmark = pytest.mark.browser


def test_an_evening_from_its_opening_to_the_final_table(people, club):
    director = people(server=club)
    page = director.go().page
    page.get_by_role("button", name="Open a tournament").click()
    dialog = page.get_by_role("dialog", name="Open a tournament")
    dialog.get_by_label("Name of the tournament").fill("Thursday club")
    dialog.get_by_text("11 options").click()
    dialog.get_by_label("Games to win").fill("1")
    dialog.get_by_label("Games to win").press("Tab")
    dialog.get_by_role("radio", name="Round robin").check(force=True)
    director.is_sound()
    dialog.get_by_role("button", name="Open it").click()
    page.get_by_text("Nobody is in yet.").first.wait_for()
    code = re.search(r"/tournament/([A-Z0-9]+)", page.url)[1]
    director.is_sound()
    wall = projector(director, code)
    wall.get_by_role("img", name=f"The code of the tournament: {' '.join(code)}").wait_for()
    fits_the_wall(wall)

    players = [enters_by_pointer(people, club, code, name, by_code=name == "Ada") for name in ("Ada", "Ben")]
    page.get_by_text("2 players are in.").wait_for()
    wall.get_by_text("Ben", exact=True).wait_for()
    players[0].is_sound()
    page.get_by_role("button", name="Pair round 1").click()
    page.get_by_text("Round 1 of 1: one table waits for a player.").wait_for()
    page.get_by_text("waits for Ada and Ben").wait_for()
    director.is_sound()
    wall.get_by_text("Ada and Ben, please come").wait_for()
    fits_the_wall(wall)

    ada, ben = players
    ada.page.get_by_text("Ben is not at the table yet.").wait_for()
    ada.is_sound()
    ada.page.get_by_role("link", name="Sit down at table 1").click()
    ada.page.get_by_text("Ben is not here yet.").wait_for()
    ada.is_sound()
    ben.page.get_by_text("Ada waits for you.").wait_for()
    ben.page.get_by_role("link", name="Sit down at table 1").click()
    for player in players:
        player.page.locator(".hand [data-card]").first.wait_for()
    page.get_by_text("Round 1 of 1: one table plays.").wait_for()
    wall.get_by_text("game 1").wait_for()
    # The director looks on, so that the table goes on without its players, for whom bots play at once.
    page.get_by_role("link", name="Watch").click()
    page.get_by_text("You are watching").first.wait_for()
    for player in players:
        player.page.get_by_role("button", name="This table").click()
        player.page.get_by_role("link", name="Back to the tournament").click()
        player.page.get_by_role("heading", name="Your results").wait_for()

    page.get_by_text("This pairing is over.").wait_for()
    director.is_sound()
    page.get_by_role("link", name="Back to the tournament").click()
    page.get_by_text("Round 1 of 1 is over.").wait_for()
    ada.page.get_by_text(re.compile(r"you have (won|lost) (1 : 0|0 : 1) against Ben")).wait_for()
    ada.is_sound()
    page.get_by_role("button", name="Correct").click()
    dialog = page.get_by_role("dialog", name="Correct table 1, round 1")
    # Whoever has lost it has won it.
    for name, won in (("Ada", 0), ("Ben", 1)):
        dialog.get_by_label(f"Games that {name} has won").fill(str(won))
    dialog.get_by_label("Reason").fill("wrong chair")
    director.is_sound()
    dialog.get_by_role("button", name=re.compile("^Set ")).click()
    page.get_by_text("Reason: “wrong chair”").wait_for()
    page.get_by_text("(corrected)").wait_for()
    ada.page.get_by_text("you have lost 0 : 1 against Ben").wait_for()

    page.get_by_role("button", name="End the tournament").click()
    page.get_by_role("dialog").get_by_role("button", name="End the tournament").click()
    page.get_by_text("Ben wins the tournament.").first.wait_for()
    director.is_sound()
    wall.get_by_text("Ben wins the tournament.").wait_for()
    fits_the_wall(wall)
    ben.page.get_by_text("You have won the tournament.").wait_for()
    ada.page.get_by_text("You are number 2 of 2.").wait_for()
    ben.is_sound()
    page.get_by_role("button", name="Save").click()
    for link in page.get_by_role("dialog").get_by_role("link").all():
        assert page.request.get(club.url + link.get_attribute("href")).ok, link.inner_text()


def test_names_are_pasted_let_in_withdrawn_and_replaced_by_bots(people, club):
    director, code = opens(people, club)
    page = director.go(f"/tournament/{code}").page
    page.get_by_text("Paste a list").click()
    page.get_by_label("Names, one a line").fill("Ada\nBen\n")
    page.get_by_role("button", name="Use these 2 names").click()
    expect(page.get_by_text("has not come yet")).to_have_count(2)
    page.get_by_role("switch", name="You let everybody in").check()
    ada = people("phone", server=club)
    ada.go(f"/tournament/{code}").page.get_by_role("button", name="Ada", exact=True).click()
    ada.page.get_by_text("You are in, Ada.").wait_for()

    cem = people("phone", server=club)
    cem.go(f"/tournament/{code}").page.get_by_role("button", name="My name is not here").click()
    cem.page.get_by_label("Your name in this tournament").fill("Cem")
    cem.page.get_by_role("button", name="Enter as Cem").click()
    cem.page.get_by_text("Cem, wait until the director lets you in.").wait_for()
    cem.is_sound()
    page.get_by_text("One person waits to be let in.").wait_for()
    director.is_sound()
    page.get_by_role("button", name="Let all in").click()
    cem.page.get_by_text("You are in, Cem.").wait_for()
    page.get_by_text("Add bots").click()
    page.get_by_role("button", name="Add one bot").click()
    page.get_by_text("3 players are in.").wait_for()

    page.get_by_role("button", name="Pair round 1").click()
    page.get_by_text("Round 1").first.wait_for()
    page.get_by_role("button", name=re.compile("^Seat a bot")).first.click()
    page.get_by_role("dialog").get_by_role("button", name="Seat a bot").click()
    page.get_by_text(re.compile("bot for (Ada|Cem)")).first.wait_for()
    director.is_sound()

    # A player withdraws, asked once more; only the director lets them return.
    cem.page.get_by_role("button", name="Withdraw").click()
    cem.is_sound()
    cem.page.get_by_role("dialog").get_by_role("button", name="Withdraw").click()
    cem.page.get_by_text("You have withdrawn.").wait_for()
    page.get_by_role("button", name="Players").click()
    page.get_by_role("button", name="Let Cem return").click()
    page.get_by_role("button", name="Withdraw Cem").wait_for()
    cem.page.get_by_text("You have withdrawn.").wait_for(state="hidden")


@pytest.mark.parametrize("locale, scheme", [("en-US", "light"), ("ja-JP", "dark")])
def test_every_page_fits_every_size(people, club, locale, scheme, sample_size):
    """While it runs in large letters, too."""
    count, axe = sample_size(2, len(SIZES)), asked_of_axe(locale)
    director = people(server=club, locale=locale, scheme=scheme)
    greet(director.page, club.url)
    code = director.posts("/api/tournaments", {"name": "Thursday club, Prime Daifugo", **ONE_GAME, "wins": 2})["code"]
    door = people("phone", server=club, locale=locale, scheme=scheme)
    player = enters(people, club, code, "Alexandria", locale=locale, scheme=scheme)
    enter_without_page(club, code, ("Ben", "Cem", "Dora"))
    last = enters(people, club, code, "Emil", locale=locale, scheme=scheme)
    wall = projector(director, code)
    for at, moment in enumerate(("entry", "running", "over")):
        if moment != "entry":
            director.posts(f"/api/tournaments/{code}/{'round' if moment == 'running' else 'end'}", {})
        for turn, somebody in enumerate((director, player, last, door), at):
            somebody.go(f"/tournament/{code}")
            fits_windows(somebody, turn, count, axe, large=moment == "running")
        show_on_wall(wall)
        fits_the_wall(wall, axe)
    wall.close()


def test_a_late_answer_keeps_the_last_state_and_says_so(people, club):
    director, code = opens(people, club)
    page = director.go(f"/tournament/{code}").page
    page.get_by_text("Nobody is in yet.").first.wait_for()
    page.route("**/api/tournaments/**", lambda route: route.abort())
    page.get_by_text("This page shows what it knew last").wait_for()
    page.get_by_text("Nobody is in yet.").first.wait_for()
    page.unroute_all()
    page.get_by_text("This page shows what it knew last").wait_for(state="hidden")
