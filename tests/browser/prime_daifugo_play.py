"""People who play Prime Daifugo Lv. 0 in a browser, by keys or by pointer."""

import re
from itertools import permutations

from playwright.sync_api import TimeoutError

# A device whose person is not new: no first turns, and everything is shown.
NOT_NEW = """try {
    if (!localStorage.getItem('coprime.first')) localStorage.setItem('coprime.first', '{"experienced": true}')
} catch { /* a page without a storage */ }"""
ARGUMENTS = ["--no-sandbox", "--disable-gpu", "--disable-background-networking", "--no-first-run"]
COUNTS = {"one card": 1, "two cards": 2, "three cards": 3}
MOST_TURNS = 1000       # one match in 500 takes more than 200
# Where a card is tapped: in a hand of many, all but its left strip of 28 px may lie under the next one.
TAP = {"x": 14, "y": 30}
# How many lines the log has: on a small screen it is not in the page until somebody opens it.
LOGGED = "Number(document.querySelector('[data-lines]')?.dataset.lines ?? 0)"


def is_prime(n):
    return n > 1 and all(n % d for d in range(2, int(n**0.5) + 1))


def hand(page):
    """The cards of the rack from left to right: (id, number), None for a card of words."""
    ids = page.locator(".hand [data-card]").evaluate_all("all => all.map(e => e.dataset.card)")
    return [(id, int(id.split("#")[0]) if id.split("#")[0].isdigit() else None) for id in ids]


def prime_play(asked, cards):
    """The places of a play that is a prime and larger, or None."""
    above = int(found[1]) if (found := re.search(r"above (\d+)", asked)) else 0
    if "cannot" in asked:
        return None
    # The lines below say what others hold: "Crane holds only one card."
    wanted = next((n for words, n in COUNTS.items() if words in asked.partition("\n")[0] and above), 0)
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


def logged(page):
    return page.evaluate(LOGGED)


def wait_for_line(page, after):
    """Until the log has more lines."""
    page.wait_for_function(f"n => {LOGGED} > n", arg=after)


def wait_for_turn(page):
    """Until something is asked of us, or it is over.  Says what, as it was at that moment: bots are quick."""
    return page.wait_for_function("""() => {
        const asked = document.querySelector('.ask')?.innerText ?? ''
        const buttons = [...document.querySelectorAll('button')].map(b => b.textContent.trim())
        const go = buttons.some(text => /^(Continue|Play again)$/.test(text))
        return (go || asked.startsWith('Your turn')) && asked
    }""", timeout=60_000).json_value()


# Where a turn's fixed things stand on a small screen; what is raised, grouped or put aside must not move them.
PLACES = """() => {
    const fixed = ['.sentence', '.others', '.cloth', '.news', '.own', '.foot .btn']
    return fixed.flatMap(one => [...document.querySelectorAll(one)]).filter(e => e.checkVisibility()).map(e => {
        const {x, y, width, height} = e.getBoundingClientRect()
        return [x, y, width, height].map(Math.round).join()
    })
}"""


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
        self.page.locator(f'[data-card="{cards[place][0]}"]').click(position=TAP)

    def press(self, what):
        self.page.get_by_role("button", name=re.compile(rf"^{what}\b")).filter(visible=True).first.click()


def may_be_played(page, asked, cards):
    """Until the strip says so of the cards that are raised."""
    try:
        page.locator(".strip", has_text="Is it a prime?").wait_for()
    except TimeoutError as late:
        raised = page.locator(".hand [aria-pressed=true], .hand [aria-selected=true]").evaluate_all(
            "all => all.map(e => e.dataset.card)")
        strip, now = (page.locator(one).first.inner_text() for one in (".strip", ".ask"))
        raise AssertionError(f"{asked!r}: raised {cards}, then {now!r}, {strip!r}, {raised}") from late


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
        lines = logged(page)
        places = prime_play(asked, cards)
        if places:
            for place in places:
                hands.raise_card(place, cards)
            may_be_played(page, asked, [cards[place] for place in places])
            hands.press("Play")
        elif page.locator(".acts button:not([aria-disabled=true])", has_text="Draw").count():
            hands.press("Draw")
        else:
            hands.press("Pass")
        page.wait_for_function(
            f"n => {LOGGED} > n || !document.querySelector('.ask')?.textContent.startsWith('Your turn')", arg=lines)
    raise AssertionError("the match does not end")


def lobby(somebody, preset=None, **chosen):
    """A new table in the lobby, with quick bots."""
    page = somebody.go().page
    page.get_by_role("button", name="New table with friends").click()
    page.get_by_role("dialog", name="Which game?").get_by_role("button", name="Prime Daifugo Lv. 0").click()
    page.get_by_role("button", name="Begin").wait_for()
    if preset:
        page.get_by_role("radio", name=preset).check(force=True)
        page.get_by_role("radio", name=preset, checked=True).wait_for()
    for pace in page.get_by_label(re.compile("^How fast")).all():
        pace.select_option("quick")
    return page
