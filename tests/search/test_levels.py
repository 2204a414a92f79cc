"""Levels that search: what there is of them, and that masters keep to the description."""

import random

import pytest

from coprime.arena.match import play_actions
from coprime.arena.players import make_player, player_names
from coprime.core.errors import BadInput
from coprime.core.match import Match
from coprime.core.registry import all_games
from coprime.search import levels
from coprime.table import catalogue

MASTERS = [name for name, game in all_games().items() if levels.MASTER in levels.search_level_names(game)]


def test_the_weakest_comes_first_and_nobody_is_named_twice():
    for game in all_games().values():
        found = player_names(game)
        assert len(set(found)) == len(found) and found.index("casual") < found.index("strong")
        assert (found[-1] == "master") == (game.folder / "expert" / "__init__.py").is_file()
    assert len(MASTERS) >= 2


def test_every_level_says_what_it_knows():
    for game in all_games().values():
        assert all(one["knows"] and one["title"] != one["level"] for one in catalogue.describe_levels(game)), game.name


@pytest.mark.parametrize("name", MASTERS)
def test_a_master_plays_a_match_by_what_its_seat_sees_and_plays_it_again(name):
    game = all_games()[name]
    found = levels.get_level(game, levels.MASTER)
    found.warm()
    assert found.ready()

    def played():
        match, luck = Match(game, game.seats[0]), random.Random(3)
        players = [make_player(game, "master:12")] + [make_player(game, "casual")] * (game.seats[0] - 1)
        for n, _ in enumerate(play_actions(match, players, luck)):
            if n == 60:
                break
        return match
    first = played()
    assert len(first.events) > 10 and first.events == played().events


def test_a_game_without_a_master_says_who_there_is(monkeypatch):
    """Every game of the server has one by now; one of others may have none."""
    monkeypatch.setattr(levels, "search_level_names", lambda game: [levels.STRONG])
    with pytest.raises(BadInput, match="the bots are: random"):
        make_player(all_games()["factor_rummy"], "master")
