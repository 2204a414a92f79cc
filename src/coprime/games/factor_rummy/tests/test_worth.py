"""What a position is worth to the search: the fewer cards left over, and at equal numbers the more that may come."""

import numpy as np

import coprime
from coprime.core.kernel import plain
from coprime.core.seats import CHANCE
from coprime.decks.primepak.cards import KIND, KINDS

GAME = coprime.game("factor_rummy")
features = plain("coprime.games.factor_rummy.features")


def hand_of(*values):
    hand = np.zeros(KINDS, np.int64)
    for value in values:
        hand[KIND[value]] += 1
    return hand


def test_two_cards_make_a_set_with_their_product_and_their_quotient():
    third = features.THIRD
    assert set(third[KIND[6], KIND[3]]) == {KIND[18], KIND[2]}
    assert set(third[KIND[2], KIND[3]]) == {KIND[6], features.NONE}
    assert (third == third.transpose(1, 0, 2)).all()


def test_hope_counts_the_draws_that_make_a_set():
    coming = np.zeros(KINDS + 1)
    coming[KIND[6]], coming[KIND[18]] = 0.25, 0.5
    assert features.hope_of(hand_of(2, 3), coming) == 0.25
    assert features.hope_of(hand_of(2, 3, 3), coming) == 0.25, "another of the same is no further chance"
    assert features.hope_of(hand_of(6, 3), coming) == 0.5
    assert features.hope_of(hand_of(7, 11), coming) == 0.0


def test_at_equal_deadwood_the_hand_with_more_to_come_is_worth_more():
    s = GAME.new(2, {"level": 3}, GAME.plain_rules)
    GAME.plain_rules.apply(s, CHANCE, 1)
    out = np.zeros(2)
    s.hand[0], s.hand[1] = hand_of(2, 3), hand_of(7, 11)
    s.cards[:2] = 2
    features.evaluate(s, out)
    assert out[0] > out[1] and abs(out[0] + out[1]) < 1e-12
