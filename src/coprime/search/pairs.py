"""Two choices of one seat compared: what each seat gains with either of them, in the same imagined worlds."""

import shutil
from collections.abc import Sequence
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np

from ..core import kernel
from ..core.game import Game
from ..core.seats import UNKNOWN
from . import engine, frozen, warmup_position

SOURCE = engine.HERE / "paired.py"
LONGEST = 24                # actions of a choice
BATCH = 16                  # worlds between two looks at the clock
SHARED = ("next_actor", "policy")
STYLE = "style"             # a room of a game: how good players play on

# What a choice does: (seat, action), one after the other.  CLOCK may be a seat.  Empty: it does nothing.
Path_ = Sequence[tuple[int, int]]


class Pair(NamedTuple):
    """The arrays that a comparison works on."""

    states: Any
    words: Any              # the same bytes as rows of int64
    actions: Any
    weights: Any
    payoff: Any
    paths: Any              # [choice, step]: seat and action
    gains: Any              # [choice, world, seat]


def ready(game: Game) -> bool:
    """Can choices of this game be compared without compiling?"""
    return frozen.is_saved(folder(game))


def warm(game: Game) -> None:
    """Compile what compares choices of this game and keep its machine code, unless that has been done."""
    warmup_position.warmup_position(f"pairs-{game.name}", lambda: ready(game), lambda: make(game))


def make(game: Game) -> None:
    """Compile, and keep."""
    shutil.rmtree(folder(game), ignore_errors=True)
    made = Pairs(game, kept=False)
    view, seat = warmup_position.first_question(game)
    made.compare(view, seat, [[], []], 1, 1, 16)
    if not frozen.save(folder(game), {"compare": made.function}):
        MADE[game.name] = made


def digest(game: Game) -> str:
    """Names the game, the sources of all that is compiled, and who plays on."""
    by = STYLE if game.load_module(STYLE) else ""
    return f"{engine.digest(game)} {kernel.digest_of(engine.HERE / 'playout.py')} {by}"


def folder(game: Game) -> Path:
    """Where the compiled code of a game is kept."""
    return kernel.code_folder(SOURCE, digest(game))


class Pairs:
    """What compares the choices of one game, from machine code where that has been kept, else compiled."""

    def __init__(self, game: Game, kept: bool = True) -> None:
        functions = frozen.load(folder(game)) if kept else None
        self.function = functions["compare"] if functions else _compiled(game)
        rules = game.pure_rules if functions else game.rules
        self.State = rules.State
        self.room = max(rules.MAX_ACTIONS, engine.FACES) + 1

    def compare(self, view: Any, seat: int, choices: Sequence[Path_], worlds: int, seed: int,
                most: int) -> np.ndarray[Any, Any]:
        """What every seat gains until the next rest: an array [choice, world, seat].

        choices  two, played on in the same worlds with the same luck
        most     actions after which a world is left as it is
        """
        seats = int(view.seats)
        states = self.State.new(4)
        states[0] = view
        paths = np.full((2, LONGEST, 2), UNKNOWN, np.int64)
        for choice, path in enumerate(choices):
            for i, step in enumerate(path[:LONGEST]):
                paths[choice, i] = step
        pair = Pair(states, states.view(np.int64).reshape(4, -1), np.zeros(self.room, np.int64), np.zeros(self.room),
                    np.zeros((2, engine.SEATS)), paths, np.zeros((2, worlds, engine.SEATS)))
        self.function(pair, seat, seats, worlds, most, seed)
        return pair.gains[:, :, :seats]


def _compiled(game: Game) -> Any:
    """The compiled function of a game; good players play on, where the game says how they do."""
    free = engine.free_names(game)
    style = game.load_module(STYLE, pure=False)
    if style is not None:
        free["prefer"] = style.prefer
    playout = kernel.specialize_source(engine.HERE / "playout.py", f"coprime.search.playout_{game.name}", free,
                                       engine.digest(game))
    free |= {name: getattr(playout, name) for name in SHARED}
    return kernel.specialize_source(SOURCE, f"coprime.search.paired_{game.name}", free, digest(game)).compare


MADE: dict[str, Pairs] = {}


def pairs(game: Game) -> Pairs:
    """What compares the choices of a game; made once in a process.  The first of all compiles it: half a minute."""
    if game.name not in MADE:
        warm(game)
    if game.name not in MADE:
        MADE[game.name] = Pairs(game)
    return MADE[game.name]
