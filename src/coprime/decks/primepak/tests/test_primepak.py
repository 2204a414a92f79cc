"""The deck against its rules: each test is named after the rule that it checks."""

import json
import random
import re
import subprocess
import sys
from collections import Counter
from itertools import combinations_with_replacement
from math import prod

import numpy as np
import pytest

from coprime.core.errors import BadInput
from coprime.core.kernel import import_pure
from coprime.core.numbers import prime_factors
from coprime.decks.primepak import cards, factor_sets
from coprime.decks.primepak import factor_set_catalogue as catalogue

names = import_pure("coprime.decks.primepak.notation")
explain = import_pure("coprime.decks.primepak.factoring_explanations")
plain_sets = import_pure("coprime.decks.primepak.factor_sets")


def row(text):
    kinds = np.array(names.parse_kinds(text), np.int64)
    found = {int(module.find_set_row(kinds, len(kinds))) for module in (factor_sets, plain_sets)}
    assert len(found) == 1, "compiled and plain differ"
    return found.pop()


def is_set(text):
    return row(text) != factor_sets.NO_SET


# Cards.

def test_the_deck_has_171_cards():
    assert cards.DECK == 171 == int(cards.COPIES.sum())
    assert [cards.count_number_cards(level) for level in range(1, 7)] == [56, 98, 134, 144, 151, 158]
    assert [int((cards.LEVEL[:cards.WILD] <= level).sum()) for level in range(1, 7)] == [15, 37, 60, 67, 72, 77]


def test_PP_1_a_wild_stands_for_a_prime_of_the_level():
    assert cards.IN_PLAY[1:4] == ((2, 5), (2, 3, 5), (2, 3, 5, 7, 11))
    assert [cards.IN_PLAY[level][-1] for level in (4, 5, 6)] == [13, 17, 19]
    for level in range(1, 7):
        in_play = {0, *cards.IN_PLAY[level]}
        assert set(catalogue.WILD_PRIMES[:catalogue.LEVEL_ENDS[level]].ravel().tolist()) <= in_play
    assert explain.set_sentence(row("20=4xW")) == "20 = 4 × 5, the wild being 5."
    assert not is_set("60=5xW"), "12 is no prime"


def test_PP_2_every_card_but_the_wild_is_natural():
    assert cards.WILD == len(cards.NUMBERS) == cards.KINDS - 1
    assert is_set("42=6x7") and is_set("42=6xW") and not is_set("42=WxW")


# Sets.

def test_PP_3_the_answer_is_a_card_of_the_set():
    kinds = np.array([names.parse_kind(text) for text in ("2", "10", "4", "5")], np.int64)
    assert factor_sets.find_set_row(kinds, 4) == factor_sets.NO_SET
    assert not is_set("42=6"), "two cards"
    assert not is_set("42=6x8")


def test_PP_4_three_wilds_two_naturals_and_a_natural_answer():
    assert is_set("40=5xWxWxW") and catalogue.WILDS.max() == 3
    assert (catalogue.SIZE - catalogue.WILDS).min() == 2
    assert not (catalogue.SETS[:, 0] == cards.WILD).any()
    assert not is_set("8=WxWxW")


def test_PP_5_prime_factor_sets():
    assert catalogue.ALL_PRIME[row("42=2x3x7")] and catalogue.ALL_PRIME[row("42=2x3xW")]
    assert not catalogue.ALL_PRIME[row("42=6x7")] and not catalogue.ALL_PRIME[row("42=6xW")]


@pytest.mark.parametrize("text", ["20=4x5", "50=2x5x5", "40=8x5", "42=6x7", "42=2x3x7", "81=3x3x3x3"])
def test_PP_6_sets_of_the_rulebook(text):
    assert is_set(text)
    assert row(text) == row("=".join([text.split("=")[0], "x".join(reversed(text.split("=")[1].split("x")))]))


@pytest.mark.parametrize(("text", "says"), [
    ("5=2x3", "5 is prime"), ("20=WxWxW", "at least two cards"), ("64=4xWxWxWxW", "three prime wilds at most")])
def test_PP_6_no_sets_of_the_rulebook(text, says):
    assert not is_set(text)
    assert says in explain.explain_set(names.parse_kinds(text))


def test_PP_6_a_wild_is_no_answer():
    kinds = np.array([cards.WILD, cards.KIND[2], cards.KIND[3]], np.int64)
    assert factor_sets.find_set_row(kinds, 3) == factor_sets.NO_SET


def test_PP_7_what_wilds_stand_for_follows_from_the_other_cards():
    for cards_of, stands in zip(catalogue.SETS, catalogue.WILD_PRIMES, strict=True):
        answer, *multipliers = [int(kind) for kind in cards_of if kind >= 0]
        known = prod(cards.NUMBERS[kind] for kind in multipliers if kind != cards.WILD)
        assert prime_factors(cards.NUMBERS[answer] // known) == [prime for prime in stands if prime] or known == \
            cards.NUMBERS[answer]


def test_PP_8_drawing_is_by_chance():
    """Cards are equal but for their number, so a draw for dealer needs none of them: the games ask CHANCE."""
    assert cards.COPIES.min() >= 1 and len(set(cards.NUMBERS)) == len(cards.NUMBERS)


# The catalogue.

def counts(level):
    wilds = catalogue.WILDS[:catalogue.LEVEL_ENDS[level]]
    return int((wilds == 0).sum()), int((wilds > 0).sum())


def test_the_reference_counts():
    assert counts(1) == (70, 135)
    assert counts(2) == (304, 703)
    assert catalogue.SIZE.max() == catalogue.MAX_SET_SIZE == 7
    assert catalogue.SIZE[row("64=2x2x2x2x2x2")] == 7


@pytest.mark.parametrize("level", [1, 2])
def test_the_catalogue_against_every_group_of_cards(level):
    """Small sets by trying all groups: natural ones of up to four cards."""
    numbers = [n for kind, n in enumerate(cards.NUMBERS) if cards.LEVEL[kind] <= level]
    wanted = {(answer, *group) for n in (2, 3) for group in combinations_with_replacement(numbers, n)
              if (answer := prod(group)) in numbers
              and all(held <= cards.COPIES[cards.KIND[number]] for number, held in Counter(group).items())}
    rows = [r for r in range(catalogue.LEVEL_ENDS[level]) if not catalogue.WILDS[r] and catalogue.SIZE[r] <= 4]
    assert {tuple(cards.NUMBERS[kind] for kind in catalogue.SETS[r] if kind >= 0) for r in rows} == wanted


def test_the_sets_of_an_answer_are_together():
    for kind in range(cards.KINDS):
        rows = range(catalogue.ANSWER_START[kind], catalogue.ANSWER_STOP[kind])
        assert [r for r in range(len(catalogue.SETS)) if catalogue.SETS[r, 0] == kind] == list(rows)
        for most, stop in enumerate(catalogue.STOP_BY_WILDS[kind]):
            assert [r for r in rows if catalogue.WILDS[r] <= most] == list(range(rows.start, stop))
    assert all(factor_sets.find_set_row(catalogue.SETS[r], catalogue.SIZE[r]) == r for r in range(len(catalogue.SETS)))


# What it teaches.

@pytest.mark.parametrize(("n", "divisor", "rest"), [
    (98, 2, 49), (35, 5, 7), (280, 10, 28), (900, 100, 9), (78, 3, 26), (81, 9, 9), (99, 9, 11), (77, 11, 7),
    (51, 3, 17), (10, 2, 5), (100, 10, 10), (200, 100, 2)])
def test_divisibility(n, divisor, rest):
    said = dict(explain.divisibility_tests(n))
    assert said[divisor].endswith(f"{n} = {divisor} × {rest}.")


def test_96_is_not_divisible_by_9():
    assert [divisor for divisor, _ in explain.divisibility_tests(96)] == [2, 3]


def test_only_49_and_91_have_no_quick_test():
    without = [n for n in cards.NUMBERS if not cards.PRIME[cards.KIND[n]] and not explain.divisibility_tests(n)]
    assert without == [49, 91]


def test_91_needs_a_division():
    assert explain.divisibility_tests(91) == []
    assert "91 = 7 × 13" in explain.explain_factors(91)


def test_factored_form():
    assert explain.explain_factors(51) == "5 + 1 = 6, which 3 divides, so 3 divides 51: 51 = 3 × 17."
    assert "is prime" in explain.explain_factors(17)
    assert explain.explain_divisibility(14, 56).endswith("what is left is 4.")
    assert explain.explain_divisibility(15, 420).endswith("what is left is 28.")
    assert explain.explain_divisibility(27, 900).endswith("so 27 does not divide 900.")
    assert explain.explain_divisibility(7, 90).endswith("has no factor 7.")


def test_the_arithmetic_of_a_wrong_set():
    assert explain.explain_set(names.parse_kinds("42=6x8")) == "6 × 8 = 48, not 42. 42 = 6 × 7."
    assert explain.explain_set(names.parse_kinds("42=6x7")) == "42 = 6 × 7."
    assert explain.explain_set(names.parse_kinds("90=4xWxW")).startswith("4 does not divide 90.")
    assert explain.explain_set(names.parse_kinds("99=9xWxW")).startswith("99 is 9 times 11, and")
    assert explain.explain_set(names.parse_kinds("20=4x5xW")).startswith("4 × 5 is 20 already")


def test_a_product_that_one_knows_needs_no_test():
    assert explain.explain_factors(9) == "9 is a product worth knowing by heart: 9 = 3 × 3."
    assert explain.explain_factors(8).startswith(
        "8 is a product worth knowing by heart: 8 = 2 × 4. Down to primes: 8 = 2 × 2 × 2.")
    assert explain.divisibility_tests(7) == []


def test_the_tests_a_number_passes_are_its_divisors_less_what_another_says_better():
    for n in range(10, 1200):
        divisors = {d for d in (2, 3, 5, 9, 10, 11, 100) if n % d == 0 and n > d}
        said = {d for d in divisors if not (
            d == 3 and 9 in divisors or d in (2, 5) and 10 in divisors or d == 10 and 100 in divisors
            or d == 11 and n > 99                           # of which only two equal digits tell
            or n == 10 and d == 5)}                         # the 2 says it
        assert {d for d, _ in explain.divisibility_tests(n)} == said, n


def test_quietly_nothing_is_told_that_one_could_use():
    assert explain.explain_set(names.parse_kinds("42=6x8"), True) == "6 × 8 = 48, not 42."
    assert explain.explain_set(names.parse_kinds("120=2xW"), True) == "2 times one prime is never 120."
    assert explain.explain_set(names.parse_kinds("420=2x2xWxW"), True) == "2 × 2 times 2 primes is never 420."
    assert explain.explain_set(names.parse_kinds("60=2x30xW"), True) == "2 × 30 times one prime is never 60."
    assert explain.explain_set(names.parse_kinds("60=7xW"), True) == "7 times one prime is never 60."


@pytest.mark.parametrize("quietly", [False, True])
def test_every_sentence_about_a_group_of_cards_is_true(quietly):
    """Over random groups: products are what they are said to be, and what is said not to divide does not."""
    chance, branches = random.Random(8), set()
    for _ in range(6000):
        kinds = chance.choices(range(cards.KINDS), k=chance.randint(1, 8)) if chance.random() < 0.4 else near(chance)
        text = explain.explain_set(kinds, quietly)
        is_set = explain.find_set_row(kinds, len(kinds)) != explain.NO_SET
        numbers = sorted(str(cards.NUMBERS[kind]) for kind in kinds if kind != cards.WILD)
        wilds = kinds.count(cards.WILD)
        first = text.split(". ")[0].rstrip(".")
        assert "{" not in text and "  " not in text and text.endswith(".")
        for left, right in re.findall(r"(\d+) = (\d+(?: × \d+)+)", text):
            assert int(left) == prod(map(int, right.split(" × "))), text
        if is_set:
            assert first.startswith(f"{max(map(int, numbers))} = "), text
            branches.add("set")
        elif found := re.fullmatch(r"((?:\d+ × )*\d+) = (\d+), not (\d+)", first):
            parts = found[1].split(" × ")
            assert not wilds and prod(map(int, parts)) == int(found[2]) != int(found[3]), text
            assert sorted([*parts, found[3]]) == numbers, text
            branches.add("wrong")
        elif found := re.fullmatch(r"(?:((?:\d+ × )+\d+) = )?(\d+) does not divide (\d+)", first):
            assert int(found[3]) % int(found[2]) and wilds, text
            assert sorted([*(found[1] or found[2]).split(" × "), found[3]]) == numbers, text
            branches.add("too far")
        elif found := re.fullmatch(r"(\d+) is ((?:\d+ × )*\d+) times (\d+), and (\d+) is not (.+)", first):
            left, parts = int(found[3]), found[2].split(" × ")
            assert not quietly and prod(map(int, parts)) * left == int(found[1]) and found[3] == found[4], text
            assert len(prime_factors(left)) != wilds and left > 1, text
            assert found[5] == ("prime" if wilds == 1 else f"a product of {wilds} primes"), text
            branches.add("left over")
        elif found := re.fullmatch(r"((?:\d+ × )*\d+) times (?:(\d) primes|one prime) is never (\d+)", first):
            left, rest = divmod(int(found[3]), prod(map(int, found[1].split(" × "))))
            assert quietly and int(found[2] or 1) == wilds, text
            assert rest or left == 1 or len(prime_factors(left)) != wilds, text
            branches |= {"left over", "short", "too far"}
        elif found := re.fullmatch(
                r"((?:\d+ × )*\d+) is (\d+) already, and nothing is left for the (?:(\d) wilds|wild)", first):
            assert prod(map(int, found[1].split(" × "))) == int(found[2]) and int(found[3] or 1) == wilds, text
            branches.add("short")
        elif found := re.fullmatch(r"(\d+) is prime, so nothing multiplies to it", first):
            assert int(found[1]) == max(map(int, numbers)) and len(prime_factors(int(found[1]))) == 1, text
            branches.add("prime")
        elif len(kinds) < 3:
            assert first.endswith("this is one" if len(kinds) == 1 else "these are 2"), text
            branches.add("small")
        elif wilds > 3:
            assert first.endswith(f"and these are {wilds}"), text
            branches.add("wilds")
        else:
            assert len(numbers) < 2 and first.endswith("there are none" if not numbers else "there is one"), text
            branches.add("naturals")
        if quietly and not is_set:
            assert ". " not in text, text
    assert branches == {"set", "wrong", "too far", "left over", "short", "prime", "small", "wilds", "naturals"}


def near(chance):
    """A set of the catalogue, or one with a card changed, added or gone."""
    row = chance.randrange(len(catalogue.SETS))
    kinds = [int(kind) for kind in catalogue.SETS[row] if kind >= 0]
    way = chance.randrange(4)
    if way == 1:
        kinds[chance.randrange(len(kinds))] = chance.randrange(cards.KINDS)
    elif way == 2:
        kinds.append(chance.choice([cards.WILD, chance.randrange(cards.KINDS)]))
    elif way == 3:
        del kinds[chance.randrange(len(kinds))]
    chance.shuffle(kinds)
    return kinds


# How it is written.

def test_names_parse_back():
    for kind in range(cards.KINDS):
        assert names.parse_kind(names.kind_name(kind)) == kind
    for cards_of in catalogue.SETS:
        kinds = [int(kind) for kind in cards_of if kind >= 0]
        assert names.parse_kinds(names.set_label(kinds)) == kinds


@pytest.mark.parametrize("text", ["43", "", "-4", "4.0", "٤", "42=", "=6x7", "6x7", "999999999999999999999999"])
def test_what_is_no_card_gets_a_sentence(text):
    with pytest.raises(BadInput, match=r"[.]$"):
        names.parse_kinds(text)


def test_faces():
    assert names.card_face_scene(cards.WILD) == {"wild": True}
    assert names.card_face_scene(cards.KIND[42]) == {"figure": "42", "factors": [2, 3, 7]}


def coprime(*words):
    return subprocess.run([sys.executable, "-m", "coprime", *words], capture_output=True, text=True, timeout=60)


def test_the_command_lists_sets_and_counts():
    listed = json.loads(coprime("primepak", "sets", "--level", "2", "--json").stdout)
    assert (listed["natural"], listed["with_wilds"], len(listed["sets"])) == (304, 703, 1007)
    assert "42=6x7" not in listed["sets"] and "81=3x3x3x3" in listed["sets"]
    told = coprime("primepak", "sets", "--level", "1").stdout
    assert told.endswith("70 sets without wilds, 135 with one to three.\n")


def test_an_unknown_level_gets_a_sentence():
    done = coprime("primepak", "sets", "--level", "7")
    assert done.returncode == 2 and done.stderr == "There is no deck level 7; the levels are 1 to 6.\n"


def test_the_product_is_of_all_naturals_but_the_answer():
    pure = import_pure("coprime.decks.primepak.factor_sets")
    kind = {int(value): i for i, value in enumerate(cards.VALUE)}
    taken = np.array([kind[2], cards.WILD, kind[30], kind[5], kind[5]])
    assert pure.find_answer_index(taken, len(taken)) == 2
    assert pure.multiply_other_cards(taken, len(taken), 2) == 2 * 5 * 5
    assert pure.multiply_other_cards(taken, 4, 0) == 30 * 5, "only so many cards"
