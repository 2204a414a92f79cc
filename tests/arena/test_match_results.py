"""Who has won, and who the players are."""

import pytest

from coprime.arena.match import victory_shares
from coprime.arena.players import make_player
from coprime.core.errors import BadInput
from coprime.core.registry import all_games


def test_a_victory_is_shared_evenly():
    assert victory_shares([1.0, -1.0, 1.0]) == [0.5, 0.0, 0.5]
    assert victory_shares([0.0, 0.0]) == [0.5, 0.5]
    assert victory_shares([1.0]) == [1.0] and victory_shares([0.0]) == [0.0]       # alone one wins or does not


def test_a_strong_player_has_as_many_iterations_as_it_says():
    game = all_games()["prime_daifugo"]
    assert make_player(game, "strong:5")
    for wrong in ("strong:0", "strong:", "strong:x", "grandmaster"):
        with pytest.raises(BadInput, match="the bots are: random, novice, casual, strong"):
            make_player(game, wrong)
