"""Intervals hold what they promise, by deal."""

import numpy as np
import pytest
from scipy import stats

from coprime.arena.statistics import Interval, Ratio, student_quantile, wilson_interval

SERIES, DEALS = 1_500, 60


def test_wilson_has_the_bounds_of_the_textbooks():
    """Newcombe 1998, table I: 81 of 263, and none of 20."""
    some, none = wilson_interval(81 / 263, 263), wilson_interval(0, 20)
    assert (round(some.low, 4), round(some.high, 4)) == (0.2553, 0.3662)
    assert (round(none.low, 4), round(none.high, 4)) == (0.0, 0.1611)


@pytest.mark.parametrize(("freedom", "quantile"), [(1, 12.706), (2, 4.303), (3, 3.182), (4, 2.776), (5, 2.571),
                                                   (10, 2.228), (30, 2.042), (1000, 1.962)])
def test_students_quantiles_are_those_of_the_tables(freedom, quantile):
    assert student_quantile(freedom) == pytest.approx(quantile, abs=0.005)


@pytest.mark.parametrize(("freedom", "error"), [(5, 3e-3), (10, 2e-4), (20, 1.1e-5), (30, 2e-6), (100, 2e-8)])
def test_students_quantiles_are_as_near_as_their_series_allows(freedom, error):
    assert student_quantile(freedom) == pytest.approx(stats.t.ppf(0.975, freedom), abs=error)


def of(wins, games):
    ratio = Ratio()
    for top, bottom in zip(wins, games, strict=True):
        ratio.add(top, bottom)
    return ratio


def test_independent_games_get_wilsons_interval_of_their_number():
    """One game a deal: nothing is clustered."""
    luck = np.random.default_rng(1)
    wins = (luck.random(400) < 0.3).astype(float)
    share, plain = of(wins, [1] * 400).share_interval(), wilson_interval(wins.mean(), 400)
    assert share.low == pytest.approx(plain.low, abs=0.002) and share.high == pytest.approx(plain.high, abs=0.002)


def test_games_that_are_copies_of_each_other_count_once():
    """Each deal played twice to the same end is no more than each played once."""
    wins = [1.0, 0.0, 0.0, 1.0, 1.0, 0.0, 1.0, 1.0] * 10
    once, twice = of(wins, [1] * 80).share_interval(), of([2 * won for won in wins], [2] * 80).share_interval()
    assert (twice.low, twice.high) == pytest.approx((once.low, once.high))


@pytest.mark.parametrize(("alike", "share"), [(0.0, 0.5), (0.6, 0.5), (1.0, 0.5), (0.6, 0.2), (1.0, 0.1)])
def test_a_share_lies_in_its_interval_95_times_in_100(alike, share):
    """Four games a deal; in so many deals all end alike, which makes a variance that is known."""
    luck, inside, errors = np.random.default_rng(7), 0, []
    for _ in range(SERIES):
        single = luck.random((DEALS, 4)) < share
        together = np.repeat(luck.random((DEALS, 1)) < share, 4, axis=1)
        wins = np.where(luck.random((DEALS, 1)) < alike, together, single).sum(axis=1)
        ratio = of(wins.astype(float), [4] * DEALS)
        inside += ratio.share_interval().low <= share <= ratio.share_interval().high
        errors.append(ratio.standard_error**2)
    assert 0.93 < inside / SERIES < 0.98
    known = share * (1 - share) * (1 + 3 * alike) / (4 * DEALS)
    assert np.mean(errors) == pytest.approx(known, rel=0.05)


def test_a_mean_lies_in_its_interval_95_times_in_100_when_deals_have_different_numbers_of_games():
    luck, inside = np.random.default_rng(3), 0
    for _ in range(SERIES):
        games = luck.integers(1, 4, DEALS)
        points = games * luck.normal(10, 5, DEALS) + luck.normal(0, 2, DEALS)
        found = of(points, games).mean_interval()
        inside += found.low <= 10 <= found.high
    assert 0.93 < inside / SERIES < 0.97


def test_what_is_not_known_is_not_said():
    assert of([1.0], [2]).mean_interval() == Interval(0.5, None, None)
    alone = of([2.0], [2]).share_interval()
    assert (alone.low, alone.high) == (0.0, 1.0)
    none = of([0.0] * 20, [1] * 20).share_interval()
    assert none.low == 0.0 and 0.1 < none.high < 0.2                # as none of 20
    assert of([], []).mean == 0.0 and of([0.0], [0]).samples == 0
