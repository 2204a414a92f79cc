"""Prime Daifugo Lv. 0 in the browser: whole games by keyboard and by pointer, people, a server that is killed."""

import re

import pytest
from game_moments import ACT, Opened, story
from page_motion import hold_moments, note_shown, was_shown
from playwright.sync_api import expect
from prime_daifugo_play import ByKeys, ByPointer, hand, lobby, logged, play_out, wait_for_line, wait_for_turn
from screen_checks import resized
from test_first_turns import UNDER

from coprime.core.language_selection import use_language
from coprime.games.prime_daifugo.refusal_texts import SAY

pytestmark = pytest.mark.browser


def test_a_whole_game_by_keyboard_alone(people):
    me = people().go()
    page = me.page
    page.locator("button:enabled", has_text="Play now").wait_for()
    for _ in range(12):                                     # nothing but Tab leads to the first button
        page.keyboard.press("Tab")
        if page.evaluate("document.activeElement.textContent.trim()") == "Play now":
            break
    page.wait_for_function("() => !document.activeElement.disabled")
    page.keyboard.press("Enter")
    page.locator(".hand [data-card]").first.wait_for()
    quick_bots(page)
    title = play_out(page, ByKeys(page))
    assert re.search("win", title)
    me.is_sound(axe=False)                              # axe: test_every_game.py, test_ending.py
    expect(page.get_by_role("button", name="Look at it again")).to_be_visible()


def test_a_whole_game_by_pointer_on_a_phone(people):
    me = people("phone", "dark")
    page = lobby(me, "Family")
    me.is_sound(axe=False)
    page.get_by_role("button", name="Begin").click()
    page.locator(".hand [data-card]").first.wait_for()
    me.is_sound(axe=False)
    assert re.search("win", play_out(page, ByPointer(page)))
    me.is_sound(axe=False)


def quick_bots(page):
    """The bots answer at once from now on: set by keys."""
    page.get_by_role("button", name="This table").focus()
    page.keyboard.press("Enter")
    page.get_by_role("dialog", name="This table").wait_for()        # fetched when it is first opened
    for pace in page.get_by_label(re.compile("^How fast")).all():
        pace.focus()
        page.keyboard.press("Home")
        page.wait_for_timeout(100)
    page.keyboard.press("Escape")
    page.get_by_role("dialog", name="This table").wait_for(state="hidden")


WE_LEAD = 6             # a deal in which the first of three leads and holds 6, 7 and 10
ONE_LEADS = 8           # and one in which the first of two does, with 1 3 6 7 9 10 12 13 17 and a D


def test_refused_is_a_sentence_with_its_rule_and_goes_when_the_cards_are_lowered(people):
    """Then a reload shows the same position."""
    me = people()
    page = me.opens("prime_daifugo", 3, "casual", deal=WE_LEAD)
    assert "one to three cards" in wait_for_turn(page)
    cards, lines = hand(page), page.locator(".log").inner_text()
    for number in (6, 7, 10):
        page.keyboard.press(str([held for _, held in cards].index(number) + 1))
    page.locator(".strip", has_text="has one digit").wait_for()
    page.keyboard.press("p")
    refused = page.get_by_role("alert").filter(has_text="Rule PD-")
    refused.wait_for()
    me.is_sound(axe=False)                              # of refusals: test_refusals.py
    refused.get_by_role("link").click()
    dialog = page.get_by_role("dialog", name="Rules of Prime Daifugo Lv. 0")
    dialog.locator("li.here").wait_for()
    page.keyboard.press("Escape")
    dialog.wait_for(state="hidden")
    page.keyboard.press("Escape")
    refused.wait_for(state="detached")
    assert page.locator(".hand [aria-pressed=true]").count() == 0 and hand(page) == cards
    page.reload()
    wait_for_turn(page)
    assert hand(page) == cards and page.locator(".log").inner_text() == lines


def test_two_at_one_table_and_a_third_watching(people):
    ada, bo, watcher = people(), people("phone"), people()
    page = lobby(ada)
    code = ada.code()
    bo.go().page.get_by_label("The code on the other screen").fill(code.lower())
    bo.page.get_by_role("button", name="Join", exact=True).click()
    bo.page.get_by_text("you", exact=True).wait_for()
    page.get_by_text("here", exact=True).wait_for()
    watcher.go(f"/t/{code}?watch")
    watcher.page.get_by_role("heading", name="Prime Daifugo Lv. 0").wait_for()
    page.get_by_text("Watching:").wait_for()
    page.get_by_role("button", name="Begin").click()
    for somebody in (ada, bo):
        somebody.page.locator(".hand [data-card]").first.wait_for()
    watcher.page.get_by_label("Table").first.wait_for()
    assert watcher.page.locator(".hand").count() == 0
    held = [{card for card, _ in hand(one.page)} for one in (ada, bo)]
    assert all(len(cards) == 10 for cards in held)
    turn, other = (ada, bo) if ada.asked().startswith("Your turn") else (bo, ada)
    for _ in range(3):
        before = logged(watcher.page)
        turn.page.keyboard.press("x")
        wait_for_line(watcher.page, before)
        wait_for_turn(other.page)
        turn, other = other, turn
    for somebody in (ada, bo, watcher):
        somebody.is_sound(axe=somebody == watcher)
    ada.page.get_by_label("Say something").fill("Good evening")
    ada.page.get_by_role("button", name="Say", exact=True).click()
    bo.page.locator(".news").click()
    bo.page.get_by_text("Good evening").wait_for()


def test_ones_own_failed_play_stays_in_sight_until_the_next_turn(people):
    """On a phone the stamp goes at the first touch; its equation stays over the hand."""
    ada, bo = people("phone"), people()
    ada.opens("prime_daifugo", 2, now=False, deal=ONE_LEADS)
    bo.joins(ada)
    wait_for_turn(ada.page)
    ada.page.keyboard.press(str([number for _, number in hand(ada.page)].index(6) + 1))
    ada.page.locator(".acts .go").click()
    ada.page.locator(".stamp").wait_for()
    ada.page.locator(".strip", has_text=re.compile(r"^\s*6\s*=")).wait_for()
    ada.page.locator(".mat").first.click()
    expect(ada.page.locator(".strip .fx").first).to_be_visible()
    ada.is_sound(axe=False)
    bo.page.get_by_text("Your turn").first.wait_for()
    bo.page.keyboard.press("x")
    ada.page.get_by_text("Your turn").first.wait_for()
    expect(ada.page.locator(".strip .fx")).to_have_count(0)


def test_the_game_goes_on_when_the_server_was_killed(people, chromium, tmp_path):
    from server_process import ServerProcess

    server = ServerProcess(tmp_path, rest=2).start()
    me = people(server=server)
    page = lobby(me)
    page.get_by_role("button", name="Begin").click()
    wait_for_turn(page)
    cards, lines = hand(page), page.locator(".log").inner_text()
    server.kill()
    page.get_by_text("The connection is gone; nothing else is.").wait_for()
    assert "lost" in page.locator(".mat").first.get_attribute("class")
    me.is_sound()
    # What is said while nobody hears is heard when the server is open again.
    assert page.get_by_role("button", name="Pass", exact=True).get_attribute("aria-disabled") == "true"
    server.start()
    page.get_by_text("The connection is gone").wait_for(state="detached", timeout=30_000)
    assert hand(page) == cards and page.locator(".log").inner_text() == lines
    note_shown(page, ".log")
    page.keyboard.press("x")
    was_shown(page, "You pass")
    server.stop()


def dealt(me, **options):
    """At a table of two with a quick bot, ten cards in hand and our turn."""
    page = me.opens("prime_daifugo", 2, "novice", deal=ONE_LEADS, options=options)
    page.locator(".hand [data-card]").first.wait_for()
    wait_for_turn(page)
    return page


def of_number(page):
    """A number card in hand that bears clues."""
    return page.locator(".hand [data-card]", has=page.locator(".foot")).first


def test_what_is_printed_on_the_cards_is_there_is_shown_large_and_can_be_hidden(people):
    me = people("phone", "dark")
    page = dealt(me)
    card = of_number(page)
    assert card.locator(".edge i").count() and card.locator(".clue").is_visible()
    assert re.search("in the deck, makes a prime with", card.inner_text())
    prime = page.locator(".hand [data-card]", has=page.locator(".gem")).first
    assert re.match(r"(2|3|5|7|11|13|17|19), a prime,", prime.inner_text())
    me.is_sound()
    me.is_whole()
    is_shown_large_while_held_down(page)
    is_shown_large_when_small_and_in_focus(page)
    page.get_by_role("button", name="Clues and order").click()
    page.get_by_role("button", name="Hint cards").click()
    dialog = page.get_by_role("dialog", name="Hint cards")
    expect(dialog.locator("li")).to_have_count(4)
    assert re.findall(r"\d{3,}", dialog.locator("li").first.inner_text()) == "101 103 107 109 1013 1019".split()
    me.is_sound()
    page.keyboard.press("Escape")
    dialog.wait_for(state="hidden")
    if not page.get_by_role("button", name="Hide the clues").count():
        page.get_by_role("button", name="Clues and order").click()
    page.get_by_role("button", name="Hide the clues").click()
    assert page.locator(".hand .foot, .hand .edge").count() == 0
    assert "in the deck" not in page.locator(".hand").inner_text()
    page.reload()
    page.get_by_role("button", name="Clues and order").click()
    page.get_by_role("button", name="Show the clues").click()
    of_number(page).locator(".clue").wait_for()


def is_shown_large_while_held_down(page):
    """And is not raised by that."""
    box = of_number(page).bounding_box()
    page.mouse.move(box["x"] + 20, box["y"] + 40)
    page.mouse.down()
    peek = page.locator(".peek")
    peek.get_by_text("It makes a prime with").wait_for()
    assert peek.locator(".card").bounding_box()["width"] == 120
    inside = peek.bounding_box()
    assert inside["x"] >= 0 and inside["x"] + inside["width"] <= 360 and inside["y"] >= 0
    page.mouse.up()
    peek.wait_for(state="detached")
    assert page.locator(".hand [aria-pressed=true]").count() == 0


def is_shown_large_when_small_and_in_focus(page):
    """Under 54 px nothing can be printed on it."""
    page.locator(".hand").evaluate("hand => hand.style.setProperty('--cw', '44px')")
    assert page.locator(".hand .foot").filter(visible=True).count() == 0
    page.keyboard.press("1")
    page.locator(".hand [tabindex='0']").focus()
    for _ in range(9):                                      # past a D, which bears no clues
        page.keyboard.press("ArrowRight")
        if page.locator(".peek").count():
            break
    page.locator(".peek .clue").first.wait_for()
    page.locator(".hand").evaluate("hand => hand.style.removeProperty('--cw')")
    page.keyboard.press("Escape")


SIGNS = {**dict.fromkeys(("4", "6", "8", "9"), "Three cards may be played only with one of this sign among them"),
         "10": "draws two cards", "12": "it ends the round"}


def test_the_sign_of_a_card_explains_itself_and_a_table_of_primes_lies_face_down(people):
    """The sign by a mouse that rests on it and when it is held; a card on the table is tapped, too.

    There is a table of primes only where the match has one; on one's own turn it lies face down.
    """
    me = people()
    page = me.opens("prime_daifugo", 2, "novice", deal=20261122)
    page.locator(".hand [data-card]").first.wait_for()
    assert page.get_by_role("button", name="Table of primes", exact=True).count() == 0
    card = next(card for card in page.locator(".hand [data-card]").all()
                if card.get_attribute("data-card").split("#")[0] in SIGNS)
    figure = card.get_attribute("data-card").split("#")[0]
    assert SIGNS[figure] in card.get_attribute("title")
    box = card.bounding_box()
    page.mouse.move(box["x"] + 20, box["y"] + 40)
    page.mouse.down()
    page.locator(".peek").get_by_text(SIGNS[figure]).wait_for()
    page.mouse.up()
    page.locator(".peek").wait_for(state="detached")
    wait_for_turn(page)
    while page.locator("[data-peek='area:0'], [data-peek='top']").count() == 0:
        page.keyboard.press("x")
        page.wait_for_timeout(500)
    page.locator("[data-peek='area:0'], [data-peek='top']").first.click()
    page.locator(".peek").get_by_text(re.compile("is (not )?a prime")).wait_for()
    page = dealt(me, assist="table")
    sheet = page.get_by_role("button", name="Table of primes", exact=True)
    sheet.click(force=True)
    page.get_by_text("judge first, look afterwards").wait_for()
    assert page.get_by_role("dialog", name="Table of primes").count() == 0


STILL = "() => document.getAnimations().every(one => one.playState === 'finished')"
# The width and the lower edge of every card in hand, all at one moment.
BOXES = """() => [...document.querySelectorAll('.hand [data-card]')].map(card => {
    const { width, bottom } = card.getBoundingClientRect()
    return [width, bottom]
})"""


# Two whole rows, until the cards would be too narrow.
WIDTHS = {10: 64, 12: 56, 14: 48}       # px of a card, by how many are held


def test_the_hand_is_whole_in_sight_on_a_phone(people):
    """At 360 x 740 no card lies behind the buttons or below the window."""
    ada, bo = people("phone"), people()                     # a bot might go out meanwhile
    page = ada.opens("prime_daifugo", 2, now=False, deal=ONE_LEADS, options={"stalemate_n": 0})
    bo.joins(ada)
    resized(page, 360, 740)
    wait_for_turn(page)
    for cards, width in WIDTHS.items():
        while page.locator(".hand [data-card]").count() < cards:
            for who, key in ((page, "d"), (page, "x"), (bo.page, "x")):
                wait_for_turn(who)
                lines = logged(who)
                who.keyboard.press(key)
                wait_for_line(who, lines)
            wait_for_turn(page)
        page.evaluate("scrollTo(0, 0)")
        page.wait_for_function(STILL)           # for a frame cards stand as they stood before one came
        boxes = page.evaluate(BOXES)
        assert max(bottom for _, bottom in boxes) <= page.locator(".acts").bounding_box()["y"]
        assert len(boxes) == cards and {round(wide) for wide, _ in boxes} == {width}


# What may be refused of the raised cards whose places these are.
REFUSED = {"7 8": ("WRONG_COUNT", "NOT_LARGER", "SAME", "ZERO_IN_TWO"),
           "1 2 4": ("WRONG_COUNT", "NOT_LARGER", "SAME", "NO_ICON", "ZERO_FIRST")}
LINES = """all => all.map((one) => {
    const told = document.querySelector('.strip .s')
    told.textContent = one
    return Math.round(told.getBoundingClientRect().height / parseFloat(getComputedStyle(told).lineHeight))
})"""


def test_what_is_refused_stands_between_the_news_and_the_hand(people, opened):
    """In Japanese it has two lines beside the number that is built: a third would lie under the raised cards."""
    page = Opened(people(locale="ja-JP").page, opened.url, "prime_daifugo").at(story("prime_daifugo").play)
    resized(page, 360, 640)
    facts = {"cards": "11、12", "word": "3枚", "played": "2枚", "number": 1312, "last": 1311, "digits": "023"}
    for press, keys in REFUSED.items():
        for key in press.split():
            page.keyboard.press(key)
        page.locator(".strip .no").wait_for()
        with use_language("ja"):
            said = [SAY["refused"][key].format(**facts) for key in keys]
        lines = page.evaluate(LINES, said)
        assert [(one, n) for one, n in zip(said, lines, strict=True) if n > 2] == []
        page.keyboard.press("Escape")
        page.locator(".strip .no").wait_for(state="detached")


def test_the_stamp_hides_no_card_that_is_to_be_beaten(people):
    """It lies on their number, which the cards say.

    With factors, as of somebody else's play that was not prime, it lies below them on a lying phone: the cards from
    before lie there again.
    """
    me = people("phone")
    opened = Opened(me.page, me.server.url, "prime_daifugo")
    page = opened.at(opened.story.play)
    hold_moments(page)
    resized(page, 360, 640)
    code = page.url.rsplit("/", 1)[1]
    assert page.evaluate(ACT, [code, opened.story.play.seat, "play 11 7"])["type"] == "done"
    page.locator(".verdict .stamp").wait_for()
    page.locator(".last:not(:has(.tried)) .card").first.wait_for()
    for size in ((360, 640), (360, 740), (390, 844)):
        resized(page, *size)
        page.wait_for_function(f"given => !({UNDER})(given).length",
                               arg=[".stamp", ".last:not(:has(.tried)) .card"])
    page.evaluate("""() => {
        document.querySelector('.stamp .v').textContent = 'The judge: not prime'
        document.querySelector('.stamp .eq').textContent = '799 = 17 \u00d7 47'
    }""")
    resized(page, 640, 360)
    assert page.evaluate(UNDER, [".verdict .stamp", ".last .card, .pile, .bin"]) == []
