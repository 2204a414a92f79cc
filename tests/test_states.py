"""Compiled and plain functions work on a state where it lies: alone, a copy, or one of many."""

import enum

import pytest

from coprime.core.match import copy_state, state_at
from coprime.core.registry import all_games, find_game
from coprime.core.state_struct import struct

IT = find_game("prime_daifugo")


@pytest.mark.parametrize("rules", [IT.rules, IT.pure_rules], ids=["compiled", "plain"])
def test_each_state_is_acted_on_where_it_lies(rules):
    many, one = rules.State.new(3), rules.State.new()
    for s in (many[1], one):
        s.seats, s.games_to_win = 2, 1
        rules.begin(s)
    before, copy = one.tobytes(), copy_state(one)
    assert many[1].tobytes() == before == copy.tobytes() and not any(many[0].tobytes() + many[2].tobytes())
    rules.apply(copy, 30, 12345)
    assert one.tobytes() == before != copy.tobytes() and copy_state(copy).tobytes() == copy.tobytes()
    rules.apply(many[1], 30, 12345)
    assert many[1].tobytes() == copy.tobytes() and not any(many[0].tobytes() + many[2].tobytes())
    before, part = many[1].tobytes(), many[1:2]
    rules.redact(part[0], 0)
    assert many[1].tobytes() != before
    row = state_at(many, 2)
    rules.begin(row)
    assert many[2].tobytes() == row.tobytes() and any(row.tobytes()) and not any(many[0].tobytes())


@pytest.mark.parametrize("name", list(all_games()))
def test_both_variants_have_one_class_of_states(name):
    """Of two equal ones Numba would compare all fields at each call."""
    game = find_game(name)
    assert game.pure_rules.State is game.rules.State
    assert game.pure_rules.State.new().dtype is game.rules.State.new(2).dtype is game.rules.State.layout


def test_a_class_of_states_is_shared_by_equal_declarations_alone():
    def declare(size, greatest):
        class State:
            turn: int
            hand: [size]
            RANGES = {"hand": (0, greatest)}
        return struct(State)
    assert declare(3, 9) is declare(3, 9)
    assert len({declare(3, 9), declare(4, 9), declare(3, 8)}) == 3


@pytest.mark.parametrize("name", list(all_games()))
def test_no_two_members_of_an_enum_have_one_number(name):
    """The second would be another name of the first: a refusal with the sentence of another rule."""
    game = find_game(name)
    modules = [module for part in ("state", "rules") if (module := game.load_module(part))]
    enums = {one.__name__: one for module in modules for one in vars(module).values()
             if isinstance(one, type) and issubclass(one, enum.Enum)}
    assert "Refusal" in enums
    for one in enums.values():
        assert list(one.__members__) == [member.name for member in one]
