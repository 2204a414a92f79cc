"""Ratings: exact where they are known, and their intervals as sure as they say."""

import math
import random
import sys

import pytest

from coprime.core.errors import BadInput
from coprime.lab import ratings
from coprime.lab.ratings import estimate_ratings, fit_bradley_terry, is_connected

ELO = 400 / math.log(10)


@pytest.mark.parametrize("share", [0.5, 0.6, 0.9, 0.99])
def test_two_bots_differ_by_what_elos_scale_says(share):
    """400 log10(p / (1 - p)), but for half a win each way."""
    games = 1_000_000
    one, other = fit_bradley_terry(["a", "b"], {("a", "b"): [(games, share * games)]})
    assert one - other == pytest.approx(400 * math.log10(share / (1 - share)), abs=0.1)
    assert one + other == pytest.approx(0, abs=1e-9)


def test_the_likeliest_ratings_expect_the_games_that_were_won():
    """At the maximum of the likelihood a bot's expected wins are its wins, the halves included."""
    met = {("a", "b"): [(10, 7.0)], ("a", "c"): [(20, 12.5)], ("b", "c"): [(5, 1.0)], ("c", "d"): [(8, 8.0)]}
    bots = ["a", "b", "c", "d"]
    strength = dict(zip(bots, fit_bradley_terry(bots, met), strict=True))
    for bot in bots:
        won = expected = 0.0
        for (one, other), deals in met.items():
            if bot in (one, other):
                games, first = deals[0]
                won += (first if bot == one else games - first) + 0.5
                against = other if bot == one else one
                expected += (games + 1) / (1 + 10 ** ((strength[against] - strength[bot]) / 400))
        assert won == pytest.approx(expected, abs=1e-4)


def test_who_always_wins_has_a_rating():
    first, second = estimate_ratings(["a", "b"], {("a", "b"): [(2, 0.0)] * 10})
    assert (first.bot, second.bot) == ("b", "a") and math.isfinite(first.rating)
    assert (first.games, first.won, second.won) == (20, 20.0, 0.0)
    assert first.low < first.rating - 50 and first.high > first.rating + 50, "20 games leave much open"


def test_intervals_hold_for_a_bot_that_wins_nearly_everything(monkeypatch):
    """Most of these leagues have no lost game; the lower end has to be below the truth all the same."""
    monkeypatch.setattr(ratings, "POSTERIOR_SAMPLES", 100)
    luck, held, perfect, leagues = random.Random(3), 0, 0, 80
    true = 400 * math.log10(0.98 / 0.02) / 2
    for league in range(leagues):
        deals = [(2, float((luck.random() < 0.98) + (luck.random() < 0.98))) for _ in range(15)]
        perfect += sum(won for _, won in deals) == 30
        best = next(one for one in estimate_ratings("ab", {("a", "b"): deals}, seed=league) if one.bot == "a")
        held += best.low <= true <= best.high
    assert perfect > leagues / 3 and held / leagues > 0.88


def test_intervals_hold_as_often_as_they_say(monkeypatch, sample_size):
    """Leagues of three whose strengths are known, with two games of a deal that are alike more often than not."""
    monkeypatch.setattr(ratings, "POSTERIOR_SAMPLES", 150)
    luck, held, tried = random.Random(1), 0, 0
    true = {"a": 80.0, "b": 0.0, "c": -80.0}
    for league in range(sample_size(30, 80)):
        met = {}
        for one, other in (("a", "b"), ("a", "c"), ("b", "c")):
            share = 1 / (1 + 10 ** ((true[other] - true[one]) / 400))
            met[one, other] = [deal(luck, share) for _ in range(60)]
        for one in estimate_ratings("abc", met, seed=league):
            tried += 1
            held += one.low <= true[one.bot] <= one.high
    assert 0.88 < held / tried < 0.99


def deal(luck, share):
    """Two games; in half of the deals the cards decide both."""
    first = luck.random() < share
    second = first if luck.random() < 0.5 else luck.random() < share
    return 2, float(first + second)


def test_bots_that_have_not_met_cannot_be_compared():
    assert is_connected("abc", {("a", "b"): [(1, 1.0)], ("b", "c"): [(1, 0.0)]})
    for met in ({("a", "b"): [(2, 1.0)], ("c", "d"): [(2, 1.0)]}, {}, {("a", "b"): []}):
        assert estimate_ratings("abcd", met) == []


def test_without_the_library_a_sentence_says_what_to_install(monkeypatch):
    monkeypatch.setitem(sys.modules, "choix", None)
    with pytest.raises(BadInput, match=r"pip install coprime\[lab\]"):
        estimate_ratings("ab", {("a", "b"): [(2, 1.0)]})
