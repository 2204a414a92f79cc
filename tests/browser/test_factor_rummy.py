"""Factor Rummy in the browser: whole games by keys and by tapping, sets put aside, going out, laying off."""

import itertools
import re

import pytest
from game_moments import Opened
from playwright.sync_api import expect
from prime_daifugo_play import LOGGED, PLACES, logged
from screen_checks import resized

pytestmark = pytest.mark.browser
MOST_TURNS = 300
WE_BEGIN = 4            # a deal in which the first of two begins, with neither a wild nor a set
SHORT = 4               # a deal in which a bot of three ends the round after a few turns
ENDED = ("Continue", "Play again")


def seated(somebody, seats=2, deal=0, **options):
    """At a table of Factor Rummy against quick bots, as one finds it after "Begin".

    A bot that begins may have gone out before a slow page has shown a hand at all.
    """
    page = somebody.opens("factor_rummy", seats, "casual", deal=deal, options=options)
    page.locator(".hand [data-card], .result").first.wait_for()
    return page


def at_turn(somebody, **options):
    """At a table of two where it is one's own turn."""
    page = seated(somebody, deal=WE_BEGIN, **options)
    assert wait_for_turn(page) == "draw"
    return page


# What is asked of us: draw, discard, lay, Continue, Play again, or nothing.
ASKED = """() => {
    const texts = [...document.querySelectorAll('button')].map(one => one.textContent.trim())
    for (const end of ['Continue', 'Play again']) if (texts.includes(end)) return end
    if (!document.querySelector('.acts .btn:enabled:not([aria-disabled=true])')) return ''
    if (texts.includes('Lay no more')) return 'lay'
    const asked = document.querySelector('.ask')?.textContent ?? ''
    return asked.startsWith('Your turn. Draw') ? 'draw' : asked.startsWith('Your turn. Discard') ? 'discard' : ''
}"""


def wait_for_turn(page):
    """Until something is asked of us; says what."""
    return page.wait_for_function(ASKED, timeout=60_000).json_value()


def cards(page):
    return page.locator(".hand [data-card]").evaluate_all("all => all.map(e => e.dataset.card)")


def do_and_log(page, do):
    """Do something, and wait until the log has grown."""
    before = logged(page)
    do()
    page.wait_for_function(f"n => {LOGGED} !== n", arg=before)


class ByKeys:
    """Plays with the keyboard alone."""

    def __init__(self, page):
        self.page = page

    def draw(self):
        self.page.keyboard.press("d")

    def discard(self):
        self.page.keyboard.press("Escape")
        self.page.keyboard.press("1")
        self.page.keyboard.press("p")

    def press(self, name):
        self.page.get_by_role("button", name=name).focus()
        self.page.keyboard.press("Enter")


class ByPointer:
    """Plays by tapping."""

    def __init__(self, page):
        self.page = page

    def draw(self):
        self.page.locator(".acts .go", has_text="Draw").click()

    def discard(self):
        self.page.locator(".hand [data-card]").first.click()
        self.page.locator(".acts .go", has_text="Discard").click()

    def press(self, name):
        self.page.get_by_role("button", name=name).first.click()


def play_out(page, hands, rounds=None):
    """Draw and throw away the smallest card until the match is over, or so many rounds are; says how."""
    done = 0
    for _ in range(MOST_TURNS):
        asked = wait_for_turn(page)
        if asked in ENDED:
            done += 1
            if asked == "Play again" or done == rounds:
                return page.locator(".ask").first.inner_text()
            hands.press(asked)
            page.get_by_role("button", name=asked).wait_for(state="detached")
        else:
            do_as_asked(page, hands, asked)
    raise AssertionError("the match does not end")


def do_as_asked(page, hands, asked):
    do = {"draw": hands.draw, "discard": hands.discard, "lay": lambda: hands.press("Lay no more")}
    do_and_log(page, do[asked])


def test_a_whole_game_by_keyboard(people):
    me = people()
    page = seated(me, level=2, target_score=50)
    me.is_sound(axe=False)                              # axe: test_every_game.py, test_ending.py
    assert re.search("win", play_out(page, ByKeys(page)))
    me.is_sound(axe=False)
    expect(page.get_by_text("left over").first).to_be_visible()


def test_six_on_a_phone_by_pointer(people):
    me = people("phone", "dark")
    page = seated(me, seats=6, level=2)
    me.is_sound(axe=False)
    wait_for_turn(page)
    page.locator(".others").click()
    assert max(page.locator("[data-seat] .grow > .s").evaluate_all("all => all.map(e => e.offsetHeight)")) < 40
    if page.locator("[data-seat] .look").count():           # somebody has taken a discard
        page.locator("[data-seat] .look").first.click()
        page.get_by_role("dialog", name=re.compile("holds$")).locator(".card").first.wait_for()
        me.is_sound()
        page.keyboard.press("Escape")
    page.keyboard.press("Escape")
    play_out(page, ByPointer(page), rounds=1)
    expect(page.locator(".result section")).to_have_count(6)
    me.is_sound()


def test_two_people_and_a_bot_play_a_round(people):
    ada, bo = people(), people("phone", "dark")
    ada.opens("factor_rummy", 3, "casual", people=2, now=False, deal=SHORT, options={"level": 2})
    bo.joins(ada)
    ways = itertools.cycle([ByKeys(ada.page), ByPointer(bo.page)])
    for way in itertools.islice(ways, 100 * MOST_TURNS):
        asked = way.page.evaluate(ASKED)
        if asked in ENDED:
            break
        if asked:
            do_as_asked(way.page, way, asked)
    for somebody in (ada, bo):
        assert wait_for_turn(somebody.page) in ENDED
        somebody.page.locator(".result section").first.wait_for()
        expect(somebody.page.locator(".result section")).to_have_count(3)
        somebody.is_sound(axe=False)


def test_cards_are_put_aside_their_product_is_shown_and_going_out_too_early_is_refused(people):
    me = people()
    page = at_turn(me, level=3)
    assert page.locator(".edge").get_by_text("in no set").count() == 0, "counted only where the table helps"
    before = cards(page)
    for key in "123":
        page.keyboard.press(key)
    page.locator(".strip", has_text=re.compile("[=÷:]|prime")).wait_for()
    page.keyboard.press("g")
    page.locator(".sets .set").wait_for()
    assert len(cards(page)) == len(before) - 3
    me.is_sound()
    page.locator(".sets .set").click()
    page.locator(".sets .set").wait_for(state="detached")
    assert sorted(cards(page)) == sorted(before)
    page.keyboard.press("s")
    sorting = page.get_by_role("radio", name="factor").or_(page.get_by_text("factor", exact=True))
    expect(sorting.first).to_be_visible()
    page.keyboard.press("o")
    page.get_by_role("alert").filter(has_text=re.compile("would be left over.*Rule FR-12", re.S)).wait_for()
    me.is_sound(axe=False)                              # of refusals: test_refusals.py


@pytest.mark.parametrize("moment", ["first", "play"])
def test_nothing_moves_on_a_phone_while_sets_are_grouped(people, moment):
    me = people("phone")
    opened = Opened(me.page, me.server.url, "factor_rummy")
    page = opened.at(getattr(opened.story, moment))
    hand = page.locator(".hand [data-card]")
    hand.first.wait_for()
    before, places = cards(page), page.evaluate(PLACES)
    for _ in range(2):
        for nth in range(3):
            hand.nth(nth).click()
            assert page.evaluate(PLACES) == places
        page.get_by_role("button", name=re.compile("^Group")).filter(visible=True).click()
        assert page.evaluate(PLACES) == places
    assert cards(page) == before[6:]
    me.is_sound(axe=moment == "play")
    for _ in range(2):
        page.locator(".sets .set").first.click()
    hand.nth(len(before) - 1).wait_for()
    assert page.evaluate(PLACES) == places


class ByMouse:
    """Carries a card from here to there."""

    def __init__(self, page):
        self.mouse = page.mouse

    def carry(self, start, end):
        self.mouse.move(*start)
        self.mouse.down()
        self.mouse.move(start[0], start[1] - 15, steps=3)
        self.mouse.move(*end, steps=6)
        self.mouse.up()


class ByFinger:
    """The same by touch."""

    def __init__(self, page):
        self.chromium = page.context.new_cdp_session(page)
        self.chromium.send("Emulation.setTouchEmulationEnabled", {"enabled": True, "maxTouchPoints": 1})

    def touch(self, what, *points):
        self.chromium.send("Input.dispatchTouchEvent", {"type": what, "touchPoints": [
            {"x": x, "y": y} for x, y in points]})

    def carry(self, start, end):
        (x, y), steps = start, 8
        self.touch("touchStart", start)
        for i in range(1, steps + 1):
            self.touch("touchMove", (x + (end[0] - x) * i / steps, y + (end[1] - y) * i / steps))
        self.touch("touchEnd")


def middle(found):
    """Where it is once it stands still: the rack closes up when a card leaves."""
    found.hover(trial=True)
    box = found.bounding_box()
    return box["x"] + box["width"] / 2, box["y"] + box["height"] / 2


@pytest.mark.parametrize(("size", "pointer"), [
    ("laptop", ByMouse), ("phone", ByFinger), pytest.param("phone", ByMouse, marks=pytest.mark.long)])
def test_cards_are_carried_into_groups_and_back(people, size, pointer):
    """The others keep their places, a group says what it multiplies to, and what is let go elsewhere goes back."""
    me = people(size)
    page = at_turn(me, level=3)
    hand, groups, new = page.locator(".hand [data-card]"), page.locator(".sets .set"), page.locator("[data-drop=new]")
    before, pointer = cards(page), pointer(page)

    def carry(card, to):
        pointer.carry(middle(page.locator(f'.tray [data-card="{card}"]')), middle(to))

    carry(before[2], new)
    groups.nth(0).wait_for()
    carry(before[0], groups.nth(0))
    carry(before[3], new)
    groups.nth(1).wait_for()
    assert cards(page) == [before[1], *before[4:]]
    if before[2][0].isdigit():                              # sorted by value: neither is a wild, nor is the first card
        small, large = (card.split("#")[0] for card in (before[0], before[2]))
        assert groups.nth(0).locator(".product").inner_text() == f"{large} = {small} × …"
    me.is_sound(axe=False)
    carry(before[3], groups.nth(0))
    groups.nth(1).wait_for(state="detached")
    carry(before[1], page.locator(".ask"))
    assert cards(page) == [before[1], *before[4:]] and page.locator(".carried").count() == 0
    carry(before[0], hand.last)
    hand.nth(len(before) - 3).wait_for()
    assert cards(page) == [before[0], before[1], *before[4:]]
    assert page.locator(".hand .up").count() == 0, "carrying raises nothing"


def test_found_sets_are_braced_and_a_tap_raises_one(people):
    """Where the table helps so: each stands together under a brace, and its equation raises its cards."""
    me = people("phone")
    page = at_turn(me, level=2, assist="sets")
    resized(page, 360, 640)
    found = page.locator(".found button")
    assert found.all_inner_texts() == ["32 = 4 × 8", "25 = prime × 5", "6 = 2 × 3"]
    expect(page.locator(".hand .brace")).to_have_count(9)
    me.is_sound()
    found.nth(1).click()
    expect(page.locator(".hand .brace .card.up")).to_have_count(3)
    assert {card.split("#")[0] for card in cards_up(page)} == {"25", "5", "W"}
    found.nth(1).click()
    expect(page.locator(".hand .card.up")).to_have_count(0)
    page = at_turn(me, assist="deadwood")
    expect(page.locator(".edge").get_by_text("in no set")).to_be_visible()
    assert not page.locator(".found").count()


def cards_up(page):
    return page.locator(".hand .card.up").evaluate_all("all => all.map(e => e.dataset.card)")


def test_laying_off_by_hand_on_a_phone(people):
    me = people("phone")
    page = seated(me, level=1, layoff="manual", layoff_seconds=300)
    hands = ByPointer(page)
    for _ in range(MOST_TURNS):
        asked = wait_for_turn(page)
        if asked == "lay":
            break
        assert asked not in ENDED
        do_and_log(page, {"draw": hands.draw, "discard": hands.discard}[asked])
    page.get_by_role("timer").wait_for()
    me.is_sound()
    do_and_log(page, lambda: hands.press("Lay no more"))
    page.get_by_role("button", name="Continue").wait_for()
    expect(page.locator(".result .sum")).to_be_visible()
