"""The search for a way out (CA-15) against every way of small hands, and on large ones."""

import random
from functools import cache

import numpy as np
import pytest

from coprime.core.kernel import import_pure
from coprime.decks.primepak.cards import KINDS, NUMBERS, WILD

from .table import kinds, row

tables, way_out = (import_pure(f"coprime.games.prime_canasta.{name}") for name in ("tables", "going_out_search"))
SMALL = [kind for kind in range(WILD) if NUMBERS[kind] in (2, 3, 4, 5, 6, 7, 8, 9, 11, 12, 13, 16, 17, 24, 36, 48)]


def counted(cards):
    return np.bincount(cards, minlength=KINDS)


def searched(cards, laid, canastas=0, points=0, level=6):
    last = tables.RUN_START[tables.RUN_ENDS[level]]
    return bool(way_out.can_be_laid(counted(cards), np.array([*laid, 0]), len(laid), last, canastas, points))


def tried(cards, laid, canastas, points, level=6):
    """The same by trying everything: any set, any growth, any number of times, any card kept."""
    last = tables.RUN_START[tables.RUN_ENDS[level]]
    hand = counted(cards)
    rows = [r for r in range(last) if (tables.COUNTS[r] <= hand).all()]

    @cache
    def out(left, sets, kept, canastas, points):
        if sum(left) <= 1 - kept and canastas <= 0 and points <= 0:
            return True
        for i, n in enumerate(left):
            if n and not kept and out((*left[:i], n - 1, *left[i + 1:]), sets, 1, canastas, points):
                return True
        return any(out(*after) for after in moves(np.array(left), sets, kept, canastas, points))

    def moves(left, sets, kept, canastas, points):
        for r in rows:
            if (tables.COUNTS[r] <= left).all():
                yield (tuple(left - tables.COUNTS[r]), sets, kept, canastas - tables.CANASTA[r],
                       points - tables.SET_POINTS[r])
        for old in set(sets):
            for pair in range(tables.FIRST_PAIR[old], tables.FIRST_PAIR[old + 1]):
                new = int(tables.PAIRS[pair, 1])
                added = tables.COUNTS[new] - tables.COUNTS[old]
                if new < last and (added <= left).all():
                    others = list(sets)
                    others[others.index(old)] = new
                    yield (tuple(left - added), tuple(sorted(others)), kept,
                           canastas - tables.CANASTA[new] + tables.CANASTA[old], points)
    return out(tuple(hand), tuple(sorted(laid)), 0, canastas, points)


@pytest.mark.parametrize("seed", range(30))
def test_small_hands_as_by_trying_everything(seed):
    chance = random.Random(seed)
    level = chance.choice((3, 4, 6))
    cards = [chance.choice([*SMALL, WILD]) for _ in range(chance.randrange(2, 4))]
    known = ("4=2x2", "9=3x3", "6=2xW", "run 2 3 5 7 11 13")
    laid = [row(text) for text in known[:chance.randrange(5 if level > 3 else 4)]]
    for _ in range(2):
        cards += [kind for kind in tables.CARDS[chance.randrange(200)] if kind >= 0 and chance.random() < 0.95]
    canastas, points = chance.randrange(3), chance.choice((0, 0, 0, 100)) if not laid else 0
    assert searched(cards, laid, canastas, points, level) == tried(cards, laid, canastas, points, level)


def test_the_last_card_may_make_the_canasta_that_is_missing():
    laid = [row("8=2x2x2")]
    assert searched(kinds("64"), laid, canastas=1) and not searched(kinds("64"), laid, canastas=2)
    assert searched(kinds("64 9"), laid, canastas=1) and not searched(kinds("64 9 9"), laid, canastas=1)


def test_a_run_goes_no_further_than_the_level():
    """CA-26: at level 4 no wild stands for 17."""
    cards, laid = kinds("W W"), [row("run 2 3 5 7 11 13")]
    assert searched(cards, laid, level=6) and not searched(cards, laid, level=4)


def test_the_wilds_of_a_run_do_not_stand_together_and_are_counted_all_the_same():
    """40 = 4 × W × W leaves one wild, and 5 to 19 from 7, 13, 17 and 19 wants two."""
    hand = [list(NUMBERS).index(number) for number in (4, 7, 13, 17, 19, 40, 64)] + [WILD] * 3
    assert not searched(hand, [])
    assert searched([*hand[:-3], WILD, WILD, WILD, WILD], []) == tried([*hand[:-3], *[WILD] * 4], [], 0, 0)


def left_with(**numbers):
    """What is left of a hand, in numbers: everything is 0 that is not named."""
    left = np.zeros(way_out.OTHER + 1, np.int64)
    for name, number in numbers.items():
        left[getattr(way_out, name)] = number
    return left


def test_a_mark_adds_a_word_of_its_own_for_each_canasta_point_and_card_that_is_wanting():
    for needs in [(1, 0, 0), (0, 1, 0), (0, 0, 1), (2, 3, 1)]:
        left = left_with(KEY=17, OTHER=-5, **dict(zip(("CANASTAS", "LACKING", "SPARE"), needs, strict=True)))
        with np.errstate(over="ignore"):
            assert way_out.position_key(left) == (17 + needs @ way_out.OF_NEED[:3, 0],
                                                  -5 + needs @ way_out.OF_NEED[:3, 1])


def test_more_than_enough_is_marked_as_just_enough():
    assert way_out.position_key(left_with(CANASTAS=-2, LACKING=-30)) == way_out.position_key(left_with())
