"""Which sets of cards and numbers the trainer asks, without words: rows of the table of listing.py and their like.

A set is a sorted tuple of ranks 1 to 13, at most four of each; an order is a tuple of ranks.  Jokers are left out.
"""

import random
from collections.abc import Iterator, Sequence
from functools import cache
from itertools import combinations_with_replacement, permutations

from .card_signs import EQUALS, KINDS
from .planning.card_orders import can_be_prime, counts_of_bag, list_cards, number_of, remove_play
from .planning.composite_search import find_factor_cards
from .planning.prime_search import find_whole_hand_prime, is_prime
from .play_reading import TAXICAB
from .prime_plays import COPIES, prime_orders_by_bag

Ranks = tuple[int, ...]

LAST_DIGITS = "1379"                    # of a prime of two digits or more
FIRST_PICTURE = 10                      # ranks of two digits: T, J, Q, K
STRONGEST_OF_FOUR = (13, 11, 12, 11)    # KJQJ
FULL_PACK = (0, *[COPIES] * (KINDS - 1))
FRONT_CARDS = (2, 3, 4)                 # before the last card of a quadruplet
JUDGED_DIGITS, JUDGED_OF_EACH = (4, 5, 6), 20
LONG_CARDS, LONG_OF_EACH = (5, 6, 7, 8), 60
LONG_DIGITS = 15                        # of a set of many cards at most: a page computes with such numbers exactly
LONG_TRIES = 60                         # orders of such a set in which a prime is looked for
CHECKED_PRIMES = (7, 11, 13)            # 1001 is their product
SEED = 1001


def list_sets(n: int) -> Iterator[Ranks]:
    """Yield all sets of n cards."""
    for ranks in combinations_with_replacement(range(1, KINDS), n):
        if max(map(ranks.count, ranks)) <= COPIES:
            yield ranks


def list_formable_numbers(ranks: Sequence[int]) -> dict[int, Ranks]:
    """Return the numbers that all cards of a set make, the largest first, each with one order that makes it."""
    found = {number_of(order): order for order in permutations(ranks)}
    return dict(sorted(found.items(), reverse=True))


def can_end_prime(rank: int) -> bool:
    """Tell whether a card may stand last in a prime of several cards."""
    return str(rank)[-1] in LAST_DIGITS


@cache
def list_prime_sets(n: int) -> dict[Ranks, Ranks]:
    """Return the sets of n cards, 1 to 4, that make a prime, with these primes, the largest first."""
    found = {}
    for bag, orders in prime_orders_by_bag(n).items():
        found[tuple(list_cards(counts_of_bag(bag)))] = tuple(dict.fromkeys(map(number_of, orders)))
    return dict(sorted(found.items()))


def count_digits(ranks: Sequence[int]) -> int:
    """Return how many digits the cards of a set have together."""
    return sum(len(str(rank)) for rank in ranks)


def list_sets_of_digits(n: int) -> list[Ranks]:
    """Return the sets of n cards, 2 to 4, that make a prime of n digits: all cards are single digits."""
    return [ranks for ranks in list_prime_sets(n) if count_digits(ranks) == n]


def list_picture_sets(n: int) -> list[Ranks]:
    """Return the sets of n cards, 2 to 4, that make a prime and hold a card of two digits."""
    return [ranks for ranks in list_prime_sets(n) if ranks[-1] >= FIRST_PICTURE]


@cache
def list_failing_sets(n: int) -> tuple[Ranks, ...]:
    """Return the sets of n cards whose largest order that could be prime is not.

    An order could be prime if it ends in 1, 3, 7 or 9 and 3 does not divide its digit sum.  Sets without such an order
    are left out; those whose other orders fail as well are not.
    """
    found = []
    for ranks in list_sets(n):
        if can_be_prime([ranks.count(kind) for kind in range(KINDS)]):
            largest = next(number for number, order in list_formable_numbers(ranks).items() if can_end_prime(order[-1]))
            if not is_prime(largest):
                found.append(ranks)
    return tuple(found)


@cache
def list_composites_above_strongest() -> dict[int, Ranks]:
    """Return the numbers of four cards above KJQJ that may be played, with the signs of one way to play each.

    The shown cards and those of the factors are of one pack without jokers.
    """
    found: dict[int, Ranks] = {}
    for ranks in list_sets(4):
        for number, order in list_formable_numbers(ranks).items():
            if number > number_of(STRONGEST_OF_FOUR):
                factors = find_factor_cards(number, remove_play(FULL_PACK, order))
                if factors:
                    found[number] = (*order, EQUALS, *factors)
    return dict(sorted(found.items()))


@cache
def list_quadruplet_fronts() -> dict[Ranks, Ranks]:
    """Return the sets of 2 to 4 cards with an order that is the front of a quadruplet, with the numbers of these.

    A front makes a prime with each of A, 3, 7 and 9 behind it, and one pack holds that card as well.
    """
    found = {}
    for n in FRONT_CARDS:
        for ranks in list_sets(n):
            if max(ranks.count(int(digit)) for digit in LAST_DIGITS) < COPIES:
                fronts = tuple(number for number in list_formable_numbers(ranks) if is_quadruplet_front(number))
                if fronts:
                    found[ranks] = fronts
    return found


def is_quadruplet_front(number: int) -> bool:
    """Tell whether a number makes a prime with each of 1, 3, 7 and 9 behind it."""
    return all(is_prime(int(f"{number}{digit}")) for digit in LAST_DIGITS)


@cache
def list_revolution_sets() -> dict[Ranks, int]:
    """Return the sets of four cards whose smallest prime may follow 1729, which turned the order, with that prime."""
    smallest = {ranks: primes[-1] for ranks, primes in list_prime_sets(4).items()}
    return {ranks: prime for ranks, prime in smallest.items() if prime < number_of(TAXICAB)}


@cache
def list_long_sets(n: int) -> dict[Ranks, Ranks]:
    """Return random sets of 5 to 8 cards that make a prime, each with an order that does.

    Of primes below 2^64 the judge's test is a proof.
    """
    chance, found = random.Random(SEED + n), dict[Ranks, Ranks]()
    pack = list_cards(FULL_PACK)
    while len(found) < LONG_OF_EACH:
        ranks = tuple(sorted(chance.sample(pack, n)))
        if ranks not in found and count_digits(ranks) <= LONG_DIGITS:
            order = find_whole_hand_prime(tuple(ranks.count(kind) for kind in range(KINDS)), chance, LONG_TRIES)
            if order:
                found[ranks] = order
    return dict(sorted(found.items()))


@cache
def list_judged_numbers() -> tuple[int, ...]:
    """Return numbers of 4 to 6 digits that the check by 1001 decides, of each length half primes.

    None is a multiple of 2, 3 or 5, and each that is no prime is one of 7, 11 or 13.
    """
    chance = random.Random(SEED)
    found: list[int] = []
    for digits in JUDGED_DIGITS:
        for wanted in (True, False):
            some: set[int] = set()
            while len(some) < JUDGED_OF_EACH // 2:
                number = chance.randrange(10 ** (digits - 1) + 1, 10**digits, 2)
                is_hard = all(number % p for p in (3, 5)) and (
                    is_prime(number) if wanted else any(number % p == 0 for p in CHECKED_PRIMES))
                if is_hard:
                    some.add(number)
            found += some
    return tuple(sorted(found))
