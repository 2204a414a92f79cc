"""Placements are what the rules make of them: in random matches without cards, move by move and turn by turn."""

import numpy as np
import pytest

from coprime.core.kernel import import_pure
from coprime.games.prime_climb.game import GAME
from coprime.testing.laws import RandomWalk

PLACES = import_pure("coprime.games.prime_climb.placement_transitions")
RULES = GAME.pure_rules
OPTIONS = [{}, {"route": "there_and_back"}, {"route": "decline", "doubles": 2},
           {"way_stations": (37, 61), "station_by": "touch"}]


@pytest.fixture(params=OPTIONS, ids=str)
def walked(request):
    """Positions of two random seats without cards, each with the event that follows, and one that has just begun."""
    options = GAME.check_options(2, {"deck": "none", **request.param})
    walk = RandomWalk(GAME, RULES, 2, options, 3)
    positions, begun = [], None
    for _ in range(160):
        event = walk.draw_event()
        if walk.state.phase == PLACES.Phase.ROLL and begun is None:
            begun = walk.state.copy()
        positions.append((walk.state.copy(), *event))
        RULES.apply(walk.state, *event)
    blank = RULES.State.new(1)
    blank[0] = begun
    return positions, blank


def placed(blank, seat, placement):
    s = blank[0].copy()
    PLACES.put_placement(s, seat, placement)
    return s


def same_place(s, other, seat):
    """Whether a seat's pawns stand alike in two positions, in whatever order."""
    def pawns(one):
        own = [(int(one.pawn[2 * seat + mine]), int(one.back) >> 2 * seat + mine & 1) for mine in range(2)]
        return sorted(own), int(one.ticks[seat])
    return pawns(s) == pawns(other)


def test_a_placement_says_where_the_pawns_stand(walked):
    positions, blank = walked
    found = set()
    for s, _, _ in positions:
        for seat in range(2):
            placement = PLACES.encode_placement(s, seat)
            again = placed(blank, seat, placement)
            assert same_place(again, s, seat) and PLACES.encode_placement(again, seat) == placement
            assert sorted(int(pawn) for pawn in s.pawn[2 * seat:2 * seat + 2]) == [
                PLACES.pawn_space(placement, 1), PLACES.pawn_space(placement, 0)]
            found.add(placement)
    assert len(found) > 20


def test_every_move_of_a_turn_leads_to_a_successor(walked):
    """Seats' first moves of a turn: what the rules make of one is among what a use of its number leads to."""
    positions, blank = walked
    stack, actions, out = RULES.State.new(2), np.zeros((2, RULES.MAX_ACTIONS), np.int64), np.zeros(99, np.int64)
    seen = 0
    for s, seat, action in positions:
        if seat > 1 or s.phase != PLACES.Phase.MOVE or s.atop >= 0:
            continue
        after = s.copy()
        RULES.apply(after, seat, action)
        numbers = {int(s.rolled) // 100, int(s.rolled) % 100}
        reached = set()
        for d in numbers:
            n = PLACES.list_successors(blank, PLACES.encode_placement(s, seat), d, stack, actions[0], out)
            reached |= set(out[:n].tolist())
        if after.phase == PLACES.Phase.MOVE:
            assert PLACES.encode_placement(after, seat) in reached
            seen += 1
        assert out[:n].tolist() and (PLACES.WON_PLACEMENT in reached or after.phase != PLACES.Phase.OVER)
    assert seen > 10


def test_the_end_of_a_turn_and_a_bump_are_those_of_the_rules(walked):
    """Both seats' placements from one roll to the next: the mover's end of the turn, the other's bumps."""
    positions, blank = walked
    stack, seen = RULES.State.new(2), 0
    for (s, seat, _), (after, _, _) in zip(positions, positions[1:], strict=False):
        ends = seat < 2 and s.phase == PLACES.Phase.MOVE and after.phase == PLACES.Phase.ROLL
        if not ends:
            continue
        moved = PLACES.encode_placement(after, seat)
        assert PLACES.placement_after_turn(blank, moved, stack) == moved, "it has ended already"
        other = PLACES.encode_placement(s, 1 - seat)
        for space in dict.fromkeys(int(pawn) for pawn in after.pawn[2 * seat:2 * seat + 2]):
            other = PLACES.placement_after_bump(blank, other, space, stack)
        assert same_place(placed(blank, 1 - seat, other), after, 1 - seat)
        seen += 1
    assert seen > 10
