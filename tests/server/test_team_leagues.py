"""Team leagues over HTTP: teams and captains, meetings, exports, refusals, and a server that is killed."""

import json
import random

import pytest
from server_process import Person, ServerProcess
from test_tournament_crash import Ledger, complete, insist, killed, run_round
from test_tournaments import FAST, LIMITS, QUICK, opened, played, playing

from coprime.core.record_splitting import split_records

LEAGUE = {**QUICK, "format": "team_league", "boards": 2}
LIST = ["Wolves; Ada", "Wolves; Ben", "Foxes; Cem", "Foxes; Dora"]


@pytest.fixture(scope="module")
def server(tmp_path_factory):
    opened = ServerProcess(tmp_path_factory.mktemp("data"), limits=LIMITS, **FAST).start()
    yield opened
    opened.stop()


def league(server, names=LIST, **fields):
    """A director, the path of a league, and its people by name, who have all entered."""
    director, path = opened(server, **{**LEAGUE, **fields})
    director.post(f"{path}/players", names=names)
    people = {name: Person(server) for name in (line.split("; ")[1] for line in names)}
    for name, person in people.items():
        assert person.post(f"{path}/enter", name=name) == {"name": name, "waiting": False}
    return director, path, people


def members(told):
    return {one["name"]: [member["name"] for member in one["members"]] for one in told["league"]["teams"]}


def test_a_meeting_from_the_pasted_list_to_the_files(server):
    director, path, people = league(server)
    told = director.post(f"{path}/players", names=["Wolves; Eve", "", "Foxes; Fay"])
    assert members(told) == {"Wolves": ["Ada", "Ben", "Eve"], "Foxes": ["Cem", "Dora", "Fay"]}
    assert (told["format"], told["league"]["boards"], told["listed"]) == ("team_league", 2, ["Eve", "Fay"])
    assert told["can_pair"] and [one["name"] for one in told["standings"]] == ["Wolves", "Foxes"]
    director.post(f"{path}/team", team="Wolves", captain="Ada")
    mine = people["Ada"].post(f"{path}/team", team="wolves", order=["Ben", "Ada", "Eve"])
    assert mine["you"]["captain"] and mine["you"]["team"] == "Wolves" and members(mine)["Wolves"][0] == "Ben"
    begun = director.post(f"{path}/round")
    assert begun["rounds"] == 1 and begun["league"]["schedule"] == []
    meeting = begun["round"]["meetings"][0]
    assert meeting == {"teams": ["Wolves", "Foxes"], "score": [0, 0], "tables": [1, 2], "over": False}
    pairings = begun["round"]["pairings"]
    assert [one["players"] for one in pairings] == [["Ben", "Cem"], ["Ada", "Dora"]]
    assert people["Ada"].get(path)["you"]["opponent"] == "Dora"
    first = people["Ben"].page(pairings[0]["code"])
    assert [one["name"] for one in first.told["seats"]] == ["Ben", "Cem"]
    second = people["Ada"].page(pairings[1]["code"])
    assert [one["name"] for one in second.told["seats"]] == ["Dora", "Ada"], "teams have the first seat in turn"
    for page in (first, second):
        page.close()

    won = {}
    for pairing in pairings:
        pages = playing([people[name] for name in pairing["players"]], pairing["code"])
        won |= played(director, pairing["code"], pages)
    told = director.get(path)
    boards = (("Ben", "Cem"), ("Ada", "Dora"))
    points = [sum(won[one] > won[other] or (won[one] == won[other]) / 2 for one, other in pairs)
              for pairs in (boards, [pair[::-1] for pair in boards])]
    assert told["round"]["meetings"][0] == meeting | {"score": points, "over": True}
    standings = {one["name"]: (one["points"], one["board_points"]) for one in told["standings"]}
    worth = [2, 0] if points[0] > points[1] else [0, 2] if points[0] < points[1] else [1, 1]
    assert standings == dict(zip(("Wolves", "Foxes"), zip(worth, points, strict=True), strict=True))
    assert sum(one["played"] for team in told["league"]["teams"] for one in team["members"]) == 4

    data = director.get(f"{path}/results.json")
    assert data["standings"] == told["standings"] and members(data) == members(told)
    assert data["meetings"] == [{"round": 1, **told["round"]["meetings"][0]}]
    text = director.http.get(f"{path}/results.csv").content.decode("utf-8-sig")
    table, meetings, players, boards = ([line.split(",") for line in part.splitlines()]
                                        for part in text.split("\r\n\r\n"))
    assert table[0][:4] == ["Place", "Team", "Match points", "Board points"] and len(table) == 3
    assert meetings[1][:3] == ["1", "Wolves", "Foxes"] and players[1][:3] == ["Wolves", "1", "Ben"]
    assert [one[2:4] for one in boards[1:]] == [["Ben", "Cem"], ["Ada", "Dora"]]
    assert len(split_records(director.http.get(f"{path}/records").text)) == sum(
        len(one["games"]) for one in data["pairings"])
    assert director.post(f"{path}/end")["state"] == "over"


def test_bots_fill_the_boards_and_empty_ones_are_lost(server):
    director, path = opened(server, **LEAGUE)
    assert "two teams" in director.post(f"{path}/round", status=409)["sentence"]
    director.post(f"{path}/teams", names=["Wolves", "Foxes"])
    Person(server).post(f"{path}/enter", name="Cem")            # who never comes to the table
    director.post(f"{path}/member", name="Cem", team="Foxes")
    told = director.post(f"{path}/bots", level="novice", count=1, team="Wolves")
    assert [len(one["members"]) for one in told["league"]["teams"]] == [1, 1]
    told = director.post(f"{path}/bots", level="novice")
    assert [len(one["members"]) for one in told["league"]["teams"]] == [2, 2] and told["can_pair"]
    wolf, fox = members(told)["Wolves"][0], members(told)["Foxes"][1]
    told = director.post(f"{path}/sitting-out", name=fox, out=True)
    assert not told["can_pair"] and told["league"]["empty"] and "Foxes (1)" in told["why_not"]
    assert "Foxes (1)" in director.post(f"{path}/round", status=400)["sentence"]
    told = director.post(f"{path}/round", empty=True)
    assert [one["players"] for one in told["round"]["pairings"]][1][1] == ""
    assert told["round"]["pairings"][0]["players"][0] == wolf
    assert told["log"][0]["text"] == "Round 1 has 1 empty board, because a team has too few players."
    text = director.http.get(f"{path}/results.csv").content.decode("utf-8-sig")
    assert text.splitlines()[-1].endswith(",,,empty board")
    told = director.post(f"{path}/team", team="Foxes", withdrawn=True)
    assert told["round"]["meetings"][0] == {"teams": ["Wolves", "Foxes"], "score": [2, 0], "tables": [1, 2],
                                            "over": True}
    assert told["league"]["teams"][1]["withdrawn"] and told["standings"][1]["withdrawn"]


def test_a_reserve_comes_in_until_the_game_has_begun(server):
    director, path, people = league(server, [*LIST, "Wolves; Eve", "Foxes; Fay"])
    director.post(f"{path}/team", team="Wolves", captain="Ada")
    old = [one["code"] for one in director.post(f"{path}/round")["round"]["pairings"]]
    waiting = people["Ada"].page(old[0])
    told = people["Ada"].post(f"{path}/reserve", table=1, name="Ada", reserve="Eve")
    assert told["round"]["pairings"][0]["players"] == ["Eve", "Cem"]
    with pytest.raises(ConnectionError, match="4410"):          # it is closed
        waiting.wait("never")
    code = people["Eve"].get(path)["you"]["table"]
    assert code == people["Cem"].get(path)["you"]["table"] not in ("", old[0])
    assert people["Ada"].get(path)["you"]["table"] == ""
    assert director.get(path)["log"][0]["text"] == "Eve plays for Ada at table 1."
    # Who may: the captain for the own team, the director for any; nobody twice, nobody who sits out.
    for person, table, name, reserve, status, why in (
            (people["Ada"], 1, "Cem", "Fay", 403, "a captain for the own team"),
            (people["Cem"], 1, "Cem", "Fay", 403, "a captain for the own team"),
            (director, 1, "Cem", "Dora", 400, "Dora cannot come in"), (director, 1, "Cem", "Ada", 400, "Ada cannot"),
            (director, 2, "Cem", "Fay", 400, "No running table"), (director, 1, "Cem", "Nobody", 400, "Nobody")):
        assert why in person.post(f"{path}/reserve", status=status, table=table, name=name, reserve=reserve)["sentence"]
    director.post(f"{path}/sitting-out", name="Fay", out=True)
    fay = {"table": 1, "name": "Cem", "reserve": "Fay"}
    assert "does not sit out" in director.post(f"{path}/reserve", status=400, **fay)["sentence"]
    director.post(f"{path}/sitting-out", name="Fay", out=False)
    # The game begins, and counts for the reserve.
    pages = playing([people["Eve"], people["Cem"]], code)
    refused = director.post(f"{path}/reserve", status=400, **fay)
    assert refused["sentence"] == "The game of Cem’s board has begun. A reserve can come in until then."
    won = played(director, code, pages)
    assert set(won) == {"Eve", "Cem"}
    members = {one["name"]: one["played"] for team in director.get(path)["league"]["teams"] for one in team["members"]}
    assert (members["Eve"], members["Ada"], members["Cem"]) == (1, 0, 1)
    assert "No running table" in director.post(f"{path}/reserve", status=400, **fay)["sentence"]


def test_who_may_do_what(server):
    director, path, people = league(server)
    director.post(f"{path}/team", team="Wolves", captain="Ada")
    late = Person(server)
    late.post(f"{path}/enter", name="Late")
    assert late.get(path)["you"]["team"] == ""
    assert late.post(f"{path}/member", name="Late", team="foxes")["you"]["team"] == "Foxes"
    assert "You are in Foxes already" in late.post(f"{path}/member", status=400, name="Late", team="Wolves")["sentence"]
    for person in (late, Person(server)):
        assert "for yourself" in person.post(f"{path}/member", status=403, name="Ada", team="Foxes")["sentence"]
        assert "for yourself" in person.post(f"{path}/sitting-out", status=403, name="Ada", out=True)["sentence"]
        assert "Only the director" in person.post(f"{path}/teams", status=403, names=["X"])["sentence"]
        assert "Only the director" in person.post(f"{path}/team", status=403, team="Wolves",
                                                  order=["Ben", "Ada"])["sentence"]
    ada = people["Ada"]
    assert ada.post(f"{path}/sitting-out", name="Ben", out=True)["league"]["teams"][0]["next"] == ["Ada"]
    assert ada.post(f"{path}/sitting-out", name="Ben", out=False)["league"]["teams"][0]["next"] == ["Ada", "Ben"]
    assert "for yourself" in ada.post(f"{path}/sitting-out", status=403, name="Cem", out=True)["sentence"]
    for change in ({"name": "Cats"}, {"withdrawn": True}, {"captain": "Ben"}, {"removed": True}):
        assert "Only the director" in ada.post(f"{path}/team", status=403, team="Wolves", **change)["sentence"]
    assert people["Cem"].post(f"{path}/sitting-out", name="Cem", out=True)["you"]["state"] == "paused"
    assert director.get(path)["log"][0]["text"] == "Cem (Foxes) sits out from the next round on."
    told = director.post(f"{path}/team", team="Wolves", name="Cats")
    assert told["league"]["teams"][0]["name"] == "Cats"
    director.post(f"{path}/round")
    assert "Only the director can change it" in ada.post(f"{path}/team", status=400, team="Cats",
                                                         order=["Ben", "Ada"])["sentence"]


def test_bad_input_is_refused_with_a_sentence(server):
    director, path, _ = league(server)
    for word, body, why in [
            ("players", {"names": ["Ada"]}, "“Ada”"), ("players", {"names": ["Wolves; ada"]}, "is called Ada"),
            ("players", {"names": ["Cats; X", "Dogs; x"]}, "X stands twice"),
            ("teams", {"names": ["wolves"]}, "called Wolves already"),
            ("team", {"team": "Cats", "withdrawn": True}, "no team called Cats"),
            ("team", {"team": "Wolves", "captain": "Cem"}, "no player of Wolves"),
            ("member", {"name": "Zoe", "team": "Wolves"}, "nobody called Zoe"),
            ("settings", {"boards": 9}, "2 to 8 boards"), ("bots", {"level": "novice", "team": "Cats"}, "called Cats")]:
        assert why in director.post(f"{path}/{word}", status=400, **body)["sentence"], word
    assert [one["name"] for one in director.get(path)["league"]["teams"]] == ["Wolves", "Foxes"], "nothing by halves"
    person = Person(server)
    for fields in ({"format": "team_league", "boards": 1}, {"format": "swiss", "boards": 4}):
        assert person.post("/api/tournaments", status=400, name="Club", game="prime_daifugo", **fields)["sentence"]
    swiss, other = opened(server)
    for word, body in [("teams", {"names": ["A"]}), ("team", {"team": "A"}), ("member", {"name": "A", "team": "B"}),
                       ("sitting-out", {"name": "A", "out": True})]:
        assert "Only a team league" in swiss.post(f"{other}/{word}", status=400, **body)["sentence"]


def table_of(ledger, teams):
    """Match points and board points of the teams by their own arithmetic, from what people were told."""
    found = {name: [0, 0] for name in teams}
    of = {player: name for name, players in teams.items() for player in players}
    for pairings in ledger.paired.values():
        boards = {}
        for code, players in pairings:
            won = [ledger.scores[code][name] for name in players]
            for i, name in enumerate(players):
                points = boards.setdefault(frozenset(of[one] for one in players), {})
                worth = 1 if won[i] > won[1 - i] else 0.5 if won[i] == won[1 - i] else 0
                points[of[name]] = points.get(of[name], 0) + worth
        for points in boards.values():
            (one, a), (other, b) = points.items()
            for name, own, theirs in ((one, a, b), (other, b, a)):
                found[name][0] += 2 if own > theirs else 1 if own == theirs else 0
                found[name][1] += own
    return {name: tuple(points) for name, points in found.items()}


@pytest.mark.parametrize("seed, store", [(1, "sqlite"), (2, "postgresql")])
def test_a_league_that_is_killed_again_and_again(tmp_path, seed, store, request):
    database = request.getfixturevalue("postgres").url if store == "postgresql" else None
    server = ServerProcess(tmp_path, limits=LIMITS, database=database, **FAST).start()
    teams = {team: [f"{team}{n}" for n in (1, 2)] for team in ("Ant", "Bee", "Cat")}
    director, path, people = league(server, [f"{team}; {name}" for team, names in teams.items() for name in names])
    ledger = Ledger()
    with killed(server, random.Random(seed), kills=6) as killer:
        for number in (1, 2, 3):
            run_round(ledger, director, people, path, number)
            assert insist(complete, director, path), "a board that was over is not"
            assert len(insist(director.get, path)["league"]["schedule"]) == 3 - number
    told = insist(director.get, path)
    assert killer.kills > 0 and told["rounds"] == 3
    assert {one["name"]: (one["points"], one["board_points"]) for one in told["standings"]} == table_of(ledger, teams)
    met = [frozenset(one["teams"]) for round in (*told["past"], told["round"]) for one in round["meetings"]]
    assert len(set(met)) == len(met) == 6 and sum(len(one) == 1 for one in met) == 3
    assert json.dumps(told).count('"over": true') == 6
    server.kill()
