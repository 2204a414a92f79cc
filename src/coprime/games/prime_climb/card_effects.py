"""What drawn cards do: CL-10, CL-24 to CL-26 and the table of cards in rules.md."""
# mypy: ignore-errors, implicit-reexport

from enum import IntEnum

from ...core.bits import add_to_bag, bag_size, count_kind
from ...core.kernel import compile_rules
from ...core.seats import UNKNOWN
from .actions import Verb, first_pawn_of, kind_of, seat_of, second_pawn_of, verb_of
from .board import is_descending, is_reachable, nearest_pawn, put_and_bump, swap_digits, tick_stations
from .board_and_card_data import ADVANCE, AGAIN, BACK, DOUBLE, FIFTY, LIMIT_KEEPER, REVERSE, SEND, STEAL, SWAP
from .turn_phases import Phase, finish_draw


class SixtyFourOption(IntEnum):
    """Name the values of option `sixty_four`: which pawn a card sends to 64 (CL-24)."""
    ANY_PAWN = 0
    OWN_RED_PAWN = 1


class Steal(IntEnum):
    """Name the values of option `steal`: whether the player chooses the Keeper or chance does (CL-24)."""
    CHOOSE = 0
    RANDOM = 1


BOTH_PAWNS = 3                # of one's own pawns


def draw_card(s, kind):
    """Draw a card of a kind: keep a Keeper, carry out an Action or ask for its choice."""
    if s.stock == 0:
        s.stock, s.discard = s.discard, 0                       # CL-10: reshuffled
    s.stock, s.card = add_to_bag(s.stock, kind, -1), kind
    if kind <= LIMIT_KEEPER:
        s.fresh = add_to_bag(s.fresh, kind, 1)
        finish_draw(s)
        return
    s.discard = add_to_bag(s.discard, kind, 1)
    if needs_choice(s, kind):
        s.phase = Phase.STEALING if kind == STEAL and s.steal == Steal.RANDOM else Phase.CARD
        return
    if kind == AGAIN:
        s.again += 1
    elif moves_own_pawn(s, kind):
        move_by_card(s, 2 * s.turn + s.landed - 1)
    finish_draw(s)


def moves_own_pawn(s, kind):
    """Return whether a card moves the drawer's own pawn, the one on red."""
    return FIFTY <= kind <= REVERSE or (kind == SEND and s.sixty_four == SixtyFourOption.OWN_RED_PAWN)


def needs_choice(s, kind):
    """Return whether a card leaves something to choose (CL-24)."""
    if moves_own_pawn(s, kind):
        return s.landed == BOTH_PAWNS
    if kind == STEAL:
        return count_others_keepers(s) > 0
    if kind == SWAP or kind == SEND:
        return count_reachable_pawns(s) > (1 if kind == SWAP else 0)
    return False


def count_others_keepers(s):
    """Count the Keepers that the other seats hold."""
    n = 0
    for seat in range(s.seats):
        if seat != s.turn:
            n += bag_size(s.keepers[seat])
    return n


def count_reachable_pawns(s):
    """Count the pawns that a choice of a card may name."""
    n = 0
    for pawn in range(2 * s.seats):
        if is_reachable(s, pawn):
            n += 1
    return n


def apply_choice(s, action):
    """Carry out the choice that the drawn card asked for, made by a player or by chance."""
    if verb_of(action) == Verb.TAKE:
        seat, kind = seat_of(action), kind_of(action)
        s.keepers[seat] = add_to_bag(s.keepers[seat], kind, -1)
        s.fresh = add_to_bag(s.fresh, kind, 1)
    elif verb_of(action) == Verb.SWAP:
        one, other = first_pawn_of(action), second_pawn_of(action)
        s.pawn[one], s.pawn[other] = s.pawn[other], s.pawn[one]
        tick_stations(s, s.turn)                                         # CL-32
    elif verb_of(action) == Verb.SEND:
        put_and_bump(s, first_pawn_of(action), 64)
    else:
        move_by_card(s, 2 * s.turn + first_pawn_of(action))
    finish_draw(s)


def move_by_card(s, pawn):
    """Move a pawn as the drawn card says."""
    space = s.pawn[pawn]
    if s.card == FIFTY:
        put_and_bump(s, pawn, space + 50 if space < 50 else space - 50)
    elif s.card == DOUBLE:
        put_and_bump(s, pawn, 2 * space if space < 50 else space - 10)
    elif s.card == REVERSE:
        put_and_bump(s, pawn, swap_digits(space))
    elif s.card == SEND:
        put_and_bump(s, pawn, 64)
    else:
        move_to_nearest(s, pawn)
    tick_stations(s, s.turn)                                             # CL-32


def move_to_nearest(s, pawn):
    """Move a pawn onto the nearest one ahead or behind, which goes to Start (CL-31)."""
    ahead = -1 if is_descending(s, pawn) else 1
    target = nearest_pawn(s, pawn, ahead if s.card == ADVANCE else -ahead)
    if target != UNKNOWN:
        put_and_bump(s, pawn, s.pawn[target])


def count_held_by_other(s, seat, kind):
    """Count the Keepers of a kind that a seat other than the one on turn holds."""
    return count_kind(s.keepers[seat], kind) if seat < s.seats and seat != s.turn else 0


assert AGAIN < FIFTY < DOUBLE < ADVANCE < BACK < REVERSE < SWAP


compile_rules(globals())
