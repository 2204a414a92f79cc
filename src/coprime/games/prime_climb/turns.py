"""What one seat's pawns can do in a turn without cards, asked of the rules position by position.

A way is where a seat's two pawns are and what they have behind them, as one number; which pawn is which is left out.
Others' pawns hinder nobody on the way (CL-6), so a way says everything that a seat may do.
"""

from ...core.kernel import compile_rules
from ...core.seats import UNKNOWN
from .board import bump
from .rules import apply, sound_actions
from .tables import HOME
from .turn import Phase, end_moves

SPACES = HOME + 1
TICKS = 1 << 12         # sets of way stations
WON = -1                # instead of a way


def way_of(s, seat):
    """The way of a seat's pawns."""
    one, other, back, atop = s.pawn[2 * seat], s.pawn[2 * seat + 1], s.back >> 2 * seat & 3, s.atop
    turned = back >> 1 | (back & 1) << 1
    if one < other or (one == other and (atop == 1 or (atop == UNKNOWN and back > turned))):
        one, other, back = other, one, turned
        atop = 1 - atop if atop != UNKNOWN else UNKNOWN
    return (((one * SPACES + other) * 4 + back) * 3 + atop + 1) * TICKS + s.ticks[seat]


def lay(s, seat, way):
    """Put a seat's pawns as a way says."""
    s.ticks[seat] = way % TICKS
    s.atop = way // TICKS % 3 - 1
    s.back |= (way // (3 * TICKS) & 3) << 2 * seat
    pawns = way // (12 * TICKS)
    s.pawn[2 * seat], s.pawn[2 * seat + 1] = pawns // SPACES, pawns % SPACES


def uses(blank, way, d, stack, actions, out):
    """The ways to which one use of a number leads, in the middle of a turn, to out; return how many.

    Work arrays: `stack` of two states, `actions` of a list.
    """
    stack[0] = blank[0]
    s = stack[0]
    lay(s, 0, way)
    s.phase, s.turn, s.rolled, s.left[0] = Phase.MOVE, 0, 101 * d, 2
    n = sound_actions(s, 0, actions)
    for i in range(n):
        stack[1] = stack[0]
        apply(stack[1], 0, actions[i])
        out[i] = WON if stack[1].phase == Phase.OVER else way_of(stack[1], 0)
    return n


def rest(blank, way, stack):
    """The way as it is when the turn has ended: own pawns are bumped, stations ticked."""
    stack[0] = blank[0]
    s = stack[0]
    lay(s, 0, way)
    s.phase, s.turn = Phase.MOVE, 0
    end_moves(s, 3)
    return way_of(s, 0)


def bumped(blank, way, space, stack):
    """The way after another player's turn that has ended with a pawn on a space."""
    stack[0] = blank[0]
    s = stack[0]
    lay(s, 1, way)
    s.pawn[0] = space
    bump(s, 0, space)
    return way_of(s, 1)


def space_of(way, mine):
    """Where a pawn is, the one further up first."""
    pawns = way // (12 * TICKS)
    return pawns % SPACES if mine else pawns // SPACES


compile_rules(globals(), makers="")
