"""Random play in compiled loops and the fused step agree with the contract called one by one."""

import random

import numpy as np
import pytest
from sampled_games import sample_games

from coprime.core.registry import all_games
from coprime.core.seats import UNKNOWN
from coprime.search.search_engine import get_search_engine

GAMES = sample_games()


def beginning(game):
    states = game.rules.State.new(3)
    states[:] = game.new_state(min(max(2, game.seats[0]), game.seats[1]))
    return states


@pytest.mark.parametrize("name", GAMES)
def test_random_play_reaches_a_rest(name):
    game = all_games()[name]
    search = get_search_engine(game)
    for seed in range(1, 20):
        states = beginning(game)
        w = search.make_workspace(states[0])
        steps, _ = search.playout.play_uniformly(states[0], w.actions, w.weights, 1_000_000, seed)
        assert 0 < steps < 1_000_000
        assert game.rules.to_act(states[0]) == 0 or game.rules.is_between_hands(states[0])


@pytest.mark.parametrize("name", GAMES)
def test_play_many_counts_the_actions_of_its_games(name):
    game = all_games()[name]
    search = get_search_engine(game)
    w, states = search.make_workspace(beginning(game)[0]), beginning(game)
    total = search.playout.play_many(w.states, w.words, w.actions, w.weights, 3, 1_000_000, 77)
    x, steps = 77, 0
    for _ in range(3):
        states[1] = states[0]
        n, x = search.playout.play_uniformly(states[1], w.actions, w.weights, 1_000_000, x)
        steps += n
    assert total == steps


@pytest.mark.parametrize("name", GAMES)
def test_the_fused_step_lists_what_the_rules_list(name):
    game, luck = all_games()[name], random.Random(8)
    search = get_search_engine(game)
    playout, rules, states = search.playout, game.rules, beginning(game)
    table = np.zeros((2, playout.FIRST + search.most_actions), np.int64)
    table[:, playout.ACTOR], table[:, playout.DRAWS] = UNKNOWN, (3, 4)
    out, rests = np.zeros(rules.MAX_ACTIONS, np.int64), 0
    choice = 0
    for _ in range(600):
        n = playout.step(states, table, 1, choice)
        seat = table[1, playout.ACTOR]
        assert n == table[1, playout.LISTED]
        if n == 0:
            rests += 1
            assert seat == UNKNOWN
            assert rules.to_act(states[1]) == 0 or rules.is_between_hands(states[1])
        else:
            assert rules.to_act(states[1]) >> seat & 1
            assert n == rules.sound_actions(states[1], seat, out)
            assert table[1, playout.FIRST:playout.FIRST + n].tolist() == out[:n].tolist()
        choice = luck.randrange(n) if n else 0
    assert rests or name == "prime_climb"                             # whose random games are long
    assert states[2] == beginning(game)[2]
    assert states[0] == beginning(game)[0]
