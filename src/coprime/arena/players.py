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
POLICY = "policy"
PIMC = "pimc"
USUAL = "casual"
ITERATIONS = 1_000          # of a strong player's move in a simulated game, so that results can be repeated
WORLDS = 20                 # of a pimc player's move
MOST = 10_000_000           # of either


def names(game: Game) -> tuple[str, ...]:
    """Every player that a game has, weakest first."""
    own = tuple(game.bots.LEVELS)
    return (RANDOM, *own) if STRONG in own else (RANDOM, *own, STRONG)


def default_level(game: Game) -> str:
    """The bot that plays where nobody names one."""
    levels = [*game.bots.LEVELS, STRONG]
    return USUAL if USUAL in levels else levels[0]


def player(game: Game, name: str) -> Player:
    """A player by name: a level of the game's bots, `random`, `policy`, `pimc`, `strong`, or one from `outside`.

    `strong:2000` has so many iterations a move, `pimc:50` so many worlds.  Raises BadInput.
    """
    kind, colon, number = name.partition(":")
    counted = not colon or (number.isascii() and number.isdigit() and len(number) <= 8 and 0 < int(number) <= MOST)
    if name in game.bots.LEVELS:
        return lambda view, seat, seed: game.bots.choose(loose(view), seat, name, seed)
    if name == RANDOM:
        return anything(game)
    if name == POLICY:
        return policy(game)
    if kind == STRONG and counted:
        return strong(game, int(number) if colon else ITERATIONS)
    if kind == PIMC and counted:
        return pimc(game, int(number) if colon else WORLDS)
    if kind not in (STRONG, PIMC) and (found := outsider(game, name)):
        return found
    raise BadInput(SAY["unknown"].format(name=repr(name), title=game.title, known=", ".join(names(game))))


def strong(game: Game, iterations: int) -> Player:
    from ..search import strong as search

    def ask(view: Any, seat: int, seed: int) -> tuple[int | None, int]:
        return search.choose(game, view, seat, seed, iterations=iterations), int(game.rules.pace(view, seat))
    return ask


def policy(game: Game) -> Player:
    """The rule of thumb of the search's playouts."""
    from ..search import baselines

    return lambda view, seat, seed: (baselines.policy(game, view, seat, seed), int(game.rules.pace(view, seat)))


def pimc(game: Game, worlds: int) -> Player:
    from ..search import baselines

    return lambda view, seat, seed: (baselines.pimc(game, view, seat, seed, worlds), int(game.rules.pace(view, seat)))


def anything(game: Game) -> Player:
    """Uniformly random among listed actions."""
    def ask(view: Any, seat: int, seed: int) -> tuple[int | None, int]:
        out = np.zeros(game.rules.MAX_ACTIONS, np.int64)
        n = int(game.rules.legal_actions(view, seat, out))
        return int(out[random.Random(seed).randrange(n)]), int(game.rules.pace(view, seat))
    return ask
