"""The laws and checks of every game, held for this one while it is a preview and in no list of games."""

import pytest

from coprime.core.registry import find_game
from coprime.testing import game as checks

GAME = find_game("sosu_daifugo")


@pytest.mark.parametrize("check", checks.UNCOMPILED, ids=lambda check: check.__name__)
def test_check(check):
    check(GAME)


@pytest.mark.compiled
def test_laws_of_the_compiled_rules():
    checks.laws_compiled(GAME, 6)
    checks.counts_are_right(GAME)
    checks.matches_end(GAME, 100)
