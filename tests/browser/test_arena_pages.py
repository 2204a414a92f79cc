"""An arena in real browsers: its director at a laptop, players at phones who are led to their tables, the projector."""

import re

import pytest
from game_moments import greet
from playwright.sync_api import expect
from server_process import Person
from tournament_pages import (
    ONE_GAME,
    SIZES,
    asked_of_axe,
    enters,
    enters_by_pointer,
    fits_the_wall,
    fits_windows,
    projector,
    show_on_wall,
)

pytestmark = pytest.mark.browser
ARENA = {**ONE_GAME, "format": "arena", "minutes": 20}


def test_an_arena_from_its_opening_to_the_final_table(people, club):
    director = people(server=club)
    page = director.go().page
    page.get_by_role("button", name="Open a tournament").click()
    dialog = page.get_by_role("dialog", name="Open a tournament")
    dialog.get_by_label("Name of the tournament").fill("The hour")
    dialog.get_by_text("11 options").click()
    dialog.get_by_label("Games to win").fill("1")
    dialog.get_by_label("Games to win").press("Tab")
    dialog.get_by_role("radio", name="Arena").check(force=True)
    dialog.get_by_label("Time", exact=True).select_option(label="20 minutes")
    director.is_sound()
    dialog.get_by_role("button", name="Open it").click()
    page.get_by_text("Nobody is in yet.").first.wait_for()
    code = re.search(r"/tournament/([A-Z0-9]+)", page.url)[1]
    wall = projector(director, code)
    ada, ben, cem = (enters_by_pointer(people, club, code, name, by_code=False) for name in ("Ada", "Ben", "Cem"))
    ada.page.get_by_text("goes on for 20 minutes").wait_for()
    cem.page.get_by_role("button", name="Pause").click()
    page.get_by_text("3 players are in.").wait_for()
    director.is_sound()
    page.get_by_role("button", name="Begin the arena").click()
    cem.page.get_by_text("You pause.").wait_for()
    cem.is_sound()

    # Both pages go to the table by themselves, and nobody has pressed anything.
    for player in (ada, ben):
        player.page.wait_for_url(re.compile("/t/"))
        player.page.locator(".hand [data-card]").first.wait_for()
    page.get_by_text("Now: one pairing runs.").wait_for()
    director.is_sound()
    wall.get_by_role("timer").wait_for()
    wall.get_by_text("one pairing runs").wait_for()
    fits_the_wall(wall)
    ben.page.get_by_role("button", name="This table").click()
    ben.page.get_by_role("link", name="Back to the tournament").click()
    ben.page.get_by_text("You play against Ada at table 1.").wait_for()
    ben.is_sound()
    ben.page.get_by_role("button", name="Pause").click()
    # Somebody looks on, so that bots play to the end for those who have left.
    page.get_by_role("link", name="Watch").click()
    page.get_by_text("You are watching").first.wait_for()
    ada.page.goto("about:blank")
    page.get_by_text("This pairing is over.").wait_for()
    page.get_by_role("timer").wait_for()
    page.get_by_role("link", name="Back to the tournament").click()
    ben.page.get_by_text("You pause.").wait_for()
    ben.page.get_by_role("listitem").get_by_text(re.compile("^(no point|2 points)$")).wait_for()

    page.get_by_role("button", name="Correct").click()
    dialog = page.get_by_role("dialog", name="Correct table 1")
    for name, won in (("Ada", 1), ("Ben", 0)):
        dialog.get_by_label(f"Games that {name} has won").fill(str(won))
    dialog.get_by_label("Reason").fill("wrong chair")
    director.is_sound()
    dialog.get_by_role("button", name=re.compile("^Set ")).click()
    page.get_by_text("Reason: “wrong chair”").wait_for()
    cem.page.get_by_role("button", name="Go on").click()
    cem.page.get_by_text("You wait for an opponent.").wait_for()
    page.get_by_role("button", name="End the arena").click()
    page.get_by_role("dialog").get_by_role("button", name="End the arena").click()
    page.get_by_text("Ada wins the tournament.").first.wait_for()
    director.is_sound()
    wall.get_by_text("Final table after one game").wait_for()
    fits_the_wall(wall)
    ben.page.get_by_text(re.compile("You are number")).wait_for()
    page.get_by_role("button", name="Save").click()
    for link in page.get_by_role("dialog").get_by_role("link").all():
        assert page.request.get(club.url + link.get_attribute("href")).ok, link.inner_text()


@pytest.mark.parametrize("locale, scheme", [("en-US", "light"), ("ja-JP", "dark")])
def test_every_page_of_an_arena_fits_every_size(people, club, locale, scheme, sample_size):
    """With the longest time that an arena has, and while it runs in large letters, too."""
    count, axe = sample_size(2, len(SIZES)), asked_of_axe(locale)
    director = people(server=club, locale=locale, scheme=scheme)
    greet(director.page, club.url)
    code = director.posts("/api/tournaments", {"name": "Thursday hour, Prime Daifugo", **ARENA, "minutes": 180})["code"]
    door = people("phone", server=club, locale=locale, scheme=scheme)
    player, waiting = (enters(people, club, code, name, locale=locale, scheme=scheme)
                       for name in ("Alexandria", "Dora"))
    others = [Person(club) for _ in range(2)]
    for other, name in zip(others, ("Ben", "Cem"), strict=True):
        other.post(f"/api/tournaments/{code}/enter", name=name)
    wall = projector(director, code)
    for at, moment in enumerate(("entry", "running", "over")):
        if moment == "running":
            director.posts(f"/api/tournaments/{code}/round", {})
            player.posts(f"/api/tournaments/{code}/pause", {"paused": True})
            for other in others:                # two are paired; their pages would go to the table
                other.get(f"/api/tournaments/{code}", waits=1)
        elif moment == "over":
            director.posts(f"/api/tournaments/{code}/end", {})
        for turn, somebody in enumerate((director, player, waiting, door), at):
            somebody.go(f"/tournament/{code}")
            fits_windows(somebody, turn, count, axe, large=moment == "running")
        if moment == "running":
            expect(director.page.get_by_role("timer")).to_contain_text("2:59")
        show_on_wall(wall)
        fits_the_wall(wall, axe)
    wall.close()
