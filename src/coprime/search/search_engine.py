"""The search of one game: generic source files, specialised for the game when they are compiled.

Names that a generic file uses and does not define (its free names) are bound to the game's functions.
"""

import importlib
import shutil
from functools import cached_property
from pathlib import Path
from types import ModuleType
from typing import Any, NamedTuple

import numpy as np

from ..core import kernel
from ..core.deprecated import find_module_file
from ..core.game import CONTRACT_FUNCTIONS, Game
from ..core.seats import MAX_OUTCOMES
from . import machine_code_files

HERE = Path(__file__).resolve().parent
GOOD_PLAYER_MODULE = "fitted_policy"        # a game's module with how good players choose; used by the action races
EDGES = 1 << 17             # a tree has at most so many edges
DEPTH = 96                  # edges of the longest way through it
SEATS = 32                  # a match has at most so many
NO_REPORT = np.zeros((0, 3))
EDGE = np.dtype([("key", np.int64), ("visits", np.int64), ("availability", np.int64), ("total_value", np.float64),
                 ("evaluation_gap", np.float64)])     # how much less an untried action is valued than the best
COMPILED_FUNCTIONS = ("search_tree",)       # called from Python; one for search and report, so that one is compiled


class SearchWorkspace(NamedTuple):
    """The arrays of a tree search."""

    states: Any             # records, in the rows ROOT, WORLD, OBSERVER and TRIAL of ismcts.py
    words: Any              # the same bytes as rows of int64 words
    edges: Any              # the tree
    path: Any               # of this iteration: index of the edge in `edges`, seat
    actions: Any            # listed at a node
    weights: Any            # of these actions: priors, or evaluations
    places: Any             # of these actions: index of the edge in `edges`
    payoff: Any             # rows BEFORE, AFTER and RESULT_STATS of ismcts.py


class SearchEngine:
    """A game's tree search, from saved machine code or compiled now, and its playouts.

    With COPRIME_PURE=1 it is ordinary Python, hundreds of times slower.

    use_saved  False compiles even where machine code is saved; `is_saved` says what came of it
    """

    def __init__(self, game: Game, use_saved: bool = True) -> None:
        self.game = game
        functions = None
        if use_saved and not kernel.PURE:
            functions = machine_code_files.load_functions(machine_code_folder(game))
        self.is_saved = functions is not None
        if functions is None:
            functions = {name: getattr(self.ismcts, name) for name in COMPILED_FUNCTIONS}
        (self.search_tree,) = (functions[name] for name in COMPILED_FUNCTIONS)
        rules = game.pure_rules if self.is_saved else game.rules           # saved code needs no compiler
        self.State = rules.State
        self.most_actions = max(rules.MAX_ACTIONS, MAX_OUTCOMES) + 1

    @cached_property
    def playout(self) -> ModuleType:
        """The compiled playout module."""
        return self._specialize("playout", free_names(self.game))

    @cached_property
    def ismcts(self) -> ModuleType:
        """The compiled tree search module."""
        shared = ("next_actor", "play_on", "policy")
        return self._specialize("ismcts",
                                free_names(self.game) | {name: getattr(self.playout, name) for name in shared})

    def run_iterations(self, w: SearchWorkspace, seat: int, seats: int, iterations: int, max_actions: int,
                       c_puct: float, x: int) -> int:
        """Run iterations of the search for a seat; return the generator's next state.

        max_actions  actions of a playout at most
        x            the generator's state
        """
        if iterations < 1:
            return x
        rng_state: int = self.search_tree(w, seat, seats, iterations, max_actions, c_puct, x, NO_REPORT)
        return rng_state

    def report_root(self, w: SearchWorkspace, seat: int, out: Any) -> int:
        """Write per listed action of the root the action, its visits and its mean to `out`; return how many."""
        row_count: int = self.search_tree(w, seat, 0, 0, 0, 0.0, 0, out)       # no iterations: report only
        return row_count

    def _specialize(self, source: str, free: dict[str, Any]) -> ModuleType:
        name = f"coprime.search.{source}_{self.game.name}"
        return kernel.specialize_source(HERE / f"{source}.py", name, free, source_digest(self.game))

    def make_workspace(self, view: Any) -> SearchWorkspace:
        """Return the arrays for a search from a view."""
        states = self.State.new(4)
        states[0] = view
        n, edges = self.most_actions, np.zeros(EDGES, EDGE)
        if kernel.PURE:
            edges = edges.view(np.recarray)             # whose fields Python reads as compiled code does
        return SearchWorkspace(states, states.view(np.int64).reshape(4, -1), edges, np.zeros((DEPTH, 2), np.int64),
                               np.zeros(n, np.int64), np.zeros(n), np.zeros(n, np.int64), np.zeros((3, SEATS)))


def free_names(game: Game) -> dict[str, Any]:
    """Return the free names of the generic sources: the contract's functions and the game's heuristics."""
    stubs = importlib.import_module("coprime.search.stub_heuristics")
    own = game.load_module("heuristics", pure=False)
    free = {name: getattr(game.rules, name) for name in CONTRACT_FUNCTIONS} | {"SWING": game.rules.SWING}
    for flag, function in (("PREFERS", "prefer"), ("EVALUATES", "evaluate")):
        free[flag] = hasattr(own, function)
        free[function] = getattr(own if free[flag] else stubs, function)
    return free


def source_digest(game: Game) -> str:
    """Return a key of the game and of all sources compiled into its search."""
    files = [find_module_file(game.folder, name) for name in ("rules", "observation", "heuristics")]
    files += [HERE / "stub_heuristics.py", HERE / "playout.py", HERE / "search_engine.py"]
    return " ".join([game.name, *(kernel.digest_source(file) for file in files if file)])


def machine_code_folder(game: Game) -> Path:
    """Return the cache folder of a game's compiled search."""
    return kernel.code_folder(HERE / "ismcts.py", source_digest(game))


def compile_search_engine(game: Game) -> SearchEngine:
    """Return a search compiled by Numba rather than loaded, so that its machine code can be saved."""
    shutil.rmtree(machine_code_folder(game), ignore_errors=True)
    return SearchEngine(game, use_saved=False)


SEARCH_ENGINES: dict[str, SearchEngine] = {}


def get_search_engine(game: Game) -> SearchEngine:
    """Return the search of a game, created once per process."""
    if game.name not in SEARCH_ENGINES:
        SEARCH_ENGINES[game.name] = SearchEngine(game)
    return SEARCH_ENGINES[game.name]
