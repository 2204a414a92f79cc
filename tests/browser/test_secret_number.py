"""Secret Number in the browser: a whole game by keyboard and by pointer, two who race, the notebook and the scoring."""

import contextlib
import re
import time

import pytest
from playwright.sync_api import expect
from screen_checks import LOOKS

playwright = pytest.importorskip("playwright.sync_api")
pytestmark = pytest.mark.browser
LONGEST = 480                 # seconds
QUICK = 2000                  # milliseconds in which somebody else may be quicker


def table(somebody, seats=4, bots="casual", now=True, **options):
    """A table of this game; who opens it sits at it."""
    return somebody.opens("secret_number", seats, bots, now=now, options={"match_length": 1, **options})


def tab_to(page, group):
    """Nothing but Tab leads to a button of this group."""
    for _ in range(60):
        if page.evaluate("group => !!document.activeElement?.closest(`${group} button`)", group):
            return
        page.keyboard.press("Tab")
    raise AssertionError(f"Tab does not lead to {group}")


class ByKeys:
    def __init__(self, page):
        self.page = page

    def cover(self):
        tab_to(self.page, ".display")
        self.page.keyboard.press("End")
        self.page.keyboard.press("ArrowLeft")
        self.page.keyboard.press("Enter")
        if self.page.locator(".how").count():
            tab_to(self.page, ".how")
            self.page.keyboard.press("Enter")
        self.commit()

    def show(self):
        tab_to(self.page, ".mine")
        self.page.keyboard.press("Enter")
        self.commit()

    def raise_answer(self, value, timeout=None):
        self.page.keyboard.press(str(value))

    def commit(self, timeout=None):
        self.page.locator(".acts .go:enabled").wait_for(timeout=timeout)
        self.page.keyboard.press("p")

    def agree(self, timeout=None):
        self.page.keyboard.press("a")


class ByPointer:
    def __init__(self, page):
        self.page = page

    def cover(self):
        self.page.locator(".display button").first.click()
        if self.page.locator(".how").count():
            self.page.locator(".how button").last.click()
        self.commit()

    def show(self):
        self.page.locator(".mine button").first.click()
        self.commit()

    def raise_answer(self, value, timeout=None):
        self.page.locator(f'[data-value="{value}"] button').click(timeout=timeout)

    def commit(self, timeout=None):
        self.page.locator(".acts .go:enabled").click(timeout=timeout)

    def agree(self, timeout=None):
        self.page.locator(".agree:not([aria-disabled=true])").click(timeout=timeout)


def what_is_asked(page):
    return page.evaluate("""() => {
        const is = css => !!document.querySelector(css)
        if (is('.hand')) return 'race'
        if (is('.display button') && is('.acts .go')) return 'cover'
        if (is('.mine button') && is('.acts .go')) return 'show'
        if (is('.telling')) return 'telling'
        const over = [...document.querySelectorAll('button')].some(b => b.textContent.trim() === 'Play again')
        return over ? 'over' : 'wait'
    }""")


def play_out(page, hands, answers=(2,), until="over"):
    """Covers, shows, says these answers as soon as it may (others where one cannot be), then "not yet" to the end.

    Says what was done.
    """
    done, left, end = [], list(answers), time.monotonic() + LONGEST
    while time.monotonic() < end:
        asked = what_is_asked(page)
        if asked == until:
            return done
        if asked in ("cover", "show"):
            getattr(hands, asked)()
            while what_is_asked(page) == asked:
                time.sleep(0.05)
            done.append(asked)
        elif asked == "race":
            # Somebody else may be quicker at any moment, or the round may end.
            with contextlib.suppress(playwright.TimeoutError):
                if left and "You said" not in page.locator(".ask").first.inner_text():
                    hands.raise_answer(left[0], QUICK)
                    if page.locator(".hint", has_text="are in sight").count():
                        left[0] = (left[0] + 1) % 3
                        continue
                    hands.commit(QUICK)
                    page.locator(f'[data-value="{left[0]}"] .used').wait_for(timeout=QUICK)
                    done.append(f"place {left.pop(0)}")
                elif page.locator(".agree:not([aria-disabled=true])").count():
                    hands.agree(QUICK)
        time.sleep(0.15)
    raise AssertionError("the game does not end")


def test_a_whole_game_by_keyboard_alone(people):
    me = people()
    page = table(me, seats=3, round_seconds=300)
    done = play_out(page, ByKeys(page), answers=(2, 3))
    assert done[0] == "cover" and done.count("show") == 2 and any("place" in one for one in done)
    assert re.search(r"win|shared", me.asked())
    me.is_sound(axe=False)                              # axe: test_ending.py
    for heading in ("Points", "What each could have known"):
        expect(page.get_by_role("heading", name=heading)).to_be_visible()
    turned = page.locator(".piles li .tag")
    assert turned.count() == page.locator(".piles [data-laid]").count() > 0


def test_a_whole_game_by_pointer_on_a_phone(people):
    me = people("phone", "dark")
    page = table(me, seats=2, round_seconds=300)
    done = play_out(page, ByPointer(page))
    assert done[0] == "cover" and any("place" in one for one in done)
    me.is_sound(axe=False)


@pytest.mark.parametrize("size, scheme", LOOKS)
def test_five_have_room(people, size, scheme):
    """Axe looks at what only five fill: the notebook."""
    me = people(size, scheme)
    page = table(me, seats=5, round_seconds=0)
    page.locator(".display button").first.wait_for()
    me.is_sound(axe=False)
    ByPointer(page).cover()
    page.locator(".hand").wait_for()
    me.is_sound(axe=False)
    if size == "phone":
        page.get_by_role("button", name="Notebook").click()
    page.locator(".way").first.click()
    page.locator(".way.struck").first.wait_for()
    # Offered only where the cards one sees do rule something out.
    strike = page.get_by_role("button", name="Strike what the cards rule out")
    if strike.count():
        strike.click()
        strike.wait_for(state="detached")
    me.is_sound()
    if size == "phone":
        page.keyboard.press("Escape")
    assert re.fullmatch(r"\d of 5", page.locator(".clock .num:not([aria-hidden])").inner_text())
    if size == "phone":                             # words have no room within the small ring
        shown, ring = page.locator(".clock .num[aria-hidden]"), page.locator(".clock").bounding_box()
        assert re.fullmatch(r"\d/5", shown.inner_text()) and shown.bounding_box()["width"] < 0.8 * ring["width"]
    ByPointer(page).raise_answer(4)
    me.is_sound(axe=False)


def raise_possible(page, hands):
    """Raises the first answer that is not plainly wrong, and returns it; of one that is, the page says why."""
    for value in range(3):
        hands.raise_answer(value)
        if not page.locator(".hint", has_text=f"Both {value}s are in sight").count():
            return value
        expect(page.locator(".acts .go")).to_be_disabled()
    raise AssertionError("every number is in sight twice")


def test_two_who_race_at_one_table(people):
    """One takes back what they have chosen, and chooses again; both wait with a choice as long as it takes."""
    ada, bo, watcher = people(), people("phone", "dark"), people()
    page = table(ada, seats=2, bots=(), now=False, opening_seconds=0)
    code = ada.code()
    bo.go(f"/t/{code}")
    page.get_by_text("here", exact=True).wait_for()
    watcher.go(f"/t/{code}?watch")
    page.get_by_text("Watching:").wait_for()
    page.get_by_role("button", name="Begin").click()
    hands = {ada: ByKeys(ada.page), bo: ByPointer(bo.page)}
    for one in (ada, bo):
        one.page.locator(".display button").first.wait_for()
    chosen = bo.page.get_by_text("has chosen", exact=True).filter(visible=True)
    hands[ada].cover()
    # Others see that a choice is made, not which.
    chosen.wait_for()
    assert bo.page.locator(".others .c").count() == 0
    page.locator(".hint", has_text="Your choice").wait_for()
    page.get_by_role("button", name="Take back").click()
    page.locator(".acts .go").wait_for()
    assert page.locator(".place.covered").count() == 0
    chosen.wait_for(state="detached")
    hands[ada].cover()
    chosen.wait_for()
    hands[bo].cover()
    for one in (ada, bo):
        one.page.locator(".hand").wait_for()
    watcher.page.locator(".piles").first.wait_for()
    assert watcher.page.locator(".hand, .own, .book").count() == 0

    assert ada.page.locator(".acts .go").inner_text() == "Not yet"
    hers, his = raise_possible(ada.page, hands[ada]), raise_possible(bo.page, hands[bo])
    assert bo.page.locator(".acts .go").inner_text() == f"It is {his}"
    hands[ada].commit()
    bo.page.locator("[data-laid='1.0']").wait_for()
    hands[bo].commit()
    for one in (ada, bo, watcher):
        one.page.locator("[data-laid='1.1']").wait_for()
    # Only its owner knows what is on a card that lies face down.
    assert ada.page.locator("[data-laid='1.0']").inner_text().split()[-1] == str(hers)
    for one, card in ((bo, "1.0"), (ada, "1.1"), (watcher, "1.0"), (watcher, "1.1")):
        assert one.page.locator(f"[data-laid='{card}'] .own").count() == 0
    # Two in a row may not be.
    hands[bo].raise_answer((his + 1) % 3)
    bo.page.locator(".hint", has_text="The last card is yours").wait_for()
    expect(bo.page.locator(".acts .go")).to_be_disabled()
    for one in (ada, bo, watcher):
        one.is_sound(axe=one == watcher)
    # Who says a number agrees to end the round, and it takes back everyone's agreement (SN-15).
    ada.page.locator(".agree", has_text="No more: 1 of 2").wait_for()
    hands[ada].agree()
    for one in (ada, bo):
        one.page.locator(".mine button").first.wait_for()
        one.is_sound(axe=False)


def test_the_notebook_is_kept_over_a_reload(people):
    me = people()
    page = table(me)
    ByKeys(page).cover()
    page.locator(".hand").wait_for()
    tab_to(page, ".book")
    page.get_by_role("button", name="3: not marked").focus()
    for state in ("out", "maybe", "likely"):
        page.keyboard.press("Enter")
        page.get_by_role("button", name=f"3: {state}").wait_for()
    box = page.locator(".book button:not(.mark)").first
    box.click()
    noted = box.get_attribute("aria-label")
    way = page.locator(".way").first
    way.click()
    page.reload()
    page.get_by_role("button", name="3: likely").wait_for()
    assert page.locator(".book button:not(.mark)").first.get_attribute("aria-label") == noted
    assert page.locator(".way").first.get_attribute("aria-pressed") == "true"


def test_the_scoring_is_told_card_by_card_and_can_be_skipped(people, chromium):
    me = people()
    me.context.close()
    me.context = chromium.new_context(viewport={"width": 1280, "height": 800}, reduced_motion="no-preference")
    me.page = me.context.new_page()
    me.page.set_default_timeout(30_000)
    page = table(me, seats=2)
    play_out(page, ByPointer(page), answers=(1,), until="telling")
    expect(page.get_by_text("The cards are turned over.")).to_be_visible()
    assert not page.get_by_text(re.compile("^The secret number was")).filter(visible=True).count()
    # Written on the panel in an ink that it does not have itself.
    inks = page.locator(".scores .num").first.evaluate("""one => [getComputedStyle(one).color,
        getComputedStyle(one.closest('.panel')).backgroundColor]""")
    assert inks[0] != inks[1], inks
    title, spoken = page.title(), page.locator("[aria-live][role=log]")
    assert "secret number" not in spoken.text_content()
    page.get_by_role("button", name="Show all at once").click()
    page.get_by_role("button", name="Play again").wait_for()
    assert page.title() != title
    assert "secret number" in spoken.text_content()
