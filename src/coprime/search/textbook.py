"""Information-set Monte Carlo tree search as in the textbook, to compare the house's own with, and to read.

Single-observer, with UCB1: Cowling, Powley and Whitehouse, "Information Set Monte Carlo Tree Search", 2012.  The tree
is a dictionary in Python; a world's chance and playouts are compiled.
"""

import math
import random
from dataclasses import dataclass
from typing import Any

import numpy as np

from ..core.game import Game
from ..core.match import copy_state
from ..core.seats import UNKNOWN
from .baselines import MOST, SEEDS, Desk, desk

CURIOSITY = 0.7
WORLD = 1                   # of a desk's states: the imagined one


@dataclass
class Edge:
    """An action where a seat is to act.

    visits  how often it was tried
    gained  by the seat that acts, in all, in units of the rules' SWING
    met     how often it could have been tried: what others may do differs from world to world
    """

    visits: int = 0
    gained: float = 0.0
    met: int = 0

    def urgency(self) -> float:
        """UCB1."""
        return self.gained / self.visits + CURIOSITY * math.sqrt(math.log(self.met) / self.visits)


# What the searching seat sees, and who is to act: edges by their actions.
Tree = dict[tuple[bytes, int], dict[int, Edge]]


def ismcts(game: Game, view: Any, seat: int, seed: int, iterations: int) -> int:
    """The action that was tried most often.  The same arguments give the same one."""
    d, luck = desk(game), random.Random(seed)
    tree: Tree = {}
    game.rules.returns(view, d.after)
    before = d.after.copy()
    for _ in range(iterations):
        d.states[0] = view
        d.module.suppose(d.states, d.words, seat, luck.randrange(SEEDS))
        path = descend(game, d, seat, tree, luck)
        d.module.play_out(d.states, d.words, MOST, luck.randrange(SEEDS), d.actions, d.weights, d.after)
        for actor, edge in path:
            edge.visits += 1
            edge.gained += (d.after[actor] - before[actor]) / game.rules.SWING
    root = tree[seen(game, view, seat), seat]
    return max(root, key=lambda action: root[action].visits)


def descend(game: Game, d: Desk, seat: int, tree: Tree, luck: random.Random) -> list[tuple[int, Edge]]:
    """Play the world through the tree and one edge beyond; the edges on the way, and whose they are."""
    path: list[tuple[int, Edge]] = []
    world, actor, draws = d.states[WORLD], seat, luck.randrange(SEEDS)
    while actor != UNKNOWN:
        edges = tree.setdefault((seen(game, world, seat), actor), {})
        listed = d.actions[:game.rules.sound_actions(world, actor, d.actions)].tolist()
        for action in listed:
            edges.setdefault(action, Edge()).met += 1
        untried = [action for action in listed if not edges[action].visits]
        action = luck.choice(untried) if untried else max(listed, key=lambda one: edges[one].urgency())
        path.append((actor, edges[action]))
        game.rules.apply(world, actor, action)
        if untried:
            break
        actor, draws = d.next_actor(world, d.actions, d.weights, draws)
    return path


def seen(game: Game, state: Any, seat: int) -> bytes:
    """What a seat sees of a position."""
    view = copy_state(state)
    game.rules.redact(view, seat)
    return bytes(np.asarray(view).tobytes())
