"""Somebody new: the first turn of every game, the question of home, and what comes one by one."""

import contextlib
import os

import pytest
from first_turns import MOVES, press_play, raise_cards
from playwright.sync_api import TimeoutError as TimeoutError_
from playwright.sync_api import expect
from screen_checks import CLIPPED, resized
from test_small_screen import UNSEEN

from coprime.core.registry import all_games, find_game
from coprime.exercises import load_course
from coprime.exercises.course import has_first_turn

pytestmark = pytest.mark.browser
PHONE, LYING, LAPTOP, SMALLEST = (360, 640), (640, 360), (1280, 800), (320, 568)


def is_new(people, size="phone", **asked):
    """Somebody whose device has seen nothing of Coprime."""
    return people(size, new=True, **asked)


def fits(page):
    """Everything a turn needs is in sight, once the hand is laid out anew."""
    with contextlib.suppress(TimeoutError_):
        page.wait_for_function(f"() => !({UNSEEN})().length", timeout=5000)
    assert page.evaluate(UNSEEN) == []


def sentence(page):
    return page.locator(".ask").first


# What of these lies under the caption or the stamp.
UNDER = """([over, under]) => {
    const above = document.querySelector(over).getBoundingClientRect(), text = document.createRange()
    return [...document.querySelectorAll(under)].filter(one => {
        text.selectNodeContents(one)
        const box = (one.matches('.ask *') ? text : one).getBoundingClientRect()
        return box.width && Math.min(above.bottom, box.bottom) - Math.max(above.top, box.top) > 1
            && Math.min(above.right, box.right) - Math.max(above.left, box.left) > 1
    }).map(one => one.textContent)
}"""


# What the stamp must not lie on, where the page does not scroll; what it says itself is not drawn under it.
UNDER_STAMP = """() => {
    const stamp = document.querySelector('.stamp').getBoundingClientRect()
    return [...document.querySelectorAll('.ask, .mat, .said, .rule, .own, .foot')].filter(one => {
        const box = one.getBoundingClientRect()
        const deep = Math.min(stamp.bottom, box.bottom) - Math.max(stamp.top, box.top)
        const wide = Math.min(stamp.right, box.right) - Math.max(stamp.left, box.left)
        const isSeen = box.width && getComputedStyle(one).opacity > 0
        return isSeen && deep > 3 && wide > 3 && !one.contains(document.querySelector('.stamp'))
    }).map(one => one.className)
}"""
# Where the table begins on the page, and how high that is.
TOP_AND_HEIGHT = """[Math.round(document.querySelector('.mat').getBoundingClientRect().top + scrollY),
    document.documentElement.scrollHeight, scrollY]"""
# Equations that stand above what was taken or laid, and the pawns that move.
NOTE_MOVING = """() => {
    window.moved = {texts: [], pawns: []}
    new MutationObserver(changes => {
        for (const {addedNodes} of changes) for (const node of addedNodes)
            if (node.classList?.contains('over-label')) moved.texts.push(node.textContent)
    }).observe(document, {subtree: true, childList: true})
    const {animate} = Element.prototype
    Element.prototype.animate = function (...given) {
        if (this.dataset?.on) moved.pawns.push(this.dataset.on)
        return animate.apply(this, given)
    }
}"""
# On a laptop the table of these two grows with what is shown of the verdict.
GROWING = ("factor_rummy", "prime_climb")
NARROW = ("daifugo", "factor_rummy", "prime_canasta", "prime_daifugo")     # two rows of cards pushed the buttons out


def test_every_first_turn_is_played_here():
    assert set(MOVES) == {name for name in all_games() if has_first_turn(find_game(name))}


@pytest.mark.parametrize("name", MOVES)
def test_a_first_turn_by_pointer_from_its_caption_to_the_first_match(people, name, sample_size):
    """On a phone; its window is made another before and after the move, where what is shown must fit, too.

    Axe looks before or after the move, in the long form at both: all first turns are made of the same parts.
    """
    me = is_new(people)
    page, first = me.page, load_course(name).first
    resized(page, *PHONE)
    me.go(f"/first/{name}")
    expect(sentence(page)).to_contain_text(first.exercise.prompt.ask)
    page.locator(".tip").wait_for()
    page.evaluate("document.fonts.ready.then(() => 0)")
    fits(page)
    looks_after = list(MOVES).index(name) % sample_size(2, 1)
    me.is_sound(axe=looks_after == 0)
    assert page.locator(".card .fl, .card .foot").count() == 0, "bare cards"
    page.evaluate(NOTE_MOVING)
    if name in NARROW:
        fits_the_smallest_phone(me)
    before = {size: top_of_mat(page, size) for size in sizes_that_stay(name)}
    resized(page, *PHONE)
    BEFORE_MOVE.get(name, lambda page: None)(page)
    MOVES[name](page)
    expect(sentence(page)).to_contain_text(first.exercise.right.ask)
    expect(page.locator(".rule")).to_contain_text("The rule in one line:")
    expect(page.locator(".stamp")).to_have_count(1)
    stamp_covers_nothing(page)
    if os.environ.get("SHOTS"):
        page.screenshot(path=f"{os.environ['SHOTS']}/done_{name}.png")
    me.is_sound(axe=looks_after == sample_size(1, 0))
    assert page.evaluate("moved.texts") == [], "less motion: no equation stands above a set"
    AFTER_MOVE.get(name, lambda page: None)(page)
    if name not in GROWING:
        assert {size: top_of_mat(page, size) for size in before} == before, "the table stays where it is"
        resized(page, *LAPTOP)
        assert page.evaluate(UNDER, [".stamp", ".ask > *, .others, .mat .card"]) == []
    page.get_by_role("button", name="On to your first match").click()
    page.wait_for_url("**/t/*")
    page.locator(".mat").first.wait_for()


def sizes_that_stay(name):
    """The windows in which the stamp must move no table: a laptop's, and a phone's where a layout fills it."""
    return (LYING, PHONE, LAPTOP) if name == "prime_solitaire" else (LAPTOP,)


def top_of_mat(page, size):
    """Where the table begins in a window; on a laptop the page is not longer than that."""
    resized(page, *size)
    top, height, scrolled = page.evaluate(TOP_AND_HEIGHT)
    assert size != LAPTOP or (height, scrolled) == (800, 0)
    return top


def fits_the_smallest_phone(me):
    page = me.page
    resized(page, *SMALLEST)
    page.wait_for_function("() => document.documentElement.scrollHeight <= 568")
    for place in (".hand .card", ".foot .btn"):
        expect(page.locator(place).last).to_be_in_viewport(ratio=1)
    me.is_whole()


def stamp_covers_nothing(page):
    """A verdict on a small phone: all is in sight, and the stamp lies beside it."""
    fits(page)
    assert page.evaluate(UNDER_STAMP) == []
    expect(page.locator(".court .equation")).to_have_count(0)        # nothing is asked any more


def stamp_of_the_judge_lies_on_no_card(page):
    resized(page, *LYING)
    assert page.evaluate(UNDER, [".stamp", ".mat .card, .mat .said"]) == []


def no_arrow(page):
    """A caption far from its card has none: it pointed at nothing, or across the advice."""
    expect(page.locator(".tip:not(.up, .down, .left, .right)")).to_have_count(1)


def factors_have_no_gaps(page):
    """In the caption, whose arrow is gone on a lying phone."""
    # Between the ends of the texts "6", "=", "2", "×", "3" and the full stop.
    gaps = page.locator(".tip").evaluate("""tip => {
        const walker = document.createTreeWalker(tip, NodeFilter.SHOW_TEXT), ends = []
        for (let node; (node = walker.nextNode()) && ends.length < 6; )
            if (node.data.trim()) {
                const text = document.createRange()
                text.setStart(node, node.data.length - node.data.trimStart().length)
                text.setEnd(node, node.data.trimEnd().length)
                ends.push(text.getClientRects()[0])
            }
        return ends.slice(1).map((one, i) => one.left - ends[i].right)
    }""")
    before, after = gaps[2:4]
    assert 1 < before < 8 and abs(before - after) < 1.5 and gaps[4] < 1.5, gaps
    resized(page, *LYING)
    no_arrow(page)
    resized(page, *PHONE)


def raised_cards_that_are_no_set_say_why(page):
    raise_cards(page, 2, 3, 5)
    for size in (LYING, PHONE):
        resized(page, *size)
        expect(sentence(page)).to_contain_text("5 is prime, so nothing multiplies to it.")
        fits(page)
        assert page.evaluate(CLIPPED) == []
    page.keyboard.press("Escape")


def only_what_was_asked_for_is_praised(page):
    resized(page, *LAPTOP)
    expect(page.get_by_role("button", name="Not yet")).to_be_in_viewport(ratio=1)
    expect(page.locator(".display")).to_have_count(0)
    resized(page, *PHONE)
    page.locator("[data-value='2'] button").click()
    press_play(page)
    expect(page.locator(".stamp")).to_contain_text("You place 2.")
    expect(page.locator(".stamp .v")).to_have_count(0)
    page.get_by_role("button", name="Once more").click()


def praised(page):
    expect(page.locator(".stamp .v")).to_contain_text("Well done")


def advised_move_is_the_dark_button(page):
    expect(page.locator(".foot .btn.go")).to_contain_text("Take 18")
    expect(page.locator(".found")).to_have_count(0)


def found_is_shown(page):
    expect(page.locator(".found")).to_have_text("18 = 2 × 9")           # not before: it is the reward


def cards_and_play_are_all(page):
    """The first turn of Sosu Daifugo has no keys of a line."""
    expect(page.locator(".hand .place")).to_have_count(5)
    expect(page.locator(".two-digits")).to_have_count(0)
    expect(page.locator(".own .btn")).to_have_count(0)
    expect(page.locator(".foot .btn")).to_contain_text(["Pass", "Lay cards"])
    expect(page.locator(".foot .btn")).to_have_count(2)
    page.locator('[data-card="5"]').click()
    page.get_by_role("button", name="Take back the last card").click()
    expect(page.locator("[data-tile]")).to_have_count(0)


# What else is looked at in a game's first turn, on a phone.
BEFORE_MOVE = {"prime_challenge": no_arrow, "prime_solitaire": factors_have_no_gaps,
               "prime_canasta": raised_cards_that_are_no_set_say_why, "factor_rummy": advised_move_is_the_dark_button,
               "secret_number": only_what_was_asked_for_is_praised, "sosu_daifugo": cards_and_play_are_all}
AFTER_MOVE = {"prime_daifugo": stamp_of_the_judge_lies_on_no_card, "factor_rummy": found_is_shown,
              "secret_number": praised}
# Elsewhere the moves are made by English names.
BY_CARDS = ("daifugo", "prime_challenge", "prime_daifugo")


@pytest.mark.parametrize("name", sorted({*BY_CARDS, *NARROW}))
def test_a_first_turn_in_japanese_fits_small_phones_and_its_stamp_covers_nothing(people, name):
    me = is_new(people, locale="ja-JP")
    page = me.page
    resized(page, *PHONE)
    me.go(f"/first/{name}")
    page.locator(".tip").wait_for()
    page.evaluate("document.fonts.ready.then(() => 0)")
    if name in NARROW:
        fits_the_smallest_phone(me)
        resized(page, *PHONE)
    if name in BY_CARDS:
        MOVES[name](page)
        page.locator(".rule").wait_for()
        stamp_covers_nothing(page)
        AFTER_MOVE.get(name, lambda page: None)(page)


@pytest.mark.parametrize("name, equation", [("prime_solitaire", "6 = 2 × 3"), ("prime_canasta", "22 = 2 × 11")])
def test_the_equation_of_a_first_set_stands_above_it_for_a_moment(people, name, equation):
    """Not for whoever wants less motion: the test of the first turn."""
    me = is_new(people, motion="no-preference")
    page = me.page
    resized(page, *PHONE)
    me.go(f"/first/{name}")
    page.locator(".tip").wait_for()
    page.evaluate(NOTE_MOVING)
    MOVES[name](page)
    page.locator(".rule").wait_for()
    page.wait_for_function("() => moved.texts.length && !document.querySelector('body > .over-label')")
    assert page.evaluate("moved.texts") == [equation]


@pytest.mark.parametrize("size", [PHONE, pytest.param(LAPTOP, marks=pytest.mark.long)])
def test_the_others_pawns_step_onto_the_results_that_are_shown(people, size):
    me = is_new(people, motion="no-preference")
    page = me.page
    resized(page, *size)
    me.opens("secret_number", 3, "novice", deal=1, options={"round_seconds": 0, "match_length": 1})
    page.evaluate(NOTE_MOVING)
    choose_a_result(page)
    page.locator(".hand [data-value]").first.wait_for()
    page.wait_for_function("() => moved.pawns.length > 1")
    assert sorted(page.evaluate("moved.pawns")) == ["1", "2"]


def choose_a_result(page):
    """The caption goes with the tap; it comes a moment after the table, and after a tap before it would stay."""
    page.locator(".tip").wait_for()
    page.locator(".display button").first.click()
    page.locator(".tip").wait_for(state="detached")
    if page.locator(".how").count():
        page.locator(".how button").last.click()
    press_play(page)


@pytest.mark.parametrize("locale, said", [
    ("en-US", ("All results are hints", "Only one number can lie face down?", "Tap what you show.")),
    ("ja-JP", ("", "", ""))], ids=["en-US", "ja-JP"])
def test_secret_number_says_what_a_result_an_answer_and_a_clue_are_for(people, locale, said):
    """Captions that cover no card of the mat."""
    me = is_new(people, locale=locale)
    page = me.page

    def is_told(words, *under):
        expect(page.locator(".tip")).to_contain_text(words)
        page.evaluate("document.fonts.ready.then(() => 0)")
        for size in (LAPTOP, LYING, PHONE) if under else (PHONE,):
            resized(page, *size)
            assert page.evaluate(UNDER, [".tip", ", ".join((".mat figure", ".mat figcaption", *under))]) == [], size
        me.is_sound(axe=locale == "en-US" and words != said[1])

    me.opens("secret_number", 2, "novice", deal=1, options={"round_seconds": 0, "match_length": 1})
    is_told(said[0], ".display button")
    choose_a_result(page)
    page.locator(".hand [data-value]").first.wait_for()
    is_told(said[1], ".pile")
    page.locator(".agree:not([aria-disabled=true])").click()
    page.locator(".mine").first.wait_for()
    is_told(said[2])


WITH_A_WILD = 4         # a deal of two in which one begins


@pytest.mark.parametrize("locale, said", [("en-US", "any prime"), ("ja-JP", "どの素数")])
def test_factor_rummy_says_what_a_wild_is_for(people, locale, said):
    me = is_new(people, locale=locale)
    page = me.page
    me.opens("factor_rummy", 2, "novice", preset="first", deal=WITH_A_WILD)
    expect(page.locator(".tip")).to_contain_text(said)
    page.evaluate("document.fonts.ready.then(() => 0)")
    for size in (LAPTOP, PHONE):
        resized(page, *size)
        assert page.evaluate(UNDER, [".tip", ".mat .card, .mat .s, .hand .card"]) == [], size
        me.is_sound(axe=False)
    page.locator(".hand .card").first.click()
    expect(page.locator(".tip")).to_have_count(0)


def test_sosu_daifugo_opens_its_keys_in_the_first_match(people):
    me = is_new(people)
    page = me.page
    resized(page, *PHONE)
    me.opens("sosu_daifugo", 2, "novice", deal=1)
    page.locator(".hand .place").first.wait_for()
    assert page.locator(".own .keys").count() == 0, "folded in the first match"
    fits(page)
    me.is_sound()
    expect(page.locator(".tip")).to_contain_text("Two bars: two digits.")
    expect(page.locator(".hand .two-digits").first).to_be_visible()
    fits(page)
    page.get_by_role("button", name="Factors and more").click()
    expect(page.locator(".own .keys button")).to_have_count(7)
    expect(page.locator(".tip")).to_contain_text("begins the factors")
    page.reload()
    expect(page.locator(".own .keys button")).to_have_count(7)


def test_a_first_turn_by_keyboard_where_what_is_not_prime_may_be_tried_again(people):
    me = is_new(people, "laptop")
    page = me.go("/first/prime_daifugo").page
    page.locator(".tip").wait_for()

    def plays(*cards):
        for card in cards:
            page.locator(f".hand [data-card^='{card}#'][aria-pressed=false]").first.focus()
            page.keyboard.press("Enter")
        page.locator(".acts .go:enabled").wait_for()
        page.keyboard.press("p")

    plays(7, 7)
    expect(sentence(page)).to_contain_text("That number is not a prime.")
    expect(page.locator(".stamp")).to_contain_text("not prime")
    page.keyboard.press("Escape")
    for card in (4, 1):
        page.locator(f".hand [data-card^='{card}#'][aria-pressed=false]").first.focus()
        page.keyboard.press("Enter")
    expect(sentence(page)).to_contain_text("You built 41.")
    expect(page.get_by_role("img", name="Step 2 of 3")).to_be_visible()
    plays()
    expect(sentence(page)).to_contain_text("A prime, and it beats 23.")
    expect(page.get_by_role("img", name="Step 3 of 3")).to_be_visible()
    me.is_sound()
    page.get_by_role("button", name="On to your first match").focus()
    page.keyboard.press("Enter")
    page.wait_for_url("**/t/*")


@pytest.mark.parametrize("locale, widths", [("en-US", (360,)), ("ja-JP", (360, 320))], ids=["en-US", "ja-JP"])
def test_the_question_of_home_shows_all_its_answers(people, locale, widths):
    """Four answers in a line, of which the last one was cut off in Japanese; on a narrower phone it has its own."""
    me = is_new(people, locale=locale)
    page = me.go().page
    page.get_by_role("radiogroup").first.wait_for()
    page.evaluate("document.fonts.ready.then(() => 0)")
    for width in widths:
        resized(page, width, 640)
        assert page.get_by_role("radiogroup").first.get_by_role("radio").count() == 4, width
        me.is_whole()


def test_home_asks_which_game_once_and_plays_what_it_suggests(people):
    me = is_new(people)
    page = me.go().page
    page.set_viewport_size({"width": 360, "height": 640})
    expect(page.get_by_role("heading", name="Which game?")).to_be_visible()
    expect(page.locator(".which li button")).to_have_count(len(all_games()))
    me.is_sound()
    page.get_by_role("radio", name="I know cards").check()
    expect(page.get_by_role("button", name="Daifugo", exact=True)).to_have_attribute("aria-pressed", "true")
    page.get_by_role("button", name="Play Daifugo now").click()
    page.wait_for_url("**/first/daifugo")
    page.get_by_role("button", name="Skip").click()
    page.wait_for_url("**/t/*")
    me.go()
    page.get_by_role("button", name="Play now").wait_for()
    assert page.get_by_role("heading", name="Which game?").count() == 0


def test_whoever_has_a_code_is_led_to_its_field_and_play_now_to_a_first_turn(people):
    page = is_new(people).go().page
    page.get_by_role("button", name="I have a code").click()
    expect(page.get_by_label("The code on the other screen")).to_be_focused()
    page.get_by_role("button", name="Play now").click()
    page.wait_for_url("**/first/prime_daifugo")


FINISHED = """n => localStorage.setItem('coprime.games', JSON.stringify([...Array(n).keys()].map(
    id => ({id: `OLD.${id}`, game: 'prime_daifugo', at: 1, won: true, level: '', hints: 0}))))"""
STROKES, POWERS, CLUES = (f".hand .card {part}" for part in (".fl", ".pw", ".foot"))


def test_marks_come_one_by_one_over_the_first_matches_each_with_a_caption(people):
    me = is_new(people, "laptop")
    page = me.opens("prime_daifugo", 2, "novice", preset="beginners", deal=1)       # one begins
    expect(sentence(page)).to_contain_text("Your turn.")
    assert [page.locator(part).count() for part in (STROKES, POWERS, CLUES)] == [0, 0, 0]
    assert page.locator(".tip").count() == 0, "nothing is new yet"
    # Match, what is there, the captions in their order.
    for finished, shown, said in ((1, (STROKES,), ("strokes", "rules in force")), (2, (STROKES, POWERS), ("power",)),
                                  (3, (STROKES, POWERS, CLUES), ("clues", "clues of all"))):
        page.evaluate(FINISHED, finished)
        for words in said:
            page.reload()
            expect(page.locator(".tip")).to_contain_text(words)
            for part in shown:
                expect(page.locator(part).first).to_be_visible()
            page.keyboard.press("Tab")
            expect(page.locator(".tip")).to_be_visible()
            page.locator(".hand .card").first.click()
            expect(page.locator(".tip")).to_have_count(0)
    me.is_sound()


def test_somebody_who_wants_everything_is_shown_everything(people):
    me = is_new(people, "laptop")
    page = me.go().page
    page.get_by_role("button", name="Settings").click()
    page.get_by_role("dialog").get_by_text("Show everything at once").click()
    me.opens("prime_daifugo", 2, "novice", preset="beginners", deal=1)
    expect(page.locator(STROKES).first).to_be_visible()
    expect(page.locator(CLUES).first).to_be_visible()
