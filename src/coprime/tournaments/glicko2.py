"""Ratings by Glicko-2 (Mark Glickman, "Example of the Glicko-2 system"), step by step as there.

It depends on nothing of this package; `server/store/rating_rows.py` uses it.
"""

import math
from collections.abc import Sequence
from dataclasses import dataclass

SCALE = 173.7178                # between the original scale and Glicko-2's own
TAU = 0.5                       # constrains how fast a volatility changes
LARGEST_DEVIATION = 350.0       # of somebody unrated
TOLERANCE = 1e-6                # of the iteration


@dataclass(frozen=True)
class PlayerRating:
    """A rating with its deviation and volatility, on the original scale; the defaults are those of somebody unrated."""

    rating: float = 1500.0
    deviation: float = LARGEST_DEVIATION
    volatility: float = 0.06


def update_rating(player: PlayerRating, results: Sequence[tuple[PlayerRating, float]],
                  tau: float = TAU) -> PlayerRating:
    """Return a player's rating after one rating period.

    results  each opponent, as rated before the period, and the score: 1, 0.5 or 0;
             without any only the deviation grows
    """
    mu, phi = (player.rating - 1500) / SCALE, player.deviation / SCALE
    if not results:
        return PlayerRating(player.rating, min(LARGEST_DEVIATION, SCALE * math.hypot(phi, player.volatility)),
                      player.volatility)
    precision, gain = 0.0, 0.0
    for opponent, score in results:
        weight = _weight(opponent.deviation / SCALE)
        expected = 1 / (1 + math.exp(-weight * (mu - (opponent.rating - 1500) / SCALE)))
        precision += weight**2 * expected * (1 - expected)
        gain += weight * (score - expected)
    variance = 1 / precision
    volatility = _new_volatility(phi, player.volatility, variance, variance * gain, tau)
    new_phi = 1 / math.sqrt(1 / (phi**2 + volatility**2) + 1 / variance)
    return PlayerRating(1500 + SCALE * (mu + new_phi**2 * gain), min(LARGEST_DEVIATION, SCALE * new_phi), volatility)


def _weight(phi: float) -> float:
    """Return g(phi): results against an uncertain opponent weigh less."""
    return 1 / math.sqrt(1 + 3 * phi**2 / math.pi**2)


def _new_volatility(phi: float, sigma: float, variance: float, delta: float, tau: float) -> float:
    """Return the new volatility (step 5): the root of f by the Illinois algorithm."""
    start = math.log(sigma**2)

    def f(x: float) -> float:
        spread = phi**2 + variance + math.exp(x)
        return math.exp(x) * (delta**2 - spread) / (2 * spread**2) - (x - start) / tau**2

    low = start
    if delta**2 > phi**2 + variance:
        high = math.log(delta**2 - phi**2 - variance)
    else:
        high = start - tau
        while f(high) < 0:
            high -= tau
    at_low, at_high = f(low), f(high)
    while abs(high - low) > TOLERANCE:
        middle = low + (low - high) * at_low / (at_high - at_low)
        at_middle = f(middle)
        if at_middle * at_high <= 0:
            low, at_low = high, at_high
        else:
            at_low /= 2
        high, at_high = middle, at_middle
    return math.exp(low / 2)
