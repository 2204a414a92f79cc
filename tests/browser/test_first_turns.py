"""Somebody new: the first turn of every game, the question of home, and what comes one by one."""

import contextlib
import os

import pytest
from first_turns import MOVES, press_play, raise_cards
from playwright.sync_api import TimeoutError as TimeoutError_
from playwright.sync_api import expect
from screen_checks import resized
from test_small_screen import UNSEEN

from coprime.core.registry import all_games, find_game
from coprime.exercises import load_course
from coprime.exercises.course import has_first_turn

pytestmark = pytest.mark.browser


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


def test_every_first_turn_is_played_here():
    assert set(MOVES) == {name for name in all_games() if has_first_turn(find_game(name))}


@pytest.mark.parametrize("name", MOVES)
def test_a_first_turn_by_pointer_from_its_caption_to_the_first_match(people, name):
    me = is_new(people)
    page, first = me.page, load_course(name).first
    page.set_viewport_size({"width": 360, "height": 640})
    me.go(f"/first/{name}")
    expect(sentence(page)).to_contain_text(first.exercise.prompt.ask)
    fits(page)
    me.is_sound()
    assert page.locator(".card .fl, .card .foot").count() == 0, "bare cards"
    MOVES[name](page)
    expect(sentence(page)).to_contain_text(first.exercise.right.ask)
    expect(page.locator(".rule")).to_contain_text("The rule in one line:")
    expect(page.locator(".stamp")).to_have_count(1)
    stamp_covers_nothing(page)
    if os.environ.get("SHOTS"):
        page.screenshot(path=f"{os.environ['SHOTS']}/done_{name}.png")
    me.is_sound()
    page.get_by_role("button", name="On to your first match").click()
    page.wait_for_url("**/t/*")
    page.locator(".mat").first.wait_for()


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


# Elsewhere the moves are made by English names.
BY_CARDS = ("daifugo", "prime_challenge", "prime_daifugo")


@pytest.mark.parametrize("name", BY_CARDS)
def test_the_stamp_covers_nothing_in_japanese(people, name):
    me = is_new(people, "phone", locale="ja-JP")
    page = me.page
    page.set_viewport_size({"width": 360, "height": 640})
    me.go(f"/first/{name}")
    page.locator(".tip").wait_for()
    MOVES[name](page)
    page.locator(".rule").wait_for()
    stamp_covers_nothing(page)


def stamp_covers_nothing(page):
    """A verdict on a small phone: all is in sight, and the stamp lies beside it."""
    fits(page)
    assert page.evaluate(UNDER_STAMP) == []
    expect(page.locator(".court .equation")).to_have_count(0)        # nothing is asked any more


# From where to where something reaches on the page.
REACH = """name => {
    const {top, bottom} = document.querySelector(name).getBoundingClientRect()
    return [Math.round(top + scrollY), Math.round(bottom + scrollY)]
}"""
HIGH = "document.documentElement.scrollHeight"
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
# A laptop has other controls for the moves of these two.
BY_PANELS = ("factor_rummy", "prime_climb")


@pytest.mark.parametrize("name", MOVES)
def test_a_first_turn_fits_a_laptop_and_its_table_stays_where_it_is(people, name):
    page = is_new(people, "laptop").go(f"/first/{name}").page
    page.locator(".tip").wait_for()
    page.evaluate("document.fonts.ready.then(() => 0)")
    before = page.evaluate(REACH, ".mat")
    assert page.evaluate(HIGH) == 800
    if name in BY_PANELS:
        return
    MOVES[name](page)
    page.locator(".rule").wait_for()
    assert page.evaluate(HIGH) == 800 and page.evaluate("scrollY") == 0
    assert page.evaluate(UNDER, [".stamp", ".ask > *, .others, .mat .card"]) == []
    assert page.evaluate(REACH, ".mat")[0] == before[0]


@pytest.mark.parametrize("size", [(360, 640), (640, 360)])
def test_the_mat_of_prime_solitaire_stays_where_it_is_when_the_stamp_is_set(people, size):
    me = is_new(people)
    page = me.page
    page.set_viewport_size({"width": size[0], "height": size[1]})
    me.go("/first/prime_solitaire")
    page.locator(".tip").wait_for()
    page.evaluate("document.fonts.ready.then(() => 0)")
    top = page.evaluate(REACH, ".mat")[0]
    MOVES["prime_solitaire"](page)
    page.locator(".rule").wait_for()
    assert page.evaluate(REACH, ".mat")[0] == top


# Equations that stand above what was taken or laid, and the pawns that move.
MOVING = """window.moved = {texts: [], pawns: []}
new MutationObserver(changes => {
    for (const {addedNodes} of changes) for (const node of addedNodes)
        if (node.classList?.contains('over-label')) moved.texts.push(node.textContent)
}).observe(document, {subtree: true, childList: true})
const {animate} = Element.prototype
Element.prototype.animate = function (...given) {
    if (this.dataset?.on) moved.pawns.push(this.dataset.on)
    return animate.apply(this, given)
}"""


@pytest.mark.parametrize("motion", ["no-preference", "reduce"])
@pytest.mark.parametrize("name, equation", [("prime_solitaire", "6 = 2 × 3"), ("prime_canasta", "22 = 2 × 11")])
def test_the_equation_of_a_first_set_stands_above_it_for_a_moment(people, name, equation, motion):
    me = is_new(people, "phone", motion=motion)
    page = me.page
    page.add_init_script(MOVING)
    page.set_viewport_size({"width": 360, "height": 640})
    me.go(f"/first/{name}")
    page.locator(".tip").wait_for()
    MOVES[name](page)
    page.locator(".rule").wait_for()
    if motion == "reduce":
        assert page.evaluate("moved.texts") == []
    else:
        page.wait_for_function("() => moved.texts.length && !document.querySelector('body > .over-label')")
        assert page.evaluate("moved.texts") == [equation]


@pytest.mark.parametrize("size", [(360, 640), (1280, 800)])
def test_the_others_pawns_step_onto_the_results_that_are_shown(people, size):
    me = is_new(people, "phone", motion="no-preference")
    page = me.page
    page.add_init_script(MOVING)
    page.set_viewport_size({"width": size[0], "height": size[1]})
    me.opens("secret_number", 3, "novice", deal=1, options={"round_seconds": 0, "match_length": 1})
    page.locator(".display button").first.click()
    if page.locator(".how").count():
        page.locator(".how button").last.click()
    press_play(page)
    page.locator(".hand [data-value]").first.wait_for()
    page.wait_for_function("() => moved.pawns.length > 1")
    assert sorted(page.evaluate("moved.pawns")) == ["1", "2"]


@pytest.mark.parametrize("locale", ["en-US", "ja-JP"])
def test_the_stamp_of_the_judge_lies_on_no_card_of_a_lying_phone(people, locale):
    me = is_new(people, "phone", locale=locale)
    page = me.page
    page.set_viewport_size({"width": 640, "height": 360})
    me.go("/first/prime_daifugo")
    page.locator(".tip").wait_for()
    MOVES["prime_daifugo"](page)
    page.locator(".rule").wait_for()
    page.evaluate("document.fonts.ready.then(() => 0)")
    assert page.evaluate(UNDER, [".stamp", ".mat .card, .mat .said"]) == []


@pytest.mark.parametrize("locale", ["en-US", "ja-JP"])
def test_captions_of_secret_number_cover_no_card_of_the_mat(people, locale):
    me = is_new(people, "phone", locale=locale)
    page = me.page

    def covers_nothing(*under):
        page.locator(".tip").wait_for()
        page.evaluate("document.fonts.ready.then(() => 0)")
        for width, height in ((1280, 800), (640, 360), (360, 640)):
            resized(page, width, height)
            assert page.evaluate(UNDER, [".tip", ", ".join((".mat figure", ".mat figcaption", *under))]) == [], width
    me.opens("secret_number", 2, "novice", deal=1, options={"round_seconds": 0, "match_length": 1})
    covers_nothing(".display button")
    page.locator(".display button").first.click()
    page.locator(".tip").wait_for(state="detached")
    if page.locator(".how").count():
        page.locator(".how button").last.click()
    press_play(page)
    covers_nothing(".pile")


@pytest.mark.parametrize("locale", ["en-US", "ja-JP"])
def test_the_caption_of_prime_climb_covers_no_space_of_a_lying_phone(people, locale):
    me = is_new(people, "phone", locale=locale)
    page = me.page
    page.set_viewport_size({"width": 640, "height": 360})
    me.opens("prime_climb", 2, "novice", deal=1)
    page.locator(".tip").wait_for()
    page.evaluate("document.fonts.ready.then(() => 0)")
    assert page.evaluate(UNDER, [".tip", ".board, .others, .planning button, .foot .btn"]) == []


@pytest.mark.parametrize("locale", ["en-US", "ja-JP"])
def test_the_caption_of_prime_solitaire_covers_no_card_of_a_lying_phone(people, locale):
    me = is_new(people, "phone", locale=locale)
    page = me.page
    page.set_viewport_size({"width": 640, "height": 360})
    me.opens("prime_solitaire", 1, options={"deal": 7})
    page.locator(".tip").wait_for()
    page.evaluate("document.fonts.ready.then(() => 0)")
    assert page.evaluate(UNDER, [".tip", ".mat .card, .below .card, .sums .s, .news, .foot .btn"]) == []


@pytest.mark.parametrize("name, size", [("prime_solitaire", (640, 360)), ("prime_challenge", (360, 640))])
def test_a_caption_far_from_its_card_has_no_arrow(people, name, size):
    """An arrow pointed at nothing, or across the advice."""
    me = is_new(people, "phone")
    page = me.page
    page.set_viewport_size({"width": size[0], "height": size[1]})
    me.go(f"/first/{name}")
    page.locator(".tip").wait_for()
    page.evaluate("document.fonts.ready.then(() => 0)")
    expect(page.locator(".tip:not(.up, .down, .left, .right)")).to_have_count(1)


@pytest.mark.parametrize("locale", ["en-US", "ja-JP"])
@pytest.mark.parametrize("name", ["daifugo", "factor_rummy", "prime_canasta", "prime_daifugo"])
def test_hand_and_buttons_of_a_first_turn_fit_the_smallest_phone(people, name, locale):
    """Two rows of cards pushed the buttons out of a window of 568 px."""
    me = is_new(people, "phone", locale=locale)
    page = me.page
    page.set_viewport_size({"width": 320, "height": 568})
    me.go(f"/first/{name}")
    page.locator(".tip").wait_for()
    page.wait_for_function("() => document.documentElement.scrollHeight <= 568")
    for place in (".hand .card", ".foot .btn"):
        expect(page.locator(place).last).to_be_in_viewport(ratio=1)
    me.is_whole()


def test_in_factor_rummy_the_advised_move_is_the_dark_button(people):
    page = is_new(people, "phone").go("/first/factor_rummy").page
    expect(page.locator(".foot .btn.go")).to_contain_text("Take 18")
    expect(page.locator(".found")).to_have_count(0)
    page.get_by_role("button", name="Take 18").click()
    expect(sentence(page)).to_contain_text("your first set")
    expect(page.locator(".found")).to_have_text("18 = 2 × 9")           # not before: it is the reward


WITH_A_WILD = 4         # a deal of two in which one begins


@pytest.mark.parametrize("size, locale, said", [((360, 640), "en-US", "any prime"), ((360, 640), "ja-JP", "どの素数"),
                                                ((1280, 800), "en-US", "any prime")])
def test_factor_rummy_says_what_a_wild_is_for(people, size, locale, said):
    me = is_new(people, "phone", locale=locale)
    page = me.page
    page.set_viewport_size({"width": size[0], "height": size[1]})
    me.opens("factor_rummy", 2, "novice", preset="first", deal=WITH_A_WILD)
    expect(page.locator(".tip")).to_contain_text(said)
    page.evaluate("document.fonts.ready.then(() => 0)")
    assert page.evaluate(UNDER, [".tip", ".mat .card, .mat .s, .hand .card"]) == []
    me.is_sound(axe=False)
    page.locator(".hand .card").first.click()
    expect(page.locator(".tip")).to_have_count(0)


def test_sosu_daifugo_begins_with_cards_and_play_and_opens_its_keys(people):
    me = is_new(people, "phone")
    page = me.page
    page.set_viewport_size({"width": 360, "height": 640})
    me.go("/first/sosu_daifugo")
    expect(page.locator(".hand .place")).to_have_count(5)
    expect(page.locator(".two-digits")).to_have_count(0)
    expect(page.locator(".own .btn")).to_have_count(0)
    expect(page.locator(".foot .btn")).to_contain_text(["Pass", "Lay cards"])
    expect(page.locator(".foot .btn")).to_have_count(2)
    page.locator('[data-card="5"]').click()
    page.get_by_role("button", name="Take back the last card").click()
    expect(page.locator("[data-tile]")).to_have_count(0)
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


def test_secret_numbers_first_turn_fits_a_laptop_with_its_button(people):
    page = is_new(people, "laptop").go("/first/secret_number").page
    expect(page.get_by_role("button", name="Not yet")).to_be_in_viewport(ratio=1)
    expect(page.locator(".display")).to_have_count(0)


def test_secret_number_says_what_a_result_an_answer_and_a_clue_are_for(people):
    me = is_new(people, "phone")
    page = me.page
    page.set_viewport_size({"width": 360, "height": 640})
    me.opens("secret_number", 2, "novice", deal=1, options={"round_seconds": 0, "match_length": 1})
    expect(page.locator(".tip")).to_contain_text("All results are hints")
    me.is_sound()
    page.locator(".display button").first.click()
    expect(page.locator(".tip")).to_have_count(0)
    if page.locator(".how").count():
        page.locator(".how button").last.click()
    press_play(page)
    expect(page.locator(".tip")).to_contain_text("Only one number can lie face down?")
    me.is_sound()
    page.locator(".agree:not([aria-disabled=true])").click()
    expect(page.locator(".tip")).to_contain_text("Tap what you show.")
    me.is_sound()


def test_only_what_was_asked_for_is_praised(people):
    page = is_new(people).go("/first/secret_number").page
    for number, verdict in ((2, "You place 2."), (0, "Well done")):
        page.locator(f"[data-value='{number}'] button").click()
        press_play(page)
        expect(page.locator(".stamp")).to_contain_text(verdict)
        expect(page.locator(".stamp .v")).to_have_count(0 if number else 1)
        if number:
            page.get_by_role("button", name="Once more").click()


def test_a_caption_sets_factors_without_gaps(people):
    page = is_new(people).go("/first/prime_solitaire").page
    page.locator(".tip .fx").first.wait_for()
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


@pytest.mark.parametrize("size", [(360, 640), (640, 360)])
def test_raised_cards_that_are_no_set_say_why(people, size):
    me = is_new(people)
    page = me.page
    page.set_viewport_size({"width": size[0], "height": size[1]})
    me.go("/first/prime_canasta")
    page.locator(".tip").wait_for()
    raise_cards(page, 2, 3, 5)
    expect(sentence(page)).to_contain_text("5 is prime, so nothing multiplies to it.")
    fits(page)
    me.is_whole()


def test_a_first_turn_by_keyboard(people):
    me = is_new(people, "laptop")
    page = me.go("/first/prime_daifugo").page
    page.locator(".tip").wait_for()
    for card in (4, 7):
        page.locator(f".hand [data-card^='{card}#'][aria-pressed=false]").first.focus()
        page.keyboard.press("Enter")
    expect(sentence(page)).to_contain_text("You built 47.")
    expect(page.get_by_role("img", name="Step 2 of 3")).to_be_visible()
    page.keyboard.press("p")
    expect(sentence(page)).to_contain_text("A prime, and it beats 23.")
    expect(page.get_by_role("img", name="Step 3 of 3")).to_be_visible()
    me.is_sound()
    page.get_by_role("button", name="On to your first match").focus()
    page.keyboard.press("Enter")
    page.wait_for_url("**/t/*")


def test_what_is_not_prime_is_judged_and_may_be_tried_again(people):
    me = is_new(people)
    page = me.go("/first/prime_daifugo").page
    raise_cards(page, 7, 7)
    press_play(page)
    expect(sentence(page)).to_contain_text("That number is not a prime.")
    expect(page.locator(".stamp")).to_contain_text("not prime")
    page.keyboard.press("Escape")
    raise_cards(page, 4, 1)
    press_play(page)
    expect(sentence(page)).to_contain_text("A prime, and it beats 23.")


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


def test_whoever_has_a_code_is_led_to_its_field(people):
    me = is_new(people)
    page = me.go().page
    page.get_by_role("button", name="I have a code").click()
    expect(page.get_by_label("The code on the other screen")).to_be_focused()


def test_play_now_of_somebody_new_begins_with_the_first_turn(people):
    me = is_new(people)
    page = me.go().page
    page.get_by_role("button", name="Skip").click()
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
