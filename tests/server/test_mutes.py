"""Muting on a server: kept with the person, on every device and table, and known to nobody else."""

import json

import pytest
from server_process import GENEROUS, Person, ServerProcess
from test_atom_feed import entries
from test_move_deadlines import TurnStream, begin, days, left  # noqa: F401 - days is a fixture
from test_open_tables import HomePage
from test_workers import both, living

from coprime.server.request_error import RequestError
from coprime.server.store import mute_rows, people
from coprime.server.store.erasure import forget_expired, forget_person
from coprime.server.store.store import Store


@pytest.fixture(scope="module")
def opened(tmp_path_factory):
    server = ServerProcess(tmp_path_factory.mktemp("mute"), rest=1, limits=GENEROUS | {"listed": 100}).start()
    yield server
    server.stop()


def two_at_a_table(server, **fields):
    ada, bo = Person(server, "Ada"), Person(server, "Bo")
    code = ada.open(seats=2, **fields)
    return ada, bo, code, ada.page(code), bo.page(code)


def name_of_ada(page):
    return page.told["seats"][0]["name"]


def test_it_holds_at_every_table_and_can_be_undone(opened):
    ada, bo, code, a, b = two_at_a_table(opened)
    a.send("chat", text="hello from her")
    b.wait("chat")
    assert bo.post(f"/api/tables/{code}/mutes", status=204, who=1) is None
    welcome = b.wait("welcome")
    assert name_of_ada(b) == "Player 1" and welcome["chat"] == []
    other = ada.open(seats=2)
    pages = [ada.page(other), bo.page(other)]
    assert name_of_ada(pages[1]) == "Player 1", "at a table that is opened later, too"
    pages[0].send("chat", text="hello again")
    pages[1].catch_up()
    assert "Ada" not in json.dumps(pages[1].got) and "hello again" not in json.dumps(pages[1].got)
    assert {tuple(one["seats"])[0] for one in bo.get("/api/tables")["tables"]} == {"Player 1"}
    assert {tuple(one["seats"])[0] for one in ada.get("/api/tables")["tables"]} == {"Ada"}
    [mute] = bo.get("/api/mutes")["mutes"]
    assert mute["name"] == "Ada" and set(mute) == {"id", "name", "at"}
    assert ada.get("/api/mutes") == {"mutes": []}
    a.catch_up()
    assert name_of_ada(a) == "Ada" and a.told["seats"][1]["name"] == "Bo"
    assert all(not one["muted"] for one in a.told["people"]), "she sees nothing of it"
    assert bo.http.delete(f"/api/mutes/{mute['id']}").status_code == 204
    assert b.wait("welcome")["chat"][0]["text"] == "hello from her" and name_of_ada(b) == "Ada"
    assert bo.http.delete(f"/api/mutes/{mute['id']}").status_code == 404
    for page in (a, b, *pages):
        page.close()


def test_a_restart_keeps_it(fresh):
    server = fresh()
    _, bo, code, a, b = two_at_a_table(server)
    bo.post(f"/api/tables/{code}/mutes", who=1, status=204)
    a.close()
    b.close()
    server.kill()
    server.start()
    page = bo.page(code)
    assert name_of_ada(page) == "Player 1"
    page.close()


def test_it_follows_both_to_another_device(opened):
    """The link to another device makes a new person of each: what was muted stays so."""
    ada, bo, code, a, b = two_at_a_table(opened)
    bo.post(f"/api/tables/{code}/mutes", who=1, status=204)
    phone = Person(opened, "Phone")
    phone.post("/api/carry", token=bo.post(f"/api/tables/{code}/carry")["token"])
    page = phone.page(code)
    assert name_of_ada(page) == "Player 1" and len(phone.get("/api/mutes")["mutes"]) == 1
    tablet = Person(opened, "Tablet")
    tablet.post("/api/carry", token=ada.post(f"/api/tables/{code}/carry")["token"])
    assert name_of_ada(page.catch_up()) == "Player 1"
    for one in (a, b, page):
        one.close()


def test_what_cannot_be_muted(opened):
    _, bo, code, a, b = two_at_a_table(opened)
    assert bo.post(f"/api/tables/{code}/mutes", status=409, who=2)["sentence"] == "You cannot mute yourself."
    assert "nobody of that number" in bo.post(f"/api/tables/{code}/mutes", status=404, who=7)["sentence"]
    stranger = Person(opened)
    stranger.post(f"/api/tables/{code}/mutes", status=404, who=1)
    a.close()
    b.close()
    ada, bo, code, a, b = two_at_a_table(opened, **{"class": True})
    assert "tell your teacher" in bo.post(f"/api/tables/{code}/mutes", status=409, who=1)["sentence"]
    a.close()
    b.close()


def test_the_home_page_hides_a_muted_host_from_one_person(opened):
    ada, bo, code, a, b = two_at_a_table(opened)
    assert a.say("seat", seat=1, kind="bot")["type"] == "refused"
    bo.post(f"/api/tables/{code}/mutes", who=1, status=204)
    listed = ada.open("prime_climb", seats=2)
    page = ada.page(listed)
    assert page.say("list")["type"] == "done"
    cy = Person(opened)
    for person, host in ((bo, ""), (cy, "Ada"), (ada, "Ada")):
        home = HomePage(person)
        assert home.until(lambda tables: listed in tables)[listed]["host"] == host
        home.close()
        found = {one["code"]: one["host"] for one in person.get("/api/open-tables")["tables"]}
        assert found[listed] == host
    for one in (a, b, page):
        one.close()


def test_another_process_knows_at_once(tmp_path):
    server = ServerProcess(tmp_path, rest=1, workers=2).start()
    living(server, 2)
    ada, bo = Person(server, "Ada"), Person(server, "Bo")
    codes = [http.post("/api/tables", json={"game": "prime_daifugo", "seats": 2}).json()["code"]
             for http in both(server, ada).values()]
    pages = [(ada.page(code), bo.page(code)) for code in codes]
    who = next(one["who"] for one in pages[0][1].told["people"] if one["name"] == "Ada")
    bo.post(f"/api/tables/{codes[0]}/mutes", who=who, status=204)
    for _, page in pages:
        page.wait("welcome")
        assert "Ada" not in [one["name"] for one in page.told["people"]]
    server.stop()


def make_people(connection, *keys):
    for key in keys:
        people.add_person(connection, key, key.title())


def test_a_person_who_is_forgotten_leaves_no_row(tmp_path):
    store = Store(f"sqlite:///{tmp_path / 'x.db'}")

    def run(connection):
        make_people(connection, "ada", "bo", "cy")
        for person, muted in (("ada", "bo"), ("bo", "ada"), ("cy", "ada"), ("cy", "bo")):
            mute_rows.add_mute(connection, person, muted, muted.title(), 5)
        mute_rows.add_mute(connection, "cy", "bo", "Bo", 6)
        forget_person(connection, "ada")
        left = [mute_rows.read_muted_keys(connection, one) for one in ("ada", "bo", "cy")]
        forget_expired(connection, lambda seconds: 2**40, 1)
        return left, mute_rows.read_muted_keys(connection, "cy")
    assert store.run_transaction(run) == ([frozenset(), frozenset(), {"bo"}], frozenset())
    store.close()


def test_one_person_mutes_only_so_many(tmp_path, monkeypatch):
    monkeypatch.setattr(mute_rows, "MOST_MUTED", 2)
    store = Store(f"sqlite:///{tmp_path / 'x.db'}")

    def run(connection):
        for muted in ("a", "b", "a"):
            mute_rows.add_mute(connection, "me", muted, muted, 5)
        with pytest.raises(RequestError, match="2 people already"):
            mute_rows.add_mute(connection, "me", "c", "c", 5)
    store.run_transaction(run)
    store.close()


def test_the_list_of_turns_and_the_feed_hide_a_muted_name_from_one_person_alone(days):  # noqa: F811
    code, people_there, pages = begin(days)
    seat, _ = left(pages[0])
    muter, muted = people_there[seat], people_there[1 - seat]
    name, neutral = ("Ada", "Bo")[1 - seat], f"Player {2 - seat}"
    feed, other_feed = muter.post("/api/feed")["url"], muted.post("/api/feed")["url"]
    stream, other = TurnStream(muter), TurnStream(muted)
    assert stream.until_turn(code, True)["others"] == [name]
    before = other.until_turn(code, False)
    number = next(one["who"] for one in pages[0].told["people"] if one["name"] == name)
    muter.post(f"/api/tables/{code}/mutes", who=number, status=204)
    assert stream.until(lambda tables: name not in tables[code]["others"])[code]["others"] == [neutral]
    [mine] = muter.get("/api/turns")["tables"]
    assert mine["others"] == [neutral] and name not in json.dumps(mine)
    japanese = muter.http.get("/api/turns", headers={"Accept-Language": "ja"}).json()["tables"][0]
    assert japanese["others"] == [f"プレイヤー{2 - seat}"]
    assert entries(feed)[0]["summary"].startswith(f"{neutral} · ")
    [theirs] = muted.get("/api/turns")["tables"]
    assert {**theirs, "left": 0} == {**before, "left": 0} and theirs["asked"] == [("Ada", "Bo")[seat]]
    for page in pages:
        page.close()
    days.pass_hours(24)
    assert stream.until_turn(code, False)["asked"] == [neutral]
    assert other.until_turn(code, True)["others"] == theirs["others"]
    assert entries(feed) == [] and entries(other_feed)[0]["summary"].startswith(("Ada", "Bo")[seat])
    [mute] = muter.get("/api/mutes")["mutes"]
    muter.http.delete(f"/api/mutes/{mute['id']}").raise_for_status()
    assert stream.until(lambda tables: tables[code]["asked"] != [neutral])[code]["asked"] == [name]
    for one in (stream, other):
        one.close()


def test_lists_of_turns_read_whom_somebody_has_muted_in_one_query_for_all_tables(tmp_path):
    """Nobody else's mutes count, and so do none at tables where the muted person is not."""
    from sqlalchemy import event

    from coprime.server.store import correspondence_rows, schema

    store = Store(f"sqlite:///{tmp_path / 'x.db'}")
    counts = []

    def run(connection):
        make_people(connection, "ada", "bo", "cy")
        for number in range(12):
            connection.execute(schema.tables.insert().values(
                code=f"T{number}", game="daifugo", phase="playing", opened=1, touched=number, address="", kept="{}"))
            for who, person in enumerate(("ada", "bo") if number else ("ada", "cy"), 1):
                connection.execute(schema.guests.insert().values(
                    code=f"T{number}", who=who, person=person, name=person, role="guest"))
                connection.execute(schema.correspondence_seats.insert().values(
                    code=f"T{number}", seat=who - 1, person=person, wake=0))
        mute_rows.add_mute(connection, "ada", "bo", "Bo", 5)
        statements = []
        event.listen(connection, "before_cursor_execute", lambda *given: statements.append(given[2]))
        found = correspondence_rows.read_tables_of(connection, ["ada", "bo"], 200)
        counts.append(len(statements))
        return found
    found = store.run_transaction(run)
    assert counts == [2]
    assert {one.code: set(one.muted) for one in found["ada"]} == {"T0": set(), **{f"T{n}": {2} for n in range(1, 12)}}
    assert len(found["bo"]) == 11 and not any(one.muted for one in found["bo"])
    store.close()
