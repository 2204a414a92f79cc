"""Prime Challenge in the browser: whole rounds by keyboard and by touch, challenges between two people, the review."""

import contextlib
import itertools
import math
import re
import time

import pytest
from playwright.sync_api import expect
from screen_checks import LOOKS

playwright = pytest.importorskip("playwright.sync_api")
pytestmark = pytest.mark.browser
LONGEST = 480                 # seconds
CARDS = """() => [...document.querySelectorAll('[data-place]')].flatMap(place => {
    const figure = place.querySelector('.card .n')?.textContent.trim()
    return figure && /^\\d+$/.test(figure) ? [[place.dataset.place, parseInt(figure)]] : []
})"""
CALM = {"level": 1, "first_seconds": 0, "next_seconds": 0, "challenge_seconds": 1}
A_SET_LIES_THERE = 3          # a deal of the first level
STRIP = {"x": 14, "y": 12}    # where a card is tapped: all but its upper strip of 28 px may lie under the next one
QUICK = 2000                  # milliseconds in which the other may change everything
STRONG = {"level": "strong", "pace": "quick"}


def table(somebody, seats=2, bots=(STRONG,), now=True, deal=0, **options):
    """A table of this game; who opens it sits at it."""
    return somebody.opens("prime_challenge", seats, bots, now=now, deal=deal, options={**CALM, **options})


def a_set(page):
    """What a person would see: three or four places, the answer first, whose numbers multiply; None where none does."""
    cards = page.evaluate(CARDS)
    for n in (2, 3, 4):
        for group in itertools.combinations(cards, n):
            product = math.prod(number for _, number in group)
            answer = next((place for place, number in cards
                           if number == product and place not in [other for other, _ in group]), None)
            if answer:
                return [(answer, product), *group]
    return None


class ByKeys:
    def __init__(self, page):
        self.page = page

    def take(self, cards, timeout=None):
        for _, number in cards:
            self.page.keyboard.type(f"{number} ")
        self.page.locator(".acts .take:enabled").wait_for(timeout=timeout)
        self.page.keyboard.press("Enter")

    def say(self, kind, timeout=None):
        self.page.keyboard.press(kind[0])

    def challenge(self):
        self.page.keyboard.press("c")


class ByTouch:
    def __init__(self, page):
        self.page = page

    def take(self, cards, timeout=None):
        for place, _ in cards:
            self.page.locator(f'[data-place="{place}"] button').click(position=STRIP, timeout=timeout)
        self.page.locator(".acts .take:enabled").click(timeout=timeout)

    def say(self, kind, timeout=None):
        self.page.get_by_role("button", name=kind.title(), exact=True).click(timeout=timeout)

    def challenge(self):
        self.page.get_by_role("button", name="Challenge", exact=True).first.click()


def is_over(page):
    return page.get_by_role("button", name="Play again").count() > 0


def wait_until(page, happens, seconds=30):
    end = time.monotonic() + seconds
    while time.monotonic() < end:
        if happens():
            return
        page.wait_for_timeout(50)
    raise playwright.TimeoutError("it does not happen")


def what_to_do(page):
    """A set that is there, else hit or done, whichever the buttons offer; None while nothing is asked."""
    if not page.locator(".acts .take").count():
        return None, None
    found = a_set(page)
    offered = page.locator(".acts .big[aria-disabled=false]")
    return found, "take" if found else offered.first.inner_text().lower() if offered.count() else None


def play_out(page, hands):
    """Takes what is there, says hit or done, to the end of the round.  Counts what was done."""
    done, end = {"take": 0, "hit": 0, "done": 0}, time.monotonic() + LONGEST
    while time.monotonic() < end:
        if is_over(page):
            return done
        # The other may challenge, or a window close, at any moment: then it is looked at again.
        with contextlib.suppress(playwright.TimeoutError):
            found, kind = what_to_do(page)
            if kind:
                before = page.evaluate(CARDS)
                page.keyboard.press("Escape")           # what is left of an interrupted set
                hands.take(found, QUICK) if found else hands.say(kind, QUICK)
                done[kind] += 1
                wait_until(page, lambda before=before: page.evaluate(CARDS) != before
                           or not page.locator(".acts .take").count() or is_over(page), seconds=4)
        page.wait_for_timeout(50)
    raise AssertionError(f"the round does not end: {done}, {page.locator('.ask').first.inner_text()}")


def test_a_whole_round_by_keyboard_alone(people):
    me = people()
    page = table(me, referee="program", overlook="off")
    done = play_out(page, ByKeys(page))
    assert done["take"] > 2 and done["done"]
    assert re.search(r"win|shared", me.asked())
    me.is_sound(contrast=False)


def test_a_whole_round_by_touch_on_a_phone(people):
    me = people("phone", "dark")
    page = table(me)
    assert play_out(page, ByTouch(page))["take"] > 2
    me.is_sound(contrast=False)


@pytest.mark.parametrize("size, scheme", LOOKS)
def test_four_have_room(people, size, scheme):
    me = people(size, scheme)
    slow = {"level": "novice", "pace": "slow"}
    page = table(me, seats=4, bots=[slow] * 3, level=6, dealer="teacher", teacher_plays="on", challenge_seconds=10)
    page.locator("[data-place='12'] .card").wait_for()
    me.is_sound()


def two_people(people):
    """They have 40 seconds for a challenge: looking at a screen takes some of them."""
    ada, bo = people(), people("phone", "dark")
    table(ada, bots=(), now=False, deal=A_SET_LIES_THERE, dealer="teacher", teacher_plays="on", challenge_seconds=10)
    bo.go(f"/t/{ada.code()}")
    ada.page.get_by_text("here", exact=True).wait_for()
    ada.page.get_by_role("button", name="This table").click()
    ada.page.get_by_role("radiogroup", name="Clocks").get_by_role("radio", name="× 4").check(force=True)
    ada.page.keyboard.press("Escape")
    ada.page.get_by_role("button", name="Begin", exact=True).click()
    for one in (ada, bo):
        one.page.locator("[data-place='1'] .card").wait_for()
    return ada, bo                                      # the first seat deals, so the second begins


def points(page, seat):
    return page.locator(f':is(.seats, .others) [data-seat="{seat}"] .num').first.inner_text().split("\n")[0]


WHERE = """() => [...document.querySelectorAll('.foot, .acts .btn, .mat li, .court')].map(e => {
    const {left, top, width, height} = e.getBoundingClientRect()
    return [left, top, width, height].join(' ')
})"""


def takes_and_nothing_moves(page, cards):
    """By touch, while "Hit" and "Done" and whatever else stands there keep their places."""
    page.locator(".acts .take").wait_for()
    before = page.evaluate(WHERE)
    for place, _ in cards:
        page.locator(f'[data-place="{place}"] button').click(position=STRIP)
        assert page.evaluate(WHERE) == before
    page.locator(".acts .take:enabled").click()
    wait_until(page, lambda: page.locator(".mat li .gap").count() == 3)     # each as large as its card was
    assert page.evaluate(WHERE) == before and not page.locator(".mat .card.up").count()


def test_a_wrong_set_is_taken_and_challenged(people):
    ada, bo = two_people(people)
    cards = sorted(bo.page.evaluate(CARDS), key=lambda card: -card[1])
    wrong = next([a, b, c] for a, b, c in itertools.permutations(cards, 3) if a[1] > b[1] and a[1] != b[1] * c[1])
    takes_and_nothing_moves(bo.page, wrong)
    panel = ada.page.locator("section[data-number='0']")
    panel.wait_for()
    expect(panel.get_by_role("timer")).to_have_count(1)
    ada.is_sound()
    bo.is_sound()
    assert bo.page.get_by_role("button", name="Challenge", exact=True).count() == 0
    ByKeys(ada.page).challenge()
    wait_until(ada.page, lambda: points(ada.page, 0) == "3")
    wait_until(bo.page, lambda: points(bo.page, 1) == "−3")
    assert len(bo.page.evaluate(CARDS)) == len(cards)   # they went back


def test_a_hit_that_overlooks_a_set_is_challenged(people):
    ada, bo = two_people(people)
    found = a_set(bo.page)
    ByTouch(bo.page).say("hit")
    ada.page.get_by_text("Do you see a set?").wait_for()
    expect(ada.page.locator(".timer")).to_have_count(1)
    ByKeys(ada.page).challenge()
    ada.page.get_by_text("Your challenge: take every set you see.").wait_for()
    assert a_set(ada.page)
    hands = ByKeys(ada.page)
    hands.take(found)
    wait_until(ada.page, lambda: ada.page.locator("section[data-number]").count() == 1)
    while more := a_set(ada.page):
        before = ada.page.evaluate(CARDS)
        hands.take(more)
        wait_until(ada.page, lambda before=before: ada.page.evaluate(CARDS) != before)
    hands.say("done")

    def counted():
        bo.page.keyboard.press("n")                     # the sets count when nobody challenges them
        return int(points(ada.page, 0)) >= 3
    wait_until(ada.page, counted)


def test_a_program_as_referee_explains(people):
    me = people()
    page = table(me, referee="program", overlook="off")
    page.locator(".acts .take").wait_for()
    cards = sorted(page.evaluate(CARDS), key=lambda card: -card[1])
    wrong = next([a, b, c] for a, b, c in itertools.permutations(cards, 3) if a[1] > b[1] and a[1] != b[1] * c[1])
    ByTouch(page).take(wrong)
    page.get_by_text(re.compile(r"not \d+\.|prime|does not")).first.wait_for()
    assert len(page.evaluate(CARDS)) == len(cards)
    me.is_sound()
    page.keyboard.press("Escape")
    assert page.locator(".card.up").count() == 0


def test_what_may_be_challenged_waits_in_one_place(people):
    """However many windows are open, one is shown, the newest first; the others are counted and opened one by one."""
    ada, bo = two_people(people)
    cards = bo.page.evaluate(CARDS)
    for group in (cards[:3], cards[3:6], cards[6:9]):
        ByTouch(bo.page).take(group)
        wait_until(bo.page, lambda group=group: not set(dict(group)) & set(dict(bo.page.evaluate(CARDS))))
    court, place = ada.page.locator("section[data-number]"), ada.page.locator(".court").bounding_box()
    ada.page.locator("section[data-number='2']").wait_for()
    expect(court).to_have_count(1)
    ada.is_sound()
    for number in (1, 0, 2, 1):
        ada.page.get_by_role("button", name="2 more").click()
        ada.page.locator(f"section[data-number='{number}']").wait_for()
        assert court.count() == 1 and ada.page.locator(".court").bounding_box() == place
    ada.page.get_by_role("button", name="Challenge", exact=True).click()
    wait_until(ada.page, lambda: points(ada.page, 0) in ("3", "−3"))
