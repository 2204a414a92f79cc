"""Every screen of the server over a real server: sound for everybody, and doing what it says."""

import json
import random
import re

import pytest
from playwright.sync_api import expect
from prime_daifugo_play import LOGGED, ByKeys, hand, lobby, logged, play_out, wait_for_line, wait_for_turn
from screen_checks import LOOKS

import coprime
from coprime.core.match import Match
from coprime.core.record import GameRecorder, dump_record
from coprime.core.seats import CHANCE

pytestmark = pytest.mark.browser
GAME = coprime.game("prime_daifugo")
A_CARD_OF_SEVERAL = 8   # a deal of the advanced deck in which the first of two leads and holds 5/9
PRIMES = 8              # one of the usual deck in which the first of two leads and holds primes


def finished(somebody):
    """A short match that has been played to its end."""
    page = somebody.opens("prime_daifugo", 2, "casual", deal=PRIMES, options=GAME.presets["beginners"])
    page.locator(".hand [data-card]").first.wait_for()
    play_out(page, ByKeys(page))
    return page


def begun(somebody, preset=None):
    page = lobby(somebody, preset)
    page.get_by_role("button", name="Begin").click()
    wait_for_turn(page)
    return page


@pytest.mark.parametrize("size, scheme", LOOKS)
def test_every_screen_is_sound(people, size, scheme):
    me = people(size, scheme).go()
    page = me.page
    page.get_by_role("button", name="Play now").wait_for()
    me.is_sound()
    page.locator(".shelf button", has_text="Prime Daifugo Lv. 0").click()
    page.get_by_role("dialog", name="Prime Daifugo Lv. 0").wait_for()
    for fold in page.get_by_role("dialog").locator("summary").all():
        fold.click()
    me.is_sound()
    lobby(me)
    if size == "phone":
        page.get_by_text("11 options").click()
    page.get_by_role("button", name="This table").click()
    page.get_by_role("dialog", name="This table").wait_for()
    me.is_sound()
    page.keyboard.press("Escape")
    me.is_sound()
    page.get_by_role("button", name="Begin").click()
    wait_for_turn(page)
    for place in "129":
        page.keyboard.press(place)
    me.is_sound()
    page.get_by_role("button", name="This table").click()
    page.get_by_role("dialog", name="This table").wait_for()
    me.is_sound()
    for path, sign in (("/primes", "My numbers"), ("/primes/train", "Prime or not?"), ("/replay", "Open the record"),
                       ("/t/ZZZZZ", "no table with this code"), ("/carry/nothing", "Take the seat"),
                       ("/rules/none", "none")):
        me.go(path)
        page.get_by_text(sign).first.wait_for()
        me.is_sound()


def test_options_are_sent_as_they_are_chosen_and_shown_as_chips(people):
    me = people()
    page = lobby(me)
    page.get_by_role("switch", name="0 cards").check()
    page.locator(".chip", has_text="0 cards").wait_for()
    page.locator(".chip", has_text="0 cards").click()
    page.get_by_text("They may not stand first").first.wait_for()
    # What the game refuses springs back, with a sentence.
    page.get_by_role("switch", name="SKIP cards").click()       # not "check", which looks whether it stays so
    page.get_by_role("alert").filter(has_text="three players only").wait_for()
    page.get_by_role("switch", name="SKIP cards", checked=False).wait_for()
    page.get_by_role("radio", name="3", exact=True).check(force=True)
    page.get_by_text("3 seats, 2 bots waiting.").wait_for()
    page.get_by_role("switch", name="SKIP cards").check()
    page.locator(".chip", has_text="SKIP cards").wait_for()
    page.get_by_label(re.compile("^How well")).first.select_option(label="Keep free")
    page.get_by_text("Free seat", exact=True).wait_for()


def test_a_card_of_several_numbers_asks_which(people):
    me = people()
    page = me.opens("prime_daifugo", 2, "casual", deal=A_CARD_OF_SEVERAL, options=GAME.presets["advanced"])
    wait_for_turn(page)
    card = page.locator('[data-card^="5/9#"]')
    card.focus()
    page.keyboard.press("Enter")
    which = page.get_by_role("dialog", name="Which number is it?")
    which.wait_for()
    me.is_sound()
    first = which.get_by_role("button").first.inner_text()
    page.keyboard.press(first)
    which.wait_for(state="detached")
    assert first in page.locator(".strip .no").inner_text()
    assert page.evaluate("document.activeElement.dataset.card") == card.get_attribute("data-card")
    page.keyboard.press("Escape")
    card.click()
    which.wait_for()
    page.keyboard.press("Escape")
    which.wait_for(state="detached")
    assert page.locator(".hand [aria-pressed=true]").count() == 0


def test_hints_open_rung_by_rung_and_are_counted(people):
    page = begun(people())
    page.get_by_role("button", name="Where to look").click()
    page.locator(".ladder .on").first.wait_for()
    page.get_by_text("one used, counted").wait_for()


def test_in_practice_a_play_is_taken_back(people):
    me = people().go()
    page = me.page
    page.get_by_role("button", name="Play now").click()
    wait_for_turn(page)
    cards = hand(page)
    lines = logged(page)
    page.keyboard.press("d")
    wait_for_line(page, lines)
    page.get_by_role("button", name="Take back").click()
    page.wait_for_function(f"n => {LOGGED} == n", arg=lines)
    assert hand(page) == cards


def test_at_one_device_the_hand_is_hidden_between_two_people(people):
    me = people().go()
    page = me.page
    page.locator(".shelf button", has_text="Prime Daifugo Lv. 0").click()
    page.get_by_text("Several people on this device").click()
    page.get_by_label("Name of person 1").fill("Ada")
    page.get_by_label("Name of person 2").fill("Bo")
    page.get_by_role("button", name="Play here together").click()
    page.get_by_role("button", name="Begin").click()
    seen = []
    for _ in range(3):
        curtain = page.get_by_role("button", name=re.compile("^I am (Ada|Bo)$"))
        curtain.wait_for()
        assert page.locator("[data-card]").count() == 0
        me.is_sound()
        seen.append(curtain.inner_text())
        curtain.click()
        page.locator(".hand [data-card]").first.wait_for()
        page.keyboard.press("x")
    assert seen[0] != seen[1] and seen[0] == seen[2]


def long_record():
    """Hands of Daifugo at random, with more lines than a page holds at once; and when seat 0 acts for the last time."""
    game, chance = coprime.game("daifugo"), random.Random(3)
    recorder = GameRecorder(Match(game, 5, {**game.presets["uecda"], "match_length": 5}), list("ABCDE"))
    match = recorder.match
    while not match.over:
        seat = match.to_act()[0]
        dealt = seat == CHANCE
        recorder.act(seat, match.chance(chance.getrandbits) if dealt else chance.choice(match.sound_actions(seat)))
    return recorder.record, max(step for step, event in enumerate(match.events) if event.seat == 0)


def test_a_long_log_holds_its_earlier_lines_back(people):
    me = people()
    page = me.go().page
    page.locator("button:enabled", has_text="Play now").first.wait_for()
    record, our_turn = long_record()

    id = me.posts("/api/replays", dump_record(record))["id"]
    me.go(f"/t/{me.posts(f'/api/replays/{id}/whatif', {'step': our_turn, 'seat': 0})['code']}")
    lines, earlier = page.locator(".log li"), page.get_by_role("button", name="earlier line")
    earlier.wait_for()
    assert lines.count() == 200 and logged(page) > 500
    me.is_sound()
    top = lines.first.inner_text()
    earlier.click()
    page.wait_for_function("() => document.querySelectorAll('.log li').length === 400")
    assert lines.nth(200).inner_text() == top

    me.go(f"/replay/{id}?step={len(record.events) // 2}")
    page.locator(".log [aria-current=step]").wait_for()
    assert lines.count() == 400 and earlier.is_visible()
    page.get_by_role("button", name="later line").click()
    page.wait_for_function("() => document.querySelectorAll('.log li').length > 400")
    page.get_by_role("slider").focus()
    page.keyboard.press("Home")
    earlier.wait_for(state="detached")


def test_a_finished_match_is_replayed_saved_loaded_and_counted(people, tmp_path):
    """The replay steps, jumps, shows hands and goes on as a table; one's own primes are in the album."""
    me = people()
    page = finished(me)
    primes, won = read_own_primes(page), "You win" in me.asked()
    replay_is_walked_saved_and_loaded(me, tmp_path)
    match_is_counted_and_deleted(me, primes, won)


def replay_is_walked_saved_and_loaded(me, tmp_path):
    page = me.page
    with page.expect_download() as saved:
        page.get_by_role("link", name="Save the record").click()
    record = tmp_path / "match.json"
    saved.value.save_as(record)
    page.get_by_role("button", name="Look at it again").click()
    slider = page.get_by_role("slider")
    slider.wait_for()
    me.is_sound()
    page.keyboard.press("End")
    page.locator(".log [aria-current=step]").wait_for()
    last = int(slider.get_attribute("max"))
    assert int(slider.input_value()) == last
    page.get_by_role("button", name="Back one").click()
    assert int(slider.input_value()) == last - 1
    page.locator(".log button").nth(2).click()
    step = int(slider.input_value())
    assert step == int(page.locator(".log [aria-current=step] .k").inner_text())
    expect(page.locator(".hrow")).to_have_count(2)
    page.get_by_role("button", name="As a watcher").click()
    page.locator(".hrow").first.wait_for(state="detached")
    page.get_by_role("button", name=re.compile(r"^As (?!a watcher)")).first.click()
    page.locator(".own .card").first.wait_for()
    me.is_sound()
    page.get_by_role("button", name="Play", exact=True).click()
    page.wait_for_function("step => Number(document.querySelector('input[type=range]').value) > step", arg=step)
    page.get_by_role("button", name="Stop", exact=True).click()

    me.go("/replay")
    damaged = tmp_path / "damaged.json"
    damaged.write_text(record.read_text()[:300])
    page.locator("input[type=file]").set_input_files(damaged)
    page.get_by_role("alert").filter(has_text=re.compile("line", re.I)).wait_for()
    page.locator("input[type=file]").set_input_files(record)
    slider.wait_for()
    assert int(slider.get_attribute("max")) == last
    assert json.loads(record.read_text())["game"] == "prime_daifugo"
    with page.expect_download() as saved:
        page.get_by_role("link", name="Save the record").click()
    assert saved.value.path().read_text() == record.read_text()

    assert not page.get_by_role("button", name=re.compile("^What if")).count(), "it is over here"
    page.get_by_role("button", name="From the start").click()
    page.get_by_role("button", name=re.compile("^What if")).click()
    page.wait_for_url("**/t/*")
    wait_for_turn(page)


def read_own_primes(page):
    """The primes that the log of an ended match says one has played, all of which are new in the album."""
    while (earlier := page.get_by_role("button", name="earlier line")).count():
        earlier.click()
    met = {int(text) for text in re.findall(r"You play (\d+)\. Prime", page.locator(".log").inner_text())}
    page.get_by_role("button", name="Play again").wait_for()
    new = " ".join(page.get_by_text("New in your album: ").all_inner_texts())
    assert met == {int(text) for text in re.findall(r"\d+", new)}
    return met


def match_is_counted_and_deleted(me, met, won):
    """One match is counted that was won or not, and these primes are met, until everything is deleted."""
    page = me.go("/primes").page
    page.locator(".album li").first.wait_for()
    assert met == {int(text) for text in page.locator(".album li").all_inner_texts()}
    me.go("/yours")
    page.get_by_text(f"You have finished one match and won {'1' if won else 'none'}.").wait_for()
    page.get_by_role("heading", name="Prime Daifugo Lv. 0").wait_for()
    today = str(page.evaluate("new Date().getDate()"))
    assert page.locator(".days .played").all_inner_texts() == [today]
    page.get_by_role("img", name=re.compile(rf"the day {today}$")).wait_for()
    me.is_sound()
    with page.expect_download() as saved:
        page.get_by_role("button", name="Save a copy").click()
    kept = json.loads(saved.value.path().read_text())
    assert [match["won"] for match in kept["coprime.games"]] == [won]
    assert {prime["n"] for prime in kept.get("coprime.primes", [])} == met
    assert {one["n"] for one in kept.get("coprime.numbers", []) if set(one["marks"]) == {"+"}} == met
    page.get_by_role("button", name="Delete everything about me").click()
    page.get_by_role("button", name="Yes, delete it").click()
    page.get_by_role("button", name="Play now").wait_for()
    me.go("/primes")
    page.get_by_text("No numbers yet.").wait_for()
    me.go("/yours")
    page.get_by_text("No match finished yet.").wait_for()


def test_the_rules_are_searched_and_opened_at_their_number(people):
    me = people().go("/rules/prime_daifugo#PD-7")
    page = me.page
    page.locator("#PD-7.here").wait_for()
    page.get_by_label("Search the rules").fill("zebra")
    page.get_by_text("0 places").wait_for()
    page.get_by_label("Search the rules").fill("hand limit")
    page.locator("mark").first.wait_for()


def test_the_host_pauses_locks_and_lets_in(people):
    ada, bo = people(), people()
    page = lobby(ada)
    code = ada.code()
    page.get_by_role("button", name="Begin").click()
    wait_for_turn(page)
    page.get_by_role("button", name="This table").click()
    page.get_by_role("switch", name="Pause").check()
    page.get_by_role("switch", name="Lock the table").check()
    page.keyboard.press("Escape")
    page.get_by_text("The table is paused.").wait_for()
    bo.go(f"/t/{code}").page.get_by_text("The table is locked.").wait_for()
    bo.is_sound()
    page.get_by_role("button", name="Let them").click()
    bo.page.get_by_role("heading", name="Prime Daifugo Lv. 0").wait_for()
    bo.page.get_by_label("Table", exact=True).wait_for()
    bo.page.get_by_role("button", name="This table").click()
    bo.page.get_by_role("button", name="Ask for this seat from the next hand on").click()
    page.get_by_text("would like to play in place of").wait_for()
    page.get_by_role("button", name="Let them").click()
    bo.page.get_by_text("as soon as this hand is over").wait_for()


def test_the_seat_goes_to_another_device_by_a_link_that_works_once(people):
    ada, phone, thief = people(), people("phone"), people()
    page = begun(ada)
    cards = hand(page)
    page.get_by_role("button", name="This table").click()
    page.get_by_role("button", name="Make the link").click()
    url = page.get_by_label("One-time link").input_value()
    path = url[url.index("/carry/"):]
    phone.go(path).page.get_by_role("button", name="Take the seat").click()
    phone.page.locator(".hand [data-card]").first.wait_for()
    assert hand(phone.page) == cards
    thief.go(path).page.get_by_role("button", name="Take the seat").click()
    thief.page.get_by_role("alert").filter(has_text=re.compile(r"\w")).wait_for()


def test_a_first_game_is_gentle_until_it_has_been_won(people):
    """PD-24: the table of primes lies beside the first games only."""
    page = people().go().page
    shelf = page.locator(".shelf button", has_text="Prime Daifugo Lv. 0")
    for won in (False, True):
        shelf.click()
        now = page.get_by_role("dialog").get_by_role("button", name="Play Prime Daifugo Lv. 0 now")
        now.wait_for()
        assert page.get_by_text("Until you have won this game it begins with “First game”").is_visible() != won
        now.click()
        page.locator(".hand [data-card]").first.wait_for()
        assert bool(page.get_by_role("button", name="Table of primes").count()) != won
        match = {"id": "A.1", "game": "prime_daifugo", "at": 0, "won": True, "level": "casual", "hints": 0}
        page.evaluate("kept => localStorage.setItem('coprime.games', JSON.stringify(kept))", [match])
        page.goto(page.url.rpartition("/t/")[0])
