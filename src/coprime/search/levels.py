"""The bot levels that search, and what each needs before it can choose.

`strong` is the generic search, for every game that does not use the name for a rule of thumb. `master` is a game's
own best bot: its package `expert`, with the three functions described here.
"""

from collections.abc import Callable
from functools import partial
from pathlib import Path
from typing import NamedTuple

from ..core.deprecated import find_module_file
from ..core.game import Game

STRONG, MASTER = "strong", "master"
EXPERT = "expert"           # the module of a game that plays the level `master`


class SearchLevel(NamedTuple):
    """A searching bot level.

    ready   () -> bool: whether it can be used without compiling
    warm    () -> None: compile it and save the code, unless that has been done
    choose  (view, seat, seed, ms=800, iterations=None) -> action, for a seat that may act. The same arguments with
            `iterations`, which overrides the clock, give the same action. In a real-time game the answer may be
            (action or None to wait, milliseconds) as from the game's bots; otherwise the game's `simulated_ms` or the
            table sets the time
    is_timed  whether it returns milliseconds
    check_weights  (file) -> None: whether it can play by the weights in a file of `coprime train`, which `choose` then
            takes as `weights`; raises OSError or ValueError.  None for a level that takes no weights
    """

    ready: Callable[[], bool]
    warm: Callable[[], None]
    choose: Callable[..., int | tuple[int | None, int]]
    is_timed: bool = False
    check_weights: Callable[[Path], None] | None = None


def search_level_names(game: Game) -> list[str]:
    """Return the searching levels of a game, weakest first, without importing them."""
    found = [STRONG] if STRONG not in game.bots.LEVELS else []
    return [*found, MASTER] if find_module_file(game.folder, EXPERT) else found


def get_level(game: Game, name: str) -> SearchLevel:
    """Return a searching level by name."""
    if name == STRONG:
        from . import search_bot  # names are asked for where nothing is to be compiled

        return SearchLevel(partial(search_bot.ready, game), partial(search_bot.warm, game),
                           partial(search_bot.choose, game))
    own = game.load_module(EXPERT)          # pure Python, as hints and bots are; it gets compiled code from the search
    assert own is not None
    return SearchLevel(own.is_ready, own.warm, own.choose, own.TIMED, own.check_weights)
