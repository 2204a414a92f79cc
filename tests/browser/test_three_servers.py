"""Three servers on one PostgreSQL, and a browser at each of them: one and the same table."""

import pathlib
import shutil
import time

import pytest
from postgres import Postgres
from prime_daifugo_play import LOGGED, logged, wait_for_line
from server_process import ServerProcess

pytestmark = pytest.mark.browser
AGAIN = 30_000          # milliseconds in which a page finds its server again


@pytest.fixture(scope="module")
def servers(tmp_path_factory):
    """As on three machines: each a command of its own, with the first one's secret."""
    database, folders = Postgres(), [tmp_path_factory.mktemp("data") for _ in range(3)]
    opened = []
    for folder in folders:
        if opened:
            shutil.copy(pathlib.Path(folders[0]) / "secret", folder / "secret")
        opened.append(ServerProcess(folder, database=database.url, rest=30, quick=0.04).start())
    yield opened
    for one in opened:
        one.stop()
    database.close()


def whose_turn(pages):
    """The page that is asked for something, once one is."""
    until = time.monotonic() + AGAIN / 1000
    while True:
        asked = [page.locator(".ask").first.inner_text() for page in pages]
        for page, sentence in zip(pages, asked, strict=True):
            if sentence.startswith("Your turn"):
                return page
        assert time.monotonic() < until, asked
        pages[0].wait_for_timeout(50)


def acts(pages):
    """Whoever is asked draws, or passes where that is not possible; everybody's log has more lines then."""
    before, turn = [logged(page) for page in pages], whose_turn(pages)
    draw = turn.locator(".acts button:not([aria-disabled=true])", has_text="Draw")
    turn.keyboard.press("d" if draw.count() else "x")
    for page, lines in zip(pages, before, strict=True):
        wait_for_line(page, lines)


def goes_on(page, pages, lines):
    """Whose turn it is does something as soon as the table has an owner again, while the first server is dead."""
    until = time.monotonic() + AGAIN / 1000
    while logged(page) <= lines:
        assert time.monotonic() < until, page.locator(".ask").first.inner_text()
        page.keyboard.press("d")
        page.wait_for_timeout(500)
        if logged(page) <= lines:
            page.keyboard.press("x")
            page.wait_for_timeout(500)
    for one in pages:
        one.wait_for_function(f"n => {LOGGED} > n", arg=lines, timeout=AGAIN)


def test_a_browser_at_each_of_three_servers_sees_one_and_the_same_table(people, servers):
    ada, bo, cy = (people(server=server) for server in servers)
    ada.opens("prime_daifugo", 2, now=False)
    bo.joins(ada)
    cy.go(f"/t/{ada.code()}").page.locator(".ask").first.wait_for()
    pages = [ada.page, bo.page, cy.page]
    for _ in range(4):
        acts(pages)
    while not bo.asked().startswith("Your turn"):
        acts(pages)
    lines = logged(cy.page)
    servers[0].kill()
    goes_on(bo.page, [bo.page, cy.page], lines)
    servers[0].start()
    lines = logged(cy.page)
    for page in pages:
        page.wait_for_function(f"n => {LOGGED} >= n", arg=lines, timeout=AGAIN)
    ada.page.get_by_text("Reconnecting").wait_for(state="hidden", timeout=AGAIN)
    for _ in range(3):
        acts(pages)
    for page in pages:
        page.wait_for_function(f"n => {LOGGED} === n", arg=logged(cy.page))
