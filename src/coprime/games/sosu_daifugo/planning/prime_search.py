"""Look for primes of many cards by trying orders, with filters for the digit sum and the last card."""

import random
from collections.abc import Iterator, Sequence

from flint import fmpz

from ..card_signs import FIRST_DECLARED
from ..prime_orders import MAX_LISTED_CARDS
from .card_orders import (
    ANY,
    IS_ODD_END,
    VALUE,
    Bounds,
    Hand,
    Signs,
    can_be_prime,
    choose_strong,
    is_in_reach,
    list_cards,
    number_of,
    order_signs,
)
from .short_primes import list_prime_plays_of_hand


def is_prime(number: int) -> bool:
    """Tell whether a number is prime, by the judge's test of Baillie, Pomerance, Selfridge and Wagstaff."""
    return bool(fmpz(number).is_probable_prime())


def find_whole_hand_prime(hand: Hand, chance: random.Random, tries: int, bounds: Bounds = ANY,
                          allows_joker_zero: bool = True) -> Signs | None:
    """Return an order of all cards of a hand that makes a prime within bounds, after at most so many tests.

    The largest number first where there is a lower bound.  None where none was found.
    """
    n = sum(hand)
    if n == 0 or not can_be_prime(hand):
        return None
    if n <= MAX_LISTED_CARDS:
        plays = [signs for number, signs in list_prime_plays_of_hand(hand, n, allows_joker_zero)
                 if bounds[0] < number < bounds[1]]
        return plays[-1] if plays else None
    for _number, signs in search_primes(hand, n, chance, tries, bounds, allows_joker_zero=allows_joker_zero):
        return signs
    return None


def search_primes(hand: Hand, n: int, chance: random.Random, tries: int, bounds: Bounds = ANY,
                  smallest: bool = False, allows_joker_zero: bool = True) -> Iterator[tuple[int, Signs]]:
    """Yield primes of n cards of a hand within bounds, as (prime, signs), testing so many numbers.

    Strong ones are likelier (weak ones in revolution), and none is yielded twice.
    """
    if not is_in_reach(hand, n, bounds, smallest):
        return
    cards, met, tested = list_cards(hand), set(), 0
    for attempt in range(4 * tries):                        # what the filters take costs nothing
        if tested >= tries:
            return
        signs = draw_arrangement(cards, n, chance, attempt, smallest, allows_joker_zero)
        if signs is None or sum(VALUE[sign] for sign in signs) % 3 == 0:
            continue
        number = number_of(signs)
        if number in met or not bounds[0] < number < bounds[1]:
            continue
        met.add(number)
        tested += 1
        if is_prime(number):
            yield number, signs


def draw_arrangement(cards: Sequence[int], n: int, chance: random.Random, attempt: int, smallest: bool,
                     allows_joker_zero: bool) -> Signs | None:
    """Return n of some cards in an order that may make a prime; None where the draw fails."""
    signs = [kind or draw_joker(chance, smallest, allows_joker_zero) for kind in cards]
    ends = [sign for sign in signs if IS_ODD_END[sign]]
    if not ends:
        return None
    end = chance.choice(ends)
    signs.remove(end)
    order = (*order_signs(choose_strong(signs, n - 1, chance, attempt, smallest), chance, attempt, smallest), end)
    return None if VALUE[order[0]] == 0 else order


def draw_joker(chance: random.Random, smallest: bool, allows_joker_zero: bool) -> int:
    """Return a value for a joker as a sign: often the one that helps most, else any."""
    if chance.random() < 0.5:
        return FIRST_DECLARED + (1 if smallest else 13)
    return FIRST_DECLARED + chance.randrange(0 if allows_joker_zero else 1, 14)
