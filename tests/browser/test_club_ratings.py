"""Club ratings in the browser: an event opened as rated, told at its door, and the list in the settings."""

import re

import pytest
from screen_checks import resized
from server_process import GENEROUS, Person, ServerProcess

pytestmark = pytest.mark.browser


@pytest.fixture(scope="module")
def opened(tmp_path_factory):
    server = ServerProcess(tmp_path_factory.mktemp("rated"), rest=1, limits=GENEROUS | {"tournaments": 20}).start()
    yield server
    server.stop()


def test_a_rated_event_from_its_opening_to_the_ratings(people, opened):
    """Opened at a phone and entered at a laptop; the list is seen on both."""
    dora, ada = people("phone", "dark"), people("laptop", "light")
    page = dora.go().page
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
    resized(page, 360, 640)
    ada.is_sound(axe=False)
    ada.is_whole()
    page.get_by_role("switch", name="Hide mine").click()
    page.get_by_text(re.compile("^Yours:")).wait_for(state="detached")
    assert page.get_by_role("switch", name="Hide mine").is_checked()


@pytest.mark.parametrize(("sizes", "scheme", "locale"), [
    (((820, 1180), (360, 640)), "light", "en-US"), (((1280, 800), (640, 360)), "dark", "ja-JP")],
    ids=["en-US", "ja-JP"])
def test_a_rated_table_for_two_says_so_and_waits_for_both(people, opened, sizes, scheme, locale):
    """It is opened in the larger window, and played in the smaller one."""
    ada = people(scheme=scheme, locale=locale)
    ada.page.set_viewport_size(dict(zip(("width", "height"), sizes[0], strict=True)))
    page = ada.go().page
    page.locator(".shelf").get_by_role("button", name=re.compile("^(Prime Daifugo|素数大富豪) ?Lv")).click()
    sheet = page.get_by_role("dialog")
    sheet.get_by_text(re.compile("Rated, for two|2人のレーティング戦")).click()
    ada.fits(sizes)
    sheet.get_by_role("button", name=re.compile("Rated table|レーティング対象のテーブルを開く")).click()
    page.wait_for_url(re.compile("/t/"))
    page.get_by_text(re.compile("This table is rated|このテーブルはレーティング対象です")).first.wait_for()
    page.get_by_text(re.compile("once a second person has come|もう1人がコードで入って")).first.wait_for()
    ada.fits(sizes)
    begin = page.get_by_role("button", name=re.compile("^(Begin|始める)$"))
    assert begin.is_disabled(), "it would be refused"
    assert_offers_nothing_that_is_refused(ada)
    guest = people()
    guest.go(f"/t/{ada.code()}").page.get_by_text("This table is rated").first.wait_for()
    begin.click()
    page.locator(".hand [data-card]").first.wait_for()
    assert_offers_nothing_that_is_refused(ada)
    ada.fits(sizes)


FIXED = re.compile("Taking back|Hints|手の取り消し|ヒント(?!カード)|Another game|ほかのゲーム|"
                   "Number of the deal|配札番号|How well|の強さ")


def assert_offers_nothing_that_is_refused(host):
    """What stays as it is at a rated table cannot be pressed on the table's page, nor in its menu."""
    page = host.page
    page.evaluate("document.querySelectorAll('main details').forEach(one => { one.open = true })")
    page.get_by_role("button", name=re.compile("^(This table|テーブル設定)")).first.click()
    page.get_by_role("dialog").get_by_role("switch").first.wait_for()
    for role in ("switch", "button", "spinbutton", "combobox"):
        offered = page.locator(":not(dialog *)").get_by_role(role, name=FIXED)
        assert not [one.inner_text() for one in offered.all() if one.is_visible() and one.is_enabled()], role
        assert not page.get_by_role("dialog").get_by_role(role, name=FIXED).count(), role
    host.is_sound()
    page.keyboard.press("Escape")
    page.get_by_role("dialog").wait_for(state="detached")
