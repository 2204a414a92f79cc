"""Players for simulated games, by name: what a bot answers when it is asked."""

import random
from collections.abc import Callable
from pathlib import Path
from typing import Any

import numpy as np

from ..core.faults import BadInput
from ..core.game import Game
from ..core.loose import loose
from ..core.messages import messages
from .outside import outsider

SAY = messages(Path(__file__).parent)["bots"]
# (view, seat, seed) -> (action, after so many milliseconds); action None: it waits.
Player = Callable[[Any, int, int], tuple[int | None, int]]

RANDOM = "random"
STRONG = "strong"
USUAL = "casual"
ITERATIONS = 1_000          # of a strong player's move in a simulated game, so that results can be repeated


def names(game: Game) -> tuple[str, ...]:
    """Every player that a game has, weakest first."""
    own = tuple(game.bots.LEVELS)
    return (RANDOM, *own) if STRONG in own else (RANDOM, *own, STRONG)


def default_level(game: Game) -> str:
    """The bot that plays where nobody names one."""
    levels = [*game.bots.LEVELS, STRONG]
    return USUAL if USUAL in levels else levels[0]


def player(game: Game, name: str) -> Player:
    """A player by name: a level of the game's bots, `random`, `strong`, `strong:2000`, or one from outside (`outside`).

    The number is that of iterations a move.  Raises BadInput.
    """
    kind, colon, number = name.partition(":")
    if name in game.bots.LEVELS:
        return lambda view, seat, seed: game.bots.choose(loose(view), seat, name, seed)
    if name == RANDOM:
        return anything(game)
    if kind == STRONG and (not colon or (number.isdigit() and 0 < int(number) <= 10_000_000)):
        return strong(game, int(number) if colon else ITERATIONS)
    if kind != STRONG and (found := outsider(game, name)):
        return found
    raise BadInput(SAY["unknown"].format(name=repr(name), title=game.title, known=", ".join(names(game))))


def strong(game: Game, iterations: int) -> Player:
    from ..search import strong as search

    def ask(view: Any, seat: int, seed: int) -> tuple[int | None, int]:
        return search.choose(game, view, seat, seed, iterations=iterations), int(game.rules.pace(view, seat))
    return ask


def anything(game: Game) -> Player:
    """Uniformly random among listed actions."""
    def ask(view: Any, seat: int, seed: int) -> tuple[int | None, int]:
        out = np.zeros(game.rules.MAX_ACTIONS, np.int64)
        n = int(game.rules.legal_actions(view, seat, out))
        return int(out[random.Random(seed).randrange(n)]), int(game.rules.pace(view, seat))
    return ask
