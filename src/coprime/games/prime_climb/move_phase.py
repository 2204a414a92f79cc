"""The Move phase: what numbers and Keepers may do with a pawn, and what Keepers do to other pawns."""
# mypy: ignore-errors, implicit-reexport

from enum import IntEnum

from ...core.bits import add_to_bag, count_kind, has_member
from ...core.kernel import compile_rules
from ...core.seats import UNKNOWN
from .actions import NOBODY, Refusal, Verb
from .board import is_barred_by_stations, is_exposed, is_waiting, start_of, target_space
from .board_and_card_data import CLEAR, HOME, LIMIT


class NearBump(IntEnum):
    """Name the values of option `near_bump`: which pawns the clearing Keeper sends to Start (CL-24)."""
    WITHIN_TWO = 0
    ANY_ONE_PAWN = 1


def move_refusal(s, pawn, verb, d):
    """Return why a pawn may not move by a number of a die or Keeper; NONE if it may (CL-4, CL-23)."""
    if s.pawn[pawn] == HOME:
        return Refusal.PAWN_HOME
    if is_waiting(s, pawn):
        return Refusal.PAWN_WAITS
    upwards = verb == Verb.ADD or verb == Verb.MULTIPLY or verb == Verb.PLUS
    if upwards and has_member(s.limited, pawn >> 1):
        return Refusal.ONLY_DOWN
    space = target_space(s.pawn[pawn], verb, d)
    if space == UNKNOWN:
        return Refusal.ABOVE if upwards else Refusal.NOT_WHOLE if verb == Verb.DIVIDE else Refusal.BELOW
    return Refusal.STATIONS_FIRST if is_barred_by_stations(s, pawn, space) else Refusal.NONE


def is_usable(s, seat, d):
    """Return whether any pawn of the seat can move by a number of the dice (CL-5)."""
    for pawn in range(2 * seat, 2 * seat + 2):
        for verb in range(4):
            if move_refusal(s, pawn, verb, d) == Refusal.NONE:
                return True
    return False


def has_playable_keeper(s, seat):
    """Return whether the seat has a Keeper that it may play now (CL-23)."""
    hand = s.keepers[seat]
    if hand == 0:
        return False
    if count_kind(hand, CLEAR) or (count_kind(hand, LIMIT) and count_active_opponents(s, seat)):
        return True
    for d in range(1, CLEAR):
        if count_kind(hand, d):
            for pawn in range(2 * seat, 2 * seat + 2):
                if move_refusal(s, pawn, Verb.PLUS, d) == Refusal.NONE or (
                        move_refusal(s, pawn, Verb.MINUS, d) == Refusal.NONE):
                    return True
    return False


def count_active_opponents(s, seat):
    """Count the other seats that still play."""
    n = 0
    for other in range(s.seats):
        if other != seat and s.place[other] == 0:
            n += 1
    return n


def discard_keeper(s, seat, kind):
    """Move a Keeper that is played from the seat's bag to the discards (CL-10)."""
    s.keepers[seat] = add_to_bag(s.keepers[seat], kind, -1)
    s.discard = add_to_bag(s.discard, kind, 1)


def can_clear(s, pawn):
    """Return whether the clearing Keeper may name a pawn (option `near_bump`)."""
    if s.near_bump == NearBump.ANY_ONE_PAWN:
        return is_exposed(s, pawn)
    return pawn >> 1 == s.turn and s.pawn[pawn] != HOME


def has_clear_target(s):
    """Return whether the clearing Keeper can name any pawn at all."""
    for pawn in range(2 * s.seats):
        if can_clear(s, pawn):
            return True
    return False


def clear_pawns(s, named):
    """Send pawns to Start: the named one, or all others within two spaces of it (CL-24)."""
    if named == NOBODY:
        return
    if s.near_bump == NearBump.ANY_ONE_PAWN:
        s.pawn[named] = start_of(s, named)
    else:
        for pawn in range(2 * s.seats):
            if pawn != named and is_exposed(s, pawn) and abs(s.pawn[pawn] - s.pawn[named]) <= 2:
                s.pawn[pawn] = start_of(s, pawn)
    s.atop = find_stacked_pawn(s)


def find_stacked_pawn(s):
    """Return which own pawn stands on top, if both still share a space; UNKNOWN if not (CL-22)."""
    return s.atop if s.pawn[2 * s.turn] == s.pawn[2 * s.turn + 1] and is_exposed(s, 2 * s.turn) else UNKNOWN


compile_rules(globals())
