"""Two proofs by counting that what is left cannot be cleared, whatever the order of the draw pile (PS-16).

Both look only at which cards are left, which whoever sees the table can count.  To clear the foundation every card of
it is taken away in a factor set, and no two sets have a card in common.

1. A card of the foundation that is in no set of cards left stays.
2. Let p be a prime whose square divides no number of the deck.  If p divides a card of a set, it divides the answer,
   and just once, so just one multiplier.  These two are partners.  Now take kinds that p divides of which no two can
   be partners.  Each of their cards in the foundation needs a partner of its own, of yet another kind, so if fewer
   cards are left of all kinds that can be partners, one stays.

Without a proof all may be lost just the same: neither looks at what lies under what.
"""

from collections import defaultdict
from itertools import combinations
from typing import Any, NamedTuple

import numpy as np

from ...decks.primepak.cards import NUMBERS, PRIMES
from ...decks.primepak.catalogue import SETS, SIZE, WILDS
from .phrases import members
from .tables import KINDS

LONE = [prime for prime in PRIMES if not any(number % prime**2 == 0 for number in NUMBERS)]
NATURAL = [[int(kind) for kind in row[:size]] for row, size, wilds in zip(SETS, SIZE, WILDS, strict=True) if not wilds]
NEEDED = np.array([np.bincount(row, minlength=KINDS) for row in NATURAL])       # by set and kind: how many cards


class Proof(NamedTuple):
    """Kinds of which not all cards of the foundation can go: for want of any set, or of partners with a prime."""

    kinds: list[int]
    prime: int = 0              # 0: there is no set
    partners: int = 0           # how many are left


def proof(view: Any) -> Proof | None:
    """Why the foundation of a view cannot be cleared any more, if that can be proved."""
    wanted = np.bincount([int(view.card[place]) for place in members(view.there)], minlength=KINDS)
    left = wanted + np.array(view.unseen)[:KINDS]
    left += np.bincount(np.array(view.stack)[:int(view.height)].astype(np.int64), minlength=KINDS)
    made = np.flatnonzero((NEEDED <= left).all(1))
    stuck = np.flatnonzero((wanted > 0) & ~NEEDED[made].any(0))
    if len(stuck):
        return Proof([int(stuck[-1])])
    found = (short_of(prime, wanted, left, made) for prime in LONE)
    return next((one for one in found if one), None)


def short_of(prime: int, wanted: Any, left: Any, made: Any) -> Proof | None:
    """Kinds with more cards in the foundation than partners left, the fewest such kinds."""
    partners = partners_with(prime, made)
    kinds = [int(kind) for kind in np.flatnonzero(wanted) if NUMBERS[kind] % prime == 0]
    for size in range(1, len(kinds) + 1):
        for some in combinations(kinds, size):
            others = set().union(*(partners[kind] for kind in some))
            count = sum(int(left[kind]) for kind in others)
            if others.isdisjoint(some) and count < sum(int(wanted[kind]) for kind in some):
                return Proof(list(some), prime, count)
    return None


def partners_with(prime: int, made: Any) -> dict[int, set[int]]:
    """By kind that a prime divides: the kinds with which it can be in a set."""
    found: dict[int, set[int]] = defaultdict(set)
    for row in made:
        pair = [kind for kind in NATURAL[row] if NUMBERS[kind] % prime == 0]
        if pair:
            found[pair[0]].add(pair[1])
            found[pair[1]].add(pair[0])
    return found
