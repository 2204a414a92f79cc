"""Confidence intervals by deal.

Games of one deal depend on each other, deals do not. So a figure is a ratio of two sums over deals, and its error
follows from the differences between deals (linearized ratio estimator: Cochran, Sampling Techniques, 1977, chapter
6).
"""

import math
from dataclasses import dataclass
from pathlib import Path

from ..core.messages import load_messages

SAY = load_messages(Path(__file__).parent)["figures"]
NORMAL_QUANTILE = 1.959963984540054       # of a normal distribution: intervals hold 95 times in 100
SMALLEST_ERROR = 1e-12
STUDENT_QUANTILES = {1: 12.7062, 2: 4.3027, 3: 3.1824, 4: 2.7764}


@dataclass(frozen=True)
class Interval:
    """A figure with its 95 % bounds; None for the bounds where a single deal gives none."""

    mean: float
    low: float | None
    high: float | None

    def __format__(self, spec: str) -> str:
        """Format the figure with its bounds, 0.612 (0.581 to 0.642), or alone where there are none."""
        if self.low is None or self.high is None:
            return format(self.mean, spec)
        numbers = {"mean": self.mean, "low": self.low, "high": self.high}
        return str(SAY["interval"].format(**{name: format(number, spec) for name, number in numbers.items()}))


def student_quantile(freedom: int) -> float:
    """Return the 0.975 quantile of Student's distribution, to three digits (Abramowitz and Stegun 26.7.5)."""
    if freedom in STUDENT_QUANTILES:
        return STUDENT_QUANTILES[freedom]
    z, n = NORMAL_QUANTILE, freedom
    return z + (z**3 + z) / (4 * n) + (5 * z**5 + 16 * z**3 + 3 * z) / (96 * n**2) \
        + (3 * z**7 + 19 * z**5 + 17 * z**3 - 15 * z) / (384 * n**3)


def wilson_interval(share: float, games: float, z: float = NORMAL_QUANTILE) -> Interval:
    """Return Wilson's interval for a share of independent games."""
    if games == 0:
        return Interval(0.0, 0.0, 1.0)
    extra = z * z / games
    middle = (share + extra / 2) / (1 + extra)
    half = z * math.sqrt(share * (1 - share) / games + extra / (4 * games)) / (1 + extra)
    return Interval(share, max(0.0, middle - half), min(1.0, middle + half))


class Ratio:
    """A ratio of two sums, added up sample by sample (a deal, say) in constant memory: wins or points over games."""

    def __init__(self) -> None:
        self.samples = 0
        self.top = self.bottom = 0.0
        self._squares = [0.0, 0.0, 0.0]         # top * top, top * bottom, bottom * bottom

    def add(self, top: float, bottom: float) -> None:
        """Add a sample; one with bottom 0 is ignored."""
        if not bottom:
            return
        self.samples += 1
        self.top += top
        self.bottom += bottom
        for i, square in enumerate((top * top, top * bottom, bottom * bottom)):
            self._squares[i] += square

    @property
    def mean(self) -> float:
        """The ratio; 0 where nothing was counted."""
        return self.top / self.bottom if self.bottom else 0.0

    @property
    def standard_error(self) -> float:
        """The standard error; needs at least two deals."""
        above, mixed, below = self._squares
        spread = max(0.0, above - 2 * self.mean * mixed + self.mean**2 * below)
        return math.sqrt(spread * self.samples / (self.samples - 1)) / self.bottom

    def mean_interval(self) -> Interval:
        """Return the interval of any mean."""
        if self.samples < 2:
            return Interval(self.mean, None, None)
        half = student_quantile(self.samples - 1) * self.standard_error
        return Interval(self.mean, self.mean - half, self.mean + half)

    def share_interval(self) -> Interval:
        """Return the interval of a share between 0 and 1.

        Wilson's interval with the effective number of independent games (Dean and Pagano, Evaluating confidence
        interval methods for binomial proportions in clustered surveys, 2015). Where all deals went alike, each
        counts as one game.
        """
        if self.samples < 2:
            return Interval(self.mean, 0.0, 1.0)
        alike = self.standard_error < SMALLEST_ERROR
        games = self.samples if alike else self.mean * (1 - self.mean) / self.standard_error**2
        return wilson_interval(self.mean, games, student_quantile(self.samples - 1))


class PairedRatio:
    """Two ratios of the same deals under two conditions, and how they differ.

    What makes a deal long or short under both cancels out, so the difference is known better than the ratios are.
    """

    def __init__(self) -> None:
        self.one, self.other = Ratio(), Ratio()
        self._pairs: list[tuple[float, float, float, float]] = []

    def add(self, one: tuple[float, float], other: tuple[float, float]) -> None:
        """Add a deal: (top, bottom) under each condition."""
        self.one.add(*one)
        self.other.add(*other)
        if one[1] or other[1]:
            self._pairs.append((*one, *other))

    def difference_interval(self, is_share: bool = False) -> Interval:
        """Return the interval of the first ratio less the other, by pairs (linearized, as in `Ratio`).

        is_share  where all deals of each condition went alike, the bounds of the two shares are combined
        """
        difference, deals = self.one.mean - self.other.mean, len(self._pairs)
        if min(self.one.samples, self.other.samples) < 2:
            return Interval(difference, None, None)
        squares = sum(((top - self.one.mean * bottom) / self.one.bottom
                       - (other_top - self.other.mean * other_bottom) / self.other.bottom) ** 2
                      for top, bottom, other_top, other_bottom in self._pairs)
        error = math.sqrt(squares * deals / (deals - 1))
        if is_share and difference and error < SMALLEST_ERROR:
            return newcombe_interval(self.one.share_interval(), self.other.share_interval())
        half = student_quantile(deals - 1) * error
        return Interval(difference, difference - half, difference + half)


def newcombe_interval(one: Interval, other: Interval) -> Interval:
    """Return the interval of the difference of two shares from their own intervals, as if they were independent.

    Newcombe, Interval estimation for the difference between independent proportions, 1998, method 10.
    """
    assert one.low is not None and one.high is not None and other.low is not None and other.high is not None
    difference = one.mean - other.mean
    return Interval(difference, difference - math.hypot(one.mean - one.low, other.high - other.mean),
                    difference + math.hypot(one.high - one.mean, other.mean - other.low))
