"""Sequential test: is the first bot's share above an even one by `low` or by `high`?

Two bettors watch the deals.  Each bets, before a deal and at odds that are fair if its hypothesis is true, that the
share is on the other side; a hypothesis is rejected as soon as the bettor against it has 20 times its first stake.
Under the hypothesis that happens in at most one series of 20, whatever the deals are like and whenever one looks
(Ville's inequality; Waudby-Smith and Ramdas, Estimating means of bounded random variables by betting, J. R. Statist.
Soc. B 86, 2024).  The stakes are those that let capital grow fastest if the share is `high` (or `low`), or as far
beyond it as the deals so far.
"""

import math
from dataclasses import dataclass
from pathlib import Path
from typing import Literal

from ..core.errors import BadInput
from ..core.messages import load_messages

SAY = load_messages(Path(__file__).parent)["sprt"]
ERROR_RATE = 0.05           # how often it may say the one where the other is true
BOUND = math.log(1 / ERROR_RATE)
PRIOR_VARIANCE = 0.25       # of a deal's share, as if one deal had been seen: the most that a share can have
MOST_STAKE = 0.9            # of the capital, so that no deal takes all of it
MARGIN = 1e-9               # a hypothesis lies strictly between 0 and 1


@dataclass(frozen=True)
class SprtResult:
    """The state of a sequential test.

    ratio  logarithm of the richer bettor's capital: above 0 for `high`, below 0 for `low`; decided beyond `bound`
    shown  which of the two is shown; None while neither is
    """

    low: float
    high: float
    ratio: float
    bound: float
    shown: Literal["low", "high"] | None


@dataclass(frozen=True)
class Sprt:
    """Two shares above an even one, to be told apart.  Raises BadInput."""

    low: float
    high: float

    def __post_init__(self) -> None:
        if not -1 < self.low < self.high < 1:
            raise BadInput(SAY["bounds"].format(low=f"{self.low:g}", high=f"{self.high:g}"))


class SprtCount:
    """A sequential test while a series is played: shares of deals in the order in which they are counted."""

    def __init__(self, test: Sprt, even: float) -> None:
        """Begin a test; `even` is the share that an even bot wins."""
        self.test = test
        self._low, self._high = (min(1 - MARGIN, max(MARGIN, even + above)) for above in (test.low, test.high))
        self._for_high = self._for_low = 0.0            # logarithms of capital
        self._deals, self._sum, self._squares = 1, even, even**2 + PRIOR_VARIANCE
        self._shown: Literal["low", "high"] | None = None

    def add_share(self, share: float) -> None:
        """Count the first bot's share of the games of a deal, 0 to 1."""
        mean = self._sum / self._deals
        variance = max(0.0, self._squares / self._deals - mean**2)
        self._for_high += math.log1p(_stake(max(self._high, mean) - self._low, variance, self._low)
                                     * (share - self._low))
        self._for_low += math.log1p(_stake(self._high - min(self._low, mean), variance, 1 - self._high)
                                    * (self._high - share))
        self._deals, self._sum, self._squares = self._deals + 1, self._sum + share, self._squares + share**2
        if self._shown is None and max(self._for_high, self._for_low) >= BOUND:
            self._shown = "high" if self._for_high > self._for_low else "low"

    @property
    def result(self) -> SprtResult:
        """The test so far."""
        ratio = self._for_high if self._for_high >= self._for_low else -self._for_low
        return SprtResult(self.test.low, self.test.high, ratio, BOUND, self._shown)


def _stake(gap: float, variance: float, most_loss: float) -> float:
    """Return which part of the capital is staked on a unit of share.

    gap        how far the share is expected beyond the hypothesis
    most_loss  the most that a deal's share can lie on the wrong side of it
    """
    return min(gap / (variance + gap**2), MOST_STAKE / most_loss)
