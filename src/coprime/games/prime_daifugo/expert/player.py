"""The expert bot of Prime Daifugo Lv. 0: it looks for a proven win first, and else searches.

Its playouts follow a style trained by games against itself.  A process that finds the machine code (`ready`) needs no
compiler; `warm` makes and keeps it.
"""

import copy
import importlib
import shutil
from functools import cache
from pathlib import Path
from types import ModuleType
from typing import Any, NamedTuple

import numpy as np

from ....core import kernel
from ....core.kernel import PURE
from ....core.seats import MAX_OUTCOMES, UNKNOWN
from ....search import machine_code_files, search_bot, search_warmup
from ....search.network_weights import NetworkFile
from ....search.search_bot import ActionEstimate
from ....search.search_engine import DEPTH, EDGE, EDGES, HERE, SEATS, SearchEngine, free_names, source_digest
from ..game import GAME

SOURCE = Path(__file__).resolve().parent / "tree_search.py"
WEIGHTS = SOURCE.with_name("weights.npy")
COMPILED_FUNCTIONS = ("run_iterations", "report_root", "find_certain_play", "add_game_gradients")
SET_WORDS, TRAITS = 8, 128       # room for sets of plays, and for weights of traits
MAX_HANDS = 64                  # hands on the way to a certain ending
STYLE_FILE = NetworkFile(GAME.name, 1, WEIGHTS, {"style": (4, TRAITS)})     # of `coprime train`

# What the tree takes from elsewhere, beside the contract.
SEARCH_NAMES = {"playout": ("next_actor",),
          "ismcts": ("node_of", "key_of", "place_of", "mark_edges_available", "select_puct", "backpropagate")}
GAME_NAMES = {"action_features": ("write_action_weights", "list_actions_with_rows", "find_whole_hand_play",
                                  "add_score"), "winning_chain": ("certain",)}


class Workspace(NamedTuple):
    """Hold the arrays that a search works on: those of the generic search, and those of the style."""

    states: Any
    words: Any
    edges: Any
    path: Any
    actions: Any
    weights: Any
    places: Any
    payoff: Any
    theta: Any              # the weights of the traits
    fixed: Any              # what the fixed traits of every play come to by them
    rows: Any               # three sets of plays
    row_of: Any             # the row in the table of a listed action
    stack: Any              # hands on the way to a certain ending


class SearchMaster:
    """Hold the search, from saved machine code where there is some; with PURE set pure Python."""

    def __init__(self, use_saved_code: bool = True) -> None:
        functions = machine_code_files.load_functions(machine_code_folder()) if use_saved_code and not PURE else None
        rules = GAME.rules if functions is None else GAME.pure_rules       # the kept code needs no compiler
        if functions is None:
            made = compile_tree()
            functions = {name: getattr(made, name) for name in COMPILED_FUNCTIONS}
        self.run_iterations, self.report_root, self.find_certain_play, self.add_game_gradients = (
            functions[name] for name in COMPILED_FUNCTIONS)
        self.State = rules.State
        self.style_file: Path | None = None         # instead of the shipped weights
        self.most_actions = max(rules.MAX_ACTIONS, MAX_OUTCOMES) + 1

    def make_workspace(self, view: Any, edges: int = EDGES, theta: Any = None) -> Workspace:
        """Return the arrays for a search from a view, with the trained style or another one."""
        states, n, room = self.State.new(4), self.most_actions, np.zeros(edges, EDGE)
        states[0] = view
        if PURE:
            room = room.view(np.recarray)
        weights, fixed = load_style(self.style_file) if theta is None else (theta, weigh_fixed_traits(theta))
        return Workspace(states, states.view(np.int64).reshape(4, -1), room, np.zeros((DEPTH, 2), np.int64),
                    np.zeros(n, np.int64), np.zeros(n), np.zeros(n, np.int64), np.zeros((3, SEATS)), weights, fixed,
                    np.zeros((3, SET_WORDS), np.int64), np.zeros(n, np.int64), np.zeros((MAX_HANDS, 3), np.int64))


@cache
def load_style(file: Path | None = None) -> tuple[Any, Any]:
    """Return the trained weights of the features, and the value of every play's fixed features.

    file  of `coprime train`, instead of the shipped weights
    """
    theta = STYLE_FILE.load(file)["style"] if file else np.load(WEIGHTS).astype(np.float64)
    return theta, weigh_fixed_traits(theta)


def weigh_fixed_traits(theta: Any) -> Any:
    """Return the value of every play's fixed features by some weights: [row of weights, nearness, play]."""
    features = kernel.import_pure(f"{GAME.package}.action_features")
    return np.ascontiguousarray(np.einsum("bt,nrt->bnr", theta[:, :features.TRAITS], features.FIXED))


# Compiled, and kept.

def compile_tree() -> ModuleType:
    """Return the compiled module of the search."""
    load = kernel.import_pure if PURE else importlib.import_module
    engine, free = SearchEngine(GAME, use_saved=False), free_names(GAME)
    for part, names in SEARCH_NAMES.items():
        free |= {name: getattr(getattr(engine, part), name) for name in names}
    for part, names in GAME_NAMES.items():
        free |= {name: getattr(load(f"{GAME.package}.{part}"), name) for name in names}
    return kernel.specialize_source(SOURCE, f"{GAME.package}.expert.tree_made", free, sources_key())


def sources_key() -> str:
    """Return a key of all sources that are compiled except the tree itself."""
    files = (HERE / "ismcts.py", *(SOURCE.parents[1] / f"{name}.py" for name in GAME_NAMES))
    return " ".join([source_digest(GAME), *map(kernel.digest_source, files)])


def machine_code_folder() -> Path:
    """Return the folder of the machine code."""
    return kernel.code_folder(SOURCE, sources_key())


def ready() -> bool:
    """Return whether the bot can play without compiling."""
    return PURE or machine_code_files.is_saved(machine_code_folder())


def warm() -> None:
    """Compile the bot and keep its machine code, unless that has been done."""
    search_warmup.build_once(f"master-{GAME.name}", ready, compile_and_save)


CACHED_MASTERS: list[SearchMaster] = []         # once in a process


def compile_and_save() -> None:
    """Compile the functions by calling them once, and keep the machine code."""
    shutil.rmtree(machine_code_folder(), ignore_errors=True)
    made, (view, seat) = SearchMaster(use_saved_code=False), search_warmup.first_decision(GAME)
    w = made.make_workspace(view)
    made.run_iterations(w, seat, GAME.seats[1], 16, search_bot.MAX_PLAYOUT_ACTIONS, search_bot.C_PUCT, 1)
    made.report_root(w, seat, np.zeros((made.most_actions, 3)))
    made.find_certain_play(w, seat)
    features = kernel.import_pure(f"{GAME.package}.action_features")
    made.add_game_gradients(w, 1, 1, np.zeros((4 * GAME.seats[1], TRAITS)), np.zeros((4, TRAITS)), features.FIXED)
    if not machine_code_files.save_functions(machine_code_folder(),
                                             {name: getattr(made, name) for name in COMPILED_FUNCTIONS}):
        CACHED_MASTERS.append(made)


def get_master() -> SearchMaster:
    """Return the compiled search, made once in a process; the first call of all takes half a minute."""
    if not CACHED_MASTERS:
        warm()
    if not CACHED_MASTERS:
        CACHED_MASTERS.append(SearchMaster())
    return CACHED_MASTERS[0]


# What is asked.

def choose(view: Any, seat: int, seed: int, ms: float = 900, iterations: int | None = None,
           weights: Path | None = None) -> int:
    """Return the bot's action.  The same arguments with `iterations` give the same action.

    weights  a file of `coprime train`, instead of the shipped weights
    """
    if (sure := find_certain_play(view, seat)) is not None:
        return sure
    return max(analyse(view, seat, seed, ms, iterations, weights), key=lambda one: (one.visits, one.mean)).action


def find_certain_play(view: Any, seat: int) -> int | None:
    """Return a play after which the seat wins whatever the others hold; None where none is found."""
    search = get_master()
    found = int(search.find_certain_play(search.make_workspace(view, edges=1), seat))
    return None if found == UNKNOWN else found


def analyse(view: Any, seat: int, seed: int, ms: float = 900, iterations: int | None = None,
            weights: Path | None = None) -> list[ActionEstimate]:
    """Return every listed action with the search's opinion, the best first; means are shares of the game."""
    search = copy.copy(get_master())
    search.style_file = weights
    return search_bot.search_position(search, view, seat, seed, ms, iterations)      # type: ignore[arg-type]
