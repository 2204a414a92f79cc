"""Sample draw piles: distribute the cards that a seat cannot place, each way equally likely.

A draw pile made of discards consists of those discards, so its capacity for other kinds is small.
"""
# mypy: ignore-errors, implicit-reexport

import numpy as np

from ...core.chance import random_below, shuffle
from ...core.combinatorics import count_combinations
from ...core.kernel import compile_rules
from .cards import KINDS


def shuffle_unseen(deck_size, unseen, capacity, max_extra, cards, x):
    """Write the unseen cards to `cards` in random order; the first `deck_size` of them are the draw pile.

    unseen     number of cards by kind
    capacity   how many of each kind the draw pile can hold
    max_extra  how many cards, of all kinds together, it may hold beyond its capacity
    x          state of the random generator; the next state is returned
    """
    tight, n = False, 0
    for kind in range(KINDS):
        tight = tight or unseen[kind] > capacity[kind]
        for _ in range(unseen[kind]):
            cards[n] = kind
            n += 1
    if not tight:
        return shuffle(cards, 0, n, x)
    x = sample_deck(deck_size, unseen, capacity, max(0, max_extra), cards, x)
    x = shuffle(cards, 0, deck_size, x)
    return shuffle(cards, deck_size, n, x)


def sample_deck(deck_size, unseen, capacity, max_extra, cards, x):
    """Order cards so that the first `deck_size` are a random draw pile.

    At most `max_extra` of them go beyond `capacity`.  ways[kind, n, k] counts the ways of taking n physical cards,
    k of them beyond capacity, of the kinds from `kind` on.
    """
    ways = np.zeros((KINDS + 1, deck_size + 1, max_extra + 1))
    ways[KINDS, 0, :] = 1
    for kind in range(KINDS - 1, -1, -1):
        for n in range(deck_size + 1):
            for k in range(max_extra + 1):
                for here in range(min(unseen[kind], n) + 1):
                    beyond = max(0, here - capacity[kind])
                    if beyond <= k:
                        ways[kind, n, k] += count_combinations(unseen[kind], here) * ways[kind + 1, n - here,
                                                                                          k - beyond]
    front, back, wanted = 0, deck_size, deck_size
    for kind in range(KINDS):
        r, x = random_below(x, 1 << 30)
        here = sample_kind_count(ways, kind, wanted, max_extra, unseen[kind], capacity[kind], r / (1 << 30))
        wanted, max_extra = wanted - here, max_extra - max(0, here - capacity[kind])
        for i in range(unseen[kind]):
            if i < here:
                cards[front] = kind
                front += 1
            else:
                cards[back] = kind
                back += 1
    return x


def sample_kind_count(ways, kind, wanted, max_extra, unseen, capacity, fraction):
    """Sample how many cards of a kind a draw pile has, in proportion to the ways of completing it.

    `fraction`, in [0, 1), is the random number that decides.
    """
    at, last = fraction * ways[kind, wanted, max_extra], 0
    for here in range(min(unseen, wanted) + 1):
        beyond = max(0, here - capacity)
        if beyond <= max_extra:
            share = count_combinations(unseen, here) * ways[kind + 1, wanted - here, max_extra - beyond]
            if share > 0:
                last = here
                at -= share
                if at < 0:
                    break
    return last


compile_rules(globals())
