"""Baseline bots: the rollout policy, sampled or greedy, and perfect-information Monte Carlo."""

from pathlib import Path
from types import ModuleType
from typing import Any, NamedTuple

import numpy as np

from ..core import kernel
from ..core.game import Game
from ..core.seats import MAX_OUTCOMES
from .search_engine import SEATS, SearchEngine, free_names, source_digest

HERE = Path(__file__).parent
MAX_PLAYOUT_ACTIONS = 2_000                # actions of a playout that finds no rest
SEEDS = 1 << 62


class BaselineWorkspace(NamedTuple):
    """A game's compiled baselines module and the arrays it works on."""

    module: ModuleType
    next_actor: Any
    states: Any
    words: Any
    listed: Any
    actions: Any
    weights: Any
    after: Any


WORKSPACES: dict[str, BaselineWorkspace] = {}


def get_workspace(game: Game) -> BaselineWorkspace:
    """Return the workspace of a game, created once per process."""
    if game.name not in WORKSPACES:
        search = SearchEngine(game, use_saved=False)
        free = free_names(game) | {name: getattr(search.playout, name) for name in ("play_on", "policy")}
        module = kernel.specialize_source(HERE / "baseline_kernels.py", f"coprime.search.flat_{game.name}", free,
                                          source_digest(game))
        states, most = game.rules.State.new(3), max(game.rules.MAX_ACTIONS, MAX_OUTCOMES)
        WORKSPACES[game.name] = BaselineWorkspace(module, search.playout.next_actor, states,
                                                  states.view(np.int64).reshape(3, -1),
                                np.zeros(most, np.int64), np.zeros(most, np.int64), np.zeros(most), np.zeros(SEATS))
    return WORKSPACES[game.name]


def choose_by_policy(game: Game, view: Any, seat: int, seed: int) -> int:
    """Choose as the game's rollout policy does; any listed action where its heuristics have no prior.

    The same arguments give the same action.
    """
    workspace = get_workspace(game)
    workspace.states[0] = view
    return int(workspace.module.sample_prior_action(workspace.states, workspace.words, seat, seed % SEEDS,
                                                    workspace.listed, workspace.weights))


def choose_greedily(game: Game, view: Any, seat: int, seed: int) -> int:
    """Choose the action with the highest prior, without search; ties are broken at random.

    The same arguments give the same action.
    """
    workspace = get_workspace(game)
    workspace.states[0] = view
    return int(workspace.module.argmax_prior_action(workspace.states, workspace.words, seat, seed % SEEDS,
                                                    workspace.listed, workspace.weights))


def choose_by_pimc(game: Game, view: Any, seat: int, seed: int, worlds: int) -> int:
    """Choose the action with the best mean over sampled worlds, each played as if everything were visible.

    The method has two known errors (Frank and Basin, "Search in games with incomplete information", 1998): strategy
    fusion, and no value for information. The same arguments give the same action.
    """
    workspace = get_workspace(game)
    workspace.states[0] = view
    total_values = np.zeros(len(workspace.listed))
    n = workspace.module.sum_action_values(
        workspace.states, workspace.words, seat, worlds, MAX_PLAYOUT_ACTIONS, seed % SEEDS, workspace.listed,
        workspace.actions, workspace.weights, workspace.after, total_values)
    return int(workspace.listed[int(np.argmax(total_values[:n]))])
