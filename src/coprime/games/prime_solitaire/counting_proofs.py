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
from ...decks.primepak.factor_set_catalogue import SETS, SIZE, WILDS
from .phrases import list_places
from .tables import KINDS

SINGLE_POWER_PRIMES = [prime for prime in PRIMES if not any(number % prime**2 == 0 for number in NUMBERS)]
NATURAL_SETS = [[int(kind) for kind in row[:size]] for row, size,
                wilds in zip(SETS, SIZE, WILDS, strict=True) if not wilds]
NEEDED_COUNTS = np.array([np.bincount(row, minlength=KINDS)
                          for row in NATURAL_SETS])       # by set and kind: how many cards


class UnclearableProof(NamedTuple):
    """Kinds of which not all cards of the foundation can go: no set has them, or partners lack."""

    kinds: list[int]
    prime: int = 0              # 0: there is no set
    partners: int = 0           # how many are left


def prove_unclearable(view: Any) -> UnclearableProof | None:
    """Return why the foundation of a view cannot be cleared any more; None where that is not proved."""
    wanted = np.bincount([int(view.card[place]) for place in list_places(view.there)], minlength=KINDS)
    left = wanted + np.array(view.unseen)[:KINDS]
    left += np.bincount(np.array(view.stack)[:int(view.height)].astype(np.int64), minlength=KINDS)
    made = np.flatnonzero((NEEDED_COUNTS <= left).all(1))
    stuck = np.flatnonzero((wanted > 0) & ~NEEDED_COUNTS[made].any(0))
    if len(stuck):
        return UnclearableProof([int(stuck[-1])])
    found = (find_shortage(prime, wanted, left, made) for prime in SINGLE_POWER_PRIMES)
    return next((one for one in found if one), None)


def find_shortage(prime: int, wanted: Any, left: Any, made: Any) -> UnclearableProof | None:
    """Return the fewest kinds with more cards in the foundation than partners left, or None."""
    partners = partners_with(prime, made)
    kinds = [int(kind) for kind in np.flatnonzero(wanted) if NUMBERS[kind] % prime == 0]
    for size in range(1, len(kinds) + 1):
        for some in combinations(kinds, size):
            others = set().union(*(partners[kind] for kind in some))
            count = sum(int(left[kind]) for kind in others)
            if others.isdisjoint(some) and count < sum(int(wanted[kind]) for kind in some):
                return UnclearableProof(list(some), prime, count)
    return None


def partners_with(prime: int, made: Any) -> dict[int, set[int]]:
    """Return, by kind that a prime divides, the kinds with which it can be in a set."""
    found: dict[int, set[int]] = defaultdict(set)
    for row in made:
        pair = [kind for kind in NATURAL_SETS[row] if NUMBERS[kind] % prime == 0]
        if pair:
            found[pair[0]].add(pair[1])
            found[pair[1]].add(pair[0])
    return found
