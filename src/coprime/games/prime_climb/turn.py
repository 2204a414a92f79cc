"""The course of a turn: Roll, Move, Bump, Draw, and whose turn is next."""

from enum import IntEnum

from ...core.bits import has_member, without
from ...core.kernel import compile_rules
from ...core.seats import UNKNOWN
from .board import DrawRule, bump, red, tick
from .keepers import opponents, playable
from .tables import HOME, RED


class Phase(IntEnum):
    """What is to happen next; up to STEALING it is for CHANCE."""

    OPENING = 0             # CL-12: `turn` rolls for the start
    ROLL = 1
    DRAW = 2
    STEALING = 3            # option `steal`: random
    MOVE = 4
    CARD = 5                # a choice that the drawn card asks for
    OVER = 6


# Roll.

def number(s, die):
    """The lower (0) or the higher (1) number rolled."""
    return s.rolled // 100 if die == 0 else s.rolled % 100


def uses_left(s, d):
    """CL-3: how often the number d is still to be used."""
    if s.left[0] and number(s, 0) == d:
        return s.left[0]
    return s.left[1] if number(s, 1) == d else 0


def use_up(s, d):
    die = 0 if s.left[0] and number(s, 0) == d else 1
    s.left[die] -= 1


def numbers_left(s):
    return s.left[0] + s.left[1]


def roll(s, dice):
    """CL-3: two numbers, or one number several times (option `doubles`)."""
    s.phase, s.rolled = Phase.MOVE, dice
    double = number(s, 0) == number(s, 1)
    s.left[0] = s.doubles if double else 1
    s.left[1] = 0 if double else 1
    if s.seats == 1:
        s.rolls += 1                                            # CL-18


def roll_for_start(s, dice):
    """CL-12: the highest sum begins, the tied roll again.  `opening` holds sums, 0 to roll, UNKNOWN out of it."""
    s.opening[s.turn] = dice // 100 + dice % 100
    if next_to_roll(s) == UNKNOWN:
        keep_highest(s)
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
    for seat in range(s.seats):
        if s.opening[seat] == 0:
            return seat
    return UNKNOWN


def keep_highest(s):
    best = 0
    for seat in range(s.seats):
        best = max(best, s.opening[seat])
    for seat in range(s.seats):
        s.opening[seat] = 0 if s.opening[seat] == best else UNKNOWN


# Bump and Draw.

def end_moves(s, movers):
    """CL-7, CL-9: Bump, then Draw for the pawns (a set) whose moves are over."""
    for mine in range(2):
        if s.atop == UNKNOWN or s.atop == mine:                 # CL-22
            bump(s, 2 * s.turn + mine, s.pawn[2 * s.turn + mine])
    s.atop = UNKNOWN
    tick(s, s.turn)
    for mine in range(2):
        if has_member(movers, mine) and draws(s, mine):
            s.landed |= 1 << mine
            if s.double_time:
                s.drew[mine] |= RED[s.pawn[2 * s.turn + mine]]  # CL-29
    if s.landed:
        s.phase = Phase.DRAW
    else:
        after_draw(s)


def draws(s, mine):
    """CL-9, CL-29: the pawn stands on a red space that gives it a card."""
    space = s.pawn[2 * s.turn + mine]
    if not red(space) or s.drew[mine] & RED[space] or s.stock + s.discard == 0:
        return False
    return space != s.began[mine] or s.draw_rule == DrawRule.ANY_END or has_member(s.strayed, mine)


def after_draw(s):
    """CL-29: in Double Time the Move phase goes on."""
    s.landed = 0
    if s.double_time:
        go_on(s)
    else:
        end_turn(s)


def go_on(s):
    """CL-23: the Move phase is over at once if nothing is left to do."""
    s.phase = Phase.MOVE
    if numbers_left(s) == 0 and not playable(s, s.turn):
        end_turn(s)


# Whose turn it is.

def start_turn(s):
    """Clear what was of one turn only; remember where the pawns begin (CL-9)."""
    s.phase, s.rolled, s.strayed = Phase.ROLL, 0, 0
    for mine in range(2):
        s.left[mine], s.drew[mine], s.began[mine] = 0, 0, s.pawn[2 * s.turn + mine]


def end_turn(s):
    """A Roll Again, or the next player.  Fresh Keepers wait for the next real turn (CL-10)."""
    s.limited = without(s.limited, s.turn)
    if s.again:
        s.again -= 1
        start_turn(s)
    else:
        s.keepers[s.turn] += s.fresh
        s.fresh = 0
        pass_turn(s)


def pass_turn(s):
    """CL-12: clockwise, leaving out those who are home; CL-27: over when everybody has had the limit's turns."""
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

def wins(s, seat):
    """CL-8, CL-15: both pawns are home, in Prime Sprint one."""
    one, other = s.pawn[2 * seat] == HOME, s.pawn[2 * seat + 1] == HOME
    return (one and other) or (s.sprint == 1 and (one or other))


def finish(s, seat):
    """CL-20: the Keepers are discarded and the others play on until one is left; else it is over."""
    rest = opponents(s, seat)
    s.place[seat] = s.seats - rest
    if not s.play_on or rest == 0:
        s.phase = Phase.OVER
        return
    s.discard += s.keepers[seat] + s.fresh
    s.keepers[seat], s.fresh, s.again, s.atop = 0, 0, 0, UNKNOWN
    s.limited = without(s.limited, seat)
    s.pawn[2 * seat], s.pawn[2 * seat + 1] = HOME, HOME
    if rest > 1:
        pass_turn(s)
        return
    for other in range(s.seats):
        if s.place[other] == 0:
            s.place[other] = s.seats
    s.phase = Phase.OVER


compile_rules(globals())
