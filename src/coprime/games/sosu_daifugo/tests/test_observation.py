"""What each seat sees, and the worlds that it can imagine (SD-5)."""

import numpy as np
import pytest

from coprime.core.bits import count_kind
from coprime.core.kernel import import_pure
from coprime.core.seats import UNKNOWN, WATCHER
from coprime.games.sosu_daifugo.tests.playing import DEAL, RULES, actions, deal, do, hand, put

OBSERVATION = import_pure("coprime.games.sosu_daifugo.observation")


def view(s, seat):
    seen = s.copy()
    OBSERVATION.redact(seen, seat)
    return seen


def test_SD_5_hands_and_the_deck_are_hidden():
    s = deal(3)
    seen = view(s, 1)
    assert seen.held[1] == s.held[1] and seen.held[0] == seen.held[2] == UNKNOWN
    assert set(seen.deck) == {UNKNOWN} and seen.left == s.left and list(seen.cards) == list(s.cards)
    assert set(view(s, WATCHER).held[:3]) == {UNKNOWN}


def test_SD_5_what_flowed_and_what_failed_is_public():
    s = do(put("23KK", "A75", deck="89TJ"), "23", "%", "KK")
    seen = view(s, 1)
    assert seen.known[0] == 2 << 3 * 13 and seen.cards[0] == 4
    assert [int(kind) for kind in seen.deck[:2]] == [3, 2] and seen.seen == 2


def test_a_line_is_its_players_own():
    s = put("23456789TJQK", "A")
    add = actions("23456789TJQK=2")[0]
    RULES.apply(s, 0, add)
    assert view(s, 0).length == 12 and view(s, 1).length == view(s, WATCHER).length == 0
    assert not view(s, 1).line.any()
    assert OBSERVATION.observe_action(s, 0, add, 0) == add
    assert OBSERVATION.observe_action(s, 0, add, 1) == OBSERVATION.observe_action(s, 0, add, WATCHER) == UNKNOWN


@pytest.mark.parametrize("seat", [0, 1, 2])
def test_an_imagined_world_fits_the_view_and_holds_the_whole_pack(seat):
    s = do(deal(3, seed=4), "%")
    seen = view(s, seat)
    worlds = set()
    for seed in range(20):
        world = seen.copy()
        OBSERVATION.imagine(world, seat, seed)
        assert view(world, seat) == seen
        assert [len(hand(world, other)) for other in range(3)] == [11, 11, 11]
        total = world.held[:3].sum() + sum(1 << 3 * int(kind) for kind in world.deck[:world.left])
        assert total == DEAL.whole_pack(world)
        worlds.add(world.tobytes())
    assert len(worlds) == 20


def test_every_unseen_card_is_everywhere_equally_likely():
    seen = view(deal(2, seed=8), 0)
    unseen = OBSERVATION.unseen_cards(seen, 0)
    counts, worlds = np.zeros(14), 2000
    for seed in range(worlds):
        world = seen.copy()
        OBSERVATION.imagine(world, 0, seed)
        counts += [count_kind(world.held[1], kind) for kind in range(14)]
    expected = np.array([count_kind(unseen, kind) for kind in range(14)]) * worlds * 11 / 43
    assert abs(counts / expected - 1).max() < 0.1
