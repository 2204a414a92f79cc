"""The strongest player: by a clock or by so many imagined games, and from the view alone."""

import random
import time

import pytest

from coprime.core.kernel import import_pure

from .test_player import other_world, position
from .test_rules import GAME, RULES, moves, table

master = import_pure("coprime.games.prime_solitaire.expert")


@pytest.fixture
def plainly(monkeypatch):
    """The uncompiled player: nothing has to be compiled."""
    rooms = ("sequential_halving_player", "deal_solver", "expert.search", "expert.network_files")
    found = tuple(import_pure(f"coprime.games.prime_solitaire.{name}") for name in rooms)
    monkeypatch.setattr(master, "import_compiled", lambda: found)


def test_the_bots_find_it():
    assert GAME.load_module("expert").choose.__name__ == "choose"


def test_the_same_arguments_give_the_same_action(plainly):
    chance = random.Random(5)
    s = position(40, chance)
    blank = s.copy()
    RULES.redact(blank, 0)
    found = {master.choose(world, 0, 7, iterations=8) for world in (s, blank, other_world(s, 1), other_world(s, 2))}
    assert len(found) == 1 and found < set(moves(s))


def test_a_clock_is_kept(plainly):
    s = table("51 17 3 6 2", pile="2 3 2 6 12 2 4", level=5)
    start = time.perf_counter()
    assert master.choose(s, 0, 1, ms=300) in moves(s)
    assert time.perf_counter() - start < 1.5


def test_it_is_made_once():
    master.warm()
    assert master.is_ready()
    s = position(40, random.Random(5))
    assert master.choose(s, 0, 7, iterations=64) == master.choose(s, 0, 7, iterations=64)
