"""A team league in real browsers: its director at a laptop, a captain and a player at phones, and the projector."""

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
    fits_the_wall,
    fits_windows,
    opens,
    projector,
    show_on_wall,
)

pytestmark = pytest.mark.browser
LEAGUE = {**ONE_GAME, "format": "team_league", "boards": 2}


def test_a_league_from_its_opening_to_the_final_table(people, club):
    director = people(server=club)
    page = director.go().page
    page.get_by_role("button", name="Open a tournament").click()
    dialog = page.get_by_role("dialog", name="Open a tournament")
    dialog.get_by_label("Name of the tournament").fill("School league")
    dialog.get_by_text("11 options").click()
    dialog.get_by_label("Games to win").fill("1")
    dialog.get_by_label("Games to win").press("Tab")
    dialog.get_by_role("radio", name="Team league").check(force=True)
    dialog.get_by_label("Boards", exact=True).select_option(label="2")
    director.is_sound()
    dialog.get_by_role("button", name="Open it").click()
    page.get_by_text("No team yet, nobody is in.").wait_for()
    code = re.search(r"/tournament/([A-Z0-9]+)", page.url)[1]
    wall = projector(director, code)
    page.get_by_label("Name of the team").fill("Wolves")
    page.get_by_role("button", name="Add team").click()
    page.get_by_role("heading", name="Wolves").wait_for()
    page.get_by_text("Paste a list").click()
    page.get_by_label("Team; Name").fill("Foxes; Cem\nFoxes; Dora\n")
    page.get_by_role("button", name="Use these 2 names").click()
    page.get_by_role("heading", name="Foxes").wait_for()

    # One enters and chooses a team, another one is put into it; bots fill the rest.
    ada, ben = (enters(people, club, code, name) for name in ("Ada", "Ben"))
    ada.go(f"/tournament/{code}").page.get_by_text("Which team do you play for?").wait_for()
    ada.is_sound()
    ada.page.get_by_role("button", name="Wolves", exact=True).click()
    ada.page.get_by_text("You are in, Ada, and play for Wolves.").wait_for()
    ada.is_sound()
    page.get_by_role("button", name="Withdraw Ben").click()
    page.get_by_role("button", name="Let Ben return").click()
    page.get_by_label("Team of Ben").select_option(label="Wolves")
    ben.go(f"/tournament/{code}").page.get_by_text("You are in, Ben, and play for Wolves.").wait_for()
    page.get_by_text("Add bots").click()
    page.get_by_role("button", name="Fill the empty boards").click()
    page.get_by_text("2 teams, 4 players are in.").wait_for()
    wall.get_by_text("2/2 Foxes").wait_for()
    fits_the_wall(wall)

    # The captain of the Wolves turns their order round.
    page.get_by_role("button", name="Change Wolves").click()
    dialog = page.get_by_role("dialog", name="Wolves")
    dialog.get_by_label("Captain").select_option(label="Ada")
    director.is_sound()
    dialog.get_by_role("button", name="Close").click()
    ada.page.get_by_role("button", name="Line-up").click()
    ada.page.get_by_role("button", name="Move Ben up").click()
    ada.page.get_by_role("listitem").filter(has_text=re.compile(r"^1\s*Ben")).first.wait_for()
    ada.is_sound()
    ada.page.get_by_role("dialog").get_by_role("button", name="Close").click()
    page.get_by_role("button", name="Pair round 1").click()
    ben.page.get_by_text("Round 1 of 1: table 1, now.").wait_for()
    ada.page.get_by_text("Round 1 of 1: table 2, now.").wait_for()
    ada.is_sound()
    director.is_sound()
    wall.get_by_text("Ben and Ada, please come").wait_for()
    fits_the_wall(wall)

    # Ben would sit out the next round, which everybody of the team reads.
    page.get_by_role("button", name="Teams", exact=True).click()
    page.get_by_role("button", name="Change Wolves").click()
    page.get_by_role("dialog", name="Wolves").get_by_role("button", name="Let Ben sit out").click()
    page.get_by_role("button", name="Let Ben play again").wait_for()
    director.is_sound()
    for name in ("Wolves", "Teams"):
        page.get_by_role("dialog", name=name).get_by_role("button", name="Close").first.click()
        page.get_by_role("dialog", name=name).wait_for(state="hidden")
    ben.page.get_by_role("button", name="Play again").click()
    ben.page.get_by_role("button", name="Sit out the next round").wait_for()

    # Ben plays, a bot sits down for Ada.
    page.get_by_role("button", name=re.compile("^Seat a bot.*Ada")).click()
    page.get_by_role("dialog").get_by_role("button", name="Seat a bot").click()
    page.get_by_text("bot for Ada").wait_for()
    ben.page.get_by_role("link", name="Sit down at table 1").click()
    ben.page.locator(".hand [data-card]").first.wait_for()
    ben.page.get_by_role("button", name="This table").click()
    ben.page.get_by_role("link", name="Back to the tournament").click()
    ben.page.get_by_role("heading", name="Your team").wait_for()
    # Somebody looks on, so that a bot plays to the end for Ben.
    page.get_by_role("link", name=re.compile("^Watch.*table 1")).click()
    page.get_by_text("This pairing is over.").wait_for()
    page.get_by_role("link", name="Back to the tournament").click()
    page.get_by_text("Round 1 of 1 is over.").wait_for()
    for table, first in ((1, "Ben"), (2, "Ada")):
        page.get_by_role("button", name=re.compile(f"^Correct.*table {table}")).click()
        dialog = page.get_by_role("dialog", name=f"Correct table {table}, round 1")
        dialog.get_by_label(f"Games that {first} has won").fill("1")
        dialog.get_by_role("spinbutton").nth(1).fill("0")
        dialog.get_by_label("Reason").fill("misread")
        dialog.get_by_role("button", name="Set 1 : 0").click()
        dialog.wait_for(state="hidden")
    ada.page.get_by_text("you have won 1 : 0 against").wait_for()
    ada.page.get_by_role("listitem").filter(has_text="Foxes").filter(has_text="2 to 0").wait_for()

    page.get_by_role("button", name="End the tournament").click()
    page.get_by_role("dialog").get_by_role("button", name="End the tournament").click()
    page.get_by_text("Wolves wins the tournament.").first.wait_for()
    director.is_sound()
    wall.get_by_text("Wolves wins the tournament.").wait_for()
    fits_the_wall(wall)
    ben.page.get_by_text("Your team has won the tournament: Wolves.").wait_for()
    ben.is_sound()
    page.get_by_role("button", name="Save").click()
    for link in page.get_by_role("dialog").get_by_role("link").all():
        assert page.request.get(club.url + link.get_attribute("href")).ok, link.inner_text()


def teamed(people, club, **words):
    """A director, a captain, a reserve and the door of a league of three teams in the middle of its entry."""
    director = people(server=club, **words)
    greet(director.page, club.url)
    code = director.posts("/api/tournaments", {"name": "Thursday league, Prime Daifugo", **LEAGUE})["code"]
    path, door = f"/api/tournaments/{code}", people("phone", server=club, **words)
    director.posts(f"{path}/teams", {"names": ["Wolves", "The Owls of Harbour Lane", "Cats"]})
    captain, reserve = (enters(people, club, code, name, **words) for name in ("Alexandria", "Cem"))
    enter_without_page(club, code, ["Ben"])
    for name in ("Alexandria", "Ben", "Cem"):
        director.posts(f"{path}/member", {"name": name, "team": "Wolves"})
    director.posts(f"{path}/bots", {"level": "novice", "count": 1})
    director.posts(f"{path}/team", {"team": "Wolves", "captain": "Alexandria"})
    return director, captain, reserve, door, code


@pytest.mark.parametrize("locale, scheme", [("en-US", "light"), ("ja-JP", "dark")])
def test_every_page_of_a_league_fits_every_size(people, club, locale, scheme, sample_size):
    """While it runs in large letters, too."""
    count, axe = sample_size(2, len(SIZES)), asked_of_axe(locale)
    director, captain, reserve, door, code = teamed(people, club, locale=locale, scheme=scheme)
    path, wall = f"/api/tournaments/{code}", projector(director, code)
    for at, moment in enumerate(("entry", "short", "running", "over")):
        if moment == "short":
            director.posts(f"{path}/sitting-out", {"name": "Ben", "out": True})
            director.posts(f"{path}/sitting-out", {"name": "Cem", "out": True})
        elif moment == "running":
            director.posts(f"{path}/sitting-out", {"name": "Ben", "out": False})
            director.posts(f"{path}/round", {})
        elif moment == "over":
            director.posts(f"{path}/end", {})
        for turn, somebody in enumerate((director, captain, reserve, door), at):
            somebody.go(f"/tournament/{code}")
            fits_windows(somebody, turn, count, axe, large=moment == "running")
        show_on_wall(wall)
        fits_the_wall(wall, axe)
    wall.close()


@pytest.mark.parametrize("locale, scheme", [("en-US", "dark"), ("ja-JP", "light")])
def test_a_captain_brings_in_a_reserve_until_the_game_has_begun(people, club, locale, scheme, sample_size):
    director, captain, reserve, _, code = teamed(people, club, locale=locale, scheme=scheme)
    director.posts(f"/api/tournaments/{code}/team", {"team": "Cats", "removed": True})
    director.posts(f"/api/tournaments/{code}/round", {})
    bring = re.compile("Bring in a reserve|控えと交代")
    assert reserve.go(f"/tournament/{code}").page.get_by_role("button", name=bring).count() == 0
    for turn, somebody in enumerate((director, captain)):
        page = somebody.go(f"/tournament/{code}").page
        page.get_by_role("button", name=bring).click()
        dialog = page.get_by_role("dialog", name=bring)
        dialog.get_by_role("button", name=re.compile("Cem")).first.wait_for()
        fits_windows(somebody, turn, sample_size(2, len(SIZES)))
    dialog.get_by_role("button", name=re.compile("Cem for Alexandria|Alexandriaの代わりにCem")).click()
    dialog.wait_for(state="hidden")
    reserve.page.get_by_role("link", name=re.compile("at table|テーブル")).first.click()
    reserve.page.wait_for_url(re.compile("/t/"))
    reserve.page.locator(".hand [data-card]").first.wait_for()
    page = director.go(f"/tournament/{code}").page
    page.get_by_role("button", name=bring).click()
    # At the other board it is still possible.
    page.get_by_role("dialog").get_by_role("button", name=re.compile("Ben")).first.wait_for()
    assert page.get_by_role("dialog").get_by_role("button", name=re.compile("Cem")).count() == 0


def test_a_short_team_is_named_and_a_round_paired_with_empty_boards(people, club):
    director, _, _, _, code = teamed(people, club)
    for name in ("Ben", "Cem"):
        director.posts(f"/api/tournaments/{code}/sitting-out", {"name": name, "out": True})
    director.posts(f"/api/tournaments/{code}/team", {"team": "Cats", "removed": True})
    page = director.go(f"/tournament/{code}").page
    page.get_by_text("Fewer players than the 2 boards: Wolves (1).").wait_for()
    expect(page.get_by_role("button", name="Pair round 1")).to_be_disabled()
    director.is_sound()
    page.get_by_role("button", name="Pair with empty boards").click()
    page.get_by_text("empty board", exact=True).wait_for()
    director.is_sound()


def test_the_forms_of_a_tournament_are_all_in_sight_on_a_phone(people, club):
    somebody = people("phone", server=club)
    page = somebody.go("/").page
    page.get_by_role("button", name="Open a tournament").click()
    group = page.get_by_role("radiogroup", name="How it is played")
    assert group.evaluate("group => group.scrollWidth <= group.clientWidth")
    page.get_by_role("radio", name="Team league").check(force=True)
    somebody.is_sound()


def test_a_league_is_entered_by_code(people, club):
    _, code = opens(people, club, format="team_league", boards=2)
    ada = people("phone", server=club)
    page = ada.go("/").page
    page.get_by_label("The code on the other screen").fill(code.lower())
    page.get_by_role("button", name="Join", exact=True).click()
    page.get_by_label("Your name in this tournament").fill("Ada")
    page.get_by_role("button", name="Enter as Ada", exact=True).click()
    page.get_by_text("The director puts you into a team.").wait_for()
    ada.is_sound()
