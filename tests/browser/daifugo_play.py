"""People who play Daifugo in a browser, by keys or by pointer."""

from playwright.sync_api import TimeoutError as TooLong
from prime_daifugo_play import LOGGED, TAP, logged

MOST_TURNS = 900
# What is asked of us, whether a hand or the match is over, or false.
MOMENT = """() => {
    const asked = document.querySelector('.ask')?.textContent ?? ''
    const buttons = [...document.querySelectorAll('button')].map(b => b.textContent.trim())
    const ended = buttons.some(text => text === 'Play again') || !document.querySelector('.hand')
    if (ended && /win|share/.test(asked)) return 'over'
    if (buttons.some(text => text === 'Continue')) return 'rest'
    return asked.startsWith('Your turn') ? asked : false
}"""


def seated(somebody, seats=4, level="novice", players=1, **options):
    """At a table of Daifugo against quick bots, as one finds it after "Begin"; with `players` 2 in the lobby."""
    page = somebody.opens("daifugo", seats, level, players, now=players == 1, options=options)
    if players == 1:
        page.locator(".hand [data-card]").first.wait_for()
    return page


def wait_for_turn(page):
    """Until something is asked of us, or a hand or the match is over.  Says which."""
    return page.wait_for_function(MOMENT, timeout=60_000).json_value()


class ByKeys:
    def __init__(self, page):
        self.page = page

    def raise_card(self, place):
        last = self.page.locator(".hand [data-card]").count() - 1
        self.page.locator(".hand [tabindex='0']").focus()
        self.page.keyboard.press("Home" if place < last / 2 else "End")
        for _ in range(min(place, last - place)):
            self.page.keyboard.press("ArrowRight" if place < last / 2 else "ArrowLeft")
        self.page.keyboard.press("Enter")

    def play(self):
        self.page.keyboard.press("p")

    def give_up(self):
        self.page.keyboard.press("x")

    def go_on(self):
        self.page.get_by_role("button", name="Continue").focus()
        self.page.keyboard.press("Enter")


class ByPointer(ByKeys):
    def raise_card(self, place):
        self.page.locator(".hand [data-card]").nth(place).click(position=TAP)

    def play(self):
        self.page.locator(".acts .go").click()

    def give_up(self):
        self.page.get_by_role("button", name="Pass", exact=True).click()

    def go_on(self):
        self.page.get_by_role("button", name="Continue").click()


def one_turn(page, hands, asked):
    """Give the lowest back; play the lowest single card that fits, else pass."""
    fitting = page.locator(".hand [data-card]").evaluate_all("all => all.map(e => !e.classList.contains('dim'))")
    n, lines = len(fitting), logged(page)
    if "Choose" in asked:
        for place in range(n - (2 if "two cards" in asked else 1), n):
            hands.raise_card(place)
    else:
        fits = [place for place, fit in enumerate(fitting) if fit]
        if fits and ("One card" in asked or "Lead" in asked or "3 of spades" in asked):
            hands.raise_card(fits[-1])
    if page.locator(".hand [aria-pressed=true]").count():
        try:
            page.locator(".acts .go:enabled").wait_for(timeout=3_000)
        except TooLong:                         # the table went on while we looked: look again
            assert page.evaluate(f"({LOGGED})") > lines or page.evaluate(MOMENT) != asked, "Play stays grey"
            page.keyboard.press("Escape")
            return
        hands.play()
    else:
        hands.give_up()
    # Where two are asked at once, the log also grows by what the other does.
    done = "document.querySelector('.ask')?.textContent !== asked" if "Choose" in asked else f"{LOGGED} > lines"
    page.wait_for_function(f"([asked, lines]) => {done}", arg=[asked, lines])


def play_together(people, ways, look=lambda moment: None):
    """People who play one match to its end, each in a way of their own; says after how many hands they went on.

    `look` is told of every moment at which somebody is asked something.
    """
    rests = 0
    for _ in range(200 * MOST_TURNS):
        found = [somebody.page.evaluate(MOMENT) for somebody in people]
        if "over" in found:
            if all(one == "over" for one in found):         # one page hears of it before another
                return rests
            continue
        if "rest" in found:
            look("rest")
            rests += 1
            ways[rests % len(ways)].go_on()                 # one who goes on is enough
            for somebody in people:
                somebody.page.get_by_role("button", name="Continue").wait_for(state="detached")
            continue
        for somebody, way, asked in zip(people, ways, found, strict=True):
            if asked:
                look(asked)
                one_turn(somebody.page, way, asked)
                break
        else:
            people[0].page.wait_for_timeout(30)
    raise AssertionError("the match does not end")


def play_out(page, hands):
    for _ in range(MOST_TURNS):
        asked = wait_for_turn(page)
        if asked == "over":
            return page.locator(".ask").first.inner_text()
        if asked == "rest":
            hands.go_on()
            page.get_by_role("button", name="Continue").wait_for(state="detached")
        else:
            one_turn(page, hands, asked)
    raise AssertionError("the match does not end")
