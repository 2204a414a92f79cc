"""What a view knows, and that imagined piles are exactly as likely as an enumeration of all orders says."""

from collections import Counter
from itertools import permutations

import pytest

import coprime
from coprime.core.match import Match
from coprime.core.seats import UNKNOWN, WATCHER

from .test_rules import deal, do, table

GAME = coprime.game("prime_solitaire")
RULES, WORDS = GAME.rules, GAME.words


@pytest.mark.parametrize("seat", [0, WATCHER])
def test_the_pile_and_its_seed_are_hidden(seat):
    match = Match(GAME, 1, {}, GAME.pure_rules)
    match.settle(lambda k: 12)
    view = match.view(seat)
    assert (view.pile == UNKNOWN).all() and view.seed == UNKNOWN and view.left == 113
    match.act(0, WORDS.parse("turn"))
    view = match.view(seat)
    assert view.left == 112 and view.stack[0] >= 0
    match.act(0, WORDS.parse("give up"))
    assert match.view(seat).tobytes() == match.state.tobytes()              # then everything may be looked at


def test_imagine_keeps_what_has_been_seen():
    s = do(deal(5), "turn", "turn", "turn")
    world = s.copy()
    RULES.redact(world, 0)
    RULES.imagine(world, 0, 99)
    assert Counter(world.pile[:world.left].tolist()) == Counter(s.pile[:s.left].tolist())
    assert (world.stack == s.stack).all() and (world.card == s.card).all()


def test_imagine_is_unbiased():
    s = table("42 6", stack="5", pile="2 2 2 3 7")
    orders = Counter(permutations(s.pile[:5].tolist()))
    samples, found = 30_000, Counter()
    view = s.copy()
    RULES.redact(view, 0)
    for seed in range(samples):
        world = view.copy()
        RULES.imagine(world, 0, seed * 7919 + 1)
        found[tuple(world.pile[:5].tolist())] += 1
    assert found.keys() == orders.keys()
    expected = {order: samples * ways / 120 for order, ways in orders.items()}
    chi = sum((found[order] - mean)**2 / mean for order, mean in expected.items())
    assert chi < 2.5 * len(expected)                                        # 20 orders, 19 degrees of freedom
