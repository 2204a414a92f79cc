"""Proofs that nothing helps any more: never for what can still be won, and what they say."""

import random

from coprime.core.kernel import import_pure
from coprime.core.match import Match

from .test_rules import GAME, RULES, moves, table
from .test_solver import can_be_won, deals, tiny

proof = import_pure("coprime.games.prime_solitaire.counting_proofs").prove_unclearable
study = import_pure("coprime.games.prime_solitaire.study")
NUMBERS = import_pure("coprime.decks.primepak.cards").NUMBERS


def told(s):
    return study.answer_question(s, 0, "hopeless")


def numbers(found):
    return [NUMBERS[kind] for kind in found.kinds], found.prime, found.partners


def test_PS_16_a_card_without_any_set_left():
    assert numbers(proof(table("49 4", stack="2 2", pile="7"))) == ([49], 0, 0)
    assert proof(table("49 4", stack="2 2", pile="7 7")) is None
    assert told(table("49 4", stack="2 2", pile="7"))["text"].endswith("no set can be made with 49.")


def test_PS_16_too_few_partners_with_a_prime():
    """57 and 95 need a 19 each; 38 and 76 could do with each other."""
    s = table("57 95", stack="3 5", pile="19 3 5 2")
    assert numbers(proof(s)) == ([57, 95], 19, 1)
    assert told(s)["text"] == ("It is lost: every 57 and 95 in the foundation needs another card of its own with the "
                               "factor 19, and too few that fit are left (1).")
    assert proof(table("57 95", stack="3 5", pile="19 19 3 5 2")) is None
    assert proof(table("38 76", pile="2 5")) is None


def test_PS_16_equal_cards_are_no_partners():
    assert numbers(proof(table("19 19", pile="38 2 2"))) == ([19], 19, 1)


def test_PS_16_where_no_card_is_left_to_turn_every_way_is_tried():
    s = table("20 10", "4 2", stack="5 5 2")
    assert proof(s) is None
    assert (told(s)["word"] == "lost") == (not can_be_won(s))
    assert told(table("20", "4", stack="5", pile="3"))["word"] == "unknown"


def test_PS_16_what_can_be_won_is_never_called_lost():
    chance, words = random.Random(5), {"lost": 0, "unknown": 0}
    for _ in range(60):
        s = tiny(chance)
        while RULES.to_act(s):
            word = told(s)["word"]
            words[word] += 1
            assert word == "unknown" or not can_be_won(s)
            RULES.apply(s, 0, chance.choice(moves(s)))
    assert min(words.values()) > 20


def test_PS_16_no_position_on_a_way_through_is_called_lost():
    for foundation in (0, 1):
        s = deals.deal_position(1, foundation, 0, 3)
        for action in deals.solve_deal(s, ((1, 1, 3.0),)).actions:
            assert proof(s) is None
            RULES.apply(s, 0, action)
        assert s.outcome == 1


def test_PS_16_only_while_the_game_goes_on_and_of_what_is_seen():
    match = Match(GAME, 1, {"level": 1, "deal": 3}, RULES)
    match.settle(lambda k: 0)
    assert told(match.view(0))["word"] == "unknown"
    match.act(0, 2)
    assert told(match.view(0)) == {}
