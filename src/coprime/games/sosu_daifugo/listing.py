"""The plays of few cards that search and random play branch on: primes of one to four cards, 57, 1729, a lone joker.

Longer plays and composites are sound as well, and too many to be listed; bots search for them.
"""
# mypy: ignore-errors, implicit-reexport

from itertools import product

import numpy as np
from flint import fmpz

from ...core.bits import add_to_bag, count_kind
from ...core.kernel import compile_rules
from ...core.limbs import compare, new_number
from .actions import encode_signs
from .plays import cuts, has_joker_on_top, is_lone_joker, play_refusal, play_violation, turns_order
from .state import LINE, Refusal, Verb, Violation
from .tables import BARE_JOKER, FIRST_DECLARED, JOKER, NONE

MAX_LISTED_CARDS = 4


def _order_table():
    """Return all orders of up to four values that make a prime, with the primes; a 0 takes a joker.

    Rows are [values..., UNKNOWN beyond]; the primes ascend.
    """
    found = []
    for n in range(1, MAX_LISTED_CARDS + 1):
        for values in product(range(14), repeat=n):
            number = int("".join(map(str, values)))
            if values[0] and values.count(0) <= 2 and fmpz(number).is_prime():
                found.append((number, [*values, *[-1] * (MAX_LISTED_CARDS - n)]))
    found.sort()
    return np.array([number for number, _ in found], np.int64), np.array([row for _, row in found], np.int64)


PRIMES, ORDERS = _order_table()
MAX_ACTIONS = len(PRIMES) + 12


def list_plays(s, seat, out, n):
    """Write the listed plays of a seat to `out` from place n on; return the place after them."""
    signs = np.zeros(LINE, np.int64)
    for row in range(len(PRIMES)):
        if fill_order(s, seat, ORDERS[row], signs):
            cards = count_order(ORDERS[row])
            if follows(s, cards, PRIMES[row]) and not is_special(s, signs, cards):
                out[n] = encode_signs(Verb.PLAY, signs, 0, cards)
                n += 1
    return list_special_plays(s, seat, out, n, signs)


def count_order(order):
    """Return how many values an order has."""
    cards = 0
    while cards < MAX_LISTED_CARDS and order[cards] >= 0:
        cards += 1
    return cards


def fill_order(s, seat, order, signs):
    """Write signs for an order's values to `signs`, with jokers for what the hand lacks; return whether it can."""
    hand, jokers = s.held[seat], count_kind(s.held[seat], JOKER)
    signs[:MAX_LISTED_CARDS] = NONE
    for place in range(count_order(order)):
        value = order[place]
        if value and count_kind(hand, value):
            hand = add_to_bag(hand, value, -1)
            signs[place] = value
        elif jokers and (value or not s.joker_zero):
            jokers -= 1
            signs[place] = FIRST_DECLARED + value
        else:
            return False
    return True


def follows(s, cards, number):
    """Tell whether so many cards with a number may be played (SD-7)."""
    if s.max_play and cards > s.max_play:
        return False
    if s.count == 0:
        return True
    if cards != s.count or has_joker_on_top(s):
        return False
    order = compare(new_number(number), s.number)
    return order < 0 if s.revolution else order > 0


def is_special(s, signs, cards):
    """Tell whether cards are played for their effect, not as a prime."""
    return cuts(s, signs, cards) or turns_order(s, signs, cards)


SPECIAL_ORDERS = np.array([[5, 7, -1, -1], [1, 7, 2, 9]], np.int64)


def list_special_plays(s, seat, out, n, signs):
    """Write 57, 1729 and jokers without a value to `out`, where they may be played and do not fail."""
    for row in range(2):
        if fill_order(s, seat, SPECIAL_ORDERS[row], signs):
            n = list_if_sound(s, seat, out, n, signs, count_order(SPECIAL_ORDERS[row]))
    for cards in range(1, 3):
        if count_kind(s.held[seat], JOKER) >= cards:
            signs[:MAX_LISTED_CARDS] = NONE
            signs[:cards] = BARE_JOKER
            if is_lone_joker(s, signs, cards):
                n = list_if_sound(s, seat, out, n, signs, cards)
    return n


def list_if_sound(s, seat, out, n, signs, cards):
    """Write a special play to `out` if it has its effect, is not refused and does not fail."""
    if (is_special(s, signs, cards) or is_lone_joker(s, signs, cards)) \
            and play_refusal(s, signs, cards) == Refusal.NONE \
            and play_violation(s, seat, signs, cards) == Violation.NONE:
        out[n] = encode_signs(Verb.PLAY, signs, 0, cards)
        n += 1
    return n


compile_rules(globals())
