"""Random numbers: published test vectors, no bias, the same compiled and not."""

import random
from collections import Counter

import numpy as np
import pytest

from coprime.core import chance
from coprime.core.kernel import instance, plain

TWINS = [chance, plain("coprime.core.chance")]


@pytest.mark.parametrize("twin", TWINS, ids=["compiled", "plain"])
@pytest.mark.parametrize(("seed", "words"), [
    (1234567, [6457827717110365317, 3203168211198807973, 9817491932198370423, 4593380528125082431,
               16408922859458223821]),
    (0, [0xE220A8397B1DCDAF, 0x6E789E6AA1B965F4, 0x06C45D188009454F])])
def test_published_vectors_of_splitmix64(twin, seed, words):
    x = seed
    for word in words:
        x = twin.advance(x)
        assert int(twin.mix(x)) % 2**64 == word


def test_the_twins_agree():
    compiled, ordinary = TWINS
    x = y = 99
    for n in [1, 2, 3, 6, 10, 52, 1000, 2**31 - 1, 2**31] * 20:
        (a, x), (b, y) = compiled.below(x, n), ordinary.below(y, n)
        assert (a, x) == (b, y) and 0 <= a < n
    one, other = np.arange(54), np.arange(54)
    assert compiled.shuffle(one, 2, 50, 5) == ordinary.shuffle(other, 2, 50, 5)
    assert list(one) == list(other) and sorted(one) == list(range(54))
    assert list(one[:2]) == [0, 1] and list(one[50:]) == [50, 51, 52, 53]


def test_below_is_even():
    x, counts = 7, Counter()
    for _ in range(60_000):
        k, x = chance.below(x, 6)
        counts[int(k)] += 1
    assert sum((n - 10_000) ** 2 / 10_000 for n in counts.values()) < 20.5      # chi-square, 5 degrees, p = 0.001


def test_below_rejects_what_would_be_a_bias():
    """For a bound just over half the range nearly half the words must be drawn again."""
    ordinary, n = TWINS[1], 2**31
    x = 1
    for _ in range(50):
        k, x = ordinary.below(x, n - 1)
        assert 0 <= k < n - 1


def test_shuffles_reach_every_order_evenly():
    counts = Counter()
    seeds = random.Random(3)
    for _ in range(24_000):
        cards = np.arange(4)
        chance.shuffle(cards, 0, 4, seeds.getrandbits(62))
        counts[tuple(cards.tolist())] += 1
    assert len(counts) == 24 and sum((n - 1000) ** 2 / 1000 for n in counts.values()) < 49.7    # 23 degrees, p = 0.001


def test_seeds_fit():
    x = 5
    for _ in range(100):
        seed, x = chance.seed_from(x)
        assert 0 <= seed < 2**chance.SEED_BITS


DRAWN_TWICE = """
from ..core.chance import below


def drawn(points, seats, x):
    first, x = below(x, seats)
    n = 0
    for seat in range(seats):
        n += points[seat] == points[seats - 1]
    at, x = below(x, n)
    for seat in range(seats):
        if points[seat] == points[seats - 1]:
            if at == 0:
                return 100 * first + seat
            at -= 1
    return -1
"""


def test_numbers_wrap_around_wherever_they_are_inlined(tmp_path):
    """An int64 that overflows lets LLVM think what it likes: in one place a draw always gave 0."""
    (tmp_path / "drawing.py").write_text(DRAWN_TWICE)
    compiled = instance(tmp_path / "drawing.py", "coprime.search.drawing_in_a_test", {}, "").drawn
    scope = {"below": TWINS[1].below}
    exec(DRAWN_TWICE.replace("from ..core.chance import below", ""), scope)
    seeds = random.Random(4)
    for _ in range(200):
        seats, x = seeds.randint(1, 4), seeds.getrandbits(62)
        points = np.array([seeds.randint(0, 1) for _ in range(seats)])
        assert compiled(points, seats, x) == scope["drawn"](points, seats, x)
