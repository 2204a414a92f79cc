"""Tournaments over HTTP: who may do and see what, and every refusal."""

import pytest
from server_process import GENEROUS, Person, ServerProcess

QUICK = {"game": "prime_daifugo", "options": {"games_to_win": 1}}
FAST = {"rest": 0, "pause": 0.05, "quick": 0.01, "grace": 0}
LIMITS = {**GENEROUS, "tournaments": 40}


@pytest.fixture(scope="module")
def server(tmp_path_factory):
    opened = ServerProcess(tmp_path_factory.mktemp("data"), limits=LIMITS, **FAST).start()
    yield opened
    opened.stop()


def opened(server, director=None, **fields):
    """A director with a tournament, and its path."""
    director = director or Person(server, "Dora")
    code = director.post("/api/tournaments", name="Thursday club", **{"game": "prime_daifugo", **fields})["code"]
    return director, f"/api/tournaments/{code}"


def entered(server, path, *names):
    found = []
    for name in names:
        found.append(Person(server))
        assert found[-1].post(f"{path}/enter", name=name) == {"name": name, "waiting": False}
    return found


def test_a_tournament_as_each_is_told_of_it(server):
    director, path = opened(server, wins=2)
    aiko, ben = entered(server, path, "Aiko", "Ben")
    stranger = Person(server)
    told = stranger.get(path)
    assert stranger.post("/api/join", code=told["code"])["phase"] == "tournament"
    assert (told["state"], told["director"], told["you"], told["log"]) == ("entry", False, None, [])
    assert [one["name"] for one in told["players"]] == ["Aiko", "Ben"] and told["wins"] == 2
    assert [one["place"] for one in told["standings"]] == [1, 1]
    begun = director.post(f"{path}/round")
    assert begun["state"] == "running" and begun["rounds"] == 1 and begun["round"]["number"] == 1
    pairing = begun["round"]["pairings"][0]
    assert (pairing["state"], pairing["score"], pairing["game"]) == ("waiting", [0, 0], 0)
    assert sorted(pairing["missing"]) == ["Aiko", "Ben"] and len(pairing["code"]) == 5
    assert begun["log"][0]["text"] == "Round 1 was paired: 1 table."
    mine = aiko.get(path)
    assert mine["you"]["table"] == pairing["code"] and mine["you"]["opponent"] == "Ben" and mine["you"]["number"] == 1
    assert stranger.get(path)["round"]["pairings"][0]["code"] == ""
    for told in (begun, mine, stranger.get(path)):
        for person in (director, aiko, ben, stranger):
            assert person.http.cookies["coprime"].split(".")[0] not in str(told)


def playing(people, code):
    """Pages of those who come to a table, until its first game has begun."""
    pages = [person.page(code) for person in people]
    pages[0].wait("table", match=lambda m: m["table"]["phase"] != "lobby")
    return pages


def played(watcher, code, pages=()):
    """The score of a pairing after it is played: its players go, bots act for them, and somebody looks on."""
    for page in pages:
        page.close()
    page = watcher.page(code, watch=True)
    if page.told["tournament"]["more"]:
        page.wait("table", timeout=120, match=lambda m: not m["table"]["tournament"]["more"])
    score = {one["name"]: won for one, won in zip(page.told["seats"], page.told["tournament"]["score"], strict=True)}
    page.close()
    return score


def test_a_match_is_played_until_somebody_has_won_twice(server):
    director, path = opened(server, **QUICK, wins=2)
    people = entered(server, path, "Aiko", "Ben")
    code = director.post(f"{path}/round")["round"]["pairings"][0]["code"]
    first = people[0].page(code)
    assert director.get(path)["round"]["pairings"][0]["missing"] == ["Ben"]
    assert not people[0].get(path)["you"]["opponent_here"] and people[1].get(path)["you"]["opponent_here"]
    second = people[1].page(code)
    first.wait("table", match=lambda m: m["table"]["phase"] != "lobby")
    assert first.told["tournament"] == {"code": path[-8:], "wins": 2, "score": [0, 0], "more": True}
    pairing = director.get(path)["round"]["pairings"][0]
    assert (pairing["state"], pairing["game"], pairing["missing"]) == ("playing", 1, [])
    for word, fields in (("stand", {}), ("sit", {"seat": 0}), ("rematch", {})):
        assert "The tournament decides" in second.say(word, **fields)["sentence"]
    score = played(director, code, [first, second])
    told = director.get(path)
    pairing = told["round"]["pairings"][0]
    assert dict(zip(pairing["players"], pairing["score"], strict=True)) == score and max(score.values()) == 2
    assert pairing["state"] == "done" and told["why_not"].startswith("All rounds are played")
    assert (told["standings"][0]["points"], told["standings"][1]["points"]) == (1, 0)
    assert score[told["standings"][0]["name"]] == 2
    assert "All rounds" in director.post(f"{path}/round", status=409)["sentence"]
    assert director.post(f"{path}/end")["state"] == "over"
