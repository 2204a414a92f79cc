"""What actions exercise is right or wrong as arithmetic says, in bots' games of every game that tells of it."""

import math
import random
import re

import pytest

import coprime
from coprime.core.practice_items import KINDS
from coprime.core.seats import CHANCE, CLOCK

HAVING = [name for name, game in coprime.all_games().items() if game.practice]
SIGNS = {"×": "*", "−": "-", "+": "+", "÷": "/", "-": "-", ":": "/"}
ENOUGH = 40


def told(name, seed):
    """What a match of bots exercises."""
    game, luck = coprime.game(name), random.Random(seed)
    match = coprime.Match(game, max(2, game.seats[0]) if game.seats[1] > 1 else 1, rules=game.pure_rules)
    for _ in range(400):
        if match.over:
            return
        acting = match.to_act()
        seats = [seat for seat in acting if seat not in (CHANCE, CLOCK)]
        if CHANCE in acting or not seats:
            happens = match.chance(luck.getrandbits) if CHANCE in acting else int(match.rules.deadline(match.state))
            match.act(acting[0], happens)
            continue
        seat, before = luck.choice(seats), match.state.copy()
        action, _ = game.bots.choose(match.view(seat), seat, "casual", luck.getrandbits(62))
        if action is None:
            match.act(CLOCK, int(match.rules.deadline(match.state)))
            continue
        match.act(seat, int(action))
        yield from game.practice.practice_items(before, seat, int(action), match.state)


@pytest.mark.parametrize("name", HAVING)
def test_every_equation_holds_and_right_is_right(name):
    found = []
    for seed in range(12):
        found += told(name, seed)
        if len(found) > ENOUGH:
            break
    assert len(found) > 3, "a game exercises something"
    for one in found:
        assert one.kind in KINDS and isinstance(one.right, bool)
        if one.kind == "prime":
            prime = one.number > 1 and all(one.number % d for d in range(2, math.isqrt(one.number) + 1))
            assert one.right == prime
            assert one.text == str(one.number) if prime or one.number == 1 else holds(one.text)
        elif one.right and re.fullmatch(r"[\d\s=×+−÷]+", one.text):
            assert holds(one.text), one.text
            assert str(one.number) in re.findall(r"\d+", one.text)


def holds(equation):
    one, other = equation.split(" = ")
    values = [eval("".join(SIGNS.get(sign, sign) for sign in side)) for side in (one, other)]
    return values[0] == values[1]


def test_a_composite_that_is_held_for_a_prime_is_told_with_its_factors():
    game = coprime.game("prime_daifugo")
    match = coprime.Match(game, 2, rules=game.pure_rules)
    match.settle(random.Random(1).getrandbits)
    before, action = match.state, game.words.parse("play 5 7")
    (one,) = game.practice.practice_items(before, 0, action, before)
    assert one == ("prime", 57, "57 = 3 × 19", False)
