"""Players for simulated games, by name: what a bot answers when it is asked."""

import random
from collections.abc import Callable
from pathlib import Path
from typing import Any

import numpy as np

from ..core.attr_view import to_object
from ..core.errors import BadInput
from ..core.game import Game
from ..core.messages import join_with_commas, load_messages
from ..search import levels
from ..search.levels import MASTER, STRONG
from .external_bots import outsider

SAY = load_messages(Path(__file__).parent)["bots"]
# (view, seat, seed) -> (action, after so many milliseconds); action None: it waits.
Player = Callable[[Any, int, int], tuple[int | None, int]]

RANDOM = "random"
POLICY = "policy"
GREEDY = "greedy"
PIMC = "pimc"
ISMCTS = "ismcts"
LEARNED = "learned"
USUAL = "casual"
ITERATIONS = 1_000          # of a searching player's move in a simulated game, so that results can be repeated
WORLDS = 20                 # of a pimc player's move
MOST = 10_000_000           # of either


def names(game: Game) -> tuple[str, ...]:
    """Every player that a game has, weakest first."""
    return (RANDOM, *game.bots.LEVELS, *levels.names(game))


def default_level(game: Game) -> str:
    """The bot that plays where nobody names one."""
    own = [*game.bots.LEVELS, STRONG]
    return USUAL if USUAL in own else own[0]


def player(game: Game, name: str) -> Player:
    """A player by name: a level of the game's bots, `random`, a baseline, `strong`, `master`, or one from `outside`.

    The baselines are `policy`, `greedy`, `pimc:50` with so many worlds a move, `ismcts:200` with so many iterations, as
    `strong:2000` and `master:2000` have, and `learned:FILE` with weights that `coprime learn` has made.
    Raises BadInput.
    """
    kind, colon, number = name.partition(":")
    counted = not colon or (number.isascii() and number.isdigit() and len(number) <= 8 and 0 < int(number) <= MOST)
    if name in game.bots.LEVELS:
        return lambda view, seat, seed: game.bots.choose(to_object(view), seat, name, seed)
    if name == RANDOM:
        return anything(game)
    if name == POLICY:
        return policy(game)
    if name == GREEDY:
        return greedy(game)
    if counted and (kind == STRONG or kind == MASTER and kind in levels.names(game)):
        return searching(game, kind, int(number) if colon else ITERATIONS)
    if kind == PIMC and counted:
        return pimc(game, int(number) if colon else WORLDS)
    if kind == ISMCTS and counted:
        return ismcts(game, int(number) if colon else ITERATIONS)
    if kind == LEARNED and number:
        return learned(game, number)
    if kind not in (STRONG, MASTER, PIMC, ISMCTS, LEARNED) and (found := outsider(game, name)):
        return found
    raise BadInput(SAY["unknown"].format(name=repr(name), title=game.localized_title,
                                         known=join_with_commas(names(game))))


def searching(game: Game, level: str, iterations: int) -> Player:
    choose = levels.level(game, level).choose

    def ask(view: Any, seat: int, seed: int) -> tuple[int | None, int]:
        answer = choose(view, seat, seed, iterations=iterations)
        return answer if isinstance(answer, tuple) else (answer, int(game.rules.simulated_ms(view, seat)))
    return ask


def policy(game: Game) -> Player:
    """The rule of thumb of the search's playouts."""
    from ..search import baselines

    return lambda view, seat, seed: (baselines.policy(game, view, seat, seed), int(game.rules.simulated_ms(view, seat)))


def greedy(game: Game) -> Player:
    """What that rule of thumb likes best."""
    from ..search import baselines

    return lambda view, seat, seed: (baselines.greedy(game, view, seat, seed), int(game.rules.simulated_ms(view, seat)))


def ismcts(game: Game, iterations: int) -> Player:
    from ..search import textbook

    return lambda view, seat, seed: (textbook.ismcts(game, view, seat, seed, iterations),
                                     int(game.rules.simulated_ms(view, seat)))


def pimc(game: Game, worlds: int) -> Player:
    from ..search import baselines

    return lambda view, seat, seed: (baselines.pimc(game, view, seat, seed, worlds),
                                     int(game.rules.simulated_ms(view, seat)))


def learned(game: Game, file: str) -> Player:
    """The likeliest action by a network, where it need not wait."""
    from ..env.network import Network

    network = Network.load(Path(file), game)
    return lambda view, seat, seed: (network.best(view, seat), int(game.rules.simulated_ms(view, seat)))


def anything(game: Game) -> Player:
    """Uniformly random among listed actions."""
    def ask(view: Any, seat: int, seed: int) -> tuple[int | None, int]:
        out = np.zeros(game.rules.MAX_ACTIONS, np.int64)
        n = int(game.rules.sound_actions(view, seat, out))
        return int(out[random.Random(seed).randrange(n)]), int(game.rules.simulated_ms(view, seat))
    return ask
