"""How cards make large and small numbers: their digits, sums and orders."""

import math
import random
from collections.abc import Iterable, Sequence

from ....core.bits import count_kind
from ..card_signs import BARE_JOKER, FIRST_DECLARED, JOKER, KINDS, SIGN_KIND, SIGN_VALUE

Hand = tuple[int, ...]
Signs = tuple[int, ...]
Bounds = tuple[float, float]            # a number lies between these, both left out

ANY: Bounds = (0, math.inf)
NOISES = (0, 4, 15, 60)     # by how much chance changes which cards are taken: not at all, ..., quite
LOOSE_ENDS = (3, 5, 8, 99)  # so many cards at the end are shuffled

VALUE = [int(value) for value in SIGN_VALUE]
TEXT = [str(value) if value >= 0 else "" for value in VALUE]                # of each sign
IS_ODD_END = [value in (1, 3, 7, 9, 11, 13) for value in VALUE]             # may end a prime of several cards
HAS_TWO_DIGITS = [value >= 10 for value in VALUE]
# A number is largest with its cards in falling order of their digits, repeated: 9, 8, ..., 2, K, Q, J, A, T.
RANK_IN_ORDER = [int((text * 2)[:2]) if text else -1 for text in TEXT]
STRENGTH = [20 * two + rank / 10 for two, rank in zip(HAS_TWO_DIGITS, RANK_IN_ORDER, strict=True)]


def number_of(signs: Iterable[int]) -> int:
    """Return the number that declared cards make side by side (SD-8)."""
    return int("".join([TEXT[sign] for sign in signs]))


def counts_of_bag(bag: int) -> Hand:
    """Return a bag of the state as counts by kind."""
    return tuple(count_kind(bag, kind) for kind in range(KINDS))


def list_cards(hand: Sequence[int]) -> list[int]:
    """Return the kinds of a hand, one by one."""
    return [kind for kind in range(KINDS) for _ in range(hand[kind])]


def remove_play(hand: Hand, signs: Iterable[int]) -> Hand:
    """Return what is left of a hand after the cards of a play."""
    left = list(hand)
    for sign in signs:
        if SIGN_KIND[sign] >= 0:
            left[SIGN_KIND[sign]] -= 1
    return tuple(left)


def can_be_prime(hand: Sequence[int]) -> bool:
    """Tell whether nothing forbids that all cards together make a prime: digit sum and last card."""
    if sum(hand) == 1:
        return bool(hand[JOKER] or any(hand[kind] for kind in (2, 3, 5, 7, 11, 13)))
    if hand[JOKER]:
        return True
    if sum(kind * hand[kind] for kind in range(KINDS)) % 3 == 0:        # a number and its digits, modulo 3
        return False
    return any(hand[kind] for kind in (1, 3, 7, 9, 11, 13))


def make_extreme_number(hand: Sequence[int], n: int, smallest: bool = False) -> int:
    """Return a bound of the numbers that n cards of a hand make, prime or not; jokers count as K, or as A.

    Exact but for jokers as 0 among small numbers.
    """
    joker = FIRST_DECLARED + (1 if smallest else 13)
    signs = [kind or joker for kind in list_cards(hand)]
    signs.sort(key=STRENGTH.__getitem__, reverse=not smallest)
    return number_of(sorted(signs[:n], key=RANK_IN_ORDER.__getitem__, reverse=not smallest))


def is_in_reach(hand: Sequence[int], n: int, bounds: Bounds, smallest: bool) -> bool:
    """Tell whether n cards of a hand can make a number within bounds, prime or not."""
    if bounds == ANY:
        return True
    extreme = make_extreme_number(hand, n, smallest)
    return extreme < bounds[1] if smallest else extreme > bounds[0]


def choose_strong(signs: Sequence[int], n: int, chance: random.Random, attempt: int, smallest: bool) -> list[int]:
    """Return n of some signs, those of large numbers (small ones where `smallest`) more or less likelier."""
    if n >= len(signs):
        return list(signs)
    noise, direction = NOISES[attempt & 3], -1 if smallest else 1
    keys = [(direction * STRENGTH[sign] + noise * chance.random(), sign) for sign in signs]
    keys.sort(reverse=True)
    return [sign for _, sign in keys[:n]]


def order_signs(signs: Sequence[int], chance: random.Random, attempt: int, smallest: bool) -> Signs:
    """Return signs in the order of the largest or the smallest number, with the last ones shuffled."""
    order = sorted(signs, key=RANK_IN_ORDER.__getitem__, reverse=not smallest)
    firm = len(order) - min(LOOSE_ENDS[attempt >> 2 & 3], len(order))
    tail = order[firm:]
    chance.shuffle(tail)
    return (*order[:firm], *tail)


def is_bare(signs: Signs) -> bool:
    """Tell whether a play is jokers without a value."""
    return signs[0] == BARE_JOKER
