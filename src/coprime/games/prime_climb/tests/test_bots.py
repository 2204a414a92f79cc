"""Bots, hints, and what a position is worth."""

import hashlib
import random

import numpy as np
import pytest

import coprime
from coprime.core.kernel import import_pure
from coprime.core.match import draw_chance
from coprime.games.prime_climb import board_and_card_data
from coprime.testing.laws import RandomWalk, random_options

from .test_rules import NAMES, RULES, WORDS, Phase, landed, rules, table

GAME = coprime.game("prime_climb")
BOTS = GAME.bots


def test_bots_play_what_is_not_refused():
    for seed in range(10):
        seats, options = random_options(GAME, random.Random(seed))
        for n, s in enumerate(RandomWalk(GAME, RULES, seats, options, seed).walk_positions(60)):
            if s.phase in (Phase.MOVE, Phase.CARD) and n % 3 == 0:
                for level in BOTS.LEVELS:
                    action, after = BOTS.choose(s, int(s.turn), level, 5)
                    assert not RULES.refusal(s, s.turn, action) and after == 0


def test_bots_are_deterministic():
    s = table("20 98", "0 50", dice=(7, 10), keepers=["5 clear"])
    for level in BOTS.LEVELS:
        assert BOTS.choose(s, 0, level, 5) == BOTS.choose(s.copy(), 0, level, 5)


@pytest.mark.parametrize("level", BOTS.LEVELS)
def test_bots_take_a_win(level):
    action, _ = BOTS.choose(table("97 home", "0 0", dice=(9, 10), keepers=["4"]), 0, level, 1)
    assert WORDS.label(action) == "keeper a+4"


def test_casual_uses_both_numbers_together():
    s, labels = table("20 98", "0 0", dice=(7, 10)), []
    while s.phase == Phase.MOVE:
        action, _ = BOTS.choose(s, 0, "casual", 1)
        labels.append(WORDS.label(action))
        RULES.apply(s, 0, action)
    assert labels in (["b-7", "b+10"], ["b+10", "b-7"]) or rules.has_won(s, 0) or 102 in s.pawn[:2]


def behind(s, pawn):
    """How many spaces of its route a pawn has behind it, counted along the route."""
    if s.pawn[pawn] == board_and_card_data.HOME:
        return 101
    way = [range(102), range(101, -1, -1), [*range(102), *range(100, -1, -1)]][int(s.route)]
    begin = 101 * (int(s.back) >> pawn & 1)
    return begin + list(way[begin:]).index(s.pawn[pawn])


@pytest.mark.parametrize("route", ["climb", "there_and_back", "decline"])
def test_novice_counts_the_spaces_that_an_action_gains_on_its_route(route):
    ratings, stack, seen = import_pure("coprime.games.prime_climb.action_ratings"), RULES.State.new(2), 0
    walk = RandomWalk(GAME, RULES, 2, GAME.check_options(2, {"route": route}), 4)
    for s in walk.walk_positions(300):
        if s.phase not in (Phase.MOVE, Phase.CARD):
            continue
        actions, seat = np.zeros(RULES.MAX_ACTIONS, np.int64), int(s.turn)
        for action in actions[:RULES.sound_actions(s, seat, actions)]:
            own = range(2 * seat, 2 * seat + 2)
            after = s.copy()
            rules.apply_move(after, seat, action) if s.phase == Phase.MOVE else RULES.apply(after, seat, action)
            expected = sum(behind(after, pawn) - behind(s, pawn) for pawn in own)
            if ratings.is_keeper_verb(rules.verb_of(action)):
                expected = ratings.KEEPER_GAIN
            assert ratings.spaces_gained(s, seat, action, stack) == expected
            seen += expected != 0
    assert seen > 300


def test_casual_beats_novice():
    won = 0
    for game in range(8):
        levels, luck = ("casual", "novice") if game % 2 else ("novice", "casual"), random.Random(game)
        s = GAME.new_state(2, {}, RULES)
        while RULES.to_act(s):
            seat = int(RULES.to_act(s)).bit_length() - 1
            action = draw_chance(RULES, s, luck.getrandbits) if seat > 4 else BOTS.choose(
                s, seat, levels[seat], luck.getrandbits(60))[0]
            RULES.apply(s, seat, action)
        won += levels[s.place.tolist().index(1)] == "casual"
    assert won >= 5


def test_hints_lead_to_the_answer():
    rungs = GAME.hints.ladder(table("26 4", "78 51", dice=(3, 9)), 0, NAMES)
    assert len(rungs) == 3 and rungs[1].startswith("Used well, your numbers leave") and "=" in rungs[2]
    assert GAME.hints.ladder(table("99 home", "0 0", dice=(2, 3)), 0, NAMES)[0].startswith("A pawn can come home")
    assert len(GAME.hints.ladder(landed("send", 31, "60 64"), 0, NAMES)) == 2
    assert len(GAME.hints.ladder(table("26 4", "78 51"), 0, NAMES)) == 1


def test_hints_everywhere():
    for seed in range(6):
        seats, options = random_options(GAME, random.Random(seed))
        for n, s in enumerate(RandomWalk(GAME, RULES, seats, options, seed).walk_positions(60)):
            if n % 5 == 0:
                assert all(rung.endswith((".", "!", "?")) for rung in GAME.hints.ladder(s, int(s.turn), NAMES))


# What a position is worth.

def heuristics():
    from coprime.games.prime_climb import heuristics as compiled
    return compiled


def worth(s):
    out = np.zeros(4)
    states = RULES.State.new(1)
    states[0] = s
    heuristics().evaluate(states[0], out)
    return out[:s.seats].tolist()


def test_the_data_is_the_one_that_was_compiled():
    assert hashlib.blake2b(board_and_card_data.ROLLS_FILE.read_bytes(), digest_size=8).hexdigest() == heuristics().DATA


def test_worth_is_on_the_scale_of_returns(sample_size):
    for seed in range(sample_size(12, 30)):
        seats, options = random_options(GAME, random.Random(seed))
        walk, out = RandomWalk(GAME, GAME.rules, seats, options, seed), np.zeros(seats)
        for s in walk.walk_positions(300):
            if s.phase > Phase.OPENING:
                values = worth(s)
                assert all(-1 - 1e-9 <= value <= 1 + 1e-9 for value in values) and (
                    seats == 1 or abs(sum(values)) < 1e-9)
            if s.phase == Phase.OVER:
                RULES.returns(s, out)
                assert worth(s) == out.tolist()


def test_worth_knows_what_is_better():
    near, far = worth(table("99 home", "20 30")), worth(table("20 30", "99 home"))
    assert near[0] > 0.5 > far[0] and near[1] < -0.5
    assert worth(table("50 60", "50 60", keepers=["5"]))[0] > worth(table("50 60", "50 60"))[0]
    assert worth(table("99 home", "0 0", "0 0", play_on="on"))[0] > 0


def test_plan_finds_the_best_turn():
    plain, traversal = (import_pure(f"coprime.games.prime_climb.{name}") for name in ("heuristics", "turn_traversal"))
    stack, lists = traversal.make_workspace()
    seen, out = np.zeros(plain.TABLE_SIZE, np.int64), np.zeros(4)
    s = RULES.State.new(1)
    s[0] = table("64 home", "0 0", dice=(4, 4))
    path = []
    while s[0].phase == Phase.MOVE:
        action = plain.plan_turn(s[0], 0, stack, lists, seen, out)
        path.append(WORDS.label(int(action)))
        RULES.apply(s[0], 0, action)
    assert len(path) == 4 and plain.ROLLS[0, 0, s[0].pawn[0], 102] < 3.6
