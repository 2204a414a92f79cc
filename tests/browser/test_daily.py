"""The puzzle of the day in a browser: numbers and positions, the grid to share, the streak over zones and midnight."""

import json
import re

import pytest
from playwright.sync_api import expect
from screen_checks import is_readable, resized
from test_small_screen import UNSEEN

from coprime.core.numbers import is_prime
from coprime.exercises import puzzle_of_day

pytestmark = pytest.mark.browser
MONDAY, TUESDAY = "2026-11-23T12:00:00", "2026-11-24T12:00:00"


def remember(page, server, days):
    """A device that has done the puzzles of some days."""
    page.goto(f"{server.url}/rules/daifugo")
    known = {"solved": {}, "missed": {}, "days": {day: {"marks": "◆", "hints": 0} for day in days}}
    page.evaluate("known => localStorage.setItem('coprime.puzzles', known)", json.dumps(known))


def test_six_numbers_one_wrong_and_the_result_is_shared_without_them(people):
    me = people("phone")
    page = me.page
    page.clock.set_fixed_time(MONDAY)
    page.goto(f"{me.server.url}/puzzles")
    expect(page.get_by_text("Six numbers. Say of each whether it is prime.")).to_be_visible()
    expect(page.get_by_text("No streak yet.")).to_be_visible()
    page.get_by_role("link", name="Play the puzzle of the day").click()
    for i, n in enumerate(puzzle_of_day(20261123).steps):
        expect(page.locator(".ask")).to_contain_text(f"Is {n} prime?")
        if i == 2:                          # left and opened again: it goes on where it was
            resized(page, 640, 360)
            assert page.evaluate(UNSEEN) == []
            page.reload()
            expect(page.locator(".ask")).to_contain_text(f"Is {n} prime?")
            resized(page, 360, 640)
        page.get_by_role("button", name="Prime" if is_prime(n) != (i == 1) else "Not prime", exact=True).click()
        page.locator(".acts .go").click()
    text = page.get_by_label("Today’s puzzle")
    expect(text).to_have_value("Coprime, Monday 23 November\nPrime or not?\n◆ ✕ ◆ ◆ ◆ ◆\n"
                               "5 of 6, no hint\nStreak: one day.")
    page.goto(f"{me.server.url}/puzzles/day")            # it is over: its result
    expect(text).to_be_visible()
    is_readable(page)
    me.is_sound()


def test_three_positions_are_shown_and_told_as_a_grid(people):
    me = people("phone")
    page = me.page
    page.clock.set_fixed_time(TUESDAY)
    page.goto(f"{me.server.url}/puzzles/day")
    for step in (1, 2, 3):
        expect(page.locator(".ask").first).to_contain_text("What would you play?")
        page.get_by_role("button", name="Hints").click()
        page.get_by_role("button", name="Show me").last.click()
        expect(page.locator(".ask").first).to_contain_text("This was the move.")
        page.get_by_role("button", name=f"Next: {step + 1} of 3" if step < 3 else "How it went").click()
    expect(page.get_by_label("Today’s puzzle")).to_have_value(re.compile(
        "^Coprime, Tuesday 24 November\nPrime Daifugo Lv. 0: .+\n1 ✕\n2 ✕\n3 ✕\n0 of 3, no hint\nStreak: one day.$"))


# The clock is set in universal time: what day it is there is the zone's own affair.
@pytest.mark.parametrize("zone, time, date, streak", [
    ("Pacific/Kiritimati", "2026-11-23T11:00:00Z", "Tuesday 24 November", 3),       # the 23rd, done, is yesterday
    ("Pacific/Pago_Pago", "2026-11-24T10:30:00Z", "Monday 23 November", 3),
    ("Asia/Tokyo", "2026-11-24T14:59:59Z", "Tuesday 24 November", 3),
    ("America/New_York", "2026-11-26T04:59:59Z", "Wednesday 25 November", 3),       # one day missed, and forgiven
    ("America/New_York", "2026-11-26T05:00:00Z", "Thursday 26 November", 0),        # at midnight two are missed
])
def test_the_day_and_the_streak_are_those_of_the_devices_calendar(chromium, opened, zone, time, date, streak):
    context = chromium.new_context(timezone_id=zone, locale="en-US")
    page = context.new_page()
    page.clock.set_fixed_time(time)
    remember(page, opened, (20261121, 20261122, 20261123))
    page.goto(f"{opened.url}/puzzles")
    expect(page.locator(".date")).to_have_text(date)
    expect(page.locator(".streak b")).to_have_text(f"Streak: {streak} days." if streak else "No streak yet.")
    context.close()


@pytest.mark.parametrize("zone, days, now", [
    # Europe leaves summer time, New York comes to it, and Lord Howe moves by half an hour.
    ("Europe/Berlin", (20261023, 20261024, 20261025), "2026-10-25T22:59:30Z"),
    ("America/New_York", (20260306, 20260307, 20260308), "2026-03-09T03:59:30Z"),
    ("Australia/Lord_Howe", (20260403, 20260404, 20260405), "2026-04-05T13:29:30Z"),
])
def test_an_open_page_sees_midnight_and_clock_changes_cost_no_day(chromium, opened, zone, days, now):
    context = chromium.new_context(timezone_id=zone, locale="en-US")
    page = context.new_page()
    page.clock.install(time=now)
    remember(page, opened, days)
    page.goto(f"{opened.url}/puzzles")
    expect(page.get_by_label("Today’s puzzle")).to_be_visible()
    expect(page.locator(".streak b")).to_have_text("Streak: 3 days.")
    before = page.locator(".date").inner_text()
    page.clock.run_for(61_000)
    expect(page.get_by_role("link", name="Play the puzzle of the day")).to_be_visible()
    assert page.locator(".date").inner_text() != before
    expect(page.locator(".streak b")).to_have_text("Streak: 3 days.")
    context.close()


def test_a_saved_copy_brings_the_streak_to_another_device(people, tmp_path):
    me, other = people("phone"), people("phone")
    me.page.clock.set_fixed_time(TUESDAY)
    remember(me.page, me.server, (20261122, 20261123))
    me.page.goto(f"{me.server.url}/yours")
    with me.page.expect_download() as coming:
        me.page.get_by_role("button", name="Save a copy").click()
    coming.value.save_as(tmp_path / "copy.json")
    page = other.page
    page.clock.set_fixed_time(TUESDAY)
    page.goto(f"{other.server.url}/yours")
    (tmp_path / "wrong.json").write_text("[]")
    page.get_by_label("Open a saved copy").set_input_files(tmp_path / "wrong.json")
    expect(page.get_by_role("alert")).to_contain_text("no saved copy")
    with page.expect_navigation():
        page.get_by_label("Open a saved copy").set_input_files(tmp_path / "copy.json")
    page.goto(f"{other.server.url}/puzzles")
    expect(page.locator(".streak b")).to_have_text("Streak: 2 days.")
