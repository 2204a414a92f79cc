"""Directors, players and projectors of tournaments in browsers."""

import screen_checks
from game_moments import greet
from server_process import Person

ONE_GAME = {"game": "prime_daifugo", "options": {"games_to_win": 1}}
SIZES = ((360, 640), (640, 360), (820, 1180), (1280, 800))
WALL = (1280, 720)


def opens(people, club, **fields):
    """A director who has opened a tournament, and its code: without a pointer, by which one test goes."""
    director = people(server=club)
    greet(director.page, club.url)
    code = director.posts("/api/tournaments", {"name": "Thursday club", **ONE_GAME, **fields})["code"]
    return director, code


def enters(people, club, code, name, size="phone", **other):
    """A player who is in: without a pointer, too."""
    player = people(size, server=club, **other)
    greet(player.page, club.url)
    player.posts(f"/api/tournaments/{code}/enter", {"name": name})
    return player


def enter_without_page(club, code, names):
    """Players who are in, at whose pages nobody looks: without a browser."""
    for name in names:
        Person(club).post(f"/api/tournaments/{code}/enter", name=name)


def enters_by_pointer(people, club, code, name, by_code):
    """A player at the door, by its address or by the code that the home page asks for, and in."""
    player = people("phone", server=club)
    page = player.go("/" if by_code else f"/tournament/{code}").page
    if by_code:
        page.get_by_label("The code on the other screen").fill(code.lower())
        page.get_by_role("button", name="Join", exact=True).click()
    page.get_by_label("Your name in this tournament").fill(name)
    player.is_sound()
    page.get_by_role("button", name=f"Enter as {name}", exact=True).click()
    page.get_by_text(f"You are in, {name}.").wait_for()
    return player


def projector(director, code):
    """The page of the tournament for everybody to see."""
    wall = director.context.new_page()
    wall.set_viewport_size({"width": WALL[0], "height": WALL[1]})
    wall.goto(f"{director.server.url}/tournament/{code}/wall")
    wall.locator("main.wall h1").wait_for()
    return wall


def show_on_wall(wall):
    """The page of a projector as it is now."""
    wall.reload()
    wall.locator("main.wall h1").wait_for()


def some_sizes(turn, count):
    """So many windows: others by turns, then the narrowest one, where a line has least room."""
    return screen_checks.some_of(SIZES, turn, count)[::-1]


def fits_windows(somebody, turn, count, axe=True, large=False):
    """A page is sound and whole in so many windows; axe looks at it once.

    A test that looks at a page at several moments counts them in `turn`, so that each window has its turn.
    large  in the narrowest one the same holds for large letters
    """
    page = somebody.page
    page.locator("main .ask, main h1").first.wait_for()
    somebody.fits(some_sizes(turn, count), axe)
    if large:
        page.evaluate("document.documentElement.dataset.text = 'large'")
        somebody.is_sound(axe=False)
        somebody.is_whole()


def asked_of_axe(locale):
    """In Japanese the contrast alone: the pages are dark, and their elements are those that it sees in English."""
    return True if locale == "en-US" else "contrast"


def fits_the_wall(wall, axe=True):
    """Nothing scrolls, and nothing is small or without contrast."""
    wall.evaluate("document.fonts.ready.then(() => 0)")
    high = wall.evaluate("document.documentElement.scrollHeight")
    assert high <= WALL[1], f"the wall scrolls: {high}"
    screen_checks.is_readable(wall, axe=axe)
