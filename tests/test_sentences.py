"""One voice in the house: what the sentence over a table begins with."""

import random

import pytest

from coprime.core.messages import as_read
from coprime.core.seats import CHANCE
from coprime.core.shelf import game, games
from coprime.testing.laws import Walk, random_options, view_of

YOURS = "Your turn."


@pytest.mark.parametrize("name", list(games()))
def test_on_ones_turn_the_sentence_says_so_first(name):
    """Where all play at once nobody has a turn; and whoever is asked in another's turn reads what about."""
    it = game(name)
    for seed in range(3):
        seats, options = random_options(it, random.Random(seed))
        walk = Walk(it, it.plain_rules, seats, options, seed)
        names = [f"P{seat}" for seat in range(seats)]
        for state in walk.positions(60):
            acting = [seat for seat in walk.actors() if seat < CHANCE]
            for seat in range(seats):
                asked = it.words.scene(view_of(walk.rules, state, seat), seat, names)["ask"]
                if acting == [seat] and int(getattr(state, "turn", -1)) == seat:
                    assert asked.startswith(YOURS)
                if seat not in acting:
                    assert not asked.startswith(YOURS)


def test_ones_own_name_is_you():
    assert as_read(["Ada", "Bo"], 1, "you") == ["Ada", "you"]
    assert as_read(["Ada", "Bo"], 7, "you") == ["Ada", "Bo"]
