"""Invitations in the browser: to somebody one has played with, shown on home and at a table."""

import re

import httpx
import pytest
from game_moments import greet
from server_process import GENEROUS, TLS, Page, ServerProcess
from test_acquaintances import play_whole_match

pytestmark = pytest.mark.browser


@pytest.fixture(scope="module")
def opened(tmp_path_factory):
    limits = GENEROUS | {"listed": 100, "invitations": [1000, 1000]}
    server = ServerProcess(tmp_path_factory.mktemp("invited"), rest=1, limits=limits).start()
    yield server
    server.stop()


class CookieOwner:
    """What `play_whole_match` needs of a person, with the cookie of a browser."""

    def __init__(self, somebody, server):
        self.server = server
        greet(somebody.page, server.url)
        self.http = httpx.Client(base_url=server.url, timeout=60, verify=TLS)
        for one in somebody.context.cookies():
            self.http.cookies.set(one["name"], one["value"], one["domain"], one["path"])
        self.name = self.http.get("/api/me").json()["name"]

    def open(self, **fields):
        return self.http.post("/api/tables", json={"game": "prime_daifugo", **fields}).json()["code"]

    def page(self, code):
        return Page(self, code)


@pytest.mark.parametrize(("size", "scheme"), [("phone", "dark"), ("laptop", "light")])
def test_an_invitation_from_home_is_accepted_on_home(people, opened, size, scheme):
    ada, bo = people(size, scheme), people(size, scheme)
    ada_owner, bo_owner = CookieOwner(ada, opened), CookieOwner(bo, opened)
    play_whole_match(opened, ada_owner, bo_owner)
    for one in (ada, bo):
        one.go().page.get_by_role("button", name="Invite somebody").wait_for()
    ada.page.get_by_role("button", name="Invite somebody").click()
    dialog = ada.page.get_by_role("dialog")
    dialog.get_by_role("button", name=f"Invite {bo_owner.name}").wait_for()
    ada.is_sound()
    dialog.get_by_role("button", name=f"Invite {bo_owner.name}").click()
    ada.page.wait_for_url(re.compile("/t/"))
    notice = bo.page.get_by_text(f"{ada_owner.name} invites you to Prime Daifugo Lv. 0.").first
    notice.wait_for()
    bo.is_sound()
    bo.is_whole()
    bo.page.get_by_role("button", name=re.compile("^Go there")).click()
    bo.page.wait_for_url(re.compile(f"/t/{ada.code()}"))
    ada.page.get_by_text(bo_owner.name).first.wait_for()


@pytest.mark.parametrize(("size", "scheme"), [("phone", "light"), ("laptop", "dark")])
def test_at_a_table_it_is_a_sentence_and_declined_in_the_menu(people, opened, size, scheme):
    ada, bo = people(), people(size, scheme)
    ada_owner, bo_owner = CookieOwner(ada, opened), CookieOwner(bo, opened)
    play_whole_match(opened, ada_owner, bo_owner)
    bo.go().page.get_by_role("button", name="Invite somebody").wait_for()
    page = bo.opens("prime_daifugo", 2)
    ada.go().page.get_by_role("button", name="Invite somebody").wait_for()
    ada.opens("prime_climb", 2, now=False)
    ada.page.locator("summary", has_text="Invite somebody").click()
    ada.page.get_by_role("button", name=f"Invite {bo_owner.name}").click()
    ada.page.get_by_text("Invited", exact=True).wait_for()
    page.get_by_text(f"{ada_owner.name} invites you to Prime Climb", exact=False).first.wait_for()
    page.get_by_role("button", name="This table", exact=True).click()
    page.get_by_role("dialog").get_by_role("button", name=re.compile("^Not now")).wait_for()
    bo.is_sound()
    page.get_by_role("dialog").get_by_role("button", name=re.compile("^Not now")).click()
    page.get_by_text("invites you to Prime Climb").first.wait_for(state="detached")
    ada.page.get_by_text("Invited", exact=True).wait_for()


def test_one_takes_the_other_off_for_both(people, opened):
    ada, bo = people("phone"), people()
    ada_owner, bo_owner = CookieOwner(ada, opened), CookieOwner(bo, opened)
    play_whole_match(opened, ada_owner, bo_owner)
    ada.go().page.get_by_role("button", name="Invite somebody").wait_for()
    page = ada.go("/yours").page
    page.get_by_role("button", name=f"Take off {bo_owner.name}").wait_for()
    ada.is_sound()
    page.get_by_role("button", name=f"Take off {bo_owner.name}").click()
    page.get_by_role("heading", name="People you have played with").wait_for(state="hidden")
    assert bo_owner.http.get("/api/people").json() == {"people": []}
