"""The board and the pawns on it.

Seat s has the pawns 2 s and 2 s + 1.  Numbers like CL-4 are those of rules.md.  `rules.py`, `turn_phases.py`,
`card_effects.py` and `move_phase.py` move pawns only through these functions.
"""
# mypy: ignore-errors, implicit-reexport

from enum import IntEnum

from ...core.kernel import compile_rules
from ...core.seats import UNKNOWN
from .actions import Verb
from .board_and_card_data import HOME, LAST, RED_BITS, STATION_BITS


class Route(IntEnum):
    """Name the values of option `route`: where pawns start and which space is home (CL-28)."""
    CLIMB = 0
    DECLINE = 1
    THERE_AND_BACK = 2


class DrawRule(IntEnum):
    """Name the values of option `draw_rule`: which pawns on a red space draw a card (CL-9)."""
    NEW_SPACE = 0
    MOVED = 1
    ANY_END = 2


class StationBy(IntEnum):
    """Name the values of option `station_by`: whether pawns must end on a station or touch it (CL-32)."""
    END = 0
    TOUCH = 1


# Numbers alone.

def target_space(p, verb, d):
    """Return the space that a number takes a pawn to from p; UNKNOWN if there is no such space (CL-4)."""
    if verb == Verb.ADD or verb == Verb.KEEPER_ADD:
        q = p + d
    elif verb == Verb.MULTIPLY:
        q = p * d
    elif verb == Verb.DIVIDE:
        q = p // d if p % d == 0 else UNKNOWN
    else:
        q = p - d
    return q if 0 <= q <= LAST else UNKNOWN


def is_safe(space):
    """Return whether nobody can be bumped on a space: 0 and 101 (CL-7, CL-16, CL-30).

    No pawn stays on a goal, so this serves every route.
    """
    return space == 0 or space == LAST


def is_red(space):
    """Return whether a space is red: the primes from 11 on, which draw a card (CL-2)."""
    return RED_BITS[space] != 0


def swap_digits(space):
    """Return the space with the two digits exchanged, for the card that reverses them."""
    return space % 10 * 10 + space // 10


# Ways: where a pawn comes from and goes to.

def is_returning(s, pawn):
    """Return whether a pawn is on its way from 101 back to 0 (CL-17)."""
    return s.back >> pawn & 1 == 1


def is_descending(s, pawn):
    """Return whether a pawn moves towards 0, so that "ahead" means a smaller number (CL-31)."""
    return s.route == Route.DECLINE or is_returning(s, pawn)


def goal_of(s, pawn):
    """Return the space on which a pawn leaves the board; UNKNOWN there and back, on the way out."""
    if s.route == Route.CLIMB:
        return LAST
    return 0 if is_descending(s, pawn) else UNKNOWN


def start_of(s, pawn):
    """Return the space to which a bumped pawn goes (CL-7, CL-16, CL-17)."""
    return LAST if is_descending(s, pawn) else 0


def waits_for_partner(s, pawn):
    """Return whether a pawn waits at 101 for its partner, there and back (CL-30)."""
    return s.pawn[pawn] == LAST and s.route == Route.THERE_AND_BACK and not is_returning(s, pawn)


def is_movable(s, pawn):
    """Return whether a pawn can be moved by a number: it is not home and does not wait."""
    return s.pawn[pawn] != HOME and not waits_for_partner(s, pawn)


def is_reachable(s, pawn):
    """Return whether a card's choice may name a pawn: it is on the board, Start included.

    CL-30: there and back, a pawn on 0 or 101 cannot be named.
    """
    space = s.pawn[pawn]
    return space != HOME and (s.route != Route.THERE_AND_BACK or not is_safe(space))


def is_exposed(s, pawn):
    """Return whether a pawn can be sent to Start: it is on the board, and not on a safe space."""
    return s.pawn[pawn] != HOME and not is_safe(s.pawn[pawn])


def is_barred_by_stations(s, pawn, space):
    """Return whether a space is closed to a pawn because stations are still missing (CL-14, CL-28)."""
    if s.ticks[pawn >> 1] == s.way_stations:
        return False
    return space == (0 if s.route == Route.DECLINE else LAST) and not is_returning(s, pawn)


# Moves.

def tick_stations(s, seat):
    """Tick the stations on which a seat's pawns stand (CL-14, CL-32)."""
    if s.way_stations:
        s.ticks[seat] |= (STATION_BITS[s.pawn[2 * seat]] | STATION_BITS[s.pawn[2 * seat + 1]]) & s.way_stations


def move_pawn(s, pawn, space):
    """Move a pawn in its own Move phase: to a space, home if it is the goal, turned round at 101."""
    before, partner, mine = s.pawn[pawn], s.pawn[pawn ^ 1], pawn & 1
    if space != before and s.draw_rule == DrawRule.MOVED:
        s.strayed |= 1 << mine
    s.pawn[pawn] = space
    if s.station_by == StationBy.TOUCH:
        tick_stations(s, pawn >> 1)
    if space != partner or is_safe(space):
        s.atop = UNKNOWN
    elif space != before:
        s.atop = mine                                           # CL-22: it arrived last
    if space == goal_of(s, pawn):
        s.pawn[pawn] = HOME                                     # CL-8
    elif waits_for_partner(s, pawn):
        turn_pawn_round(s, pawn)


def turn_pawn_round(s, pawn):
    """Turn pawns at 101 back: both when the second arrives (CL-30), in Prime Sprint each alone (CL-28)."""
    if s.sprint:
        s.back |= 1 << pawn
    elif waits_for_partner(s, pawn ^ 1):
        s.back |= 3 << (pawn & ~1)


def bump_pawns(s, mover, space):
    """Send every other pawn on a space where `mover` stays to its Start (CL-7, CL-25)."""
    if is_safe(space) or space == HOME:
        return
    for pawn in range(2 * s.seats):
        if pawn != mover and s.pawn[pawn] == space:
            s.pawn[pawn] = start_of(s, pawn)


def put_and_bump(s, pawn, space):
    """Move a pawn by a card: what stands on the space is bumped first (CL-25)."""
    bump_pawns(s, pawn, space)
    s.pawn[pawn] = space


def nearest_pawn(s, pawn, direction):
    """Return the next exposed pawn upwards (direction 1) or downwards (-1); UNKNOWN if there is none."""
    found = UNKNOWN
    for other in range(2 * s.seats):
        if is_exposed(s, other) and (s.pawn[other] - s.pawn[pawn]) * direction > 0 and (
                found == UNKNOWN or (s.pawn[found] - s.pawn[other]) * direction > 0):
            found = other
    return found


compile_rules(globals())
