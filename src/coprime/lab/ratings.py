"""Rate bots from their results against each other: the Bradley-Terry model on Elo's scale.

A bot rated d above another wins with odds of 10 ** (d / 400) to 1.
"""

import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from ..core.errors import BadInput
from ..core.messages import load_messages

SAY = load_messages(Path(__file__).parent)["ratings"]
ELO = 400 / math.log(10)
PRIOR_WINS = 0.5                 # wins that each of two who have met is given, so that nobody is infinitely strong
POSTERIOR_SAMPLES = 400               # for an interval
BOUNDS = (2.5, 97.5)        # percentiles
SMALLEST_WIN = 1e-6         # a smaller one would only make the fit slow

# Of each pair that has met, deal by deal: how many games it had, and how many of them the first of the pair won.
Meetings = Mapping[tuple[str, str], Sequence[tuple[int, float]]]


@dataclass(frozen=True)
class Rating:
    """A bot's rating, relative to the mean of all, with its 95 % bounds."""

    bot: str
    rating: float
    low: float
    high: float
    games: int
    won: float


def estimate_ratings(bots: Sequence[str], meetings: Meetings, seed: int = 1) -> list[Rating]:
    """Return the ratings of the bots that have played, strongest first.

    Empty where not all are connected by meetings.
    """
    met = [bot for bot in bots if any(bot in pair and deals for pair, deals in meetings.items())]
    if len(met) < 2 or not is_connected(met, meetings):
        return []
    own, luck = fit_bradley_terry(met, meetings), np.random.default_rng(seed)
    drawn = np.array([fit_wins(draw_wins(met, meetings, luck)) for _ in range(POSTERIOR_SAMPLES)])
    low, high = np.percentile(drawn, BOUNDS, axis=0)
    found = [Rating(bot, own[i], float(low[i]), float(high[i]), *count_games_won(bot, meetings)) for i,
             bot in enumerate(met)]
    return sorted(found, key=lambda one: -one.rating)


def fit_bradley_terry(bots: Sequence[str], meetings: Meetings) -> list[float]:
    """Return the maximum-likelihood ratings.  Raises BadInput without the library choix."""
    wins = np.zeros((len(bots), len(bots)))
    for (one, other), deals in meetings.items():
        if deals:
            i, j, games = bots.index(one), bots.index(other), sum(games for games, _ in deals)
            won = sum(won for _, won in deals)
            wins[i, j] += won + PRIOR_WINS
            wins[j, i] += games - won + PRIOR_WINS
    return fit_wins(wins)


def draw_wins(bots: Sequence[str], meetings: Meetings, luck: np.random.Generator) -> NDArray[np.float64]:
    """Draw wins from what the deals leave open: a Bayesian bootstrap (Rubin, Ann. Statist. 9, 1981).

    Every deal of a pair gets a random weight of mean 1, and each of the two a random win of mean PRIOR_WINS besides.
    For a bot that has won all n games of a pair this is Jeffreys' posterior of its odds, so no interval is a point.
    """
    wins = np.zeros((len(bots), len(bots)))
    for (one, other), deals in meetings.items():
        if deals:
            i, j, counted = bots.index(one), bots.index(other), np.asarray(deals, float)
            weights = luck.standard_exponential(len(deals))
            won, more = float(weights @ counted[:, 1]), luck.standard_gamma(PRIOR_WINS, 2) + SMALLEST_WIN
            wins[i, j] += won + more[0]
            wins[j, i] += float(weights @ counted[:, 0]) - won + more[1]
    return wins


def fit_wins(wins: NDArray[np.float64]) -> list[float]:
    """Return the ratings that fit a matrix of wins, of mean 0.  Raises BadInput without the library choix."""
    found: Any = import_choix().ilsr_pairwise_dense(wins)
    return [float(strength) * ELO for strength in found - found.mean()]


def import_choix() -> Any:
    """Import choix, which fits the model.  Raises BadInput where it is not installed."""
    try:
        import choix
    except ImportError:
        raise BadInput(SAY["missing"]) from None
    return choix


def count_games_won(bot: str, meetings: Meetings) -> tuple[int, float]:
    """Return how many games a bot has played and won."""
    played, won = 0, 0.0
    for pair, deals in meetings.items():
        if bot in pair:
            games, first = sum(games for games, _ in deals), sum(won for _, won in deals)
            played, won = played + games, won + (first if pair[0] == bot else games - first)
    return played, won


def is_connected(bots: Sequence[str], meetings: Meetings) -> bool:
    """Tell whether a chain of meetings leads from each bot to each other."""
    reached, left = {bots[0]}, [bots[0]]
    while left:
        here = left.pop()
        new = {bot for pair, deals in meetings.items() if here in pair and deals for bot in pair} - reached
        reached |= new
        left += new
    return reached == set(bots)
