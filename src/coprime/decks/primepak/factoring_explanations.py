"""Factoring as the rulebook teaches it: divisibility tests, factored form, and the arithmetic of a set."""

from collections import Counter
from collections.abc import Iterator, Sequence
from math import prod
from pathlib import Path

import numpy as np

from ...core.messages import join_sentences, join_words, load_messages
from ...core.numbers import prime_factors
from ...core.practice_item import PracticeItem
from .cards import NUMBERS, PRIME, WILD
from .factor_set_catalogue import ANSWER_START, ANSWER_STOP, MOST_WILDS_IN_SET, SETS, WILD_PRIMES
from .factor_sets import NO_SET, find_answer_index, find_set_row

FOLDER = Path(__file__).resolve().parent
SAY = load_messages(FOLDER)


def product_text(numbers: Sequence[int | str]) -> str:
    """Join numbers with multiplication signs: `2 × 3 × 7`."""
    return " × ".join(map(str, numbers))


# Numbers.

def divisibility_tests(n: int) -> list[tuple[int, str]]:
    """Return the divisibility tests that a number passes as (divisor, sentence), the most telling first.

    A test by 5 or 10 is left out where one by 10 or 100 says more.  A number of one digit has at most one entry:
    its smallest prime factor.
    """
    digits = [int(digit) for digit in str(n)]
    if len(digits) == 1:
        first = prime_factors(n)[0]
        return [(first, SAY["test"]["digit"].format(n=n, d=first, rest=n // first))] if n > first else []
    passed = [d for d, passes in (
        (100, n % 100 == 0), (10, n % 10 == 0 and (n % 100 or n == 100)),
        (11, len(digits) == 2 and digits[0] == digits[1]),
        (9, sum(digits) % 9 == 0), (5, digits[-1] == 5), (2, n % 2 == 0 and (n % 10 or n == 10)),
        (3, sum(digits) % 3 == 0 and (sum(digits) % 9 or n == 9))) if passes and n > d]
    added = f"{' + '.join(map(str, digits))} = {sum(digits)}"
    return [(d, SAY["test"][str(d)].format(n=n, rest=n // d, digit=digits[-1], sum=added)) for d in passed]


def explain_factors(n: int) -> str:
    """Return sentences that show how to find the prime factors of a number.

    First a divisibility test or a division, then the product of the prime factors.
    """
    parts = prime_factors(n)
    if len(parts) == 1:
        return str(SAY["number"]["prime"].format(n=n))
    passed = divisibility_tests(n)
    first = passed[0][1] if passed else SAY["test"]["none"].format(n=n, prime=parts[0], rest=n // parts[0])
    down = SAY["number"]["down"].format(n=n, product=product_text(parts))
    return str(first) if len(parts) == 2 else join_sentences([first, down])


def explain_divisibility(d: int, n: int) -> str:
    """Return a sentence that says, by prime factors, why d divides n or why it does not."""
    say, need, have = SAY["divides"], Counter(prime_factors(d)), Counter(prime_factors(n))
    facts = {"n": n, "d": d, "product": product_text(prime_factors(n)), "parts": product_text(prime_factors(d)),
             "rest": n // d}
    lacking = [prime for prime in need if need[prime] > have[prime]]
    prefix = "prime_" if len(need) == 1 and need.total() == 1 else ""
    if not lacking:
        return str(say[prefix + "yes"].format(**facts))
    prime = lacking[0]
    return str(say[prefix + "no"].format(**facts, prime=prime, need=need[prime], have=have[prime]))


# Sets.

def explain_set(kinds: Sequence[int], without_solution: bool = False) -> str:
    """Return the arithmetic of a group of cards: why it is a factor set, or why it is not.

    A group that is no set is also told the closest set with its answer.  With `without_solution` the text names
    only what is wrong, and nothing that helps to solve it: no set, no quotient.
    """
    cards = list(kinds)
    row = find_row(cards)
    if row != NO_SET:
        return set_sentence(row)
    say, wilds = SAY["set"], cards.count(WILD)
    if len(cards) < 3:
        return str(say["small"].format(n=len(cards)))
    if wilds > MOST_WILDS_IN_SET:
        return str(say["many_wilds"].format(wilds=wilds))
    if len(cards) - wilds < 2:
        return str(say["few_naturals"].format(n=len(cards) - wilds))
    answer = cards[find_answer_index(np.array(cards, np.int64), len(cards))]
    if without_solution:
        return wrong_product_text(cards, answer, True)
    return join_sentences([wrong_product_text(cards, answer), *suggest_set(cards, answer)])


def find_row(kinds: Sequence[int]) -> int:
    """Return the row of the catalogue that cards make, in any order; NO_SET when they make none."""
    return int(find_set_row(np.array(kinds, np.int64), len(kinds)))      # Numba ceases to take lists


def set_sentence(row: int) -> str:
    """Return a set of the catalogue as a sentence, like `42 = 6 × 7` with a full stop."""
    return str(SAY["set"]["told"].format(set=equation_text(row)))


def list_practised_sets(kinds: Sequence[int]) -> Iterator[PracticeItem]:
    """Yield the practice item of cards held for a factor set, named by the largest number among them.

    Yields nothing for wilds alone.
    """
    numbers = [NUMBERS[kind] for kind in kinds if kind != WILD]
    if numbers:
        row = find_row(kinds)
        yield PracticeItem("factors", max(numbers),
                           equation_text(row) if row != NO_SET else explain_set(kinds, without_solution=True),
                           bool(row != NO_SET))


def equation_text(row: int) -> str:
    """Return a set of the catalogue as part of a sentence: `42 = 6 × 7`.

    With wilds: `42 = 6 × 7, the wild being 7`.
    """
    say = SAY["set"]
    answer, *multipliers = [int(kind) for kind in SETS[row] if kind >= 0]
    primes = [str(prime) for prime in WILD_PRIMES[row] if prime]
    numbers = [str(NUMBERS[kind]) for kind in multipliers if kind != WILD]
    facts = {"answer": NUMBERS[answer], "product": product_text(numbers + primes)}
    if not primes:
        return str(say["good"].format(**facts))
    return str(say["wild"][len(primes) > 1].format(**facts, primes=join_words(primes)))


def wrong_product_text(cards: list[int], answer: int, without_solution: bool = False) -> str:
    """Return a sentence that says why cards do not multiply to the answer.

    The number of cards and wilds fits PP-4; `answer` is the kind of the largest number.  With `without_solution`
    the text about a group with wilds gives no quotient.
    """
    say, number = SAY["set"], NUMBERS[answer]
    multipliers = [NUMBERS[kind] for kind in cards if kind != WILD]
    multipliers.remove(number)
    value, wilds = prod(multipliers), cards.count(WILD)
    product = product_text(multipliers)
    if PRIME[answer]:
        return str(say["prime_answer"].format(answer=number))
    if not wilds:
        return str(say["wrong"].format(product=product, value=value, answer=number))
    facts = {"answer": number, "product": product, "left": number // value, "wilds": wilds}
    if without_solution:
        return str(say["hidden"].format(**facts))
    if number % value:
        return str(say["too_far"][len(multipliers) > 1].format(product=product, value=value, answer=number))
    if number == value:
        return str(say["short"].format(product=product, answer=number, n=wilds))
    return str(say["wrong_wild" if wilds == 1 else "wrong_wilds"].format(**facts))


def suggest_set(cards: list[int], answer: int) -> list[str]:
    """Return [sentence] for the set of an answer that shares most cards with these; [] for none."""
    rows = range(int(ANSWER_START[answer]), int(ANSWER_STOP[answer]))
    if not rows:
        return []
    have = Counter(cards)
    best = max(rows, key=lambda row: ((have & Counter(SETS[row].tolist())).total(), -row))
    return [set_sentence(best)]
