"""What one seat's pawns can do in a turn without cards, asked of the rules position by position.

A placement encodes as one number where a seat's two pawns stand, which of them is on its way back or on top, and the
stations ticked; the order of the two pawns is left out.  Others' pawns never hinder a move (CL-6), so a placement
decides everything that a seat may do.  `placement_graph.py` builds the graph of all placements from these functions.
"""
# mypy: ignore-errors, implicit-reexport

from ...core.kernel import compile_rules
from ...core.seats import UNKNOWN
from .board import bump_pawns
from .board_and_card_data import HOME
from .rules import apply, sound_actions
from .turn_phases import Phase, end_moves

SPACE_COUNT = HOME + 1
STATION_SETS = 1 << 12         # sets of way stations
WON_PLACEMENT = -1                # instead of a way


def encode_placement(s, seat):
    """Return the placement of a seat's pawns."""
    one, other, back, atop = s.pawn[2 * seat], s.pawn[2 * seat + 1], s.back >> 2 * seat & 3, s.atop
    turned = back >> 1 | (back & 1) << 1
    if one < other or (one == other and (atop == 1 or (atop == UNKNOWN and back > turned))):
        one, other, back = other, one, turned
        atop = 1 - atop if atop != UNKNOWN else UNKNOWN
    return (((one * SPACE_COUNT + other) * 4 + back) * 3 + atop + 1) * STATION_SETS + s.ticks[seat]


def put_placement(s, seat, placement):
    """Put a seat's pawns as a placement says."""
    s.ticks[seat] = placement % STATION_SETS
    s.atop = placement // STATION_SETS % 3 - 1
    s.back |= (placement // (3 * STATION_SETS) & 3) << 2 * seat
    pawns = placement // (12 * STATION_SETS)
    s.pawn[2 * seat], s.pawn[2 * seat + 1] = pawns // SPACE_COUNT, pawns % SPACE_COUNT


def list_successors(blank, placement, d, stack, actions, out):
    """Write the placements to which one use of a number leads to `out`; return how many.

    Work arrays: `stack` of two states, `actions` for a list of actions.
    """
    stack[0] = blank[0]
    s = stack[0]
    put_placement(s, 0, placement)
    s.phase, s.turn, s.rolled, s.left[0] = Phase.MOVE, 0, 101 * d, 2
    n = sound_actions(s, 0, actions)
    for i in range(n):
        stack[1] = stack[0]
        apply(stack[1], 0, actions[i])
        out[i] = WON_PLACEMENT if stack[1].phase == Phase.OVER else encode_placement(stack[1], 0)
    return n


def placement_after_turn(blank, placement, stack):
    """Return the placement at the end of the turn: own pawns are bumped, stations ticked."""
    stack[0] = blank[0]
    s = stack[0]
    put_placement(s, 0, placement)
    s.phase, s.turn = Phase.MOVE, 0
    end_moves(s, 3)
    return encode_placement(s, 0)


def placement_after_bump(blank, placement, space, stack):
    """Return the placement after another seat's turn that ended with a pawn on a space."""
    stack[0] = blank[0]
    s = stack[0]
    put_placement(s, 1, placement)
    s.pawn[0] = space
    bump_pawns(s, 0, space)
    return encode_placement(s, 1)


def pawn_space(placement, mine):
    """Return the space of a pawn of a placement: 0 is the one further up, 1 the other."""
    pawns = placement // (12 * STATION_SETS)
    return pawns % SPACE_COUNT if mine else pawns // SPACE_COUNT


compile_rules(globals(), makers="")
