"""What the master of Factor Rummy works with, what it has learnt, and its machine code.

A process that finds that (`ready`) needs no compiler; `warm` makes and keeps it, as for the house's search.
"""

import importlib
import shutil
from functools import cache
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np

from ...core import kernel
from ...core.kernel import PURE
from ...core.seats import CHANCE
from ...search import frozen, warmup_position
from .game import GAME

SOURCE = Path(__file__).resolve().parent / "master_turn.py"
LEARNT = SOURCE.parent / "data" / "master.npz"      # by master_learning.py
KEPT = ("inner", "outer", "direct")                 # arrays of a network
CALLED = ("choose",)
LEVEL = 3                                           # that it has learnt
MOST_CARDS, MOST_SETS, PARTS = 12, 1 << 8, 1 << 12  # as in grouping.py; to import it would bring the compiler
KINDS = 78                                          # as in the deck's cards.py
NEEDS, COLUMNS = 1 << 12, 6                         # as in master_hand.py
HIDDEN, WIDEST = 32, 64                             # as in master_value.py


class Hand(NamedTuple):
    """What is worked out about a hand."""

    kinds: Any              # by digit, as the next three: see `grouping.solve`
    stride: Any
    start: Any
    stop: Any
    sets: Any
    best: Any               # by part: the most cards in sets, and the packed counts
    packed: Any
    needs: Any              # see `master_hand.list_needs`
    most: Any               # by kind: see `master_hand.look_ahead`
    walk: Any


class Net(NamedTuple):
    """A network: see `master_value.say`."""

    inner: Any              # [input, unit]
    outer: Any              # [what it says, unit]
    direct: Any             # [what it says, input]
    units: Any


class Work(NamedTuple):
    """The arrays that a choice works on."""

    states: Any
    h: Hand
    net: Net
    hand: Any               # a hand with the card that might be taken
    unseen: Any
    counts: Any             # as the next, see `master_turn`
    chosen: Any
    at: Any                 # inputs of the network, and how much of each
    much: Any


def work(rules: Any, view: Any, net: Net) -> Work:
    """Arrays for choices from a view, for one twin of the rules."""
    def room(*shape: int) -> Any:
        return np.zeros(shape, np.int64)

    states, digits = rules.State.new(1), MOST_CARDS + 1
    states[0] = view
    h = Hand(room(digits), room(digits + 1), room(digits), room(digits), room(MOST_SETS, 4), room(PARTS), room(PARTS),
             room(NEEDS, 4), room(KINDS), room(digits + 1, COLUMNS))
    return Work(states, h, net, room(KINDS), room(KINDS), room(4), room(2), room(WIDEST), np.zeros(WIDEST))


@cache
def learnt() -> Net:
    """The network that the master plays by."""
    with np.load(LEARNT) as found:
        inner, outer, direct = (found[name].astype(float) for name in KEPT)
    return Net(inner, outer, direct, np.zeros(HIDDEN))


def keep(net: Net) -> None:
    """Write a network where the master finds it."""
    LEARNT.parent.mkdir(exist_ok=True)
    np.savez_compressed(LEARNT, **{name: getattr(net, name).astype(np.float32) for name in KEPT})


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


MADE: list[tuple[Any, Any]] = []        # what chooses and the rules it works with, once in a process


def make() -> None:
    """Compile, and keep."""
    shutil.rmtree(folder(), ignore_errors=True)
    made, (view, seat) = compiled(), question()
    made[0](work(made[1], view, learnt()), seat)
    if not frozen.save(folder(), {CALLED[0]: made[0]}):
        MADE.append(made)


def compiled() -> tuple[Any, Any]:
    return importlib.import_module(f"{GAME.package}.master_turn").choose, GAME.rules


def question() -> tuple[Any, int]:
    """A first position of two, and the seat that is to act."""
    rules = GAME.pure_rules
    s = GAME.new_state(2, None, rules)
    rules.apply(s, CHANCE, 1)
    return s, int(s.turn)


def chooser() -> tuple[Any, Any]:
    """Made once in a process; the first time of all it is compiled."""
    if not MADE:
        warm()
    if not MADE:
        functions = None if PURE else frozen.load(folder())
        MADE.append((functions[CALLED[0]], GAME.pure_rules) if functions else compiled())
    return MADE[0]


# What is asked.

def knows(view: Any) -> bool:
    """Has it learnt the game that is played here?"""
    return int(view.seats) == 2 and int(view.level) == LEVEL


def choose(view: Any, seat: int) -> int:
    """The master's action before somebody goes out; the same view always gets the same."""
    function, rules = chooser()
    return int(function(work(rules, view, learnt()), seat))
