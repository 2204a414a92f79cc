"""The Move phase: what numbers and Keepers may do with a pawn, and what Keepers do to other pawns."""
# mypy: ignore-errors, implicit-reexport

from enum import IntEnum

from ...core.bits import add_to_bag, count_kind, has_member
from ...core.kernel import compile_rules
from ...core.seats import UNKNOWN
from .actions import NOBODY, Refusal, Verb
from .board import is_barred_by_stations, is_exposed, start_of, target_space, waits_for_partner
from .board_and_card_data import CLEAR_KEEPER, HOME, LIMIT_KEEPER


class NearBump(IntEnum):
    """Name the values of option `near_bump`: which pawns the clearing Keeper sends to Start (CL-24)."""
    WITHIN_TWO = 0
    ANY_ONE_PAWN = 1


def move_refusal(s, pawn, verb, number):
    """Return why a pawn may not move by a number of a die or Keeper; NONE if it may (CL-4, CL-23)."""
    if s.pawn[pawn] == HOME:
        return Refusal.PAWN_HOME
    if waits_for_partner(s, pawn):
        return Refusal.PAWN_WAITS
    upwards = verb == Verb.ADD or verb == Verb.MULTIPLY or verb == Verb.KEEPER_ADD
    if upwards and has_member(s.limited, pawn >> 1):
        return Refusal.ONLY_DOWN
    space = target_space(s.pawn[pawn], verb, number)
    if space == UNKNOWN:
        return Refusal.ABOVE if upwards else Refusal.NOT_WHOLE if verb == Verb.DIVIDE else Refusal.BELOW
    return Refusal.STATIONS_FIRST if is_barred_by_stations(s, pawn, space) else Refusal.NONE


def has_use(s, seat, number):
    """Return whether any pawn of the seat can move by a number of the dice (CL-5)."""
    for pawn in range(2 * seat, 2 * seat + 2):
        for verb in range(Verb.ADD, Verb.DIVIDE + 1):
            if move_refusal(s, pawn, verb, number) == Refusal.NONE:
                return True
    return False


def has_playable_keeper(s, seat):
    """Return whether the seat has a Keeper that it may play now (CL-23)."""
    hand = s.keepers[seat]
    if hand == 0:
        return False
    if count_kind(hand, CLEAR_KEEPER) or (count_kind(hand, LIMIT_KEEPER) and count_active_opponents(s, seat)):
        return True
    for number in range(1, CLEAR_KEEPER):                   # a number Keeper's kind is its number
        if count_kind(hand, number):
            for pawn in range(2 * seat, 2 * seat + 2):
                if move_refusal(s, pawn, Verb.KEEPER_ADD, number) == Refusal.NONE or (
                        move_refusal(s, pawn, Verb.KEEPER_SUBTRACT, number) == Refusal.NONE):
                    return True
    return False


def count_active_opponents(s, seat):
    """Count the other seats that still play."""
    n = 0
    for other in range(s.seats):
        if other != seat and s.place[other] == 0:           # a seat that has finished has its rank there
            n += 1
    return n


def discard_keeper(s, seat, kind):
    """Move a Keeper that is played from the seat's bag to the discards (CL-10)."""
    s.keepers[seat] = add_to_bag(s.keepers[seat], kind, -1)
    s.discard = add_to_bag(s.discard, kind, 1)


def may_name_for_clear(s, pawn):
    """Return whether the clearing Keeper may name a pawn (CL-24).

    WITHIN_TWO: an own pawn, which stays while others near it are sent to Start; ANY_ONE_PAWN: the pawn to be sent.
    """
    if s.near_bump == NearBump.ANY_ONE_PAWN:
        return is_exposed(s, pawn)
    return pawn >> 1 == s.turn and s.pawn[pawn] != HOME


def may_name_any_for_clear(s):
    """Return whether the clearing Keeper can name any pawn at all."""
    for pawn in range(2 * s.seats):
        if may_name_for_clear(s, pawn):
            return True
    return False


def clear_pawns(s, named):
    """Send pawns to Start: ANY_ONE_PAWN the named one, WITHIN_TWO all others within two spaces of it (CL-24)."""
    if named == NOBODY:
        return
    if s.near_bump == NearBump.ANY_ONE_PAWN:
        s.pawn[named] = start_of(s, named)
    else:
        for pawn in range(2 * s.seats):
            if pawn != named and is_exposed(s, pawn) and abs(s.pawn[pawn] - s.pawn[named]) <= 2:
                s.pawn[pawn] = start_of(s, pawn)
    s.atop = atop_while_stacked(s)


def atop_while_stacked(s):
    """Return `s.atop`, or UNKNOWN once the two pawns of the seat to act no longer share a space (CL-22).

    `s.atop` is 0 or 1: which of the two arrived last and stands on top.
    """
    return s.atop if s.pawn[2 * s.turn] == s.pawn[2 * s.turn + 1] and is_exposed(s, 2 * s.turn) else UNKNOWN


compile_rules(globals())
