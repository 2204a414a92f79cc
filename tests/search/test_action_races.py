"""The race on games with rooms of their own for it and without: sound, repeatable, and blind to what is hidden."""

import numpy as np
import pytest

from coprime.core.registry import all_games
from coprime.search import action_races

GAMES = ("daifugo", "prime_daifugo")


def listed(game, view, seat):
    out = np.zeros(game.pure_rules.MAX_ACTIONS, np.int64)
    return out[:game.pure_rules.sound_actions(view, seat, out)].tolist()


@pytest.mark.parametrize("name", GAMES)
def test_a_race_is_of_listed_actions_all_in_the_same_worlds(name, some):
    game = all_games()[name]
    for view, seat in some(game, 6):
        before = view.tobytes()
        r, best = action_races.get_race_search(game).run_race(view, seat, 3, 0, 200)
        assert int(r.listed[best]) in listed(game, view, seat) and view.tobytes() == before
        running = int((r.arms[:, 1] > 0).sum())
        assert running >= 1 and r.arms[best, 1] > 0
        if running > 1:
            assert 200 <= r.counts[1] < 200 + len(listed(game, view, seat))


@pytest.mark.parametrize("name", GAMES)
def test_the_same_seed_gives_the_same_action_in_whatever_slices_and_world(name, some):
    game = all_games()[name]
    for view, seat in some(game, 3, seed=5):
        first, best = action_races.get_race_search(game).run_race(view, seat, 9, 0, 300)
        world = view.copy()
        game.pure_rules.imagine(world, seat, 4)
        game.pure_rules.redact(world, seat)
        again, x = action_races.get_race_search(game).make_workspace(world), 9
        n = action_races.get_race_search(game).start(again, seat)
        while n > 1 and again.counts[1] < 300 and (again.arms[:n, 1] > 0).sum() > 1:
            x = action_races.get_race_search(game).run(again, seat, n, min(40, 300 - int(again.counts[1])),
                                                       action_races.MAX_PLAYOUT_ACTIONS, action_races.MARGIN, x)
        assert np.array_equal(first.arms, again.arms) and best == action_races.get_race_search(game).find_leader(again,
                                                                                                                 n)


@pytest.mark.compiled          # plain, one round of the race may take longer
def test_the_clock_is_kept(some):
    import time

    game = all_games()["daifugo"]
    action_races.get_race_search(game)
    for view, seat in some(game, 4):
        start = time.perf_counter()
        action_races.choose(game, view, seat, 1, ms=60)
        assert time.perf_counter() - start < 1


def test_of_too_many_actions_the_likest_race(some, monkeypatch):
    game = all_games()["daifugo"]
    monkeypatch.setattr(action_races, "ARMS", 3)
    for view, seat in some(game, 4):
        r, best = action_races.get_race_search(game).run_race(view, seat, 3, 0, 60)
        assert (r.arms[:, 1] > 0).sum() <= 3 and int(r.listed[best]) in listed(game, view, seat)
