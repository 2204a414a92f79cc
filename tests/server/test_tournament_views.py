"""What pages are told of a tournament: the director, a player and a guest, without a server."""

from types import SimpleNamespace

import pytest

from coprime.server.app.public_url import PublicUrl
from coprime.server.tournaments import arena_view
from coprime.server.tournaments.view import missing_players, pairing_state, serialize_tournament
from coprime.table.pairing_outcome import TableOutcome
from coprime.tournaments import round_clock, rounds
from coprime.tournaments.tournament import TablePairing, Tournament


def tournament_of(*names, bots=()):
    made = Tournament("Cup", "dora", "prime_daifugo", {}, None, "swiss")
    for name in names:
        if name in bots:
            made.add_bot(name, "novice", 0)
        else:
            made.enter(name, name, 0)
    return made


@pytest.mark.parametrize(("arrived", "phase", "substituted", "missing"), [
    (None, None, [], [1, 2]), ((), "lobby", [], [1, 2]), ((1,), "lobby", [], [2]), ((1, 2), "lobby", [], []),
    ((), "playing", [], []), ((), "over", [], []), ((), "lobby", [2], [1])])
def test_who_has_not_come_to_a_table_is_missing_until_its_first_game(arrived, phase, substituted, missing):
    tournament = tournament_of("Ada", "Ben", "Heron", bots=("Heron",))
    pairing = TablePairing(1, [1, 2, 3], code="AAAAA", substituted=substituted)
    found = None if arrived is None else SimpleNamespace(phase=phase, arrived=arrived, outcomes=[])
    assert missing_players(tournament, pairing, found) == missing
    assert pairing_state(tournament, pairing, found) == ("playing" if phase in ("playing", "over") else "waiting")


def test_whoever_waits_before_an_arena_has_nothing_yet():
    assert arena_view._own("Ada", "waiting") == {
        "name": "Ada", "place": 0, "points": 0.0, "state": "waiting", "table": "", "number": 0, "opponent": "",
        "opponent_here": False, "score": [], "bye": False, "results": []}


class Moments:
    """The best moments of tables, as many as were put in."""

    def __init__(self, **found):
        self.found = found

    def find_moments(self, tournament, pairings):
        return {one.code: self.found[one.code] for one in pairings if one.code in self.found}


def moment(name, worth):
    return SimpleNamespace(name=name, worth=worth, text=f"{name} played it.", own="You played it.", figure="")


def make_state(**moments):
    return SimpleNamespace(public_url=PublicUrl("127.0.0.1", 8000, False, "https://games.example"),
                           manager=SimpleNamespace(open_seconds=lambda: 1100.0), tournament_moments=Moments(**moments))


def begin(tournament):
    number = len(tournament.rounds) + 1
    plan = rounds.plan_round(tournament)
    rounds.begin_round(tournament, plan, [f"R{number}T{n}" for n in range(1, plan.table_count + 1)], 5)
    round_clock.start_clock(tournament, 1000.0)
    return tournament.rounds[-1].pairings


def swiss():
    """Five have played a round, the first of each pair won, one had a bye; the second round has begun."""
    tournament = tournament_of("Ada", "Ben", "Cleo", "Dan", "Eve")
    tournament.round_minutes = 5
    for one in begin(tournament):
        if len(one.players) == 2:
            games = [TableOutcome(n, one.players, [1, 0]) for n in range(1, tournament.wins + 1)]
            assert rounds.count_games(tournament, one.code, games)
    begin(tournament)
    return tournament


def told_to(tournament, key, state=None, stored=None, **more):
    return serialize_tournament(state or make_state(), "ABCDE", tournament, key, stored or {}, **more)


def test_each_player_is_told_their_own_place_points_and_table():
    tournament = swiss()
    standings = told_to(tournament, "nobody")["standings"]
    assert [one["place"] for one in standings] == sorted(one["place"] for one in standings) and len(standings) == 5
    for line in standings:
        you = told_to(tournament, line["name"])["you"]
        assert [you[field] for field in ("name", "place", "points")] == [line[field] for field in
                                                                        ("name", "place", "points")]
        pairing = tournament.pairing_of(tournament.find_player(line["name"]))
        other = [tournament.player(number).name for number in pairing.players
                 if tournament.player(number).name != line["name"]]
        assert you["table"] == pairing.code and you["bye"] == (not other)
        assert (you["number"], you["opponent"]) == ((pairing.table, other[0]) if other else (0, ""))
        first, = (one for one in you["results"] if one["round"] == 1)
        assert first["outcome"] == line["points"] - len([one for one in you["results"] if one["round"] == 2])
        assert first["bye"] == (first["opponent"] == "") and you["state"] == "here"
    assert told_to(tournament, "nobody")["you"] is None
    tournament.find_player("Ada").paused = True
    assert told_to(tournament, "Ada")["you"]["state"] == "paused"
    tournament.withdraw("Ada", 6)
    assert told_to(tournament, "Ada")["you"]["state"] == "withdrawn"
    tournament.over = True
    assert told_to(tournament, "Ben")["you"]["table"] == ""


def test_codes_of_tables_are_for_who_plays_there_and_for_the_director():
    tournament = swiss()
    codes = {key: [one["code"] for one in told_to(tournament, key)["round"]["pairings"]]
             for key in ("dora", "Ada", "nobody")}
    all_codes = [one.code for one in tournament.rounds[-1].pairings]
    own = tournament.pairing_of(tournament.find_player("Ada")).code
    assert codes["dora"] == all_codes and codes["nobody"] == [""] * len(all_codes)
    assert codes["Ada"] == [code if code == own else "" for code in all_codes]


def test_what_only_the_director_is_told():
    tournament = swiss()
    tournament.note(7, "time", minutes=5)
    for key, is_director in (("dora", True), ("Ada", False)):
        told = told_to(tournament, key)
        assert told["director"] == is_director and not told["can_pair"]          # a round is still played
        assert bool(told["why_not"]) == bool(told["log"]) == is_director
    assert told_to(tournament, "dora")["log"][0]["at"] == 7
    for one in tournament.open_pairings():
        rounds.count_games(tournament, one.code, [TableOutcome(n, one.players, [1, 0])
                                                  for n in range(1, tournament.wins + 1)])
    assert told_to(tournament, "dora")["can_pair"] and not told_to(tournament, "Ada")["can_pair"]


def test_rounds_before_the_last_are_told_once():
    tournament = swiss()
    told = told_to(tournament, "Ada")
    assert told["round"]["number"] == 2 and [one["number"] for one in told["past"]] == [1]
    again = told_to(tournament, "Ada", knows_past=True)
    assert again["past"] is None and again["round"] == told["round"]
    empty = told_to(tournament_of("Ada"), "Ada")
    assert (empty["round"], empty["past"], empty["moment"]) == (None, [], None)


def test_what_everybody_is_told_of_the_tournament():
    tournament = swiss()
    tournament.add_names(["Finn"])
    told = told_to(tournament, "nobody")
    assert (told["name"], told["code"], told["game"], told["format"], told["state"]) == (
        "Cup", "ABCDE", "prime_daifugo", "swiss", "running")
    assert told["round_left"] == 200 and told["listed"] == ["Finn"]
    assert told["invite"]["url"] == "https://games.example/tournament/ABCDE" == told["qr"]["url"]
    assert {one["level"] for one in told["levels"]} >= {"novice", "casual"} and told["league"] is None


def test_the_best_moment_of_the_round_is_shown_and_ones_own():
    tournament = swiss()
    first, second = (one.code for one in tournament.rounds[-1].pairings if len(one.players) == 2)
    state = make_state(**{first: [moment("Ada", 1.0)], second: [moment("Ben", 3.0), moment("Cleo", 2.0)]})
    table = next(one.table for one in tournament.rounds[-1].pairings if one.code == second)
    assert told_to(tournament, "nobody", state)["moment"] == {"text": "Ben played it.", "name": "Ben", "table": table}


def test_who_is_here():
    tournament = tournament_of("Ada", "Ben", "Heron", bots=("Heron",))
    tournament.enter("key", "Cleo", 0)
    now = 10 ** 12
    for one in tournament.players:
        one.seen = now if one.name == "Ben" else 0
    tournament.find_player("key").paused = True
    states = {one["name"]: one["state"] for one in told_to(tournament, "dora")["players"]}
    assert states == {"Ada": "away", "Ben": "here", "Heron": "here", "Cleo": "paused"}
    pairing = next(one for one in begin(tournament) if 1 in one.players)
    stored = {pairing.code: SimpleNamespace(phase="lobby", arrived=[1], outcomes=[], match=1)}
    states = {one["name"]: one["state"] for one in told_to(tournament, "dora", stored=stored)["players"]}
    assert states["Ada"] == "here"
