"""Stored tournaments in a database in memory: changed, listed, counted, forgotten, and pairings of arenas in rows."""

import json

import sqlalchemy as sa

from coprime.server.store import schema, tournament_rows
from coprime.server.store.tournament_rows import MOST_LISTED, StoredPairing
from coprime.table.pairing_outcome import TableOutcome
from coprime.tournaments import arena, rounds
from coprime.tournaments.tournament import KEPT_DAYS, Tournament

START = 1_000_000               # in seconds of the epoch


def tournament_of(*names, director="dora", form="swiss"):
    found = Tournament("Cup", director, "prime_daifugo", {}, None, form, minutes=20)
    for name in names:
        found.enter(f"key {name}", name, START)
    return found


def store(connection, code, tournament, touched=None):
    tournament_rows.insert_tournament(connection, code, tournament)
    if touched is not None:
        t = schema.tournaments
        connection.execute(sa.update(t).where(t.c.code == code).values(touched=touched))


def set_state(tournament, **fields):
    for name, value in fields.items():
        setattr(tournament, name, value)
    return tournament


def begin(tournament):
    rounds.begin_round(tournament, rounds.plan_round(tournament), [f"T{n}" for n in range(9)], START)


def test_a_change_is_written_and_what_changes_nothing_is_not(connection):
    store(connection, "ONE", tournament_of("Ada"), touched=5)
    found, told = tournament_rows.change_tournament_row(connection, "ONE", lambda one: len(one.players))
    assert told == 1 and found.name == "Cup"
    assert connection.execute(sa.select(schema.tournaments.c.touched)).scalar() == 5
    tournament_rows.change_tournament_row(connection, "ONE", lambda one: set_state(one, name="Bowl"))
    assert tournament_rows.read_tournament(connection, "ONE").name == "Bowl"
    assert connection.execute(sa.select(schema.tournaments.c.touched)).scalar() > START
    assert tournament_rows.change_tournament_row(connection, "TWO", len) is None
    assert tournament_rows.read_tournament(connection, "TWO") is None


def test_tournaments_are_counted_and_listed_by_their_state(connection):
    assert not tournament_rows.has_running_tournaments(connection)
    running, over = tournament_of("Ada", "Ben"), set_state(tournament_of("Ada"), over=True)
    begin(running)
    for code, one in (("TWO", running), ("ONE", running), ("OVER", over), ("OWN", tournament_of(director="eve"))):
        store(connection, code, one)
    assert tournament_rows.list_running(connection) == ["ONE", "TWO"]
    assert tournament_rows.has_running_tournaments(connection)
    assert tournament_rows.count_open(connection, "dora") == (3, 2)
    assert tournament_rows.count_open(connection, "eve") == (3, 1)
    assert tournament_rows.count_open(connection, "Ada") == (3, 0)


def test_a_persons_tournaments_are_those_that_they_direct_play_in_or_wait_for(connection):
    waiting = tournament_of("Ben")
    waiting.approval = True
    waiting.enter("key Ada", "Ada", START)
    assert waiting.find_waiting("key Ada") is not None
    for at, (code, one) in enumerate([("PLAY", tournament_of("Ada", "Ben")), ("WAIT", waiting),
                                      ("OTHER", tournament_of("Ben")), ("OWN", tournament_of(director="key Ada")),
                                      ("LIKE", tournament_of("Ada%"))], 10):
        store(connection, code, one, touched=at)
    assert [code for code, _, _ in tournament_rows.list_of_person(connection, "key Ada")] == ["OWN", "WAIT", "PLAY"]
    assert not any(tournament_rows.list_of_person(connection, key) for key in ("key A", "key%"))
    members = [code for code in ("PLAY", "WAIT", "OTHER", "OWN", "NONE")
               if tournament_rows.is_member(connection, code, "key Ada")]
    assert members == ["PLAY", "OWN"]
    for n in range(MOST_LISTED):
        store(connection, f"N{n}", tournament_of("Ada"), touched=100 + n)
    listed = tournament_rows.list_of_person(connection, "key Ada")
    assert [at for _, at, _ in listed] == list(range(100 + MOST_LISTED - 1, 99, -1))


def test_pairings_of_an_arena_that_are_over_have_rows_of_their_own(connection):
    hour = tournament_of(*"ABCD", form="arena")
    arena.begin_arena(hour, START)
    store(connection, "HOUR", hour)

    def pair(tournament):
        arena.mark_ready(tournament, dict.fromkeys((1, 2, 3, 4), 1000 * START), START)
        first = tournament.made + 1
        pairs = arena.plan_pairs(tournament, 1000 * START)
        return arena.begin_pairs(tournament, pairs, [f"T{first}", f"T{first + 1}"], START)

    def end_all(tournament):
        for one in tournament.open_pairings():
            assert rounds.count_games(tournament, one.code, [TableOutcome(1, one.players, [1.0, 0.0])])
    for _ in range(2):
        tournament_rows.change_tournament_row(connection, "HOUR", pair)
        tournament_rows.change_tournament_row(connection, "HOUR", end_all)
    tournament_rows.change_tournament_row(connection, "HOUR", pair)
    assert [one.table for one in tournament_rows.read_arena_pairings(connection, "HOUR")] == [4, 3, 2, 1]
    assert [one.table for one in tournament_rows.read_arena_pairings(connection, "HOUR", most=3)] == [4, 3, 2]
    mine = tournament_rows.read_arena_pairings(connection, "HOUR", player=1)
    assert len(mine) == 2 and all(1 in one.players for one in mine)
    assert tournament_rows.read_arena_pairings(connection, "OTHER") == []
    assert [one.table for one in tournament_rows.read_whole_tournament(connection, "HOUR").rounds[0].pairings] == [
        1, 2, 3, 4, 5, 6]
    assert tournament_rows.correct_arena_pairing(connection, "HOUR", 9, [1.0, 0.0], "why", START) is None
    before = tournament_rows.read_arena_pairings(connection, "HOUR")[-1]
    found, pairing = tournament_rows.correct_arena_pairing(connection, "HOUR", 1, [0.0, 1.0], "why", START)
    assert pairing.players == before.players and list(pairing.score) == [0.0, 1.0] != list(before.score)
    assert tournament_rows.read_arena_pairings(connection, "HOUR")[-1] == pairing
    assert [one.number for one in found.players] == [1, 2, 3, 4]
    tournament_rows.forget_tournament(connection, "HOUR")
    assert connection.execute(sa.select(sa.func.count()).select_from(schema.arena_pairings)).scalar() == 0
    assert tournament_rows.read_tournament(connection, "HOUR") is None


def test_what_tables_have_stored(connection):
    kept = {"matches": 3, "arrived": [1, 2], "outcomes": [{"match": 1, "entrants": [1, 2], "shares": [1.0, 0.0]}],
            "chairs": [{"kind": "bot", "entrant": 2}, {"kind": "person", "entrant": 1}]}
    connection.execute(sa.insert(schema.tables), [
        {"code": code, "game": "prime_daifugo", "phase": phase, "opened": 0, "touched": 0, "address": "",
         "kept": json.dumps(one)} for code, phase, one in (("ONE", "playing", kept), ("TWO", "lobby", {}))])
    found = tournament_rows.read_pairings(connection, ["ONE", "TWO", "SIX"])
    assert found["ONE"] == StoredPairing("playing", 3, [1, 2], [2], [TableOutcome(1, [1, 2], [1.0, 0.0])])
    assert found["TWO"] == StoredPairing("lobby", 0, [], [], []) and set(found) == {"ONE", "TWO"}
    assert tournament_rows.read_pairings(connection, []) == {}
    assert tournament_rows.list_opened_tables(connection, []) == []
    assert sorted(tournament_rows.list_opened_tables(connection, ["TWO", "SIX", "ONE"])) == ["ONE", "TWO"]


def test_who_is_forgotten_takes_their_own_tournaments_along_and_no_others(connection):
    own, other = tournament_of("Ben", director="key Ada"), tournament_of("Ada", "Ben")
    begin(other)
    own.rounds = other.rounds
    store(connection, "OWN", own)
    store(connection, "OTHER", other)
    codes = tournament_rows.table_codes(other)
    assert codes and tournament_rows.list_directed_tables(connection, "key Ada") == codes
    assert tournament_rows.list_directed_tables(connection, "key Ben") == []
    connection.execute(sa.insert(schema.chat), [{"code": codes[0], "who": 1, "name": "Ben", "at": 1, "text": "Hi"}])
    tournament_rows.forget_in_tournaments(connection, "key Ada", "Somebody")
    assert tournament_rows.read_tournament(connection, "OWN") is None
    assert connection.execute(sa.select(sa.func.count()).select_from(schema.chat)).scalar() == 0
    left = tournament_rows.read_tournament(connection, "OTHER")
    assert [one.name for one in left.players] == ["Somebody", "Ben"] and left.players[0].withdrawn
    assert left.find_player("key Ada") is None and left.find_player("key Ben") is not None


def test_tournaments_go_after_their_days(connection):
    for code, age in (("OLD", KEPT_DAYS * 86_400 + 1), ("NEW", KEPT_DAYS * 86_400 - 1)):
        store(connection, code, tournament_of("Ada"), touched=10**9 - age)
    tournament_rows.forget_old_tournaments(connection, lambda seconds: int(10**9 - seconds))
    assert [code for code, _, _ in tournament_rows.list_of_person(connection, "key Ada")] == ["NEW"]
