"""What a pawn and a Keeper may do in the Move phase, and what Keepers do to others."""

from enum import IntEnum

from ...core.bits import add_to_bag, count_kind, has_member
from ...core.kernel import compile_rules
from ...core.seats import UNKNOWN
from .board import barred, counted, exposed, start_of, waiting
from .moves import NOBODY, Refusal, Verb
from .tables import CLEAR, HOME, LIMIT


class NearBump(IntEnum):
    WITHIN_TWO = 0
    ANY_ONE_PAWN = 1


def move_refusal(s, pawn, verb, d):
    """CL-4, CL-23: why a pawn may not move so by a number, of a die or of a Keeper."""
    if s.pawn[pawn] == HOME:
        return Refusal.PAWN_HOME
    if waiting(s, pawn):
        return Refusal.PAWN_WAITS
    upwards = verb == Verb.ADD or verb == Verb.MULTIPLY or verb == Verb.PLUS
    if upwards and has_member(s.limited, pawn >> 1):
        return Refusal.ONLY_DOWN
    space = counted(s.pawn[pawn], verb, d)
    if space == UNKNOWN:
        return Refusal.ABOVE if upwards else Refusal.NOT_WHOLE if verb == Verb.DIVIDE else Refusal.BELOW
    return Refusal.STATIONS_FIRST if barred(s, pawn, space) else Refusal.NONE


def usable(s, seat, d):
    """CL-5: the number has a use."""
    for pawn in range(2 * seat, 2 * seat + 2):
        for verb in range(4):
            if move_refusal(s, pawn, verb, d) == Refusal.NONE:
                return True
    return False


def playable(s, seat):
    """CL-23: the seat has a Keeper that it may play now."""
    hand = s.keepers[seat]
    if hand == 0:
        return False
    if count_kind(hand, CLEAR) or (count_kind(hand, LIMIT) and opponents(s, seat)):
        return True
    for d in range(1, CLEAR):
        if count_kind(hand, d):
            for pawn in range(2 * seat, 2 * seat + 2):
                if move_refusal(s, pawn, Verb.PLUS, d) == Refusal.NONE or (
                        move_refusal(s, pawn, Verb.MINUS, d) == Refusal.NONE):
                    return True
    return False


def opponents(s, seat):
    """How many others still play."""
    n = 0
    for other in range(s.seats):
        if other != seat and s.place[other] == 0:
            n += 1
    return n


def discard(s, seat, kind):
    """CL-10: a Keeper that is played."""
    s.keepers[seat] = add_to_bag(s.keepers[seat], kind, -1)
    s.discard = add_to_bag(s.discard, kind, 1)


def can_clear(s, pawn):
    """Option `near_bump`: the pawn may be the one that is named."""
    if s.near_bump == NearBump.ANY_ONE_PAWN:
        return exposed(s, pawn)
    return pawn >> 1 == s.turn and s.pawn[pawn] != HOME


def anybody_to_clear(s):
    for pawn in range(2 * s.seats):
        if can_clear(s, pawn):
            return True
    return False


def clear(s, named):
    """CL-24: at once, the named pawn or all others within two spaces of it go to Start."""
    if named == NOBODY:
        return
    if s.near_bump == NearBump.ANY_ONE_PAWN:
        s.pawn[named] = start_of(s, named)
    else:
        for pawn in range(2 * s.seats):
            if pawn != named and exposed(s, pawn) and abs(s.pawn[pawn] - s.pawn[named]) <= 2:
                s.pawn[pawn] = start_of(s, pawn)
    s.atop = together(s)


def together(s):
    """CL-22: who stands on top, if one's own pawns still share a space."""
    return s.atop if s.pawn[2 * s.turn] == s.pawn[2 * s.turn + 1] and exposed(s, 2 * s.turn) else UNKNOWN


compile_rules(globals())
