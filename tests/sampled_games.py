"""Games for tests of sources that are specialised for each game: compiling them takes seconds a game."""

import pytest

from coprime.core.registry import all_games

# Dice and heuristics; a deal by a seed; open windows, seats that act together, no heuristics.
USUAL = ("prime_climb", "prime_daifugo", "secret_number")


def sample_games(without=()):
    """The names of all games, of which those beside the usual ones belong to the long samples."""
    return [name if name in USUAL else pytest.param(name, marks=pytest.mark.long)
            for name in sorted(all_games()) if name not in without]
