"""What a director writes to everybody of a tournament, as each page reads it, and the time of a round."""

import json
import sqlite3
import time

import pytest
from server_process import Person, ServerProcess
from test_tournaments import FAST, LIMITS, QUICK, arranged, entered, opened

TEXT = "Tea in room 2 at eight."


@pytest.fixture(scope="module")
def server(tmp_path_factory):
    opened = ServerProcess(tmp_path_factory.mktemp("data"), limits=LIMITS, **FAST).start()
    yield opened
    opened.stop()


def read_by(*people, path):
    """What people read at their page of the tournament, and what their pages of its tables ask for."""
    return {person.get(path)["notice"] for person in people} | {
        person.get(f"{path}/notice")["text"] for person in people}


def test_everybody_reads_what_the_director_writes_until_it_is_taken_away(server):
    director, path, people, told = arranged(server, 3)
    passer = Person(server)
    everybody = (director, *people.values(), passer)
    assert read_by(*everybody, path=path) == {""}
    first, code = people["Player A"], told["round"]["pairings"][0]["code"]
    page = first.page(code)
    host = next(one["who"] for one in page.told["people"] if one["name"] == "Dora")
    first.post(f"/api/tables/{code}/mutes", status=204, who=host)
    people["Player C"].post(f"{path}/withdraw", name="Player C")
    told = director.post(f"{path}/notice", text=f"  {TEXT}\n")
    assert (told["notice"], told["log"][0]["text"]) == (TEXT, f"You wrote to all: “{TEXT}”")
    assert read_by(*everybody, path=path) == {TEXT}
    assert director.post(f"{path}/notice", text=TEXT)["log"] == told["log"], "sent twice, written once"
    assert read_by(*everybody, path=path) == {TEXT}
    assert first.get(path)["log"] == []
    director.post(f"{path}/end")
    assert director.post(f"{path}/notice", text="Prizes are given now.")["notice"] == "Prizes are given now."
    assert read_by(*everybody, path=path) == {"Prizes are given now."}
    told = director.post(f"{path}/notice", text="")
    assert (told["notice"], told["log"][0]["text"]) == ("", "You took the line to all away.")
    assert read_by(*everybody, path=path) == {""}


@pytest.mark.parametrize(("text", "status", "why"), [
    ("x" * 121, 400, "at most 120 characters"), ("Well, fuck!", 400, "other words"), ("f.u.c.k", 400, "other words"),
    (7, 400, "text")])
def test_a_line_that_is_not_written(server, text, status, why):
    director, path = opened(server)
    director.post(f"{path}/notice", text=TEXT)
    assert why in director.post(f"{path}/notice", status=status, text=text)["sentence"]
    assert director.get(path)["notice"] == TEXT


def test_only_the_director_writes_and_not_too_often(server):
    director, path = opened(server)
    player, = entered(server, path, "Aiko")
    assert "Only the director" in player.post(f"{path}/notice", status=403, text=TEXT)["sentence"]
    for n in range(6):
        director.post(f"{path}/notice", text=f"Line {n}")
    assert "Wait a little" in director.post(f"{path}/notice", status=429, text=TEXT)["sentence"]
    assert director.post(f"{path}/notice", text="Line 5")["notice"] == "Line 5", "what stands already may be sent again"
    assert director.post(f"{path}/notice", text="")["notice"] == "", "and it can be taken away at any time"
    assert player.get("/api/tournaments/ABCDEFGH/notice", status=404)["sentence"]


def test_an_arena_has_one_too(server):
    director, path = opened(server, **QUICK, format="arena", minutes=5)
    player, _ = entered(server, path, "Aiko", "Ben")
    director.post(f"{path}/round")
    assert director.post(f"{path}/notice", text=TEXT)["notice"] == TEXT
    assert read_by(director, player, path=path) == {TEXT}


def test_it_stands_after_the_server_was_killed(tmp_path):
    server = ServerProcess(tmp_path, limits=LIMITS, **FAST).start()
    director, path, people, _ = arranged(server, 2)
    director.post(f"{path}/notice", text=TEXT)
    server.kill()
    server.start()
    assert read_by(director, *people.values(), path=path) == {TEXT}
    assert director.get(path)["log"][0]["text"] == f"You wrote to all: “{TEXT}”"
    server.kill()


def stored_seconds(folder):
    """For how long a server has been open, as it has stored it last."""
    with sqlite3.connect(folder / "coprime.db") as store:
        return store.execute("SELECT sum(seconds) FROM open_time").fetchone()[0]


def stored_anew(folder, change):
    """Change a stored tournament while the server is closed."""
    with sqlite3.connect(folder / "coprime.db") as store:
        kept = json.loads(store.execute("SELECT kept FROM tournaments").fetchone()[0])
        change(kept)
        store.execute("UPDATE tournaments SET kept = ?", (json.dumps(kept),))
        store.execute("UPDATE open_time SET at = at - 3600000")


def test_a_round_has_the_time_that_was_set_before_it(server):
    director, path = opened(server, **QUICK, round_minutes=20)
    people = entered(server, path, "Aiko", "Ben")
    told = director.get(path)
    assert (told["round_minutes"], told["round_left"]) == (20, None)
    assert director.post(f"{path}/settings", round_minutes=30)["log"][0]["text"] == (
        "From the next round on, a round may last 30 minutes.")
    told = director.post(f"{path}/round")
    for one in (told, people[0].get(path), Person(server).get(path)):
        assert 28 * 60 < one["round_left"] <= 30 * 60
    told = director.post(f"{path}/settings", round_minutes=0)
    assert told["round_left"] > 28 * 60, "the running round keeps its time"
    assert told["log"][0]["text"] == "From the next round on, a round lasts as long as it takes."
    told = director.post(f"{path}/result", round=1, table=1, score=[1, 0], reason="agreed")
    assert told["round_left"] is None, "the round is complete"


@pytest.mark.parametrize(("fields", "why"), [
    ({"round_minutes": 181}, "1 to 180 minutes"), ({"round_minutes": -1}, "1 to 180 minutes"),
    ({"round_minutes": 5, "format": "arena"}, "none for a round")])
def test_a_time_that_no_round_has(server, fields, why):
    told = Person(server).post("/api/tournaments", status=400, name="Club", game="prime_daifugo", **fields)
    assert why in told["sentence"]


def test_the_clock_stands_still_while_the_server_is_closed(tmp_path):
    server = ServerProcess(tmp_path, limits=LIMITS, **FAST).start()
    until = time.monotonic() + 60
    director, path, _, _ = arranged(server, 2, round_minutes=10)
    while not stored_seconds(tmp_path):
        assert time.monotonic() < until, "how long the server has been open is stored while a tournament runs"
        time.sleep(0.2)
    server.kill()

    def an_hour_ago(kept):
        kept["rounds"][0]["at"] -= 3600
    stored_anew(tmp_path, an_hour_ago)
    server.start()
    assert 8 * 60 < director.get(path)["round_left"] <= 10 * 60
    server.kill()


def test_when_the_time_is_over_the_director_decides(tmp_path):
    """No result is made up: games go on and count until the director sets a result, which closes the table."""
    server = ServerProcess(tmp_path, limits=LIMITS, **FAST).start()
    director, path, people, told = arranged(server, 2, round_minutes=10)
    server.kill()

    def is_over(kept):
        kept["rounds"][0]["ends_open"] = -1
    stored_anew(tmp_path, is_over)
    server.start()
    told = director.get(path)
    assert told["round_left"] == 0 and told["round"]["pairings"][0]["state"] == "waiting"
    assert told["round"]["pairings"][0]["score"] == [0, 0] and not told["can_pair"]
    page = people["Player A"].page(told["round"]["pairings"][0]["code"])
    told = director.post(f"{path}/result", round=1, table=1, score=[0.5, 0.5], reason="time")
    assert page.wait("error")["sentence"] == "Your pairing at this table is over."
    assert told["round_left"] is None and [one["points"] for one in told["standings"]] == [0.5, 0.5]
    server.kill()
