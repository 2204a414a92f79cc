"""The search of one game: the generic sources as modules whose free names are that game's functions."""

import importlib
import importlib.metadata
import platform
from pathlib import Path
from types import ModuleType
from typing import Any, NamedTuple

import numpy as np

from ..core import kernel
from ..core.game import FUNCTIONS, Game

HERE = Path(__file__).resolve().parent
EDGES = 1 << 17             # room of a tree, in edges
DEPTH = 96                  # edges of the longest way through it
FACES = 128                 # the most outcomes that CHANCE lists
SEATS = 32
EDGE = np.dtype([("key", np.int64), ("visits", np.int64), ("met", np.int64), ("gained", np.float64)])


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
    """A game's compiled playout and search."""

    def __init__(self, game: Game) -> None:
        self.game = game
        free = free_names(game)
        key = digest(game)
        self.playout = kernel.instance(HERE / "playout.py", f"coprime.search.playout_{game.name}", free, key)
        free |= {name: getattr(self.playout, name) for name in ("next_actor", "play_on", "policy", "drawn")}
        self.ismcts = kernel.instance(HERE / "ismcts.py", f"coprime.search.ismcts_{game.name}", free, key)
        self.think, self.report = self.ismcts.think, self.ismcts.report
        self.most_actions = max(game.rules.MAX_ACTIONS, FACES) + 1

    def work(self, view: Any) -> Work:
        """Arrays for a search from a view."""
        states = self.game.rules.State.new(4)
        states[0] = view
        n = self.most_actions
        return Work(states, states.view(np.int64).reshape(4, -1), np.zeros(EDGES, EDGE), np.zeros((DEPTH, 2), np.int64),
                    np.zeros(n, np.int64), np.zeros(n), np.zeros(n, np.int64), np.zeros((3, SEATS)))


def features(name: str) -> ModuleType | None:
    """The compiled module of what a game knows beyond its rules, where it has one."""
    if not (kernel.PACKAGE / "games" / name / "features.py").is_file():
        return None
    return importlib.import_module(f"coprime.games.{name}.features")


def free_names(game: Game) -> dict[str, Any]:
    """The contract's functions of a game and what its features say for the search."""
    plainly = importlib.import_module("coprime.search.plainly")
    own = features(game.name)
    free = {name: getattr(game.rules, name) for name in FUNCTIONS} | {"SWING": game.rules.SWING}
    for flag, function in (("PREFERS", "prefer"), ("EVALUATES", "evaluate")):
        free[flag] = hasattr(own, function)
        free[function] = getattr(own if free[flag] else plainly, function)
    return free


def digest(game: Game) -> str:
    """Names the game and the sources of everything that is compiled into its search."""
    files = [kernel.PACKAGE / "games" / game.name / f"{name}.py" for name in ("rules", "sight", "features")]
    files += [HERE / "plainly.py", HERE / "playout.py"]
    return " ".join([game.name, *(kernel.digest_of(file) for file in files if file.is_file())])


def marker(game: Game) -> Path:
    """The file that says: this Python and Numba have compiled the search of this game as its sources are now."""
    made_by = f"{importlib.metadata.version('numba')}-{platform.python_version()}-{platform.machine()}"
    return kernel.code_folder(HERE / "ismcts.py", digest(game)) / f"ready-{made_by}"


MADE: dict[str, Engine] = {}


def engine(game: Game) -> Engine:
    """The engine of a game; made once in a process."""
    if game.name not in MADE:
        MADE[game.name] = Engine(game)
    return MADE[game.name]
