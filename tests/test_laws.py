"""The laws on every game, over random options, compiled and uncompiled."""

import os
import subprocess
import sys

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import coprime
from coprime.testing import laws
from coprime.testing.game_checks import hints_can_be_followed, preferences_are_weights
from coprime.testing.golden_choices import check_golden_choices
from coprime.testing.golden_observations import check_golden_observations
from coprime.testing.golden_scenes import check_golden_scenes

GAMES = list(coprime.all_games().values())
SEEDS = st.integers(0, 2**31)
LONG = bool(os.environ.get("COPRIME_LONG"))
MANY_RANDOM_GAMES, RANDOM_GAMES = 100_000, 30       # the many with 200 choices of options, the others with one each
MOST_STEPS = {} if LONG else {"sosu_daifugo": 120}          # whose observations take longest to compare
VARIANTS = 25 if LONG else 3
PLAIN_GAMES = 12 if LONG else 2
HINTED = [4, pytest.param(20, marks=pytest.mark.long)]      # matches in which hints are asked for


@pytest.mark.parametrize("game", GAMES, ids=lambda game: game.name)
@given(seed=SEEDS)
@settings(max_examples=2, deadline=None, derandomize=True)
def test_laws_compiled(game, seed):
    laws.check_all_laws(game, game.rules, seed, most=MOST_STEPS.get(game.name, 400), every=5)


@pytest.mark.parametrize("game", GAMES, ids=lambda game: game.name)
@given(seed=SEEDS)
@settings(max_examples=VARIANTS, deadline=None, derandomize=True)
def test_laws_compiled_over_many_options(game, seed):
    laws.check_all_laws(game, game.rules, seed, most=400, every=5)


@pytest.mark.parametrize("game", GAMES, ids=lambda game: game.name)
def test_every_action_is_one_of_three(game):
    """Over the whole space of actions, at a few positions of the compiled rules."""
    for seed in range(3):
        random_ = laws.random.Random(seed)
        seats, options = laws.random_options(game, random_)
        walk = laws.RandomWalk(game, game.rules, seats, options, seed)
        for _ in range(6 + 11 * seed):
            if walk.acting_seats():
                walk.play_event()
        laws.all_actions_are_partitioned(walk)


@pytest.mark.parametrize("game", GAMES, ids=lambda game: game.name)
def test_many_random_games_end(game):
    """Compiled random games over many options, each within `longest`."""
    if LONG:
        laws.random_matches_end(game, MANY_RANDOM_GAMES)
    else:
        laws.random_walks_end(game, RANDOM_GAMES)


@pytest.mark.parametrize("game", GAMES, ids=lambda game: game.name)
def test_laws_plain(game):
    """Compiled code reads and writes beyond the end of an array without a word; the pure-Python variant says so."""
    for seed in range(PLAIN_GAMES):
        laws.check_all_laws(game, game.pure_rules, seed, most=300 if LONG else 150 if seed == 0 else 60, every=9)


@pytest.mark.parametrize("name", ["prime_solitaire", pytest.param("secret_number", marks=pytest.mark.long)])
def test_laws_with_bounds_checked(name):
    """The same of compiled code that is told to look; of two games, because each is compiled anew for it."""
    code = ("import coprime\nfrom coprime.testing import laws\n"
            f"game = coprime.game({name!r})\n"
            "for seed in range(6): laws.check_all_laws(game, game.rules, seed, most=300, every=9)\n")
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True,
                          env={**os.environ, "NUMBA_BOUNDSCHECK": "1"})
    assert done.returncode == 0, done.stderr[-2000:]


@pytest.mark.parametrize("game", GAMES, ids=lambda game: game.name)
@pytest.mark.parametrize("matches", HINTED)
def test_hints_can_be_followed(game, matches):
    hints_can_be_followed(game, matches)


@pytest.mark.parametrize("game", GAMES, ids=lambda game: game.name)
def test_preferences_are_weights(game):
    preferences_are_weights(game)


@pytest.mark.parametrize(("written", "said"), [
    (lambda n: [1.0] * (n - 1), "no weight"), (lambda n: [-1.0] * n, "no weight"),
    (lambda n: [float("inf")] * n, "no weight"), (lambda n: [1.0] * (n + 1), "more than"),
    (lambda n: [n + 1.0] * n, "another sum"), (lambda n: [0.0] * n, "another sum")])
def test_preferences_that_are_no_weights_are_noticed(monkeypatch, written, said):
    game = coprime.game("prime_daifugo")

    def prefer(s, seat, actions, n, weights):
        weights[:len(written(n))] = written(n)
        return float(n) * (written(n) != [0.0] * n)
    monkeypatch.setattr(game.load_module("heuristics", pure=True), "prefer", prefer)
    with pytest.raises(AssertionError, match=said):
        preferences_are_weights(game)


@pytest.mark.parametrize("game", GAMES, ids=lambda game: game.name)
def test_golden_games_show_what_they_showed(game):
    """Scenes and lines of the log of every observer; `coprime golden GAME` writes their digests again."""
    check_golden_scenes(game)


@pytest.mark.parametrize("game", GAMES, ids=lambda game: game.name)
def test_golden_games_say_and_choose_what_they_did(game):
    """Hints, refusals, bots, weights and rules; `coprime golden GAME` writes their digests again."""
    check_golden_choices(game)


@pytest.mark.parametrize("game", GAMES, ids=lambda game: game.name)
def test_golden_games_are_the_numbers_that_they_were(game):
    """Observations and numbers of actions: policies are trained on them."""
    check_golden_observations(game)
