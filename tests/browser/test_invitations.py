"""Invitations in the browser: to somebody one has played with, shown on home and at a table."""

import re

import httpx
import pytest
from game_moments import greet
from server_process import GENEROUS, TLS, Page, ServerProcess
from test_acquaintances import play_whole_match

pytestmark = pytest.mark.browser
SIZES = ((1280, 800), (360, 640))


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


def test_whoever_has_played_together_invites_the_other_until_one_takes_them_off(people, opened):
    ada, bo = people("phone", "dark"), people("laptop", "light")
    owners = [CookieOwner(one, opened) for one in (ada, bo)]
    play_whole_match(opened, *owners)
    names = [owner.name for owner in owners]
    invitation_from_home_is_accepted_on_home(ada, bo, *names)
    at_a_table_it_is_a_sentence_and_declined_in_the_menu(bo, ada, *names[::-1])
    one_takes_the_other_off_for_both(ada, names[1])
    assert owners[1].http.get("/api/people").json() == {"people": []}


def invitation_from_home_is_accepted_on_home(ada, bo, ada_name, bo_name):
    for one in (ada, bo):
        one.go().page.get_by_role("button", name="Invite somebody").wait_for()
    ada.page.get_by_role("button", name="Invite somebody").click()
    dialog = ada.page.get_by_role("dialog")
    dialog.get_by_role("button", name=f"Invite {bo_name}").wait_for()
    ada.fits(SIZES)
    dialog.get_by_role("button", name=f"Invite {bo_name}").click()
    ada.page.wait_for_url(re.compile("/t/"))
    notice = bo.page.get_by_text(f"{ada_name} invites you to Prime Daifugo Lv. 0.").first
    notice.wait_for()
    bo.fits(SIZES)
    bo.page.get_by_role("button", name=re.compile("^Go there")).click()
    bo.page.wait_for_url(re.compile(f"/t/{ada.code()}"))
    ada.page.get_by_text(bo_name).first.wait_for()


def at_a_table_it_is_a_sentence_and_declined_in_the_menu(host, guest, host_name, guest_name):
    """Of another host: the same person is invited again after five minutes only (docs/decisions.md)."""
    page = guest.opens("prime_daifugo", 2)
    host.opens("prime_climb", 2, now=False)
    host.page.locator("summary", has_text="Invite somebody").click()
    host.page.get_by_role("button", name=f"Invite {guest_name}").click()
    host.page.get_by_text("Invited", exact=True).wait_for()
    page.get_by_text(f"{host_name} invites you to Prime Climb", exact=False).first.wait_for()
    page.get_by_role("button", name="This table", exact=True).click()
    page.get_by_role("dialog").get_by_role("button", name=re.compile("^Not now")).wait_for()
    guest.fits(SIZES)
    page.get_by_role("dialog").get_by_role("button", name=re.compile("^Not now")).click()
    page.get_by_text("invites you to Prime Climb").first.wait_for(state="detached")
    host.page.get_by_text("Invited", exact=True).wait_for()


def one_takes_the_other_off_for_both(ada, bo_name):
    page = ada.go("/yours").page
    page.get_by_role("button", name=f"Take off {bo_name}").wait_for()
    ada.is_sound()
    page.get_by_role("button", name=f"Take off {bo_name}").click()
    page.get_by_role("heading", name="People you have played with").wait_for(state="hidden")
