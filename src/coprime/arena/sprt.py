"""Sequential test: is the first bot's share above an even one by `low` or by `high`?

Wald's test on the means of deals with estimated variance (the generalized SPRT that testers of chess programs use);
it stops once either is 19 times as likely as the other.
"""

import math
from dataclasses import dataclass
from pathlib import Path
from typing import Literal

from ..core.errors import BadInput
from ..core.messages import load_messages
from .statistics import Ratio

SAY = load_messages(Path(__file__).parent)["sprt"]
ERROR_RATE = 0.05                            # how often it may say the one where the other is true
BOUND = math.log((1 - ERROR_RATE) / ERROR_RATE)
MIN_DEALS = 20                             # deals before it stops: a variance of fewer is not to be relied on


@dataclass(frozen=True)
class SprtResult:
    """The state of a sequential test.

    ratio  log-likelihood ratio of `high` over `low`, between -`bound` and `bound` while nothing is shown
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

    def evaluate_share(self, wins: Ratio, even: float) -> SprtResult:
        """Evaluate the test for a share of games, given the share that an even bot wins."""
        ratio = 0.0
        if wins.deals > 1 and wins.standard_error:
            above = wins.mean - even
            ratio = (self.high - self.low) * (2 * above - self.low - self.high) / (2 * wins.standard_error**2)
        shown: Literal["low", "high"] | None = None
        if wins.deals >= MIN_DEALS and abs(ratio) >= BOUND:
            shown = "high" if ratio > 0 else "low"
        return SprtResult(self.low, self.high, ratio, BOUND, shown)
