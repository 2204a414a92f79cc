"""The same games teach the same: sums over the weights of networks after a few hundred games of training.

The numbers were made by the games' own learners before they had one in common; those of Factor Rummy for more than
two when it got networks for them, that of Prime Daifugo Lv. 0 on 2026-11-30.
"""

from dataclasses import replace
from functools import cache

import numpy as np
import pytest

import coprime
from coprime.search.learner import Training, get_learner

# For each array of weights: the sum, the sum of absolute values, and the sum with weights 1, 2, 3, ...
FIGURES = {
    ("prime_climb", ""): [(-10.588936629874752, 637.1496576763188, -51447.83996522247),
                          (-0.01050640519392208, 6.819338183418748, 20.66052367689937)],
    ("factor_rummy", "level_3_two"): [(-15.860377732922585, 708.4743044155881, -49612.47709264477),
                                      (-0.7114233584258316, 10.63602084089937, -51.11352517469739),
                                      (2.4727692522200773, 19.933763987051858, 2327.620206095141)],
    ("factor_rummy", "level_3_more"): [(-16.070621742361872, 718.4372588176648, -59788.81898689193),
                                       (0.5550878999981226, 11.465649466030099, 71.57044866281326),
                                       (8.292917087898067, 38.38243274845361, 10244.07905355492)],
    ("prime_canasta", "two"): [(-21.151484886466623, 244.2668105630785, -14698.665841539281)],
    ("prime_canasta", "three"): [(-19.679962637974615, 240.34877554075783, -16406.957539712042)],
    ("prime_canasta", "four"): [(-23.31619987212313, 240.19241349709026, -22750.68107675692)],
    ("prime_canasta", "partners"): [(-29.191495613936087, 251.1577530659151, -33621.33352178148)],
    ("prime_solitaire", ""): [(-12.438588935958263, 1808.9355940646, -135446.40356521957),
                              (-0.1871523978216697, 5.543023425883111, -19.522360537734816),
                              (-4.4524397815966354, 45.10214177912114, 289.64779006877575)],
    ("prime_daifugo", ""): [(97.88189029648778, 197.90965681349013, 19200.457298902173)],
    ("daifugo", ""): [(3.3225771047015327, 16.526982733751186, 2688.186403546133)],
}
GAMES = {"prime_climb": (150, 50), "factor_rummy": (300, 100), "prime_canasta": (25, 10), "prime_solitaire": (300, 100),
         "prime_daifugo": (1024, 512), "daifugo": (1024, 512)}


@cache
def train(name):
    """The weights of each network of a game after so many games in batches."""
    games, batch = GAMES[name]
    learner = get_learner(coprime.game(name))
    tables = {network: table for network, table in learner.tables.items() if (name, network) in FIGURES}
    training = Training(replace(learner, tables=tables, schedule=replace(learner.schedule, batch=batch)), games)
    assert [*training.batches()][-1] == games
    if name == "prime_canasta":
        return {network: [array] for network, array in learner.arrays(training.mean_weights()).items()}
    found = dict(training.mean_weights())
    if name == "factor_rummy":
        found["level_3_two"] = without_more_seats(*found["level_3_two"])
    return found


def without_more_seats(inner, outer, direct):
    """Weights without the inputs that are told only where more than two play: these stay 0."""
    from coprime.games.factor_rummy.expert.value_network import SEATS_INPUTS
    assert not inner[SEATS_INPUTS:].any() and not direct[:, SEATS_INPUTS:].any()
    return inner[:SEATS_INPUTS], outer, direct[:, :SEATS_INPUTS]


def figures(array):
    flat = np.asarray(array, float).ravel()
    return float(flat.sum()), float(np.abs(flat).sum()), float((flat * np.arange(1, flat.size + 1)).sum())


# To compile self-play takes long: half a minute for Prime Canasta's four networks. In each run two games with value
# networks, and one with a policy.
USUAL = ("factor_rummy", "prime_solitaire", "daifugo")
CASES = [case if case[0] in USUAL else pytest.param(*case, marks=pytest.mark.long) for case in FIGURES]


@pytest.mark.compiled
@pytest.mark.parametrize(("name", "network"), CASES)
def test_the_same_games_teach_the_same_as_ever(name, network):
    for array, expected in zip(train(name)[network], FIGURES[name, network], strict=True):
        assert figures(array) == pytest.approx(expected, rel=1e-9, abs=1e-9)
