"""The search on every game: sound, blind to what is hidden, repeatable, and it sees a win."""

import ast
import os
import random
import subprocess
import sys
import time

import numpy as np
import pytest

from coprime.core.match import Match
from coprime.core.registry import all_games
from coprime.core.seats import CHANCE, CLOCK
from coprime.search import search_bot
from coprime.search.levels import STRONG, search_level_names
from coprime.search.search_engine import get_search_engine

# Of other games the search is compiled for these tests alone; uncompiled it looks at all of them in each run.
SEARCHED = [name for name, game in sorted(all_games().items()) if STRONG in search_level_names(game)]
GAMES = [name if name in SEARCHED else pytest.param(name, marks=pytest.mark.long) for name in sorted(all_games())]


@pytest.mark.parametrize("name", GAMES)
def test_opinions_are_on_the_listed_actions_and_all_iterations_are_booked(name, some):
    game = all_games()[name]
    for view, seat in some(game, 8):
        judged = search_bot.analyse(game, view, seat, 3, iterations=150)
        out = np.zeros(game.rules.MAX_ACTIONS, np.int64)
        listed = out[:game.rules.sound_actions(view, seat, out)].tolist()
        assert sorted(one.action for one in judged) == sorted(listed)
        assert sum(one.visits for one in judged) == 150
        assert all(0 <= one.mean <= 1 for one in judged)


@pytest.mark.parametrize("name", GAMES)
def test_the_same_seed_gives_the_same_opinion_in_whatever_batches(name, some):
    game = all_games()[name]
    for view, seat in some(game, 3, seed=5):
        first = search_bot.analyse(game, view, seat, 9, iterations=100)
        assert search_bot.analyse(game, view, seat, 9, iterations=100) == first
        search = get_search_engine(game)
        w, x = search.make_workspace(view), 9
        for n in (1, 29, 70):
            x = search.run_iterations(w, seat, int(view.seats), n, search_bot.MAX_PLAYOUT_ACTIONS, search_bot.C_PUCT, x)
        out = np.zeros((search.most_actions, 3))
        assert search.run_iterations(w, seat, int(view.seats), 0, 1, search_bot.C_PUCT, x) == x
        n = search.report_root(w, seat, out)
        assert {(int(a), int(v)) for a, v, _ in out[:n]} == {(one.action, one.visits) for one in first}


FIRST = """
import random, sys
from coprime.core.match import Match
from coprime.core.registry import find_game
from coprime.search import search_bot

def opinions(name, iterations):
    match, luck = Match(find_game(name), find_game(name).seats[0]), random.Random(1)
    match.settle(luck.getrandbits)
    seat = match.to_act()[0]
    found = search_bot.analyse(match.game, match.view(seat), seat, 1, iterations=iterations)
    assert {one.action for one in found} == {*match.sound_actions(seat)}
    assert len(found) == 1 or sum(one.visits for one in found) == iterations
    return [(one.action, one.visits) for one in found]
"""


def test_it_thinks_the_same_uncompiled(sample_size):
    """With COPRIME_PURE=1, whatever machine code is kept; in a process of its own, as that is said to a process."""
    iterations, names = sample_size(12, 30), sorted(all_games())
    code = f"print({{name: opinions(name, {iterations}) for name in {names}}})\nprint('numba' in sys.modules)"
    done = subprocess.run([sys.executable, "-c", FIRST + code], env={**os.environ, "COPRIME_PURE": "1"},
                          capture_output=True, text=True, timeout=300)
    assert done.returncode == 0, done.stderr
    found, has_compiler = done.stdout.splitlines()
    compiled, found = {}, ast.literal_eval(found)
    exec(FIRST, compiled)
    assert has_compiler == "False" and [*found] == names
    for name in sample_size(SEARCHED, names):
        assert found[name] == compiled["opinions"](name, iterations)


@pytest.mark.parametrize("name", GAMES)
def test_what_is_hidden_does_not_matter(name, some):
    """Two worlds that look alike to the seat lead to one choice, and the view is left as it was."""
    game = all_games()[name]
    for view, seat in some(game, 5, seed=11):
        choices = set()
        for seed in (1, 2, 3):
            world = view.copy()
            game.rules.imagine(world, seat, seed)
            game.rules.redact(world, seat)
            before = world.tobytes()
            choices.add(search_bot.choose(game, world, seat, 4, iterations=100))
            assert world.tobytes() == before
        assert len(choices) == 1


@pytest.mark.parametrize("name", GAMES)
def test_whole_matches_are_played_without_a_refusal(name, sample_size):
    game = all_games()[name]
    for seats in {min(max(2, game.seats[0]), game.seats[1]), game.seats[1]}:
        luck = random.Random(seats)
        match = Match(game, seats)
        for _ in range(sample_size(150, 400)):
            if match.over:
                break
            seat = luck.choice(match.to_act())
            if seat == CHANCE:
                match.act(CHANCE, match.chance(luck.getrandbits))
            elif seat == CLOCK:
                match.act(CLOCK, int(match.rules.deadline(match.state)))
            else:
                match.act(seat, search_bot.choose(game, match.view(seat), seat, luck.getrandbits(62), iterations=24))


def wins_at_once(match, seat, action):
    """Does the action bring the seat a victory by itself?"""
    after, before, now = match.state.copy(), np.zeros(32), np.zeros(32)
    match.rules.returns(after, before)
    match.rules.apply(after, seat, action)
    match.rules.returns(after, now)
    ended = match.rules.to_act(after) == 0 or match.rules.is_between_hands(after)
    return ended and now[seat] - before[seat] >= 1


@pytest.mark.parametrize("name", ["prime_daifugo", "prime_climb"])
def test_a_win_in_one_is_seen(name, decisions):
    game, met, seed = all_games()[name], 0, 0
    while met < 6:
        seed += 1
        for match, seat in decisions(game, 2, seed):
            listed = match.sound_actions(seat)
            won = [action for action in listed if wins_at_once(match, seat, action)]
            if won and len(won) < len(listed):
                met += 1
                best = search_bot.analyse(game, match.view(seat), seat, seed, iterations=400)[0]
                sure = max(one.mean for one in search_bot.analyse(game, match.view(seat), seat, seed, iterations=400)
                           if one.action in won)
                assert best.action in won or best.mean >= sure        # a win later in the same turn is as good
                break


@pytest.mark.parametrize("name", GAMES)
def test_the_clock_is_kept(name, some):
    game = all_games()[name]
    view, seat = some(game, 1)[0]
    search_bot.choose(game, view, seat, 1, iterations=1)
    begun = time.process_time()
    judged = search_bot.analyse(game, view, seat, 1, ms=100)
    assert time.process_time() - begun < 1.0                          # of the processor: the machine may be busy
    assert sum(one.visits for one in judged) > 10


def test_a_position_with_one_action_is_not_thought_about():
    game = all_games()["prime_climb"]
    for seed in range(1, 50):
        luck, match = random.Random(seed), Match(game, 2)
        while not match.over:
            seat = match.to_act()[0]
            if seat == CHANCE:
                match.act(CHANCE, match.chance(luck.getrandbits))
                continue
            listed = match.sound_actions(seat)
            if len(listed) == 1:
                assert search_bot.choose(game, match.view(seat), seat, 1, ms=60_000) == listed[0]
                return
            match.act(seat, luck.choice(listed))
    raise AssertionError("no such position")
