"""What the drawn cards do: CL-10, CL-24 to CL-26 and the table of cards in rules.md."""

from enum import IntEnum

from ...core.bits import add_to_bag, bag_size, count_kind
from ...core.kernel import compile_rules
from ...core.seats import UNKNOWN
from .board import downwards, nearest, put, reachable, reversed_digits, tick
from .moves import Verb, kind_of, one_of, other_of, seat_of, verb_of
from .tables import ADVANCE, AGAIN, BACK, DOUBLE, FIFTY, LIMIT, REVERSE, SEND, STEAL, SWAP
from .turn import Phase, after_draw


class SixtyFour(IntEnum):
    ANY_PAWN = 0
    OWN_RED_PAWN = 1


class Steal(IntEnum):
    CHOOSE = 0
    RANDOM = 1


BOTH = 3                # of one's own pawns


def draw(s, kind):
    """A card is drawn: a Keeper is kept, an Action acts at once."""
    if s.stock == 0:
        s.stock, s.discard = s.discard, 0                       # CL-10: reshuffled
    s.stock, s.card = add_to_bag(s.stock, kind, -1), kind
    if kind <= LIMIT:
        s.fresh = add_to_bag(s.fresh, kind, 1)
        after_draw(s)
        return
    s.discard = add_to_bag(s.discard, kind, 1)
    if asks(s, kind):
        s.phase = Phase.STEALING if kind == STEAL and s.steal == Steal.RANDOM else Phase.CARD
        return
    if kind == AGAIN:
        s.again += 1
    elif moves_own(s, kind):
        act(s, 2 * s.turn + s.landed - 1)
    after_draw(s)


def moves_own(s, kind):
    """The card applies to the pawn on red."""
    return FIFTY <= kind <= REVERSE or (kind == SEND and s.sixty_four == SixtyFour.OWN_RED_PAWN)


def asks(s, kind):
    """CL-24: there is something to choose."""
    if moves_own(s, kind):
        return s.landed == BOTH
    if kind == STEAL:
        return others_hold(s) > 0
    if kind == SWAP or kind == SEND:
        return pawns_in_reach(s) > (1 if kind == SWAP else 0)
    return False


def others_hold(s):
    n = 0
    for seat in range(s.seats):
        if seat != s.turn:
            n += bag_size(s.keepers[seat])
    return n


def pawns_in_reach(s):
    n = 0
    for pawn in range(2 * s.seats):
        if reachable(s, pawn):
            n += 1
    return n


def choose(s, action):
    """A choice that the drawn card asked for."""
    if verb_of(action) == Verb.TAKE:
        seat, kind = seat_of(action), kind_of(action)
        s.keepers[seat] = add_to_bag(s.keepers[seat], kind, -1)
        s.fresh = add_to_bag(s.fresh, kind, 1)
    elif verb_of(action) == Verb.SWAP:
        one, other = one_of(action), other_of(action)
        s.pawn[one], s.pawn[other] = s.pawn[other], s.pawn[one]
        tick(s, s.turn)                                         # CL-32
    elif verb_of(action) == Verb.SEND:
        put(s, one_of(action), 64)
    else:
        act(s, 2 * s.turn + one_of(action))
    after_draw(s)


def act(s, pawn):
    """The drawn card moves the pawn on red."""
    space = s.pawn[pawn]
    if s.card == FIFTY:
        put(s, pawn, space + 50 if space < 50 else space - 50)
    elif s.card == DOUBLE:
        put(s, pawn, 2 * space if space < 50 else space - 10)
    elif s.card == REVERSE:
        put(s, pawn, reversed_digits(space))
    elif s.card == SEND:
        put(s, pawn, 64)
    else:
        catch(s, pawn)
    tick(s, s.turn)                                             # CL-32


def catch(s, pawn):
    """CL-31: to the nearest pawn ahead or behind, which goes to Start."""
    ahead = -1 if downwards(s, pawn) else 1
    target = nearest(s, pawn, ahead if s.card == ADVANCE else -ahead)
    if target != UNKNOWN:
        put(s, pawn, s.pawn[target])


def held_by_others(s, seat, kind):
    return count_kind(s.keepers[seat], kind) if seat < s.seats and seat != s.turn else 0


assert AGAIN < FIFTY < DOUBLE < ADVANCE < BACK < REVERSE < SWAP


compile_rules(globals())
