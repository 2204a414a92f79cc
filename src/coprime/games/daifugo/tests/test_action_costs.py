"""What actions cost the bots that play by rule of thumb, worked out by hand."""

import numpy as np
import pytest

from coprime.core.kernel import import_pure

from .test_rules import RULES, WORDS, bag, table

COSTS = import_pure("coprime.games.daifugo.action_costs")
OTHERS = ("4h 6h", "4d 6d", "4c 6c")


@pytest.mark.parametrize(("gift", "alone", "sparing"), [
    ("3s", 0, 0), ("4s", 1, 3), ("8s", 5, 7), ("8s 8h", 10, 14), ("9s 2s", 18, 18), ("Jo", 30, 30), ("Jo 4s", 31, 33)])
def test_a_gift_costs_its_ranks_and_for_who_spares_groups_what_it_tears(gift, alone, sparing):
    s = table("3s 4s 4h 8s 8h 8d 9s 2s Jo", *OTHERS)
    assert COSTS.gift_cost(s, 0, bag(gift), False) == alone
    assert COSTS.gift_cost(s, 0, bag(gift), True) == sparing


@pytest.mark.parametrize(("play", "reversed_order", "cost"), [
    ("3s", 0, 1), ("4s 4h", 0, 2), ("2s", 0, 13), ("Jo", 0, 114), ("8s Jo=8", 0, 106),
    ("3s", 1, 13), ("2s", 1, 1)])
def test_a_novice_plays_low_and_keeps_jokers(play, reversed_order, cost):
    s = table("3s 4s 4h 8s 2s Jo", *OTHERS)
    s.reversed = reversed_order
    assert COSTS.novice_cost(s, 0, WORDS.parse(f"play {play}")) == cost


@pytest.mark.parametrize(("hand", "cost"), [("2s", 1013), ("2s 3s", 13)])
def test_a_novice_keeps_from_ending_on_what_is_forbidden(hand, cost):
    s = table(hand, *OTHERS, forbidden_last=("strongest",))
    assert COSTS.novice_cost(s, 0, WORDS.parse("play 2s")) == cost


@pytest.mark.parametrize("looks_ahead", [False, True])
def test_every_listed_action_has_its_cost_and_a_pass_has_none(looks_ahead):
    s = table("5s 6s 6h 9s Jo", *OTHERS, turn=3)
    RULES.apply(s, 3, WORDS.parse("play 4c"))
    actions, costs = np.zeros(RULES.MAX_ACTIONS, np.int64), np.full(RULES.MAX_ACTIONS, -1.0)
    n = COSTS.list_costs(s, 0, actions, costs, looks_ahead)
    found = {WORDS.label(int(action)): cost for action, cost in zip(actions[:n], costs[:n], strict=True)}
    assert found["pass"] == 0 and len(found) == n > 4
    for text, cost in found.items():
        if text != "pass":
            action = WORDS.parse(text)
            assert cost == (COSTS.play_cost(s, 0, action) if looks_ahead else COSTS.novice_cost(s, 0, action)) > 0
