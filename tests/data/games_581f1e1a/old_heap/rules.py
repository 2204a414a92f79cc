"""Old Heap.  Rules like OH-1 are in rules.md."""

from enum import IntEnum

from coprime.core.kernel import compile_rules, record

ACTIONS = 6                 # an action is a number below it: how many stones are taken


@record
class State:
    """Everything on the table."""

    seats: int
    heap: int               # options, as declared in game.py
    most: int

    turn: int
    left: int               # stones


class Refusal(IntEnum):
    NONE = 0
    NOT_YOUR_TURN = 1
    NUMBER = 2              # OH-2
    TOO_FEW = 3             # OH-2


def begin(s):
    s.left = s.heap


def to_act(s):
    """OH-1; nobody when it is over."""
    return 1 << s.turn if s.left else 0


def legal_actions(s, seat, out):
    n = min(s.most, s.left)
    for i in range(n):
        out[i] = i + 1
    return n


def refusal(s, seat, action):
    if not to_act(s) >> seat & 1:
        return Refusal.NOT_YOUR_TURN
    if not 1 <= action <= s.most:
        return Refusal.NUMBER
    return Refusal.TOO_FEW if action > s.left else Refusal.NONE


def apply(s, seat, action):
    s.left -= action
    if s.left:                              # else the winner keeps the turn
        s.turn = (s.turn + 1) % s.seats


def returns(s, out):
    """OH-3."""
    for seat in range(s.seats):
        out[seat] = 1.0 if not s.left and seat == s.turn else 0.0


compile_rules(globals())
