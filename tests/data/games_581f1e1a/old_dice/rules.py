"""Old Dice.  Rules like OD-1 are in rules.md."""

from enum import IntEnum

from coprime.core.kernel import compile_rules, record
from coprime.core.seats import CHANCE

SEATS = 4
SIDES = 6
STOP, ROLL = 0, 1           # what a player does; an action of CHANCE is the face that it rolls
ACTIONS = 2


@record
class State:
    """Everything on the table."""

    seats: int
    goal: int               # the option, as declared in game.py

    turn: int
    rolling: int            # the die is in the air
    aside: int              # points of this turn
    points: [SEATS]


class Refusal(IntEnum):
    NONE = 0
    NOT_YOUR_TURN = 1
    NO_SUCH_ACTION = 2
    ROLL_FIRST = 3          # OD-4


def begin(s):
    """Nobody has a point."""


def is_over(s):
    return s.points.max() >= s.goal


def to_act(s):
    if is_over(s):
        return 0
    return 1 << (CHANCE if s.rolling else s.turn)


def chance_outcomes(s, out, weight):
    """The faces of the die, and how likely each is; everybody sees a face that is listed."""
    for i in range(SIDES):
        out[i], weight[i] = i + 1, 1.0
    return SIDES


def legal_actions(s, seat, out):
    out[0], out[1] = ROLL, STOP
    return 2 if s.aside else 1


def refusal(s, seat, action):
    if not to_act(s) >> seat & 1:
        return Refusal.NOT_YOUR_TURN
    if seat == CHANCE:
        return Refusal.NONE if 1 <= action <= SIDES else Refusal.NO_SUCH_ACTION
    if action != ROLL and action != STOP:
        return Refusal.NO_SUCH_ACTION
    return Refusal.ROLL_FIRST if action == STOP and s.aside == 0 else Refusal.NONE


def apply(s, seat, action):
    if seat == CHANCE:
        s.rolling = 0
        s.aside = 0 if action == 1 else s.aside + action
        if action == 1:
            s.turn = (s.turn + 1) % s.seats
    elif action == ROLL:
        s.rolling = 1
    else:
        s.points[s.turn] += s.aside
        s.aside = 0
        s.turn = (s.turn + 1) % s.seats


def returns(s, out):
    """OD-1."""
    for seat in range(s.seats):
        out[seat] = 1.0 if s.points[seat] >= s.goal else 0.0


compile_rules(globals())
