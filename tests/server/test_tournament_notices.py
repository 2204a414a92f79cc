"""What a director writes to everybody of a tournament, as each page reads it, and the time of a round."""

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
