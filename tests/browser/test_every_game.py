"""Every screen of every game, at both sizes: nothing is clipped, small, out of reach or without contrast."""

import pytest
from game_moments import Opened
from playwright.sync_api import expect
from screen_checks import PARTED, resized
from server_process import ServerProcess

import coprime

pytestmark = pytest.mark.browser
GAMES = list(coprime.all_games())
SCREENS = ("table", "look_back", "ending", "replay", "lobby")        # the rules: test_rules.py
EXERCISES = ("puzzle", "lesson")
PAGES = ("/", "/yours", "/puzzles", "/primes", "/primes/train", "/nowhere")
# A size, a scheme, and in how large letters a table has to ask.
LOOKS = (((1280, 800), "light", 22), ((360, 800), "dark", 20))


@pytest.fixture(scope="module")
def opened(tmp_path_factory):
    """A server that does not go on by itself while one looks at an ending, nor at a table that was left."""
    server = ServerProcess(tmp_path_factory.mktemp("data"), rest=600, grace=3600).start()
    yield server
    server.stop()


@pytest.mark.parametrize("name", GAMES)
def test_every_screen_of_a_game_is_sound(people, opened, name, sample_size):
    """One browser looks at them all: to open a game costs as much as to look at a screen.

    Axe looks at every screen once, in turns as a light laptop's and as a dark phone's; in the long form at both.
    Exercises: test_lessons.py, test_puzzles.py.
    """
    me = people()
    game = Opened(me.page, opened.url, name)
    for place, screen in enumerate(SCREENS):
        getattr(game, screen)()
        # A screen is looked at first as the one before it was looked at last: to change the window takes time.
        for look in LOOKS[::-1] if place % 2 else LOOKS:
            (width, height), scheme, letters = look
            resized(me.page, width, height, scheme)
            me.is_sound(axe=(GAMES.index(name) + place + LOOKS.index(look)) % sample_size(2, 1) == 0)
            me.is_whole()
            expect(me.page.locator("main")).to_have_count(1)
            if screen == "table":
                asks_where_one_looks_first(me.page, letters)


def asks_where_one_looks_first(page, letters):
    """The sentence stands at the top in large letters, and not in a column of single words; one button is dark."""
    box = page.locator(".ask").first.bounding_box()
    assert box["y"] + box["height"] < 200 and box["width"] > 200
    assert page.locator(".ask").first.evaluate("e => parseFloat(getComputedStyle(e).fontSize)") >= letters
    assert page.locator(".btn.go").filter(visible=True).count() <= 1


@pytest.mark.parametrize("name", GAMES)
def test_every_screen_of_a_game_is_sound_in_japanese(people, opened, name):
    """The smallest phone, where sentences are longest for the room there is.

    In the end with readings above the words of sentences, buttons and piles, which make no table higher than the phone.
    """
    me = people(scheme="dark", locale="ja-JP")
    me.page.set_viewport_size({"width": 360, "height": 640})
    game = Opened(me.page, opened.url, name)
    for screen in (*SCREENS, "rules", *EXERCISES):
        getattr(game, screen)()
        assert me.page.evaluate("document.documentElement.lang") == "ja"
        resized(me.page, 360, 640)
        me.page.evaluate("document.fonts.ready.then(() => 0)")
        me.is_sound(axe=screen in EXERCISES)                # of the others axe has seen the same in English above
        me.is_whole()
        assert me.page.evaluate(PARTED) == [], screen
    me.page.evaluate("localStorage.setItem('coprime.settings', "
                     "JSON.stringify({readings: true, soundAsked: true, wins: false}))")
    page = game.table()
    resized(page, 360, 640)
    page.evaluate("document.fonts.ready.then(() => 0)")
    page.locator(".fixed rt").first.wait_for()
    assert page.evaluate("document.documentElement.scrollHeight") == 640
    me.is_whole()


@pytest.mark.parametrize("locale", ("en-US", "ja-JP"))
def test_every_page_of_the_server_is_whole_on_the_smallest_phone(people, opened, locale):
    me = people("phone", locale=locale, server=opened)
    for page in PAGES:
        me.go(page).page.wait_for_load_state("networkidle")
        resized(me.page, 360, 640)
        me.page.evaluate("document.fonts.ready.then(() => 0)")
        me.is_sound(axe=locale == "en-US")
        me.is_whole()
        assert me.page.evaluate(PARTED) == [], page
