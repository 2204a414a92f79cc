"""Endings that are worked out: what the search says is what a plain search through everything finds."""

import os
import random
import subprocess
import sys
from functools import cache

import numpy as np
import pytest

import coprime
from coprime.core.match import Match, copy_state
from coprime.core.seats import CHANCE
from coprime.search import exact_endings

GAME = coprime.game("daifugo")
RULES = GAME.pure_rules
SETS = [("seed", 4, 7), ("uecda", 5, 5), ("house", 4, 7)]
PRINT = """
from tests.search.test_exact_endings import GAME, exact_endings, small
for view, seat in small("uecda", 5, 3, 4, 2):
    print(exact_endings.bound_listed_actions(GAME, view, seat))
"""


def listed(state, seat):
    out = np.zeros(RULES.MAX_ACTIONS, np.int64)
    return out[:RULES.sound_actions(state, seat, out)].tolist()


def small(preset, seats, seed, cards, wanted):
    """Views from random hands with every card known and at most so many in play."""
    luck, found = random.Random(seed), []
    while len(found) < wanted:
        match = Match(GAME, seats, {**GAME.presets[preset], "match_length": 1}, RULES)
        while not match.over:
            seat = match.to_act()[0]
            if seat == CHANCE:
                match.settle(luck.getrandbits)
                continue
            view = match.view(seat)
            if exact_endings.is_settled(GAME, view, seat) and sum(match.state.cards) <= cards:
                found.append((view, seat))
                break
            match.act(seat, luck.choice(listed(match.state, seat)))
    return found[:wanted]


def searched_through(state, seat, chance):
    """What the seat gets if both play best, chance counted as so much; without any cleverness."""
    seen = {}

    def worth(s):
        if RULES.is_between_hands(s) or not RULES.to_act(s):
            after = np.zeros(32)
            RULES.returns(s, after)
            return after[seat]
        if RULES.to_act(s) == 1 << CHANCE:
            return chance
        key = s.tobytes()
        if key not in seen:
            actor = int(RULES.to_act(s)).bit_length() - 1
            seen[key] = (max if actor == seat else min)(worth(played(s, actor, action)) for action in listed(s, actor))
        return seen[key]

    return worth(state)


def played(s, actor, action):
    after = copy_state(s)
    RULES.apply(after, actor, action)
    return after


@pytest.mark.parametrize(("preset", "seats", "cards"), SETS)
def test_it_says_what_a_search_through_everything_finds(preset, seats, cards, sample_size):
    told, few = 0, 5 if seats == 5 else 15             # with five seats a search takes ten times as long
    for view, seat in small(preset, seats, 1, cards, sample_size(few, 70)):
        judged = exact_endings.bound_listed_actions(GAME, view, seat)
        world = copy_state(view)
        RULES.imagine(world, seat, 2)
        assert [one.action for one in judged] == listed(world, seat)
        for one in judged:
            assert RULES.refusal(world, seat, one.action) == 0
            after = played(world, seat, one.action)
            assert one.least == searched_through(after, seat, -exact_endings.UNBOUNDED)
            assert one.most == searched_through(after, seat, exact_endings.UNBOUNDED)
        told += len({one.least for one in judged}) > 1
    assert told > sample_size(0, 5)             # the choice matters in some of them


def test_settled_means_that_a_view_allows_one_world():
    for preset, seats, _ in SETS:
        for view, seat in small(preset, seats, 5, 30, 12):
            worlds = [copy_state(view) for _ in range(3)]
            for seed, world in enumerate(worlds):
                RULES.imagine(world, seat, seed)
            assert len({world.hand.tobytes() for world in worlds}) == 1


def test_what_is_hidden_is_not_settled():
    match = Match(GAME, 4, {}, RULES)
    match.settle(random.Random(1).getrandbits)
    seat = match.to_act()[0]
    assert not exact_endings.is_settled(GAME, match.view(seat), seat)
    assert exact_endings.bound_listed_actions(GAME, match.view(seat), seat) == []
    assert exact_endings.find_proved_best(GAME, match.view(seat), seat) is None


def test_where_the_limit_is_met_it_is_unknown():
    (view, seat), *_ = [one for one in small("seed", 4, 7, 14, 20) if len(listed(*one)) > 3]
    assert all((one.least, one.most) == (-exact_endings.UNBOUNDED, exact_endings.UNBOUNDED)
               for one in exact_endings.bound_listed_actions(GAME, view, seat, 1))
    assert exact_endings.find_proved_best(GAME, view, seat, 1) is None


def test_best_is_better_than_something_and_no_worse_than_anything():
    named = 0
    for view, seat in small("uecda", 5, 11, 12, 30):
        action = exact_endings.find_proved_best(GAME, view, seat)
        judged = exact_endings.bound_listed_actions(GAME, view, seat)
        worths = {one.action: one.least for one in judged}
        if action is None:
            assert len(set(worths.values())) == 1 or not all(one.is_exact for one in judged)
        else:
            named += 1
            assert worths[action] == max(worths.values()) > min(worths.values())
    assert named > 3


def test_compiled_or_not_it_is_the_same():
    @cache
    def said(plain):
        environment = {**os.environ, "COPRIME_PURE": plain, "PYTHONPATH": os.pathsep.join(sys.path)}
        return subprocess.run([sys.executable, "-c", PRINT], env=environment, capture_output=True, text=True,
                              check=True).stdout

    assert "ActionBounds" in said("1")
    assert said("0") == said("1")
