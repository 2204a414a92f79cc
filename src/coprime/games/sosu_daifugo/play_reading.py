"""Read the signs of a play: its number, its cards, its factors, and the judge's verdict (SD-7 to SD-24)."""
# mypy: ignore-errors, implicit-reexport

import numpy as np

from ...core.arrays import copy_first
from ...core.big_numbers import (
    LIMBS,
    append_digits,
    compare_limbs,
    is_prime,
    is_small,
    limbs_from_int,
    multiply_limbs,
    small_value,
)
from ...core.bits import add_to_bag, count_kind
from ...core.kernel import compile_rules
from ...core.seats import UNKNOWN
from .actions import encode_signs
from .card_signs import BARE_JOKER, EQUALS, FIRST_DECLARED, KINDS, POWER, SIGN_KIND, SIGN_VALUE, is_card
from .prime_orders import MAX_LISTED_CARDS, row_of_play
from .state import Refusal, Verb, Violation

FIVE_SEVEN = np.array([5, 7], np.int64)                     # SD-28
TAXICAB = np.array([1, 7, 2, 9], np.int64)                  # SD-29


def count_shown(signs, n):
    """Return how many signs stand before the equals sign: the shown cards."""
    for place in range(n):
        if signs[place] == EQUALS:
            return place
    return n


def bag_of(signs, n):
    """Return the cards of the first n signs as a bag."""
    bag = 0
    for place in range(n):
        if is_card(signs[place]):
            bag = add_to_bag(bag, SIGN_KIND[signs[place]], 1)
    return bag


def count_cards(signs, first, n):
    """Return how many of the signs from a place on, up to n, are cards."""
    cards = 0
    for place in range(first, n):
        cards += is_card(signs[place])
    return cards


def has_cards(hand, bag):
    """Tell whether a hand holds all cards of a bag."""
    for kind in range(KINDS):
        if count_kind(bag, kind) > count_kind(hand, kind):
            return False
    return True


def read_number(signs, first, last):
    """Return the number that the cards from `first` up to `last` make side by side (SD-8).

    An expression of one pack is at most 72 digits long, which fits.
    """
    number = limbs_from_int(0)
    for place in range(first, last):
        value = SIGN_VALUE[signs[place]]
        append_digits(number, 2 if value >= 10 else 1, value)
    return number


def end_of_number(signs, first, n):
    """Return the place after the cards that stand side by side from `first` on."""
    place = first
    while place < n and is_card(signs[place]):
        place += 1
    return place


def form_refusal(signs, n, allows_joker_zero):
    """Return why signs cannot be read as a play at all (SD-9, SD-10, SD-19, SD-21).

    A lone joker is asked about before: here each joker needs a value.
    """
    shown = count_shown(signs, n)
    place = 0
    while place < n:
        end = end_of_number(signs, place, n)
        if end == place:
            return Refusal.UNREADABLE
        for at in range(place, end):
            if signs[at] == BARE_JOKER:
                return Refusal.UNDECLARED
            if signs[at] == FIRST_DECLARED and not allows_joker_zero:
                return Refusal.JOKER_ZERO
        if SIGN_VALUE[signs[place]] == 0:
            return Refusal.LEADING_ZERO
        if end < n and ((signs[end] == EQUALS) != (end == shown) or (end < shown)):
            return Refusal.UNREADABLE
        if end < n and end + 1 == n:
            return Refusal.UNREADABLE
        place = end + 1
    return Refusal.NONE


def shows_values(signs, n, values):
    """Tell whether n cards show certain values, jokers included (SD-28, SD-29)."""
    if n != len(values):
        return False
    for place in range(n):
        if SIGN_VALUE[signs[place]] != values[place]:
            return False
    return True


def judge_play(signs, n):
    """Return what is wrong with the number or the composite play that signs make (SD-12 to SD-23)."""
    shown = count_shown(signs, n)
    if shown == n <= MAX_LISTED_CARDS and row_of_play(encode_signs(Verb.PLAY, signs, 0, n)) != UNKNOWN:
        return Violation.NONE
    number = read_number(signs, 0, shown)
    if shown == n:
        return Violation.NONE if is_prime(number) else Violation.NOT_PRIME
    return judge_expression(signs, shown + 1, n, number)


def judge_expression(signs, first, n, number):
    """Return what is wrong with a factorisation of a number, or NONE."""
    product, factor, next_product = limbs_from_int(1), limbs_from_int(0), limbs_from_int(0)
    place, wrong = first, False
    while place < n:
        end = end_of_number(signs, place, n)
        base = read_number(signs, place, end)
        if not is_prime(base):
            return Violation.BASE_NOT_PRIME
        exponent = 1
        if end < n and signs[end] == POWER:
            exponent, end = read_tower(signs, end + 1, n)
            if exponent < 2:
                return Violation.SMALL_EXPONENT
        if not wrong and write_power(base, exponent, number, factor) and multiply_limbs(product, factor, next_product) \
                and compare_limbs(next_product, number) <= 0:
            copy_first(next_product, LIMBS, product)
        else:
            wrong = True                                    # SD-26: nothing larger is computed
        place = end + 1
    if wrong or compare_limbs(product, number) != 0:
        return Violation.WRONG_PRODUCT
    return Violation.PRIME_AS_PRODUCT if is_prime(number) else Violation.NONE


MOST_EXPONENT = 1 << 20     # any power of a prime with a larger exponent passes 72 digits


def read_tower(signs, first, n):
    """Read the exponent that begins at a place, from the top (SD-21); return it and the place where it ends.

    0 or 1 where any number of the tower is 0 or 1 (SD-22), and MOST_EXPONENT for whatever is larger.
    """
    last, end = first, end_of_number(signs, first, n)
    while end < n and signs[end] == POWER:
        last = end + 1
        end = end_of_number(signs, last, n)
    exponent = small_exponent(signs, last, end)
    smallest, start = exponent, last
    while start > first:
        stop = start - 1                                    # the sign ^ before the exponent
        start = stop
        while start > first and is_card(signs[start - 1]):
            start -= 1
        base = small_exponent(signs, start, stop)
        smallest = min(smallest, base)
        power = 1
        for _ in range(min(exponent, 20)):
            power = min(power * base, MOST_EXPONENT)
        exponent = power if exponent <= 20 or base < 2 else MOST_EXPONENT
    return exponent if smallest > 1 else smallest, end


def small_exponent(signs, first, last):
    """Return the number of the cards from `first` up to `last`, or MOST_EXPONENT where it is larger."""
    number = read_number(signs, first, last)
    return min(small_value(number), MOST_EXPONENT) if is_small(number) else MOST_EXPONENT


def write_power(base, exponent, most, out):
    """Write a power of a prime to `out`; return False as soon as it passes `most` (SD-26)."""
    power = limbs_from_int(1)
    for _ in range(exponent):
        if not multiply_limbs(power, base, out) or compare_limbs(out, most) > 0:
            return False
        copy_first(out, LIMBS, power)
    return True


compile_rules(globals(), makers="read_number judge_play judge_expression small_exponent write_power")
