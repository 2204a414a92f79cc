"""Endings that can be worked out: `judged` says what each action is worth where a seat knows every card.

A game of turns takes part whose observation.py has `settled(s, seat)`: does the view of this seat, which is to act,
allow one world only, are two sides left in it whose results add up to the same, and is nothing drawn any more?  Its
listed actions have to hold all that could be best.  The search itself is exact.py.
"""

import shutil
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np

from ..core import kernel
from ..core.game import FUNCTIONS, Game
from ..core.kernel import PURE
from . import engine, frozen, warmup_position

SOURCE = engine.HERE / "exact.py"
DEPTH = 256                 # actions of the longest way to the end
PLACES = 1 << 14            # positions that are remembered
MOST = 100_000              # positions that are looked at
FAR = 1e9                   # as in exact.py: not known


class Judged(NamedTuple):
    """What the seat can be sure of after an action, and what the others can keep it to, in the game's returns.

    Both are the same where nothing is left to chance and the search came to its end; unknown is -FAR and FAR.
    """

    action: int
    least: float
    most: float

    @property
    def exact(self) -> bool:
        return self.least == self.most


class Work(NamedTuple):
    """The arrays that a search works on."""

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


def takes_part(game: Game) -> bool:
    """Can endings of this game be settled?"""
    observation = game.load_module("observation")
    return observation is not None and observation.settled is not None


def settled(game: Game, view: Any, seat: int) -> bool:
    """Does the seat know all that matters from here on?"""
    return takes_part(game) and bool(game.load_module("observation").settled(view, seat))        # type: ignore[union-attr]


def digest(game: Game) -> str:
    """Names the game and the sources of all that is compiled."""
    return f"{engine.digest(game)} {kernel.digest_of(engine.HERE / 'endings.py')}"


def folder(game: Game) -> Path:
    """Where the compiled code of a game is kept."""
    return kernel.code_folder(SOURCE, digest(game))


def ready(game: Game) -> bool:
    """Can it be had without compiling?  Of a game that takes no part nothing is needed."""
    return PURE or not takes_part(game) or frozen.is_saved(folder(game))


def warm(game: Game) -> None:
    """Compile what works out endings of this game and keep its machine code, unless that has been done."""
    warmup_position.warmup_position(f"endings-{game.name}", lambda: ready(game), lambda: make(game))


def make(game: Game) -> None:
    """Compile, and keep."""
    shutil.rmtree(folder(game), ignore_errors=True)
    made = Endings(game, kept=False)
    view, seat = warmup_position.first_question(game)
    game.pure_rules.imagine(view, seat, 1)
    made.judged(view, seat, 16)
    if not frozen.save(folder(game), {"judge": made.judge}):
        MADE[game.name] = made


class Endings:
    """What works out the endings of one game, from machine code where that has been kept, else compiled."""

    def __init__(self, game: Game, kept: bool = True) -> None:
        functions = frozen.load(folder(game)) if kept and not PURE else None
        self.judge = functions["judge"] if functions else _compiled(game).judge
        rules = game.pure_rules if functions else game.rules
        self.State, self.room = rules.State, rules.MAX_ACTIONS + 1

    def work(self, world: Any) -> Work:
        """Arrays for a search from a position."""
        states, origin, room = self.State.new(DEPTH), self.State.new(1), self.room
        origin[0] = world
        return Work(origin, origin.view(np.int64).reshape(1, -1), states, states.view(np.int64).reshape(DEPTH, -1),
                    np.zeros((DEPTH, room), np.int64), np.zeros((DEPTH, 5), np.int64), np.zeros(DEPTH),
                    np.zeros(PLACES, np.int64), np.zeros((PLACES, 2)), np.zeros(PLACES, np.int64),
                    np.zeros(room, np.int64), np.zeros((room, 2)), np.zeros(3, np.int64), np.zeros(1),
                    np.zeros(engine.SEATS))

    def judged(self, world: Any, seat: int, most: int) -> list[Judged]:
        """Every listed action of a seat in a world of which nothing is hidden."""
        w = self.work(world)
        n = self.judge(w, seat, most)
        return [Judged(int(action), float(low), float(high))
                for action, (low, high) in zip(w.listed[:n], w.values[:n], strict=True)]


def _compiled(game: Game) -> Any:
    """The compiled module of a game."""
    free = {name: getattr(game.rules, name) for name in FUNCTIONS}
    return kernel.specialize_source(SOURCE, f"coprime.search.exact_{game.name}", free, digest(game))


MADE: dict[str, Endings] = {}


def endings(game: Game) -> Endings:
    """What works out the endings of a game; made once in a process.  The first of all compiles it."""
    if game.name not in MADE:
        warm(game)
    if game.name not in MADE:
        MADE[game.name] = Endings(game)
    return MADE[game.name]


def judged(game: Game, view: Any, seat: int, most: int = MOST) -> list[Judged]:
    """Every listed action of a seat, in its order, with what it is worth; empty where the view is not `settled`.

    most  positions that are looked at
    """
    if not settled(game, view, seat):
        return []
    world = game.pure_rules.State.new(1)
    world[0] = view
    game.pure_rules.imagine(world[0], seat, 1)
    return endings(game).judged(world[0], seat, most)


def best(game: Game, view: Any, seat: int, most: int = MOST) -> int | None:
    """An action that is proved to be as good as any, and better than some; None where none is, or nothing is known.

    Where every action comes to the same, what others may do wrong is left to another judge.
    """
    found = judged(game, view, seat, most)
    if len(found) < 2:
        return None
    top = max(found, key=lambda one: one.least)
    if top.least > min(one.least for one in found) and top.least >= max(one.most for one in found):
        return top.action
    return None
