"""Depth-first walks through the actions of one turn, by hand: Numba does not keep compiled recursion safely."""

import numpy as np

from ...core.kernel import compile_rules
from ...core.seats import UNKNOWN
from .rules import MAX_ACTIONS, State, sound_actions

DEEP = 24               # actions of one turn, and the position before them
LENGTH, NEXT = MAX_ACTIONS, MAX_ACTIONS + 1             # where a list keeps how long it is and which entry is next


def enter(s, seat, lists, depth):
    """List what the seat may do."""
    lists[depth, LENGTH] = sound_actions(s, seat, lists[depth])
    lists[depth, NEXT] = 0


def next_action(lists, depth):
    """The next action listed at a depth; UNKNOWN when all have been tried."""
    at = lists[depth, NEXT]
    if at == lists[depth, LENGTH]:
        return UNKNOWN
    lists[depth, NEXT] = at + 1
    return lists[depth, at]


def first_action(lists):
    """The action at the root that is being tried."""
    return lists[0, lists[0, NEXT] - 1]


compile_rules(globals())


def workspace():
    """Work arrays of a walk: states and lists, one of each for every depth."""
    return State.new(DEEP), np.zeros((DEEP, MAX_ACTIONS + 2), np.int64)
