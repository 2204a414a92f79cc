"""What the director, players and guests are told of an arena and of a team league, without a server."""

from types import SimpleNamespace

import pytest
from test_tournament_views import begin, make_state

from coprime.server.tournaments import arena_view
from coprime.server.tournaments.arena_memory import KnownArena
from coprime.server.tournaments.arena_view import MOST_ROWS, serialize_arena
from coprime.server.tournaments.team_view import league_rows, serialize_league, serialize_meetings
from coprime.server.tournaments.view import serialize_tournament
from coprime.table.pairing_outcome import TableOutcome
from coprime.tournaments import arena, rounds, teams
from coprime.tournaments.tournament import GRACE_SECONDS, Tournament

START = 1_000_000               # in seconds of the epoch
SERVER = make_state()


@pytest.fixture(autouse=True)
def now(monkeypatch):
    """The clock, which a test may set."""
    clock = SimpleNamespace(now=START + 60.0)
    monkeypatch.setattr(arena_view, "time", SimpleNamespace(time=lambda: clock.now))
    return clock


# Arenas.

def arena_of(count, begun=True):
    tournament = Tournament("Hour", "dora", "prime_daifugo", {}, None, "arena", minutes=20)
    for n in range(1, count + 1):
        tournament.enter(f"key{n}", f"P{n}", START)
    if begun:
        arena.begin_arena(tournament, START)
    return tournament


def pair(tournament, *numbers):
    """Pages wait, and whoever is free is paired; tables are called by their numbers."""
    arena.mark_ready(tournament, dict.fromkeys(numbers, 1000 * START), START)
    pairs, first = arena.plan_pairs(tournament, 1000 * START), tournament.made + 1
    return arena.begin_pairs(tournament, pairs, [f"T{first + n}" for n in range(len(pairs))], START)


def win(tournament, number):
    """A player wins the running game, and the pairing is over."""
    pairing = next(one for one in tournament.open_pairings() if number in one.players)
    shares = [float(one == number) for one in pairing.players]
    assert rounds.count_games(tournament, pairing.code, [TableOutcome(1, pairing.players, shares)])
    return arena.archive_finished_pairings(tournament)


def told_to(tournament, key, latest=(), own=(), table="", stored=None):
    return serialize_arena(SERVER, "ABCDE", KnownArena(tournament, stored=stored or {}), key, latest, own, table)


def test_an_arena_that_has_not_begun_has_all_its_time(now):
    told = told_to(arena_of(3, begun=False), "key1")
    assert told["round"] is None and told["state"] == "entry"
    assert told["arena"] == {"minutes": 20, "ends": 0, "left": 1200, "grace": GRACE_SECONDS // 60, "until": 0,
                             "free": 0, "running": 0, "over": 0, "latest": []}
    assert (told["you"]["name"], told["you"]["place"], told["you"]["state"]) == ("P1", 1, "here")


def test_time_runs_and_what_goes_on_is_counted(now):
    tournament = arena_of(5)
    pair(tournament, 1, 2, 3, 4)
    over = win(tournament, 1)
    arena.mark_ready(tournament, {5: 1000 * int(now.now)}, int(now.now))
    told = told_to(tournament, "dora", latest=over)["arena"]
    assert {field: told[field] for field in ("ends", "left", "until", "running", "over", "free")} == {
        "ends": START + 1200, "left": 1140, "until": START + 1200 + GRACE_SECONDS, "running": 1, "over": 1, "free": 1}
    assert [one["code"] for one in told["latest"]] == [over[0].code]
    now.now = START + 5000
    later = told_to(tournament, "key1", latest=over)["arena"]
    assert later == told | {"left": 0, "free": 0, "latest": []}, "the latest games are for the director"


def test_a_player_is_told_of_their_own_game_and_results(now):
    tournament = arena_of(4)
    pair(tournament, 1, 2, 3, 4)
    over = win(tournament, 1)
    mine, other = next(one for one in tournament.open_pairings()), next(iter(over))
    number = mine.players[0]
    stored = {mine.code: SimpleNamespace(phase="lobby", arrived=[mine.players[1]], outcomes=[], match=0)}
    told = told_to(tournament, f"key{number}", table=mine.code, stored=stored)
    you = told["you"]
    assert (you["table"], you["number"], you["opponent"], you["opponent_here"]) == (
        mine.code, mine.table, f"P{mine.players[1]}", True)
    assert told_to(tournament, f"key{mine.players[1]}", table=mine.code, stored=stored)["you"]["opponent_here"] is False
    assert told_to(tournament, f"key{number}", table="OTHER")["you"]["table"] == ""
    assert told["round"]["pairings"][0]["code"] == mine.code and told["director"] is False
    loser = other.players[0] if other.players[1] == 1 else other.players[1]
    for player, score, outcome in ((1, [1.0, 0.0], 2), (loser, [0.0, 1.0], 0)):
        result, = told_to(tournament, f"key{player}", own=over)["you"]["results"]
        assert (result["round"], result["score"], result["outcome"]) == (other.table, score, outcome)
        assert result["opponent"] == f"P{loser if player == 1 else 1}" and result["absent"] == []
    assert told_to(tournament, "nobody")["you"] is None


def test_places_and_states_are_those_of_the_standings(now):
    tournament = arena_of(4)
    pair(tournament, 1, 2, 3, 4)
    win(tournament, 3)
    tournament.find_player("key4").paused = True
    tournament.find_player("key3").seen = int(now.now) - 40
    tournament.find_player("key2").seen = int(now.now) - 20
    told = told_to(tournament, "key3")
    first = told["standings"][0]
    assert (first["place"], first["name"], first["won"], first["played"]) == (1, "P3", 1, 1) and first["points"] == 2
    assert (told["you"]["place"], told["you"]["points"]) == (1, 2)
    playing = {number for one in tournament.open_pairings() for number in one.players}
    states = {one["name"]: one["state"] for one in told["players"]}
    assert states["P4"] == "paused" and states["P3"] == "away"
    assert all(states[f"P{number}"] == "here" for number in playing - {4})
    assert told_to(tournament, "key4")["you"]["state"] == "paused"
    tournament.withdraw("P3", START + 50)
    after = told_to(tournament, "key3")
    assert after["you"]["state"] == "withdrawn" and after["standings"][0]["withdrawn"]


def test_a_long_table_is_cut_for_others_than_the_director_but_for_ones_own_line(now):
    tournament = arena_of(MOST_ROWS + 5)
    last = rounds.rank_tournament(tournament)[-1].player
    assert len(told_to(tournament, "dora")["standings"]) == MOST_ROWS + 5
    assert len(told_to(tournament, "nobody")["standings"]) == MOST_ROWS
    own = told_to(tournament, f"key{last}")["standings"]
    assert len(own) == MOST_ROWS + 1 and own[-1]["name"] == f"P{last}"
    first = rounds.rank_tournament(tournament)[0].player
    assert len(told_to(tournament, f"key{first}")["standings"]) == MOST_ROWS


def test_what_is_the_same_for_all_is_made_once_for_each_state_and_language(now):
    known = KnownArena(arena_of(3))
    one, other = (serialize_arena(SERVER, "ABCDE", known, key, (), (), "") for key in ("key1", "key2"))
    assert one["players"] is other["players"]
    known.tournament = arena_of(2)
    assert len(serialize_arena(SERVER, "ABCDE", known, "key1", (), (), "")["players"]) == 2


# Team leagues.

def league_of(count, boards=2, reserves=0):
    found = Tournament("League", "dora", "prime_daifugo", {}, None, "team_league", boards=boards)
    for letter in "ABCDEF"[:count]:
        teams.add_lines(found, [f"Team {letter}; {letter}{n}" for n in range(1, boards + reserves + 1)])
    for one in found.players:
        found.enter(f"key {one.name}", one.name, 0)
    return found


def play(league, *shares):
    """The open boards end in order: the share of the first team's player."""
    for pairing, share in zip(league.open_pairings(), shares, strict=True):
        games = [TableOutcome(n, pairing.players, [share, 1 - share]) for n in (1, 2)]
        assert rounds.count_games(league, pairing.code, games)


def test_teams_are_told_with_their_players_in_board_order():
    league = league_of(3, reserves=1)
    teams.name_captain(league, 1, "A2")
    teams.set_sitting_out(league, league.require_player("A1"), True, 0)
    begin(league)
    play(league, 1, 0.5)
    told = serialize_league(league, False)
    first = told["teams"][0]
    assert (told["boards"], told["double"], first["name"], first["captain"], first["withdrawn"]) == (
        2, False, "Team A", "A2", False)
    assert [one["name"] for one in first["members"]] == ["A1", "A2", "A3"] and first["next"] == ["A2", "A3"]
    assert [team["captain"] for team in told["teams"][1:]] == ["", ""]
    points = {one["name"]: (one["points"], one["played"]) for team in told["teams"] for one in team["members"]}
    assert sum(played for _, played in points.values()) == 4 and sum(won for won, _ in points.values()) == 2
    met = [[meeting["teams"] for meeting in meetings] for meetings in serialize_meetings(league)]
    assert len(met) == 1 and len(told["schedule"]) == 2
    pairs = [frozenset(names) for found in (*met, *told["schedule"]) for names in found if len(names) == 2]
    assert len(set(pairs)) == len(pairs) == 3


def test_meetings_have_scores_and_tables_and_one_is_a_bye():
    league = league_of(3)
    begin(league)
    play(league, 1, 0.5)
    meetings, = serialize_meetings(league)
    met, = (one for one in meetings if len(one["teams"]) == 2)
    assert met["score"] == [1.5, 0.5] and met["tables"] == [1, 2] and met["over"]
    assert [one["teams"] for one in meetings if one is not met and len(one["teams"]) == 1]
    heads, rows = league_rows(league)
    assert [len(row) for row in heads] == [4] * 3 and len(rows) == 7
    assert sorted(row[3] for row in heads[1:]) == ["", "1½:½"]
    assert {row[0] for row in rows[1:]} == {"Team A", "Team B", "Team C"} and [row[1] for row in rows[1:3]] == [1, 2]


def test_an_empty_board_has_one_name_on_the_side_of_its_team():
    league = league_of(2, boards=2)
    teams.set_sitting_out(league, league.require_player("B1"), True, 0)
    plan = rounds.plan_round(league, True)
    rounds.begin_round(league, plan, [f"T{n}" for n in range(1, plan.table_count + 1)], 0)
    told = serialize_tournament(SERVER, "ABCDE", league, "dora", {})
    boards = [one["players"] for one in told["round"]["pairings"]]
    first, second = told["round"]["meetings"][0]["teams"]
    assert boards[0] in (["A1", "B2"], ["B2", "A1"])
    assert boards[1] == (["A2", ""] if first == "Team A" else ["", "A2"]) and {first, second} == {"Team A", "Team B"}


def test_the_director_is_told_when_only_empty_boards_keep_a_round_from_beginning():
    league = league_of(2, reserves=0)
    assert not serialize_league(league, True)["empty"]
    teams.set_sitting_out(league, league.require_player("B1"), True, 0)
    assert serialize_league(league, True)["empty"] and not serialize_league(league, False)["empty"]
    told = serialize_tournament(SERVER, "ABCDE", league, "dora", {})
    assert not told["can_pair"] and "Team B" in told["why_not"]


def test_a_member_is_told_of_their_team_and_its_line_in_the_table():
    league = league_of(4)
    teams.name_captain(league, 2, "B1")
    begin(league)
    play(league, 1, 1, 0, 0)
    told = serialize_tournament(SERVER, "ABCDE", league, "key B1", {})
    line = next(one for one in told["standings"] if one["name"] == "Team B")
    assert (told["you"]["team"], told["you"]["captain"]) == ("Team B", True)
    assert (told["you"]["place"], told["you"]["points"]) == (line["place"], line["points"])
    other = serialize_tournament(SERVER, "ABCDE", league, "key B2", {})["you"]
    assert (other["team"], other["captain"]) == ("Team B", False)
    assert sorted((one["points"], one["board_points"]) for one in told["standings"]) == [(0, 0), (0, 0), (2, 2), (2, 2)]
