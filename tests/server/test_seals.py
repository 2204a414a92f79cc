"""A sealed match in a real server: nothing told before is lost by a kill, and nothing is told too early."""

import json
import sqlite3

import pytest
from independent_seal import block, committed
from server_process import Person, ServerProcess

import coprime
from coprime.core.record import load_record
from coprime.core.verification import verify_record

GAME = "prime_solitaire"                # one shuffle, and it can be given up


@pytest.fixture
def own(tmp_path):
    server = ServerProcess(tmp_path).start()
    yield server
    server.kill()


def secrets(server):
    """What the server keeps to itself."""
    store = sqlite3.connect(f"file:{server.settings['data']}/coprime.db?mode=ro", uri=True)
    heads = [json.loads(row[0]) for row in store.execute("SELECT action FROM events WHERE seat = 'start'")]
    kept = [json.loads(row[0])["secret"] for row in store.execute("SELECT kept FROM tables")]
    return [head["sealed"]["secret"] for head in heads], kept


def test_a_server_that_is_killed_goes_on_with_the_secret_it_has_committed_to(own):
    person = Person(own, "Ada")
    code = person.open(GAME, seats=1, practice=False)
    page = person.page(code)
    told = page.told["seal"]["next"]
    assert page.say("add", number="17")["type"] == "done"
    own.kill()
    own.start()
    page = person.page(code)
    assert page.told["seal"] == {"now": "", "next": told, "added": [True], "yours": {"0": "17"}}
    page.say("start")
    own.kill()
    own.start()
    page = person.page(code)
    assert page.told["seal"]["now"] == told and page.told["seal"]["next"] == ""
    person.get(f"/api/tables/{code}/record", status=409)
    assert page.act("give up")["type"] == "done"
    page.wait("table", match=lambda message: message["table"]["phase"] == "over")

    text = person.http.get(f"/api/tables/{code}/record").text
    record = load_record(text)
    [secret], [following] = secrets(own)
    assert record.sealed.secret == secret and committed(secret) == told and record.sealed.numbers == ("17",)
    assert record.events[0][:2] == ("chance", str(block(secret, ["17"], 0, 0) // 2**194))
    assert verify_record(record, coprime.game(GAME).pure_rules).is_verified
    assert page.told["seal"]["next"] == committed(following) != told and following not in json.dumps(page.got) + text
    assert secret not in json.dumps(page.got)

    seal = person.post(f"/api/tables/{code}/replay")["seal"]
    assert (seal["kind"], seal["holds"], seal["commitment"], seal["secret"], seal["numbers"]) == \
        ("sealed", True, told, secret, ["17"])
    assert seal["draws"] == [[1, 0, record.events[0][1], 0]]
    assert "The one draw of chance follows" in seal["sentences"][-1]


def test_an_uploaded_record_that_was_changed_is_told_apart(server):
    person = Person(server, "Bo")
    code = person.open(GAME, seats=1, practice=False)
    page = person.page(code)
    page.say("start")
    page.act("give up")
    page.wait("table", match=lambda message: message["table"]["phase"] == "over")
    text = person.http.get(f"/api/tables/{code}/record").text
    answer = person.http.post("/api/replays", content=text.encode()).json()
    assert answer["seal"]["holds"]
    assert person.http.get(f"/api/replays/{answer['id']}/record").text == text
    changed = text.replace('"numbers": [""]', '"numbers": ["1"]')
    seal = person.http.post("/api/replays", content=changed.encode()).json()["seal"]
    assert not seal["holds"] and "Line 2: chance drew " in seal["sentences"][-1]
    answer = person.http.post("/api/replays", content=text.replace('"numbers"', '"number"').encode())
    assert answer.status_code == 400 and "what it says of its seal" in answer.json()["sentence"]
    assert '"secret":' not in json.dumps(person.get("/api/tables")) + json.dumps(page.got)


def test_a_practice_match_tells_its_secret_only_when_it_is_over(server):
    """Its record may be had at any time."""
    person = Person(server, "Cy")
    code = person.open(GAME, seats=1, now=True)
    page = person.page(code)
    seal = json.loads(person.http.get(f"/api/tables/{code}/record").text)["sealed"]
    assert seal == {"commitment": page.told["seal"]["now"], "numbers": [""]}
    assert person.post(f"/api/tables/{code}/replay")["seal"]["kind"] == "told"
    page.act("give up")
    assert committed(json.loads(person.http.get(f"/api/tables/{code}/record").text)["sealed"]["secret"]) == \
        seal["commitment"]
