"""Measure comparable libraries beside Coprime, where `coprime[bench]` is installed.

They play other games.
"""

import random
from collections.abc import Callable
from functools import partial
from typing import Any

from .speed_rounds import Speed, speed_of_games

OPEN_SPIEL = ("dou_dizhu", "backgammon", "pig")
RLCARD = ("doudizhu", "uno")

Peer = tuple[dict[str, Any], Speed | None]


def list_peers() -> list[Peer]:
    """Return random play in each library: a row that says what is played, and its speed.

    Without a speed the row says that the library is missing.
    """
    return [peer for listed in (list_open_spiel, list_rlcard, list_pettingzoo) for peer in listed()]


def missing_library(package: str) -> list[Peer]:
    """Return the row of a library that is not installed."""
    return [({"package": package, "missing": True}, None)]


def list_open_spiel() -> list[Peer]:
    """Return OpenSpiel: rules in C++, called from Python."""
    try:
        import pyspiel
    except ImportError:
        return missing_library("open_spiel")
    peers: list[Peer] = []
    for name in OPEN_SPIEL:
        game = pyspiel.load_game(name)
        peers += [({"package": "open_spiel", "game": name}, time_games(partial(play_random_spiel_game, game))),
                  ({"package": "open_spiel", "game": f"{name}, observed"},
                   time_games(partial(play_random_spiel_game, game, observed=True)))]
    return peers


def play_random_spiel_game(game: Any, observed: bool = False) -> int:
    """Play one random game; return the number of actions, chance included.

    `observed`: with tensors and masks.
    """
    state, steps = game.new_initial_state(), 0
    while not state.is_terminal():
        if state.is_chance_node():
            faces, weights = zip(*state.chance_outcomes(), strict=True)
            state.apply_action(random.choices(faces, weights)[0])
        else:
            if observed:
                state.observation_tensor(), state.legal_actions_mask()
            state.apply_action(random.choice(state.legal_actions()))
        steps += 1
    return steps


def list_rlcard() -> list[Peer]:
    """Return RLCard: rules in Python."""
    try:
        import rlcard as package
    except ImportError:
        return missing_library("rlcard")
    return [({"package": "rlcard", "game": name}, time_games(partial(play_random_rlcard_game, package.make(name))))
            for name in RLCARD]


def play_random_rlcard_game(env: Any) -> int:
    """Play one random game; return the number of actions."""
    state, _ = env.reset()
    steps = 0
    while not env.is_over():
        state, _ = env.step(random.choice(list(state["legal_actions"])))
        steps += 1
    return steps


def list_pettingzoo() -> list[Peer]:
    """Return PettingZoo: RLCard's rules, with observations and masks."""
    try:
        from pettingzoo.classic import texas_holdem_v4 as package
    except (ImportError, AttributeError):
        return missing_library("pettingzoo")
    return [({"package": "pettingzoo", "game": "texas_holdem, observed"},
             time_games(partial(play_random_zoo_game, package.env())))]


def play_random_zoo_game(env: Any) -> int:
    """Play one random game; return the number of actions."""
    env.reset()
    steps = 0
    for agent in env.agent_iter():
        seen, _, ended, cut, _ = env.last()
        if ended or cut:
            env.step(None)
            continue
        env.step(env.action_space(agent).sample(seen["action_mask"]))
        steps += 1
    return steps


def time_games(play: Callable[[], int]) -> Speed:
    """Time whole games, each of so many steps as `play` says."""
    return speed_of_games(lambda seed: (1, play()))
