"""The course of a turn: Roll, Move, Bump, Draw, and whose turn is next."""
# mypy: ignore-errors, implicit-reexport

from enum import IntEnum

from ...core.bits import has_member, remove_member
from ...core.kernel import compile_rules
from ...core.seats import UNKNOWN
from .board import DrawRule, bump_pawns, is_red, tick_stations
from .board_and_card_data import HOME, RED_BITS
from .move_phase import count_active_opponents, has_playable_keeper


class Phase(IntEnum):
    """Name what happens next; up to STEALING it is for CHANCE to act."""

    OPENING = 0             # CL-12: `turn` rolls for the start
    ROLL = 1
    DRAW = 2
    STEALING = 3            # option `steal`: random
    MOVE = 4
    CARD = 5                # a choice that the drawn card asks for
    OVER = 6


# Roll.

def read_rolled_number(s, die):
    """Return the lower (die 0) or the higher (die 1) number rolled."""
    return s.rolled // 100 if die == 0 else s.rolled % 100


def count_uses_left(s, d):
    """Return how often the number d can still be used (CL-3)."""
    if s.left[0] and read_rolled_number(s, 0) == d:
        return s.left[0]
    return s.left[1] if read_rolled_number(s, 1) == d else 0


def use_number(s, d):
    """Take one use from the number d."""
    die = 0 if s.left[0] and read_rolled_number(s, 0) == d else 1
    s.left[die] -= 1


def count_numbers_left(s):
    """Return how many uses of the rolled numbers are left."""
    return s.left[0] + s.left[1]


def roll_dice(s, dice):
    """Record a throw and its uses: each number once, a double as option `doubles` says (CL-3)."""
    s.phase, s.rolled = Phase.MOVE, dice
    double = read_rolled_number(s, 0) == read_rolled_number(s, 1)
    s.left[0] = s.doubles if double else 1
    s.left[1] = 0 if double else 1
    if s.seats == 1:
        s.rolls += 1                                            # CL-18


def roll_for_start(s, dice):
    """Record a throw for the start: the highest sum begins, the tied roll again (CL-12).

    `opening` holds each seat's sum: 0 while the seat is to roll, UNKNOWN when it is out of it.
    """
    s.opening[s.turn] = dice // 100 + dice % 100
    if next_to_roll(s) == UNKNOWN:
        keep_highest_sums(s)
    s.turn = next_to_roll(s)
    out = 0
    for seat in range(s.seats):
        out += 1 if s.opening[seat] == UNKNOWN else 0
    if out == s.seats - 1:
        for seat in range(s.seats):
            s.opening[seat] = 0
        s.first = s.turn if s.turn_limit else 0
        start_turn(s)


def next_to_roll(s):
    """Return the first seat that has not rolled for the start; UNKNOWN when all have."""
    for seat in range(s.seats):
        if s.opening[seat] == 0:
            return seat
    return UNKNOWN


def keep_highest_sums(s):
    """Let the seats with the highest sum roll again, and put the others out (CL-12)."""
    best = 0
    for seat in range(s.seats):
        best = max(best, s.opening[seat])
    for seat in range(s.seats):
        s.opening[seat] = 0 if s.opening[seat] == best else UNKNOWN


# Bump and Draw.

def end_moves(s, movers):
    """Bump, then let the pawns in the set `movers` draw (CL-7, CL-9)."""
    for mine in range(2):
        if s.atop == UNKNOWN or s.atop == mine:                 # CL-22
            bump_pawns(s, 2 * s.turn + mine, s.pawn[2 * s.turn + mine])
    s.atop = UNKNOWN
    tick_stations(s, s.turn)
    for mine in range(2):
        if has_member(movers, mine) and draws_card(s, mine):
            s.landed |= 1 << mine
            if s.double_time:
                s.drew[mine] |= RED_BITS[s.pawn[2 * s.turn + mine]]  # CL-29
    if s.landed:
        s.phase = Phase.DRAW
    else:
        finish_draw(s)


def draws_card(s, mine):
    """Return whether one's own pawn stands on a red space that gives it a card (CL-9, CL-29)."""
    space = s.pawn[2 * s.turn + mine]
    if not is_red(space) or s.drew[mine] & RED_BITS[space] or s.stock + s.discard == 0:
        return False
    return space != s.began[mine] or s.draw_rule == DrawRule.ANY_END or has_member(s.strayed, mine)


def finish_draw(s):
    """End the Draw phase: end the turn, or in Double Time go back to the Move phase (CL-29)."""
    s.landed = 0
    if s.double_time:
        continue_move_phase(s)
    else:
        end_turn(s)


def continue_move_phase(s):
    """Go back to the Move phase, and end the turn at once if nothing is left to do (CL-23)."""
    s.phase = Phase.MOVE
    if count_numbers_left(s) == 0 and not has_playable_keeper(s, s.turn):
        end_turn(s)


# Whose turn it is.

def start_turn(s):
    """Clear what belongs to one turn only and remember where the pawns begin (CL-9)."""
    s.phase, s.rolled, s.strayed = Phase.ROLL, 0, 0
    for mine in range(2):
        s.left[mine], s.drew[mine], s.began[mine] = 0, 0, s.pawn[2 * s.turn + mine]


def end_turn(s):
    """Start a Roll Again or pass the turn; fresh Keepers wait for the next real turn (CL-10)."""
    s.limited = remove_member(s.limited, s.turn)
    if s.again:
        s.again -= 1
        start_turn(s)
    else:
        s.keepers[s.turn] += s.fresh
        s.fresh = 0
        pass_turn(s)


def pass_turn(s):
    """Give the turn to the next seat that still plays (CL-12), or end the match at the turn limit (CL-27)."""
    while True:
        s.turn = (s.turn + 1) % s.seats
        if s.turn_limit and s.turn == s.first:
            s.laps += 1
            if s.laps == s.turn_limit:
                s.phase = Phase.OVER
                return
        if s.place[s.turn] == 0:
            break
    start_turn(s)


# The end.

def has_won(s, seat):
    """Return whether a seat has won: both pawns are home, in Prime Sprint one (CL-8, CL-15)."""
    one, other = s.pawn[2 * seat] == HOME, s.pawn[2 * seat + 1] == HOME
    return (one and other) or (s.sprint == 1 and (one or other))


def finish_seat(s, seat):
    """Give a seat its place; end the match, or discard its Keepers and let the others play on (CL-20)."""
    rest = count_active_opponents(s, seat)
    s.place[seat] = s.seats - rest
    if not s.play_on or rest == 0:
        s.phase = Phase.OVER
        return
    s.discard += s.keepers[seat] + s.fresh
    s.keepers[seat], s.fresh, s.again, s.atop = 0, 0, 0, UNKNOWN
    s.limited = remove_member(s.limited, seat)
    s.pawn[2 * seat], s.pawn[2 * seat + 1] = HOME, HOME
    if rest > 1:
        pass_turn(s)
        return
    for other in range(s.seats):
        if s.place[other] == 0:
            s.place[other] = s.seats
    s.phase = Phase.OVER


compile_rules(globals())
