"""The search of one game: the generic sources as modules whose free names are that game's functions."""

import importlib
import shutil
from functools import cached_property
from pathlib import Path
from types import ModuleType
from typing import Any, NamedTuple

import numpy as np

from ..core import kernel
from ..core.deprecated import find_module_file
from ..core.game import FUNCTIONS, Game
from . import frozen

HERE = Path(__file__).resolve().parent
EDGES = 1 << 17             # room of a tree, in edges
DEPTH = 96                  # edges of the longest way through it
FACES = 128                 # the most outcomes that CHANCE lists
SEATS = 32
EDGE = np.dtype([("key", np.int64), ("visits", np.int64), ("met", np.int64), ("gained", np.float64),
                 ("behind", np.float64)])
CALLED = ("think", "report")        # what is called from Python


class Work(NamedTuple):
    """The arrays that a search works on."""

    states: Any             # records: the view searched from, a world in play, what the seat sees of it, a trial
    words: Any              # the same bytes as rows of int64
    edges: Any              # the tree
    path: Any               # of this iteration: place of the edge, seat
    actions: Any
    weights: Any
    places: Any
    payoff: Any             # returns before, results, their spread


class Engine:
    """A game's search, from machine code where that has been kept, else compiled, and its random play.

    With COPRIME_PURE=1 it is ordinary Python, hundreds of times slower.
    """

    def __init__(self, game: Game, kept: bool = True) -> None:
        self.game = game
        functions = frozen.load(folder(game)) if kept and not kernel.PURE else None
        self.kept = functions is not None
        if functions is None:
            functions = {name: getattr(self.ismcts, name) for name in CALLED}
        self.think, self.report = (functions[name] for name in CALLED)
        rules = game.pure_rules if self.kept else game.rules           # the kept code needs no compiler
        self.State = rules.State
        self.most_actions = max(rules.MAX_ACTIONS, FACES) + 1

    @cached_property
    def playout(self) -> ModuleType:
        """The compiled module of random play."""
        return self._instance("playout", free_names(self.game))

    @cached_property
    def ismcts(self) -> ModuleType:
        """The compiled module of the search."""
        shared = ("next_actor", "play_on", "policy", "drawn")
        return self._instance("ismcts", free_names(self.game) | {name: getattr(self.playout, name) for name in shared})

    def _instance(self, source: str, free: dict[str, Any]) -> ModuleType:
        name = f"coprime.search.{source}_{self.game.name}"
        return kernel.specialize_source(HERE / f"{source}.py", name, free, digest(self.game))

    def work(self, view: Any) -> Work:
        """Arrays for a search from a view."""
        states = self.State.new(4)
        states[0] = view
        n, edges = self.most_actions, np.zeros(EDGES, EDGE)
        if kernel.PURE:
            edges = edges.view(np.recarray)             # whose fields Python reads as compiled code does
        return Work(states, states.view(np.int64).reshape(4, -1), edges, np.zeros((DEPTH, 2), np.int64),
                    np.zeros(n, np.int64), np.zeros(n), np.zeros(n, np.int64), np.zeros((3, SEATS)))


def free_names(game: Game) -> dict[str, Any]:
    """The contract's functions of a game and what its features say for the search."""
    plainly = importlib.import_module("coprime.search.default_features")
    own = game.load_module("features", pure=False)
    free = {name: getattr(game.rules, name) for name in FUNCTIONS} | {"SWING": game.rules.SWING}
    for flag, function in (("PREFERS", "prefer"), ("EVALUATES", "evaluate")):
        free[flag] = hasattr(own, function)
        free[function] = getattr(own if free[flag] else plainly, function)
    return free


def digest(game: Game) -> str:
    """Names the game and the sources of everything that is compiled into its search."""
    files = [find_module_file(game.folder, name) for name in ("rules", "observation", "features")]
    files += [HERE / "default_features.py", HERE / "playout.py", HERE / "engine.py"]
    return " ".join([game.name, *(kernel.digest_of(file) for file in files if file)])


def folder(game: Game) -> Path:
    """Where the compiled search of a game is kept."""
    return kernel.code_folder(HERE / "ismcts.py", digest(game))


def compiled(game: Game) -> Engine:
    """An engine compiled by Numba, and not only loaded, so that its machine code can be kept."""
    shutil.rmtree(folder(game), ignore_errors=True)
    return Engine(game, kept=False)


MADE: dict[str, Engine] = {}


def engine(game: Game) -> Engine:
    """The engine of a game; made once in a process."""
    if game.name not in MADE:
        MADE[game.name] = Engine(game)
    return MADE[game.name]
