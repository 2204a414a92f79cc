"""Puzzles in a browser: one of every game by its answer, three wrong tries, and the puzzle of the day with its text."""

from itertools import permutations

import pytest
from playwright.sync_api import expect
from screen_checks import is_readable, resized, some_of
from test_landscape import LYING
from test_small_screen import UNSEEN

from coprime.core.registry import all_games
from coprime.exercises import list_themes, load_puzzle
from coprime.exercises.puzzle_bank import puzzle_lines

pytestmark = pytest.mark.browser
HAVING = [name for name in all_games() if puzzle_lines(name)]


def sentence(page):
    return page.locator(".ask").first


@pytest.mark.parametrize("name", HAVING)
def test_a_puzzle_fits_a_phone_and_its_answer_can_be_shown(people, name, sample_size):
    me = people("phone")
    page = me.page
    page.goto(f"{me.server.url}/puzzles/{name}")
    expect(sentence(page)).to_contain_text("What would you play?")
    for size in (*some_of(LYING, HAVING.index(name), sample_size(2, len(LYING))), (360, 740), (360, 640)):
        resized(page, *size)
        assert page.evaluate(UNSEEN) == [], size
    me.is_whole()
    page.get_by_role("button", name="Hints").click()
    page.get_by_role("button", name="Show me the answer").click()
    expect(sentence(page)).to_contain_text("This was the move.")
    page.get_by_role("button", name="Next puzzle").click()
    expect(sentence(page)).to_contain_text("What would you play?")
    is_readable(page)


def test_what_is_solved_is_counted_and_the_next_one_opens(people):
    me = people("phone")
    page = me.page
    theme = next(one for one in list_themes("prime_daifugo") if one["kind"] == "two")
    first = load_puzzle("prime_daifugo", theme["puzzles"][0])
    (answer,) = first.remaining_answer(())
    page.goto(f"{me.server.url}/puzzles/prime_daifugo?kind=two")
    expect(sentence(page)).to_contain_text("What would you play?")
    for card in answer.split()[1:]:
        page.locator(f".hand [data-card='{card}'], .hand [data-card^='{card}#']").and_(
            page.locator("[aria-pressed='false']")).first.click()
    page.locator(".foot .btn.go").click()
    expect(sentence(page)).to_contain_text("Yes, that is best here.")
    page.get_by_role("link", name="Themes").click()
    link = page.locator("a[href='/puzzles/prime_daifugo?kind=two']")        # another game has a theme of that title
    expect(link).to_contain_text(theme["title"])
    expect(link).to_contain_text(f"1 of {len(theme['puzzles'])}")


def test_a_wrong_try_does_not_stay_on_the_table_and_counts_once(people):
    me = people("phone")
    page = me.page
    one = load_puzzle("prime_daifugo",
                      next(one for one in list_themes("prime_daifugo") if one["kind"] == "two")["puzzles"][0])
    pairs = permutations(range(1, 14), 2)
    wrong = next(pair for pair in pairs if one.run_attempt((), ["play {} {}".format(*pair)]).verdict == "wrong")
    page.goto(f"{me.server.url}/puzzles/prime_daifugo?kind=two")
    raised = page.locator(".hand [aria-pressed=true]")
    for _ in range(3):
        for card in wrong:
            page.locator(f".hand [data-card='{card}'], .hand [data-card^='{card}#']").and_(
                page.locator("[aria-pressed='false']")).first.click()
        page.locator(".foot .btn.go:enabled").click()
        expect(sentence(page)).to_contain_text("2 tries are left")
        expect(raised).to_have_count(0)
    expect(page.locator("main")).to_be_focused()


def test_what_is_not_there_is_told(people):
    me = people("phone")
    me.page.goto(f"{me.server.url}/puzzles/chess")
    expect(sentence(me.page)).to_contain_text("no puzzles")
