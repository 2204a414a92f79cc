"""The plays of few cards that search and random play branch on: primes of one to four cards, 57, 1729, a lone joker.

Longer plays and composites are sound as well, and too many to be listed; bots search for them.
"""
# mypy: ignore-errors, implicit-reexport

from itertools import product

import numpy as np
from flint import fmpz

from ...core.big_numbers import is_small, small_value
from ...core.bits import add_to_bag, count_kind
from ...core.kernel import compile_rules
from ...core.seats import UNKNOWN
from .actions import encode_signs
from .card_signs import BARE_JOKER, FIRST_DECLARED, JOKER, KINDS, NONE, SIGN_VALUE
from .play_reading import FIVE_SEVEN, TAXICAB
from .play_verdicts import NOT_ALONE, effect_of, has_joker_on_top, is_lone_joker, play_refusal, play_violation
from .state import LINE, Effect, Phase, Refusal, Verb, Violation

MAX_LISTED_CARDS = 4
ABOVE_ALL = 1 << 40         # no number of so few cards is as large


def _order_table():
    """Return all orders of up to four values that make a prime, with the primes; a 0 takes a joker.

    Rows are [values..., UNKNOWN beyond], by the number of values and then by the prime.
    """
    found = []
    for n in range(1, MAX_LISTED_CARDS + 1):
        for values in product(range(14), repeat=n):
            number = int("".join(map(str, values)))
            if values[0] and values.count(0) <= 2 and fmpz(number).is_prime():
                found.append((number, [*values, *[-1] * (MAX_LISTED_CARDS - n)]))
    found.sort(key=lambda one: (len(one[1]) - one[1].count(-1), one[0]))
    return np.array([number for number, _ in found], np.int64), np.array([row for _, row in found], np.int64)


PRIMES, ORDERS = _order_table()
VALUE_SETS = np.array([sum(1 << value for value in {*row} - {-1}) for row in ORDERS.tolist()], np.int64)
FIRST_ROWS = np.searchsorted((ORDERS >= 0).sum(axis=1), np.arange(MAX_LISTED_CARDS + 2))       # by number of cards
MAX_ACTIONS = len(PRIMES) + 12


def list_plays(s, seat, out, n):
    """Write the listed plays of a seat to `out` from place n on; return the place after them."""
    signs = np.zeros(LINE, np.int64)
    ranks, jokers = ranks_in_hand(s.held[seat]), count_kind(s.held[seat], JOKER)
    for cards in range(1, MAX_LISTED_CARDS + 1):
        if cards > s.cards[seat] or (s.count and cards != s.count) or (s.max_play and cards > s.max_play):
            continue
        if s.phase == Phase.LAST and cards != s.cards[seat]:
            continue
        least, most = bounds_of_play(s)
        free = 0 if cards == 1 and s.lone_joker != NOT_ALONE and s.phase != Phase.LAST else jokers     # SD-44
        for row in range(FIRST_ROWS[cards], FIRST_ROWS[cards + 1]):
            missing = VALUE_SETS[row] & ~ranks
            for _ in range(free):
                missing &= missing - 1                      # a joker takes one of the values
            if missing:
                continue
            if least < PRIMES[row] < most and fill_with_jokers(s, seat, ORDERS[row], signs) \
                    and effect_of(s, signs, cards) == Effect.NONE:
                out[n] = encode_signs(Verb.PLAY, signs, 0, cards)
                n += 1
    return list_special_plays(s, seat, out, n, signs)


def ranks_in_hand(hand):
    """Return the set of ranks of which a hand has a card."""
    ranks = 0
    for kind in range(1, KINDS):
        if count_kind(hand, kind):
            ranks |= 1 << kind
    return ranks


def bounds_of_play(s):
    """Return between which numbers, both left out, a play of few cards has to lie (SD-7)."""
    if s.count == 0:
        return 0, ABOVE_ALL
    if has_joker_on_top(s):
        return ABOVE_ALL, 0
    number = small_value(s.number) if is_small(s.number) else ABOVE_ALL
    return (0, number) if s.revolution else (number, ABOVE_ALL)


def is_listed_play(s, seat, signs, n):
    """Tell whether a sound play of n signs is listed: of few cards, with jokers only for what the hand lacks."""
    if is_lone_joker(s, signs, n):
        return True
    if n > MAX_LISTED_CARDS:
        return False
    order, filled = np.full(MAX_LISTED_CARDS, UNKNOWN, np.int64), np.zeros(LINE, np.int64)
    for place in range(n):
        order[place] = SIGN_VALUE[signs[place]]
        if order[place] < 0:
            return False
    if not fill_with_jokers(s, seat, order, filled):
        return False
    for place in range(n):
        if filled[place] != signs[place]:
            return False
    return True


def order_length(order):
    """Return how many values an order has."""
    cards = 0
    while cards < MAX_LISTED_CARDS and order[cards] >= 0:
        cards += 1
    return cards


def fill_with_jokers(s, seat, order, signs):
    """Write signs for an order's values to `signs`, with jokers for what the hand lacks; return whether it can."""
    hand, jokers = s.held[seat], count_kind(s.held[seat], JOKER)
    signs[:MAX_LISTED_CARDS] = NONE
    for place in range(order_length(order)):
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


SPECIAL_ORDERS = np.array([[*FIVE_SEVEN, UNKNOWN, UNKNOWN], TAXICAB], np.int64)


def list_special_plays(s, seat, out, n, signs):
    """Write 57, 1729 and jokers without a value to `out`, where they may be played and do not fail."""
    for row in range(2):
        if fill_with_jokers(s, seat, SPECIAL_ORDERS[row], signs):
            n = append_play_if_sound(s, seat, out, n, signs, order_length(SPECIAL_ORDERS[row]))
    for cards in range(1, 3):
        if count_kind(s.held[seat], JOKER) >= cards:
            signs[:MAX_LISTED_CARDS] = NONE
            signs[:cards] = BARE_JOKER
            n = append_play_if_sound(s, seat, out, n, signs, cards)
    return n


def append_play_if_sound(s, seat, out, n, signs, cards):
    """Write a special play to `out` if it has its effect, is not refused and does not fail."""
    if effect_of(s, signs, cards) != Effect.NONE \
            and play_refusal(s, signs, cards) == Refusal.NONE \
            and play_violation(s, seat, signs, cards) == Violation.NONE:
        out[n] = encode_signs(Verb.PLAY, signs, 0, cards)
        n += 1
    return n


compile_rules(globals(), makers="list_plays is_listed_play")
