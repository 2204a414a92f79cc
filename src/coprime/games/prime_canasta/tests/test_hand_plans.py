"""Plans look at all sets of a level at once: each figure is what looking at one set after the other finds."""

import random
from collections import Counter

import numpy as np
import pytest

import coprime

GAME = coprime.game("prime_canasta")
PLANS = GAME.load_module("hand_plans")
KINDS, COUNTS, VALUE = PLANS.KINDS, PLANS.COUNTS, PLANS.VALUE


def hands(level):
    """A position of the level, and hands of it at random."""
    state, chance = GAME.new_state(2, {"level": level}), random.Random(level)
    deck = [kind for row in PLANS.level_sets(state).rows for kind in np.repeat(np.arange(KINDS), COUNTS[row])]
    for size in (3, 9, 15, 25):
        held = Counter(chance.sample(deck, size))
        yield state, np.array([held[kind] for kind in range(KINDS)])


@pytest.mark.parametrize("level", [3, 6])
def test_what_a_card_is_worth_is_told_by_the_best_set_with_it(level):
    for state, counts in hands(level):
        rows = PLANS.level_sets(state).rows.tolist()
        lacks = {row: int(np.maximum(COUNTS[row] - counts, 0).sum()) for row in rows}
        worth = [max((VALUE[row] / (1.0 + lacks[row]) ** 3 for row in rows if COUNTS[row, kind]), default=0)
                 for kind in range(KINDS)]
        assert PLANS.kind_usefulness(state, counts).tolist() == worth
        assert sorted(PLANS.makable_sets(state, counts).tolist()) == [row for row in rows if not lacks[row]]
        for kind in range(PLANS.WILD):
            more = counts + (np.arange(KINDS) == kind)
            gains = [VALUE[row] / (1.0 + np.maximum(COUNTS[row] - more, 0).sum()) ** 3 for row in rows
                     if COUNTS[row, kind] > counts[kind]]
            assert PLANS.card_gain(state, counts, kind) == max(gains, default=0)


def test_sets_that_are_chosen_together_fit_into_the_hand():
    for state, counts in hands(6):
        rows = PLANS.makable_sets(state, counts)
        chosen = PLANS.best_sets(rows, counts, lambda row: float(VALUE[row]), keep=1)
        assert (COUNTS[chosen].sum(axis=0) <= counts).all() and COUNTS[chosen].sum() < max(counts.sum(), 1)
        assert VALUE[chosen].sum() >= max((VALUE[row] for row in rows if PLANS.COUNT[row] < counts.sum()), default=0)


@pytest.mark.parametrize("level", [3, 6])
def test_the_sets_with_a_card_stand_together(level):
    sets = PLANS.level_sets(GAME.new_state(2, {"level": level}))
    parts = zip(sets.kinds, sets.starts, [*sets.starts[1:], len(sets.places)], strict=True)
    found = {kind: sets.places[start:end].tolist() for kind, start, end in parts}
    with_card = {kind: np.flatnonzero(COUNTS[sets.rows, kind]).tolist() for kind in range(KINDS)}
    assert found == {kind: places for kind, places in with_card.items() if places}
    assert [one.tolist() for one in sets.by_kind] == list(with_card.values())
    assert (sets.values == VALUE[sets.rows]).all() and (sets.counts == COUNTS[sets.rows]).all()
