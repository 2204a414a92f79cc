"""The speeds of one game: random play, steps from Python, batches, thinking, series of bots."""

import contextlib
import random
import statistics
import time
from collections.abc import Callable, Iterator
from typing import Any

import numpy as np

from ..core.attr_view import to_object
from ..core.errors import BadInput
from ..core.game import Game
from ..core.match import Match
from ..core.seats import CHANCE
from ..env.batch import Batch
from ..env.encoder import has_encoding
from ..search.search_engine import SearchEngine
from . import search_benchmark
from .match import play_actions
from .players import make_player
from .series import SeriesWork, plan_series
from .speed_rounds import Speed, speed_of, speed_of_games

GAMES = 64                  # compiled games between two looks at the clock
MOST = 1_000_000            # steps of a game that finds no rest
CALLS = 1_000               # fused steps between two looks at the clock
MATCHES = 4_096             # side by side, for each thread


def list_speeds(game: Game, row: dict[str, Any]) -> Iterator[tuple[dict[str, Any], Speed]]:
    """Yield a game's speeds, each with the part of the game's row that gets its figures."""
    search = SearchEngine(game, use_saved=False)
    first, *others = game.presets or {"": {}}
    row |= {"preset": first, "presets": {name: {} for name in others}}
    yield row, time_compiled_play(search, first)
    for name in others:
        yield row["presets"][name], time_compiled_play(search, name)
    for speed in (time_fused_steps(search), *time_batches(game),
                  *search_benchmark.time_search(game, begin_preset(game, first)), time_series(game)):
        yield row, speed


def begin_preset(game: Game, preset: str) -> Match:
    """Return a new match of a preset with two seats, or the fewest that the game takes."""
    options = game.presets.get(preset, {})
    fewest, most = game.seats
    for seats in range(game.default_seat_count(2), most + 1):
        with contextlib.suppress(BadInput):
            return Match(game, seats, options)
    return Match(game, fewest, options)


def time_compiled_play(search: SearchEngine, preset: str) -> Speed:
    """Time random play of a preset in one compiled loop."""
    play = search.playout.play_many
    w = search.make_workspace(begin_preset(search.game, preset).state)

    def play_games(seed: int) -> tuple[int, int]:
        return GAMES, play(w.states, w.words, w.actions, w.weights, GAMES, MOST, (seed + 1) * 1_000_003)
    return speed_of_games(play_games)


def time_fused_steps(search: SearchEngine) -> Speed:
    """Time calls of the fused step, driven from Python."""
    playout, game = search.playout, search.game
    states = search.State.new(2)
    states[:] = begin_preset(game, next(iter(game.presets), "")).state
    table = np.zeros((1, playout.FIRST + search.most_actions), np.int64)
    step = playout.step
    table[0, playout.ACTOR], table[0, playout.DRAWS] = -1, 1
    n = step(states, table, 0, 0)

    def take_steps(seed: int) -> int:
        nonlocal n
        for i in range(CALLS):
            n = step(states, table, 0, i % n if n else 0)
        return CALLS
    return speed_of("fused_steps_per_second", take_steps)


def time_batches(game: Game) -> list[Speed]:
    """Time batches on one core, and in two threads; none of a game without encoding."""
    if not has_encoding(game):
        return []
    return [time_batch(game, "batch_steps_per_second", 1, time.process_time),
            time_batch(game, "batch_steps_per_second_of_two_threads", 2, time.perf_counter)]


def time_batch(game: Game, name: str, threads: int, clock: Callable[[], float]) -> Speed:
    """Time steps of a batch of the first preset, with observations, masks and uniformly random choices."""
    first = begin_preset(game, next(iter(game.presets), ""))
    batch = Batch(game, MATCHES * threads, first.seats, first.options, threads=threads)

    def step(seed: int) -> int:
        batch.step(batch.sample())
        return batch.n
    return speed_of(name, step, clock)


def time_series(game: Game) -> Speed:
    """Time games between the two weakest bots, casual and novice, as `coprime simulate --jobs 1` plays them."""
    seats = game.default_seat_count(2)
    bots = game.bots.LEVELS[:2][::-1]
    work = SeriesWork(game, plan_series(game, bots[:seats], 1, None, seats))
    work.begin()
    return speed_of("series_games_per_second", lambda deal: len(work.do(deal)[0]))


def hint_seconds(game: Game, seconds: float) -> float:
    """Return the time within which 19 of 20 hint ladders are made, in matches of the weakest bots."""
    luck, spent = random.Random(1), 0.0
    taken: list[float] = []
    bot = make_player(game, game.bots.LEVELS[0])
    while spent < seconds or len(taken) < 20:
        match = begin_preset(game, next(iter(game.presets), ""))
        for _ in play_actions(match, [bot] * match.seats, luck):
            asked = [seat for seat in match.to_act() if seat < CHANCE]
            if not asked:
                continue
            view, names = to_object(match.view(asked[0])), [f"Player {seat + 1}" for seat in range(match.seats)]
            if not taken:
                game.hint_sentences(view, asked[0], names)          # compiles what hints need
            start = time.process_time()
            game.hint_sentences(view, asked[0], names)
            taken.append(time.process_time() - start)
            spent += taken[-1]
            if spent >= seconds:
                break
    return statistics.quantiles(taken, n=20)[-1]
