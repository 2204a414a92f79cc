"""What bots of Factor Rummy do and leave."""

import random

import pytest

import coprime
from coprime.core.match import Match
from coprime.core.seats import CHANCE
from coprime.games.factor_rummy.deck_data import COPIES_AT
from coprime.games.factor_rummy.tests.table import counts, table

GAME = coprime.game("factor_rummy")


def first_round(seed, seats, options):
    """Who has acted before the first round of novices ended."""
    match, luck, acted = Match(GAME, seats, options, GAME.pure_rules), random.Random(seed), set()
    while not match.over and not (match.events and match.rules.is_between_hands(match.state)):
        if match.to_act() == [CHANCE]:
            match.settle(luck.getrandbits)
            continue
        seat = match.to_act()[0]
        acted.add(seat)
        action, _ = GAME.bots.choose(match.view(seat), seat, "novice", luck.getrandbits(32))
        match.act(seat, action)
    return acted


@pytest.mark.parametrize("preset", ["first", "book"])
@pytest.mark.parametrize("seats", [2, 3, 4])
def test_a_newcomers_first_round_does_not_end_before_everybody_has_acted(preset, seats):
    """With casual bots that happened in a quarter of the first rounds of the gentle preset."""
    for seed in range(20):
        assert first_round(seed, seats, dict(GAME.presets[preset])) == set(range(seats))


def test_unseen_are_the_cards_that_are_neither_held_nor_known_nor_discarded():
    s = table("7 7 2", "3 5", pile="7 11 3")
    s.known[1] = counts("5")
    unseen, all_of_them = GAME.bots.count_unseen(s, 0), counts("7 7 2") + counts("5") + counts("7 11 3")
    assert (unseen + all_of_them == COPIES_AT[s.level]).all()
