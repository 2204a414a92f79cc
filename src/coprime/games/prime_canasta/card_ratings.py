"""Rate cards: how useful each card of a hand is, and how easily others use a discard; compiled."""
# mypy: ignore-errors, implicit-reexport

import numpy as np

from ...core.bits import set_size
from ...core.kernel import compile_rules
from ...decks.primepak.cards import COPIES, KINDS
from .hands import add_set, counts_to_bit_words
from .rounds import copies_in_deck
from .sides import count_sides, side_of
from .tables import (
    ADDED_CARDS,
    ALL,
    BONUS,
    CARDS,
    COUNT,
    COUNTS,
    FIRST_PAIR,
    FIRST_RUN,
    HIGH,
    LOW,
    MOST,
    PAIR_COUNT,
    PAIR_HIGH,
    PAIR_LOW,
    PAIRS,
    SET_POINTS,
    SHIFT,
    SPLIT,
    WILD_CARDS,
)

FAR = 3                                             # cards that a set may lack to be thought of
SHARE = 1.0 / (1.0 + np.arange(FAR + 1)) ** 3       # of its value that counts, by the cards that it lacks
VALUE = (SET_POINTS + BONUS).astype(np.float64)

# All sets, the dearest first: of those that lack as much only the first with a card counts for it.
ORDER = np.argsort(-VALUE, kind="stable").astype(np.int64)
NEEDS = np.stack([LOW, HIGH], axis=1)[ORDER].copy()
HALF = KINDS // 2


def _kind_bits():
    """Return the kinds of each set as bits of two words."""
    held = COUNTS[ORDER] > 0
    parts = [held[:, :HALF], held[:, HALF:]]
    return np.stack([(part << np.arange(part.shape[1])).sum(axis=1) for part in parts], axis=1).astype(np.int64)


def _estimate_ease(hands=300, cards=15):
    """Return how often a random hand takes a card of each kind into a natural factor set."""
    chance, deck = np.random.Generator(np.random.PCG64(12)), np.repeat(np.arange(KINDS), COPIES)
    held = np.array([np.bincount(chance.choice(deck, cards, replace=False), minlength=KINDS) for _ in range(hands)])
    bits = (1 << np.minimum(held, MOST)) - 1 << SHIFT
    low, high = bits[:, :SPLIT].sum(axis=1), bits[:, SPLIT:].sum(axis=1)
    ease = np.zeros(KINDS)
    for kind in range(KINDS):
        rows = np.flatnonzero((COUNTS[:FIRST_RUN, kind] > 0) & (WILD_CARDS[:FIRST_RUN] == 0))
        last = 1 << SHIFT[kind] + COUNTS[rows, kind] - 1                # the card that comes from the pile
        lacks_low = LOW[rows] - (last if kind < SPLIT else 0)
        lacks_high = HIGH[rows] - (last if kind >= SPLIT else 0)
        ease[kind] = ((lacks_low & ~low[:, None] | lacks_high & ~high[:, None]) == 0).any(axis=1).mean()
    return ease


KINDS_OF, EASE = _kind_bits(), _estimate_ease()


def score_kinds(s, seat, uses):
    """Write to `uses` how useful a card of each kind is: the value of its best set or growth.

    A set counts less the more cards the hand lacks, and nothing where too few of its cards are off the table.
    """
    uses[:] = 0.0
    low, high = counts_to_bit_words(s.hand[seat])
    there_low, there_high = bits_not_laid(s)
    seen = np.zeros((FAR + 1, 2), np.int64)
    for i in range(ALL):
        lacks = set_size(NEEDS[i, 0] & ~low) + set_size(NEEDS[i, 1] & ~high)
        if lacks <= FAR and not (NEEDS[i, 0] & ~there_low | NEEDS[i, 1] & ~there_high) \
                and (KINDS_OF[i, 0] & ~seen[lacks, 0] | KINDS_OF[i, 1] & ~seen[lacks, 1]):
            seen[lacks, 0] |= KINDS_OF[i, 0]
            seen[lacks, 1] |= KINDS_OF[i, 1]
            row = ORDER[i]
            credit_cards(CARDS[row], COUNT[row], VALUE[row] * SHARE[lacks], uses)
    side = side_of(s, seat)
    for i in range(s.laid_n[side]):
        row = s.laid[side, i]
        for pair in range(FIRST_PAIR[row], FIRST_PAIR[row + 1]):
            lacks = set_size(PAIR_LOW[pair] & ~low) + set_size(PAIR_HIGH[pair] & ~high)
            if lacks <= FAR and not (PAIR_LOW[pair] & ~there_low | PAIR_HIGH[pair] & ~there_high):
                worth = (VALUE[PAIRS[pair, 1]] - VALUE[row]) * SHARE[lacks]
                credit_cards(ADDED_CARDS[pair], PAIR_COUNT[pair], worth, uses)


def bits_not_laid(s):
    """Return the cards of the deck that lie in no set, as two words of bits."""
    there = np.empty(KINDS, np.int64)
    for kind in range(KINDS):
        there[kind] = copies_in_deck(s, kind)
    for side in range(count_sides(s)):
        for i in range(s.laid_n[side]):
            add_set(there, s.laid[side, i], -1)
    return counts_to_bit_words(there)


def credit_cards(cards, n, worth, uses):
    """Raise the use of n cards to `worth` where it is less."""
    for i in range(n):
        uses[cards[i]] = max(uses[cards[i]], worth)


compile_rules(globals())
