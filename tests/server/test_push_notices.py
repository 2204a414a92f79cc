"""Browsers that get notices, notices that are queued, and how each answer of a push service is taken; no server."""

import asyncio
import json
from functools import partial
from types import SimpleNamespace

import httpx
import pytest
import sqlalchemy as sa

from coprime.server.cluster import leases
from coprime.server.request_error import RequestError
from coprime.server.store import push_rows, schema
from coprime.server.store.push_rows import DELAY_MS, Subscription, digest_endpoint
from coprime.server.store.store import Store
from coprime.server.web_push import notice_sender
from coprime.server.web_push.notice_sender import LONGEST_PAUSE_MS, MOST_AT_ONCE, PAUSES_MS, PRESENT_LOOK_MS, WebPush
from coprime.server.web_push.push_services import PushOptions

NOW = 1_000_000                     # ms: what the database's clock says
HOST = "https://updates.push.services.mozilla.com"


@pytest.fixture(scope="module")
def opened(tmp_path_factory):
    store = Store(f"sqlite:///{tmp_path_factory.mktemp('push')}/x.db")
    yield store
    store.close()


@pytest.fixture
def store(opened, monkeypatch):
    """An empty store, whose clock is set by hand."""
    for table in (schema.people, schema.tables, schema.processes, schema.push_subscriptions, schema.push_notices):
        opened.run_transaction(lambda c, table=table: c.execute(sa.delete(table)))
    opened.now = NOW
    for module in (push_rows, leases):
        monkeypatch.setattr(module, "database_clock", lambda connection: sa.literal(opened.now))
    return opened


def browser(name):
    return Subscription(f"{HOST}/{name}", "a2V5", "c2VjcmV0")


def add(store, person, name, language="en", now=5, most=(3, 10)):
    return store.run_transaction(lambda c: push_rows.add_subscription(c, person, browser(name), language, now, most))


def names(store, person):
    """Which browsers somebody has, the oldest first."""
    known = {digest_endpoint(browser(name).endpoint): name for name in "abcdefgh"}
    return "".join(known[one] for one in store.read(lambda c: push_rows.list_digests(c, person)))


def open_table(store, code, phase="playing", owner=""):
    store.run_transaction(lambda c: c.execute(sa.insert(schema.tables).values(
        code=code, game="prime_climb", phase=phase, opened=0, touched=0, address="", kept="{}", owner=owner)))


def queue(store, code, turn, **asked):
    store.run_transaction(lambda c: push_rows.queue_notices(c, code, turn, asked))


def due(store, most=9, me="", is_leader=False):
    return store.read(lambda c: push_rows.read_due_notices(c, most, me, is_leader))


def rows(store):
    n = schema.push_notices.c
    return [tuple(row) for row in store.read(lambda c: c.execute(sa.select(
        n.code, n.turn, n.ends, n.at, n.tries).order_by(n.code, n.at)).all())]


# Browsers.

def test_of_more_browsers_than_may_be_the_oldest_goes(store):
    for name in "abcd":
        add(store, "ada", name)
    assert names(store, "ada") == "bcd", "in the order in which they came, though no time has passed"
    add(store, "ada", "e", most=(2, 10))
    assert names(store, "ada") == "de"


def test_of_all_people_there_are_so_many_and_who_replaces_one_of_theirs_is_let_in(store):
    add(store, "ada", "a", most=(1, 2))
    add(store, "ben", "b", most=(1, 2))
    with pytest.raises(RequestError) as full:
        add(store, "cem", "c", most=(1, 2))
    assert full.value.status == 409
    add(store, "ben", "d", most=(1, 2))
    assert names(store, "ada") + names(store, "ben") + names(store, "cem") == "ad"


def test_a_browser_is_the_one_of_whoever_used_it_last(store):
    add(store, "ada", "a")
    add(store, "ben", "a")
    assert (names(store, "ada"), names(store, "ben")) == ("", "a")


def test_a_browser_gets_another_address_and_stays_whose_it_was(store):
    add(store, "ada", "a")
    add(store, "ada", "b", now=6)
    add(store, "ben", "c")
    digest = digest_endpoint(browser("a").endpoint)

    def renew(person, name):
        return store.run_transaction(lambda c: push_rows.renew_subscription(c, person, digest, browser(name)))
    assert renew("ben", "d") == [] and names(store, "ada") == "ab"
    assert len(renew("ada", "c")) == 2 and names(store, "ada") == "cb" and names(store, "ben") == ""
    digest = digest_endpoint(browser("c").endpoint)
    assert len(renew("ada", "c")) == 2 and names(store, "ada") == "cb"


def test_browsers_are_deleted_one_by_one_or_all(store):
    ids = {name: add(store, "ada", name) for name in "abc"}
    add(store, "ben", "d")
    for job in (lambda c: push_rows.delete_subscription(c, "ben", digest_endpoint(browser("a").endpoint)),
                lambda c: push_rows.delete_subscription(c, "ada", digest_endpoint(browser("a").endpoint)),
                lambda c: push_rows.delete_lost_subscription(c, ids["b"])):
        store.run_transaction(job)
    assert names(store, "ada") == "c" and names(store, "ben") == "d"
    store.run_transaction(lambda c: push_rows.delete_subscriptions_of(c, "ada"))
    assert names(store, "ada") == "" and names(store, "ben") == "d"


def test_what_leads_nowhere_is_forgotten(store):
    store.run_transaction(lambda c: c.execute(sa.insert(schema.people).values(
        key="ada", name="Ada", created=0, seen=0)))
    for person, name in (("ada", "a"), ("ben", "b")):
        add(store, person, name)
    for code, phase in (("OPEN", "playing"), ("SHUT", "closed")):
        open_table(store, code, phase)
        queue(store, code, 1, ada=900, ben=900)
    queue(store, "GONE", 1, ada=900)
    store.run_transaction(push_rows.forget_subscriptions_of_strangers)
    assert names(store, "ada") == "a" and names(store, "ben") == "" and [row[0] for row in rows(store)] == ["OPEN"]


# Notices.

def test_a_turn_is_told_once_after_a_while_and_no_more_when_it_is_over(store):
    add(store, "ada", "a")
    add(store, "ben", "b")
    open_table(store, "OPEN")
    queue(store, "OPEN", 3, ada=900)
    assert rows(store) == [("OPEN", 3, 900, NOW + DELAY_MS, 0)] and due(store) == []
    store.now += DELAY_MS
    (notice,) = due(store)
    assert (notice.person, notice.turn, notice.ends, notice.tries, notice.age_ms) == ("ada", 3, 900, 0, DELAY_MS)
    assert notice.target == browser("a") and (notice.game, notice.language) == ("prime_climb", "en")
    queue(store, "OPEN", 4, ada=950)                  # the same turn where the clock has stood still is another number
    queue(store, "OPEN", 4, ada=970)
    assert rows(store) == [("OPEN", 4, 970, NOW + 2 * DELAY_MS, 0)]
    queue(store, "OPEN", 5, ada=970)                  # somebody else has moved
    assert rows(store) == [("OPEN", 4, 970, NOW + 2 * DELAY_MS, 0)]
    queue(store, "OPEN", 6, ben=980)
    assert [row[1:3] for row in rows(store)] == [(6, 980)]
    queue(store, "OPEN", 7)
    assert rows(store) == []


def test_due_are_those_of_running_tables_the_longest_overdue_first(store):
    add(store, "ada", "a")
    for code, phase in (("LATE", "playing"), ("SOON", "playing"), ("OVER", "over")):
        open_table(store, code, phase)
        queue(store, code, 1, ada=900)
        store.now += 1
    store.run_transaction(lambda c: push_rows.note_known_turn(c, "elsewhere", "LATE", 1, 900))
    store.now = NOW + DELAY_MS + 10
    assert [one.code for one in due(store)] == ["LATE", "SOON"] and [one.code for one in due(store, most=1)] == ["LATE"]
    store.now = NOW + DELAY_MS
    assert [one.code for one in due(store)] == ["LATE"]


def test_a_process_sends_those_of_its_tables_and_the_leader_those_of_nobodys(store):
    add(store, "ada", "a")
    store.run_transaction(lambda c: c.execute(sa.insert(schema.processes).values(
        id="other", address="", version="", mark="", load=0, until=NOW + DELAY_MS + 1)))
    for code, owner in (("MINE", "me"), ("FREE", ""), ("DEAD", "gone"), ("THEIRS", "other")):
        open_table(store, code, owner=owner)
        queue(store, code, 1, ada=900)
    store.now += DELAY_MS
    assert {one.code for one in due(store, me="me")} == {"MINE"}
    assert {one.code for one in due(store, me="me", is_leader=True)} == {"MINE", "FREE", "DEAD"}


def test_a_notice_is_claimed_by_one_and_tried_after_each_pause(store):
    add(store, "ada", "a")
    open_table(store, "OPEN")
    queue(store, "OPEN", 1, ada=900)
    for tries, pause in enumerate(PAUSES_MS):
        store.now += DELAY_MS if not tries else PAUSES_MS[tries - 1]
        claim = partial(push_rows.claim_notices, notices=due(store), pauses=PAUSES_MS)
        assert len(store.run_transaction(claim)) == 1
        assert store.run_transaction(claim) == [], "another process has read the same"
        assert rows(store) == [("OPEN", 1, 900, store.now + pause if pause else 0, tries + 1)]
    store.now += 10 * LONGEST_PAUSE_MS
    assert due(store) == []


# Sending.

class Manager:
    """What the sender asks of a process."""

    lease_keeper, process_id = None, ""

    def __init__(self, store, at_table=()):
        self.store = store
        connections = [SimpleNamespace(key=key) for key in at_table]
        self.table_actors = {"OPEN": SimpleNamespace(table=SimpleNamespace(connections=connections))}

    async def read_store(self, query):
        return self.store.read(query)

    async def change_durably(self, job):
        return self.store.run_transaction(job)

    write_durably = change_durably

    def open_seconds(self):
        return 400.0


def send_once(store, answer, manager=None, **options):
    """Look once at what is due, with push services that answer so; returns their requests."""
    asked = []

    def take(request):
        asked.append(request)
        return answer(request) if callable(answer) else answer

    async def run():
        sender = WebPush(b"secret", PushOptions("mailto:me@example.org"), None)
        async with httpx.AsyncClient(transport=httpx.MockTransport(take)) as client:
            await sender.send_due_notices(manager or Manager(store), client)
            await asyncio.gather(*sender._sending)
            assert not sender._sending
    asyncio.run(run())
    return asked


@pytest.fixture
def waiting(store, monkeypatch):
    """A notice for Ada that is due; what is sent is not encrypted."""
    monkeypatch.setattr(notice_sender, "encrypt_message", lambda text, public, secret, size: text)
    add(store, "ada", "a", language="ja")
    open_table(store, "OPEN")
    queue(store, "OPEN", 1, ada=900)
    store.now += DELAY_MS
    return store


def fail(request):
    raise httpx.ConnectError("no way")


@pytest.mark.parametrize(("answer", "pause"), [
    (httpx.Response(201), None), (httpx.Response(400), None), (httpx.Response(413), None), (httpx.Response(301), None),
    (httpx.Response(408), 60_000), (httpx.Response(425), 60_000), (httpx.Response(429), 60_000),
    (httpx.Response(499), None), (httpx.Response(500), 60_000), (httpx.Response(503), 60_000), (fail, 60_000),
    (httpx.Response(429, headers={"retry-after": "60"}), 60_000),
    (httpx.Response(429, headers={"retry-after": "61"}), 61_000),
    (httpx.Response(503, headers={"retry-after": "999999"}), LONGEST_PAUSE_MS),
    (httpx.Response(429, headers={"retry-after": "soon"}), 60_000),
    (httpx.Response(201, headers={"retry-after": "999"}), None)])
def test_an_answer_ends_a_notice_or_another_try_follows(waiting, answer, pause):
    assert len(send_once(waiting, answer)) == 1
    assert rows(waiting) == [("OPEN", 1, 900, waiting.now + pause if pause else 0, 1)] and names(waiting, "ada") == "a"


@pytest.mark.parametrize("status", [404, 410])
def test_a_browser_that_is_gone_is_forgotten(waiting, status):
    send_once(waiting, httpx.Response(status))
    assert names(waiting, "ada") == "" and due(waiting) == []


def test_a_message_tells_the_game_and_the_table_in_the_language_of_the_browser(waiting):
    (request,) = send_once(waiting, httpx.Response(201))
    assert str(request.url) == browser("a").endpoint and request.method == "POST"
    told = json.loads(request.content)
    assert told.keys() == {"title", "body", "language", "code"} and (told["language"], told["code"]) == ("ja", "OPEN")
    assert "OPEN" in told["body"] and "プライムクライム" in told["body"]
    assert request.headers["ttl"] == "500" and request.headers["content-encoding"] == "aes128gcm"
    assert len(request.headers["topic"]) == 32 and "OPEN" not in request.headers["topic"]


@pytest.mark.parametrize(("ends", "ttl"), [(0, 60), (461, 61), (2_419_599, 2_419_199), (9_000_000, 28 * 86_400)])
def test_a_push_service_keeps_a_message_until_the_turn_is_over(waiting, ends, ttl):
    waiting.run_transaction(lambda c: c.execute(sa.update(schema.push_notices).values(ends=ends)))
    (request,) = send_once(waiting, httpx.Response(201))
    assert request.headers["ttl"] == str(ttl)


def test_an_address_that_is_none_of_a_push_service_any_more_is_not_asked(waiting):
    waiting.run_transaction(lambda c: c.execute(sa.update(schema.push_subscriptions).values(
        endpoint="https://elsewhere.example/a")))
    assert send_once(waiting, httpx.Response(201)) == [] and names(waiting, "ada") == ""


def test_who_has_the_table_open_is_told_later(waiting):
    assert send_once(waiting, httpx.Response(201), Manager(waiting, at_table=["ben", "ada"])) == []
    assert rows(waiting) == [("OPEN", 1, 900, waiting.now + PRESENT_LOOK_MS, 0)]
    waiting.now += notice_sender.PRESENT_MS
    assert len(send_once(waiting, httpx.Response(201), Manager(waiting, at_table=["ada"]))) == 1


@pytest.mark.parametrize(("keeper", "sent"), [
    ({"has_lapsed": True, "is_draining": False}, 0), ({"has_lapsed": False, "is_draining": True}, 0),
    ({"has_lapsed": False, "is_draining": False}, 1)])
def test_a_process_without_a_lease_sends_nothing(waiting, keeper, sent):
    manager = Manager(waiting)
    manager.process_id, manager.lease_keeper = "me", SimpleNamespace(is_leader=True, **keeper)
    assert len(send_once(waiting, httpx.Response(201), manager)) == sent


def test_no_more_are_under_way_than_may_be(waiting):
    async def run():
        sender = WebPush(b"secret", PushOptions("mailto:me@example.org"), None)
        sender._sending = set(range(MOST_AT_ONCE))
        await sender.send_due_notices(Manager(waiting), None)
    asyncio.run(run())
    assert len(due(waiting)) == 1
