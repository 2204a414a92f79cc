"""Tournaments over HTTP: who may do and see what, and every refusal."""

import asyncio
import json
import re
import sqlite3
import time
from types import SimpleNamespace

import pytest
import sqlalchemy as sa
from server_process import GENEROUS, Person, ServerProcess

from coprime.arena.match import victory_shares
from coprime.core.errors import BadInput
from coprime.core.record import load_record, replay_record
from coprime.core.record_splitting import split_records
from coprime.server.rate_limits import Limits, choose_limits
from coprime.server.store import schema
from coprime.server.store.erasure import forget_expired
from coprime.server.store.store import Store
from coprime.server.store.tournament_rows import StoredPairing, insert_tournament
from coprime.server.tournaments import api
from coprime.server.tournaments.bodies import ReaderQuery
from coprime.server.tournaments.pairing_tables import _has_new_games
from coprime.server.tournaments.poll_memory import PollMemory
from coprime.server.tournaments.polls import make_version
from coprime.table.pairing_outcome import TableOutcome
from coprime.tournaments.rounds import begin_round, plan_round
from coprime.tournaments.tournament import Tournament
from coprime.tournaments.tournament_types import GameResult, TablePairing

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


def test_a_page_that_asks_again_is_told_only_what_has_changed(server):
    director, path = opened(server, format="round_robin", round_minutes=60)
    names = ["Aiko", "Ben", "Cem", "Dora"]
    people = entered(server, path, *names)
    assert director.get(path)["version"] != people[0].get(path)["version"], "each is told something else"
    for n in range(2):
        told = director.post(f"{path}/round")
        for table in (1, 2):
            director.post(f"{path}/result", round=n + 1, table=table, score=[1, 0], reason="by hand")
    director.post(f"{path}/round")
    told, mine = director.get(path), people[0].get(path)
    assert [one["number"] for one in told["past"]] == [1, 2] and told["round_left"] > 3500
    for person, known in ((director, told["version"]), (people[0], mine["version"])):
        answer = person.http.get(path, params={"known": known})
        assert list(answer.json()) == ["version", "round_left"] and answer.json()["version"] == known
        assert len(answer.content) < 100 < len(person.http.get(path).content)
    # Something that concerns no earlier round.
    director.post(f"{path}/notice", text="Tea at eight.")
    news = people[0].get(path, known=mine["version"])
    assert (news["notice"], news["past"], news["round"]) == ("Tea at eight.", None, mine["round"])
    assert news["version"] != mine["version"]
    assert list(people[0].get(path, known=news["version"])) == ["version", "round_left"]
    # An earlier round is corrected.
    director.post(f"{path}/result", round=1, table=1, score=[0, 1], reason="misread")
    news = people[0].get(path, known=news["version"])
    assert news["past"][0]["pairings"][0]["score"] == [0, 1]
    assert people[0].get(path, known="nothing of the kind")["past"] == people[0].get(path)["past"] == news["past"]


def test_a_question_without_news_reads_and_computes_nothing(monkeypatch):
    """Whoever asks a second time within a second is answered by what was read for the first one."""
    tournament = Tournament("Club", "dora", "prime_daifugo", {}, None, "round_robin")
    for name in ("Aiko", "Ben"):
        tournament.enter(f"key of {name}", name, int(time.time()))
    counted = []
    state = SimpleNamespace(
        cookie_key=lambda request: request, limits=SimpleNamespace(tournaments=1),
        verified_codes=SimpleNamespace(is_verified=lambda key, code: True),
        tournament_moments=SimpleNamespace(count_known=lambda tournament: counted.append(1) or 0),
        manager=SimpleNamespace(open_seconds=lambda: 0.0), public_url=SimpleNamespace(base="https://club"),
        arenas=SimpleNamespace(find_arena=no_arena))

    async def refuse(*_):
        raise AssertionError("a look into the store")
    for name in ("find_tournament", "serialize_tournament", "refresh_tournament", "change_tournament"):
        monkeypatch.setattr(api, name, refuse)

    async def ask():
        state.tournament_polls = PollMemory()
        looked = state.tournament_polls.note_looked("ABCDEFGH", tournament, {})
        for key in ("key of Aiko", "key of Ben", "dora"):
            known = str(make_version(state, looked, key))
            for _ in range(3):
                assert await api.get_tournament(state, key, "abcdefgh", ReaderQuery(known=known)) == {
                    "version": known, "round_left": None}
        state.tournament_polls.note_changed("ABCDEFGH")
        with pytest.raises(AssertionError, match="a look into the store"):
            await api.get_tournament(state, "dora", "abcdefgh", ReaderQuery(known=known))
    asyncio.run(ask())
    assert counted == [1], "what readers have in common is computed once"


async def no_arena(code):
    return None


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
    assert first.told["tournament"] == {"code": path[-8:], "wins": 2, "score": [0, 0], "more": True, "left": None}
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


def arranged(server, count, **fields):
    """A director, a path, people by name, and the tournament after its first round is paired."""
    director, path = opened(server, **{**QUICK, **fields})
    names = [f"Player {chr(65 + i)}" for i in range(count)]
    people = dict(zip(names, entered(server, path, *names), strict=True))
    return director, path, people, director.post(f"{path}/round")


def test_only_the_director_directs(server):
    director, path, people, told = arranged(server, 2)
    stranger, player = Person(server), people["Player A"]
    bodies = {"settings": {"entry": False}, "players": {"names": ["Zoe"]}, "admit": {"yes": True},
              "bots": {"level": "novice", "count": 1}, "return": {"name": "Player A"}, "round": {},
              "substitute": {"table": 1, "name": "Player A"}, "end": {},
              "result": {"round": 1, "table": 1, "score": [1, 0], "reason": "x"}}
    for person in (player, stranger):
        for word, body in bodies.items():
            assert "Only the director" in person.post(f"{path}/{word}", status=403, **body)["sentence"]
        assert "Only the director" in person.get(f"{path}/records", status=403)["sentence"]
        assert person.http.delete(path).status_code == 403
        assert "withdraw yourself" in person.post(f"{path}/withdraw", status=403, name="Player B")["sentence"]
    assert director.get(path)["log"] == told["log"]
    japanese = player.http.post(f"{path}/end", headers={"accept-language": "ja"}).json()["sentence"]
    assert japanese == "それができるのは、この大会の主催者だけです。"


@pytest.mark.parametrize(("fields", "why"), [
    ({"name": " "}, "one to 60 characters"), ({"name": "x" * 61}, "60"), ({"game": "chess"}, "chess"),
    ({"format": "arena", "minutes": 4}, "5 to 180 minutes"), ({"format": "arena", "wins": 2}, "one won game"),
    ({"minutes": 30}, "Only an arena"), ({"format": "teams"}, "knock-out, arena or team league"),
    ({"game": "prime_solitaire"}, "not a game for two"), ({"wins": 0}, "1 to 9 games"), ({"wins": 10}, "1 to 9 games"),
    ({"rounds": 31}, "1 to 30 rounds"), ({"rounds": 3, "format": "knockout"}, "Only a Swiss"),
    ({"options": {"games_to_win": 99_999}}, "99999|Games to win|games_to_win"), ({"preset": "easy"}, "easy")])
def test_what_no_tournament_is_opened_with(server, fields, why):
    person = Person(server)
    refused = person.post("/api/tournaments", status=(400, 404), **{"name": "Club", "game": "prime_daifugo", **fields})
    assert re.search(why, refused["sentence"])
    assert person.get("/api/tournaments") == {"tournaments": []}


def test_people_enter_by_name_and_are_let_in(server):
    director, path = opened(server)
    told = director.post(f"{path}/players", names=["Aiko", "", "Ben"])
    assert told["listed"] == ["Aiko", "Ben"] and [one["state"] for one in told["players"]] == ["away", "away"]
    aiko, = entered(server, path, "Aiko")
    assert aiko.get(path)["listed"] == ["Ben"] and aiko.get(path)["you"]["name"] == "Aiko"
    assert aiko.post(f"{path}/enter", name="Other")["name"] == "Aiko"             # sent again, and by another name
    late = Person(server)
    for name, why in (("aiko", "Somebody else"), ("", "name"), ("fuck", "another name"), (7, "name")):
        assert why in late.post(f"{path}/enter", status=400, name=name)["sentence"]
    director.post(f"{path}/settings", approval=True)
    assert late.post(f"{path}/enter", name="Carla") == {"name": "Carla", "waiting": True}
    assert late.get(path)["you"]["state"] == "waiting" and aiko.get(path)["waiting"] == []
    assert director.get(path)["waiting"] == ["Carla"]
    assert director.post(f"{path}/admit", names=["Carla"], yes=True)["waiting"] == []
    assert late.get(path)["you"]["state"] == "here"
    director.post(f"{path}/settings", entry=False)
    assert "closed the entry" in Person(server).post(f"{path}/enter", status=400, name="Dan")["sentence"]
    assert director.post(f"{path}/settings", name="Friday club")["name"] == "Friday club"
    assert "stay as they are" not in str(director.post(f"{path}/settings", rounds=4, wins=2))
    assert [one["name"] for one in aiko.get("/api/tournaments")["tournaments"]] == ["Friday club"]


def test_a_player_without_a_table_when_a_round_begins(server):
    """A name of the list that nobody has taken is not paired; who enters late, or has the bye, has no table."""
    director, path = opened(server, **QUICK)
    director.post(f"{path}/players", names=["Kaya"])
    people = entered(server, path, "Aiko", "Ben", "Carla")
    told = director.post(f"{path}/round")
    assert [one["players"] for one in told["round"]["pairings"]] == [["Aiko", "Ben"], ["Carla"]]
    assert told["round"]["pairings"][1] | {"table": 2} == {
        "table": 2, "code": "", "players": ["Carla"], "score": [0], "game": 0, "state": "bye", "missing": [],
        "substituted": [], "forfeited": [], "corrected": False}
    bye = people[2].get(path)["you"]
    assert (bye["table"], bye["number"], bye["bye"], bye["points"], bye["opponent"]) == ("", 0, True, 1, "")
    assert bye["results"] == [{"round": 1, "opponent": "", "score": [], "outcome": 1, "bye": True, "moment": "",
                               "figure": ""}]
    kaya, = entered(server, path, "Kaya")
    late = kaya.get(path)["you"]
    assert (late["table"], late["number"], late["bye"], late["points"]) == ("", 0, False, 0)
    assert director.get(path)["log"][0]["text"] == "Kaya entered late, from round 2."
    played(director, told["round"]["pairings"][0]["code"], playing(people[:2], told["round"]["pairings"][0]["code"]))
    second = director.post(f"{path}/round")["round"]["pairings"]
    assert sorted(name for one in second for name in one["players"]) == ["Aiko", "Ben", "Carla", "Kaya"]


def test_a_director_whose_laptop_sleeps(server):
    """Nothing waits for them: games are played and counted, and what they ask twice on waking is done once."""
    director, path, people, told = arranged(server, 4)
    codes = [one["code"] for one in told["round"]["pairings"]]
    watcher = Person(server)
    for one in told["round"]["pairings"]:
        pages = playing([people[name] for name in one["players"]], one["code"])
        played(watcher, one["code"], pages)
    assert [one["state"] for one in watcher.get(path)["round"]["pairings"]] == ["done", "done"]
    first = director.post(f"{path}/round")
    again = director.post(f"{path}/round", status=409)
    assert again["sentence"] == "2 tables of this round are not finished yet."
    assert director.get(path)["round"] == first["round"] and len(director.get(path)["past"]) == 1
    assert {one["code"] for one in first["round"]["pairings"]}.isdisjoint(codes)


def test_results_sent_twice_count_once(server):
    director, path, people, told = arranged(server, 2)
    code = told["round"]["pairings"][0]["code"]
    played(director, code, playing(people.values(), code))
    answers = [director.get(path)["standings"] for _ in range(3)]
    assert answers[0] == answers[1] == answers[2] and sum(one["points"] for one in answers[0]) == 1
    for _ in range(2):
        told = director.post(f"{path}/result", round=1, table=1, score=[0.5, 0.5], reason="misread")
        assert [one["points"] for one in told["standings"]] == [0.5, 0.5]
    assert told["round"]["pairings"][0]["corrected"] and "misread" in told["log"][0]["text"]
    for body, why in (({"round": 2}, "Round 2 has no table 1"), ({"score": [1]}, "two numbers"),
                      ({"reason": ""}, "needs a reason"), ({"score": [1, 0.3]}, "halves")):
        given = {"round": 1, "table": 1, "score": [1, 0], "reason": "x"} | body
        assert why in director.post(f"{path}/result", status=400, **given)["sentence"]


def test_a_withdrawal_closes_the_table(server):
    director, path, people, told = arranged(server, 2)
    page = people["Player B"].page(told["round"]["pairings"][0]["code"])
    told = people["Player A"].post(f"{path}/withdraw", name="Player A")
    assert told["you"]["state"] == "withdrawn" and told["round"]["pairings"][0]["forfeited"] == ["Player A"]
    assert page.wait("error")["sentence"] == "Your pairing at this table is over."
    assert [(one["name"], one["points"]) for one in told["standings"]] == [("Player B", 1), ("Player A", 0)]
    assert "withdrawn already" in director.post(f"{path}/withdraw", status=400, name="Player A")["sentence"]
    assert "nobody called" in director.post(f"{path}/withdraw", status=400, name="Zoe")["sentence"]
    assert director.post(f"{path}/return", name="Player A")["log"][0]["text"] == "Player A came back, from round 2."


def test_bots_fill_in_and_play_each_other_without_anybody(server):
    director, path = opened(server, **QUICK, format="knockout")
    assert "no bot of the level" in director.post(f"{path}/bots", status=400, level="huge", count=1)["sentence"]
    assert "1 to 32" in director.post(f"{path}/bots", status=400, level="novice", count=33)["sentence"]
    assert len(director.post(f"{path}/bots", level="novice", count=3)["players"]) == 3
    entered(server, path, "Aiko")
    told = director.post(f"{path}/round")
    with_person = next(one for one in told["round"]["pairings"] if "Aiko" in one["players"])
    alone = next(one for one in told["round"]["pairings"] if "Aiko" not in one["players"])
    assert with_person["missing"] == ["Aiko"] and max(played(director, alone["code"]).values()) == 1
    told = director.post(f"{path}/substitute", table=with_person["table"], name="Aiko")
    assert next(one for one in told["round"]["pairings"] if "Aiko" in one["players"])["substituted"] == ["Aiko"]
    assert director.post(f"{path}/substitute", status=400, table=with_person["table"], name="Aiko")["sentence"]
    played(director, with_person["code"])
    told = director.get(path)
    assert [one["state"] for one in told["round"]["pairings"]] == ["done", "done"] and told["can_pair"]
    assert "takes no late entries" in Person(server).post(f"{path}/enter", status=400, name="Late")["sentence"]
    assert director.post(f"{path}/round")["round"]["number"] == 2


def test_nobody_else_takes_a_seat_and_nobody_becomes_the_host(server):
    director, path, people, told = arranged(server, 2)
    code = told["round"]["pairings"][0]["code"]
    stranger = Person(server).page(code)
    assert stranger.told["you"]["seats"] == [] and {one["sit"] for one in stranger.told["seats"]} == {""}
    pages = playing(people.values(), code)
    for page in (stranger, *pages):
        assert page.say("pause", on=True)["type"] == "refused"
    assert pages[0].catch_up().told["host_for"] is None


def test_a_player_goes_on_at_another_device(server):
    _, path, people, told = arranged(server, 2)
    code = told["round"]["pairings"][0]["code"]
    people["Player A"].page(code)
    other = Person(server)
    other.post("/api/carry", token=people["Player A"].post(f"/api/tables/{code}/carry")["token"])
    assert other.get(path)["you"]["name"] == "Player A" and people["Player A"].get(path)["you"] is None
    other.post("/api/carry", status=404, token="none")
    pages = playing([other, people["Player B"]], code)
    assert pages[0].told["you"]["seats"] != []


def test_the_end_and_what_is_exported(server):
    director, path, people, told = arranged(server, 3, wins=2)
    pairing = next(one for one in told["round"]["pairings"] if len(one["players"]) == 2)
    assert people["Player A"].get(f"{path}/results.json")["pairings"][0]["games"] == []
    assert director.get(f"{path}/records", status=409)["sentence"]
    played(director, pairing["code"], playing([people[name] for name in pairing["players"]], pairing["code"]))
    data = Person(server).get(f"{path}/results.json")
    assert [one["state"] for one in data["pairings"]] == ["done", "bye"] and len(data["pairings"][0]["games"]) >= 2
    assert data["standings"] == director.get(path)["standings"]
    text = director.http.get(f"{path}/results.csv").content.decode("utf-8-sig")
    standings, pairings = ([line.split(",") for line in part.splitlines()] for part in text.split("\r\n\r\n"))
    assert standings[0][:3] == ["Place", "Name", "Points"] and len(standings) == 4
    score = ":".join(str(int(one)) for one in data["pairings"][0]["score"])
    assert pairings[1:] == [["1", "1", *pairing["players"], score, "finished"], ["1", "2", "Player C", "", "", "bye"]]
    records = split_records(director.http.get(f"{path}/records").text)
    games = data["pairings"][0]["games"]
    assert len(records) == len(games)
    for one, game in zip(records, games, strict=True):
        record = load_record(one.text)
        match = replay_record(record)
        assert match.over and victory_shares(match.returns()) == [
            game["shares"][pairing["players"].index(name)] for name in record.players]
    assert director.post(f"{path}/end")["log"][0]["text"] == "The tournament ended."
    assert "has ended" in director.post(f"{path}/end", status=400)["sentence"]
    assert director.http.delete(path).status_code == 204
    assert "no tournament" in director.get(path, status=404)["sentence"]
    assert director.post("/api/join", status=404, code=pairing["code"])["sentence"]


def test_whoever_asks_to_be_forgotten_is(server):
    director, path, people, told = arranged(server, 2)
    assert people["Player A"].http.delete("/api/me").status_code == 204
    told = director.get(path)
    assert "Player A" not in str(told) and [one["points"] for one in told["standings"]] == [1, 0]
    assert director.http.delete("/api/me").status_code == 204
    assert people["Player B"].get(path, status=404)


def test_a_server_that_holds_none(fresh):
    server = fresh(limits=GENEROUS)
    person = Person(server)
    assert person.get("/api/tournaments", status=404)["sentence"] == "This server holds no tournaments."
    for path in ("", "/ABCDEFGH/round", "/ABCDEFGH/enter"):
        assert person.post(f"/api/tournaments{path}", status=404, name="Club", game="prime_daifugo")["sentence"]
    assert person.get("/api/tournaments/ABCDEFGH", status=404) == {
        "sentence": "This server holds no tournaments.", "rule": ""}


def test_there_is_room_for_so_many(fresh):
    server = fresh(limits={**GENEROUS, "tournaments": 6})
    director, path = opened(server)
    for _ in range(4):
        opened(server, director)
    assert "You direct 5 open tournaments" in director.post(
        "/api/tournaments", status=409, name="x", game="prime_daifugo")["sentence"]
    opened(server)
    other = Person(server)
    refused = other.post("/api/tournaments", status=409, name="x", game="prime_daifugo")
    assert "6 open tournaments" in refused["sentence"]
    director.post(f"{path}/end")
    opened(server, other)


def test_tables_that_a_crash_has_prevented_are_opened_later(tmp_path):
    """Killed between pairing a round and opening its tables: whoever looks has them opened, with the same codes."""
    server = ServerProcess(tmp_path, limits=LIMITS, **FAST).start()
    director, path, people, told = arranged(server, 4)
    codes = [one["code"] for one in told["round"]["pairings"]]
    server.kill()
    with sqlite3.connect(tmp_path / "coprime.db") as store:
        for part in ("tables", "guests"):
            store.execute(f"DELETE FROM {part} WHERE code = ?", (codes[1],))
        kept = json.loads(store.execute("SELECT kept FROM tournaments").fetchone()[0])
        kept["rounds"][0]["at"] -= 60
        store.execute("UPDATE tournaments SET kept = ?", (json.dumps(kept),))
    server.start()
    assert [one["code"] for one in director.get(path)["round"]["pairings"]] == codes
    for one in told["round"]["pairings"]:
        played(director, one["code"], playing([people[name] for name in one["players"]], one["code"]))
    assert director.get(path)["can_pair"]
    server.kill()


def test_a_bot_that_a_crash_has_kept_from_its_seat_sits_down_later(tmp_path):
    server = ServerProcess(tmp_path, limits=LIMITS, **FAST).start()
    director, path, _, told = arranged(server, 2)
    server.kill()
    with sqlite3.connect(tmp_path / "coprime.db") as store:
        kept = json.loads(store.execute("SELECT kept FROM tournaments").fetchone()[0])
        kept["rounds"][0]["pairings"][0]["substituted"] = [1, 2]
        store.execute("UPDATE tournaments SET kept = ?", (json.dumps(kept),))
    server.start()
    director.get(path)
    assert max(played(director, told["round"]["pairings"][0]["code"]).values()) == 1
    server.kill()


def test_old_tournaments_are_forgotten_with_their_tables(tmp_path):
    store = Store(f"sqlite:///{tmp_path}/x.db")
    old, young = (Tournament(name, "d", "prime_daifugo", {}, None, "swiss") for name in ("old", "young"))
    for n in (1, 2):
        old.enter(f"key{n}", f"P{n}", 0)
    begin_round(old, plan_round(old), ["TABLE"], 0)
    with store.engine.begin() as connection:
        for code, one in (("OLD", old), ("YOUNG", young)):
            insert_tournament(connection, code, one)
        connection.execute(sa.update(schema.tournaments).where(schema.tournaments.c.code == "OLD").values(touched=1000))
        connection.execute(sa.insert(schema.tables).values(
            code="TABLE", game="prime_daifugo", phase="lobby", opened=0, touched=10**9, address="", kept="{}"))
        forget_expired(connection, lambda seconds: 31 * 86_400 - int(seconds), 10**10)
        assert list(connection.execute(sa.select(schema.tournaments.c.code)).scalars()) == ["YOUNG"]
        assert list(connection.execute(sa.select(schema.tables.c.code)).scalars()) == []
    store.close()


def test_the_operator_says_how_many_may_be_open():
    assert Limits().tournaments == 0, "off until it is switched on"
    assert choose_limits(None, [], tournaments=3).tournaments == 3
    assert choose_limits("school", ["tournaments=5"], tournaments=3).tournaments == 5
    assert choose_limits(None, ["tournaments=0"]).tournaments == 0
    with pytest.raises(BadInput, match="tournaments"):
        choose_limits(None, ["tournaments=-1"])


def test_a_table_has_news_when_it_has_stored_a_game_that_is_not_counted():
    pairing = TablePairing(1, [1, 2], "TABLE", [GameResult(1, [1.0, 0.0])])
    counted, new = (TableOutcome(match, [1, 2], [1.0, 0.0]) for match in (1, 2))
    stored = {name: StoredPairing("play", 2, [1, 2], [], outcomes)
              for name, outcomes in (("none", []), ("old", [counted]), ("both", [counted, new]))}
    assert [name for name, one in stored.items() if _has_new_games(pairing, one)] == ["both"]
    assert not _has_new_games(pairing, None)                # a table that nobody has opened
