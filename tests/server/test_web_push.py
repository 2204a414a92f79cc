"""Web push on a real server: who is told of which turn, when not, and what becomes of answers, kills and hangs."""

import contextlib
import hashlib
import shutil
import sqlite3
import time
from contextlib import closing
from pathlib import Path

import pytest
import sqlalchemy as sa
from push_service import CONTACT, Browser, decode, service  # noqa: F401 - service is a fixture
from server_process import GENEROUS, Person, ServerProcess
from test_move_deadlines import DaysServer, begin, left, wait_until
from test_workers import store_of

# The pauses are longer than it takes a slow machine to note an answer: what is not noted by then is sent again.
SOON = {"DELAY_MS": 200, "TICK_SECONDS": 0.05, "PAUSES_MS": [60_000, 60_000, 60_000, 60_000, 0], "SEND_SECONDS": 1.0,
        "PRESENT_LOOK_MS": 100}


@pytest.fixture
def days(tmp_path, service):  # noqa: F811
    server = push_server(tmp_path / "days", service).start()
    yield server
    if server.process.poll() is None:
        server.kill()


def push_server(folder, service, notices=None, **settings):  # noqa: F811
    return DaysServer(folder, web_push="me@example.org", push_hosts=[service.host], notices=SOON | (notices or {}),
                      **settings)


def subscribe(person, browser, **headers):
    answer = person.http.post("/api/push", json=browser.subscription, headers=headers)
    assert answer.status_code == 201, answer.text
    return answer.json()


def digest(browser):
    return hashlib.sha256(browser.endpoint.encode()).hexdigest()


def begun(server, *browsers):
    """A table over days with nobody there: its code, its people, each with one of the browsers, and who is asked."""
    code, people, pages = begin(server)
    seat, _ = left(pages[0])
    for person, browser in zip(people, browsers, strict=False):
        subscribe(person, browser)
    for page in pages:
        page.close()
    return code, people, seat


def two_browsers(service):  # noqa: F811
    return Browser(service, "ada"), Browser(service, "bo")


def notices_of(server):
    return server.query("SELECT code, at, tries FROM push_notices ORDER BY subscription")


def test_whose_turn_begins_is_told_once_with_the_game_and_the_table_alone(days, service):  # noqa: F811
    browsers = two_browsers(service)
    code, people, seat = begun(days, *browsers)
    days.pass_hours(24)                                 # a bot moves for who is asked, and the other one is
    (message,) = service.wait(1)
    other = browsers[1 - seat]
    assert message["path"] == other.path, "turns that waited before are not told"
    assert other.read(message) == {"title": "Your turn", "body": f"Prime Daifugo Lv. 0 · table {code}",
                                   "language": "en", "code": code}
    headers = {name.lower(): value for name, value in message["headers"].items()}
    assert headers["content-encoding"] == "aes128gcm" and 86_000 < int(headers["ttl"]) <= 86_400
    assert len(headers["topic"]) == 32 and code not in headers["topic"]
    token, key = headers["authorization"].removeprefix("vapid t=").split(", k=")
    assert key == people[0].get("/api/push")["key"]
    claims = decode(token.split(".")[1]).decode()
    assert f'"aud":"https://{service.host}"' in claims and CONTACT in claims
    assert headers["user-agent"] == "Coprime" and not {"cookie", "referer", "origin"} & set(headers)
    days.pass_hours(24)                                 # and back again
    service.wait(2)
    assert service.got[1]["path"] == browsers[seat].path
    assert [at for _, at, _ in notices_of(days)] and len(service.got) == 2


def test_every_browser_of_a_person_is_told_in_its_language_and_topics_stay(days, service):  # noqa: F811
    phone, laptop = Browser(service, "phone"), Browser(service, "laptop")
    code, people, seat = begun(days)
    other = people[1 - seat]
    subscribe(other, phone)
    found = subscribe(other, laptop, **{"accept-language": "ja"})
    assert found["browsers"] == [digest(phone), digest(laptop)] == other.get("/api/push")["browsers"]
    days.pass_hours(24)
    got = {one["path"]: one for one in service.wait(2)}
    assert phone.read(got[phone.path])["title"] == "Your turn"
    assert laptop.read(got[laptop.path])["title"] == "あなたの番です"
    assert len({len(one["body"]) for one in service.got}) == 1, "the length tells nothing"
    topics = {one["path"]: one["headers"]["topic"] for one in service.got}
    assert topics[phone.path] != topics[laptop.path]
    days.pass_hours(24)                                 # the other seat, which has no browser, and a turn again
    wait_until(lambda: left_seat(other, code) == seat)
    days.pass_hours(24)
    service.wait(4)
    assert {one["path"]: one["headers"]["topic"] for one in service.got} == topics, "one notice for each table"


def left_seat(person, code):
    page = person.page(code)
    seat, _ = left(page)
    page.close()
    return seat


def test_while_the_page_is_open_nothing_is_sent_until_a_quarter_of_an_hour_is_over(tmp_path, service):  # noqa: F811
    server = push_server(tmp_path / "days", service, {"PRESENT_MS": 2_500}).start()
    browsers = two_browsers(service)
    code, people, seat = begun(server, *browsers)
    page = people[1 - seat].page(code)
    server.pass_hours(24)
    wait_until(lambda: age_of_notice(server) > 1_000)
    assert service.got == [], "the page tells it"
    page.close()
    service.wait(1)
    server.pass_hours(24)
    wait_until(lambda: left_seat(people[0], code) == seat)
    with contextlib.closing(people[1 - seat].page(code)):
        service.wait(2)                                     # to the other person, who is away
        server.pass_hours(24)
        assert service.wait(3)[2]["path"] == browsers[1 - seat].path, "a page that is open all day is not read"
    server.kill()


def age_of_notice(server):
    found = server.query("SELECT since FROM push_notices WHERE at > 0")
    return time.time() * 1000 - found[0][0] if found else 0


def test_a_move_within_the_delay_leaves_nothing_to_tell(tmp_path, service):  # noqa: F811
    server = push_server(tmp_path / "days", service, {"DELAY_MS": 600_000}).start()
    browsers = two_browsers(service)
    code, people, seat = begun(server, *browsers)
    server.pass_hours(24)
    wait_until(lambda: [row for row in notices_of(server) if row[1] > 0])
    server.pass_hours(24)                               # the bot moves in their place: that turn is over
    wait_until(lambda: left_seat(people[0], code) == seat)
    waiting = [row for row in notices_of(server) if row[1] > 0]
    assert len(waiting) == 1, "of the turn that waits now"
    server.kill()


@pytest.mark.parametrize("status", [404, 410])
def test_a_browser_that_is_gone_is_deleted(days, service, status):  # noqa: F811
    browsers = two_browsers(service)
    _, people, seat = begun(days, *browsers)
    service.answers.append(status)
    days.pass_hours(24)
    service.wait(1)
    wait_until(lambda: people[1 - seat].get("/api/push")["browsers"] == [])
    assert people[seat].get("/api/push")["browsers"] == [digest(browsers[seat])]


@pytest.mark.parametrize("answer", [429, 500, 503, "hang"])
def test_trouble_of_the_service_is_tried_again(tmp_path, service, answer):  # noqa: F811
    server = push_server(tmp_path / "days", service, {"PAUSES_MS": [1_500, 400, 60_000, 60_000, 0]}).start()
    browsers = two_browsers(service)
    begun(server, *browsers)
    service.answers.extend([answer, answer, 201])
    server.pass_hours(24)
    service.wait(3)
    wait_until(lambda: [at for _, at, tries in notices_of(server) if tries == 3] == [0])
    assert len({one["path"] for one in service.got}) == 1 and len(service.got) == 3
    server.kill()


def test_after_five_tries_it_is_given_up_and_the_browser_stays(tmp_path, service):  # noqa: F811
    server = push_server(tmp_path / "days", service, {"PAUSES_MS": [400, 400, 400, 400, 0]}).start()
    browsers = two_browsers(service)
    _, people, seat = begun(server, *browsers)
    service.answers.extend([503] * 5)
    server.pass_hours(24)
    service.wait(5)
    wait_until(lambda: [row[1:] for row in notices_of(server) if row[2] == 5] == [(0, 5)])
    assert people[1 - seat].get("/api/push")["browsers"] == [digest(browsers[1 - seat])]
    server.pass_hours(24)
    assert service.wait(6)[5]["path"] == browsers[seat].path
    server.kill()


@pytest.mark.parametrize("status", [301, 400, 403, 413])
def test_an_answer_that_will_not_change_ends_it_and_redirections_lead_nowhere(days, service, status):  # noqa: F811
    browsers = two_browsers(service)
    _, people, seat = begun(days, *browsers)
    service.answers.append((status, {"location": f"https://{service.host}/elsewhere"}))
    days.pass_hours(24)
    service.wait(1)
    wait_until(lambda: [row[1:] for row in notices_of(days) if row[2]] == [(0, 1)])
    assert [one["path"] for one in service.got] == [browsers[1 - seat].path]
    assert people[1 - seat].get("/api/push")["browsers"]


def test_a_service_may_ask_for_more_time(days, service):  # noqa: F811
    browsers = two_browsers(service)
    begun(days, *browsers)
    service.answers.append((429, {"retry-after": "3600"}))
    days.pass_hours(24)
    service.wait(1)
    far = "SELECT at - since FROM push_notices WHERE tries = 1"
    wait_until(lambda: [wait for (wait,) in days.query(far) if wait > 3_000_000])


def test_a_hanging_service_keeps_no_table_waiting(tmp_path, service):  # noqa: F811
    server = push_server(tmp_path / "days", service, {"SEND_SECONDS": 50}).start()
    browsers = two_browsers(service)
    code, people, seat = begun(server, *browsers)
    service.answers.append("hang")
    server.pass_hours(24)
    service.wait(1)
    for hours in (24, 24):                              # the table goes on, and the other's notice is sent
        server.pass_hours(hours)
    wait_until(lambda: any(one["path"] == browsers[seat].path for one in service.got))
    page = people[seat].page(code).catch_up()           # a service that is waited for would take 50
    page.close()
    server.kill()


def test_a_killed_server_sends_what_it_owes_and_nothing_again_that_was_sent(tmp_path, service):  # noqa: F811
    pauses = [6_000, 60_000, 60_000, 60_000, 0]         # it is killed before the first is over, and goes on after it
    server = push_server(tmp_path / "days", service, {"SEND_SECONDS": 50, "PAUSES_MS": pauses}).start()
    browsers = two_browsers(service)
    begun(server, *browsers)
    service.answers.append("hang")
    server.pass_hours(24)
    service.wait(1)
    server.kill()                                       # nobody knows whether the service has taken it
    server.start()
    service.wait(2)
    assert len({one["path"] for one in service.got}) == len({one["headers"]["topic"] for one in service.got}) == 1
    wait_until(lambda: [at for _, at, tries in notices_of(server) if tries == 2] == [0])
    server.kill()
    server.start()
    server.pass_hours(24)
    assert [one["path"] for one in service.wait(3)].count(service.got[0]["path"]) == 2
    server.kill()


def test_two_processes_send_each_notice_once_and_one_goes_on_alone(tmp_path, postgres, service):  # noqa: F811
    first = push_server(tmp_path / "first", service, database=postgres.url).start()
    second = push_server(tmp_path / "second", service, database=postgres.url)
    (folder := Path(second.settings["data"])).mkdir(mode=0o700)
    shutil.copy(Path(first.settings["data"]) / "secret", folder / "secret")
    second.settings["shift"] = first.settings["shift"]          # one time for both
    second.start()
    asked, others = [], []
    for number in range(6):
        browsers = [Browser(service, f"{number}-{seat}") for seat in range(2)]
        _, people, seat = begun((first, second)[number % 2], *browsers)
        asked.append(browsers[seat].path)
        others.append(browsers[1 - seat].path)
    keys = {Person(server, "Dora").get("/api/push")["key"] for server in (first, second)}
    assert len(keys) == 1, "one key for all processes"
    first.pass_hours(24)
    service.wait(6)
    wait_until(lambda: when_due(first) == [0] * 6)              # a kill before it is noted sends a notice again
    second.kill()
    counted = when_counted(first)
    wait_until(lambda: when_counted(first) > counted)           # by the process that is left
    first.pass_hours(24)
    service.wait(12)
    assert sorted(one["path"] for one in service.got[:6]) == sorted(others)
    assert sorted(one["path"] for one in service.got[6:]) == sorted(asked)
    first.stop()


def when_due(server):
    """When each notice is to be sent; 0 for what has been."""
    with store_of(server) as store:
        return list(store.execute(sa.text("SELECT at FROM push_notices")).scalars())


def when_counted(server):
    """When a process has stored how long the server has been open."""
    with store_of(server) as store:
        return store.execute(sa.text("SELECT at FROM open_time")).scalar()


def test_whoever_switches_it_off_is_deleted_or_becomes_another_is_told_nothing(days, service):  # noqa: F811
    browsers = two_browsers(service)
    _, people, seat = begun(days, *browsers)
    other = people[1 - seat]
    third = Browser(service, "third")
    subscribe(other, third)
    people[seat].http.delete(f"/api/push/{digest(third)}").raise_for_status()
    assert digest(third) in other.get("/api/push")["browsers"], "nobody else's"
    other.http.delete(f"/api/push/{digest(third)}").raise_for_status()
    assert other.get("/api/push")["browsers"] == [digest(browsers[1 - seat])]
    # Somebody else at the same browser: its notices are theirs from then on.
    cleo = Person(days, "Cleo")
    subscribe(cleo, browsers[1 - seat])
    assert other.get("/api/push")["browsers"] == []
    cleo.http.delete("/api/push").raise_for_status()
    assert cleo.get("/api/push")["browsers"] == []
    subscribe(other, third)
    other.http.delete("/api/me").raise_for_status()
    assert days.query("SELECT person FROM push_subscriptions") == [
        (person,) for (person,) in days.query("SELECT key FROM people WHERE name = ?", people[seat].name)]
    days.pass_hours(24)
    wait_until(lambda: days.query("SELECT seconds FROM open_time WHERE seconds > 86000"))
    assert service.got == []


def test_a_browser_that_renews_its_subscription_gets_its_notices_there(days, service):  # noqa: F811
    browsers = two_browsers(service)
    code, people, seat = begun(days, *browsers)
    other, renewed = people[1 - seat], Browser(service, "renewed")

    def renew(person, old, status):
        answer = person.http.put(f"/api/push/{digest(old)}", json=renewed.subscription)
        assert answer.status_code == status, answer.text
        return answer.json()
    assert "no notices" in renew(people[seat], browsers[1 - seat], 404)["sentence"], "nobody else's"
    assert renew(other, browsers[1 - seat], 200)["browsers"] == [digest(renewed)]
    assert renew(other, renewed, 200)["browsers"] == [digest(renewed)], "sent twice"
    assert renew(other, browsers[1 - seat], 404)
    bad = other.http.put(f"/api/push/{digest(renewed)}", json=renewed.subscription | {"endpoint": "https://evil.example/x"})
    assert bad.status_code == 400 and "none of theirs" in bad.json()["sentence"]
    days.pass_hours(24)
    (message,) = service.wait(1)
    assert message["path"] == renewed.path, "turns that waited before are still not told"
    assert renewed.read(message)["code"] == code


def test_without_the_operators_word_there_is_nothing(tmp_path):
    server = ServerProcess(tmp_path / "data").start()
    ada = Person(server, "Ada")
    assert ada.get("/api/games")["push"] is False
    body = {"endpoint": "https://fcm.googleapis.com/x", "keys": {"p256dh": "", "auth": ""}}
    for answer in (ada.http.get("/api/push"), ada.http.post("/api/push", json=body), ada.http.delete("/api/push"),
                   ada.http.delete("/api/push/" + 64 * "a")):
        assert (answer.status_code, answer.json()["sentence"]) == (404, "This server sends no notices.")
    server.kill()


def test_addresses_and_keys_that_are_none_are_refused_and_limits_hold(tmp_path, service):  # noqa: F811
    server = push_server(tmp_path / "days", service, limits=GENEROUS | {"browsers": [2, 3]}).start()
    ada, bo = Person(server, "Ada"), Person(server, "Bo")
    assert ada.get("/api/games")["push"] is True
    good = Browser(service).subscription
    for endpoint in ("https://127.0.0.1/x", f"http://{service.host}/x", "https://evil.example/x"):
        assert "none of theirs" in ada.post("/api/push", 400, **good | {"endpoint": endpoint})["sentence"]
    for keys in ({"p256dh": "", "auth": good["keys"]["auth"]}, {"p256dh": good["keys"]["p256dh"], "auth": "AAAA"},
                 {"p256dh": "!" * 87, "auth": good["keys"]["auth"]}):
        assert "cannot be read" in ada.post("/api/push", 400, **good | {"keys": keys})["sentence"]
    browsers = [Browser(service, str(number)) for number in range(4)]
    for browser in browsers[:3]:
        found = subscribe(ada, browser)
    assert found["browsers"] == [digest(one) for one in browsers[1:3]], "the oldest of a person goes"
    subscribe(bo, browsers[0])
    assert "as it may" in bo.post("/api/push", 409, **browsers[3].subscription)["sentence"]
    subscribe(ada, browsers[3])                             # in the place of one of hers
    with closing(sqlite3.connect(f"{server.settings['data']}/coprime.db")) as opened:
        assert opened.execute("SELECT count(*) FROM push_subscriptions").fetchone() == (3,)
    server.kill()
