"""Where something on the way lets no WebSocket through, everything goes over HTTP, and nobody notices."""

import pytest
from blocking_proxy import ANSWERS, BlockingProxy
from playwright.sync_api import expect
from prime_daifugo_play import logged, wait_for_line, wait_for_turn
from test_class import NAMES, PICTURES, begins, comes, opens

pytestmark = pytest.mark.browser


@pytest.fixture
def blocked(opened):
    """Call it for a proxy of a kind before the server.  It is named before `people`, whose pages are to go first."""
    proxies = []

    def make(kind):
        proxies.append(BlockingProxy(opened, kind))
        return proxies[-1]
    yield make
    for proxy in proxies:
        proxy.close()


@pytest.mark.parametrize("kind", ANSWERS)
def test_a_game_is_played_where_sockets_are_blocked(blocked, people, kind):
    proxy = blocked(kind)
    ada, bo = people(server=proxy), people("phone", server=proxy)
    ada.opens("prime_daifugo", 2, now=False)
    bo.joins(ada)
    turn, other = (ada, bo) if "Your turn" in ada.asked() else (bo, ada)
    for _ in range(2):
        wait_for_turn(turn.page)
        before = logged(other.page)
        turn.page.keyboard.press("x")
        wait_for_line(other.page, before)
        turn, other = other, turn
    expect(ada.page.get_by_text("The line to the table does not come through.")).to_have_count(0)
    tried = proxy.upgrades
    assert tried
    # The session remembers it: a page that is opened anew does not try a socket again.
    bo.page.reload()
    bo.page.locator(".hand [data-card]").first.wait_for()
    assert proxy.upgrades == tried
    for somebody in (ada, bo):
        somebody.is_sound()


def test_a_class_is_taught_where_sockets_are_blocked(blocked, people):
    proxy = blocked("403")

    def behind(size="laptop"):
        return people(size, server=proxy)
    teacher, code = opens(behind)
    pupils = [comes(behind, code, *who) for who in zip(NAMES[:2], PICTURES, strict=False)]
    begins(teacher, pupils)
    pupils[1].page.get_by_role("button", name="Call your teacher").click()
    teacher.page.get_by_text("Table 1 asks for you.").wait_for()
    teacher.page.get_by_role("button", name="Pause all").click()
    for pupil in pupils:
        pupil.page.get_by_text("Pause. Look at the wall, please.").wait_for()
    assert proxy.upgrades
