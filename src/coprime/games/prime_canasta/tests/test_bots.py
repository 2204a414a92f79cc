"""Bots and hints of Prime Canasta: sound, deterministic, sensible."""

import random

import pytest

from coprime.core.match import Match, draw_chance
from coprime.core.seats import CHANCE

from .table import GAME, RULES, WORDS, actor, do, table


def view_of(s, seat):
    view = s.copy()
    RULES.redact(view, seat)
    return view


def chosen(s, level="casual", seed=1):
    """What a bot does, as a label."""
    seat = actor(s)
    return WORDS.label(GAME.bots.choose(view_of(s, seat), seat, level, seed)[0])


def played(options, seats, levels, seed, rounds=1):
    chance, match = random.Random(seed), Match(GAME, seats, GAME.check_options(seats, options), RULES)
    while not match.over and not (RULES.is_between_hands(match.state) and match.state.rounds >= rounds):
        seat = actor(match.state)
        if seat == CHANCE:
            match.act(seat, draw_chance(RULES, match.state, chance.getrandbits))
        else:
            match.act(seat, GAME.bots.choose(match.view(seat), seat, levels[seat], chance.getrandbits(60))[0])
    return match.state


@pytest.mark.parametrize(("options", "seats"), [({"level": 3}, 3), ({"partnerships": "on"}, 4)])
def test_bots_play_a_round(options, seats):
    s = played(options, seats, ["casual", "novice"] * 2, 3)
    assert RULES.is_between_hands(s) and s.sheet.any()


def test_a_casual_bot_reaches_the_minimum_with_several_sets():
    s = table("120 10 3 2 2 50 25 2 7 9", "10")
    while not s.made[0]:
        do(s, chosen(s))
    assert s.cards[0] == 2


def test_a_bot_that_can_go_out_does():
    s = table("42 6 7 9", "10", laid=["run 2 3 5 7 11 13; 81=3x3x3x3"])
    for expected in ("lay 42=6x7", "out", "discard 9"):
        assert chosen(s) == expected
        do(s, expected)
    assert s.went_out == 0


def test_a_partner_is_asked_and_answers():
    s = table("42 6 7 9", "10 8", "2 3", "2 2", deck="2 2", pile="3", partnerships="on",
              laid=["run 2 3 5 7 11 13; 81=3x3x3x3"])
    assert chosen(s) == "ask"
    do(s, "ask")
    assert chosen(s) == "yes"
    s = table("42 6 7 9", "10 8", "99 98 900 600 W", "2 2 2 2 2", deck="2 2", pile="3", partnerships="on",
              laid=["run 2 3 5 7 11 13; 81=3x3x3x3"])
    do(s, "ask")
    assert chosen(s) == "no"


def test_a_casual_bot_takes_a_pile_and_keeps_its_wilds():
    s = table("5 11 W 9", "10 7 8 9 3", deck="2 2", pile="3 W 7 55", laid=["20=4x5"], drawn=False)
    assert chosen(s) == "take 55=5x11"
    do(s, "take 55=5x11")
    assert chosen(s) == "choose W@2"
    s = table("W 9 7", "10 7 8 9 3", deck="2 2", pile="3", laid=["20=4x5"])
    assert chosen(s) != "discard W"


def test_a_casual_bot_keeps_its_cards_until_they_make_canastas():
    s = table("42 6 7 9 8", "10 7 7 7 7", laid=["20=4x5"])
    assert chosen(s).startswith("discard")
    s = table("81 3 3 3 3 9 8", "10 7 7 7 7", laid=["20=4x5"])
    assert chosen(s) == "lay 81=3x3x3x3"


def test_sets_that_count_together_are_no_fault_before_the_strict_referee():
    """CA-11: the first set alone counts too little, and putting it down would cost 100 points."""
    for seed in range(20):
        s = table("120 10 3 2 2 50 25 2 7 9", "10", referee="strict")
        while not s.made[0]:
            do(s, chosen(s, "casual", seed))
        assert s.penalty[0] == 0


def test_a_novice_miscounts_now_and_then():
    """90 for 100 with the strict referee: half of the novices put it down; a casual bot never does."""
    novices = set()
    for seed in range(20):
        s = table("120 10 3 2 2 50 25 2 7 9", "10", referee="strict")
        do(s, "lay 120=10x3x2x2")
        novices.add(chosen(s, "novice", seed))
        assert chosen(s, "casual", seed) != "down"
    assert "down" in novices and len(novices) > 1
    s = table("120 10 3 2 2 50 25 2 7 9", "10")
    do(s, "lay 120=10x3x2x2")
    assert chosen(s, "novice") != "down"


# Hints.

def ladder(s):
    return GAME.hints.ladder(view_of(s, actor(s)), actor(s))


def test_a_ladder_ends_with_what_to_do():
    s = table("42 6 7 9 8", "10 7 7 7 7", laid=["run 2 3 5 7 11 13; 81=3x3x3x3"])
    rungs = ladder(s)
    assert len(rungs) == 3 and rungs[-1] == "Lay 42 = 6 × 7." and "42" in rungs[1]
    s = table("16 9 9", "10 7 7 7 7", laid=["4=2x2"])
    assert "4 × 4" in ladder(s)[1]


def test_hints_of_every_phase():
    assert ladder(table("42 6 7 9", "10", deck="2 2", pile="3", drawn=False))[-1] == "Draw two cards."
    assert ladder(table("42 6 7 9", "10", deck="2 2", pile="3", drawn=False))[1] == \
        "The pile can be taken once it has three cards."
    assert "wait" in GAME.hints.ladder(table("42 6", "10"), 1)[0]
    s = table("5 11 W 9", "10 7 8 9 3", deck="2 2", pile="3 W 7 55", laid=["20=4x5"], drawn=False)
    assert "55" in ladder(s)[0]
    do(s, "take 55=5x11")
    assert "pile" in ladder(s)[0]
    s = table("42 6 7 9", "10 8", "2 3", "2 2", partnerships="on", laid=["run 2 3 5 7 11 13; 81=3x3x3x3"])
    do(s, "ask")
    assert ladder(s)[-1].startswith("Say yes")


@pytest.mark.parametrize(("text", "cards"), [
    ("discard 9", "9"), ("lay 42=6x7", "6 7 42"), ("lay run W2 3 5 7 11 13", "3 5 7 11 13 W"),
    ("extend 15=3x5 with 900 4", "4 900"), ("take 55=5x11", "5 11"), ("take 4=2x2 with 16", ""), ("draw", "")])
def test_a_hint_shows_the_cards_of_the_hand_that_an_action_uses(text, cards):
    s = table("42 6 7 W 3 5 7 11 13 900 4 9", "10", pile="3 7 16" if "16" in text else "3 7 55", laid=["15=3x5; 4=2x2"])
    assert GAME.cards_used(view_of(s, 0), 0, WORDS.parse(text)) == tuple(cards.split())


@pytest.mark.parametrize("seed", range(2))
def test_hints_of_whole_rounds_are_sentences(seed):
    chance, s = random.Random(seed), GAME.new_state(2, {}, RULES)
    for _ in range(40):
        seat = actor(s)
        if seat == CHANCE:
            RULES.apply(s, seat, draw_chance(RULES, s, chance.getrandbits))
            continue
        for rung in GAME.hints.ladder(view_of(s, seat), seat):
            assert rung.endswith((".", "?")) and "{" not in rung
        RULES.apply(s, seat, GAME.bots.choose(view_of(s, seat), seat, "casual", chance.getrandbits(60))[0])
