"""Players for simulated games, by name."""

import random
from functools import partial
from pathlib import Path
from typing import Any

import numpy as np

from ..core.attr_view import to_object
from ..core.errors import BadInput
from ..core.game import Game
from ..core.match_runner import Player as Player
from ..core.messages import join_with_commas, load_messages
from ..core.os_errors import describe_os_error
from ..search import levels
from ..search.levels import MASTER, STRONG
from .external_bots import find_external_bot

SAY = load_messages(Path(__file__).parent)["bots"]
RANDOM = "random"
POLICY = "policy"
GREEDY = "greedy"
PIMC = "pimc"
ISMCTS = "ismcts"
LEARNED = "learned"
USUAL_LEVEL = "casual"
ITERATIONS = 1_000          # of a searching player's move in a simulated game, so that results can be repeated
WORLDS = 20                 # of a pimc player's move
MOST = 10_000_000           # of either


def player_names(game: Game) -> tuple[str, ...]:
    """Return the names of all players that a game has, weakest first."""
    return (RANDOM, *game.bots.LEVELS, *levels.search_level_names(game))


def default_level(game: Game) -> str:
    """Return the bot that plays where nobody names one."""
    own = [*game.bots.LEVELS, STRONG]
    return USUAL_LEVEL if USUAL_LEVEL in own else own[0]


def make_player(game: Game, name: str) -> Player:
    """Return a player by name.  Raises BadInput.

    Names: a level of the game's bots, `random`, `strong`, `master`, an external bot, or a baseline: `policy`,
    `greedy`, `pimc:50` with worlds per move, `ismcts:200`, `strong:2000` and `master:2000` with iterations, and
    `learned:FILE` with weights that `coprime learn` has made, and `master:FILE` with weights of `coprime train`.
    """
    kind, colon, number = name.partition(":")
    counted = not colon or (number.isascii() and number.isdigit() and len(number) <= 8 and 0 < int(number) <= MOST)
    if name in game.bots.LEVELS:
        return lambda view, seat, seed: game.bots.choose(to_object(view), seat, name, seed)
    if name == RANDOM:
        return random_player(game)
    if name == POLICY:
        return policy_player(game)
    if name == GREEDY:
        return greedy_player(game)
    if counted and (kind == STRONG or kind == MASTER and kind in levels.search_level_names(game)):
        return search_player(game, kind, int(number) if colon else ITERATIONS)
    if kind == MASTER and number and not counted and MASTER in levels.search_level_names(game):
        return weights_player(game, Path(number))
    if kind == PIMC and counted:
        return pimc_player(game, int(number) if colon else WORLDS)
    if kind == ISMCTS and counted:
        return ismcts_player(game, int(number) if colon else ITERATIONS)
    if kind == LEARNED and number:
        return network_player(game, number)
    if kind not in (STRONG, MASTER, PIMC, ISMCTS, LEARNED) and (found := find_external_bot(game, name)):
        return found
    raise BadInput(SAY["unknown"].format(name=repr(name), title=game.localized_title,
                                         known=join_with_commas(player_names(game))))


def weights_player(game: Game, file: Path) -> Player:
    """Return a game's best bot with the weights in a file.  Raises BadInput."""
    check = levels.get_level(game, MASTER).check_weights
    if check is None:
        raise BadInput(SAY["no_weights"].format(title=game.localized_title))
    try:
        check(file)
    except OSError as wrong:
        raise BadInput(SAY["unread_weights"].format(file=file, why=describe_os_error(wrong))) from None
    except ValueError:
        raise BadInput(SAY["other_weights"].format(file=file, title=game.localized_title, name=game.name)) from None
    return search_player(game, MASTER, ITERATIONS, weights=file)


def search_player(game: Game, level: str, iterations: int, **more: Any) -> Player:
    """Return a player that searches at a level with so many iterations, and other arguments of its `choose`."""
    choose = partial(levels.get_level(game, level).choose, **more)

    def ask(view: Any, seat: int, seed: int) -> tuple[int | None, int]:
        answer = choose(view, seat, seed, iterations=iterations)
        return answer if isinstance(answer, tuple) else (answer, int(game.rules.simulated_ms(view, seat)))
    return ask


def policy_player(game: Game) -> Player:
    """Return a player that samples the search's rollout policy."""
    from ..search import baselines

    return lambda view, seat, seed: (baselines.choose_by_policy(game, view, seat, seed),
                                     int(game.rules.simulated_ms(view, seat)))


def greedy_player(game: Game) -> Player:
    """Return a player that takes the action with the highest prior of that policy."""
    from ..search import baselines

    return lambda view, seat, seed: (baselines.choose_greedily(game, view, seat, seed),
                                     int(game.rules.simulated_ms(view, seat)))


def ismcts_player(game: Game, iterations: int) -> Player:
    """Return a player that runs the textbook tree search."""
    from ..search import reference_ismcts

    return lambda view, seat, seed: (reference_ismcts.choose_by_ismcts(game, view, seat, seed, iterations),
                                     int(game.rules.simulated_ms(view, seat)))


def pimc_player(game: Game, worlds: int) -> Player:
    """Return a player that runs perfect-information Monte Carlo."""
    from ..search import baselines

    return lambda view, seat, seed: (baselines.choose_by_pimc(game, view, seat, seed, worlds),
                                     int(game.rules.simulated_ms(view, seat)))


def network_player(game: Game, file: str) -> Player:
    """Return a player that takes the likeliest action by a network from a file."""
    from ..env.network import Network

    network = Network.load(Path(file), game)
    return lambda view, seat, seed: (network.choose_likeliest(view, seat), int(game.rules.simulated_ms(view, seat)))


def random_player(game: Game) -> Player:
    """Return a player that draws uniformly from the listed actions."""
    def ask(view: Any, seat: int, seed: int) -> tuple[int | None, int]:
        out = np.zeros(game.rules.MAX_ACTIONS, np.int64)
        n = int(game.rules.sound_actions(view, seat, out))
        return int(out[random.Random(seed).randrange(n)]), int(game.rules.simulated_ms(view, seat))
    return ask
