"""Private feeds of whose turn it is: a secret address that can be renewed, and nothing at any other."""

import re
import sqlite3
from contextlib import closing
from xml.etree import ElementTree

import httpx
from server_process import TLS, Person
from test_move_deadlines import DaysServer, begin, days, left, wait_until  # noqa: F401 - days is a fixture

ATOM = {"a": "http://www.w3.org/2005/Atom"}


def fetch(address, status=200, **headers):
    """What a feed reader gets, without a cookie."""
    answer = httpx.get(address, verify=TLS, headers=headers)
    assert answer.status_code == status, answer.text
    return answer


def entries(address):
    feed = ElementTree.fromstring(fetch(address).content)
    return [{"title": one.findtext("a:title", "", ATOM), "id": one.findtext("a:id", "", ATOM),
             "link": one.find("a:link", ATOM).get("href"), "summary": one.findtext("a:summary", "", ATOM)}
            for one in feed.findall("a:entry", ATOM)]


def test_a_feed_names_the_tables_where_it_is_my_turn(days):  # noqa: F811
    code, people, pages = begin(days)
    seat, _ = left(pages[0])
    addresses = [person.post("/api/feed")["url"] for person in people]
    (entry,) = entries(addresses[seat])
    assert entry["title"] == "Your turn at Prime Daifugo Lv. 0" and entry["link"].endswith(f"/t/{code}")
    assert re.fullmatch(f"{('Bo', 'Ada')[seat]} · 2[34] hours left", entry["summary"])
    assert entries(addresses[1 - seat]) == []
    assert [one["id"] for one in entries(addresses[seat])] == [entry["id"]], "the same entry is not new"
    answer = fetch(addresses[seat].replace("language=en", "language=ja"))
    assert answer.headers["content-type"].startswith("application/atom+xml") and "あなたの番です" in answer.text
    assert "no-store" in answer.headers["cache-control"]
    days.pass_hours(24)
    found = wait_until(lambda: entries(addresses[1 - seat]))
    assert found[0]["id"] != entry["id"]
    for page in pages:
        page.close()


def test_names_are_text_and_nothing_else(days):  # noqa: F811
    code, (ada, bo), pages = begin(days)
    bo.post("/api/me", name="<b>&\"]]>")
    addresses = [person.post("/api/feed")["url"] for person in (ada, bo)]
    found = [one for address in addresses for one in entries(address)]
    assert len(found) == 1 and ("<b>&" in found[0]["summary"] or "Ada" in found[0]["summary"])
    for page in pages:
        page.close()


def test_a_renewed_address_leads_to_the_feed_and_the_old_one_nowhere(days):  # noqa: F811
    ada = Person(days, "Ada")
    assert ada.get("/api/feed")["url"] == ""
    first = ada.post("/api/feed")["url"]
    assert ada.get("/api/feed")["url"] == first and entries(first) == []
    second = ada.post("/api/feed")["url"]
    assert second != first and entries(second) == []
    fetch(first, 404)
    ada.http.delete("/api/feed").raise_for_status()
    fetch(second, 404)
    assert ada.post("/api/feed")["url"] not in (first, second), "no address comes back"


def test_the_store_holds_no_address(days):  # noqa: F811
    token = Person(days, "Ada").post("/api/feed")["url"].rpartition("/")[2].partition("?")[0]
    with closing(sqlite3.connect(f"{days.settings['data']}/coprime.db")) as opened:
        rows = opened.execute("SELECT * FROM feeds").fetchall()
    assert len(rows) == 1 and token not in repr(rows) and len(token) == 43


def test_with_a_person_their_feed_is_gone(days):  # noqa: F811
    ada = Person(days, "Ada")
    address = ada.post("/api/feed")["url"]
    ada.http.delete("/api/me").raise_for_status()
    fetch(address, 404)


def test_wrong_addresses_cost_the_same_queries_and_are_limited(tmp_path):
    server = DaysServer(tmp_path / "days", limits={"codes": [3, 0.01], "requests": [8, 0.01]}).start()
    right = Person(server, "Ada").post("/api/feed")["url"]
    answers = [httpx.get(f"{server.url}/feed/{letter * 43}", verify=TLS) for letter in "ABC"]
    assert [answer.status_code for answer in answers] == [404] * 3
    assert answers[0].json()["sentence"].startswith("There is no such feed.")
    codes = []
    while 429 not in codes and len(codes) < 10:
        codes.append(httpx.get(right, verify=TLS, timeout=60).status_code)
    assert codes[-1] == 429 and set(codes) <= {200, 429}
    server.kill()


def test_a_wrong_address_reads_as_much_as_a_right_one():
    """The same two queries, one after the other."""
    import asyncio

    from coprime.server.correspondence import feed_api
    from coprime.server.request_error import RequestError

    for feed in (None, feed_api.feed_rows.StoredFeed("ada", 1, 0)):
        state = FakeState(feed)
        try:
            asyncio.run(feed_api.get_feed(state, None, "token"))
        except RequestError as wrong:
            assert wrong.status == 404 and feed is None
        assert state.reads == ["feed", "list"]


class FakeState:
    """As much of the server as a feed asks for."""

    class public_url:
        base = "http://127.0.0.1"

    def __init__(self, feed):
        self.feed, self.reads = feed, []
        self.manager = self.turn_lists = self

    def charge_rate_limit(self, request):
        pass

    def client_address(self, request):
        return ""

    def limit_guesses(self, address):
        import contextlib

        return contextlib.nullcontext()

    async def read_store(self, query):
        self.reads.append("feed")
        return self.feed

    async def read_list(self, person):
        self.reads.append("list")
        return []

    async def run_in_thread(self, job, *given):
        return job(*given)

    def open_seconds(self):
        return 0.0

    def wall_seconds(self):
        return 0
