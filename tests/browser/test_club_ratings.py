"""Club ratings in the browser: an event opened as rated, told at its door, and the list in the settings."""

import re

import pytest
from server_process import GENEROUS, Person, ServerProcess

pytestmark = pytest.mark.browser


@pytest.fixture(scope="module")
def opened(tmp_path_factory):
    server = ServerProcess(tmp_path_factory.mktemp("rated"), rest=1, limits=GENEROUS | {"tournaments": 20}).start()
    yield server
    server.stop()


@pytest.mark.parametrize(("size", "scheme"), [("phone", "dark"), ("laptop", "light")])
def test_a_rated_event_from_its_opening_to_the_ratings(people, opened, size, scheme):
    dora, ada = people(size, scheme), people(size, scheme)
    page = dora.go().go().page
    page.get_by_role("button", name="Open a tournament").click()
    page.get_by_role("dialog").get_by_label("Name of the tournament").fill("Thursday club")
    page.get_by_role("switch", name="Rated").click()
    dora.is_sound()
    page.get_by_role("dialog").get_by_role("button", name="Open it").click()
    page.wait_for_url(re.compile("/tournament/"))
    path = page.url.rpartition("/tournament/")[2]
    door = ada.go(f"/tournament/{path}").page
    door.get_by_text("This event is rated").wait_for()
    ada.is_sound()
    ada.posts(f"/api/tournaments/{path}/enter", {"name": "Ada"})
    Person(opened).post(f"/api/tournaments/{path}/enter", name="Bo")
    for what, body in (("round", {}), ("result", {"round": 1, "table": 1, "score": [1, 0], "reason": "on a board"}),
                       ("end", {})):
        dora.posts(f"/api/tournaments/{path}/{what}", body)
    page = ada.go("/yours").page
    page.get_by_role("heading", name="Club ratings").wait_for()
    page.locator("#ratings summary").click()
    page.locator("#ratings tbody tr").first.wait_for()
    page.get_by_text(re.compile("Yours: 1(662|338), deviation 290, one result")).wait_for()
    ada.is_sound()
    ada.is_whole()
    page.get_by_role("switch", name="Hide mine").click()
    page.get_by_text(re.compile("^Yours:")).wait_for(state="detached")
    assert page.get_by_role("switch", name="Hide mine").is_checked()
