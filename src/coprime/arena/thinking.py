"""How fast a search thinks in the middle of a hand, and OpenSpiel's beside it."""

import random
import time
from collections.abc import Callable
from typing import Any

from ..core.game import Game
from ..core.match import Match
from ..core.seats import CHANCE
from ..search import strong
from ..search.pairs import pairs
from .match import moves
from .players import default_level, player

ITERATIONS, WORLDS = 1_000, 256         # between two looks at the clock
OPEN_SPIEL = ("hearts", "gin_rummy")    # card games of OpenSpiel's that its information-set search can play
SIMULATIONS = 100                       # of its, between two looks at the clock


def of_game(game: Game, begun: Match, seconds: float) -> dict[str, float]:
    """Iterations of the tree and playouts in a second of processor time, where a hand of casual bots is half over.

    Every iteration imagines what is hidden and plays to the next rest, and so does every playout.
    """
    view, seat, listed = middle(game, begun)
    search, worlds = strong.choose, pairs(game)
    choices = [((seat, listed[0]),), ((seat, listed[-1]),)]

    def think(seed: int) -> int:
        search(game, view, seat, seed, iterations=ITERATIONS)
        return ITERATIONS

    def play(seed: int) -> int:
        worlds.compare(view, seat, choices, WORLDS, seed, 10_000)
        return 2 * WORLDS
    return {"iterations_per_second": rate(think, seconds), "playouts_per_second": rate(play, seconds)}


def middle(game: Game, match: Match) -> tuple[Any, int, list[int]]:
    """What the seat sees that chooses half way through a hand of casual bots, from a match that has just begun.

    Returns its view, the seat, and its listed actions, two at least.
    """
    bots, seen = [player(game, default_level(game))] * match.seats, list[tuple[Any, int, list[int]]]()
    for _ in moves(match, bots, random.Random(1)):
        if seen and match.rules.is_between_hands(match.state):
            break
        acting = [seat for seat in match.to_act() if seat < CHANCE]
        if len(acting) == 1 and len(listed := match.sound_actions(acting[0])) > 1:
            seen.append((match.view(acting[0]), acting[0], listed))
    return seen[len(seen) // 2]


def rate(do: Callable[[int], int], seconds: float) -> float:
    """How many a second, with a new seed each time; the first time is not counted."""
    do(0)
    done, start = 0, time.process_time()
    while (spent := time.process_time() - start) < seconds:
        done += do(done + 1)
    return done / spent


def of_open_spiel(seconds: float) -> list[dict[str, Any]]:
    """OpenSpiel's information-set tree search in C++, with one random playout an iteration, half way through a game."""
    try:
        import pyspiel
    except ImportError:
        return [{"package": "open_spiel", "missing": True}]
    rows = []
    for name in OPEN_SPIEL:
        state = half_way(pyspiel.load_game(name))

        def think(seed: int, state: Any = state) -> int:
            rollout = pyspiel.RandomRolloutEvaluator(1, seed + 1)
            bot = pyspiel.ISMCTSBot(seed + 1, rollout, 2.0, SIMULATIONS, -1,
                                    pyspiel.ISMCTSFinalPolicyType.MAX_VISIT_COUNT, False, False)
            bot.step(state)
            return SIMULATIONS
        rows.append({"package": "open_spiel", "game": name, "iterations_per_second": rate(think, seconds)})
    return rows


def half_way(game: Any) -> Any:
    """A state of OpenSpiel's where somebody chooses, half way through a game of random play."""
    luck, state, seen = random.Random(1), game.new_initial_state(), list[Any]()
    while not state.is_terminal():
        if state.is_chance_node():
            faces, weights = zip(*state.chance_outcomes(), strict=True)
            state.apply_action(luck.choices(faces, weights)[0])
            continue
        if len(state.legal_actions()) > 1:
            seen.append(state.clone())
        state.apply_action(luck.choice(state.legal_actions()))
    return seen[len(seen) // 2]
