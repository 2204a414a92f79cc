"""Two choices compared: the same worlds and the same luck for both, and nothing hidden decides."""

import numpy as np
import pytest

from coprime.core.match import Match
from coprime.core.registry import all_games
from coprime.search.paired_playouts import get_comparer

GAMES = sorted(name for name,
               game in all_games().items() if not hasattr(game.hints, "worth"))      # these count instead


def listed(game, view, seat):
    match = Match(game, int(view.seats), None, game.pure_rules)
    match.state = view
    return match.sound_actions(seat)


@pytest.mark.parametrize("name", GAMES)
def test_two_choices_that_are_one_differ_in_nothing(name, some):
    game = all_games()[name]
    for view, seat in some(game, 4, seed=3):
        before, same = view.tobytes(), [[(seat, listed(game, view, seat)[-1])]] * 2
        gains = get_comparer(game).compare_choices(view, seat, same, 20, 5, 2_000)
        assert gains.shape == (2, 20, int(view.seats))
        assert np.array_equal(gains[0], gains[1]) and view.tobytes() == before


@pytest.mark.parametrize("name", GAMES)
def test_the_same_seed_gives_the_same_gains_in_whatever_world_the_view_is_of(name, some):
    game = all_games()[name]
    for view, seat in some(game, 3, seed=11):
        first, *_, last = listed(game, view, seat)
        choices, found = [[(seat, first)], [(seat, last)]], []
        for seed in (1, 2):
            world = view.copy()
            game.pure_rules.imagine(world, seat, seed)
            game.pure_rules.redact(world, seat)
            found.append(get_comparer(game).compare_choices(world, seat, choices, 30, 9, 2_000))
        assert np.array_equal(*found)
        assert np.abs(found[0]).max() <= game.pure_rules.SWING + 1e-9


def test_what_cannot_be_done_is_left_out(some):
    game = all_games()["prime_daifugo"]
    view, seat = some(game, 1)[0]
    nobodys = [[((seat + 1) % int(view.seats), 0)], []]
    gains = get_comparer(game).compare_choices(view, seat, nobodys, 20, 5, 2_000)
    assert np.array_equal(gains[0], gains[1])
