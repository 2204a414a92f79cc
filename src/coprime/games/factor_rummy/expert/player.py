"""Load what the master of Factor Rummy has learnt, its work arrays and its machine code.

A process that finds the machine code (`ready`) needs no compiler; `warm` makes and keeps it.
"""

import importlib
import shutil
from functools import cache
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np

from ....core import kernel
from ....core.kernel import PURE
from ....core.seats import CHANCE
from ....search import machine_code_files, search_warmup
from ....search.network_weights import HIDDEN_UNITS, NetworkFile, ValueNetwork, joined_shape, split_weights
from ..game import GAME

SOURCE = Path(__file__).resolve().parent / "turn.py"
COMPILED_FUNCTIONS = ("choose",)
MAX_CARDS, MAX_SETS, MAX_PARTS = 12, 1 << 8, 1 << 12  # as in deadwood_solver.py; to import it would bring the compiler
KINDS = 78                                          # as in the deck's cards.py
MAX_NEEDS, WALK_COLUMNS = 1 << 12, 6                         # as in discard_outcomes.py
INPUT_COUNT, OUTPUT_COUNT, MAX_INPUTS = 361, 5, 96           # as in value_network.py


def name_network(level: int, seats: int) -> str:
    """Return the name of the network for a table."""
    return f"level_{level}_{'two' if seats == 2 else 'more'}"


# Two at level 1 or 6 learn to take the top discard and to throw it back for ever, so that nobody draws; with more at
# level 2 the search wins more, and at level 1 no less.
TABLES = *((level, 2) for level in range(2, 6)), *((level, 3) for level in range(3, 7))      # level; two, or more
NETWORK_FILE = NetworkFile(GAME.name, 2, SOURCE.parents[1] / "data" / "master.npz",
                           {name_network(*table): joined_shape(INPUT_COUNT, OUTPUT_COUNT) for table in TABLES})


class HandAnalysis(NamedTuple):
    """Hold what is worked out about a hand."""

    kinds: Any              # by digit, as the next three: see `deadwood_solver.solve`
    stride: Any
    start: Any
    stop: Any
    sets: Any
    best: Any               # by part: the most cards in sets, and the packed counts
    packed: Any
    needs: Any              # see `discard_outcomes.list_needs`
    most: Any               # by kind: see `discard_outcomes.count_after_exchange`
    walk: Any


class Workspace(NamedTuple):
    """Hold the arrays that a choice works on."""

    states: Any
    h: HandAnalysis
    net: ValueNetwork
    hand: Any               # a hand with the card that might be taken
    unseen: Any
    counts: Any             # as the next, see `turn`
    chosen: Any
    at: Any                 # inputs of the network, and how much of each
    much: Any


def make_workspace(rules: Any, view: Any, net: ValueNetwork) -> Workspace:
    """Return arrays for choices from a view, for the compiled or the pure-Python rules."""
    def room(*shape: int) -> Any:
        return np.zeros(shape, np.int64)

    states, digits = rules.State.new(1), MAX_CARDS + 1
    states[0] = view
    h = HandAnalysis(room(digits), room(digits + 1), room(digits), room(digits), room(MAX_SETS, 4), room(MAX_PARTS),
                     room(MAX_PARTS),
                     room(MAX_NEEDS, 4), room(KINDS), room(digits + 1, WALK_COLUMNS))
    return Workspace(states, h, net, room(KINDS), room(KINDS), room(4), room(2), room(MAX_INPUTS), np.zeros(MAX_INPUTS))


@cache
def load_nets(weights: Path | None = None) -> dict[str, tuple[Any, Any, Any]]:
    """Load the weights of each network: inner, and rows of outer and direct for its outputs (`value_network`).

    weights  another file than the one that is shipped
    """
    return {name: split_weights(array, OUTPUT_COUNT) for name, array in NETWORK_FILE.load(weights).items()}


def network_for_table(view: Any, weights: Path | None = None) -> ValueNetwork:
    """Return the network for the table of a view, with units of its own, so that several threads may choose."""
    return ValueNetwork(*load_nets(weights)[name_network(int(view.level), int(view.seats))], np.zeros(HIDDEN_UNITS))


# Compiled, and kept.

def machine_code_folder() -> Path:
    """Return the folder of the machine code."""
    return kernel.code_folder(SOURCE)


def ready() -> bool:
    """Return whether the master can play without compiling."""
    return PURE or machine_code_files.is_saved(machine_code_folder())


def warm() -> None:
    """Compile the master and keep its machine code, unless that has been done."""
    search_warmup.build_once(f"master-{GAME.name}", ready, compile_and_save)


CACHED_CHOOSERS: list[tuple[Any, Any]] = []        # what chooses and the rules it works with, once in a process


def compile_and_save() -> None:
    """Compile the master and save its machine code."""
    shutil.rmtree(machine_code_folder(), ignore_errors=True)
    made, (view, seat) = import_compiled(), opening_question()
    made[0](make_workspace(made[1], view, network_for_table(view)), seat)
    if not machine_code_files.save_functions(machine_code_folder(), {COMPILED_FUNCTIONS[0]: made[0]}):
        CACHED_CHOOSERS.append(made)


def import_compiled() -> tuple[Any, Any]:
    """Import the compiled function that chooses, with the rules that it works with."""
    return importlib.import_module(f"{GAME.package}.expert.turn").choose, GAME.rules


def opening_question() -> tuple[Any, int]:
    """Return a first position of two, and the seat that is to act."""
    rules = GAME.pure_rules
    s = GAME.new_state(2, None, rules)
    rules.apply(s, CHANCE, 1)
    return s, int(s.turn)


def get_chooser() -> tuple[Any, Any]:
    """Return the function that chooses and its rules; the first time of all they are compiled."""
    if not CACHED_CHOOSERS:
        warm()
    if not CACHED_CHOOSERS:
        functions = None if PURE else machine_code_files.load_functions(machine_code_folder())
        CACHED_CHOOSERS.append((functions[COMPILED_FUNCTIONS[0]], GAME.pure_rules) if functions else import_compiled())
    return CACHED_CHOOSERS[0]


# What is asked.

def is_trained_for(view: Any) -> bool:
    """Tell whether there is a network for this table."""
    return name_network(int(view.level), int(view.seats)) in NETWORK_FILE.shapes


def choose(view: Any, seat: int, weights: Path | None = None) -> int:
    """Return the master's action before somebody goes out; the same view always gets the same.

    weights  another file than the one that is shipped
    """
    function, rules = get_chooser()
    return int(function(make_workspace(rules, view, network_for_table(view, weights)), seat))
