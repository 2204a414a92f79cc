"""Depth-first walks through the actions of one turn, with an explicit stack.

Numba does not cache compiled recursion safely, so callers keep one state and one list of actions per depth.
"""
# mypy: ignore-errors, implicit-reexport

import numpy as np

from ...core.kernel import compile_rules
from ...core.seats import UNKNOWN
from .rules import MAX_ACTIONS, State, sound_actions

MAX_DEPTH = 24               # actions of one turn, and the position before them
LENGTH, NEXT = MAX_ACTIONS, MAX_ACTIONS + 1             # where a list keeps how long it is and which entry is next


def list_actions_at_depth(s, seat, lists, depth):
    """List the actions of a seat at a depth, and start with the first one."""
    lists[depth, LENGTH] = sound_actions(s, seat, lists[depth])
    lists[depth, NEXT] = 0


def next_action(lists, depth):
    """Return the next action at a depth; UNKNOWN when all have been tried."""
    at = lists[depth, NEXT]
    if at == lists[depth, LENGTH]:
        return UNKNOWN
    lists[depth, NEXT] = at + 1
    return lists[depth, at]


def root_action(lists):
    """Return the action at the root that is being tried."""
    return lists[0, lists[0, NEXT] - 1]


compile_rules(globals())


def make_workspace():
    """Return the arrays of a walk: a state and a list of actions for every depth."""
    return State.new(MAX_DEPTH), np.zeros((MAX_DEPTH, MAX_ACTIONS + 2), np.int64)
