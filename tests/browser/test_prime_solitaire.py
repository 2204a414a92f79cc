"""Prime Solitaire in the browser: whole deals by keyboard and by touch, back and again, and what comes after."""

import re

import pytest
from prime_daifugo_play import logged, wait_for_line
from screen_checks import resized
from test_small_screen import UNSEEN

from coprime.core.kernel import import_pure

pytestmark = pytest.mark.browser


def way_through(level, number, foundation=0):
    """A solution of a numbered deal, as labels."""
    deals = import_pure("coprime.games.prime_solitaire.deal_solver")
    words = import_pure("coprime.games.prime_solitaire.words")
    return [words.label(action) for action in deals.solve_deal(deals.deal_position(level, foundation, 0, number),
                                                               ((1, 1, 3.0),)).actions]


def dealt(somebody, **options):
    """Somebody at a deal."""
    page = somebody.opens("prime_solitaire", practice=None, options=options)
    page.locator("[data-place]").first.wait_for(timeout=60_000)
    return page


def by_keys(page, label):
    """Carry out an action with keys alone."""
    lines = logged(page)
    if label == "turn":
        page.keyboard.press("t")
        return wait_for_line(page, lines)
    *places, last = label.split()[1:]
    run = int(last[1:]) if last.startswith("+") else 0
    for place in [*places, *([] if run else [last])]:
        page.locator(f'[data-place="{place}"]').focus()
        page.keyboard.press("Enter")
    for _ in range(run):
        page.keyboard.press("s")
    page.get_by_text("it may be taken").wait_for()
    page.keyboard.press("p")
    return wait_for_line(page, lines)


def by_touch(page, label):
    """Carry out an action by tapping."""
    lines = logged(page)
    if label == "turn":
        page.get_by_role("button", name=re.compile("^Turn the (next|last) card")).click()
        return wait_for_line(page, lines)
    *places, last = label.split()[1:]
    for place in [*places, *([] if last.startswith("+") else [last])]:
        # The strip that shows the figure: the rest of a card may lie under others.
        page.locator(f'[data-place="{place}"]').click(position={"x": 20, "y": 14})
    if last.startswith("+"):
        page.locator(f'[data-stack="{last[1:]}"]').click(position={"x": 14, "y": 30})
    page.get_by_role("button", name=re.compile(r"^Take \d+")).click()
    return wait_for_line(page, lines)


@pytest.mark.parametrize(("size", "scheme", "do", "foundation"), [
    ("laptop", "light", by_keys, "columns"), ("phone", "dark", by_touch, "pyramid")])
def test_a_deal_won(people, size, scheme, do, foundation):
    me = people(size, scheme)
    page = dealt(me, level=1, deal=3, foundation=foundation)
    me.is_sound(axe=False)
    labels = way_through(1, 3, ("columns", "pyramid").index(foundation))
    for i, label in enumerate(labels):
        do(page, label)
        if i == len(labels) // 2:
            me.is_sound(axe=False)
    page.get_by_text("The foundation is clear.").first.wait_for()
    me.is_sound()
    assert page.locator(".figures").get_by_text("1", exact=True).count() >= 1         # in a row won


def test_back_and_again_and_a_refusal_with_its_arithmetic(people):
    """The top of the stack stays in sight when the window gets narrower, as when a phone is turned."""
    me = people()
    page = dealt(me, level=3, deal=20316)
    for _ in range(3):
        by_keys(page, "turn")
    assert "110 left" in page.locator(".pile").inner_text().replace("\n", " ")
    page.keyboard.press("Control+z")
    page.get_by_text("111").first.wait_for()
    page.keyboard.press("r")
    page.get_by_text("110").first.wait_for()
    page.get_by_role("button", name="Again").click()
    page.get_by_text("113").first.wait_for()
    page.get_by_role("button", name="Redo").click()
    page.get_by_text("112").first.wait_for()
    for place in ("15", "16", "21"):                                         # 3, 3 and 5
        page.locator(f'[data-place="{place}"]').click()
    page.get_by_text("3 × 3 × 5 = 45").wait_for()
    page.keyboard.press("p")
    page.get_by_role("alert").filter(has_text="Rule PS-9").wait_for()
    me.is_sound(axe=False)                              # of refusals: test_refusals.py
    page.keyboard.press("Escape")
    assert page.locator('[data-place][aria-pressed="true"]').count() == 0
    for _ in range(8):
        by_keys(page, "turn")
    resized(page, 360, 800)
    page.wait_for_function("""() => {
        const strip = document.querySelector('.strip')
        return strip.scrollWidth > strip.clientWidth && strip.scrollLeft + strip.clientWidth > strip.scrollWidth - 2
    }""")
    me.is_sound(axe=False)


def test_given_up_and_looked_back_on(people):
    me = people("phone")
    page = dealt(me, level=1, deal=3)
    page.get_by_role("button", name="Deal", exact=True).click()
    page.get_by_role("button", name="Is it lost?").click()
    page.get_by_text("Nothing proves that it is lost.").wait_for()
    page.get_by_role("button", name="Give up").click()
    page.get_by_role("button", name="Really give up?").click()
    page.get_by_role("button", name="Could it be won?").click()
    # Where nothing has been compiled yet, the server does it first: 90 s were too few beside eight busy processes.
    page.get_by_text("This deal could be won").wait_for(timeout=300_000)
    me.is_sound(axe=False)
    page.get_by_role("button", name="Play it here, step by step").click()
    # A step is several actions: the button can be pressed again when the last of them is done.
    clear = page.get_by_text("The foundation is clear.")
    further = page.get_by_role("button", name="Next set", disabled=False)
    for _ in range(40):
        clear.or_(further).first.wait_for()
        if clear.count():
            break
        further.click()
    clear.first.wait_for()
    assert not page.get_by_role("button", name="Could it be won?").count(), "it has just been won"


def test_another_deal(people):
    me = people()
    page = dealt(me, level=2, deal=5)
    page.get_by_role("button", name="Other deals").click()
    page.get_by_role("dialog", name="Another deal").wait_for()
    me.is_sound()
    page.get_by_label("Number of the deal").fill("777")
    page.get_by_role("button", name="This deal").click()
    page.get_by_role("heading", name="Deal 777").wait_for()
    page.get_by_role("button", name="Other deals").click()
    page.get_by_role("button", name="Deal of the day").click()
    page.get_by_role("heading", name=re.compile(r"Deal 20\d{6}")).wait_for()
    page.get_by_role("button", name="Hide the clock").click()
    page.get_by_role("button", name="Show the clock").wait_for()
    page.get_by_role("button", name="New deal").click()
    page.wait_for_function("() => !/Deal 20\\d{6}$/.test(document.querySelector('.panel h2')?.textContent.trim())")
    page.locator("[data-place]").first.wait_for()


@pytest.mark.parametrize("board", [{"rows": 3}, {"rows": 7}, {"foundation": "pyramid"},
                                   {"foundation": "pyramid", "rows": 9}])
def test_every_board_fits_a_small_phone(people, board):
    me = people("phone")
    page = dealt(me, level=6, deal=99999999, **board)
    resized(page, 360, 640)
    for _ in range(7):
        by_keys(page, "turn")
    for key in "135ss":
        page.keyboard.press(key)
    page.locator(".sum", has_text="×").wait_for()
    assert page.evaluate(UNSEEN) == []
    me.is_sound(axe=False)
    assert "99999999" in me.asked()


def a_set_of_the_foundation():
    """A deal of the first level, and a set at its beginning without the stack."""
    for number in range(1, 60):
        first = next(iter(way_through(1, number)), "turn")
        if first != "turn" and "+" not in first:
            return number, first.split()[1:]
    raise AssertionError("no such deal")


WHERE = """() => ['.below', '.sums', '.strip', '.foot', '.foot .go', '[data-place="1"]'].map(one => {
    const {top, left, width} = document.querySelector(one).getBoundingClientRect()
    return [one, top, left, one === '.strip' ? 0 : width]
})"""


def test_cards_are_dragged_together_or_tapped_and_two_taps_take_the_set_that_stands(people):
    """Nothing moves while a set is raised."""
    number, (one, other, *others) = a_set_of_the_foundation()
    page = dealt(people("phone"), level=1, deal=number)
    strip, up = {"x": 20, "y": 14}, page.locator('[data-place][aria-pressed="true"]')
    before = page.evaluate(WHERE)
    page.locator(f'[data-place="{one}"]').drag_to(page.locator(f'[data-place="{other}"]'), source_position=strip,
                                                  target_position=strip)
    page.locator(f'[data-place="{other}"][aria-pressed="true"]').wait_for()
    assert sorted(up.evaluate_all("all => all.map(e => e.dataset.place)")) == sorted([one, other])
    page.keyboard.press("Escape")
    page.wait_for_function("() => !document.querySelector('[data-place][aria-pressed=true]')")
    for place in (one, other, *others):
        page.locator(f'[data-place="{place}"]').click(position=strip)
        assert page.evaluate(WHERE) == before
        page.wait_for_timeout(400)                          # two taps so far apart are two
    page.get_by_text("it may be taken").wait_for()
    lines = logged(page)
    page.locator(f'[data-place="{one}"]').dblclick(position=strip)
    wait_for_line(page, lines)
    assert not page.locator(f'[data-place="{one}"]').count()
