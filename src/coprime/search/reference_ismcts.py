"""Textbook information-set Monte Carlo tree search, to compare the compiled search with, and to read.

Single-observer with UCB1: Cowling, Powley and Whitehouse, "Information Set Monte Carlo Tree Search", 2012. The tree
is a Python dictionary; determinization and playouts are compiled.
"""

import math
import random
from dataclasses import dataclass
from typing import Any

import numpy as np

from ..core.game import Game
from ..core.match import copy_state, state_at
from ..core.seats import UNKNOWN
from .baselines import MAX_PLAYOUT_ACTIONS, SEEDS, BaselineWorkspace, get_workspace

UCB_C = 0.7
WORLD = 1                   # of a desk's states: the imagined one


@dataclass
class ActionEdge:
    """An action at a node.

    visits        how often it was tried
    total_value   total result of the acting seat, in units of the rules' SWING
    availability  how often it was available: other seats' actions differ from world to world
    """

    visits: int = 0
    total_value: float = 0.0
    availability: int = 0

    def ucb1(self) -> float:
        """Return the UCB1 value."""
        return self.total_value / self.visits + UCB_C * math.sqrt(math.log(self.availability) / self.visits)


# What the searching seat sees, and who is to act: edges by their actions.
Tree = dict[tuple[bytes, int], dict[int, ActionEdge]]


def choose_by_ismcts(game: Game, view: Any, seat: int, seed: int, iterations: int) -> int:
    """Choose the most visited action.  The same arguments give the same action."""
    workspace, rng = get_workspace(game), random.Random(seed)
    tree: Tree = {}
    game.rules.returns(view, workspace.after)
    before = workspace.after.copy()
    for _ in range(iterations):
        workspace.states[0] = view
        workspace.module.determinize_world(workspace.states, workspace.words, seat, rng.randrange(SEEDS))
        path = select_and_expand(game, workspace, seat, tree, rng)
        workspace.module.play_out_world(workspace.states, workspace.words, MAX_PLAYOUT_ACTIONS, rng.randrange(SEEDS),
                                        workspace.actions, workspace.weights, workspace.after)
        for actor, edge in path:
            edge.visits += 1
            edge.total_value += (workspace.after[actor] - before[actor]) / game.rules.SWING
    root = tree[observation_key(game, view, seat), seat]
    return max(root, key=lambda action: root[action].visits)


def select_and_expand(game: Game, workspace: BaselineWorkspace, seat: int, tree: Tree,
                      rng: random.Random) -> list[tuple[int, ActionEdge]]:
    """Select through the tree and expand one edge; return the path as (actor, edge)."""
    path: list[tuple[int, ActionEdge]] = []
    world, actor, draws = state_at(workspace.states, WORLD), seat, rng.randrange(SEEDS)
    while actor != UNKNOWN:
        edges = tree.setdefault((observation_key(game, world, seat), actor), {})
        listed = workspace.actions[:game.rules.sound_actions(world, actor, workspace.actions)].tolist()
        for action in listed:
            edges.setdefault(action, ActionEdge()).availability += 1
        untried = [action for action in listed if not edges[action].visits]
        action = rng.choice(untried) if untried else max(listed, key=lambda one: edges[one].ucb1())
        path.append((actor, edges[action]))
        game.rules.apply(world, actor, action)
        if untried:
            break
        actor, draws = workspace.next_actor(world, workspace.actions, workspace.weights, draws)
    return path


def observation_key(game: Game, state: Any, seat: int) -> bytes:
    """Return the bytes of what a seat sees of a position."""
    view = copy_state(state)
    game.rules.redact(view, seat)
    return bytes(np.asarray(view).tobytes())
