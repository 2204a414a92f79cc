"""Glicko-2 against its author's published example, and what holds of every rating."""

import math

import pytest

from coprime.tournaments.glicko2 import LARGEST_DEVIATION, PlayerRating, update_rating

PLAYER = PlayerRating(1500, 200, 0.06)
OPPONENTS = [(PlayerRating(1400, 30), 1.0), (PlayerRating(1550, 100), 0.0), (PlayerRating(1700, 300), 0.0)]


def test_the_published_example():
    found = update_rating(PLAYER, OPPONENTS, tau=0.5)
    assert found.rating == pytest.approx(1464.06, abs=0.01)
    assert found.deviation == pytest.approx(151.52, abs=0.01)
    assert found.volatility == pytest.approx(0.05999, abs=0.00001)


def test_who_does_not_play_becomes_less_certain_and_no_more_than_unrated():
    found = update_rating(PLAYER, [])
    assert (found.rating, found.volatility) == (1500, 0.06)
    assert found.deviation == pytest.approx(math.hypot(200, 173.7178 * 0.06), abs=1e-6)
    assert update_rating(PlayerRating(), []).deviation == LARGEST_DEVIATION


def test_the_order_of_results_does_not_matter():
    forth, back = (update_rating(PLAYER, found) for found in (OPPONENTS, OPPONENTS[::-1]))
    assert forth.rating == pytest.approx(back.rating) and forth.deviation == pytest.approx(back.deviation)


def test_two_unrated_who_meet_move_apart_by_as_much():
    won, lost = (update_rating(PlayerRating(), [(PlayerRating(), score)]) for score in (1.0, 0.0))
    assert won.rating - 1500 == pytest.approx(1500 - lost.rating) and won.rating > 1600
    assert update_rating(PlayerRating(), [(PlayerRating(), 0.5)]).rating == pytest.approx(1500)


def test_an_upset_raises_the_volatility():
    """The branch of step 5 in which delta is large: a sure player beats much stronger ones again and again."""
    sure = PlayerRating(1500, 50, 0.06)
    upset = update_rating(sure, [(PlayerRating(2200, 50, 0.06), 1.0)] * 5)
    calm = update_rating(sure, [(PlayerRating(1500, 50, 0.06), score) for score in (1.0, 0.0, 1.0, 0.0)])
    assert upset.volatility > 0.06 > calm.volatility > 0.05
