"""Do cards of Prime Canasta make a set, or a larger one of a set that is laid?"""
# mypy: ignore-errors, implicit-reexport

from ...core.kernel import compile_rules
from ...core.seats import UNKNOWN
from ...decks.primepak.cards import WILD
from ...decks.primepak.factor_sets import NO_SET, find_set_row
from .tables import ADDED_CARDS, FIRST_PAIR, MOST_WILDS, PAIR_COUNT, PLACE_OF, SHORTEST_RUN


def makes_set(cards, n):
    """Do cards make a set of any kind?"""
    return find_set_row(cards, n) != NO_SET or makes_run(cards, n)


def makes_run(cards, n):
    """CA-6, CA-26: consecutive primes, wilds in the gaps or at the ends."""
    seen, wilds = 0, 0
    low, high = len(PLACE_OF), UNKNOWN
    for i in range(n):
        place = PLACE_OF[cards[i]]
        if cards[i] == WILD:
            wilds += 1
        elif place < 0 or seen >> place & 1:
            return False
        else:
            seen |= 1 << place
            low, high = min(low, place), max(high, place)
    return n >= SHORTEST_RUN and wilds <= MOST_WILDS and high - low < n


def makes_pair(row, cards, n):
    """Is there a set that a laid one becomes with just these cards?"""
    for pair in range(FIRST_PAIR[row], FIRST_PAIR[row + 1]):
        if PAIR_COUNT[pair] == n and has_same_cards(ADDED_CARDS[pair], cards, n):
            return True
    return False


def has_same_cards(one, other, n):
    """Tell whether the first n cards of two arrays are the same, in any order."""
    for i in range(n):
        here = there = 0
        for j in range(n):
            here += one[j] == one[i]
            there += other[j] == one[i]
        if here != there:
            return False
    return True


compile_rules(globals())
