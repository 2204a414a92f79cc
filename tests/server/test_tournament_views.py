"""What pages are told of a table of a tournament before its first game: who has not come."""

from types import SimpleNamespace

import pytest

from coprime.server.tournaments import arena_view
from coprime.server.tournaments.view import missing_players, pairing_state
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
