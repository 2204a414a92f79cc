"""Policies of bots in a whole game tree, found by querying them."""

import hashlib
from typing import NamedTuple

import numpy as np

from ..arena.players import Player
from .exploit import uniform_policy
from .information_tree import SEATS, Floats, InformationTree

QUERIES_PER_STATE = 8                # times that a bot is asked in an information state


class TabularPolicy(NamedTuple):
    """A policy as a table: for each slot of the tree its probability.

    probabilities    float64[slots]
    query_count      how many queries it is made of
    violation_count  how many of the answers were violations
    """

    probabilities: Floats
    query_count: int
    violation_count: int


def random_policy(tree: InformationTree) -> TabularPolicy:
    """Return the policy of the player `random`, without queries."""
    return TabularPolicy(uniform_policy(tree), 0, 0)


def estimate_policy(tree: InformationTree, bot: Player, fault_action: int,
                    queries: int = QUERIES_PER_STATE) -> TabularPolicy:
    """Estimate a bot's policy.

    It is queried `queries` times with different seeds in every information state that it reaches; the frequency of
    an answer is its probability. Elsewhere the policy is uniform. A bot knows only its view, so equal views are
    queried once. A violation has no branch in the tree: it counts as `fault_action`. The same arguments give the
    same policy.
    """
    probabilities, known, answers, violations = uniform_policy(tree), dict[bytes, Floats](), 0, 0
    reached = [np.ones(len(tree.deal)) for _ in range(SEATS)]
    for stage, level in zip(tree.stages, [*tree.levels[1:], slice(0, 0)], strict=False):
        for state in range(stage.start, stage.stop):
            if not reached[tree.seat[state]][tree.at[state]]:
                continue
            view, slots = tree.views[state], slice(int(tree.first[state]), int(tree.first[state + 1]))
            if view not in known:
                listed = tree.actions[slots].tolist()
                said = [bot(tree.state_view(state), int(tree.seat[state]), query_seed(view, n))[0]
                        for n in range(queries)]
                known[view] = np.array([sum((what if what in listed else fault_action) == action for what in said)
                                        for action in listed]) / queries
                answers, violations = answers + queries, violations + sum(what not in listed for what in said)
            probabilities[slots] = known[view]
        for seat in range(SEATS):
            step = np.where(tree.own_slots[seat][tree.slot[level]], probabilities[tree.slot[level]], 1.0)
            reached[seat][level] = reached[seat][tree.parent[level]] * step
    return TabularPolicy(probabilities, answers, violations)


def query_seed(view: bytes, number: int) -> int:
    """Return a 62-bit seed from a view and the number of the query."""
    return int.from_bytes(hashlib.blake2b(view + b"%d" % number, digest_size=8).digest()) >> 2
