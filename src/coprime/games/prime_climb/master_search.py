"""The master of Prime Climb for two with cards: whole turns, valued by a network that has learnt from games against
itself, the most promising again by what the opponent can make of every throw.

A process that finds its machine code (`ready`) needs no compiler; `warm` makes and keeps it, as for the house's search.
"""

import importlib
import shutil
import time
from functools import cache
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np

from ...core import kernel
from ...core.kernel import PURE
from ...core.seats import CHANCE
from ...search import frozen, warmup_position
from .game import GAME
from .tables import FACES, FILE

SOURCE = Path(__file__).resolve().parent / "master_turn.py"
LEARNT = FILE.with_name("master.npz")       # by master_learning.py
CALLED = ("turns", "deepen")
DEEP, TABLE, INPUTS = 24, 1 << 13, 128       # as in walk.py and features.py; inputs of a position, at most
ENDS = 48                   # turns that are looked at more closely, at most
POSITIONS = 600              # positions of a turn after which number Keepers are no longer tried
WIDE = 0.05                 # turns that the network likes less than the best by more than this are left alone
OPTIONS = {"route": "climb", "sprint": "off", "double_time": "off", "way_stations": (), "turn_limit": 0,
           "deck": "full"}


class Work(NamedTuple):
    """The arrays that a choice works on."""

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
    outer: Any


class Master:
    """The functions, from machine code where that has been kept, else compiled.  With COPRIME_PURE=1 plain Python."""

    def __init__(self, kept: bool = True) -> None:
        functions = frozen.load(folder()) if kept and not PURE else None
        self.rules = GAME.rules if functions is None else GAME.pure_rules      # the kept code needs no compiler
        if functions is None:
            made = importlib.import_module(f"{GAME.package}.master_turn")
            functions = {name: getattr(made, name) for name in CALLED}
        self.turns, self.deepen = (functions[name] for name in CALLED)


def work(rules: Any, view: Any, net: Any = None) -> Work:
    """Arrays for a choice from a view, with what has been learnt or another network, for one twin of the rules."""
    state, (table, inner, outer) = rules.State, net or learnt()
    states, n = state.new(5), max(len(FACES), rules.MAX_ACTIONS)
    states[0] = view
    return Work(states, state.new(ENDS), state.new(1), np.zeros((ENDS, 2), np.int64), np.zeros((ENDS, 2)),
                state.new(DEEP), np.zeros((DEEP, rules.MAX_ACTIONS + 2), np.int64), np.zeros(TABLE, np.int64),
                np.zeros(n, np.int64), np.zeros(n), np.zeros(n, np.int64), np.zeros(INPUTS, np.int64), np.zeros(INPUTS),
                np.zeros(len(outer)), table, inner, outer)


@cache
def learnt() -> tuple[Any, Any, Any]:
    """How likely a pawn gets from one space to another in a turn, and the network's weights."""
    with np.load(LEARNT) as found:
        return found["reach"].astype(float), found["inner"], found["outer"]


# Compiled, and kept.

def folder() -> Path:
    """Where the machine code is kept."""
    return kernel.code_folder(SOURCE)


def ready() -> bool:
    """Can it be had without compiling?"""
    return PURE or frozen.is_saved(folder())


def warm() -> None:
    """Compile it and keep its machine code, unless that has been done."""
    warmup_position.warmup_position(f"master-{GAME.name}", ready, make)


MADE: list[Master] = []         # once in a process


def make() -> None:
    """Compile, and keep."""
    shutil.rmtree(folder(), ignore_errors=True)
    made, (view, seat) = Master(kept=False), question()
    w = work(made.rules, view)
    made.turns(w, seat, POSITIONS)
    made.deepen(w, seat, 0)
    if not frozen.save(folder(), {name: getattr(made, name) for name in CALLED}):
        MADE.append(made)


def question() -> tuple[Any, int]:
    """A first position of two, where the dice have been rolled, and the seat that is to act."""
    rules = GAME.pure_rules
    s = GAME.new_state(2, None, rules)
    for throw in (510, 305, 306):
        rules.apply(s, CHANCE, throw)
    return s, int(s.turn)


def master() -> Master:
    """Made once in a process; the first time of all it is compiled."""
    if not MADE:
        warm()
    if not MADE:
        MADE.append(Master())
    return MADE[0]


# What is asked.

def knows(view: Any) -> bool:
    """Has it learnt the game that is played here?"""
    options = {one.name: one.decode(int(view[one.name])) for one in GAME.options if one.name in OPTIONS}
    return int(view.seats) == 2 and options == OPTIONS


def choose(view: Any, seat: int, ms: float = 900, iterations: int | None = None) -> int:
    """The master's action.  The same arguments with `iterations`, replies that are thought through, give the same."""
    w, best = analyse(view, seat, ms, iterations)
    return int(w.found[best, 0])


def analyse(view: Any, seat: int, ms: float = 900, iterations: int | None = None) -> tuple[Work, int]:
    """The seat's best turns, and which is the best of them."""
    end, search = time.perf_counter() + ms / 1000, master()
    w = work(search.rules, view)
    worth = w.worth[:search.turns(w, seat, POSITIONS)]
    rivals = int((worth[:, 0] > worth[0, 0] - WIDE).sum())
    if iterations is not None:
        rivals = min(rivals, iterations // len(FACES))
    if rivals < 2:
        return w, 0
    deep = 0
    while deep < rivals and (iterations is not None or deep == 0 or time.perf_counter() < end):
        search.deepen(w, seat, deep)
        deep += 1
    return w, int(worth[:deep, 1].argmax())
