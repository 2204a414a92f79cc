"""Solve endings exactly where a seat knows every card.

A turn-based game takes part if its observation.py has `settled(s, seat)`: the view of this seat, which is to act,
allows only one world, two sides with a constant sum of results are left, and nothing is drawn any more. Its listed
actions must include the best ones. The search is exact_kernels.py.
"""

import shutil
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np

from ..core import kernel
from ..core.game import CONTRACT_FUNCTIONS, Game
from ..core.kernel import PURE
from . import machine_code_files, search_engine, search_warmup

SOURCE = search_engine.HERE / "exact_kernels.py"
DEPTH = 256                 # actions of the longest way to the end
TABLE_SIZE = 1 << 14            # positions that are remembered
MAX_NODES = 100_000              # positions that are looked at
UNBOUNDED = 1e9                   # as in exact_kernels.py: not known


class ActionBounds(NamedTuple):
    """Proved bounds on an action's value, in the game's returns.

    least  what the seat can be sure of;  most  what the others can hold it to. Equal where no chance is left and
           the search finished; -UNBOUNDED and UNBOUNDED where unknown.
    """

    action: int
    least: float
    most: float

    @property
    def is_exact(self) -> bool:
        """Whether both bounds agree."""
        return self.least == self.most


class ExactWorkspace(NamedTuple):
    """The arrays of an exact search."""

    origin: Any
    origin_words: Any       # the same bytes as rows of int64
    states: Any
    words: Any
    lists: Any              # [depth]: actions
    steps: Any
    bounds: Any
    keys: Any               # [place]: a digest, 0 where none is
    known: Any              # [place]: at least, at most
    best: Any               # [place]: the action that proved it
    listed: Any
    values: Any             # [action]: at least, at most
    counts: Any
    results: Any
    after: Any


def is_supported(game: Game) -> bool:
    """Tell whether endings of this game can be solved."""
    observation = game.load_module("observation")
    return observation is not None and observation.settled is not None


def is_settled(game: Game, view: Any, seat: int) -> bool:
    """Tell whether the seat knows everything that matters from here on."""
    return is_supported(game) and bool(game.load_module("observation").settled(view, seat))        # type: ignore[union-attr]


def source_digest(game: Game) -> str:
    """Return a key of the game and of all sources that are compiled."""
    return f"{search_engine.source_digest(game)} {kernel.digest_source(search_engine.HERE / 'exact_endings.py')}"


def machine_code_folder(game: Game) -> Path:
    """Return the cache folder of a game's compiled code."""
    return kernel.code_folder(SOURCE, source_digest(game))


def ready(game: Game) -> bool:
    """Tell whether the solver can be used without compiling; True for a game without endings to solve."""
    return PURE or not is_supported(game) or machine_code_files.is_saved(machine_code_folder(game))


def warm(game: Game) -> None:
    """Compile the solver of a game and save its machine code, unless that has been done."""
    search_warmup.build_once(f"endings-{game.name}", lambda: ready(game), lambda: compile_and_save(game))


def compile_and_save(game: Game) -> None:
    """Compile the solver and save its machine code."""
    shutil.rmtree(machine_code_folder(game), ignore_errors=True)
    made = EndingSolver(game, use_saved=False)
    view, seat = search_warmup.first_decision(game)
    game.pure_rules.imagine(view, seat, 1)
    made.bound_actions(view, seat, 16)
    functions = {"bound_root_actions": made.bound_root_actions}
    if not machine_code_files.save_functions(machine_code_folder(game), functions):
        SOLVERS[game.name] = made


class EndingSolver:
    """Solves the endings of one game, from saved machine code or compiled now."""

    def __init__(self, game: Game, use_saved: bool = True) -> None:
        functions = machine_code_files.load_functions(machine_code_folder(game)) if use_saved and not PURE else None
        self.bound_root_actions = (functions["bound_root_actions"] if functions
                                   else _compile_source(game).bound_root_actions)
        rules = game.pure_rules if functions else game.rules
        self.State, self.list_size = rules.State, rules.MAX_ACTIONS + 1

    def make_workspace(self, world: Any) -> ExactWorkspace:
        """Return the arrays for a search from a position."""
        states, origin, room = self.State.new(DEPTH), self.State.new(1), self.list_size
        origin[0] = world
        return ExactWorkspace(origin, origin.view(np.int64).reshape(1, -1), states,
                              states.view(np.int64).reshape(DEPTH, -1),
                              np.zeros((DEPTH, room), np.int64), np.zeros((DEPTH, 5), np.int64), np.zeros(DEPTH),
                              np.zeros(TABLE_SIZE, np.int64), np.zeros((TABLE_SIZE, 2)), np.zeros(TABLE_SIZE, np.int64),
                              np.zeros(room, np.int64), np.zeros((room, 2)), np.zeros(3, np.int64), np.zeros(1),
                              np.zeros(search_engine.SEATS))

    def bound_actions(self, world: Any, seat: int, max_nodes: int) -> list[ActionBounds]:
        """Return bounds for every listed action of a seat, in a world without hidden information."""
        w = self.make_workspace(world)
        n = self.bound_root_actions(w, seat, max_nodes)
        return [ActionBounds(int(action), float(low), float(high))
                for action, (low, high) in zip(w.listed[:n], w.values[:n], strict=True)]


def _compile_source(game: Game) -> Any:
    """The compiled module of a game."""
    free = {name: getattr(game.rules, name) for name in CONTRACT_FUNCTIONS}
    return kernel.specialize_source(SOURCE, f"coprime.search.exact_{game.name}", free, source_digest(game))


SOLVERS: dict[str, EndingSolver] = {}


def get_solver(game: Game) -> EndingSolver:
    """Return the solver of a game, created once per process.  The first call may compile it."""
    if game.name not in SOLVERS:
        warm(game)
    if game.name not in SOLVERS:
        SOLVERS[game.name] = EndingSolver(game)
    return SOLVERS[game.name]


def bound_listed_actions(game: Game, view: Any, seat: int, max_nodes: int = MAX_NODES) -> list[ActionBounds]:
    """Return bounds for every listed action of a seat, in their order.

    Empty where the view is not settled.

    max_nodes  positions to visit at most
    """
    if not is_settled(game, view, seat):
        return []
    world = game.pure_rules.State.new(1)
    world[0] = view
    game.pure_rules.imagine(world[0], seat, 1)
    return get_solver(game).bound_actions(world[0], seat, max_nodes)


def find_proved_best(game: Game, view: Any, seat: int, max_nodes: int = MAX_NODES) -> int | None:
    """Return an action proved as good as any and better than some.

    None where there is none or nothing is known.

    Where all actions are worth the same, the caller's own judgement decides.
    """
    found = bound_listed_actions(game, view, seat, max_nodes)
    if len(found) < 2:
        return None
    top = max(found, key=lambda one: one.least)
    if top.least > min(one.least for one in found) and top.least >= max(one.most for one in found):
        return top.action
    return None
