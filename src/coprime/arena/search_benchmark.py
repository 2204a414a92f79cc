"""Time the search in the middle of a hand, for Coprime and for OpenSpiel."""

import random
from typing import Any

from ..core.game import Game
from ..core.match import Match
from ..core.seats import CHANCE
from ..search import search_bot
from ..search.paired_playouts import get_comparer
from .match import play_actions
from .players import default_level, make_player
from .speed_rounds import Speed, speed_of

ITERATIONS, WORLDS = 1_000, 256         # between two looks at the clock
OPEN_SPIEL = ("hearts", "gin_rummy")    # card games of OpenSpiel's that its information-set search can play
SIMULATIONS = 100                       # of its, between two looks at the clock


def time_search(game: Game, begun: Match) -> tuple[Speed, Speed]:
    """Time tree iterations, and playouts, halfway through a hand.

    The hand is played by casual bots. Each iteration and each playout samples hidden information and plays to the
    next rest.
    """
    view, seat, listed = find_middle_position(game, begun)
    search, worlds = search_bot.choose, get_comparer(game)
    choices = [((seat, listed[0]),), ((seat, listed[-1]),)]

    def think(seed: int) -> int:
        search(game, view, seat, seed, iterations=ITERATIONS)
        return ITERATIONS

    def run_playouts(seed: int) -> int:
        worlds.compare_choices(view, seat, choices, WORLDS, seed, 10_000)
        return 2 * WORLDS
    return speed_of("iterations_per_second", think), speed_of("playouts_per_second", run_playouts)


def find_middle_position(game: Game, match: Match) -> tuple[Any, int, list[int]]:
    """Return a decision halfway through a hand of casual bots: view, seat and listed actions.

    At least two actions are listed.
    """
    bots, seen = [make_player(game, default_level(game))] * match.seats, list[tuple[Any, int, list[int]]]()
    for _ in play_actions(match, bots, random.Random(1)):
        if seen and match.rules.is_between_hands(match.state):
            break
        acting = [seat for seat in match.to_act() if seat < CHANCE]
        if len(acting) == 1 and len(listed := match.sound_actions(acting[0])) > 1:
            seen.append((match.view(acting[0]), acting[0], listed))
    return seen[len(seen) // 2]


def list_open_spiel_searches() -> list[tuple[dict[str, Any], Speed | None]]:
    """Return OpenSpiel's information-set tree search in C++, with one random playout per iteration, game by game.

    A row says what is measured; without a speed, that OpenSpiel is missing.
    """
    try:
        import pyspiel
    except ImportError:
        return [({"package": "open_spiel", "missing": True}, None)]
    searches: list[tuple[dict[str, Any], Speed | None]] = []
    for name in OPEN_SPIEL:
        state = find_open_spiel_middle(pyspiel.load_game(name))

        def think(seed: int, state: Any = state) -> int:
            rollout = pyspiel.RandomRolloutEvaluator(1, seed + 1)
            bot = pyspiel.ISMCTSBot(seed + 1, rollout, 2.0, SIMULATIONS, -1,
                                    pyspiel.ISMCTSFinalPolicyType.MAX_VISIT_COUNT, False, False)
            bot.step(state)
            return SIMULATIONS
        searches.append(({"package": "open_spiel", "game": name}, speed_of("iterations_per_second", think)))
    return searches


def find_open_spiel_middle(game: Any) -> Any:
    """Return an OpenSpiel state with a decision, halfway through a random game."""
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
