"""Bots' helpers that run compiled in a series: the same games as in pure Python."""

import importlib
import random

import pytest

import coprime
from coprime.arena import match as arena_match
from coprime.arena.match import play_one
from coprime.arena.players import make_player
from coprime.core import bot_function_compilation
from coprime.core.bot_function_compilation import compile_for_series
from coprime.core.pure_variants import own_name, pure_name
from coprime.testing.laws import random_options

FACTORS = importlib.import_module("coprime.decks.primepak.factor_sets")


@pytest.mark.parametrize("name", ["coprime.games.x.rules", "my_games.x.rules"])
def test_a_variant_knows_of_what_it_is_one(name):
    assert own_name(pure_name(name)) == name and own_name(name) == name


@pytest.mark.compiled
def test_a_helper_is_pure_until_many_matches_follow(monkeypatch):
    def find_set_row():
        return "pure"

    find_set_row.__module__ = pure_name(FACTORS.__name__)
    helper = compile_for_series(find_set_row)
    monkeypatch.setattr(bot_function_compilation, "_is_enabled", False)
    assert helper() == "pure" and helper.__name__ == "find_set_row"
    monkeypatch.setattr(FACTORS, "find_set_row", lambda: "compiled")
    bot_function_compilation.enable_compiled_functions()
    assert helper() == "compiled"


@pytest.mark.compiled
@pytest.mark.parametrize("name", [name for name, game in coprime.all_games().items() if game.seats[1] > 1])
def test_a_series_plays_the_same_games_with_compiled_helpers(name, monkeypatch, sample_size):
    game = coprime.game(name)
    levels = game.bots.LEVELS

    def play():
        luck = random.Random(31)
        return [play_one(game, [make_player(game, levels[seat % len(levels)]) for seat in range(seats)], str(seed),
                         options).match.events
                for seed in range(sample_size(2, 4)) for seats, options in [random_options(game, luck)]]

    monkeypatch.setattr(bot_function_compilation, "_is_enabled", False)
    with monkeypatch.context() as patched:
        patched.setattr(arena_match, "enable_compiled_functions", lambda: None)
        pure = play()
        assert not bot_function_compilation._is_enabled
    assert play() == pure
    assert bot_function_compilation._is_enabled
