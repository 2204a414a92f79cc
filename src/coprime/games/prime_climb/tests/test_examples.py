"""The worked examples of the rules' page, tried by the rules."""

import pytest

from coprime.core.numbers import prime_factors
from coprime.games.prime_climb import board_and_card_data as cards
from coprime.games.prime_climb.figures import draw_notation as figure
from coprime.games.prime_climb.tests.test_rules import GAME, Refusal, do, pawns, table, why
from coprime.testing import rulebook

VERBS = {"+": "+", "−": "-", "×": "*", "÷": "/"}


def moved(case):
    """`14 × d3 → 42`: a pawn there, the number on a die, and where it comes to."""
    space, sign, die, *to = [name for name in case.drawn if name != "→"]
    n = int(die[1:])
    s = table(f"{space} 0", "0 0", dice=(n, 1 if n > 1 else 2))
    label = f"a{VERBS[sign]}{n}"
    if why(s, label) != Refusal.NONE:
        assert not to
        return False
    after = pawns(do(s, label))[0]
    assert to == ["101" if after == "home" else str(after)]
    return True


def in_colours(case):
    """The rings of both sides of a multiplication or division are the same."""
    space, sign, die, to = [name for name in case.drawn if name != "→"]
    more = prime_factors(int(die[1:]))
    small, large = (space, to) if sign == "×" else (to, space)
    assert sorted(figure(small)["factors"] + more) == figure(large)["factors"]
    return moved(case)


def is_red(case):
    """Whether the space draws a card."""
    return bool(cards.RED_BITS[int(case.drawn[0])])


def bumps(case):
    """`A 42 B`: your pawn comes to where somebody else's stands."""
    (space,) = [name for name in case.drawn if name.isdigit()]
    at = int(space)
    s = do(table(f"{at + 4} {at + 30}", f"{at} 90", dice=(3, 1)), "a-3", "a-1")
    assert pawns(s)[0] == at
    return pawns(s, 1)[0] == 0 and at != 0


TRIES = {"move": moved, "colours": in_colours, "red": is_red, "bump": bumps}


@pytest.mark.parametrize(("kind", "case"), rulebook.list_worked_cases(GAME.folder))
def test_examples(kind, case):
    rulebook.check_case(case, TRIES[kind])
