"""The board and the pawns on it.  Seat s has the pawns 2 s and 2 s + 1; numbers like CL-4 are those of rules.md."""

from enum import IntEnum

from ...core.kernel import compile_rules
from ...core.seats import UNKNOWN
from .moves import Verb
from .tables import HOME, LAST, RED, STATION


class Route(IntEnum):
    CLIMB = 0
    DECLINE = 1
    THERE_AND_BACK = 2


class DrawRule(IntEnum):
    NEW_SPACE = 0
    MOVED = 1
    ANY_END = 2


class StationBy(IntEnum):
    END = 0
    TOUCH = 1


# Numbers alone.

def counted(p, verb, d):
    """CL-4: where a number takes a pawn from p; UNKNOWN if that is no space."""
    if verb == Verb.ADD or verb == Verb.PLUS:
        q = p + d
    elif verb == Verb.MULTIPLY:
        q = p * d
    elif verb == Verb.DIVIDE:
        q = p // d if p % d == 0 else UNKNOWN
    else:
        q = p - d
    return q if 0 <= q <= LAST else UNKNOWN


def safe(space):
    """CL-7, CL-16, CL-30: nobody is bumped there.  No pawn stays on a goal, so this serves every route."""
    return space == 0 or space == LAST


def red(space):
    return RED[space] != 0


def reversed_digits(space):
    return space % 10 * 10 + space // 10


# Ways: where a pawn comes from and goes to.

def returning(s, pawn):
    """CL-17: on the way from 101 back to 0."""
    return s.back >> pawn & 1 == 1


def downwards(s, pawn):
    """CL-31: "ahead" is towards 0."""
    return s.route == Route.DECLINE or returning(s, pawn)


def goal_of(s, pawn):
    """Where a pawn leaves the board; UNKNOWN on the way out there and back."""
    if s.route == Route.CLIMB:
        return LAST
    return 0 if downwards(s, pawn) else UNKNOWN


def start_of(s, pawn):
    """Where a pawn goes that is bumped (CL-7, CL-16, CL-17)."""
    return LAST if downwards(s, pawn) else 0


def waiting(s, pawn):
    """CL-30: at 101 before its partner, there and back."""
    return s.pawn[pawn] == LAST and s.route == Route.THERE_AND_BACK and not returning(s, pawn)


def movable(s, pawn):
    return s.pawn[pawn] != HOME and not waiting(s, pawn)


def reachable(s, pawn):
    """A choice of a card may name it: it is on the board, Start included; CL-30: not on 0 or 101, there and back."""
    space = s.pawn[pawn]
    return space != HOME and (s.route != Route.THERE_AND_BACK or not safe(space))


def exposed(s, pawn):
    """It can be sent to Start: on the board, but not where nobody is bumped."""
    return s.pawn[pawn] != HOME and not safe(s.pawn[pawn])


def barred(s, pawn, space):
    """CL-14, CL-28: the stations come first."""
    if s.ticks[pawn >> 1] == s.way_stations:
        return False
    return space == (0 if s.route == Route.DECLINE else LAST) and not returning(s, pawn)


# Moves.

def tick(s, seat):
    """CL-14, CL-32: the seat's pawns tick the stations on which they stand."""
    if s.way_stations:
        s.ticks[seat] |= (STATION[s.pawn[2 * seat]] | STATION[s.pawn[2 * seat + 1]]) & s.way_stations


def step(s, pawn, space):
    """A pawn is moved in its own Move phase."""
    before, partner, mine = s.pawn[pawn], s.pawn[pawn ^ 1], pawn & 1
    if space != before and s.draw_rule == DrawRule.MOVED:
        s.strayed |= 1 << mine
    s.pawn[pawn] = space
    if s.station_by == StationBy.TOUCH:
        tick(s, pawn >> 1)
    if space != partner or safe(space):
        s.atop = UNKNOWN
    elif space != before:
        s.atop = mine                                           # CL-22: it arrived last
    if space == goal_of(s, pawn):
        s.pawn[pawn] = HOME                                     # CL-8
    elif waiting(s, pawn):
        turn_round(s, pawn)


def turn_round(s, pawn):
    """CL-30: at 101 both turn when the second arrives; CL-28: in Prime Sprint each alone."""
    if s.sprint:
        s.back |= 1 << pawn
    elif waiting(s, pawn ^ 1):
        s.back |= 3 << (pawn & ~1)


def bump(s, mover, space):
    """CL-7, CL-25: whatever stands on a space where a pawn stays goes to Start."""
    if safe(space) or space == HOME:
        return
    for pawn in range(2 * s.seats):
        if pawn != mover and s.pawn[pawn] == space:
            s.pawn[pawn] = start_of(s, pawn)


def put(s, pawn, space):
    """CL-25: a card moves a pawn and it bumps."""
    bump(s, pawn, space)
    s.pawn[pawn] = space


def nearest(s, pawn, way):
    """The pawn next to one, upwards (1) or downwards (-1), that can be sent to Start; UNKNOWN when there is none."""
    found = UNKNOWN
    for other in range(2 * s.seats):
        if exposed(s, other) and (s.pawn[other] - s.pawn[pawn]) * way > 0 and (
                found == UNKNOWN or (s.pawn[found] - s.pawn[other]) * way > 0):
            found = other
    return found


compile_rules(globals())
