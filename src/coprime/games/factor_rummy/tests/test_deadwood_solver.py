"""The least deadwood against an oracle that tries every choice of sets, on hands of every size and level."""

import random
from functools import cache

import numpy as np
import pytest
from scipy.optimize import Bounds, LinearConstraint, milp

from coprime.decks.primepak.cards import DECK, KINDS
from coprime.decks.primepak.factor_set_catalogue import ALL_PRIME, LEVEL_ENDS, SETS, SIZE
from coprime.games.factor_rummy import going_out
from coprime.games.factor_rummy.deck_data import COPIES_AT
from coprime.games.factor_rummy.state import Going, Verb

from .table import counts, import_pure

NEEDS = np.zeros((len(SETS), KINDS), np.int64)
for _row, _size in enumerate(SIZE):
    np.add.at(NEEDS[_row], SETS[_row, :_size], 1)


def sets_in(hand, level=6):
    """The rows of the catalogue that a hand holds."""
    return np.flatnonzero((NEEDS[:LEVEL_ENDS[level]] <= hand).all(axis=1)).tolist()


def least(hand, rows):
    """The fewest cards that these sets leave over: each set is laid or passed over, in every combination."""
    @cache
    def most(at, left):
        for i in range(at, len(rows)):
            if all(n <= have for n, have in zip(NEEDS[rows[i]].tolist(), left, strict=True) if n):
                rest = tuple(have - n for n, have in zip(NEEDS[rows[i]].tolist(), left, strict=True))
                return max(most(i + 1, left), int(SIZE[rows[i]]) + most(i, rest))
        return 0
    return int(hand.sum()) - most(0, tuple(hand.tolist()))


def kind_of_out(hand, after_discard):
    """FR-9 to FR-12, by the oracle."""
    rows = sets_in(hand)
    if least(hand, [row for row in rows if ALL_PRIME[row]]) == 0:
        return Going.PRIME_FACTOR
    left = least(hand, rows)
    if left == 0:
        return Going.FACTOR_RUMMY
    return Going.WITH_DEADWOOD if after_discard and left <= 2 else Going.NONE


def random_hand(chance, level, cards):
    deck = np.repeat(np.arange(KINDS), COPIES_AT[level]).tolist()
    return np.bincount(chance.sample(deck, cards), minlength=KINDS).astype(np.int64)


def rich_hand(chance, level, cards):
    """A hand with sets in it: random ones that the deck still has, filled up with random cards."""
    hand = np.zeros(KINDS, np.int64)
    for _ in range(20):
        row = chance.randrange(LEVEL_ENDS[level])
        if hand.sum() + SIZE[row] <= cards and (hand + NEEDS[row] <= COPIES_AT[level]).all():
            hand += NEEDS[row]
    while hand.sum() < cards:
        kind = chance.randrange(KINDS)
        hand[kind] += hand[kind] < COPIES_AT[level, kind]
    return hand


def crowded_hand(chance, level, cards):
    """A hand of sets that share their cards: many small numbers and wilds, which hold the most sets."""
    hand = np.zeros(KINDS, np.int64)
    while hand.sum() < cards:
        grown = np.maximum(hand, NEEDS[chance.randrange(LEVEL_ENDS[level])])
        if grown.sum() > cards:
            kind = chance.choice(np.flatnonzero(grown).tolist())
            grown = hand.copy()
            grown[kind] += 1
        if (grown <= COPIES_AT[level]).all():
            hand = grown
    return hand


def hands(seed, n):
    chance = random.Random(seed)
    for i in range(n):
        level, cards = 1 + i % 6, (12, 11, 12, 10, 7, 4)[i // 6 % 6]
        yield (rich_hand if i % 2 else random_hand)(chance, level, cards)


@pytest.mark.parametrize("seed", range(4))
def test_least_deadwood_is_the_oracles(seed):
    for hand in hands(seed, 60):
        assert going_out.count_deadwood(hand, hand.sum()) == least(hand, sets_in(hand)), hand


@pytest.mark.parametrize("seed", [*range(10, 15),
                                  *(pytest.param(seed, marks=pytest.mark.long) for seed in range(15, 30))])
def test_least_deadwood_is_the_oracles_on_many_hands(seed):
    for hand in hands(seed, 600):
        assert going_out.count_deadwood(hand, hand.sum()) == least(hand, sets_in(hand)), hand


@pytest.mark.parametrize("seed", range(3))
def test_every_way_to_go_out_is_listed(seed):
    """The whole hand, and less each of its cards: what is listed is what the oracle says, and going_of agrees."""
    out = np.zeros(300, np.int64)
    for hand in hands(100 + seed, 24):
        expected = {}
        for discard in [-1, *np.flatnonzero(hand).tolist()]:
            rest = hand.copy()
            rest[discard] -= discard >= 0
            how = kind_of_out(rest, discard >= 0)
            assert going_out.find_going(hand, hand.sum(), discard) == how
            if how != Going.NONE:
                expected[int(Verb.OUT) + 8 * (discard + 1)] = how
        assert set(out[:going_out.list_ways_out(hand, True, -1, out, 0)].tolist()) == set(expected)
        early = {action for action in expected if action == Verb.OUT}
        assert set(out[:going_out.list_ways_out(hand, False, -1, out, 0)].tolist()) == early


@pytest.mark.parametrize("seed", range(3))
def test_one_table_knows_the_hand_less_any_discard(seed):
    """FR-6: twelve cards, twelve discards, one table; what stands in no set can always be the discard."""
    less = np.zeros(KINDS, np.int64)
    for hand in hands(200 + seed, 30):
        assert going_out.count_deadwood_by_discard(hand, hand.sum(), less) == least(hand, sets_in(hand))
        for kind in np.flatnonzero(hand):
            rest = hand.copy()
            rest[kind] -= 1
            assert less[kind] == least(rest, sets_in(rest)), hand


def test_the_plain_twin_agrees():
    twin = import_pure("coprime.games.factor_rummy.going_out")
    for hand in hands(300, 6):
        assert twin.count_deadwood(hand, hand.sum()) == going_out.count_deadwood(hand, hand.sum())


@pytest.mark.parametrize(("hand", "left"), [
    ("42 2 3 7", 0), ("42 6 7", 0), ("42 6 7 2 3", 1), ("2 3 5", 3), ("20 W W W", 4), ("W W", 2),
    ("64 2 2 2 2 2 2", 0), ("81 3 3 3 3 9 9", 0), ("4 2 2 4 8 2 16 2 8", 0), ("", 0), ("W W W 42 7", 1),
])
def test_hands_whose_deadwood_can_be_counted(hand, left):
    hand = counts(hand)
    assert going_out.count_deadwood(hand, hand.sum()) == left


@pytest.mark.parametrize("count", [0, -1])
def test_a_hand_that_is_empty_or_unseen_has_nothing_to_group(count):
    hand = np.full(KINDS, count, np.int64)
    for twin in (going_out, import_pure("coprime.games.factor_rummy.going_out")):
        assert twin.count_deadwood(hand, 11) == 11
        assert twin.count_deadwood_by_discard(hand, 11, np.zeros(KINDS, np.int64)) == 11
        assert twin.find_going(hand, 11, -1) == 0


def test_no_hand_has_more_sets_than_there_is_room_for():
    chance = random.Random(5)
    most = max(len(sets_in(crowded_hand(chance, level, 12))) for level in range(1, 7) for _ in range(400))
    assert most < 256 and COPIES_AT.sum(axis=1).max() <= DECK


@pytest.mark.parametrize("seed", range(2))
def test_least_deadwood_is_the_oracles_where_most_sets_are(seed):
    chance = random.Random(500 + seed)
    for level in range(1, 7):
        hand = crowded_hand(chance, level, 12)
        assert going_out.count_deadwood(hand, hand.sum()) == least(hand, sets_in(hand)), hand


@pytest.mark.parametrize("seed", range(5))
def test_least_deadwood_is_proved_by_a_solver(seed):
    """The same as an integer program: how often each set is laid, with no more of a kind than the hand has."""
    for hand in hands(400 + seed, 100):
        if rows := sets_in(hand):
            found = milp(-SIZE[rows], integrality=np.ones(len(rows)), bounds=Bounds(0, 4),
                         constraints=LinearConstraint(NEEDS[rows].T, ub=hand), options={"mip_rel_gap": 0})
            assert found.success, found.message
            assert going_out.count_deadwood(hand, hand.sum()) == hand.sum() + round(found.fun)
        else:
            assert going_out.count_deadwood(hand, hand.sum()) == hand.sum()
