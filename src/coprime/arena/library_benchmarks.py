"""Measure comparable libraries beside Coprime, where `coprime[bench]` is installed.

They play other games.
"""

import random
import time
from collections.abc import Callable
from functools import partial
from typing import Any

OPEN_SPIEL = ("dou_dizhu", "backgammon", "pig")
RLCARD = ("doudizhu", "uno")


def measure_peers(seconds: float) -> list[dict[str, Any]]:
    """Measure random play in each library; an entry with `missing` for one that is not installed."""
    return [row for package in (measure_open_spiel, measure_rlcard, measure_pettingzoo) for row in package(seconds)]


def measure_open_spiel(seconds: float) -> list[dict[str, Any]]:
    """Measure OpenSpiel: rules in C++, called from Python."""
    try:
        import pyspiel
    except ImportError:
        return [{"package": "open_spiel", "missing": True}]
    rows = []
    for name in OPEN_SPIEL:
        game = pyspiel.load_game(name)
        rows.append({"package": "open_spiel", "game": name}
                    | measure_speed(partial(play_random_spiel_game, game), seconds))
        seen = measure_speed(partial(play_random_spiel_game, game, observed=True), seconds)
        rows.append({"package": "open_spiel", "game": f"{name}, observed"} | seen)
    return rows


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


def measure_rlcard(seconds: float) -> list[dict[str, Any]]:
    """Measure RLCard: rules in Python."""
    try:
        import rlcard as package
    except ImportError:
        return [{"package": "rlcard", "missing": True}]
    rows = []
    for name in RLCARD:
        env = package.make(name)
        rows.append({"package": "rlcard", "game": name} | measure_speed(partial(play_random_rlcard_game, env), seconds))
    return rows


def play_random_rlcard_game(env: Any) -> int:
    """Play one random game; return the number of actions."""
    state, _ = env.reset()
    steps = 0
    while not env.is_over():
        state, _ = env.step(random.choice(list(state["legal_actions"])))
        steps += 1
    return steps


def measure_pettingzoo(seconds: float) -> list[dict[str, Any]]:
    """Measure PettingZoo: RLCard's rules, with observations and masks."""
    try:
        from pettingzoo.classic import texas_holdem_v4 as package
    except (ImportError, AttributeError):
        return [{"package": "pettingzoo", "missing": True}]
    env = package.env()
    return [{"package": "pettingzoo", "game": "texas_holdem, observed"}
            | measure_speed(partial(play_random_zoo_game, env), seconds)]


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


def measure_speed(play: Callable[[], int], seconds: float) -> dict[str, float]:
    """Return games and steps per second of processor time."""
    play()
    games = steps = 0
    begun = time.process_time()
    while (spent := time.process_time() - begun) < seconds:
        steps += play()
        games += 1
    return {"games_per_second": games / spent, "steps_per_second": steps / spent, "steps_per_game": steps / games}
