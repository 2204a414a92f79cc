"""The arrays of a sifting: what it works with, and what it leaves for a finer one."""

from typing import NamedTuple

import numpy as np

from .abstraction import Fold

NEVER = -1


class Kept(NamedTuple):
    """What a rougher game leaves to look at: by its nodes where their edges begin and end, NEVER where nothing is."""

    states: int
    start: np.ndarray
    stop: np.ndarray
    edges: np.ndarray
    of: np.ndarray              # by state of the finer game: the rougher state


class Sieve(NamedTuple):
    """The arrays of a search."""

    start: np.ndarray           # by node: its edges; NEVER where it is not reached
    stop: np.ndarray
    edges: np.ndarray
    marked: np.ndarray          # by edge: may be used
    alive: np.ndarray           # by node
    seen: np.ndarray            # by node: stamps
    source: np.ndarray
    rough: np.ndarray           # by node of the rougher game: stamps
    head: np.ndarray            # by state, of one layer: links to nodes whose stacks it has as well
    link: np.ndarray
    walk: np.ndarray            # entries of a walk: node, run, the entry before
    arcs: np.ndarray            # of a walk: entry, edge, entry
    good: np.ndarray            # by entry
    met: np.ndarray             # entries by a digest
    useful: np.ndarray          # by run: stamps
    legal: np.ndarray           # by state: where its ways begin, NEVER while nobody has looked; and end
    onto: np.ndarray            # run and what it leaves, for each way of a state
    begin: np.ndarray           # of the state at hand, by run: its ways
    end: np.ndarray
    can: np.ndarray             # by state: where the runs begin that may be of use in it, and end
    some: np.ndarray            # these runs


def sieve(fold: Fold, rough_nodes: int, room: int) -> Sieve:
    """Work space for a fold, with room for so many edges."""
    nodes, runs = (len(fold.kinds) + 1) * fold.states, len(fold.step)

    def blank(*shape: int) -> np.ndarray:
        return np.zeros(shape, np.int64)

    def small(*shape: int) -> np.ndarray:
        return np.zeros(shape, np.int32)

    walk = 1 << (room >> 5).bit_length()
    return Sieve(np.full(nodes, NEVER, np.int64), blank(nodes), small(room), np.zeros(room, np.bool_),
                 np.zeros(nodes, np.bool_), np.full(nodes, NEVER, np.int32), np.full(nodes, NEVER, np.int32),
                 np.full(rough_nodes, NEVER, np.int32), blank(fold.states), blank(2 * walk, 2), blank(walk, 3),
                 blank(4 * walk, 3), np.zeros(walk, np.bool_), blank(2 * walk, 2), np.full(runs, NEVER, np.int64),
                 np.full((fold.states, 2), NEVER, np.int64), small(8 * walk, 2), blank(runs), blank(runs),
                 blank(fold.states, 2), small(8 * walk))
