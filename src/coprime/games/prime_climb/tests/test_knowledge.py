"""What a seat may know: everything, for nothing of the game is hidden but what chance has not drawn yet (CL-26)."""

import numpy as np

from coprime.core.bits import bag_size, count_kind
from coprime.core.seats import CHANCE, WATCHER
from coprime.games.prime_climb import board_and_card_data as cards
from coprime.testing.laws import RandomWalk, random_options

from .test_rules import GAME, KIND, RULES, Phase, bag, do, draw, table


def walks(n, steps, rules=RULES):
    for seed in range(n):
        random_ = __import__("random").Random(seed)
        seats, options = random_options(GAME, random_)
        yield from RandomWalk(GAME, rules, seats, options, seed).walk_positions(steps)


def test_CL_26_views_and_worlds_are_the_truth():
    for s in walks(6, 60):
        for seat in (*range(s.seats), WATCHER):
            view = s.copy()
            RULES.redact(view, seat)
            RULES.imagine(view, seat, 7)
            assert view.tobytes() == s.tobytes()
            assert RULES.observe_action(s, CHANCE, 5, seat) == 5


def test_CL_26_each_card_left_is_equally_likely():
    s = do(table("9 40", "0 0", dice=(4, 2), keepers=["5 clear"]), "a+4", "b+2", "done")
    out, weight = np.zeros(128, np.int64), np.zeros(128)
    n = RULES.chance_outcomes(s, out, weight)
    assert dict(zip(out[:n].tolist(), weight[:n].tolist(), strict=True)) == {
        kind: copies - (kind in (KIND["5"], KIND["clear"])) for kind, copies in cards.CARDS if kind != KIND["5"]}


def test_cards_are_neither_lost_nor_made():
    for s in walks(15, 200, GAME.rules):
        for kind in range(1, cards.KINDS):
            everywhere = [s.stock, s.discard, s.fresh, *s.keepers]
            assert sum(count_kind(int(pile), kind) for pile in everywhere) == count_kind(int(cards.DECKS[s.deck]), kind)
            if kind >= cards.AGAIN:
                assert not any(count_kind(int(pile), kind) for pile in (s.fresh, *s.keepers))


def test_pawns_stand_apart():
    """Before a roll no two pawns share a space, but where nobody is bumped."""
    for s in walks(15, 200, GAME.rules):
        if s.phase == Phase.ROLL:
            exposed = [int(space) for space in s.pawn[:2 * s.seats] if 0 < space < 101]
            assert len(set(exposed)) == len(exposed)


def test_what_was_of_one_turn_is_forgotten():
    """Equal positions have equal bytes: fields are cleared when they stop to matter."""
    for s in walks(15, 200, GAME.rules):
        if s.phase == Phase.ROLL:
            assert (s.rolled, s.landed, s.strayed, s.atop) == (0, 0, 0, -1) and not s.left.any() and not s.drew.any()
            assert not s.opening.any() and (s.fresh == 0 or s.again >= 0)
            assert s.began.tolist() == s.pawn[2 * s.turn:2 * s.turn + 2].tolist()


def test_the_same_position_by_two_ways():
    one = do(table("20 40", "0 0", dice=(2, 3)), "a+2", "b+3")
    other = do(table("20 40", "0 0", dice=(2, 3)), "b+3", "a+2")
    assert one.tobytes() == other.tobytes()


def test_CL_11_a_drawn_keeper_is_seen_by_all():
    s = draw(do(table("9 40", "0 0", dice=(4, 2)), "a+4", "b+2"), "5")
    assert s.keepers[0] == bag("5") and bag_size(int(s.stock)) == 23
