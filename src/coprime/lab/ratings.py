"""How strong bots are, from who has won how often against whom: Bradley and Terry's model on Elo's scale.

Two bots whose ratings differ by d win against each other as 1 to 10 ** (-d / 400).
"""

import math
import random
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np

from ..core.errors import BadInput
from ..core.messages import load_messages

SAY = load_messages(Path(__file__).parent)["ratings"]
ELO = 400 / math.log(10)
PRIOR = 0.5                 # wins that each of two who have met is given, so that nobody is infinitely strong
SAMPLES = 400               # of the deals, for an interval
BOUNDS = (2.5, 97.5)        # percentiles

# Of each pair that has met, deal by deal: how many games it had, and how many of them the first of the pair won.
Meetings = Mapping[tuple[str, str], Sequence[tuple[int, float]]]


@dataclass(frozen=True)
class Rating:
    """One bot: its rating, the mean of all being 0, and the bounds between which it lies 95 times in 100."""

    bot: str
    rating: float
    low: float
    high: float
    games: int
    won: float


def rated(bots: Sequence[str], meetings: Meetings, seed: int = 1) -> list[Rating]:
    """The bots that have played, the strongest first; nothing where they have not all met, directly or by others."""
    met = [bot for bot in bots if any(bot in pair and deals for pair, deals in meetings.items())]
    if len(met) < 2 or not connected(met, meetings):
        return []
    own, luck = fitted(met, meetings), random.Random(seed)
    again = ({pair: luck.choices(deals, k=len(deals)) for pair, deals in meetings.items() if deals}
             for _ in range(SAMPLES))
    drawn = np.array([fitted(met, one) for one in again])
    low, high = np.percentile(drawn, BOUNDS, axis=0)
    found = [Rating(bot, own[i], float(low[i]), float(high[i]), *record(bot, meetings)) for i, bot in enumerate(met)]
    return sorted(found, key=lambda one: -one.rating)


def fitted(bots: Sequence[str], meetings: Meetings) -> list[float]:
    """The ratings under which what happened is likeliest.  Raises BadInput without the library that finds them."""
    wins = np.zeros((len(bots), len(bots)))
    for (one, other), deals in meetings.items():
        if deals:
            i, j, games = bots.index(one), bots.index(other), sum(games for games, _ in deals)
            won = sum(won for _, won in deals)
            wins[i, j] += won + PRIOR
            wins[j, i] += games - won + PRIOR
    found: Any = library().ilsr_pairwise_dense(wins)
    return [float(strength) * ELO for strength in found - found.mean()]


def library() -> Any:
    """The one that fits.  Raises BadInput where it is not installed."""
    try:
        import choix
    except ImportError:
        raise BadInput(SAY["missing"]) from None
    return choix


def record(bot: str, meetings: Meetings) -> tuple[int, float]:
    """How many games a bot has played, and how many it has won."""
    played, won = 0, 0.0
    for pair, deals in meetings.items():
        if bot in pair:
            games, first = sum(games for games, _ in deals), sum(won for _, won in deals)
            played, won = played + games, won + (first if pair[0] == bot else games - first)
    return played, won


def connected(bots: Sequence[str], meetings: Meetings) -> bool:
    """Does a chain of meetings lead from each to each?"""
    reached, left = {bots[0]}, [bots[0]]
    while left:
        here = left.pop()
        new = {bot for pair, deals in meetings.items() if here in pair and deals for bot in pair} - reached
        reached |= new
        left += new
    return reached == set(bots)
