"""The trainer's decks: their sets counted, every answer judged, and what somebody may type."""

from itertools import permutations

import pytest
from flint import fmpz

import coprime
from coprime.core.drills import DrillQuestion
from coprime.core.errors import BadInput
from coprime.core.language_selection import use_language
from coprime.core.number_judge import judge_number
from coprime.games.sosu_daifugo import drill_sets
from coprime.games.sosu_daifugo.tests.playing import number_of_ranks

TRAINER = coprime.game("sosu_daifugo").trainer


@pytest.fixture(scope="module")
def decks():
    return {deck.name: deck.items for deck in TRAINER.list_decks()}


def is_prime(number):
    return judge_number(number).prime


def list_numbers(item):
    """Return all numbers that the cards of an item make, by its keys alone."""
    return {int("".join(key.digits for key in order)) for order in permutations(item.keys)}


@pytest.mark.parametrize(("name", "n"), [
    ("two", 33), ("three", 188), ("three_digits", 73), ("three_pictures", 115), ("three_failing", 134),
    ("four_digits", 246), ("four", 937), ("above", 29), ("quadruplets", 51), ("revolution", 53), ("judge", 60),
    ("five", 60), ("six", 60), ("seven", 60), ("eight", 60)])
def test_every_deck_has_its_number_of_items(decks, name, n):
    assert len(decks[name]) == len({item.name for item in decks[name]}) == n


@pytest.mark.parametrize(("cards", "by_digits"), [
    (2, {2: 17, 3: 14, 4: 2}), (3, {3: 73, 4: 71, 5: 37, 6: 7}), (4, {4: 246, 5: 372, 6: 235, 7: 78, 8: 6})])
def test_sets_by_their_digits(cards, by_digits):
    found = list(map(drill_sets.count_digits, drill_sets.list_prime_sets(cards)))
    assert {digits: found.count(digits) for digits in set(found)} == by_digits
    assert len(drill_sets.list_sets_of_digits(cards)) + len(drill_sets.list_picture_sets(cards)) == len(found)


def test_all_primes_of_a_set_are_its_answers_and_nothing_else(decks):
    for name in ("two", "three", "three_failing", "four_digits"):
        for item in decks[name]:
            assert item.question == DrillQuestion.PRIMES
            assert item.answers == tuple(sorted(filter(is_prime, list_numbers(item)), reverse=True)), item.name
    assert all(item.answers for item in decks["three"])
    assert [item.answers for item in decks["three"] if item.title == "4, 7, 9"] == [(947, 479)]


def test_sets_that_fail_are_those_whose_largest_likely_order_is_no_prime(decks):
    found = decks["three_failing"]
    for item in found:
        likely = [number for number in list_numbers(item) if str(number)[-1] in "1379" and number % 3]
        assert likely and not is_prime(max(likely)), item.name
    single = [item for item in found if all(len(key.digits) == 1 for key in item.keys)]
    assert len(single) == 34, "as counted elsewhere"
    assert [len([item for item in some if not item.answers]) for some in (single, found)] == [15, 58]
    [example] = [item for item in found if item.name == "primes-28K"]
    assert example.answers == () and example.explanation == (
        "Only K can stand last.", "The digits add up to 14, so 3 divides no order.",
        "Not prime: 8213 = 43 × 191, 2813 = 29 × 97.")


@pytest.mark.parametrize(("name", "n"), [("five", 5), ("six", 6), ("seven", 7), ("eight", 8)])
def test_sets_of_many_cards_make_a_prime_and_say_one(decks, name, n):
    """Every set has a prime: found by search, and proved here by FLINT, without a probable one."""
    for item in decks[name]:
        assert item.question == DrillQuestion.ANY and len(item.keys) == n
        assert item.ask == "Make a prime of all these cards."
        [number] = item.answers
        assert sorted(str(number)) == sorted("".join(key.digits for key in item.keys)) and fmpz(number).is_prime()
        assert number < 10 ** 15, "a page computes with it exactly"
        assert max(item.title.split(", ").count(figure) for figure in item.title.split(", ")) <= 4
        assert item.explanation[-1].startswith("For example ") and item.explanation[-1].endswith(" is prime.")
    if n == 5:
        assert all(item.answers[0] in list_numbers(item) for item in decks[name])
    assert drill_sets.list_long_sets.__wrapped__(n) == drill_sets.list_long_sets(n), "the same on every machine"


def test_numbers_above_kjqj_are_composites_whose_factors_the_pack_has(decks):
    for item in decks["above"]:
        assert item.number > number_of_ranks((13, 11, 12, 11)) and not is_prime(item.number)
        assert item.answers == tuple(sorted(set(judge_number(item.number).factors), reverse=True))
        assert set(item.title) <= set("TJQK") and len(item.title) == 4
    known = {item.title: item.answers for item in decks["above"]}
    assert known["KJKQ"] == (819457, 2) and known["KKJK"] == (452797, 29)


def test_a_front_of_a_quadruplet_is_prime_with_every_last_digit(decks):
    for item in decks["quadruplets"]:
        fronts = [n for n in list_numbers(item) if all(is_prime(10 * n + digit) for digit in (1, 3, 7, 9))]
        assert item.answers == tuple(sorted(fronts, reverse=True)) and fronts, item.name
    answers = [number for item in decks["quadruplets"] for number in item.answers]
    assert {82, 19, 148} <= set(answers)
    assert [sum(len(item.keys) == n for item in decks["quadruplets"]) for n in (2, 3, 4)] == [2, 11, 38]


def test_revolution_asks_the_smallest_primes_that_may_follow_1729(decks):
    for item in decks["revolution"]:
        assert item.answers == (min(filter(is_prime, list_numbers(item))),) and item.answers[0] < 1729
    below = [prime for primes in drill_sets.list_prime_sets(4).values() for prime in primes if prime < 1729]
    assert (len(set(below)), sum(prime < 1213 for prime in set(below))) == (74, 10)


def test_the_check_by_1001_decides_every_number_that_is_judged(decks):
    for item in decks["judge"]:
        assert bool(item.answers) == is_prime(item.number) == all(item.number % p for p in (7, 11, 13))
        assert all(item.number % p for p in (2, 3, 5))
    assert sum(bool(item.answers) for item in decks["judge"]) == 30
    assert [sum(len(str(item.number)) == n for item in decks["judge"]) for n in (4, 5, 6)] == [20, 20, 20]


def test_items_have_the_same_names_and_answers_in_every_language(decks):
    with use_language("ja"):
        other = {deck.name: deck.items for deck in TRAINER.list_decks()}
    for name, items in decks.items():
        assert [(item.name, item.answers) for item in items] == [(item.name, item.answers) for item in other[name]]
        assert items[0].ask != other[name][0].ask and items[0].explanation != other[name][0].explanation


@pytest.mark.parametrize(("text", "name", "answers"), [
    ("974", "primes-479", (947, 479)), ("k82", "primes-28K", ()), ("10 1", "primes-AT", (101,)),
    ("QK", "primes-QK", (1213,))])
def test_own_sets_are_read_as_people_type_them(text, name, answers):
    item = TRAINER.read_item(text)
    assert (item.name, item.answers) == (name, answers)


@pytest.mark.parametrize(("text", "part"), [
    ("", "2 to 5"), ("5", "2 to 5"), ("A23456", "2 to 5"), ("X5", "without jokers"), ("X5|X=3", "without jokers"),
    ("55555", "four of each"), ("KK=A3", "by its cards alone"), ("4B", "B"), ("30", "0"), ("9" * 5000, "2 to 5")])
def test_what_is_no_set_is_refused_with_a_sentence(text, part):
    with pytest.raises(BadInput, match=part):
        TRAINER.read_item(text)
