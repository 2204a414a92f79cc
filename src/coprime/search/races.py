"""The race of one game's actions: `choose` and `ready` and `warm`, as `strong` has them for its tree."""

import importlib
import shutil
import time
from collections.abc import Sequence
from typing import Any, NamedTuple

import numpy as np

from ..core import kernel
from ..core.game import Game
from ..core.kernel import PURE
from . import engine, frozen, warmup_position

SOURCE = engine.HERE / "race.py"
CALLED = ("start", "run", "leader")     # what is called from Python
SHARED = ("next_actor", "drawn", "fraction")
ROOMS = {"prefer": "style", "expect": "belief", "certain": "forced_win", "rewind": "recall", "judge": "recall",
         "reconsider": "recall"}     # of a game: functions, and where they are
TOLD = 512                  # actions of a hand that are remembered
MOST = 2_000                # actions of a playout that finds no rest
SIMPLE = 0.8                # how likely somebody is a simple player of whom nothing is known
MARGIN = 3.0                # standard errors behind the leader
ARMS = 512                  # actions that can race; of more, the policy's likest
SLICE = 25                  # milliseconds between two looks at the clock
FIRST = 64                  # playouts before the first

Told = Sequence[tuple[int, int]]


class Race(NamedTuple):
    """The arrays that a race works on."""

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


def free_names(game: Game) -> dict[str, Any]:
    """The contract's functions of a game, and what its own rooms say in place of what is supposed of any."""
    free = engine.free_names(game)
    plainly = importlib.import_module("coprime.search.default_features")
    for function, room in ROOMS.items():
        own = game.load_module(room, pure=False)
        if hasattr(own, function):
            free[function] = getattr(own, function)
        elif function != "expect":
            free.setdefault(function, getattr(plainly, function))
    free["PREFERS"] = free["PREFERS"] or game.load_module("style") is not None
    free.setdefault("expect", free["prefer"])
    free["RECALLS"] = game.load_module("recall") is not None
    return free


def digest(game: Game) -> str:
    """Names the game and the sources of all that is compiled."""
    files = [game.folder / f"{room}.py" for room in dict.fromkeys(ROOMS.values())]
    files += [engine.HERE / "playout.py", engine.HERE / "races.py"]
    return " ".join([engine.digest(game), *(kernel.digest_of(file) for file in files if file.is_file())])


def folder(game: Game) -> Any:
    """Where the compiled code of a game is kept."""
    return kernel.code_folder(SOURCE, digest(game))


def ready(game: Game) -> bool:
    """Can it be had without compiling?"""
    return PURE or frozen.is_saved(folder(game))


def warm(game: Game) -> None:
    """Compile the race of this game and keep its machine code, unless that has been done."""
    warmup_position.warmup_position(f"race-{game.name}", lambda: ready(game), lambda: make(game))


def make(game: Game) -> None:
    """Compile, and keep."""
    shutil.rmtree(folder(game), ignore_errors=True)
    made = Races(game, kept=False)
    view, seat = warmup_position.first_question(game)
    made.analyse(view, seat, 1, 0.0, 64)
    if not frozen.save(folder(game), {name: getattr(made, name) for name in CALLED}):
        MADE[game.name] = made


class Races:
    """The races of one game, from machine code where that has been kept, else compiled."""

    def __init__(self, game: Game, kept: bool = True) -> None:
        functions = frozen.load(folder(game)) if kept and not PURE else None
        rules = game.pure_rules if functions else game.rules               # the kept code needs no compiler
        if functions is None:
            module = _compiled(game)
            functions = {name: getattr(module, name) for name in CALLED}
        self.start, self.run, self.leader = (functions[name] for name in CALLED)
        self.State = rules.State
        self.room = max(rules.MAX_ACTIONS, engine.FACES) + 1

    def race(self, view: Any, told: Told = ()) -> Race:
        """Arrays for a race from a view."""
        n = len(told) if len(told) <= TOLD else 0
        states, before, room = self.State.new(4), self.State.new(n + 1), self.room
        states[0] = view
        rows = np.array(told[:n], np.int64).reshape(n, 2) if n else np.zeros((1, 2), np.int64)
        return Race(states, states.view(np.int64).reshape(4, -1), np.zeros(room, np.int64), np.zeros((room, 2)),
                    np.zeros((ARMS, ARMS)), np.zeros(room), np.array([0, 0, n]), np.zeros(room, np.int64),
                    np.zeros(room), np.zeros(engine.SEATS), rows, np.zeros(n + 1, np.int64), before,
                    before.view(np.int64).reshape(n + 1, -1), np.zeros((2, engine.SEATS)),
                    np.full(engine.SEATS, SIMPLE))

    def analyse(self, view: Any, seat: int, seed: int, ms: float, iterations: int | None,
                told: Told = ()) -> tuple[Race, int]:
        """A race run, and the index of the action that won it."""
        end = time.perf_counter() + ms / 1000
        r, x = self.race(view, told), int(seed)
        n = self.start(r, seat)
        if n > 1:
            self._go(r, seat, n, x, end, iterations)
        return r, self.leader(r, n)

    def _go(self, r: Race, seat: int, n: int, x: int, end: float, iterations: int | None) -> None:
        """In small slices, so that the clock is seen and a thread can be stopped between them."""
        slice_ = FIRST
        while r.arms[:n, 1].sum() > 1:
            start = time.perf_counter()
            done = int(r.counts[1])
            if iterations is not None and done >= iterations or iterations is None and start >= end:
                return
            x = self.run(r, seat, n, slice_ if iterations is None else min(slice_, iterations - done), MOST, MARGIN, x)
            spent = 1000 * (time.perf_counter() - start)
            room = SLICE if iterations is not None else min(SLICE, 1000 * (end - start))
            slice_ = max(1, min(4 * slice_, int((int(r.counts[1]) - done) * room / max(spent, 0.01))))


def _compiled(game: Game) -> Any:
    """The compiled module of a game."""
    free = free_names(game)
    playout = kernel.specialize_source(engine.HERE / "playout.py", f"coprime.search.raced_{game.name}", free,
                                       digest(game))
    free |= {name: getattr(playout, name) for name in SHARED}
    return kernel.specialize_source(SOURCE, f"coprime.search.race_{game.name}", free, digest(game))


MADE: dict[str, Races] = {}


def races(game: Game) -> Races:
    """The races of a game; made once in a process.  The first of all compiles them."""
    if game.name not in MADE:
        warm(game)
    if game.name not in MADE:
        MADE[game.name] = Races(game)
    return MADE[game.name]


def choose(game: Game, view: Any, seat: int, seed: int, ms: float = 800, iterations: int | None = None,
           told: Told = ()) -> int:
    """The action that wins the race.  The same arguments with `iterations`, the number of playouts, give the same.

    told  what has been done since the last rest, as this seat has seen it, of games that can make use of it
    """
    r, best = races(game).analyse(view, seat, seed, ms, iterations, told)
    return int(r.listed[best])
