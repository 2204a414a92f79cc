"""Tables over days in the browser: opening one, the list on home, and a Daifugo of three over a simulated week."""

import json
import re

import pytest
from daifugo_play import MOMENT, ByKeys, ByPointer, one_turn
from playwright.sync_api import expect
from screen_checks import resized
from test_move_deadlines import DaysServer, wait_until
from tournament_pages import SIZES, asked_of_axe, some_sizes

pytestmark = pytest.mark.browser
WEEK = 7 * 24
TURNS = "section[aria-labelledby=your-turns]"


@pytest.fixture(scope="module")
def days(tmp_path_factory):
    server = DaysServer(tmp_path_factory.mktemp("days"), rest=1).start()
    yield server
    server.stop()


def open_from_the_sheet(somebody, hours="1 day", game="Daifugo"):
    """A table over days, opened from a game's sheet on home."""
    page = somebody.go().page
    page.locator(".shelf").get_by_role("button", name=re.compile(f"^{game}")).click()
    page.get_by_role("dialog").get_by_text("Over days", exact=True).click()
    page.get_by_label("Time for a move").select_option(hours)
    return page


def come_home(somebody):
    page = somebody.go().page
    page.locator(TURNS).locator("p[role=status]").wait_for()
    return page.locator(TURNS)


def begun(people, days):
    """Three people at a table over days that has begun; their pages are still there."""
    three = [people(*look, server=days) for look in (("phone", "light"), ("laptop", "dark"), ("laptop", "light"))]
    page = three[0].opens("daifugo", 3, now=False, hours=24, options={"match_length": 1})
    for other in three[1:]:
        other.go(f"/t/{three[0].code()}").page.get_by_text("A table over days: 1 day for each move.").wait_for()
    page.get_by_role("button", name="Begin", exact=True).click()
    for somebody in three:
        somebody.page.locator(".hand [data-card]").first.wait_for()
    return three


def test_the_sheet_of_a_game_opens_one_and_says_where_there_is_none(people, days):
    ada = people("phone", server=days)
    page = open_from_the_sheet(ada)
    ada.is_sound()
    page.get_by_role("button", name="Table over days").click()
    page.get_by_text("A table over days: 1 day for each move.").wait_for()
    ada.is_sound()
    page = ada.go().page
    page.locator(".shelf").get_by_role("button", name=re.compile("^Secret Number")).click()
    page.get_by_role("dialog").get_by_text("Over days", exact=True).click()
    page.get_by_text("In Secret Number being quick counts, so it is not played over days.").wait_for()
    assert page.get_by_label("Time for a move").count() == 0


def test_who_has_come_by_an_invitation_finds_the_table_on_home(people, days):
    """Home asks somebody new which game they want, but not whoever sits at a table over days."""
    ada = people("phone", server=days, new=True)
    ada.go().page.get_by_text("Which game?").wait_for()
    ada.opens("prime_climb", 2, "casual", hours=24)
    expect(come_home(ada).get_by_role("link", name="Play Prime Climb")).to_be_visible()
    assert ada.page.get_by_text("Which game?").filter(visible=True).count() == 0


def test_home_says_whose_turn_it_is_and_leads_there(people, days):
    three = begun(people, days)
    code = three[0].code()
    asked = next(somebody for somebody in three if somebody.page.evaluate(MOMENT))
    asked.page.get_by_text("Your move: 23 h left.").first.wait_for()
    for somebody in three:
        section = come_home(somebody)
        if somebody is asked:
            section.get_by_text("One table waits for you. The first clock ends").wait_for()
            somebody.page.wait_for_function("() => document.title.startsWith('(1) Your turn')")
            section.get_by_text("23 h left").wait_for()
        else:
            section.get_by_text("No table waits for you.").wait_for()
            section.get_by_text(re.compile("to move$")).wait_for()
        somebody.is_sound()
        somebody.is_whole()
    for size in SIZES:
        resized(asked.page, *size)
        asked.is_sound(axe=False)
        asked.is_whole()
    # At another table a dot on the way home says that this one waits.
    page = asked.opens("prime_climb", 2, now=False)
    home = page.get_by_role("link", name="Coprime, to the home page: another table waits for you")
    home.wait_for()
    asked.is_sound()
    home.click()
    page.locator(TURNS).get_by_role("link", name=re.compile("^Play")).click()
    page.wait_for_url(re.compile(f"/t/{code}"))
    page.locator(".hand [data-card]").first.wait_for()
    one_turn(page, ByKeys(page), page.evaluate(MOMENT))
    # Somebody whose home is open hears of it without doing anything.
    others = [somebody for somebody in three if somebody is not asked]
    wait_until(lambda: any("(1)" in somebody.page.title() for somebody in others) or asked.page.evaluate(MOMENT))


@pytest.mark.parametrize(("size", "locale"), [("phone", "en-US"), ("laptop", "ja-JP")])
def test_a_private_feed_is_made_renewed_and_taken_away(people, days, size, locale):
    ada = people(size, server=days, locale=locale)
    ada.opens("prime_climb", 2, now=False, hours=24)
    section = come_home(ada)
    section.get_by_role("button", name=re.compile("…$")).click()
    dialog = ada.page.get_by_role("dialog")
    dialog.locator(".btn.go").click()
    field = dialog.locator("input.field")
    first = field.input_value()
    assert re.search("/feed/[^/]{43}[?]language=", first)
    ada.is_sound()
    ada.is_whole()
    assert ada.page.request.get(first).status == 200
    dialog.get_by_role("button", name=re.compile("New address|アドレスを変える")).click()
    ada.page.wait_for_function("(old) => document.querySelector('dialog input.field')?.value !== old", arg=first)
    assert ada.page.request.get(first).status == 404
    dialog.get_by_role("button", name=re.compile("Take it away|やめる")).click()
    dialog.locator(".btn.go").wait_for()


@pytest.mark.long
def test_three_play_a_daifugo_over_a_simulated_week(people, days):
    """Each comes when the list says so, plays and goes; one is away for days, and bots make those moves alone."""
    three = begun(people, days)
    code = three[0].code()
    ways = [(ByPointer if number == 1 else ByKeys)(somebody.page) for number, somebody in enumerate(three)]
    passed, visits, missed = 0, 0, 0
    for somebody in three:
        come_home(somebody)
    while passed < WEEK and (who := asked_person(days, code)) is not None:
        page, before = three[who].page, stored(days, code)
        # The home page that is open tells it by itself.
        page.wait_for_function("() => document.title.startsWith('(1) Your turn')")
        if who == 2 and 48 <= passed < 96:                  # on the third and the fourth day
            missed += 1
            days.pass_hours(24)
            passed += 24
        else:
            visits += 1
            days.pass_hours(3)
            passed += 3
            page.locator(TURNS).get_by_role("link", name=re.compile("^Play")).click()
            page.locator(".hand [data-card]").first.wait_for()
            one_turn(page, ways[who], page.wait_for_function(MOMENT).json_value())
            come_home(three[who])
        wait_until(lambda before=before: stored(days, code) != before)
        page.wait_for_function("() => !document.title.startsWith('(1)')"
                               if asked_person(days, code) != who else "() => true")
    assert visits > 5 and missed, (visits, missed)
    for somebody in three:
        somebody.go(f"/t/{code}").page.locator(".ask").first.wait_for()
    assert [chair["kind"] for chair in stored(days, code)["chairs"]] == ["person"] * 3


def stored(days, code):
    """The table as it is stored."""
    ((kept,),) = days.query("SELECT kept FROM tables WHERE code = ?", code)
    return json.loads(kept)


def asked_person(days, code):
    """Which of three is asked, once nothing happens by itself; None when the match is over."""
    wait_until(lambda: not stored(days, code)["busy"])
    due = stored(days, code)["move_clock"]["due_at"]
    return stored(days, code)["chairs"][due[0][0]]["who"] - 1 if due else None


MENU = {"en-US": "This table", "ja-JP": "テーブル設定"}
PANEL = "section[aria-labelledby=vacation]"


def open_menu(somebody, locale="en-US"):
    somebody.page.get_by_role("button", name=MENU[locale]).first.click()
    panel = somebody.page.get_by_role("dialog").locator(PANEL)
    panel.scroll_into_view_if_needed()
    return panel


def close_menu(somebody):
    somebody.page.keyboard.press("Escape")
    somebody.page.get_by_role("dialog").wait_for(state="detached")


@pytest.mark.parametrize(("locale", "scheme"), [("en-US", "light"), ("ja-JP", "dark")])
def test_all_agree_on_a_vacation_in_the_menu_and_whoever_asked_ends_it(people, days, locale, scheme, sample_size):
    """Each state of the panel is sound and whole in the narrowest window and in others by turns."""
    count = sample_size(2, len(SIZES))
    three = [people("phone", scheme, server=days, locale=locale), people(server=days), people(server=days)]
    three[0].opens("daifugo", 3, now=False, hours=24, options={"match_length": 1})
    code = three[0].code()
    for other in three[1:]:
        other.go(f"/t/{code}").page.get_by_text("A table over days: 1 day for each move.").wait_for()
    three[0].page.locator(".btn.go").click()
    for somebody in three:
        somebody.page.locator(".hand [data-card]").first.wait_for()
    panel = open_menu(three[0], locale)
    axe = asked_of_axe(locale)
    panel.locator("select").select_option("14")
    check_in_some_sizes(three[0], panel, axe, some_sizes(0, count))
    panel.locator("button.btn").click()
    panel.get_by_text(re.compile("You ask for a vacation of 14 days|14日間の休みを頼んでいます")).first.wait_for()
    check_in_some_sizes(three[0], panel, axe, some_sizes(1, count))
    close_menu(three[0])
    for number, other in enumerate(three[1:]):
        other.page.get_by_text(re.compile("asks for a vacation. Answer under “This table”")).first.wait_for()
        answer = open_menu(other)
        if not number:
            check_in_some_sizes(other, answer, axe, some_sizes(2, count))
        answer.get_by_role("button", name="Agree").click()
        answer.get_by_role("button", name="Agree").wait_for(state="detached")
    watcher = people(server=days)
    watcher.go(f"/t/{code}")
    for somebody in (*three, watcher):
        somebody.page.get_by_text(re.compile("the clock stands, (14|13) days left|時計が止まっています。あと1[34]日"))\
            .first.wait_for()
    panel = open_menu(watcher)
    panel.get_by_text(re.compile("^Vacation for ")).wait_for()
    assert panel.locator("button.btn").count() == 0, "who watches reads and decides nothing"
    wish = three[1].page.get_by_role("dialog").get_by_role("button", name="I would like to play on")
    wish.click()
    panel = open_menu(three[0], locale)
    panel.get_by_text(re.compile("would like to play on|続きを遊びたいそうです")).wait_for()
    panel.locator("summary").click()
    check_in_some_sizes(three[0], panel, axe, some_sizes(0 if locale == "en-US" else 1, count))
    panel.locator("button.btn").click()
    panel.locator("select").wait_for()
    three[1].page.get_by_text("has ended the vacation").first.wait_for()
    for somebody in (*three[1:], watcher):
        somebody.page.get_by_text(re.compile("Vacation for ")).first.wait_for(state="detached")


def check_in_some_sizes(somebody, panel, axe, sizes):
    """The panel in some sizes, as sound as it is small; axe looks at its elements in one of them."""
    page = somebody.page
    before = page.viewport_size
    for width, height in sizes:
        page.set_viewport_size({"width": width, "height": height})
        panel.scroll_into_view_if_needed()
        somebody.is_sound(axe=width == SIZES[0][0] and axe)
        somebody.is_whole()
    page.set_viewport_size(before)
