"""Matches of older rules: which of them go on at a table, and which would become other matches."""

import json

import pytest

from coprime.core.registry import find_game as find
from coprime.table.journal_replay import UnreadableJournal, replay_journal
from coprime.table.ports import JournalRow


def begun(name, version, seats, **options):
    """The journal of a match that a version of the rules began."""
    game = find(name)
    head = {"seats": seats, "options": game.check_options(seats, options), "version": version, "players": []}
    return game, [JournalRow(1, 1, "start", json.dumps(head), "")]


def test_daifugo_with_drawn_seats_does_not_go_on_from_version_1():
    game, rows = begun("daifugo", 1, 4, seat_shuffle=3)
    with pytest.raises(UnreadableJournal, match="begun by version 1") as told:
        replay_journal(game, rows, game.pure_rules)
    assert told.value.n == 1
    for version, shuffle in ((1, 0), (2, 3)):
        game, rows = begun("daifugo", version, 4, seat_shuffle=shuffle)
        assert replay_journal(game, rows, game.pure_rules).match.options["seat_shuffle"] == shuffle


def test_a_playing_dealer_of_version_1_had_one_round_by_itself():
    game, rows = begun("prime_challenge", 1, 3, dealer="playing")
    with pytest.raises(UnreadableJournal, match="would be others"):
        replay_journal(game, rows, game.pure_rules)
    for version, length in ((1, 2), (2, 0)):
        game, rows = begun("prime_challenge", version, 3, dealer="playing", match_length=length)
        assert replay_journal(game, rows, game.pure_rules) is not None


def test_a_challenge_that_names_two_offences_was_judged_otherwise_in_version_1():
    """PC-26: it held in part; a challenge that names one offence or none is judged as it was."""
    game, _ = begun("prime_challenge", 1, 2)
    options = game.check_options(2)
    assert game.diverges(1, options, ["take 1 2 3", "challenge 4 order product"])
    assert not game.diverges(1, options, ["challenge 4", "challenge 4 order"])
    assert not game.diverges(2, options, ["challenge 4 order product"])


def test_no_other_game_stops_a_match_of_an_older_version():
    """Their versions since the oldest stored tables only took more actions, or showed more."""
    for name in ("prime_daifugo", "prime_climb", "secret_number", "prime_solitaire", "factor_rummy", "prime_canasta"):
        game = find(name)
        assert not game.diverges(1, game.check_options(game.seats[0]), [])
