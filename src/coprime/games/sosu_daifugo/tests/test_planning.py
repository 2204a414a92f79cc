"""The search for primes and composites of many cards, the others' hands, and what a plan is worth."""

import random
from itertools import combinations_with_replacement

import pytest
from flint import fmpz

from coprime.core.kernel import import_pure
from coprime.games.sosu_daifugo import card_signs
from coprime.games.sosu_daifugo.planning import card_orders, composite_search, opponent_sampling, prime_search
from coprime.games.sosu_daifugo.record_notation import RANKS, format_signs, parse_signs
from coprime.games.sosu_daifugo.tests.playing import LIMBS, RULES, Violation, actions, do, put


def hand(letters):
    return tuple(letters.count(letter) for letter in RANKS)


def test_no_prime_of_two_cards_is_forbidden_and_what_is_not_divisible_is_allowed():
    for one, two in combinations_with_replacement(range(1, 14), 2):
        counts = [0] * card_orders.KINDS
        counts[one] += 1
        counts[two] += 1
        numbers = int(f"{one}{two}"), int(f"{two}{one}")
        indivisible = any(number % 2 and number % 3 and number % 5 for number in numbers)
        assert card_orders.can_be_prime(counts) == indivisible, numbers
        assert indivisible or not any(fmpz(number).is_prime() for number in numbers)


@pytest.mark.parametrize("letters", ["A23456789TJQK"[:n] for n in range(5, 14)] + ["X24468TTQQQ", "XX222444666888"])
def test_a_prime_of_all_cards_is_found_where_nothing_forbids_it(letters):
    cards = hand(letters)
    signs = prime_search.find_whole_hand_prime(cards, random.Random(1), 500)
    assert (signs is not None) == card_orders.can_be_prime(cards)
    if signs:
        assert fmpz(card_orders.number_of(signs)).is_prime() and not any(card_orders.remove_play(cards, signs))


def test_primes_of_part_of_a_hand_lie_within_bounds():
    cards, number = hand("A23456789TJQK"), 131211 * 10**4
    found = list(prime_search.search_primes(cards, 6, random.Random(1), 300, (number, float("inf"))))
    assert len(found) > 10 and all(one > number and fmpz(one).is_prime() for one, _ in found)
    found = list(prime_search.search_primes(cards, 6, random.Random(1), 300, (0, 200_000), smallest=True))
    assert len(found) > 10 and all(one < 200_000 and fmpz(one).is_prime() for one, _ in found)
    assert not list(prime_search.search_primes(hand("24689J"), 5, random.Random(1), 50, (10**6, float("inf"))))


@pytest.mark.parametrize(("letters", "play"), [("KKA3TX", "KK=A3*TX|X=A"), ("KQ24", None), ("KQ25A4", "KQ=2^5*4A"),
                                               ("8232", None), ("823", "8=2^3"), ("937", None), ("65X5", "65=5*X|X=K")])
def test_factors_of_cards(letters, play):
    """KK = 13 x 101 (SD-24) and KQ = 2^5 x 41; 8 = 2^3; 82 = 2 x 41 and 93 = 3 x 31 want cards that are not there."""
    shown = parse_signs(play.split("=")[0] if play else letters[:2])
    signs = composite_search.find_factor_cards(card_orders.number_of(shown),
                                               card_orders.remove_play(hand(letters), shown))
    assert play == (format_signs([*shown, card_signs.EQUALS, *signs]) if signs else None)


def test_composite_plays_are_right():
    cards, numbers = "A23345678TJQKKXX", set()
    for n in (1, 2, 3, 4):
        for number, signs in composite_search.search_composites(hand(cards), n, random.Random(n), 150):
            s = put(cards, "A")
            *before, last = actions(format_signs(list(signs)))
            for action in before:
                RULES.apply(s, 0, action)
            assert RULES.refusal(s, 0, last) == 0 and RULES.violation(s, 0, last) == Violation.NONE
            numbers.add(number)
    assert len(numbers) > 40


def test_rivals_hold_what_they_have_shown_and_recycled_cards_only_by_chance():
    s = put("A23", "KKKK", deck="5")
    s.known[1] = s.held[1]
    view = s.copy()
    sampled = opponent_sampling.Rivals(view, 0, 8, random.Random(1))
    assert all(world[0][13] == 4 for world in sampled.worlds)


def test_cards_that_flowed_are_remembered_only_with_the_option():
    s = do(put("57A3", "KK", deck="9"), "57")
    assert s.seen == 2
    pure = import_pure("coprime.games.sosu_daifugo.planning.opponent_sampling")
    forgetful = pure.list_unseen_cards(s, 0)
    s.deck_memory = 1
    assert sorted(forgetful) == sorted([*pure.list_unseen_cards(s, 0), 5, 7])


def test_how_often_a_play_is_beaten():
    s = put("A23456789TJ", "KKKQQQJJ", deck="9" * 4)
    s.known[1] = s.held[1]
    sampled = opponent_sampling.Rivals(s, 0, 8, random.Random(1))
    assert sampled.chance_to_beat(2, 1013, False) == 1          # QK
    assert sampled.chance_to_beat(2, 1213, False) == 0
    assert sampled.chance_to_beat(5, 13_13_13_13_12, False) < 1
    assert sampled.chance_to_beat(9, 1, False) <= 1 and LIMBS.LIMBS == 9
