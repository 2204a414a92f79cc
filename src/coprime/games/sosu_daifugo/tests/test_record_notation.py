"""Matches written as records in the players' notation, which replay to the same games."""

import random

import pytest

from coprime.core.errors import BadRecord
from coprime.core.match import Match
from coprime.core.registry import find_game
from coprime.core.seats import CHANCE, CLOCK
from coprime.games.sosu_daifugo.record_notation import format_record, parse_records
from coprime.games.sosu_daifugo.record_replay import iterate_states, set_up_game
from coprime.games.sosu_daifugo.tests.playing import RULES, Phase, Verb, actions

GAME = find_game("sosu_daifugo")


def random_match(seats, options, seed, most=150):
    """Return a match in which people draw, pass, play listed numbers, composites and numbers of any cards."""
    chance = random.Random(seed)
    match = Match(GAME, seats, options, GAME.pure_rules)
    while not match.over and len(match.events) < most:
        acting = match.to_act()
        seat = acting[0]
        if seat == CHANCE:
            match.act(CHANCE, chance.getrandbits(60))
        elif CLOCK in acting and chance.random() < 0.03:
            match.act(CLOCK, int(GAME.pure_rules.deadline(match.state)))
        else:
            for action in random_turn(match, seat, chance):
                match.act(seat, action)
    return match


def random_turn(match, seat, chance):
    """Return the actions of a draw, a pass, a listed play, or a number of any cards of the hand."""
    listed = match.sound_actions(seat)
    if chance.random() < 0.6:
        return [chance.choice(listed)]
    cards = [kind for kind in range(1, 14) for _ in range(int(match.state.held[seat]) >> 3 * kind & 7)]
    n = int(match.state.count) or chance.randrange(1, len(cards) + 1) if cards else 0
    if not cards or n > len(cards):
        return [int(Verb.PASS)]
    chance.shuffle(cards)
    play = actions("".join("XA23456789TJQK"[kind] for kind in cards[:n]))
    trial = match.state.copy()
    for action in play:
        if GAME.pure_rules.refusal(trial, seat, action):
            return [int(Verb.PASS)]
        GAME.pure_rules.apply(trial, seat, action)
    return play


@pytest.mark.parametrize(("seats", "options"), [
    (2, {}), (2, {"hand": 7, "penalty": "one", "clock": "none"}), (3, {"places": "all", "penalty": "shown"}),
    (4, {"flow": "shuffled", "hand": 7}), (2, {"max_misses": 1, "max_play": 7, "start_revolution": "on"}),
    (2, {"flow": "deck", "jokers": 0, "even_copies": 3, "burst": 20})])
def test_a_match_is_written_and_replays(seats, options):
    for seed in range(2):
        match = random_match(seats, options, seed)
        text = GAME.records.write_match(match)
        records = parse_records(text)
        assert "\n".join(map(format_record, records)) == text and GAME.records.is_notated(text)
        wins = [0] * seats
        for record in records:
            state = set_up_game(record)
            turns = list(iterate_states(record, state))
            assert len(turns) == len(record.turns)
            for seat in range(seats):
                wins[seat] += int(state.wins[seat])
        assert wins == [int(n) for n in match.state.wins[:seats]]


def test_sentences_of_a_record():
    text = "A:(57A3)\nB:(22)\nA:57[GC]\nA:D(9)A39#\n"
    assert list(GAME.records.narrate_notated_record(text)) == [
        "A plays 57. 57 clears the table, and A leads again.", "A draws a card.",
        "A plays A39: 139. Prime. A has no cards left. A wins the game."]


@pytest.mark.parametrize(("text", "says"), [
    ("A:(57)\nB:(22)\nA:27\n", "Line 3: the play is refused (not in hand)."),
    ("# options: hand=two\nA:(57)\nB:(22)\n", "Options: "), ("# options: hand\nA:(57)\nB:(22)\n", "Line 1: 'hand' is"),
    ("# options: hands=2\nA:(57)\nB:(22)\n", "Options: there is no option 'hands'."),
    ("# a comment\nA:(57)\nB:(22)\nB:22\nB:%\n", "Line 4: the play fails, so P(...) was expected.")])
def test_a_record_with_one_wrong_line_names_it(text, says):
    with pytest.raises(BadRecord) as wrong:
        list(GAME.records.narrate_notated_record(text))
    assert str(wrong.value).startswith(says)


def test_two_games_of_one_text():
    text = "A:(57)\nB:(22)\nA:57[GC]#\n\n# options: hand=3\nA:(222)\nB:(333)\nA:%\n"
    first, second = parse_records(text)
    assert first.turns[0].wins and second.options == {"hand": "3"} and second.turns[0].line == 8


def test_what_is_no_record():
    assert not GAME.records.is_notated('{"coprime": 1}') and not GAME.records.is_notated("A:57")
    assert RULES.Phase is Phase
