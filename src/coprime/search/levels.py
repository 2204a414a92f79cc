"""The levels of bots that search, and what each needs before it can think.

`strong` is the generic search, of every game that does not call a rule of thumb so.  `master` is the best that the
house knows of a game: its file `master.py`, with three functions of which this module is the description.
"""

from collections.abc import Callable
from functools import partial
from typing import NamedTuple

from ..core.game import Game

STRONG, MASTER = "strong", "master"


class Level(NamedTuple):
    """A way to think.

    ready   () -> bool: can it be had without compiling?
    warm    () -> None: compile it and keep it, unless that has been done
    choose  (view, seat, seed, ms=800, iterations=None) -> action, for a seat that may act; the same arguments with
            `iterations`, which overrides the clock, give the same action.  In a game of real time the answer may be as
            that of the game's bots: (action, or None to wait, and after how many milliseconds); otherwise the game's
            `pace` or the table's says how long a move takes
    timed   does it say how long it takes?
    """

    ready: Callable[[], bool]
    warm: Callable[[], None]
    choose: Callable[..., int | tuple[int | None, int]]
    timed: bool = False


def names(game: Game) -> list[str]:
    """The levels of a game that search, the weakest first.  Nothing is imported for that."""
    found = [STRONG] if STRONG not in game.bots.LEVELS else []
    return [*found, MASTER] if (game.folder / f"{MASTER}.py").is_file() else found


def level(game: Game, name: str) -> Level:
    """One of `names`."""
    if name == STRONG:
        from . import strong  # names are asked for where nothing is to be compiled

        return Level(partial(strong.ready, game), partial(strong.warm, game), partial(strong.choose, game))
    own = game.load_module(MASTER)          # pure Python, as hints and bots are; it gets compiled code from the search
    assert own is not None
    return Level(own.is_ready, own.warm, own.choose, own.TIMED)
