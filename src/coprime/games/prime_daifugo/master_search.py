"""The master of Prime Daifugo: it first looks for an ending that is certain, and else searches, with playouts in a
style that was learnt from games against itself.

A process that finds its machine code (`ready`) needs no compiler; `warm` makes and keeps it, as for the house's search.
"""

import importlib
import shutil
from functools import cache
from pathlib import Path
from types import ModuleType
from typing import Any, NamedTuple

import numpy as np

from ...core import kernel
from ...core.kernel import PURE
from ...core.seats import UNKNOWN
from ...search import frozen, strong, warmup_position
from ...search.engine import DEPTH, EDGE, EDGES, FACES, HERE, SEATS, Engine, digest, free_names
from ...search.strong import Judged
from .game import GAME

SOURCE = Path(__file__).resolve().parent / "master_tree.py"
WEIGHTS = SOURCE.with_name("master_weights.npy")
CALLED = ("think", "report", "certainty", "learn")
ROWS, TRAITS = 8, 128       # room for sets of plays, and for weights of traits
STACK = 64                  # hands on the way to a certain ending

# What the tree takes from elsewhere, beside the contract.
SHARED = {"playout": ("drawn", "next_actor"),
          "ismcts": ("node_of", "key_of", "place_of", "meet", "most_urgent", "go_up")}
OWN = {"traits": ("likings", "listed", "finish", "book"), "winning_chain": ("certain",)}


class Work(NamedTuple):
    """The arrays that a search works on: those of the house's search, and the style's."""

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


class Master:
    """The search, from machine code where that has been kept, else compiled.  With COPRIME_PURE=1 ordinary Python."""

    def __init__(self, kept: bool = True) -> None:
        functions = frozen.load(folder()) if kept and not PURE else None
        rules = GAME.rules if functions is None else GAME.pure_rules       # the kept code needs no compiler
        if functions is None:
            made = tree()
            functions = {name: getattr(made, name) for name in CALLED}
        self.think, self.report, self.certainty, self.learn = (functions[name] for name in CALLED)
        self.State = rules.State
        self.most_actions = max(rules.MAX_ACTIONS, FACES) + 1

    def work(self, view: Any, edges: int = EDGES, theta: Any = None) -> Work:
        """Arrays for a search from a view, with the learnt style or another."""
        states, n, room = self.State.new(4), self.most_actions, np.zeros(edges, EDGE)
        states[0] = view
        if PURE:
            room = room.view(np.recarray)
        weights, fixed = style() if theta is None else (theta, fixed_by(theta))
        return Work(states, states.view(np.int64).reshape(4, -1), room, np.zeros((DEPTH, 2), np.int64),
                    np.zeros(n, np.int64), np.zeros(n), np.zeros(n, np.int64), np.zeros((3, SEATS)), weights, fixed,
                    np.zeros((3, ROWS), np.int64), np.zeros(n, np.int64), np.zeros((STACK, 3), np.int64))


@cache
def style() -> tuple[Any, Any]:
    """The learnt weights of the traits, and what the fixed traits of every play come to by them."""
    theta = np.load(WEIGHTS).astype(np.float64)
    return theta, fixed_by(theta)


def fixed_by(theta: Any) -> Any:
    """What the fixed traits of every play come to: [row of weights, nearness, play]."""
    traits = kernel.import_pure(f"{GAME.package}.traits")
    return np.ascontiguousarray(np.einsum("bt,nrt->bnr", theta[:, :traits.TRAITS], traits.FIXED))


# Compiled, and kept.

def tree() -> ModuleType:
    """The compiled module."""
    load = kernel.import_pure if PURE else importlib.import_module
    engine, free = Engine(GAME, kept=False), free_names(GAME)
    for part, names in SHARED.items():
        free |= {name: getattr(getattr(engine, part), name) for name in names}
    for part, names in OWN.items():
        free |= {name: getattr(load(f"{GAME.package}.{part}"), name) for name in names}
    return kernel.specialize_source(SOURCE, f"{GAME.package}.master_tree_made", free, key())


def key() -> str:
    """Names all that is compiled but the tree itself."""
    files = (HERE / "ismcts.py", SOURCE.with_name("traits.py"), SOURCE.with_name("winning_chain.py"))
    return " ".join([digest(GAME), *map(kernel.digest_of, files)])


def folder() -> Path:
    """Where the compiled search is kept."""
    return kernel.code_folder(SOURCE, key())


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
    made, (view, seat) = Master(kept=False), warmup_position.first_question(GAME)
    w = made.work(view)
    made.think(w, seat, GAME.seats[1], 16, strong.MOST, strong.CURIOSITY, 1)
    made.report(w, seat, np.zeros((made.most_actions, 3)))
    made.certainty(w, seat)
    traits = kernel.import_pure(f"{GAME.package}.traits")
    made.learn(w, 1, 1, np.zeros((4 * GAME.seats[1], TRAITS)), np.zeros((4, TRAITS)), traits.FIXED)
    if not frozen.save(folder(), {name: getattr(made, name) for name in CALLED}):
        MADE.append(made)


def master() -> Master:
    """Made once in a process; the first time of all it is compiled, half a minute."""
    if not MADE:
        warm()
    if not MADE:
        MADE.append(Master())
    return MADE[0]


# What is asked.

def choose(view: Any, seat: int, seed: int, ms: float = 900, iterations: int | None = None) -> int:
    """The master's action.  The same arguments with `iterations` give the same action."""
    if (sure := sure_play(view, seat)) is not None:
        return sure
    return max(analyse(view, seat, seed, ms, iterations), key=lambda one: (one.visits, one.mean)).action


def sure_play(view: Any, seat: int) -> int | None:
    """A play after which the seat wins whatever the others hold and do; None where no such ending is found."""
    search = master()
    found = int(search.certainty(search.work(view, edges=1), seat))
    return None if found == UNKNOWN else found


def analyse(view: Any, seat: int, seed: int, ms: float = 900, iterations: int | None = None) -> list[Judged]:
    """Every listed action with the search's opinion, the best first; the means are shares of the game."""
    return strong.consider(master(), view, seat, seed, ms, iterations)      # type: ignore[arg-type]
