"""Digests of what searches choose, count and learn in positions of golden games, uncompiled and with little effort.

    COPRIME_PURE=1 python tools/golden_searches.py [GAME ...] [--write]

prints them as JSON, or writes them to tests/data/golden_searches.json.  A search that counts otherwise fails
tests/search/test_golden_searches.py, whether it was wanted or not; how well one plays, others measure.
"""

import argparse
import hashlib
import json
from collections.abc import Iterator, Mapping
from itertools import islice
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np

from coprime.core import kernel
from coprime.core.game import Game
from coprime.core.match import Match
from coprime.core.record import replay_record
from coprime.core.registry import all_games, find_game
from coprime.core.seats import UNKNOWN
from coprime.reviews.decision_cost import CostEstimator
from coprime.reviews.decisions import DecisionFinder
from coprime.search import action_races, baselines, exact_endings, paired_playouts, search_bot
from coprime.search.learner import Training, get_learner, has_learner
from coprime.search.levels import MASTER, get_level, search_level_names
from coprime.search.search_engine import get_search_engine
from coprime.testing.golden import golden_files, read_golden_record

DIGESTS_FILE = Path(__file__).resolve().parents[1] / "tests/data/golden_searches.json"
SEED = 1
GAMES = 4                   # golden games of a game that are looked at, in one position each
ITERATIONS = 8              # of a tree search
LONG_PLAYOUTS = ("prime_canasta",)
FEW_GAMES, FEW_ITERATIONS = 2, 2        # where playouts are long
# Of a master that searches; another is asked in more positions of each golden game.
MASTER_ITERATIONS = {"daifugo": 10, "factor_rummy": 20, "prime_climb": 20, "prime_daifugo": 20, "prime_solitaire": 16}
MASTER_POSITIONS = 20
RACES = ("daifugo",)        # games whose actions race
MOST_RACING = 12
RACE_PLAYOUTS = 80
KNOWN_PLAYOUTS = 10         # where worlds are weighed by what others have done
LONG_HISTORY = 20           # actions by which that takes too long
WORLDS = 2                  # of a comparison
MAX_ACTIONS = 100           # of a playout
STEPS = 8                   # fused ones
NODES = 60                  # of an ending that is solved
SOLVED = 2                  # endings of a golden game
DECISIONS = 2               # of the first golden game whose costs are estimated
LEARNT = {"daifugo": 32}    # games that a network learns from, where two are too few
SLOW_LEARNERS = ("factor_rummy", "prime_canasta")     # whose games are long: half a minute each
DIGITS = 6                  # of a number that is not whole
DIGEST_BYTES = 6


class Position(NamedTuple):
    """A view of a seat that is to act, what it may do, and what seats have done since chance acted."""

    view: Any
    seat: int
    actions: list[int]
    history: list[tuple[int, int]]


def own_games() -> list[str]:
    """Return the names of Coprime's games, without installed ones."""
    return [name for name, game in sorted(all_games().items()) if game.package.startswith("coprime.")]


def digest_searches(game: Game) -> dict[str, str]:
    """Return the digests of a game, by what they are of."""
    found: dict[str, Any] = {}
    for name, result in results_of_game(game):
        digest = found.setdefault(name, hashlib.blake2b(digest_size=DIGEST_BYTES))
        digest.update(json.dumps(round_numbers(result)).encode())
    return {name: digest.hexdigest() for name, digest in sorted(found.items())}


def round_numbers(value: Any) -> Any:
    """Return numbers, as plain data, as far as they are the same on every machine."""
    if isinstance(value, np.ndarray):
        return round_numbers(value.tolist())
    if isinstance(value, Mapping):
        return {name: round_numbers(one) for name, one in value.items()}
    if isinstance(value, (list, tuple)):
        return list(map(round_numbers, value))
    if isinstance(value, (float, np.floating)):
        return f"{value:.{DIGITS}g}"
    return int(value) if isinstance(value, np.integer) else value


def results_of_game(game: Game) -> Iterator[tuple[str, Any]]:
    """Yield the name and the results of each search of a game."""
    count = FEW_GAMES if game.name in LONG_PLAYOUTS else GAMES
    records = [read_golden_record(path) for path in golden_files(game)[:count]]
    matches = [replay_record(record, game.pure_rules) for record in records]
    choices = [choices_in(match) for match in matches]
    chosen = [positions[len(positions) * (i + 1) // (len(records) + 1)] for i, positions in enumerate(choices)]
    for position, positions in zip(chosen, choices, strict=True):
        yield from results_of_position(game, position)
        yield "master", list(master_choices(game, position, positions))
        settled = [one for one in positions if exact_endings.is_settled(game, one.view, one.seat)]
        for one in settled[-SOLVED:]:
            yield "endings", exact_endings.bound_listed_actions(game, one.view, one.seat, NODES)
    view, seat, *_ = min(chosen, key=lambda one: len(one.actions))
    yield "pimc", baselines.choose_by_pimc(game, view, seat, SEED, WORLDS)
    if game.name not in LONG_PLAYOUTS:
        yield "costs", list(costs_of_decisions(matches[0], records[0].players))
    if has_learner(game) and game.name not in SLOW_LEARNERS:
        training = Training(get_learner(game), LEARNT.get(game.name, 2), SEED)
        for _ in training.batches():
            yield "training", training.mean_weights()


def choices_in(finished: Match) -> list[Position]:
    """Return every position of a match in which a seat had a choice."""
    match = Match(finished.game, finished.seats, finished.options, finished.rules)
    positions, history = [], list[tuple[int, int]]()
    for event in finished.events:
        for seat in match.to_act():
            if seat < match.seats and len(match.sound_actions(seat)) > 1:
                positions.append(Position(match.view(seat), seat, match.sound_actions(seat), history))
        history = [*history, (event.seat, event.action)] if event.seat < match.seats else []
        match.act(*event)
    return positions


def results_of_position(game: Game, position: Position) -> Iterator[tuple[str, Any]]:
    """Yield the name and the results of each search of a position."""
    view, seat, actions, _ = position
    iterations = FEW_ITERATIONS if game.name in LONG_PLAYOUTS else ITERATIONS
    yield "strong", search_bot.analyse(game, view.copy(), seat, SEED, iterations=iterations)
    yield "policy", baselines.choose_by_policy(game, view.copy(), seat, SEED)
    yield "greedy", baselines.choose_greedily(game, view.copy(), seat, SEED)
    yield "pairs", paired_playouts.get_comparer(game).compare_choices(
        view.copy(), seat, [[(seat, actions[0])], [(seat, actions[-1])]], WORLDS, SEED, MAX_ACTIONS)
    yield "playouts", list(playouts(game, view, seat))
    if game.name in RACES and len(actions) <= MOST_RACING:
        yield "races", list(races(game, position))


def races(game: Game, position: Position) -> Iterator[Any]:
    """Yield the results of the actions that race in a position, and which are left, as others are known or not."""
    view, seat, actions, history = position
    asked: list[tuple[list[tuple[int, int]], int]] = [([], RACE_PLAYOUTS)]
    if 0 < len(history) < LONG_HISTORY:
        asked.append((history, KNOWN_PLAYOUTS))
    for known, count in asked:
        r, best = action_races.get_race_search(game).run_race(view.copy(), seat, SEED, 0, count, known)
        yield best, r.counts, r.arms[:len(actions)], r.shares


def master_choices(game: Game, chosen: Position, positions: list[Position]) -> Iterator[Any]:
    """Yield what the master chooses in one position, or in more where it does not search."""
    if MASTER not in search_level_names(game):
        return
    iterations, asked = MASTER_ITERATIONS.get(game.name, 0), [chosen]
    if not iterations:
        asked = positions[::max(1, len(positions) // MASTER_POSITIONS)]
    for view, seat, *_ in asked:
        yield get_level(game, MASTER).choose(view.copy(), seat, SEED, iterations=iterations)


def playouts(game: Game, view: Any, seat: int) -> Iterator[Any]:
    """Yield how long uniform playouts of a world are, and what fused steps list in it."""
    search = get_search_engine(game)
    w, playout = search.make_workspace(view), search.playout
    game.rules.imagine(w.states[0], seat, SEED)
    yield playout.play_many(w.states, w.words, w.actions, w.weights, WORLDS, MAX_ACTIONS, SEED)
    states = w.states[[1, 0]]
    table = np.zeros((1, playout.FIRST + search.most_actions), np.int64)
    table[0, :playout.FIRST] = 0, UNKNOWN, SEED
    for i in range(STEPS):
        listed = playout.step(states, table, 0, i % max(1, int(table[0, playout.LISTED])))
        yield listed, table[0, playout.ACTOR:playout.FIRST + 2]


def costs_of_decisions(match: Match, players: list[str]) -> Iterator[Any]:
    """Yield the costs of a seat's first decisions that differ from the hints."""
    worth = CostEstimator(match.game, 0, SEED)
    for one in islice(DecisionFinder(match, 0, players).find_decisions(), DECISIONS):
        yield one.step, vars(worth.estimate_cost(one, WORLDS, 0))


def main() -> None:
    """Print the digests of games, or write them."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("games", nargs="*")
    parser.add_argument("--write", action="store_true")
    args = parser.parse_args()
    if not kernel.PURE:
        raise SystemExit("Searches are looked at uncompiled: set COPRIME_PURE=1.")
    found = {name: digest_searches(find_game(name)) for name in args.games or own_games()}
    if not args.write:
        print(json.dumps(found))
        return
    kept = json.loads(DIGESTS_FILE.read_text(encoding="utf-8")) if DIGESTS_FILE.exists() else {}
    DIGESTS_FILE.write_text(json.dumps(kept | found, indent=2) + "\n", encoding="utf-8")


if __name__ == "__main__":
    main()
