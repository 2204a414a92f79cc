"""The rows of a comparison: a figure under every value, its difference from the first value, and what that shows."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from enum import StrEnum

from ..arena.statistics import Interval, PairedRatio, Ratio
from .match_measures import GAMES, DealFigures, Measure, RowKey, sort_rows

FEWEST_DEALS = 10               # in which a figure occurs, so that it is compared
MOST_ROWS_OF_CHANCE = 20        # of so many intervals one misses, on the average


class Verdict(StrEnum):
    """What a row shows; the values are keys of the messages."""

    FIRST = "first"                 # it is what others are compared with
    ONLY = "only"                   # nothing varies
    MORE = "more"
    LESS = "less"
    NONE = "none"                   # no difference is shown
    SAME = "same"                   # there is no difference in any deal
    FEW = "few"                     # too few deals to be compared
    OTHER_SEATS = "other_seats"     # shares of other numbers of seats
    ABOVE = "above"                 # an even share
    BELOW = "below"
    EVEN = "even"                   # no difference from an even share is shown


@dataclass(frozen=True)
class ComparedRow:
    """One figure under one value.

    variant     its title
    row         what is counted, as the measure names it
    figure      95 % interval by deal
    difference  from the first value, 95 % interval by pairs of deals; None for the first value, where there is nothing
                to be compared, and where deals are too few
    even        the share of an even chance; None where there is no such share
    count       the figure's denominator
    verdict     what the row shows
    """

    variant: str
    measure: Measure
    row: RowKey
    figure: Interval
    difference: Interval | None
    even: float | None
    count: float
    verdict: Verdict

    @property
    def is_test(self) -> bool:
        """Whether the verdict says of an interval what it holds."""
        return self.verdict in (Verdict.MORE, Verdict.LESS, Verdict.NONE, Verdict.ABOVE, Verdict.BELOW, Verdict.EVEN)


def compare_rows(measure: Measure, titles: Sequence[str], seats: Sequence[int],
                 counts: Sequence[Sequence[DealFigures]]) -> Iterator[ComparedRow]:
    """Yield the rows of a measure, each under every value.

    titles, seats, counts  by value: its title, number of seats, and the sums of each deal
    """
    keys = {row for one in counts for deal in one for name, row in deal if name == measure.name and row != GAMES}
    for row in sort_rows(keys):
        for place, title in enumerate(titles):
            pair = PairedRatio()
            for deal, first in zip(counts[place], counts[0], strict=True):
                pair.add(measure.look_up(deal, row), measure.look_up(first, row))
            if pair.one.samples:
                even = 1 / seats[place] if measure.is_share_of_victory and seats[place] > 1 else None
                yield make_row(title, measure, row, pair, even, place == 0, len(titles) == 1, seats[place] == seats[0])


def make_row(title: str, measure: Measure, row: RowKey, pair: PairedRatio, even: float | None, is_first: bool,
             is_only: bool, has_same_seats: bool) -> ComparedRow:
    """Return a row with its verdict; of a share of the victory, where there is no difference, against an even one."""
    ratio, difference = pair.one, None
    figure = ratio.share_interval() if measure.is_share else ratio.mean_interval()
    if is_first:
        verdict = even_verdict(ratio, figure, even) if even else Verdict.ONLY if is_only else Verdict.FIRST
    elif measure.is_share_of_victory and not has_same_seats:
        verdict = even_verdict(ratio, figure, even) if even else Verdict.OTHER_SEATS
    elif min(ratio.samples, pair.other.samples) < FEWEST_DEALS:
        verdict = Verdict.FEW
    else:
        difference = pair.difference_interval(measure.is_share)
        verdict = difference_verdict(difference)
    return ComparedRow(title, measure, row, figure, difference, even, ratio.bottom, verdict)


def even_verdict(ratio: Ratio, figure: Interval, even: float) -> Verdict:
    """Return what a share of the victory shows against an even one."""
    if ratio.samples < FEWEST_DEALS or figure.low is None or figure.high is None:
        return Verdict.FEW
    return Verdict.ABOVE if figure.low > even else Verdict.BELOW if figure.high < even else Verdict.EVEN


def difference_verdict(difference: Interval) -> Verdict:
    """Return what a difference shows."""
    assert difference.low is not None and difference.high is not None
    if difference.low == difference.high == 0:
        return Verdict.SAME
    return Verdict.MORE if difference.low > 0 else Verdict.LESS if difference.high < 0 else Verdict.NONE
