"""Sets in one number: the same compiled and plain, for every place."""

import random

import numpy as np
import pytest

from coprime.core import bits, kernel

TWINS = [bits, kernel.import_pure("coprime.core.bits")]


@pytest.mark.parametrize("of", TWINS, ids=["compiled", "plain"])
def test_the_lowest_member_of_any_set(of):
    luck = random.Random(1)
    for place in range(63):
        for above in (0, luck.getrandbits(63), 2**63 - 1):
            members = above >> place << place | 1 << place
            assert of.lowest_member(members) == of.lowest_member(np.int64(members)) == place
    assert of.lowest_member(-2**63) == 63


@pytest.mark.parametrize("of", TWINS, ids=["compiled", "plain"])
def test_members_in_order(of):
    luck = random.Random(2)
    for _ in range(50):
        members = luck.getrandbits(60)
        places = [place for place in range(60) if members >> place & 1]
        assert [of.nth_member(members, n) for n in range(len(places))] == places and of.set_size(members) == len(places)


@pytest.mark.parametrize("of", TWINS, ids=["compiled", "plain"])
def test_a_bag_is_written_kind_by_kind(of):
    luck = random.Random(2)
    for _ in range(50):
        counts = [luck.randrange(8) for _ in range(20)]
        bag = sum(count << 3 * kind for kind, count in enumerate(counts))
        out = np.full(150, -1)
        end = of.write_bag(bag, out, 5)
        expected = [kind for kind, count in enumerate(counts) for _ in range(count)]
        assert end == 5 + len(expected) == 5 + of.bag_size(bag) and out[5:end].tolist() == expected
        assert (out[:5] == -1).all() and (out[end:] == -1).all()
