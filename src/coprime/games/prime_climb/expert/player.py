"""The expert bot of Prime Climb for two with cards: whole turns, valued by a trained network.

The most promising turns are valued again by what the opponent can make of every throw.  A process that finds the
machine code (`ready`) needs no compiler; `warm` makes and keeps it.
"""

import importlib
import shutil
import time
from functools import cache
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np

from ....core import kernel
from ....core.kernel import PURE
from ....core.seats import CHANCE
from ....search import machine_code_files, search_warmup
from ....search.network_weights import HIDDEN_UNITS, NetworkFile
from ..board_and_card_data import FACES, HOME, ROLLS_FILE
from ..game import GAME

SOURCE = Path(__file__).resolve().parent / "turn.py"
COMPILED_FUNCTIONS = ("list_best_turns", "value_replies")
# As in turn_traversal.py and heuristics.py; inputs of a position, at most.
MAX_DEPTH, TABLE_SIZE, MAX_INPUTS = 24, 1 << 13, 128
INPUT_COUNT, DIRECT_COUNT = 250, 17         # as in value_network.py: all inputs, and those from BIAS_INPUT on
NETWORK_FILE = NetworkFile(GAME.name, 1, ROLLS_FILE.with_name("master.npz"), {
    "reach": (HOME + 1, HOME + 1), "inner": (INPUT_COUNT, HIDDEN_UNITS), "outer": (HIDDEN_UNITS + DIRECT_COUNT,)},
    {"outer": np.float64})
MOST_TURNS = 48                   # turns that are looked at more closely, at most
MOST_POSITIONS = 600              # positions of a turn after which number Keepers are no longer tried
VALUE_MARGIN = 0.05                 # turns that the network likes less than the best by more than this are left alone
LEARNT_OPTIONS = {"route": "climb", "sprint": "off", "double_time": "off", "way_stations": (), "turn_limit": 0,
                  "deck": "full"}


class Workspace(NamedTuple):
    """Hold the arrays that a choice works on."""

    states: Any             # the view, and positions on the way
    ends: Any               # of the best turns
    reply: Any
    found: Any              # [turn]: its first action, what tells its end from others
    worth: Any              # [turn]: by the network, and by the opponent's replies
    stack: Any              # of the walk through a turn, as the next two
    lists: Any
    seen: Any
    actions: Any
    weights: Any
    choices: Any
    at: Any                 # inputs of the network, as the next
    much: Any
    units: Any
    reach: Any              # [space, space]: how likely a pawn gets there in a turn
    inner: Any              # the network's weights, as the next
    outer: Any              # by hidden unit, then by the inputs from `value_network.BIAS_INPUT` on
    direct: Any             # the second part of `outer`


class CompiledExpert:
    """Hold the compiled functions, from kept machine code where there is some; pure Python on request."""

    def __init__(self, use_saved_code: bool = True) -> None:
        functions = machine_code_files.load_functions(machine_code_folder()) if use_saved_code and not PURE else None
        self.rules = GAME.rules if functions is None else GAME.pure_rules      # the kept code needs no compiler
        if functions is None:
            made = importlib.import_module(f"{GAME.package}.expert.turn")
            functions = {name: getattr(made, name) for name in COMPILED_FUNCTIONS}
        self.list_best_turns, self.value_replies = (functions[name] for name in COMPILED_FUNCTIONS)


def make_workspace(rules: Any, view: Any, net: Any = None) -> Workspace:
    """Return the arrays for a choice from a view, with the trained network or another one.

    rules  the variant of the rules, compiled or pure Python, that runs on the arrays
    """
    state, (table, inner, outer) = rules.State, net or load_net()
    states, n = state.new(5), max(len(FACES), rules.MAX_ACTIONS)
    states[0] = view
    return Workspace(states, state.new(MOST_TURNS), state.new(1), np.zeros((MOST_TURNS, 2), np.int64),
                     np.zeros((MOST_TURNS, 2)),
                     state.new(MAX_DEPTH), np.zeros((MAX_DEPTH, rules.MAX_ACTIONS + 2), np.int64),
                     np.zeros(TABLE_SIZE, np.int64),
                     np.zeros(n, np.int64), np.zeros(n), np.zeros(n, np.int64), np.zeros(MAX_INPUTS, np.int64),
                     np.zeros(MAX_INPUTS),
                     np.zeros(HIDDEN_UNITS), table, inner, outer, outer[HIDDEN_UNITS:])


@cache
def load_net(weights: Path | None = None) -> tuple[Any, Any, Any]:
    """Load the reach chances and the weights of the network, or those of another file than the one that is shipped."""
    found = NETWORK_FILE.load(weights)
    return found["reach"], found["inner"].astype(np.float32), found["outer"]


# Compiled, and kept.

def machine_code_folder() -> Path:
    """Return the folder of the machine code."""
    return kernel.code_folder(SOURCE)


def ready() -> bool:
    """Return whether the bot can play without compiling."""
    return PURE or machine_code_files.is_saved(machine_code_folder())


def warm() -> None:
    """Compile the bot and keep its machine code, unless that has been done."""
    search_warmup.build_once(f"master-{GAME.name}", ready, compile_and_save)


CACHED_MASTERS: list[CompiledExpert] = []         # once in a process


def compile_and_save() -> None:
    """Compile the functions by calling them once, and keep the machine code."""
    shutil.rmtree(machine_code_folder(), ignore_errors=True)
    made, (view, seat) = CompiledExpert(use_saved_code=False), example_opening_position()
    w = make_workspace(made.rules, view)
    made.list_best_turns(w, seat, MOST_POSITIONS)
    made.value_replies(w, seat, 0)
    if not machine_code_files.save_functions(machine_code_folder(),
                                             {name: getattr(made, name) for name in COMPILED_FUNCTIONS}):
        CACHED_MASTERS.append(made)


def example_opening_position() -> tuple[Any, int]:
    """Return a first position of two after the dice are rolled, and the seat that is to act."""
    rules = GAME.pure_rules
    s = GAME.new_state(2, None, rules)
    for throw in (510, 305, 306):
        rules.apply(s, CHANCE, throw)
    return s, int(s.turn)


def get_master() -> CompiledExpert:
    """Return the compiled functions, made once in a process; the first call of all compiles them."""
    if not CACHED_MASTERS:
        warm()
    if not CACHED_MASTERS:
        CACHED_MASTERS.append(CompiledExpert())
    return CACHED_MASTERS[0]


# What is asked.

def is_trained_for(view: Any) -> bool:
    """Return whether the network was trained for the options of this view."""
    options = {one.name: one.decode(int(view[one.name])) for one in GAME.options if one.name in LEARNT_OPTIONS}
    return int(view.seats) == 2 and options == LEARNT_OPTIONS


def choose(view: Any, seat: int, ms: float = 900, iterations: int | None = None, weights: Path | None = None) -> int:
    """Return the bot's action; with `iterations`, the replies considered, it is reproducible."""
    w, best = analyse(view, seat, ms, iterations, weights)
    return int(w.found[best, 0])


def analyse(view: Any, seat: int, ms: float = 900, iterations: int | None = None,
            weights: Path | None = None) -> tuple[Workspace, int]:
    """Return the seat's best turns in the work arrays, and the index of the best.

    ms          time limit, where `iterations` does not set the work
    weights     another file than the one that is shipped
    """
    end, search = time.perf_counter() + ms / 1000, get_master()
    w = make_workspace(search.rules, view, load_net(weights))
    worth = w.worth[:search.list_best_turns(w, seat, MOST_POSITIONS)]
    rivals = int((worth[:, 0] > worth[0, 0] - VALUE_MARGIN).sum())
    if iterations is not None:
        rivals = min(rivals, iterations // len(FACES))
    if rivals < 2:
        return w, 0
    deep = 0
    while deep < rivals and (iterations is not None or deep == 0 or time.perf_counter() < end):
        search.value_replies(w, seat, deep)
        deep += 1
    return w, int(worth[:deep, 1].argmax())
