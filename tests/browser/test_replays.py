"""Looking back at a moment of the running match, a replay by its link, and a seat that moves to another device."""

import re

import pytest
from game_moments import Opened, lines_of, story
from playwright.sync_api import expect
from prime_daifugo_play import hand, logged, wait_for_line, wait_for_turn

from coprime.server.replays.session import ReplaySession as Read

pytestmark = pytest.mark.browser
GAME = "prime_daifugo"


def practice(me):
    """Alone against bots in the middle of a hand, asked for a play."""
    page = Opened(me.page, me.server.url, GAME).table()
    wait_for_turn(page)
    return page


@pytest.mark.parametrize("size", ["phone", pytest.param("laptop", marks=pytest.mark.long)])
def test_a_line_of_the_log_shows_its_moment_in_place(people, size):
    me = people(size)
    page = practice(me)
    if size == "phone":
        page.set_viewport_size({"width": 360, "height": 740})
    address, held, asked = page.url, hand(page), me.asked()
    lines = lines_of(page)
    first = lines.first.inner_text().split("\n")[-1]
    lines.first.click()
    page.get_by_role("region", name="An earlier moment").wait_for()
    assert page.url == address, "nobody is thrown out of the game"
    assert first.split(".")[0] in me.asked() and me.asked().startswith("Move 1 of ")
    page.get_by_text("Now: " + asked.split("\n")[0]).wait_for()
    shown = page.locator("[data-card], .own .card").count()
    assert shown, "one's own cards lie there"
    assert page.locator(".hrow").count() == 0 and page.locator(".log [aria-current=step]").count() == 1
    assert page.evaluate("scrollY") == 0
    me.is_sound()
    assert page.evaluate("document.activeElement.textContent.trim()") == "Back to now"

    lines.nth(1).click()
    page.wait_for_function(
        "() => !document.querySelector('.past .ask').innerText.startsWith('Move 1 of') && scrollY === 0")
    page.get_by_role("button", name="Earlier").click()
    page.wait_for_function("() => document.querySelector('.past .ask').innerText.startsWith('Move 1 of')")

    page.keyboard.press("ArrowRight")
    page.wait_for_function("() => !document.querySelector('.past .ask').innerText.startsWith('Move 1 of')")
    page.get_by_role("button", name="Earlier").click()
    page.wait_for_function("() => document.querySelector('.past .ask').innerText.startsWith('Move 1 of')")
    expect(page.get_by_role("button", name="Earlier")).to_be_disabled()
    page.keyboard.press("Escape")
    page.locator(".past").wait_for(state="detached")
    assert hand(page) == held and me.asked() == asked

    lines_of(page).last.click()
    page.get_by_role("button", name="Later").click()
    page.locator(".past").wait_for(state="detached")
    lines_of(page).nth(2).click()
    page.get_by_role("button", name="Back to now").click()
    page.locator(".past").wait_for(state="detached")
    before = logged(page)
    page.keyboard.press("x")
    wait_for_line(page, before)


def test_every_hand_is_opened_only_after_a_question_and_the_way_back_stays(people):
    me = people("phone")
    page = practice(me)
    address = page.url
    lines_of(page).nth(1).click()
    page.get_by_role("button", name="See every hand").click()
    question = page.get_by_role("dialog", name="Look at every hand?")
    question.get_by_text("no longer a fair game").wait_for()
    me.is_sound(axe=False)
    question.get_by_role("button", name="Keep the game fair").click()
    question.wait_for(state="detached")
    assert page.url == address and page.locator(".past").count() == 1
    page.get_by_role("button", name="See every hand").click()
    question.get_by_role("button", name="Open every hand").click()
    page.wait_for_url("**/replay/**")
    page.locator(".hrow").first.wait_for()
    page.get_by_text("you no longer play a fair game").wait_for()
    me.is_sound()
    page.get_by_role("link", name="Back to the table").click()
    page.wait_for_url(address)
    wait_for_turn(page)


def test_between_people_a_moment_is_ones_own_and_the_match_goes_on(people):
    ada, bo = people(), people("phone")
    ada.go().page.locator("button:enabled", has_text="Play now").first.wait_for()
    code = ada.posts("/api/tables", {"game": GAME, "seats": 2, "bots": [None, None]})["code"]
    ada.go(f"/t/{code}")
    bo.joins(ada)
    mover, other = (ada, bo) if ada.asked().startswith("Your turn") else (bo, ada)
    lines_of(other.page).first.click()
    other.page.locator(".past").wait_for()
    assert not other.page.get_by_role("button", name="See every hand").count(), "not between people"
    mover.page.keyboard.press("x")
    other.page.get_by_text(re.compile("^Now: Your turn")).wait_for()
    expect(other.page.locator(".past")).to_have_count(1)
    other.page.get_by_role("button", name="Back to now").click()
    wait_for_turn(other.page)


def test_a_link_works_for_whoever_has_it_and_opens_where_it_was_decided(people):
    me = people()
    told = Opened(me.page, me.server.url, GAME)
    read = Read(story(GAME).record)
    stranger = people("phone")
    stranger.page.set_viewport_size({"width": 360, "height": 740})
    page = stranger.go(f"/replay/{told.id}").page
    slider = page.get_by_role("slider")
    slider.wait_for()
    assert stranger.context.cookies() == [], "nobody had to come in by the front door"
    assert int(slider.input_value()) == read.decisive_step > 0
    page.get_by_text(f"{read.decisive_step} of {len(read.events)}.").wait_for()
    page.locator(".mat").first.wait_for()
    stranger.is_sound()
    page.get_by_role("button", name="Share").click()
    sharing = page.get_by_role("dialog", name="Share this replay")
    sharing.get_by_role("img", name="QR code").wait_for()
    link = sharing.get_by_label("Link to this replay").input_value()
    assert link.endswith(f"/replay/{told.id}")
    sharing.get_by_role("button", name="Copy link").click()
    sharing.get_by_text("The link is copied.").wait_for()
    stranger.is_sound()
    page.keyboard.press("Escape")
    page.get_by_role("button", name="From the start").click()
    assert int(slider.input_value()) == 0 and not page.get_by_text("Opened at").count()
    page.get_by_role("combobox", name="Whose view").select_option(label="As Heron")
    page.keyboard.press("ArrowRight")
    page.get_by_role("button", name=re.compile("^What if")).click()
    page.wait_for_url("**/t/*")
    page.locator(".mat").first.wait_for()


def test_a_match_that_is_over_says_that_it_opens_at_the_decisive_moment(people, tmp_path):
    me = people()
    page = me.go("/replay").page
    won = (story(GAME).game.folder / "tests/golden/won.txt").read_text(encoding="utf-8").partition("\n")[2]
    record = tmp_path / "won.json"
    record.write_text(won, encoding="utf-8")
    page.locator("input[type=file]").set_input_files(record)
    page.wait_for_url("**/replay/*")
    read = Read(won)
    page.get_by_text(f"Opened at the decisive moment: move {read.decisive_step} of {len(read.events)}.").wait_for()
    page.reload()
    page.get_by_text("Opened at the decisive moment").wait_for()
    page.keyboard.press("ArrowLeft")
    page.get_by_text("Opened at the decisive moment").wait_for(state="detached")


def test_a_seat_that_moves_to_another_device_keeps_its_name(people):
    me, phone = people(), people("phone")
    page = practice(me)
    name = page.request.get(f"{me.server.url}/api/me").json()["name"]
    page.get_by_role("button", name="This table").click()
    page.get_by_role("button", name="Make the link").click()
    dialog = page.get_by_role("dialog", name="This table")
    dialog.get_by_role("img", name="QR code").first.wait_for()
    link = dialog.get_by_label("One-time link").input_value()
    me.is_sound()
    phone.go(link.removeprefix(me.server.url) if link.startswith(me.server.url) else "/carry/" + link.rsplit("/", 1)[1])
    phone.page.get_by_role("button", name="Take the seat").click()
    phone.page.wait_for_url("**/t/*")
    wait_for_turn(phone.page)
    phone.page.get_by_role("button", name="This table").click()
    room = phone.page.get_by_role("dialog", name="This table")
    room.get_by_text(name, exact=True).first.wait_for()
    assert phone.page.request.get(f"{me.server.url}/api/me").json()["name"] != name, "another person of the server"
    phone.page.keyboard.press("Escape")
    before = logged(phone.page)
    phone.page.keyboard.press("x")
    wait_for_line(phone.page, before)
