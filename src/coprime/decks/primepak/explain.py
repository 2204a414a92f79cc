"""Factoring as the rulebook teaches it: divisibility tests, factored form, and the arithmetic of a set."""

from collections import Counter
from collections.abc import Iterator, Sequence
from math import prod
from pathlib import Path

from ...core.messages import join_sentences, join_words, load_messages
from ...core.numbers import prime_factors
from ...core.practice_items import PracticeItem
from .cards import NUMBERS, PRIME, WILD
from .catalogue import MOST_WILDS_IN_SET, SETS, STANDS, START, STOP
from .sets import NO_SET, answer_of, set_of

FOLDER = Path(__file__).resolve().parent
SAY = load_messages(FOLDER)


def times(numbers: Sequence[int | str]) -> str:
    return " × ".join(map(str, numbers))


# Numbers.

def tests(n: int) -> list[tuple[int, str]]:
    """The divisibility tests that a number passes, (divisor, sentence), the most telling first.

    A test by 5 or 10 is left out where one by 10 or 100 says more.
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


def explain(n: int) -> str:
    """How to see the factors of a number: a test or a division, then its prime factors."""
    parts = prime_factors(n)
    if len(parts) == 1:
        return str(SAY["number"]["prime"].format(n=n))
    passed = tests(n)
    first = passed[0][1] if passed else SAY["test"]["none"].format(n=n, prime=parts[0], rest=n // parts[0])
    down = SAY["number"]["down"].format(n=n, product=times(parts))
    return str(first) if len(parts) == 2 else join_sentences([first, down])


def divides(d: int, n: int) -> str:
    """Why d divides n, or why it does not, by their prime factors."""
    say, need, have = SAY["divides"], Counter(prime_factors(d)), Counter(prime_factors(n))
    facts = {"n": n, "d": d, "product": times(prime_factors(n)), "parts": times(prime_factors(d)), "rest": n // d}
    lacking = [prime for prime in need if need[prime] > have[prime]]
    prefix = "prime_" if len(need) == 1 and need.total() == 1 else ""
    if not lacking:
        return str(say[prefix + "yes"].format(**facts))
    prime = lacking[0]
    return str(say[prefix + "no"].format(**facts, prime=prime, need=need[prime], have=have[prime]))


# Sets.

def explain_set(kinds: Sequence[int], quietly: bool = False) -> str:
    """The arithmetic of a group of cards: why it is a factor set, or why not and what its answer would take.

    `quietly`: of what is wrong only that, and nothing that one could use: no set of the answer, no quotient.
    """
    cards = list(kinds)
    row = set_of(cards, len(cards))
    if row != NO_SET:
        return told(row)
    say, wilds = SAY["set"], cards.count(WILD)
    if len(cards) < 3:
        return str(say["small"].format(n=len(cards)))
    if wilds > MOST_WILDS_IN_SET:
        return str(say["many_wilds"].format(wilds=wilds))
    if len(cards) - wilds < 2:
        return str(say["few_naturals"].format(n=len(cards) - wilds))
    answer = cards[answer_of(cards, len(cards))]
    return wrong(cards, answer, True) if quietly else join_sentences([wrong(cards, answer), *instead(cards, answer)])


def told(row: int) -> str:
    """A set of the catalogue as a sentence: `42 = 6 × 7.`"""
    return str(SAY["set"]["told"].format(set=equation(row)))


def practised_sets(kinds: Sequence[int]) -> Iterator[PracticeItem]:
    """What cards exercise that are held for a factor set; it is about the largest number among them."""
    numbers = [NUMBERS[kind] for kind in kinds if kind != WILD]
    if numbers:
        row = set_of(list(kinds), len(kinds))
        yield PracticeItem("factors", max(numbers),
                           equation(row) if row != NO_SET else explain_set(kinds, quietly=True),
                           bool(row != NO_SET))


def equation(row: int) -> str:
    """The same as a part of a sentence: `42 = 6 × 7`, or `42 = 6 × 7, the wild being 7`."""
    say = SAY["set"]
    answer, *multipliers = [int(kind) for kind in SETS[row] if kind >= 0]
    primes = [str(prime) for prime in STANDS[row] if prime]
    numbers = [str(NUMBERS[kind]) for kind in multipliers if kind != WILD]
    facts = {"answer": NUMBERS[answer], "product": times(numbers + primes)}
    if not primes:
        return str(say["good"].format(**facts))
    return str(say["wild"][len(primes) > 1].format(**facts, primes=join_words(primes)))


def wrong(cards: list[int], answer: int, quietly: bool = False) -> str:
    """What is wrong with the product of cards whose number fits PP-4."""
    say, number = SAY["set"], NUMBERS[answer]
    multipliers = [NUMBERS[kind] for kind in cards if kind != WILD]
    multipliers.remove(number)
    value, wilds = prod(multipliers), cards.count(WILD)
    product = times(multipliers)
    if PRIME[answer]:
        return str(say["prime_answer"].format(answer=number))
    if not wilds:
        return str(say["wrong"].format(product=product, value=value, answer=number))
    facts = {"answer": number, "product": product, "left": number // value, "wilds": wilds}
    if quietly:
        return str(say["hidden"].format(**facts))
    if number % value:
        return str(say["too_far"][len(multipliers) > 1].format(product=product, value=value, answer=number))
    if number == value:
        return str(say["short"].format(product=product, answer=number, n=wilds))
    return str(say["wrong_wild" if wilds == 1 else "wrong_wilds"].format(**facts))


def instead(cards: list[int], answer: int) -> list[str]:
    """The equation of the set of that answer that shares most cards with these, if there is one."""
    rows = range(int(START[answer]), int(STOP[answer]))
    if not rows:
        return []
    have = Counter(cards)
    best = max(rows, key=lambda row: ((have & Counter(SETS[row].tolist())).total(), -row))
    return [told(best)]
