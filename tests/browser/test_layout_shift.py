"""Neither the home screen while it loads nor a table in a hand jumps: Chromium's own layout-shift entries, added up."""

import contextlib

import prime_climb_play
import prime_daifugo_play
import pytest
from game_moments import greet, post

pytestmark = pytest.mark.browser
SIZES = ((360, 640), (820, 1180), (1280, 800))
MOST = 0.05
MOST_OF_A_HAND = 0.1
TURNS = 4
WATCH = """window.shifts = [];
new PerformanceObserver(list => {
    for (const entry of list.getEntries())
        shifts.push([entry.value, entry.sources.map(({node}) => (node?.outerHTML ?? node?.data ?? '').slice(0, 90))])
}).observe({type: 'layout-shift', buffered: true})"""
# Two frames after the last fact came: entries of a frame are delivered with the next.
SETTLED = """() => document.fonts.ready.then(() => new Promise(done =>
    requestAnimationFrame(() => requestAnimationFrame(() => setTimeout(done, 50)))))"""
SLOW = {"offline": False, "latency": 150, "downloadThroughput": 200_000, "uploadThroughput": 90_000}


def watched(me, width, height, slow=False):
    """Somebody's page of that size with its shifts recorded; `slow`, through a thin line."""
    me.page.set_viewport_size({"width": width, "height": height})
    me.page.add_init_script(WATCH)
    if slow:
        line = me.context.new_cdp_session(me.page)
        line.send("Network.enable")
        line.send("Network.emulateNetworkConditions", SLOW)
    return me.page


def load_home(me, games=".shelf li", last="a[href='/weekly']:visible"):
    """What jumped until the last game stands on the shelf, or among the pictures of the question, and the last fact."""
    me.go().page.locator(games).nth(8).wait_for()
    me.page.locator(last).wait_for()
    me.page.evaluate(SETTLED)
    return me.page.evaluate("shifts")


def looks_at_home():
    """Each window and language, near and far; of these in every run both languages on a phone, and far.

    What comes late moves more than what is there at once, and lines break most on a phone.
    """
    for place, (width, height) in enumerate(SIZES):
        for turn, locale in enumerate(("en-US", "ja-JP")):
            for slow in (False, True):
                is_short = slow and (place == 0 or place % 2 == turn)
                yield pytest.param(width, height, locale, slow, marks=() if is_short else pytest.mark.long,
                                   id=f"{width}-{height}-{locale}-{'far' if slow else 'near'}")


@pytest.mark.parametrize("width, height, locale, slow", list(looks_at_home()))
def test_nothing_on_the_home_screen_jumps_while_it_loads(people, width, height, locale, slow):
    me = people(locale=locale)
    watched(me, width, height, slow)
    shifts = load_home(me)
    assert sum(value for value, _ in shifts) < MOST, shifts


@pytest.mark.parametrize("width, height", SIZES)
def test_nothing_jumps_for_somebody_new(people, width, height):
    me = people(new=True)
    watched(me, width, height, slow=True)
    shifts = load_home(me, ".which li button", ".which")
    assert sum(value for value, _ in shifts) < MOST, shifts


@pytest.mark.parametrize("width, height", SIZES)
def test_nothing_jumps_where_the_server_answers_late(people, width, height):
    """Blank boxes of the same size stand where the games will, and are nothing to be read."""
    me = people()
    page = watched(me, width, height)
    waiting = []
    page.route("**/api/games", lambda route: waiting.append(route))
    page.route("**/api/me", lambda route: waiting.append(route))
    me.go()
    page.locator(".boards[aria-hidden] .box").nth(8).wait_for()
    while not page.locator(".shelf").count():
        page.wait_for_timeout(300)
        while waiting:
            waiting.pop().continue_()
    page.locator(".shelf li").nth(8).wait_for()
    page.evaluate(SETTLED)
    shifts = page.evaluate("shifts")
    assert sum(value for value, _ in shifts) < MOST, shifts


def test_nothing_jumps_for_who_comes_back_to_tables(people):
    me = people()
    page = watched(me, 1280, 800)
    greet(page, me.server.url)
    for _ in range(2):
        post(page, me.server.url, "/api/tables", {"game": "daifugo", "seats": 3, "bots": [None] * 3, "now": False,
                                                  "practice": False})
    load_home(me)
    page.locator("a.panel[href^='/t/']").nth(1).wait_for()
    shifts = load_home(me)
    page.locator("a.panel[href^='/t/']").nth(1).wait_for()
    assert sum(value for value, _ in shifts) < MOST, shifts


# As Chromium adds them up (CLS): the worst five seconds without a second's rest; what follows an input is meant.
HAND = """window.hand = [], window.meant = [];
new PerformanceObserver(list => {
    for (const {value, startTime, hadRecentInput, sources} of list.getEntries())
        if (!hadRecentInput)
            hand.push([startTime, value, sources.map(({node}) => (node?.outerHTML ?? node?.data ?? '').slice(0, 90))])
}).observe({type: 'layout-shift', buffered: true})"""
NOT_MEANT = "hand.filter(([at]) => !meant.some(([from, to]) => from <= at && at <= to))"


@contextlib.contextmanager
def meant(page):
    """What jumps while something is done and answered, and in the half second after that, is meant.

    So it is to Chromium where the server answers at once; where it is slow, Chromium takes the answer for a surprise.
    """
    began = page.evaluate("performance.now()")
    yield
    page.evaluate("began => void meant.push([began, performance.now() + 500])", began)


def worst_window(entries):
    """The largest sum of a session of shifts."""
    worst = total = begun = last = 0
    for at, value, _ in entries:
        if at - last > 1000 or at - begun > 5000:
            total, begun = 0, at
        total, last = total + value, at
        worst = max(worst, total)
    return worst


def play_prime_daifugo(me):
    """Some turns against a quick bot, by pointer."""
    page = me.opens("prime_daifugo", 2, "casual", deal=7)
    hands = prime_daifugo_play.ByPointer(page)
    for _ in range(TURNS):
        asked = prime_daifugo_play.wait_for_turn(page)
        if not asked.startswith("Your turn"):
            break
        cards, lines = prime_daifugo_play.hand(page), prime_daifugo_play.logged(page)
        places = prime_daifugo_play.prime_play(asked, cards)
        for place in places or ():
            hands.raise_card(place, cards)
        can_draw = page.locator(".acts button:not([aria-disabled=true])", has_text="Draw").count()
        with meant(page):
            hands.press("Play" if places else "Draw" if can_draw else "Pass")
            prime_daifugo_play.wait_for_line(page, lines)


def play_prime_climb(me):
    """Some moves against a quick bot, by pointer."""
    page = prime_climb_play.seated(me, deal=7)
    hands = prime_climb_play.ByPointer(page)
    for _ in range(TURNS):
        if prime_climb_play.wait_for_turn(page) == "over":
            break
        with meant(page):
            prime_climb_play.take(page, hands)


@pytest.mark.parametrize("play, width, height", [
    (play_prime_daifugo, 360, 640), (play_prime_climb, 1280, 800),
    pytest.param(play_prime_daifugo, 1280, 800, marks=pytest.mark.long),
    pytest.param(play_prime_climb, 360, 640, marks=pytest.mark.long)])
def test_a_table_does_not_jump_in_a_hand(people, play, width, height):
    me = people()
    me.page.set_viewport_size({"width": width, "height": height})
    me.page.add_init_script(HAND)
    play(me)
    me.page.evaluate(SETTLED)
    entries = me.page.evaluate(NOT_MEANT)
    assert worst_window(entries) < MOST_OF_A_HAND, entries
