"""What actions exercise is right or wrong as arithmetic says, in bots' games of every game that tells of it."""

import json
import math
import random
import re
from collections import Counter

import pytest

import coprime
from coprime.classroom.report import practice_from_journal
from coprime.core.options import complete_options, to_json_value
from coprime.core.practice_item import KINDS
from coprime.core.seats import CHANCE, CLOCK
from coprime.table.ports import JournalRow

GAMES = coprime.all_games()
HAVING = [name for name, game in GAMES.items() if game.practice]
# As a teacher may set them: every preset, and every level of a deck.
SETTINGS = [(name, preset) for name in HAVING for preset in GAMES[name].presets.values()] + [
    (name, {"level": level}) for name in HAVING for option in GAMES[name].options if option.name == "level"
    for level in option.values]
SIGNS = {"×": "*", "−": "-", "+": "+", "÷": "/", "-": "-", ":": "/"}
ENOUGH = 40


def seats_for(game, options):
    """The fewest seats for these options, two where there are several."""
    return next(seats for seats in range(min(2, game.seats[1]), game.seats[1] + 1) if seats >= game.seats[0]
                and not game.conflict(seats, complete_options(game.options, seats, options)))


def told(name, seed, options=None):
    """What a match of bots exercises."""
    game, luck = coprime.game(name), random.Random(seed)
    match = coprime.Match(game, seats_for(game, options or {}), options, game.pure_rules)
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


def test_every_game_exercises_something():
    assert HAVING == list(GAMES)


@pytest.mark.parametrize(("name", "options"), SETTINGS, ids=str)
def test_something_is_exercised_with_every_preset_and_level(name, options):
    assert any(next(iter(told(name, seed, options)), None) for seed in range(6))


def holds(equation):
    one, other = equation.split(" = ")
    values = [eval("".join(SIGNS.get(sign, sign) for sign in side)) for side in (one, other)]
    return values[0] == values[1]


@pytest.mark.parametrize("name", GAMES)
def test_the_journal_of_a_match_tells_who_has_done_how_much(name):
    game, luck = coprime.game(name), random.Random(3)
    match = coprime.Match(game, seats_for(game, {}), None, game.pure_rules)
    options = {option: to_json_value(value) for option, value in match.options.items()}
    head = {"seats": match.seats, "options": options, "players": [[seat, "P"] for seat in range(match.seats)]}
    rows, moves = [JournalRow(1, 1, "start", json.dumps(head), "")], Counter()
    while not match.over and len(rows) < 60:
        match.settle(luck.getrandbits)
        for seat, action in [(seat, int(action)) for seat, action, *_ in match.events][len(rows) - 1:]:
            actor = {CHANCE: "chance", CLOCK: "clock"}.get(seat, str(seat))
            rows.append(JournalRow(len(rows) + 1, 1, actor, str(action), ""))
        seats = [seat for seat in match.to_act() if seat < match.seats]
        if not seats:
            break
        seat = luck.choice(seats)
        action = luck.choice(match.sound_actions(seat))
        match.act(seat, action)
        rows.append(JournalRow(len(rows) + 1, 1, str(seat), game.words.label(action), f"{seat}:{len(rows)}"))
        moves[seat] += 1
    found = practice_from_journal(name, rows)
    assert found.moves == moves
    assert {who for who, _ in found.items} <= set(moves)


def test_a_composite_that_is_held_for_a_prime_is_told_with_its_factors():
    game = coprime.game("prime_daifugo")
    match = coprime.Match(game, 2, rules=game.pure_rules)
    match.settle(random.Random(1).getrandbits)
    before, action = match.state, game.words.parse("play 5 7")
    (one,) = game.practice.practice_items(before, 0, action, before)
    assert one == ("prime", 57, "57 = 3 × 19", False)
