"""What a position is worth to the search: a race in which chances to be out count, and what others may be given."""

import random

import numpy as np
import pytest

from coprime.core.kernel import import_pure
from coprime.core.seats import UNKNOWN
from coprime.decks.primepak.cards import KIND, KINDS
from coprime.games.factor_rummy.deck_data import COPIES_AT
from coprime.games.factor_rummy.going_out import count_deadwood
from coprime.games.factor_rummy.going_out_cards import mark_awaited_kinds

from .table import RULES, counts, do, kinds, table, view_of

heuristics = import_pure("coprime.games.factor_rummy.heuristics")


def awaited_by(hand):
    awaited = np.zeros(KINDS, np.bool_)
    mark_awaited_kinds(hand, hand.sum(), awaited)
    return set(np.nonzero(awaited)[0].tolist())


@pytest.mark.parametrize(("hand", "awaited"), [
    ("2 3", "6"),
    ("2 3 98", "6 49"),             # one card may be discarded
    ("6 3 11", "2 18 33 66 W"),
    ("2 4 8 3 5", "15"),
])
def test_a_hand_waits_for_what_makes_its_last_set(hand, awaited):
    assert awaited_by(counts(hand)) >= set(kinds(awaited))


@pytest.mark.parametrize("level", [3, 6])
def test_waits_agrees_with_trying_every_card(level):
    luck, seen = random.Random(level), 0
    deck = np.repeat(np.arange(KINDS), COPIES_AT[level]).tolist()
    while seen < 150:
        hand = np.bincount(luck.sample(deck, 11), minlength=KINDS)
        if not 1 <= count_deadwood(hand, 11) <= 4:
            continue
        seen, tried = seen + 1, set()
        for kind in np.nonzero(hand < COPIES_AT[level])[0].tolist():
            hand[kind] += 1
            if count_deadwood(hand, 12) <= 1:
                tried.add(kind)
            hand[kind] -= 1
        found = {kind for kind in awaited_by(hand) if hand[kind] < COPIES_AT[level, kind]}
        assert found == tried


def value(s, seat=0):
    out = np.zeros(s.seats)
    heuristics.evaluate(s, out)
    assert abs(out.sum()) < 1e-12
    return out[seat]


def test_a_hand_that_more_cards_complete_is_worth_more():
    few = table("2 3 35", "5 7 11", deck="6 2 2 2", drawn=False)
    many = table("2 3 35", "5 7 11", deck="6 6 6 2", drawn=False)
    assert value(many) > value(few) > value(table("2 3 35", "5 7 11", deck="2 2 2 2", drawn=False))


def test_a_card_left_over_costs():
    assert value(table("2 3 6 11", "5 7 11 13")) > value(table("2 3 7 11", "5 7 11 13"))


def imagined(s, seat=0, seed=3):
    world = view_of(s, seat)
    RULES.imagine(world, seat, seed)
    return world


def test_only_hands_that_are_imagined_are_known_as_such():
    s = table("2 3 35", "5 7 11")
    assert not heuristics.is_imagined(s, 0) and not heuristics.is_imagined(s, 1)
    assert not heuristics.is_imagined(imagined(s), 0) and heuristics.is_imagined(imagined(s), 1)
    s.known[1] = s.hand[1]
    assert not heuristics.is_imagined(imagined(s), 1), "a failed announcement has shown the hand"
    assert (view_of(s, 0).gained[1] == UNKNOWN).all()


def test_going_out_with_deadwood_counts_against_such_hands_as_are_usual_by_then():
    early, late = (do(imagined(table("2 3 6 5 5 25 11 7", "2 2 2 3 3 5 11 7")), "out 7") for _ in range(2))
    late.turns = 12
    assert value(early) > 0 > value(late)
    s = do(table("2 3 6 5 5 25 11 7", "3 5 7 9 11 64 98 8"), "out 7")
    assert value(s) == pytest.approx(s.gain / 100), "of hands that are seen nothing is supposed"


@pytest.mark.parametrize("more", [(), ("draw", "discard 11"), ("take",), ("take", "discard 30")])
def test_a_card_that_hands_often_wait_for_is_not_given_away(more):
    """Whether or not the imagined hand has taken it meanwhile."""
    worths = []
    for card in ("2", "98"):
        s = imagined(table("2 98 35 11 44 4", "5 7 11 49 30 6", deck="11 11 11"))
        s.hand[1], s.deck[:s.left], s.turns = counts("5 7 11 49 30 6"), KIND[11], 4
        do(s, f"discard {card}", *more)
        worths.append(heuristics.discard_fit_value(s, 1))
    chances = heuristics.WAITING_CHANCES
    assert worths[0] - worths[1] == pytest.approx(chances[KIND[2]] - chances[KIND[98]])


def test_laying_off_well_costs_nothing():
    s = do(table("42 6 7", "10 5 2 11", layoff="manual"), "out")
    before = value(s, 1)
    assert value(do(s.copy(), "lay 10=2x5", seat=1), 1) == before
    assert value(do(s.copy(), "done", seat=1), 1) < before
