"""What lies face up: which factor sets are there, and what is wrong with cards picked up.

A row is the index of a set in the catalogue of the deck (decks/primepak/factor_set_catalogue.py).
"""
# mypy: ignore-errors, implicit-reexport

import numpy as np

from ...core.bits import add_member
from ...core.kernel import compile_rules
from ...core.numbers import prime_factors
from ...decks.primepak.cards import KINDS, NUMBERS, PRIMES, VALUE, WILD
from ...decks.primepak.factor_set_catalogue import (
    ANSWER_START,
    MAX_SET_SIZE,
    MOST_WILDS_IN_SET,
    NO_CARD,
    SETS,
    SIZE,
    STOP_BY_WILDS,
)
from .layout_data import FOUNDATION_SIZES as FOUNDATION
from .state import FOUNDATION_PLACES, PLACES, Offence, count_picked_cards, decode_pickup_place, encode_pick, kind_at

# How many primes multiply to a number; NOT_A_PRODUCT for a number with another prime factor than those of the deck.
NOT_A_PRODUCT = 99
PRIME_COUNTS = np.array([len(parts) if set(parts := prime_factors(n)) <= set(PRIMES) else NOT_A_PRODUCT
                         for n in range(1, NUMBERS[-1] + 1)], np.int64)
MIN_NATURALS = 2                     # PP-4
MIN_SET_SIZE = 3                               # PP-3
PLACES_OF_LEVEL = np.array(FOUNDATION, np.int64)

# The kinds of each set of the catalogue as two sets of bits: most sets are ruled out by a kind that does not lie there.
LOW_KINDS = 40
_KINDS_OF = [{int(kind) for kind in cards if kind != NO_CARD} for cards in SETS]
LOW_KIND_BITS = np.array([sum(1 << kind for kind in kinds if kind < LOW_KINDS) for kinds in _KINDS_OF], np.int64)
HIGH_KIND_BITS = np.array([sum(1 << kind - LOW_KINDS for kind in kinds if kind >= LOW_KINDS) for kinds in _KINDS_OF],
                          np.int64)


# Sets.

def count_cards(s, held):
    """Add to `held` how many cards of each kind lie face up."""
    for place in range(s.extent):
        if s.face_up[place] != NO_CARD:
            held[s.face_up[place]] += 1


def can_make_set(row, held):
    """Return whether a set of the catalogue can be made of so many cards of each kind."""
    need, last = 0, NO_CARD
    for i in range(SIZE[row]):
        kind = SETS[row, i]
        need = need + 1 if kind == last else 1
        if need > held[kind]:
            return False
        last = kind
    return True


def list_set_rows(held, rows, most):
    """Write the first `most` sets that can be made of so many cards of each kind; return how many."""
    lacking_low, lacking_high, n = 0, 0, 0
    for kind in range(KINDS):
        if held[kind] == 0 and kind < LOW_KINDS:
            lacking_low |= 1 << kind
        elif held[kind] == 0:
            lacking_high |= 1 << kind - LOW_KINDS
    wilds = min(held[WILD], MOST_WILDS_IN_SET)
    for kind in range(WILD):
        if held[kind]:
            for row in range(ANSWER_START[kind], STOP_BY_WILDS[kind, wilds]):
                if (LOW_KIND_BITS[row] & lacking_low == 0 and HIGH_KIND_BITS[row] & lacking_high == 0
                        and can_make_set(row, held)):
                    rows[n] = row
                    n += 1
                    if n == most:
                        return n
    return n


def update_open_set(s):
    """Update whether a set lies face up, cards outside the foundation included (PC-21)."""
    held, rows = np.zeros(KINDS, np.int64), np.zeros(1, np.int64)
    count_cards(s, held)
    s.set_there = list_set_rows(held, rows, 1)


def order_equal_cards(s, start, following, outside_first):
    """Chain the places of each kind in the order in which equal cards are taken.

    start[kind] is the first place of a kind, following[place] the next one of the same kind.
    """
    start[:] = NO_CARD
    for i in range(s.extent - 1, -1, -1):
        place = i
        if outside_first:                               # backwards: the foundation first, then what lies outside
            outside = s.extent - min(FOUNDATION_PLACES, s.extent)
            place = i - outside if i >= outside else FOUNDATION_PLACES + i
        kind = s.face_up[place]
        if kind != NO_CARD:
            following[place] = start[kind]
            start[kind] = place


def encode_set_pick(row, start, following):
    """Return the action that picks up the set of a row, equal cards in the order of `order_equal_cards`."""
    places = np.zeros(MAX_SET_SIZE, np.int64)
    last, place = NO_CARD, NO_CARD
    for i in range(SIZE[row]):
        kind = SETS[row, i]
        place = following[place] if kind == last else start[kind]
        places[i] = place
        last = kind
    return encode_pick(places, SIZE[row])


def list_open_sets(s, out):
    """Write the pick-ups of all sets that lie face up; return how many.

    Equal cards are one choice, except for whether they are taken from the foundation or from outside as far as possible
    (PC-6).
    """
    held, rows = np.zeros(KINDS, np.int64), np.empty(len(SETS), np.int64)
    start, following = np.empty(KINDS, np.int64), np.empty(PLACES, np.int64)
    count_cards(s, held)
    n = list_set_rows(held, rows, len(SETS))
    order_equal_cards(s, start, following, False)
    for i in range(n):
        out[i] = encode_set_pick(rows[i], start, following)
    return append_outside_copies(s, rows, n, out) if s.extent > FOUNDATION_PLACES else n


def append_outside_copies(s, rows, n, out):
    """Add the pick-ups that take cards from outside where that differs; return how many in all."""
    start, following = np.empty(KINDS, np.int64), np.empty(PLACES, np.int64)
    order_equal_cards(s, start, following, True)
    found = n
    for i in range(found):
        other = encode_set_pick(rows[i], start, following)
        if other != out[i]:
            out[n] = other
            n += 1
    return n


def is_listed_way(s, row, action):
    """Return whether a pick-up of a set is one of those that `list_open_sets` writes."""
    start, following = np.empty(KINDS, np.int64), np.empty(PLACES, np.int64)
    for outside_first in (False, True):
        order_equal_cards(s, start, following, outside_first)
        if encode_set_pick(row, start, following) == action:
            return True
    return False


# Offences.

def write_kinds_at(s, action, kinds):
    """Write the kinds that lie at the places of a pick-up; return how many."""
    n = count_picked_cards(action)
    for i in range(n):
        kinds[i] = s.face_up[decode_pickup_place(action, i)]
    return n


def write_pick_kinds(s, i, kinds):
    """Write the kinds of open pick-up i; return how many."""
    n = count_picked_cards(s.open_pick[i])
    for at in range(n):
        kinds[at] = s.gone[decode_pickup_place(s.open_pick[i], at)]
    return n


def unpack_kinds(words, kinds):
    """Write the kinds of a remembered pick-up; return how many."""
    n = 0
    while kind_at(words, n) != NO_CARD:
        kinds[n] = kind_at(words, n)
        n += 1
    return n


def find_offences(kinds, n):
    """Return the set of offences in cards picked up in this order (PC-12, PC-13)."""
    found, wilds, best = 0, 0, 0
    for i in range(n):
        wilds += kinds[i] == WILD
        best = i if VALUE[kinds[i]] > VALUE[kinds[best]] else best
    answer = VALUE[kinds[best]]
    if n < MIN_SET_SIZE or answer == 0 or not is_answer_made(answer, product_without_answer(kinds, n, best), wilds):
        found = add_member(found, Offence.PRODUCT)
    if VALUE[kinds[0]] != answer:
        found = add_member(found, Offence.ORDER)
    if wilds > MOST_WILDS_IN_SET:
        found = add_member(found, Offence.WILDS)
    if n - wilds < MIN_NATURALS:
        found = add_member(found, Offence.NATURALS)
    return found


def product_without_answer(kinds, n, best):
    """Return the product of the natural cards except the answer, or some number beyond the answer."""
    product = 1
    for i in range(n):
        if i != best and kinds[i] != WILD and product <= VALUE[kinds[best]]:
            product *= VALUE[kinds[i]]
    return product


def is_answer_made(answer, product, wilds):
    """Return whether a product times so many primes makes the answer."""
    return answer % product == 0 and PRIME_COUNTS[answer // product - 1] == wilds


compile_rules(globals(), makers="update_open_set encode_set_pick list_open_sets append_outside_copies is_listed_way")
