"""What stands for everybody of a tournament, on the pages of director, players and projector, and at the tables."""

import json
import sqlite3
from pathlib import Path

import pytest
from game_moments import greet
from server_process import GENEROUS, ServerProcess
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
LONG = {"en-US": "Tea, cake and the prizes wait in room 2 on the first floor at a quarter past eight; "
                 "the last round is after that, at 9.",
        "ja-JP": "お茶とケーキを二階の会議室に用意しました。八時十五分から表彰の準備をしますので、対局の終わった方は"
                 "会議室でお待ちください。最後の回戦は九時から始めます。遅れる方は受付まで知らせてください。よろしくお願いします。"}


@pytest.fixture(scope="module")
def club(tmp_path_factory):
    """A server that holds tournaments, where nobody is played for who leaves a table."""
    opened = ServerProcess(tmp_path_factory.mktemp("club"), limits={**GENEROUS, "tournaments": 40},
                           rest=1, grace=600, pause=0.1, quick=0.01).start()
    yield opened
    opened.stop()


def test_a_line_to_all_is_written_read_everywhere_and_taken_away(people, club):
    director, code = opens(people, club)
    ada, ben, dora, cem = [enters(people, club, code, name) for name in ("Ada", "Ben", "Dora", "Cem")]
    enter_without_page(club, code, ("Eve", "Finn"))
    told = director.posts(f"/api/tournaments/{code}/round", {})
    director.posts(f"/api/tournaments/{code}/withdraw", {"name": "Dora"})
    table = {name: one["code"] for one in told["round"]["pairings"] for name in one["players"]}
    alone, *pages = [somebody.go(f"/t/{table[name]}").page
                    for name, somebody in (("Ben", ben), ("Ada", ada), ("Cem", cem))]
    for page in pages:
        page.locator(".hand [data-card]").first.wait_for()
    out = dora.go(f"/tournament/{code}").page
    wall = projector(director, code)
    page = director.go(f"/tournament/{code}").page
    page.get_by_role("button", name="Write to all").click()
    dialog = page.get_by_role("dialog", name="Write to all")
    dialog.get_by_label("A line to everybody").fill("fuck")
    dialog.get_by_role("button", name="Show it to everybody").click()
    dialog.get_by_text("Please choose other words.").wait_for()
    dialog.get_by_label("A line to everybody").fill("Tea at eight.")
    director.is_sound()
    dialog.get_by_role("button", name="Show it to everybody").click()
    page.get_by_text("Written to all: Tea at eight.").wait_for()
    page.get_by_text("You wrote to all: “Tea at eight.”").wait_for()
    director.is_sound()
    for other in (out, wall, alone, *pages):
        other.get_by_text("From the director: Tea at eight.").first.wait_for(state="attached")
    fits_the_wall(wall)
    for somebody in (ada, dora):
        somebody.is_sound()
    page.get_by_role("button", name="Take it away").click()
    page.get_by_text("Written to all: Tea at eight.").wait_for(state="detached")
    for other in (out, wall, alone, *pages):
        other.get_by_text("From the director: Tea at eight.").first.wait_for(state="detached")


@pytest.mark.parametrize("locale, scheme", [("en-US", "light"), ("ja-JP", "dark")])
def test_a_long_line_fits_every_page(people, club, locale, scheme, sample_size):
    count, axe = sample_size(2, len(SIZES)), asked_of_axe(locale)
    director = people(server=club, locale=locale, scheme=scheme)
    greet(director.page, club.url)
    code = director.posts("/api/tournaments", {"name": "Thursday club", **ONE_GAME})["code"]
    player = enters(people, club, code, "Alexandria", locale=locale, scheme=scheme)
    director.posts(f"/api/tournaments/{code}/bots", {"level": "novice", "count": 31})
    door = people("phone", server=club, locale=locale, scheme=scheme)
    director.posts(f"/api/tournaments/{code}/notice", {"text": LONG[locale]})
    wall = projector(director, code)
    for at, moment in enumerate(("entry", "running", "over")):
        if moment != "entry":
            director.posts(f"/api/tournaments/{code}/{'round' if moment == 'running' else 'end'}", {})
        for turn, somebody in enumerate((director, player, door), at):
            somebody.go(f"/tournament/{code}").page.get_by_text(LONG[locale]).first.wait_for()
            fits_windows(somebody, turn, count, axe)
        show_on_wall(wall)
        wall.get_by_text(LONG[locale]).first.wait_for()
        fits_the_wall(wall, axe)
    wall.close()


def ends_now(club, code):
    """The time of the running round is over."""
    with sqlite3.connect(Path(club.settings["data"]) / "coprime.db", timeout=30) as store:
        kept = json.loads(store.execute("SELECT kept FROM tournaments WHERE code = ?", (code,)).fetchone()[0])
        kept["rounds"][-1]["ends_open"] = -1
        store.execute("UPDATE tournaments SET kept = ? WHERE code = ?", (json.dumps(kept), code))


@pytest.mark.parametrize("locale, scheme", [("en-US", "light"), ("ja-JP", "dark")])
def test_the_time_of_a_round(people, club, locale, scheme, sample_size):
    count, axe = sample_size(2, len(SIZES)), asked_of_axe(locale)
    director = people(server=club, locale=locale, scheme=scheme)
    greet(director.page, club.url)
    code = director.posts("/api/tournaments", {"name": "Thursday club", **ONE_GAME, "round_minutes": 20})["code"]
    names = [f"Alexandria {chr(65 + n)}" for n in range(12)]
    player = enters(people, club, code, names[0], locale=locale, scheme=scheme)
    enter_without_page(club, code, names[1:])
    director.posts(f"/api/tournaments/{code}/round", {})
    door = people("phone", server=club, locale=locale, scheme=scheme)
    wall = projector(director, code)
    wall.get_by_role("timer").wait_for()
    fits_the_wall(wall, axe)
    for over in (False, True):
        if over:
            ends_now(club, code)
            wall.get_by_role("timer").wait_for(state="detached")
            fits_the_wall(wall, axe)
        for turn, somebody in enumerate((director, player, door), int(over)):
            page = somebody.go(f"/tournament/{code}").page
            page.get_by_role("timer").wait_for() if not over else page.get_by_text("Alexandria A").first.wait_for()
            fits_windows(somebody, turn, count, axe)
    if locale == "en-US":
        page = director.page
        page.get_by_text("and 2 more tables. Let them play on, or set a result.").wait_for()
        wall.get_by_text("The director decides how it goes on.").wait_for()
        page.get_by_role("button", name="Set a result").first.click()
        dialog = page.get_by_role("dialog", name="Correct table 1, round 1")
        dialog.get_by_label("Games that Alexandria A has won").fill("1")
        dialog.get_by_label("Reason").fill("time")
        dialog.get_by_role("button", name="Set 1 : 0").click()
        page.get_by_text("and one more table. Let them play on, or set a result.").wait_for()
