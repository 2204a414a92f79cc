"""What the house's bots, and others, do in every information state that they come to."""

import hashlib
from typing import NamedTuple

import numpy as np

from ..arena.players import Player
from .exploit import uniform
from .tree import SEATS, Floats, Tree

ASKS = 8                # times that a bot is asked in an information state


class Policy(NamedTuple):
    """float64[slots], how many answers it is made of, and how many of these were faults."""

    chances: Floats
    answers: int
    faults: int


def exact(tree: Tree) -> Policy:
    """What the player `random` does, without asking."""
    return Policy(uniform(tree), 0, 0)


def policy_of(tree: Tree, one: Player, instead: int, asks: int = ASKS) -> Policy:
    """What a player does.

    It is asked `asks` times with different seeds wherever it comes to by itself, and what it answers is as likely as it
    is frequent among the answers; elsewhere, where it does not matter, every action is as likely.  A bot has nothing
    but its view, so where that is the same it is not asked again.  A fault has no branch in the tree: `instead` is
    done.  The same arguments give the same policy.
    """
    chances, known, answers, faults = uniform(tree), dict[bytes, Floats](), 0, 0
    reached = [np.ones(len(tree.deal)) for _ in range(SEATS)]
    for stage, level in zip(tree.stages, [*tree.levels[1:], slice(0, 0)], strict=False):
        for state in range(stage.start, stage.stop):
            if not reached[tree.seat[state]][tree.at[state]]:
                continue
            view, slots = tree.views[state], slice(int(tree.first[state]), int(tree.first[state + 1]))
            if view not in known:
                listed = tree.actions[slots].tolist()
                said = [one(tree.view(state), int(tree.seat[state]), seed(view, n))[0] for n in range(asks)]
                known[view] = np.array([sum((what if what in listed else instead) == action for what in said)
                                        for action in listed]) / asks
                answers, faults = answers + asks, faults + sum(what not in listed for what in said)
            chances[slots] = known[view]
        for seat in range(SEATS):
            step = np.where(tree.own[seat][tree.slot[level]], chances[tree.slot[level]], 1.0)
            reached[seat][level] = reached[seat][tree.parent[level]] * step
    return Policy(chances, answers, faults)


def seed(view: bytes, number: int) -> int:
    """A seed of 62 bits that follows from a view and how often it was asked there."""
    return int.from_bytes(hashlib.blake2b(view + b"%d" % number, digest_size=8).digest()) >> 2
