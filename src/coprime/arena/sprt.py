"""A sequential test: is the first bot's share above an even one by this much, or by that?

Wald's test on the means of deals, whose variance is estimated (the generalized test that testers of chess programs
use): one stops as soon as either is 19 times as likely as the other.
"""

import math
from dataclasses import dataclass
from pathlib import Path
from typing import Literal

from ..core.errors import BadInput
from ..core.messages import load_messages
from .statistics import Ratio

SAY = load_messages(Path(__file__).parent)["sprt"]
WRONG = 0.05                            # how often it may say the one where the other is true
BOUND = math.log((1 - WRONG) / WRONG)
FEWEST = 20                             # deals before it stops: a variance of fewer is not to be relied on


@dataclass(frozen=True)
class SprtResult:
    """What a test says.

    ratio  the logarithm of how much likelier `high` is than `low`, between -`bound` and `bound` while nothing is shown
    shown  which of both; None while neither is
    """

    low: float
    high: float
    ratio: float
    bound: float
    shown: Literal["low", "high"] | None


@dataclass(frozen=True)
class Sprt:
    """Two shares above an even one.  Raises BadInput."""

    low: float
    high: float

    def __post_init__(self) -> None:
        if not -1 < self.low < self.high < 1:
            raise BadInput(SAY["bounds"].format(low=f"{self.low:g}", high=f"{self.high:g}"))

    def verdict(self, wins: Ratio, even: float) -> SprtResult:
        """Of a share of games, where an even bot wins so many."""
        ratio = 0.0
        if wins.deals > 1 and wins.error:
            above = wins.mean - even
            ratio = (self.high - self.low) * (2 * above - self.low - self.high) / (2 * wins.error**2)
        shown: Literal["low", "high"] | None = None
        if wins.deals >= FEWEST and abs(ratio) >= BOUND:
            shown = "high" if ratio > 0 else "low"
        return SprtResult(self.low, self.high, ratio, BOUND, shown)
