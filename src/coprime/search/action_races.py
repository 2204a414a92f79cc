"""The race of one game's actions, with `choose`, `ready` and `warm` as in `strong`."""

import importlib
import shutil
import time
from collections.abc import Sequence
from typing import Any, NamedTuple

import numpy as np

from ..core import kernel
from ..core.deprecated import find_module_file
from ..core.game import Game
from ..core.kernel import PURE
from ..core.seats import MAX_OUTCOMES
from . import machine_code_files, search_engine, search_warmup

SOURCE = search_engine.HERE / "race_kernels.py"
COMPILED_FUNCTIONS = ("start", "run", "find_leader")     # what is called from Python
SHARED = ("next_actor",)
# Of a game: functions, and where they are.
HOOK_MODULES = {"prefer": search_engine.GOOD_PLAYER_MODULE, "prefer_by_weights": search_engine.GOOD_PLAYER_MODULE,
                "expect": "opponent_model", "certain": "forced_win",
                "rewind": "world_resampling", "judge": "world_resampling", "reconsider": "world_resampling"}
MAX_HISTORY = 512                  # actions of a hand that are remembered
MAX_PLAYOUT_ACTIONS = 2_000                # actions of a playout that finds no rest
SIMPLE = 0.8                # how likely somebody is a simple player of whom nothing is known
MARGIN = 3.0                # standard errors behind the leader
ARMS = 512                  # actions that can race; of more, the policy's likest
SLICE = 25                  # milliseconds between two looks at the clock
FIRST_SLICE = 64                  # playouts before the first

ActionHistory = Sequence[tuple[int, int]]


class RaceWorkspace(NamedTuple):
    """The arrays of a race."""

    states: Any             # the view, an imagined world, and that world with an action tried
    words: Any              # the same bytes as rows of int64
    listed: Any
    arms: Any               # [action]: sum of results, still running
    squares: Any            # [action, action]: sums of squared differences of results
    result: Any
    counts: Any             # worlds, playouts
    actions: Any
    weights: Any
    after: Any
    told: Any               # [action of this hand]: seat, action
    later: Any
    before: Any             # the public position before each of them
    memory: Any             # the same bytes
    scores: Any             # [as a simple player, or a good one, seat]: how likely the seat would have done all that
    shares: Any             # [seat]: how likely it plays as simple players do
    policy: Any             # the weights by which good players play, in a game that takes some


def free_names(game: Game) -> dict[str, Any]:
    """Return the contract's functions of a game and the hooks of its own modules, or their defaults."""
    free = search_engine.free_names(game)
    plainly = importlib.import_module("coprime.search.stub_heuristics")
    for function, room in HOOK_MODULES.items():
        own = game.load_module(room, pure=False)
        if hasattr(own, function):
            free[function] = getattr(own, function)
        elif function != "expect":
            free.setdefault(function, getattr(plainly, function))
    free["PREFERS"] = free["PREFERS"] or game.load_module(search_engine.GOOD_PLAYER_MODULE) is not None
    free.setdefault("expect", free["prefer"])
    free["HAS_POLICY_WEIGHTS"] = load_shipped_policy(game) is not None
    free["RECALLS"] = game.load_module("world_resampling") is not None
    return free


def load_shipped_policy(game: Game) -> Any:
    """Return the weights by which a game's good players play; None for a game that takes none."""
    module = game.load_module(search_engine.GOOD_PLAYER_MODULE)
    return module.WEIGHTS if module is not None and hasattr(module, "prefer_by_weights") else None


def source_digest(game: Game) -> str:
    """Return a key of the game and of all sources that are compiled."""
    files = [find_module_file(game.folder, room) for room in dict.fromkeys(HOOK_MODULES.values())]
    files += [search_engine.HERE / "playout.py", search_engine.HERE / "action_races.py"]
    return " ".join([search_engine.source_digest(game), *(kernel.digest_source(file) for file in files if file)])


def machine_code_folder(game: Game) -> Any:
    """Return the cache folder of a game's compiled code."""
    return kernel.code_folder(SOURCE, source_digest(game))


def ready(game: Game) -> bool:
    """Tell whether the race can be used without compiling."""
    return PURE or machine_code_files.is_saved(machine_code_folder(game))


def warm(game: Game) -> None:
    """Compile the race of a game and save its machine code, unless that has been done."""
    search_warmup.build_once(f"race-{game.name}", lambda: ready(game), lambda: compile_and_save(game))


def compile_and_save(game: Game) -> None:
    """Compile the race and save its machine code."""
    shutil.rmtree(machine_code_folder(game), ignore_errors=True)
    made = RaceSearch(game, use_saved=False)
    view, seat = search_warmup.first_decision(game)
    made.run_race(view, seat, 1, 0.0, 64)
    if not machine_code_files.save_functions(machine_code_folder(game),
                                             {name: getattr(made, name) for name in COMPILED_FUNCTIONS}):
        RACE_SEARCHES[game.name] = made


class RaceSearch:
    """The races of one game, from saved machine code or compiled now."""

    def __init__(self, game: Game, use_saved: bool = True) -> None:
        functions = machine_code_files.load_functions(machine_code_folder(game)) if use_saved and not PURE else None
        rules = game.pure_rules if functions else game.rules               # the kept code needs no compiler
        if functions is None:
            module = _compile_source(game)
            functions = {name: getattr(module, name) for name in COMPILED_FUNCTIONS}
        self.start, self.run, self.find_leader = (functions[name] for name in COMPILED_FUNCTIONS)
        self.State = rules.State
        shipped = load_shipped_policy(game)
        self.shipped_policy = np.zeros(0) if shipped is None else shipped
        self.list_size = max(rules.MAX_ACTIONS, MAX_OUTCOMES) + 1

    def make_workspace(self, view: Any, history: ActionHistory = (), policy: Any = None) -> RaceWorkspace:
        """Return the arrays for a race from a view.

        policy  weights by which good players play, instead of the shipped ones
        """
        n = len(history) if len(history) <= MAX_HISTORY else 0
        states, before, room = self.State.new(4), self.State.new(n + 1), self.list_size
        states[0] = view
        rows = np.array(history[:n], np.int64).reshape(n, 2) if n else np.zeros((1, 2), np.int64)
        return RaceWorkspace(states, states.view(np.int64).reshape(4, -1), np.zeros(room, np.int64),
                             np.zeros((room, 2)),
                             np.zeros((ARMS, ARMS)), np.zeros(room), np.array([0, 0, n]), np.zeros(room, np.int64),
                             np.zeros(room), np.zeros(search_engine.SEATS), rows, np.zeros(n + 1, np.int64), before,
                             before.view(np.int64).reshape(n + 1, -1), np.zeros((2, search_engine.SEATS)),
                             np.full(search_engine.SEATS, SIMPLE),
                             self.shipped_policy if policy is None else policy)

    def run_race(self, view: Any, seat: int, seed: int, ms: float, iterations: int | None,
                 history: ActionHistory = (), policy: Any = None) -> tuple[RaceWorkspace, int]:
        """Run a race; return its arrays and the index of the winner."""
        end = time.perf_counter() + ms / 1000
        r, x = self.make_workspace(view, history, policy), int(seed)
        n = self.start(r, seat)
        if n > 1:
            self._run_slices(r, seat, n, x, end, iterations)
        return r, self.find_leader(r, n)

    def _run_slices(self, r: RaceWorkspace, seat: int, n: int, x: int, end: float, iterations: int | None) -> None:
        """Run in short slices, so that the clock is checked and a thread can be stopped between them."""
        slice_ = FIRST_SLICE
        while r.arms[:n, 1].sum() > 1:
            start = time.perf_counter()
            done = int(r.counts[1])
            if iterations is not None and done >= iterations or iterations is None and start >= end:
                return
            x = self.run(r, seat, n, slice_ if iterations is None else min(slice_, iterations - done),
                         MAX_PLAYOUT_ACTIONS, MARGIN, x)
            spent = 1000 * (time.perf_counter() - start)
            room = SLICE if iterations is not None else min(SLICE, 1000 * (end - start))
            slice_ = max(1, min(4 * slice_, int((int(r.counts[1]) - done) * room / max(spent, 0.01))))


def _compile_source(game: Game) -> Any:
    """Compile the race module of a game."""
    free = free_names(game)
    playout = kernel.specialize_source(search_engine.HERE / "playout.py", f"coprime.search.raced_{game.name}", free,
                                       source_digest(game))
    free |= {name: getattr(playout, name) for name in SHARED}
    return kernel.specialize_source(SOURCE, f"coprime.search.race_{game.name}", free, source_digest(game))


RACE_SEARCHES: dict[str, RaceSearch] = {}


def get_race_search(game: Game) -> RaceSearch:
    """Return the races of a game, created once per process.  The first call may compile them."""
    if game.name not in RACE_SEARCHES:
        warm(game)
    if game.name not in RACE_SEARCHES:
        RACE_SEARCHES[game.name] = RaceSearch(game)
    return RACE_SEARCHES[game.name]


def choose(game: Game, view: Any, seat: int, seed: int, ms: float = 800, iterations: int | None = None,
           history: ActionHistory = (), policy: Any = None) -> int:
    """Return the action that wins the race.

    The same arguments with `iterations` (playouts) give the same action.

    history  (seat, action) observed since the last rest, for games that can use it
    policy   weights by which good players play, instead of the shipped ones, for games that take some
    """
    r, best = get_race_search(game).run_race(view, seat, seed, ms, iterations, history, policy)
    return int(r.listed[best])
