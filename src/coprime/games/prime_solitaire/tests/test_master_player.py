"""The player that has learnt: what it expects, what it may know, and that learning can be done again."""

import random

import numpy as np
import pytest

from coprime.core.kernel import import_pure

from .test_player import other_world, position, wanted
from .test_rules import RULES, deal, moves, table

guided = import_pure("coprime.games.prime_solitaire.expert.search")
windows = import_pure("coprime.games.prime_solitaire.expert.expected_windows")
worth = import_pure("coprime.games.prime_solitaire.expert.value_network")
learnt = import_pure("coprime.games.prime_solitaire.expert.network_files")


def work(ahead=6):
    return guided.make_workspace(learnt.load_net(), ahead)


def test_windows_are_those_of_chances_and_two_of_a_kind_count_twice():
    w, chance = work(), random.Random(3)
    for made in (0, 30, 60):
        s = position(made, chance)
        alone, together = wanted(s)
        windows.list_windows(s, w)
        windows.update_windows(s.card, s.there, s.left, w)
        for place in range(guided.PLACES):
            if s.there >> place & 1:
                assert w.alone[place] == pytest.approx(alone[place])
                others = [other for other in range(guided.PLACES) if s.there >> other & 1 and other != place]
                twice = [1 + (s.card[other] == s.card[place]) for other in others]
                assert w.together[place, others] == pytest.approx(together[place, others] * twice)


def test_inputs_lie_where_they_belong():
    w, s = work(), position(40, random.Random(5))
    windows.list_windows(s, w)
    windows.update_windows(s.card, s.there, s.left, w)
    m = worth.gather_inputs(s.foundation, s.card, s.there, s.stack, s.height, s.left, w)
    assert m <= worth.WIDEST and len(set(w.at[m - worth.FIGURED:m])) == worth.FIGURED
    assert 0 <= w.at[:m].min() and w.at[:m].max() < worth.INPUTS and np.isfinite(w.much[:m]).all()


def test_what_clears_the_foundation_is_taken():
    w, s = work(), table("51 3 17", pile="2 3 5", level=5)
    assert moves(s)[1] == guided.choose_action(s, 20, w, 1)[0]


def test_the_player_depends_on_the_view_alone():
    w, chance = work(), random.Random(5)
    for made in (20, 40):
        s = position(made, chance)
        found = {int(guided.choose_action(other_world(s, seed), 8, w, 7)[0]) for seed in range(3)}
        blank = s.copy()
        RULES.redact(blank, 0)
        assert found == {int(guided.choose_action(blank, 8, w, 7)[0])} and found < set(moves(s))


def test_it_knows_what_it_has_learnt():
    s = deal(1)
    assert guided.is_trained_for(s)
    for field, other in (("level", 2), ("foundation", 1), ("rows", 4)):
        changed = s.copy()
        changed[field] = other
        assert not guided.is_trained_for(changed)


def test_it_plays_better_than_by_counting():
    """Its first thoughts win 48 % of level 6, those of the player by chances 42 % (docs/strength)."""
    from coprime.games.prime_solitaire import deal_solver, sequential_halving_player
    from coprime.games.prime_solitaire.expert import network_files as kept
    from coprime.games.prime_solitaire.expert import search as compiled

    w, d = compiled.make_workspace(kept.load_net()), sequential_halving_player.make_workspace()
    wins = [sum(bool(play(deal_solver.deal_position(6, 0, 0, number), 0, room, 1)) for number in range(1001, 2001))
            for play, room in ((sequential_halving_player.play_game, d), (compiled.play_game, w))]
    assert wins[1] > wins[0] + 20
