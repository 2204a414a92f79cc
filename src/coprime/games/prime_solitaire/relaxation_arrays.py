"""Arrays of the search of an abstract game: its workspace, and the edges left for a finer one."""

from typing import NamedTuple

import numpy as np

from .abstraction import AbstractGame

NEVER = -1


class SurvivingEdges(NamedTuple):
    """Edges of an abstract game that may lead to a win: by node the first and last edge, NEVER for none."""

    states: int
    start: np.ndarray
    stop: np.ndarray
    edges: np.ndarray
    of: np.ndarray              # by state of the finer game: the rougher state


class RelaxationWorkspace(NamedTuple):
    """The work arrays of a search."""

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


def make_workspace(fold: AbstractGame, rough_nodes: int, max_edges: int) -> RelaxationWorkspace:
    """Make the work arrays for an abstract game, for at most `max_edges` edges."""
    nodes, runs = (len(fold.kinds) + 1) * fold.states, len(fold.step)

    def blank(*shape: int) -> np.ndarray:
        return np.zeros(shape, np.int64)

    def small(*shape: int) -> np.ndarray:
        return np.zeros(shape, np.int32)

    walk = 1 << (max_edges >> 5).bit_length()
    return RelaxationWorkspace(np.full(nodes, NEVER, np.int64), blank(nodes), small(max_edges),
                               np.zeros(max_edges, np.bool_),
                 np.zeros(nodes, np.bool_), np.full(nodes, NEVER, np.int32), np.full(nodes, NEVER, np.int32),
                 np.full(rough_nodes, NEVER, np.int32), blank(fold.states), blank(2 * walk, 2), blank(walk, 3),
                 blank(4 * walk, 3), np.zeros(walk, np.bool_), blank(2 * walk, 2), np.full(runs, NEVER, np.int64),
                 np.full((fold.states, 2), NEVER, np.int64), small(8 * walk, 2), blank(runs), blank(runs),
                 blank(fold.states, 2), small(8 * walk))
