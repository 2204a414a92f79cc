"""Lessons in a browser: every course from its offer to its end, and one by pointer."""

import pytest
from playwright.sync_api import expect
from screen_checks import is_readable, resized, some_of
from test_landscape import LYING, OUT_OF_REACH, OVER_SENTENCE, WITH_BARS
from test_small_screen import UNSEEN

from coprime.core.registry import all_games, find_game
from coprime.exercises import load_course
from coprime.exercises.course import has_course

pytestmark = pytest.mark.browser
COURSES = [name for name in all_games() if has_course(find_game(name))]


def sentence(page):
    return page.locator(".ask").first


def begun(page, url, name):
    page.goto(f"{url}/learn/{name}")
    page.get_by_role("button", name="Learn by playing").click()


@pytest.mark.parametrize("name", COURSES)
def test_a_course_from_its_offer_to_its_end_on_a_phone(people, name, sample_size):
    """Its first lesson lies on a laptop and on lying phones, too; then every second one on a higher phone."""
    me = people("phone")
    page, lessons = me.page, load_course(name).lessons
    begun(page, me.server.url, name)
    for at, lesson in enumerate(lessons):
        expect(sentence(page)).to_contain_text(lesson.prompt.ask)
        if not at:
            resized(page, 1280, 800)
            is_readable(page)
            for size in (LYING[0], *WITH_BARS):
                resized(page, *size)
                assert page.evaluate(OUT_OF_REACH) + page.evaluate(OVER_SENTENCE) == [], (lesson.name, size)
        lying = [] if at else some_of(LYING[1:], COURSES.index(name), sample_size(2, len(LYING) - 1))
        higher = [(360, 740)] if at % 2 or sample_size(False, True) else []
        for size in (*lying, *higher, (360, 640)):
            resized(page, *size)
            assert page.evaluate(UNSEEN) == [], (lesson.name, size)
        me.is_whole()
        page.get_by_role("button", name="Hints").click()
        page.get_by_role("button", name="Show me the answer").click()
        expect(sentence(page)).to_contain_text(lesson.right.ask)
        assert not [one for one in page.evaluate(UNSEEN) if "sentence" in one or "btn" in one], lesson.name
        page.locator(".foot .btn.go").click()
    expect(sentence(page)).to_contain_text("You know how to play.")
    page.reload()
    expect(sentence(page)).to_contain_text("You know how to play.")


def test_a_wrong_try_is_answered_and_the_cards_stay(people):
    me = people("phone")
    page = me.page
    begun(page, me.server.url, "prime_daifugo")
    page.get_by_role("button", name="Skip").click()
    page.get_by_role("button", name="Skip").click()
    expect(sentence(page)).to_contain_text("Beat Heron’s 41")

    def card(number):
        return page.locator(f".hand [data-card='{number}'], .hand [data-card^='{number}#']").first
    card(5).click()
    card(1).click()
    page.get_by_role("button", name="Play 51").click()
    expect(sentence(page)).to_contain_text("51 looks prime. But 3 divides it.")
    expect(page.locator(".mat")).to_contain_text("not prime")
    card(1).click()
    card(3).click()
    page.get_by_role("button", name="Play 53").click()
    expect(sentence(page)).to_contain_text("Yes. It is a prime")
    page.goto(f"{me.server.url}/learn/prime_daifugo")
    expect(sentence(page)).to_contain_text("You stopped at lesson 3 of 6.")
    expect(page.get_by_role("listitem").filter(has_text="A prime alone")).to_contain_text("skipped")
    expect(page.get_by_role("listitem").filter(has_text="Two cards, one number")).to_contain_text("done")


def test_a_turn_of_several_steps_is_answered_as_one_and_can_be_taken_back(people):
    me = people("phone")
    page = me.page
    begun(page, me.server.url, "prime_climb")
    page.get_by_role("button", name="Skip").click()
    expect(sentence(page)).to_contain_text("Bring your pawn from 18 to 99.")

    def plan(*equations):
        for equation in equations:
            page.locator(".eqs").get_by_role("button", name=equation).click()
            page.get_by_role("button", name="Move to").click()
        page.get_by_role("button", name="End turn").click()
    page.locator(".dice button").last.click()
    plan("18 − 9", "9 × 7")
    expect(sentence(page)).to_contain_text("18 − 9 = 9, and 9 × 7 = 63.")
    # Pressed twice before the server has answered.
    page.get_by_role("button", name="One move back").evaluate("button => { button.click(); button.click() }")
    expect(page.locator(".dice button")).to_have_count(2)
    page.locator(".dice button").first.click()
    plan("18 − 7", "11 × 9")
    expect(sentence(page)).to_contain_text("Yes. 18 − 7 = 11, and 11 × 9 = 99.")


def test_who_has_never_played_is_offered_the_lessons_first(people):
    me = people("phone")
    me.page.goto(me.server.url)
    me.page.get_by_role("button", name="Prime Daifugo Lv. 0").first.click()
    expect(me.page.get_by_role("link", name="Learn by playing")).to_be_visible()
    expect(me.page.get_by_role("button", name="Play Prime Daifugo Lv. 0 now")).to_be_visible()
    me.page.get_by_role("link", name="Learn by playing").click()
    expect(sentence(me.page)).to_contain_text(load_course("prime_daifugo").lessons[0].prompt.ask)
    assert me.page.url.endswith("/learn/prime_daifugo")


def test_what_is_not_there_is_told(people):
    me = people("phone")
    me.page.goto(f"{me.server.url}/learn/chess")
    expect(sentence(me.page)).to_contain_text("chess")
