"""Open seats on home: a table is shown there, two press its last seat, somebody is found for a game."""

import re

import pytest
from screen_checks import resized
from server_process import GENEROUS, ServerProcess

pytestmark = pytest.mark.browser


@pytest.fixture(scope="module")
def opened(tmp_path_factory):
    server = ServerProcess(tmp_path_factory.mktemp("open"), rest=30, limits=GENEROUS | {"listed": 100}).start()
    yield server
    server.stop()


def home(person):
    """The home page, which knows from its second visit on that there are open seats."""
    page = person.go().page
    page.get_by_role("button", name="Play somebody").wait_for()
    return page


def listed(host, game="prime_climb", seats=2):
    """A table of the host, which shows it on the home page; the button of others that leads there."""
    page = host.opens(game, seats, now=False)
    page.get_by_role("button", name="This table").click()
    page.get_by_role("switch", name="Show it on the home page").click()
    page.keyboard.press("Escape")
    return page, f"Sit down {host.name()}’s table"


def test_a_host_shows_a_table_and_visitors_sit_down_without_a_code(people):
    ada, bo, cy = people("laptop", "dark"), people(), people("phone")
    pages = [home(person) for person in (bo, cy)]
    table, seat = listed(ada)
    for page in pages:
        page.get_by_role("button", name=seat).wait_for()
    cy.is_sound()
    cy.is_whole()
    cy.page.emulate_media(color_scheme="dark", reduced_motion="reduce")
    resized(cy.page, 1280, 800)
    cy.is_sound(axe="contrast")
    cy.is_whole()
    pages[0].get_by_role("button", name=seat).click()
    pages[0].wait_for_url(re.compile(f"/t/{ada.code()}"))
    pages[1].get_by_role("button", name=seat).wait_for(state="detached")
    table.get_by_text(bo.name()).first.wait_for()


def test_who_comes_too_late_reads_so_and_stays_on_home(people):
    ada, bo, cy = people(), people(), people("phone")
    page = home(cy)
    _, seat = listed(ada)
    page.get_by_role("button", name=seat).wait_for()
    home(bo)

    def take_before(route):
        """Somebody else was quicker: this page has not yet heard of it."""
        bo.posts(f"/api/open-tables/{ada.code()}/seat", {})
        route.continue_()
    page.route("**/api/open-tables/*/seat", take_before)
    page.get_by_role("button", name=seat).click()
    page.get_by_text("That table has no free seat any more.").wait_for()
    assert "/t/" not in page.url
    cy.is_sound()


def test_play_somebody_seats_two_at_one_table(people):
    ada, bo = people("phone"), people()
    codes = []
    for person in (ada, bo):
        page = home(person)
        page.get_by_role("button", name="Play somebody").click()
        person.is_sound()
        page.get_by_role("dialog").get_by_role("button", name=re.compile("^Daifugo")).click()
        page.wait_for_url(re.compile("/t/"))
        codes.append(person.code())
    assert codes[0] == codes[1]
    ada.page.get_by_text(bo.name()).first.wait_for()
