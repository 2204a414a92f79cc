"""Random numbers: published test vectors, known answers, no bias, the same compiled and not."""

import random
from collections import Counter

import numpy as np
import pytest

from coprime.core import chance
from coprime.core.kernel import import_pure, specialize_source

TWINS = [chance, import_pure("coprime.core.chance")]


@pytest.mark.parametrize("twin", TWINS, ids=["compiled", "plain"])
@pytest.mark.parametrize(("seed", "words"), [
    (1234567, [6457827717110365317, 3203168211198807973, 9817491932198370423, 4593380528125082431,
               16408922859458223821]),
    (0, [0xE220A8397B1DCDAF, 0x6E789E6AA1B965F4, 0x06C45D188009454F])])
def test_published_vectors_of_splitmix64(twin, seed, words):
    x = seed
    for word in words:
        x = twin.next_state(x)
        assert int(twin.mix(x)) % 2**64 == word


def test_the_twins_agree():
    compiled, ordinary = TWINS
    x = y = 99
    for n in [1, 2, 3, 6, 10, 52, 1000, 2**31 - 1, 2**31] * 20:
        (a, x), (b, y) = compiled.random_below(x, n), ordinary.random_below(y, n)
        assert (a, x) == (b, y) and 0 <= a < n
    one, other = np.arange(54), np.arange(54)
    assert compiled.shuffle(one, 2, 50, 5) == ordinary.shuffle(other, 2, 50, 5)
    assert list(one) == list(other) and sorted(one) == list(range(54))
    assert list(one[:2]) == [0, 1] and list(one[50:]) == [50, 51, 52, 53]


def test_below_is_even():
    x, counts = 7, Counter()
    for _ in range(60_000):
        k, x = chance.random_below(x, 6)
        counts[int(k)] += 1
    assert sum((n - 10_000) ** 2 / 10_000 for n in counts.values()) < 20.5      # chi-square, 5 degrees, p = 0.001


def output_of(word):
    """SplitMix64's mixing function once more, in numbers without end."""
    word = (word ^ word >> 30) * 0xBF58476D1CE4E5B9 % 2**64
    word = (word ^ word >> 27) * 0x94D049BB133111EB % 2**64
    return word ^ word >> 31


def state_before(output):
    """The state after which the generator's next output is this one: each step of the mixing can be undone."""
    def unshifted(word, shift):
        whole = word
        for _ in range(64 // shift):
            whole = word ^ whole >> shift
        return whole
    word = unshifted(output, 31) * pow(0x94D049BB133111EB, -1, 2**64) % 2**64
    word = unshifted(word, 27) * pow(0xBF58476D1CE4E5B9, -1, 2**64) % 2**64
    word = (unshifted(word, 30) - 0x9E3779B97F4A7C15) % 2**64
    return word - 2**64 * (word >= 2**63)


@pytest.mark.parametrize("twin", TWINS, ids=["compiled", "plain"])
@pytest.mark.parametrize("n", [3, 7, 53, 999, 2**30 + 1, 3 * 2**29 + 1, 2**31 - 1])
def test_below_draws_again_exactly_below_the_threshold(twin, n):
    """Lemire: a product whose lower half is less than 2**32 mod n belongs to a number that has one too many."""
    least = 2**32 % n
    for low in (0, least - 1, least, least + 1, n - 1, n, 2**32 - 1):
        upper = low * pow(n, -1, 2**32) % 2**32         # n is odd
        x = state_before(upper << 32)
        drawn, after = twin.random_below(x, n)
        again = low < least
        assert (after == twin.next_state(x)) == (not again), low
        if not again:
            assert drawn == upper * n >> 32


@pytest.mark.parametrize("twin", TWINS, ids=["compiled", "plain"])
@pytest.mark.parametrize("n", [1, 2, 6, 54, 1000, 2**30 + 1, 3 * 2**29, 2**31 - 1, 2**31])
def test_below_answers_what_the_paper_says(twin, n):
    x, state = 99, 99
    for _ in range(100):
        while True:
            state = (state + 0x9E3779B97F4A7C15) % 2**64
            product = (output_of(state) >> 32) * n
            if product % 2**32 >= 2**32 % n:
                break
        drawn, x = twin.random_below(x, n)
        assert drawn == product >> 32 and int(x) % 2**64 == state


def test_below_rejects_what_would_be_a_bias():
    """For a bound just over half the range nearly half the words must be drawn again."""
    ordinary, n = TWINS[1], 2**31
    x = 1
    for _ in range(50):
        k, x = ordinary.random_below(x, n - 1)
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
        before = x
        seed, x = chance.seed_from(before)
        assert 0 <= seed < 2**chance.SEED_BITS
        assert x == chance.next_state(before) and seed == int(chance.mix(x)) % 2**chance.SEED_BITS


@pytest.mark.parametrize("twin", TWINS, ids=["compiled", "plain"])
@pytest.mark.parametrize(("row", "x", "name"), [
    ([7], 5, 7241545015462871407), ([7, -9], 5, 957367068291702592), ([2**62, 1, 3], -1, -2773097262118208345)])
def test_digests_stay_what_they_are(twin, row, x, name):
    """Stored records name positions by them."""
    assert twin.digest_words(np.array(row, np.int64), x) == name


DRAWN_TWICE = """
from ..core.chance import random_below


def drawn(points, seats, x):
    first, x = random_below(x, seats)
    n = 0
    for seat in range(seats):
        n += points[seat] == points[seats - 1]
    at, x = random_below(x, n)
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
    compiled = specialize_source(tmp_path / "drawing.py", "coprime.search.drawing_in_a_test", {}, "").drawn
    scope = {"random_below": TWINS[1].random_below}
    exec(DRAWN_TWICE.replace("from ..core.chance import random_below", ""), scope)
    seeds = random.Random(4)
    for _ in range(200):
        seats, x = seeds.randint(1, 4), seeds.getrandbits(62)
        points = np.array([seeds.randint(0, 1) for _ in range(seats)])
        assert compiled(points, seats, x) == scope["drawn"](points, seats, x)
