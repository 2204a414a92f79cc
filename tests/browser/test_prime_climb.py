"""Prime Climb in the browser: whole games by keyboard and by pointer, planned moves, cards, alone, at one device."""

import re

import pytest
from page_waits import wait_until
from playwright.sync_api import expect
from prime_climb_play import ByKeys, ByPointer, play_out, said, seated, take, wait_for_turn
from prime_daifugo_play import logged
from test_small_screen import UNSEEN

pytestmark = pytest.mark.browser
FEW_ROLLS = 20          # a deal in which one who goes as far as possible is home soon


def test_a_whole_game_by_keyboard_alone(people):
    me = people()
    page = seated(me, 3, deal=30, sprint="on")
    wait_for_turn(page)
    me.is_sound(contrast=False)
    assert re.search("win", play_out(page, ByKeys(page)))
    me.is_sound(contrast=False)
    expect(page.get_by_role("button", name="Look at it again")).to_be_visible()


def test_moves_are_planned_taken_back_and_sent_together(people):
    me = people()
    page = seated(me, 2)
    wait_for_turn(page)
    lines = logged(page)
    begun, asked = said(page), page.locator(".ask").inner_text()
    hands = ByKeys(page)
    while not page.locator(".go:enabled").count():
        take(page, hands)
        assert page.locator(".ask").inner_text() != asked, "what has been used is still asked for"
        asked = page.locator(".ask").inner_text()
    assert page.locator(".go").inner_text().startswith("End turn")
    me.is_sound()
    assert logged(page) == lines, "a plan is told to nobody"
    page.keyboard.press("Backspace")
    page.locator(".go").wait_for(state="detached")
    page.keyboard.press("Escape")
    page.locator(".planned").wait_for(state="detached")
    assert said(page) == begun
    take(page, hands)
    page.get_by_role("button", name="Reset my turn").click()
    page.locator(".planned").wait_for(state="detached")


def test_the_board_by_arrow_keys(people):
    me = people()
    page = seated(me, 2)
    wait_for_turn(page)
    target = page.locator("li.target button").first
    target.focus()
    equation = target.locator(".whole")
    equation.wait_for()
    assert re.match(r"\d+ [+−×÷] \d+ = \d+", equation.inner_text())
    page.keyboard.press("ArrowRight")
    page.keyboard.press("ArrowRight")
    here = int(page.evaluate(
        "[...document.activeElement.closest('ol').children].indexOf(document.activeElement.closest('li'))"))
    page.get_by_text(f"Under your finger: {here}").wait_for()
    page.keyboard.press("Home")
    page.keyboard.press("ArrowUp")
    bright = page.evaluate("document.activeElement.matches('li.target button')")
    assert bright
    before = said(page)
    page.keyboard.press("Enter")
    page.wait_for_function("() => document.querySelector('.planned') || document.querySelector('.go')")
    assert said(page) != before
    assert page.evaluate("document.activeElement !== document.body"), "the focus was lost"


def test_a_whole_game_alone_by_pointer_on_a_phone_is_counted_in_rolls_and_its_result_is_kept(people):
    me = people("phone", "dark")
    page = seated(me, 1, deal=FEW_ROLLS, sprint="on")
    wait_for_turn(page)
    page.get_by_text("one roll so far").first.wait_for()
    page.get_by_role("button", name="Keepers and cards").click()
    page.get_by_text("No result yet").wait_for()
    me.is_sound()
    page.keyboard.press("Escape")
    play_out(page, ByPointer(page))
    page.get_by_text(re.compile(r"Your best: \d+, on")).wait_for()
    me.is_sound()


ALONE = [{"route": "decline"}, {"route": "there_and_back"}, {"double_time": "on"}, {"way_stations": [31, 37]},
         {"deck": "none"}]


@pytest.mark.parametrize("options", [{"route": "decline", "way_stations": [31, 37]},
                                     {"route": "there_and_back", "double_time": "on", "deck": "none"},
                                     *[pytest.param(one, marks=pytest.mark.long) for one in ALONE]])
def test_the_variations_are_sound(people, options):
    """Several at once by pointer against bots; in the long form each by itself, too."""
    me = people("phone")
    page = seated(me, 4, "casual", **options)
    hands = ByPointer(page)
    for _ in range(12):
        if wait_for_turn(page) == "over":
            break
        take(page, hands)
    me.is_sound()


def test_several_people_at_one_device_need_no_curtain(people):
    me = people()
    page = me.opens("prime_climb", 2, names=["Ada", "Bo"], practice=None)
    wait_for_turn(page)
    assert page.get_by_role("button", name=re.compile("^I am")).count() == 0
    me.is_sound()


# Of the chips of the others: names that are not whole, smaller than 14 px, or beside their chip, and chips outside.
CUT_NAMES = """() => [...document.querySelectorAll('.others .one')].flatMap(chip => {
    const name = chip.querySelector(".name"), text = document.createRange()
    const size = parseFloat(getComputedStyle(name).fontSize)
    text.selectNodeContents(name)
    const [words, box] = [text.getBoundingClientRect(), chip.getBoundingClientRect()]
    const across = words.left >= box.left && words.right <= box.right
    const whole = across && words.top >= box.top && words.bottom <= box.bottom
        && name.scrollWidth <= name.clientWidth + 1 && name.scrollHeight <= name.clientHeight + 1
    return whole && size >= 14 && box.left >= 0 && box.right <= innerWidth ? [] : [name.textContent]
})"""


@pytest.mark.parametrize(("names", "rows"), [
    (["Ada", "Heron", "Nuthatch", "Jackdaw"], 1),
    (["Ada", "Dormouse", "Nuthatch", "Jackdaw"], 2),        # the three long ones, if chance seats them opposite
    (["Ada", "カササギ", "ハヤブサ", "ビーバー"], 1),
    (["Ada", "Dormouse", "Nuthatch"], 1),
    (["Ada", "シジュウカラ", "ナキウサギ"], 1),
    (["Ada", "Alexandra Constantinescu", "Maximilianalexanderkönig", "Konstantin von der Linde"], 3)])
def test_beside_others_their_names_stand_in_full_on_a_phone(people, names, rows):
    """Usual names leave the board its size; long ones take more lines, and still nothing scrolls."""
    me = people("phone")
    me.page.set_viewport_size({"width": 360, "height": 640})
    page = me.opens("prime_climb", len(names), names=names, practice=None)
    wait_for_turn(page)
    others = page.locator(".others .one")

    def stand_in_rows():
        """With the faces of the page: what stands in until they have come is wider."""
        return len(set(others.evaluate_all("all => all.map(e => Math.round(e.getBoundingClientRect().top))"))) <= rows
    wait_until(page, stand_in_rows, f"the names stand in {rows} rows")
    shown = page.locator(".others .one .name").all_text_contents()
    assert len(shown) == len(names) - 1 and set(shown) < set(names)
    assert page.evaluate(CUT_NAMES) == []
    assert page.evaluate(UNSEEN) == []
    if rows == 1:
        assert page.locator(".seats").bounding_box()["height"] == 44
    me.is_sound()
    me.is_whole()
