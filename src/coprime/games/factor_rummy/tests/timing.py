"""How long the least deadwood takes: python -m coprime.games.factor_rummy.tests.timing

Of each family of hands the mean, the 99th of 100 and the slowest, in microseconds of one core; of every hand the best
of some passes, so that other work on the machine disturbs little.  The call from Python is in it.
"""

import random
import time

import numpy as np

from coprime.decks.primepak.cards import KINDS
from coprime.games.factor_rummy import going_out

from .test_deadwood_solver import crowded_hand, random_hand, rich_hand

HANDS, PASSES = 1_000, 7
LESS = np.zeros(KINDS, np.int64)
FAMILIES = {"random": random_hand, "sets": rich_hand, "crowded": crowded_hand}


def microseconds(call):
    """Of one call, at its best."""
    best = float("inf")
    for _ in range(PASSES):
        start = time.perf_counter()
        call()
        best = min(best, time.perf_counter() - start)
    return best * 1e6


def measured(make, level, cards, ask):
    chance = random.Random(f"{level} {cards}")
    hands = (make(chance, level, cards) for _ in range(HANDS))
    return np.array([microseconds(lambda hand=hand: ask(hand, cards)) for hand in hands])


def all_discards(hand, cards):
    return going_out.count_deadwood_by_discard(hand, cards, LESS)


def main():
    print(f"{'':<34}{'mean':>8}{'p99':>8}{'most':>8}")
    for level in (3, 6):
        for what, ask, cards in (("a hand of 11", going_out.count_deadwood, 11),
                                 ("a hand of 12", going_out.count_deadwood, 12),
                                 ("and all discards", all_discards, 12)):
            for family, make in FAMILIES.items():
                took = measured(make, level, cards, ask)
                name = f"{level} {family}, {what}"
                print(f"{name:<34}{took.mean():>8.1f}{np.percentile(took, 99):>8.1f}{took.max():>8.1f}")


if __name__ == "__main__":
    main()
