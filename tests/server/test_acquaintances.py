"""People one has played with on a server, and invitations to them."""

import msgspec
import pytest
from server_process import GENEROUS, Person, ServerProcess
from test_open_tables import HomePage
from test_workers import both, living

from coprime.classroom.classroom import Classroom, LessonPlan
from coprime.classroom.pupil import Pupil
from coprime.server.request_error import RequestError
from coprime.server.store import acquaintance_rows, invitation_rows, mute_rows, people, schema
from coprime.server.store.erasure import forget_expired, forget_person
from coprime.server.store.invitation_rows import Invitation
from coprime.server.store.store import Store, WriteJob, write_jobs
from coprime.table.ports import ChangeSet

LIMITS = GENEROUS | {"listed": 100, "invitations": [1000, 1000]}


@pytest.fixture(scope="module")
def opened(tmp_path_factory):
    server = ServerProcess(tmp_path_factory.mktemp("people"), rest=1, limits=LIMITS).start()
    yield server
    server.stop()


@pytest.fixture
def store(tmp_path):
    store = Store(f"sqlite:///{tmp_path / 'x.db'}")
    yield store
    store.close()


def play_whole_match(server, ada, bo):
    """Two people play one game of Prime Daifugo to its end, by what the hints advise or by passing."""
    code = ada.open(seats=2, options={"games_to_win": 1})
    pages = [ada.page(code), bo.page(code)]
    pages[0].say("start")
    for _ in range(400):
        for page in pages:
            page.catch_up()
        if pages[0].told["phase"] == "over":
            break
        [seat] = pages[0].scene["scene"]["turn"]
        for _ in range(5):
            answer = pages[seat].say("hint")
            if answer["type"] != "answer" or "acts" in answer or len(answer["rungs"]) == answer["of"]:
                break
        acts = answer.get("acts") or ["pass"]
        if pages[seat].act(*acts)["type"] == "refused":
            assert pages[seat].act("draw")["type"] == "done"
    assert pages[0].told["phase"] == "over"
    for page in pages:
        page.close()
    return code


def test_without_the_switch_there_are_none(fresh):
    server = fresh()
    ada = Person(server)
    for answer in (ada.get("/api/people", status=404), ada.get("/api/invitations", status=404),
                   ada.post("/api/invitations", status=404, person="x"),
                   ada.post("/api/invitations/x/accept", status=404)):
        assert answer["sentence"] == "This server keeps no list of people one has played with."


def test_two_who_have_played_invite_each_other(opened):
    ada, bo, cy = Person(opened, "Ada"), Person(opened, "Bo"), Person(opened, "Cy")
    assert ada.get("/api/people") == {"people": []}
    play_whole_match(opened, ada, bo)
    [found], [mine] = ada.get("/api/people")["people"], bo.get("/api/people")["people"]
    assert found == {"id": found["id"], "name": "Bo", "game": "prime_daifugo", "title": "Prime Daifugo Lv. 0",
                     "invited": False} and mine["name"] == "Ada"
    cy.post("/api/invitations", status=404, person=found["id"])
    shared = ada.open(names=["Ann", "Bob"], now=True)
    assert ada.post("/api/invitations", status=409, person=found["id"], code=shared)["sentence"] == \
        "Nobody can be invited to this table."
    home, at_table = HomePage(bo), bo.page(bo.open(seats=2))
    home.next()
    code = ada.post("/api/invitations", person=found["id"])["code"]
    assert at_table.wait("news")["kind"] == "invitation"
    [invitation] = bo.get("/api/invitations")["invitations"]
    assert invitation == {"id": invitation["id"], "name": "Ada", "game": "prime_daifugo",
                          "title": "Prime Daifugo Lv. 0"}
    assert next(body for body in home.bodies if "invitations" in body)["invitations"] == [invitation]
    assert ada.get("/api/people")["people"][0]["invited"] is True
    assert "within the last 5 minutes" in ada.post("/api/invitations", status=409, person=found["id"])["sentence"]
    cy.post(f"/api/invitations/{invitation['id']}/accept", status=404)
    assert bo.post(f"/api/invitations/{invitation['id']}/accept") == {"code": code}
    assert bo.get("/api/invitations") == {"invitations": []}
    host, page = ada.page(code), bo.page(code)
    assert [seat["name"] for seat in page.told["seats"]] == ["Ada", "Bo"], "as with the code of the table"
    for one in (host, page, at_table, home):
        one.close()


def befriend(store, *pairs, code="T"):
    """People, and pairs of them who have played, in a store of a test's own."""
    def run(connection):
        for key in sorted({key for pair in pairs for key in pair}):
            people.add_person(connection, key, key.title())
        connection.execute(schema.tables.insert().values(code=code, game="prime_climb", phase="lobby", opened=1,
                                                         touched=1, address="", kept="{}"))
        for n, pair in enumerate(pairs):
            acquaintance_rows.note_match(connection, pair, code, 10 + n)
    store.run_transaction(run)


def listed(store, person):
    found = store.read(lambda c: acquaintance_rows.read_acquaintances(c, person, 100))
    return [one.name for one in found]


def invite(store, person, to, now=100, most=100):
    id = f"{person}-{to}"
    store.run_transaction(lambda c: invitation_rows.write_invitation(
        c, Invitation(id, person, to, person.title(), "T", "prime_climb", now), most))
    return id


def standing(store, to, now=100):
    return [one.person for one in store.read(lambda c: invitation_rows.read_invitations(c, now, to))]


def test_it_is_mutual_and_either_removes_it_for_both(store):
    befriend(store, ("ada", "bo", "cy"), ("ada", "cy"))
    assert listed(store, "ada") == ["Cy", "Bo"] and {*listed(store, "bo")} == {"Ada", "Cy"}, "the last one first"
    invite(store, "ada", "bo")
    [row] = store.read(lambda c: [one for one in acquaintance_rows.read_acquaintances(c, "bo", 100)
                                  if one.name == "Ada"])
    with pytest.raises(RequestError, match="have not played"):
        store.run_transaction(lambda c: acquaintance_rows.delete_acquaintance(c, "cy", row.id))
    store.run_transaction(lambda c: acquaintance_rows.delete_acquaintance(c, "bo", row.id))
    assert listed(store, "ada") == ["Cy"] and listed(store, "bo") == ["Cy"] and standing(store, "bo") == []


def test_a_pupil_is_never_offered(store):
    befriend(store, ("ada", "bo"), ("ada", "cy"))
    classroom = Classroom("Class", "teacher", LessonPlan("daifugo"))
    classroom.pupils.append(Pupil("Bo", "bo", 0, ""))

    def open_class(connection):
        connection.execute(schema.classes.insert().values(code="C", teacher="teacher", touched=1,
                                                          kept=msgspec.json.encode(classroom).decode()))
        acquaintance_rows.note_match(connection, ["bo", "cy"], "T", 20)
    store.run_transaction(open_class)
    assert listed(store, "ada") == ["Cy"] and listed(store, "bo") == [] and listed(store, "cy") == ["Ada"]


def test_whom_one_has_muted_is_not_offered_and_invites_in_vain(store):
    befriend(store, ("ada", "bo"), ("ada", "cy"))
    store.run_transaction(lambda c: mute_rows.add_mute(c, "bo", "ada", "Ada", 5))
    assert listed(store, "bo") == [] and listed(store, "ada") == ["Cy", "Bo"]
    for to in ("bo", "cy"):
        invite(store, "ada", to)
    found = store.read(lambda c: acquaintance_rows.read_acquaintances(c, "ada", 100))
    assert {one.invited_until for one in found} == {400}, "the inviter cannot tell"
    assert standing(store, "bo") == [] and standing(store, "cy") == ["ada"]


def test_who_declines_looks_like_who_has_not_read_it(store):
    befriend(store, ("ada", "bo"))
    id = invite(store, "ada", "bo")
    assert store.run_transaction(lambda c: invitation_rows.take_invitation(c, "bo", id, 100)) == "T"
    assert standing(store, "bo") == []
    [one] = store.read(lambda c: acquaintance_rows.read_acquaintances(c, "ada", 100))
    assert one.invited_until == 400
    with pytest.raises(RequestError, match="over"):
        store.run_transaction(lambda c: invitation_rows.take_invitation(c, "bo", id, 100))
    with pytest.raises(RequestError, match="within the last 5 minutes"):
        invite(store, "ada", "bo", 399)
    invite(store, "ada", "bo", 400)
    assert standing(store, "bo", 401) == ["ada"]


def test_limits_of_a_person_and_of_all(store):
    others = [f"p{n}" for n in range(8)]
    befriend(store, *[("ada", one) for one in others], *[(one, "bo") for one in others])
    for n in range(5):
        invite(store, "ada", others[n])
    with pytest.raises(RequestError, match="5 invitations of yours are"):
        invite(store, "ada", "p7")
    for n in range(5):
        invite(store, others[n], "bo", 100 + n)
    assert standing(store, "bo", 110) == ["p4", "p3", "p2", "p1", "p0"]
    invite(store, "p6", "bo", 106)
    assert len(standing(store, "bo", 110)) == 5, "no more are shown"
    with pytest.raises(RequestError, match="Too many invitations"):
        invite(store, "p7", "bo", most=11)
    assert standing(store, "bo", 406) == [], "they end by themselves"


def test_an_invitation_to_a_closed_table_is_over(store):
    befriend(store, ("ada", "bo"))
    invite(store, "ada", "bo")
    store.run_transaction(lambda c: c.execute(schema.tables.update().values(phase="closed")))
    assert standing(store, "bo") == []


def test_somebody_forgotten_leaves_no_row(store):
    befriend(store, ("ada", "bo"), ("bo", "cy"))
    invite(store, "ada", "bo")
    invite(store, "bo", "cy")
    store.run_transaction(lambda c: forget_person(c, "bo"))
    for table in (schema.acquaintances, schema.invitations):
        assert store.read(lambda c, table=table: c.execute(table.select()).all()) == []
    befriend(store, ("dora", "eva"), code="U")
    store.run_transaction(lambda c: forget_expired(c, lambda seconds: 2**40, 1))
    assert store.read(lambda c: c.execute(schema.acquaintances.select()).all()) == []


def test_a_person_has_only_so_many(store, monkeypatch):
    monkeypatch.setattr(acquaintance_rows, "MOST_KEPT", 2)
    befriend(store, ("ada", "bo"), ("ada", "cy"), ("ada", "dora"))
    assert listed(store, "ada") == ["Dora", "Cy"] and listed(store, "bo") == []


def test_the_row_comes_with_the_end_of_the_match(store):
    befriend(store, ("ada", "bo"))
    changes = ChangeSet(companions=["ada", "cy"])
    store.run_transaction(lambda c: people.add_person(c, "cy", "Cy"))
    store.run_transaction(lambda c: write_jobs(c, [WriteJob(lambda wrong: None, "T", changes)]))
    assert listed(store, "cy") == ["Ada"]


def test_rates_are_asked_before_anything_is_opened(fresh):
    server = fresh(limits=LIMITS | {"invitations": [1, 0.001]})
    ada = Person(server)
    ada.post("/api/invitations", status=404, person="x")
    assert ada.http.post("/api/invitations", json={"person": "x"}).status_code == 429
    assert ada.get("/api/tables") == {"tables": []}


def test_an_invitation_reaches_a_table_of_another_process(tmp_path):
    server = ServerProcess(tmp_path, rest=1, workers=2, limits=LIMITS).start()
    living(server, 2)
    ada, bo = Person(server, "Ada"), Person(server, "Bo")
    play_whole_match(server, ada, bo)
    pages = [bo.page(http.post("/api/tables", json={"game": "prime_daifugo", "seats": 2}).json()["code"])
             for http in both(server, bo).values()]
    ada.post("/api/invitations", person=ada.get("/api/people")["people"][0]["id"])
    for page in pages:
        assert page.wait("news")["kind"] == "invitation"
    server.stop()
