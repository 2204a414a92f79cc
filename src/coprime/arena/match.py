"""Bots against bots: whole matches with seats rotated, and how sure one can be of the result."""

import math
import random
import time
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import asdict, dataclass
from typing import Any

import numpy as np

from ..core.faults import BadInput
from ..core.game import Game
from ..core.match import Match
from ..core.options import Value
from ..core.seats import CHANCE, CLOCK
from .players import Player, player

Z = 1.96                    # of a normal distribution: intervals hold 95 times in 100
RESAMPLES = 2_000


@dataclass(frozen=True)
class Interval:
    """A figure and the bounds between which it lies 95 times in 100."""

    mean: float
    low: float
    high: float


@dataclass(frozen=True)
class Standing:
    """How one bot did.

    wins     games won, a shared victory counting as its share
    rate     of its games; with more seats than two an even bot wins one in so many
    payoff   mean of its returns
    by_seat  wins and games in each seat
    """

    bot: str
    games: int
    wins: float
    rate: Interval
    payoff: Interval
    by_seat: list[tuple[float, int]]


@dataclass(frozen=True)
class Result:
    """What a series showed.  `actions` are those of a game, of seats only; `shared` games had no one winner."""

    game: str
    options: dict[str, Value]
    seats: int
    games: int
    seed: int
    standings: list[Standing]
    shared: int
    actions: Interval
    longest: int
    seconds: float

    def as_dict(self) -> dict[str, Any]:
        return asdict(self)


@dataclass(frozen=True)
class Played:
    """One game: returns by seat and its length."""

    returns: list[float]
    actions: int


def play(game: Game, bots: Sequence[str], games: int, seed: int = 1, options: Mapping[str, Value] | None = None,
         seats: int | None = None, progress: Callable[[int], None] = lambda done: None) -> Result:
    """Play a series.  With more seats than bots the last bot takes those left over.  Raises BadInput.

    Every deal is played as often as there are seats, the bots moving on by one seat each time.
    """
    seats = seats or max(len(bots), game.seats[0])
    chosen = game.check(seats, options)
    if not 1 <= len(bots) <= seats:
        raise BadInput(f"{len(bots)} bots cannot fill {seats} seats; name 1 to {seats}.")
    names = [*bots, *[bots[-1]] * (seats - len(bots))]
    players = [player(game, name) for name in names]
    start, rows = time.perf_counter(), []
    for i in range(games):
        places = [(bot + i) % seats for bot in range(seats)]            # places[bot] is its seat
        order = [players[places.index(seat)] for seat in range(seats)]
        rows.append((places, play_one(game, order, f"{seed} {i // seats}", chosen)))
        progress(i + 1)
    return _result(game, names, chosen, seed, rows, time.perf_counter() - start)


def play_one(game: Game, players: Sequence[Player], seed: str, options: Mapping[str, Value]) -> Played:
    """One game between players by seat, everything by chance from the seed."""
    match = Match(game, len(players), options)
    actions = 0
    for seat in moves(match, players, random.Random(seed)):
        actions += seat < len(players)
        if actions >= game.longest:
            break
    return Played(match.returns(), actions)


def moves(match: Match, players: Sequence[Player], luck: random.Random) -> Iterator[int]:
    """Play on to the end; says after each action whose it was."""
    while not match.over:
        acting = match.to_act()
        if acting == [CHANCE]:
            match.act(CHANCE, match.chance(luck.getrandbits))
            yield CHANCE
            continue
        seat, action = _next(match, acting, players, luck)
        if seat is None:
            return
        match.act(seat, action)
        yield seat


def _next(match: Match, acting: list[int], players: Sequence[Player],
          luck: random.Random) -> tuple[int | None, int]:
    """Who acts now, and what: the earliest of those asked, once CLOCK has passed; nobody when all wait for nothing."""
    asked = [seat for seat in acting if seat != CLOCK]
    answers = []
    for seat in asked:
        action, after = players[seat](match.view(seat), seat, luck.getrandbits(62))
        if action is not None:
            answers.append((after, luck.random(), seat, action))
    deadline = int(match.rules.deadline(match.state)) if CLOCK in acting else 0
    if not answers:
        return (CLOCK, deadline) if CLOCK in acting else (None, 0)
    after, _, seat, action = min(answers)
    if CLOCK in acting and after >= deadline:
        return CLOCK, deadline
    if CLOCK in acting and after:
        match.act(CLOCK, after)
    return seat, action


# Figures.

def wilson(wins: float, games: int) -> Interval:
    """Wilson's interval of a share."""
    if games == 0:
        return Interval(0.0, 0.0, 1.0)
    share, z = wins / games, Z * Z / games
    middle = (share + z / 2) / (1 + z)
    half = Z * math.sqrt(share * (1 - share) / games + z / (4 * games)) / (1 + z)
    return Interval(share, middle - half, middle + half)


def bootstrap(values: Sequence[float], seed: int = 1) -> Interval:
    """The mean with a percentile bootstrap interval."""
    given = np.asarray(values, float)
    picks = np.random.default_rng(seed).integers(0, len(given), (RESAMPLES, len(given)))
    low, high = np.quantile(given[picks].mean(axis=1), (0.025, 0.975))
    return Interval(float(given.mean()), float(low), float(high))


def shares(returns: Sequence[float]) -> list[float]:
    """Each seat's share of the victory.  Who plays alone wins by any result above nothing."""
    if len(returns) == 1:
        return [float(returns[0] > 0)]
    best = [value == max(returns) for value in returns]
    return [won / sum(best) for won in best]


def _result(game: Game, names: list[str], options: dict[str, Value], seed: int,
            rows: list[tuple[list[int], Played]], seconds: float) -> Result:
    standings = [_standing(name, [bot for bot, one in enumerate(names) if one == name], rows)
                 for name in dict.fromkeys(names)]
    lengths = [played.actions for _, played in rows]
    shared = sum(0 < max(shares(played.returns)) < 1 for _, played in rows)
    return Result(game.name, options, len(names), len(rows), seed, standings, shared, bootstrap(lengths), max(lengths),
                  seconds)


def _standing(name: str, entries: list[int], rows: list[tuple[list[int], Played]]) -> Standing:
    """The figures of all seats that a bot has taken."""
    seats = len(rows[0][0])
    by_seat = [[0.0, 0] for _ in range(seats)]
    wins, payoffs = [], []
    for places, played in rows:
        won = shares(played.returns)
        for bot in entries:
            seat = places[bot]
            by_seat[seat][0] += won[seat]
            by_seat[seat][1] += 1
            wins.append(won[seat])
            payoffs.append(played.returns[seat])
    return Standing(name, len(wins), sum(wins), wilson(sum(wins), len(wins)), bootstrap(payoffs),
                    [(won, int(games)) for won, games in by_seat])
