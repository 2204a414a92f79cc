"""Prime Daifugo in the browser: whole games by keyboard and by pointer, several people, a server that is killed."""

import re
from itertools import permutations

import pytest

pytestmark = pytest.mark.browser
COUNTS = {"one card": 1, "two cards": 2, "three cards": 3}
MOST_TURNS = 200


def is_prime(n):
    return n > 1 and all(n % d for d in range(2, int(n**0.5) + 1))


def hand(page):
    """The cards of the rack from left to right: (id, number), None for a card of words."""
    ids = page.locator(".hand [data-card]").evaluate_all("all => all.map(e => e.dataset.card)")
    return [(id, int(id.split("#")[0]) if id.split("#")[0].isdigit() else None) for id in ids]


def prime_play(asked, cards):
    """The places of a play that is a prime and larger, or None."""
    above = int(found[1]) if (found := re.search(r"above (\d+)", asked)) else 0
    wanted = next((n for words, n in COUNTS.items() if words in asked and above), 0)
    places = [i for i, (_, number) in enumerate(cards) if number is not None]
    for n in (wanted,) if wanted else (3, 2, 1):
        for some in permutations(places, n):
            numbers = [cards[i][1] for i in some]
            if n == 3 and (max(numbers) > 9 or not set(numbers) & {4, 6, 8, 9}):
                continue
            if numbers[0] != 0 and 0 not in numbers[:1] and (made := int("".join(map(str, numbers)))) > above \
                    and is_prime(made) and (n == 3 or 0 not in numbers):
                return some
    return None


def wait_for_turn(page):
    """Until something is asked of us, or it is over.  Says what."""
    page.wait_for_function("""() => {
        const asked = document.querySelector('.ask')?.textContent ?? ''
        const go = [...document.querySelectorAll('button')].some(b => /^(Continue|Play again)$/.test(b.textContent.trim()))
        return go || asked.startsWith('Your turn')
    }""", timeout=60_000)
    return page.locator(".ask").first.inner_text()


class ByKeys:
    """Plays with the keyboard alone."""

    def __init__(self, page):
        self.page = page

    def raise_card(self, place, cards):
        if place < 10:
            self.page.keyboard.press(str((place + 1) % 10))
            return
        self.page.locator(f'[data-card="{cards[0][0]}"]').focus()
        self.page.keyboard.press("Home")
        for _ in range(place):
            self.page.keyboard.press("ArrowRight")
        self.page.keyboard.press("Enter")

    def press(self, what):
        keys = {"Play": "p", "Draw": "d", "Pass": "x"}
        if what in keys:
            return self.page.keyboard.press(keys[what])
        self.page.get_by_role("button", name=what).focus()
        self.page.keyboard.press("Enter")


class ByPointer:
    """Plays by tapping."""

    def __init__(self, page):
        self.page = page

    def raise_card(self, place, cards):
        self.page.locator(f'[data-card="{cards[place][0]}"]').click()

    def press(self, what):
        self.page.get_by_role("button", name=re.compile(f"^{what}")).filter(visible=True).first.click()


def play_out(page, hands):
    """Plays whatever is a prime, draws where nothing is, until the match is over."""
    for _ in range(MOST_TURNS):
        asked = wait_for_turn(page)
        if page.get_by_role("button", name="Play again").count():
            return asked
        if page.get_by_role("button", name="Continue").count():
            hands.press("Continue")
            page.get_by_role("button", name="Continue").wait_for(state="detached")
            continue
        cards = hand(page)
        step = len(page.locator(".log li").all())
        places = prime_play(asked, cards)
        if places:
            for place in places:
                hands.raise_card(place, cards)
            page.locator(".strip", has_text="may be played").wait_for()
            hands.press("Play")
        elif page.locator(".acts button:not([aria-disabled=true])", has_text="Draw").count():
            hands.press("Draw")
        else:
            hands.press("Pass")
        page.wait_for_function(
            "([step, asked]) => document.querySelectorAll('.log li').length > step"
            " || !document.querySelector('.ask')?.textContent.startsWith('Your turn')", arg=[step, asked])
    raise AssertionError("the match does not end")


def lobby(somebody, preset=None, **chosen):
    """A new table in the lobby, with quick bots."""
    page = somebody.go().page
    page.get_by_role("button", name="New table with friends").click()
    page.get_by_role("button", name="Begin").wait_for()
    if preset:
        page.get_by_role("radio", name=preset).check(force=True)
        page.get_by_role("radio", name=preset, checked=True).wait_for()
    for pace in page.get_by_label(re.compile("^How fast")).all():
        pace.select_option("quick")
    return page


def test_a_whole_game_by_keyboard_alone(people):
    me = people().go()
    page = me.page
    page.get_by_role("button", name="Play now").wait_for()
    for _ in range(12):                                     # nothing but Tab leads to the first button
        page.keyboard.press("Tab")
        if page.evaluate("document.activeElement.textContent.trim()") == "Play now":
            break
    page.wait_for_function("!document.activeElement.disabled")
    page.keyboard.press("Enter")
    page.locator(".hand [data-card]").first.wait_for()
    title = play_out(page, ByKeys(page))
    assert re.search("win", title)
    me.is_sound()
    assert page.get_by_role("button", name="Look at it again").is_visible()


def test_a_whole_game_by_pointer_on_a_phone(people):
    me = people("phone", "dark")
    page = lobby(me, "Family")
    me.is_sound()
    page.get_by_role("button", name="Begin").click()
    page.locator(".hand [data-card]").first.wait_for()
    me.is_sound()
    assert re.search("win", play_out(page, ByPointer(page)))
    me.is_sound()


def test_refused_is_a_sentence_with_its_rule_and_goes_when_the_cards_are_lowered(people):
    me = people()
    page = lobby(me)
    page.get_by_role("button", name="Begin").click()
    wait_for_turn(page)
    for place in (0, 1, 2):
        page.keyboard.press(str(place + 1))
    large = [card for card, number in hand(page)[:3] if number is None or number > 9]
    page.keyboard.press("Escape")
    assert page.locator(".hand [aria-pressed=true]").count() == 0
    cards = hand(page)
    for place in [i for i, (_, number) in enumerate(cards) if number is not None][-3:]:
        page.locator(f'[data-card="{cards[place][0]}"]').click()
    page.locator(".strip", has_text=re.compile("single digit|must be|Among|Play as many|larger|4, 6, 8 or 9|may be played")).wait_for()
    if page.locator(".strip", has_text="may be played").count() == 0:
        page.keyboard.press("p")
        refused = page.get_by_role("alert").filter(has_text="Rule PD-")
        refused.wait_for()
        refused.get_by_role("link").click()
        dialog = page.get_by_role("dialog", name="Rules of Prime Daifugo")
        dialog.get_by_text("PD-6", exact=True).first.wait_for()
        page.keyboard.press("Escape")
        page.keyboard.press("Escape")
        refused.wait_for(state="detached")
    assert large is not None


def test_two_at_one_table_and_a_third_watching(people):
    ada, bo, watcher = people(), people("phone"), people()
    page = lobby(ada)
    code = ada.code()
    bo.go().page.get_by_label("Five letters from the other screen").fill(code.lower())
    bo.page.get_by_role("button", name="Join", exact=True).click()
    bo.page.get_by_text("you", exact=True).wait_for()
    page.get_by_text("here", exact=True).wait_for()
    watcher.go(f"/t/{code}?watch")
    watcher.page.get_by_role("heading", name="Prime Daifugo").wait_for()
    page.get_by_text("Watching:").wait_for()
    page.get_by_role("button", name="Begin").click()
    for somebody in (ada, bo):
        somebody.page.locator(".hand [data-card]").first.wait_for()
    watcher.page.get_by_label("Table").first.wait_for()
    assert watcher.page.locator(".hand").count() == 0
    held = [{card for card, _ in hand(one.page)} for one in (ada, bo)]
    assert all(len(cards) == 10 for cards in held)
    for _ in range(4):
        turn = ada if ada.asked().startswith("Your turn") else bo
        before = len(watcher.page.locator(".log li").all())
        turn.page.keyboard.press("x")
        watcher.page.wait_for_function("n => document.querySelectorAll('.log li').length > n", arg=before)
        other = bo if turn is ada else ada
        wait_for_turn(other.page)
    for somebody in (ada, bo, watcher):
        somebody.is_sound()
    ada.page.get_by_label("Say something").fill("Good evening")
    ada.page.get_by_role("button", name="Say", exact=True).click()
    bo.page.get_by_text("Good evening").wait_for()


def test_the_game_goes_on_when_the_server_was_killed(people, chromium, tmp_path):
    from house_process import House

    house = House(tmp_path, rest=2).start()
    me = people(house=house)
    page = lobby(me)
    page.get_by_role("button", name="Begin").click()
    wait_for_turn(page)
    cards, lines = hand(page), page.locator(".log").inner_text()
    house.kill()
    page.get_by_text("The connection is gone; nothing else is.").wait_for()
    assert "lost" in page.locator(".mat").first.get_attribute("class")
    me.is_sound()
    # What is said while nobody hears is heard when the house is open again.
    assert page.get_by_role("button", name="Pass").get_attribute("aria-disabled") == "true"
    house.start()
    page.get_by_text("The connection is gone").wait_for(state="detached", timeout=30_000)
    assert hand(page) == cards and page.locator(".log").inner_text() == lines
    page.keyboard.press("x")
    page.locator(".log").get_by_text("You pass").wait_for()
    house.stop()


def test_a_reload_shows_the_same_position(people):
    me = people()
    page = lobby(me)
    page.get_by_role("button", name="Begin").click()
    wait_for_turn(page)
    cards, lines = hand(page), page.locator(".log").inner_text()
    page.reload()
    wait_for_turn(page)
    assert hand(page) == cards and page.locator(".log").inner_text() == lines
