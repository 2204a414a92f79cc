"""What lies face up: which factor sets are there, and what is wrong with cards picked up."""

import numpy as np

from ...core.bits import with_one
from ...core.kernel import compile_rules
from ...core.numbers import prime_factors
from ...decks.primepak.cards import KINDS, NUMBERS, PRIMES, VALUE, WILD
from ...decks.primepak.catalogue import MOST_WILDS_IN_SET, NO_CARD, SETS, SIZE, START, STOP, WIDEST
from .state import MAIN, PLACES, Offence, cards_taken, kind_at, place_at, take
from .tables import MAIN as FOUNDATION

# How many primes multiply to a number; UNLIKE for a number with another prime factor than those of the deck.
UNLIKE = 99
PARTS = np.array([len(parts) if set(parts := prime_factors(n)) <= set(PRIMES) else UNLIKE
                  for n in range(1, NUMBERS[-1] + 1)], np.int64)
NATURALS_IN_SET = 2                     # PP-4
LEAST = 3                               # PP-3
PLACES_OF_LEVEL = np.array(FOUNDATION, np.int64)

# The kinds of each set of the catalogue as two sets of bits: most sets are ruled out by a kind that does not lie there.
HALF = 40
_KINDS_OF = [{int(kind) for kind in cards if kind != NO_CARD} for cards in SETS]
LOW = np.array([sum(1 << kind for kind in kinds if kind < HALF) for kinds in _KINDS_OF], np.int64)
HIGH = np.array([sum(1 << kind - HALF for kind in kinds if kind >= HALF) for kinds in _KINDS_OF], np.int64)


# Sets.

def count_cards(s, held):
    """How many of each kind lie face up."""
    for place in range(s.extent):
        if s.face_up[place] != NO_CARD:
            held[s.face_up[place]] += 1


def fits(row, held):
    """Can a set of the catalogue be made of so many of each kind?"""
    need, last = 0, NO_CARD
    for i in range(SIZE[row]):
        kind = SETS[row, i]
        need = need + 1 if kind == last else 1
        if need > held[kind]:
            return False
        last = kind
    return True


def rows_there(held, rows, most):
    """Write the first `most` sets that can be made of so many of each kind; return how many."""
    lacking_low, lacking_high, n = 0, 0, 0
    for kind in range(KINDS):
        if held[kind] == 0 and kind < HALF:
            lacking_low |= 1 << kind
        elif held[kind] == 0:
            lacking_high |= 1 << kind - HALF
    for kind in range(WILD):
        if held[kind]:
            for row in range(START[kind], STOP[kind]):
                if LOW[row] & lacking_low == 0 and HIGH[row] & lacking_high == 0 and fits(row, held):
                    rows[n] = row
                    n += 1
                    if n == most:
                        return n
    return n


def look(s):
    """PC-21: see whether a set lies there, outside cards included."""
    held, rows = np.zeros(KINDS, np.int64), np.zeros(1, np.int64)
    count_cards(s, held)
    s.set_there = rows_there(held, rows, 1)


def line_up(s, start, following, outside_first):
    """Each kind's places in the order in which equal cards are taken: start[kind], following[place], ..."""
    start[:] = NO_CARD
    for i in range(s.extent - 1, -1, -1):
        place = i
        if outside_first:                               # backwards: the foundation first, then what lies outside
            outside = s.extent - min(MAIN, s.extent)
            place = i - outside if i >= outside else MAIN + i
        kind = s.face_up[place]
        if kind != NO_CARD:
            following[place] = start[kind]
            start[kind] = place


def pick_of(row, start, following):
    """The pick-up of a set, with equal cards taken in the order of a line-up."""
    places = np.zeros(WIDEST, np.int64)
    last, place = NO_CARD, NO_CARD
    for i in range(SIZE[row]):
        kind = SETS[row, i]
        place = following[place] if kind == last else start[kind]
        places[i] = place
        last = kind
    return take(places, SIZE[row])


def sets_there(s, out):
    """Write the pick-ups of all sets: equal cards are one choice, but for whether one takes them from the foundation
    or from outside as far as possible (PC-6).  Return how many."""
    held, rows = np.zeros(KINDS, np.int64), np.empty(len(SETS), np.int64)
    start, following = np.empty(KINDS, np.int64), np.empty(PLACES, np.int64)
    count_cards(s, held)
    n = rows_there(held, rows, len(SETS))
    line_up(s, start, following, False)
    for i in range(n):
        out[i] = pick_of(rows[i], start, following)
    return with_other_copies(s, rows, n, out) if s.extent > MAIN else n


def with_other_copies(s, rows, n, out):
    """Add the pick-ups that take from outside what they can, where that is not the same; return how many in all."""
    start, following = np.empty(KINDS, np.int64), np.empty(PLACES, np.int64)
    line_up(s, start, following, True)
    found = n
    for i in range(found):
        other = pick_of(rows[i], start, following)
        if other != out[i]:
            out[n] = other
            n += 1
    return n


def is_listed_way(s, row, action):
    """Is a pick-up of a set one of those that `sets_there` writes?"""
    start, following = np.empty(KINDS, np.int64), np.empty(PLACES, np.int64)
    for outside_first in (False, True):
        line_up(s, start, following, outside_first)
        if pick_of(row, start, following) == action:
            return True
    return False


# Offences.

def kinds_at(s, action, kinds):
    """Write the kinds that lie at the places of a pick-up; return how many."""
    n = cards_taken(action)
    for i in range(n):
        kinds[i] = s.face_up[place_at(action, i)]
    return n


def kinds_gone(s, i, kinds):
    """Write the kinds of an open pick-up; return how many."""
    n = cards_taken(s.open_pick[i])
    for at in range(n):
        kinds[at] = s.gone[place_at(s.open_pick[i], at)]
    return n


def unpacked(words, kinds):
    """Write the kinds of a pick-up that is remembered; return how many."""
    n = 0
    while kind_at(words, n) != NO_CARD:
        kinds[n] = kind_at(words, n)
        n += 1
    return n


def offences_in(kinds, n):
    """PC-12, PC-13: the set of offences of cards picked up in this order."""
    found, wilds, best = 0, 0, 0
    for i in range(n):
        wilds += kinds[i] == WILD
        best = i if VALUE[kinds[i]] > VALUE[kinds[best]] else best
    answer = VALUE[kinds[best]]
    if n < LEAST or answer == 0 or not makes(answer, product_beside(kinds, n, best), wilds):
        found = with_one(found, Offence.PRODUCT)
    if VALUE[kinds[0]] != answer:
        found = with_one(found, Offence.ORDER)
    if wilds > MOST_WILDS_IN_SET:
        found = with_one(found, Offence.WILDS)
    if n - wilds < NATURALS_IN_SET:
        found = with_one(found, Offence.NATURALS)
    return found


def product_beside(kinds, n, best):
    """The product of the natural cards but the answer; some number beyond it where it is larger."""
    product = 1
    for i in range(n):
        if i != best and kinds[i] != WILD and product <= VALUE[kinds[best]]:
            product *= VALUE[kinds[i]]
    return product


def makes(answer, product, wilds):
    """Does a product make the answer with so many primes?"""
    return answer % product == 0 and PARTS[answer // product - 1] == wilds


compile_rules(globals(), makers="look pick_of sets_there with_other_copies is_listed_way")
