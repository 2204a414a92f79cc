"""A view as an ordinary object says the same as the record: to words, to hints, to bots."""

import random

import pytest

from coprime.core.attr_view import to_object
from coprime.core.registry import all_games, find_game
from coprime.core.seats import CHANCE
from coprime.testing.laws import RandomWalk, random_options, view_of

POSITIONS = 8


@pytest.mark.parametrize("name", list(all_games()))
def test_loose_views_are_read_like_records(name):
    it = find_game(name)
    seats, options = random_options(it, random.Random(8))
    walk = RandomWalk(it, it.pure_rules, seats, options, 8)
    names, looked = [f"P{seat}" for seat in range(seats)], 0
    for state in walk.walk_positions(400):
        acting = [seat for seat in walk.acting_seats() if seat < CHANCE]
        if looked == POSITIONS or not acting or walk.random.random() < 0.5:
            continue
        looked += 1
        seat = acting[0]
        view = view_of(walk.rules, state, seat)
        assert it.words.scene(to_object(view), seat, names) == it.words.scene(view, seat, names)
        assert it.hint_sentences(to_object(view), seat, names) == it.hint_sentences(view, seat, names)
        for level in it.bots.LEVELS:
            assert it.bots.choose(to_object(view), seat, level, 5) == it.bots.choose(view, seat, level, 5)
    assert looked
