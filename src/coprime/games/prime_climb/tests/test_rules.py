"""rules.md, rule by rule.  A test is named after the rule it proves."""

from itertools import permutations, product

import numpy as np
import pytest

import coprime
from coprime.core.errors import BadInput, Refused
from coprime.core.seats import CHANCE
from coprime.games.prime_climb import board_and_card_data as cards

GAME = coprime.game("prime_climb")
RULES, WORDS = GAME.pure_rules, GAME.words
rules = RULES.module
Refusal, Phase, Verb = rules.Refusal, rules.Phase, rules.Verb
HOME, NAMES = cards.HOME, ["Ada", "Heron", "Otter", "Finch"]
KIND = {**{str(n): n for n in range(1, 10)}, "clear": 10, "limit": 11, "again": 12, "fifty": 13, "double": 14,
        "advance": 15, "back": 16, "reverse": 17, "swap": 18, "send": 19, "steal": 20}


def bag(text):
    return sum(1 << 3 * KIND[name] for name in text.split())


def table(*players, turn=0, dice=None, keepers=(), discard="", limited=(), **options):
    """A position before a roll: table("14 3", "home 50v", dice=(3, 9), keepers=["4 clear"]).

    A `v` marks a pawn on the way back.  With `dice` they are rolled.
    """
    s = GAME.new_state(len(players), options, RULES)
    s.turn = turn
    for pawn, text in enumerate(" ".join(players).split()):
        s.pawn[pawn] = HOME if text == "home" else int(text.strip("v"))
        s.back |= ("v" in text) << pawn
    for seat, held in enumerate(keepers):
        s.keepers[seat] = bag(held)
    s.discard = bag(discard)
    s.stock -= s.discard + sum(int(hand) for hand in s.keepers)
    s.limited = sum(1 << seat for seat in limited)
    rules.start_turn(s)
    return roll(s, *dice) if dice else s


def chance(s, action):
    assert RULES.to_act(s) == 1 << CHANCE
    assert not RULES.refusal(s, CHANCE, action)
    RULES.apply(s, CHANCE, action)
    return s


def roll(s, one, other):
    return chance(s, 100 * min(one, other) + max(one, other))


def draw(s, kind):
    assert s.phase == Phase.DRAW
    return chance(s, KIND[kind])


def do(s, *labels):
    """Carry out actions of whoever is on turn."""
    for text in labels:
        action = WORDS.parse(text)
        reason = RULES.refusal(s, s.turn, action)
        assert not reason, f"{text}: {WORDS.explain_refusal(reason)}"
        RULES.apply(s, s.turn, action)
    return s


def why(s, text):
    """Why an action of the player on turn is refused, NONE when it is not."""
    return Refusal(RULES.refusal(s, s.turn, WORDS.parse(text)))


def moves(s):
    out = np.zeros(RULES.MAX_ACTIONS, np.int64)
    return [WORDS.label(int(a)) for a in out[:RULES.sound_actions(s, s.turn, out)]]


def pawns(s, seat=0):
    return ["home" if space == HOME else int(space) for space in s.pawn[2 * seat:2 * seat + 2]]


def hand(s, seat=0):
    both = int(s.keepers[seat]) + (int(s.fresh) if seat == s.turn else 0)
    return [name for name, kind in KIND.items() if both >> 3 * kind & 7]


def ends(s, pawn=0):
    """Where a pawn can end the Move phase."""
    if s.phase != Phase.MOVE or s.turn != 0 or not s.left.sum():
        return {pawns(s)[pawn]}
    found = set()
    for text in moves(s):
        t = s.copy()
        rules.apply_move(t, 0, WORDS.parse(text))
        found |= ends(t, pawn)
    return found


def turn_of(s, seat=0):
    """The turn has come to a seat, which is to roll."""
    return s.phase == Phase.ROLL and s.turn == seat


# The board.

def test_CL_1_spaces_and_their_factors():
    spaces = WORDS.static_board_scene()["spaces"]
    assert [space["number"] for space in spaces] == list(range(102))
    assert spaces[0]["factors"] == spaces[1]["factors"] == [] and spaces[84]["factors"] == [2, 2, 3, 7]
    assert all(np.prod(space["factors"]) == space["number"] for space in spaces[2:])
    assert all(sum(p > 10 for p in space["factors"]) <= 1 for space in spaces)


def test_CL_2_red_spaces():
    red = [space["number"] for space in WORDS.static_board_scene()["spaces"] if space["red"]]
    assert red == [11, 13, 17, 19, 23, 29, 31, 37, 41, 43, 47, 53, 59, 61, 67, 71, 73, 79, 83, 89, 97]


def test_CL_21_colours_join_and_part():
    board = WORDS.static_board_scene()
    factors = [space["factors"] for space in board["spaces"]]
    assert sorted(factors[14] + factors[3]) == factors[42]
    assert sorted(factors[21] + factors[4]) == factors[84]
    assert board["table"][6][7] == 56 and board["spaces"][26]["red"] is False
    assert [key["colour"] for key in board["key"]] == ["grey", "orange", "green", "blue", "purple", "red"]


def test_CL_21_partly_red_draws_nothing():
    assert turn_of(do(table("20 50", "0 0", dice=(5, 1)), "a+5", "a+1"), 1)


# Roll and Move.

def test_CL_3_two_numbers_each_used_once():
    s = table("14 30", "0 0", dice=(3, 9))
    do(s, "a-3")
    assert why(s, "a-3") == Refusal.NO_NUMBER and why(s, "b-3") == Refusal.NO_NUMBER
    assert why(s, "a+9") == Refusal.NONE and why(s, "done") == Refusal.NUMBERS_LEFT


def test_CL_3_doubles_four_times():
    s = table("0 0", "0 0", dice=(5, 5))
    assert turn_of(do(s, "a+5", "a*5", "a-5", "a*5"), 1) and pawns(s) == [100, 0]


def test_CL_3_doubles_twice_as_an_option():
    s = table("0 0", "0 0", dice=(5, 5), doubles=2)
    assert turn_of(do(s, "a+5", "a*5"), 1) and pawns(s) == [25, 0]


def test_CL_3_the_throws_and_their_chances():
    out, weight = np.zeros(128, np.int64), np.zeros(128)
    n = RULES.chance_outcomes(table("0 0", "0 0"), out, weight)
    thrown = [100 * min(a, b) + max(a, b) for a, b in product(range(1, 11), repeat=2)]
    assert {int(face): int(w) for face, w in zip(out[:n], weight[:n], strict=True)} == {
        face: thrown.count(face) for face in thrown}


def test_CL_3_no_other_throw_is_taken():
    s = table("0 0", "0 0")
    assert all(RULES.refusal(s, CHANCE, face) for face in (0, -1, 101 + 10, 1001, 903, 1011, 2**61))


def test_CL_4_examples():
    assert pawns(do(table("14 0", "0 0", dice=(3, 9)), "a-3", "a*9")) == [99, 0]
    assert pawns(do(table("4 26", "0 0", dice=(3, 9)), "a+3", "a*9")) == [63, 26]
    assert pawns(do(table("4 26", "0 0", dice=(3, 9)), "b*3", "b+9")) == [4, 87]
    s = do(table("4 26", "0 0", dice=(3, 9)), "a+9", "b*3")
    assert pawns(s) == [13, 78] and s.phase == Phase.DRAW


def test_CL_4_every_step_stays_on_the_board():
    s = do(table("4 26", "0 0", dice=(3, 9)), "b+9")
    assert why(s, "b*3") == Refusal.ABOVE and why(s, "a/3") == Refusal.NOT_WHOLE
    s = table("4 98", "0 0", dice=(7, 5))
    assert why(s, "a-7") == Refusal.BELOW and why(s, "b+7") == Refusal.ABOVE and why(s, "b/7") == Refusal.NONE


def test_CL_4_from_0_multiplying_and_dividing_stay():
    s = table("0 50", "0 0", dice=(3, 9))
    assert pawns(do(s, "a*3", "a/9")) == [0, 50] and turn_of(s, 1)


def test_CL_4_times_and_by_one_stay():
    s = do(table("40 50", "0 0", dice=(1, 1)), "a*1", "a/1", "b*1", "b/1")
    assert pawns(s) == [40, 50] and turn_of(s, 1)


def test_CL_4_undoing_is_legal():
    s = do(table("95 50", "0 0", dice=(9, 9)), "a-9", "a+9", "b+9", "b-9")
    assert pawns(s) == [95, 50] and turn_of(s, 1)


def test_CL_4_opening_with_one_pawn():
    assert {90, 19} <= ends(table("0 0", "0 0", dice=(9, 10)))


def test_CL_4_examples_of_ends():
    assert ends(table("98 home", "0 0", dice=(7, 7), doubles=2)) >= {98, 84}
    assert {72, 80, 56, 48, 64, 96} <= ends(table("64 home", "0 0", dice=(4, 4)))
    assert {93, 30, 87} <= ends(table("83 home", "0 0", dice=(3, 7)))


def test_CL_4_from_98_a_7_leads_only_back():
    s = table("98 home", "0 0", dice=(7, 1))
    assert {text for text in moves(s) if text.endswith("7")} == {"a-7", "a/7"}
    assert pawns(do(s.copy(), "a-7"))[0] == 91 and pawns(do(s, "a/7"))[0] == 14


def test_CL_4_from_64_to_16_20_24_96():
    s = table("64 home", "0 0", dice=(4, 4))
    assert [pawns(do(s, text))[0] for text in ("a/4", "a+4", "a+4", "a*4")] == [16, 20, 24, 96]


def test_CL_5_a_number_without_a_use_is_spent():
    s = table("3 5", "0 0", dice=(7, 1), limited=[0])
    assert {text for text in moves(s) if "7" in text} == {"spend 7 a", "spend 7 b"}
    assert why(s, "lose 7") == Refusal.ZERO_IS_NO_GOAL
    assert pawns(do(s, "spend 7 b")) == [3, 0]
    assert why(s, "spend 1 a") == Refusal.HAS_A_USE


def test_CL_5_the_order_is_free_even_if_another_would_have_uses():
    s = table("9 5", "0 0", dice=(8, 3), limited=[0])
    do(s, "a-3")
    assert why(s, "a-8") == Refusal.BELOW and pawns(do(s, "spend 8 a")) == [0, 5]


def test_CL_5_a_pawn_on_0_divides():
    s = table("0 3", "0 0", dice=(7, 8), limited=[0])
    assert {text for text in moves(s) if "7" in text} == {"a/7"} and why(s, "spend 7 b") == Refusal.HAS_A_USE


def test_CL_5_where_0_is_the_goal_the_number_is_lost():
    s = table("3 5", "101 101", dice=(7, 7), limited=[0], route="decline")
    assert moves(s) == ["lose 7"] and why(s, "spend 7 a") == Refusal.ZERO_IS_GOAL
    assert turn_of(do(s, *["lose 7"] * 4), 1) and pawns(s) == [3, 5]
    s = table("3v 5v", "0 0", dice=(7, 7), limited=[0], route="there_and_back")
    assert moves(s) == ["lose 7"]


def test_CL_5_with_one_pawn_out_and_one_on_the_way_back():
    s = table("3v 5", "0 0", dice=(7, 7), limited=[0], route="there_and_back", sprint="on")
    assert moves(s) == ["spend 7 b", "lose 7"]


def test_CL_5_without_the_card_every_number_has_a_use():
    s = table("0 0", "0 0")
    for p, q, d in product(range(101), [0, 51, 97, HOME], range(1, 11)):
        s.pawn[0], s.pawn[1] = p, q
        assert rules.has_use(s, 0, d)


# Bump.

def test_CL_6_passing_and_pausing_do_nothing():
    s = do(table("78 0", "42 0", dice=(2, 2)), "a+2", "a/2", "a+2", "a+2")
    assert pawns(s) == [44, 0] and pawns(s, 1) == [42, 0]
    s = do(table("31 0", "33 0", "37 0", dice=(2, 4)), "a+2", "a+4")
    assert pawns(s, 1) == [33, 0] and pawns(s, 2) == [0, 0]


def test_CL_7_bump():
    s = do(table("78 0", "42 0", dice=(2, 2)), "a+2", "a+2", "a+2", "a/2")
    assert pawns(s) == [42, 0] and pawns(s, 1) == [0, 0]


def test_CL_7_both_pawns_bump():
    s = do(table("40 50", "42 54", dice=(2, 4)), "a+2", "b+4")
    assert pawns(s, 1) == [0, 0]


def test_CL_7_nobody_is_bumped_on_0():
    s = do(table("3 9", "0 0", dice=(3, 9)), "a-3", "b-9")
    assert pawns(s) == [0, 0] and pawns(s, 1) == [0, 0] and turn_of(s, 1)


def test_CL_7_own_pawns_too():
    s = do(table("0 0", "0 0", dice=(9, 9)), "a+9", "a+9", "b+9", "b+9")
    assert pawns(s) == [0, 18]


def test_CL_22_the_last_arrival_stays():
    assert pawns(do(table("0 0", "0 0", dice=(9, 9)), "b+9", "b+9", "a+9", "a+9")) == [18, 0]
    assert pawns(do(table("20 16", "0 0", dice=(2, 2)), "b+2", "b+2", "b*2", "b/2")) == [0, 20]


def test_CL_22_staying_by_one_is_no_arrival():
    assert pawns(do(table("20 19", "0 0", dice=(1, 1)), "b+1", "a*1", "a/1", "a*1")) == [0, 20]


def test_CL_22_leaving_and_coming_back_is_an_arrival():
    assert pawns(do(table("20 18", "0 0", dice=(2, 2)), "b+2", "a+2", "a-2", "a*2")) == [40, 20]
    assert pawns(do(table("20 18", "0 0", dice=(1, 2)), "b+2", "a*1")) == [0, 20]
    assert pawns(do(table("20 19", "0 0", dice=(1, 1)), "b+1", "a+1", "a-1", "a/1")) == [20, 0]


def test_CL_22_it_draws_and_a_foreign_pawn_goes_too():
    s = do(table("11 9", "13 40", dice=(2, 4)), "a+2", "b+4")
    assert pawns(s) == [0, 13] and pawns(s, 1) == [0, 40] and s.phase == Phase.DRAW and s.landed == 2


# 101.

def test_CL_8_home_at_once_and_the_rest_to_the_other():
    s = do(table("99 10", "0 0", dice=(2, 5)), "a+2")
    assert pawns(s) == ["home", 10] and why(s, "a+5") == Refusal.PAWN_HOME
    assert pawns(do(s, "b+5")) == ["home", 15] and turn_of(s, 1)


def test_CL_8_the_second_wins_at_once():
    s = do(table("99 home", "0 0", dice=(2, 5)), "a+2")
    assert RULES.to_act(s) == 0 and s.place.tolist() == [1, 0, 0, 0]
    assert returns(s) == [1, -1]


def returns(s):
    out = np.zeros(s.seats)
    RULES.returns(s, out)
    return out.tolist()


def test_CL_8_no_bouncing():
    s = table("99 home", "0 0", dice=(3, 5))
    assert why(s, "a+3") == Refusal.ABOVE
    do(s, "a-3", "a+5")
    assert s.phase == Phase.OVER and s.place[0] == 1


def test_CL_8_101_draws_no_card():
    assert turn_of(do(table("99 50", "0 0", dice=(2, 5)), "a+2", "b+5"), 1)


# Draw.

def test_CL_9_a_new_red_space_draws():
    assert do(table("64 0", "0 0", dice=(2, 3)), "a/2", "a-3").phase == Phase.DRAW
    assert turn_of(do(table("64 0", "0 0", dice=(2, 3)), "a/2", "a*3"), 1)
    assert do(table("78 0", "42 0", dice=(2, 2)), "a/2", "a+2", "a+2", "a-2").phase == Phase.DRAW


def test_CL_9_coming_back_or_staying_does_not():
    assert turn_of(do(table("13 0", "0 0", dice=(2, 2)), "a+2", "a-2", "b+2", "b+2"), 1)
    assert turn_of(do(table("13 20", "0 0", dice=(2, 3)), "b+2", "b+3"), 1)


def test_CL_9_where_the_partner_began_counts():
    s = do(table("13 11", "0 0", dice=(2, 5)), "a+5", "b+2")
    assert pawns(s) == [18, 13] and s.phase == Phase.DRAW and s.landed == 2


def test_CL_9_moved_counts_coming_back():
    there_and_back = ["a+2", "a-2", "b+2", "b+2"]
    assert do(table("13 0", "0 0", dice=(2, 2), draw_rule="moved"), *there_and_back).phase == Phase.DRAW
    assert turn_of(do(table("13 21", "0 0", dice=(1, 3), draw_rule="moved"), "a*1", "b+3"), 1)
    assert do(table("13 20", "0 0", dice=(2, 4), draw_rule="moved"), "a*2", "b-4").landed == 0
    assert do(table("13 25", "0 0", dice=(2, 4), draw_rule="moved"), "b+2", "b-4").landed == 2


def test_CL_9_any_end_counts_standing():
    s = do(table("13 20", "0 0", dice=(2, 3), draw_rule="any_end"), "b+2", "b+3")
    assert s.phase == Phase.DRAW and s.landed == 1


def test_CL_9_one_card_for_two_pawns():
    s = do(table("9 15", "0 0", dice=(2, 4)), "a+2", "b+4")
    assert pawns(s) == [11, 19] and s.phase == Phase.DRAW and s.landed == 3
    assert turn_of(draw(s, "5"), 1) and hand(s) == ["5"]


# Keepers and Actions.

def test_CL_10_a_keeper_waits_for_a_later_turn():
    s = draw(do(table("9 40", "0 0", dice=(2, 4), deck="full", double_time="on"), "a+2"), "5")
    assert s.phase == Phase.MOVE and why(s, "keeper a+5") == Refusal.TOO_FRESH
    s = roll(do(s, "b+4"), 1, 2)
    do(s, "a+1", "b+2")
    assert turn_of(s) and why(roll(s, 8, 10), "keeper a+5") == Refusal.NONE


def test_CL_10_before_between_and_after_the_dice():
    for labels in permutations(["keeper a+5", "a+2", "b+3"]):
        s = do(table("20 41", "0 0", dice=(2, 3), keepers=["5"]), *labels)
        assert pawns(s) == [27, 44] and turn_of(s, 1) and hand(s) == [] and s.discard == bag("5")


def test_CL_10_any_number_of_them():
    s = table("20 40", "0 0", dice=(2, 3), keepers=["5 6 1"])
    do(s, "keeper a+5", "keeper a+1", "a*3", "keeper b-6", "b+2")
    assert pawns(s) == [78, 36] and turn_of(s, 1)


def test_CL_10_wins_before_a_die_is_used():
    s = do(table("97 home", "0 0", dice=(10, 9), keepers=["4"]), "keeper a+4")
    assert s.phase == Phase.OVER and s.place[0] == 1


def test_CL_10_one_must_hold_it():
    s = table("20 40", "0 0", dice=(2, 3), keepers=["5", "4"])
    assert why(s, "keeper a+4") == Refusal.NO_KEEPER and why(s, "clear 0a") == Refusal.NO_KEEPER
    assert why(s, "limit 1") == Refusal.NO_KEEPER


def test_CL_10_an_action_acts_at_once_on_the_pawn_on_red():
    s = draw(do(table("9 40", "0 0", dice=(4, 2)), "a+4", "b+2"), "reverse")
    assert pawns(s) == [31, 42] and turn_of(s, 1) and s.discard == bag("reverse")


def test_CL_10_with_two_on_red_the_player_chooses():
    s = draw(do(table("9 15", "0 0", dice=(4, 2)), "a+4", "b+2"), "reverse")
    assert s.phase == Phase.CARD and moves(s) == ["card a", "card b"] and why(s, "a+4") == Refusal.NOT_NOW
    assert pawns(do(s, "card b")) == [13, 71] and turn_of(s, 1)


def test_CL_10_an_action_bumps_and_draws_nothing_more():
    s = draw(do(table("70 40", "37 0", dice=(3, 2)), "a+3", "b+2"), "reverse")
    assert pawns(s) == [37, 42] and pawns(s, 1) == [0, 0] and turn_of(s, 1)


def test_CL_10_the_discards_become_the_deck():
    s = do(table("9 40", "0 0", dice=(4, 2), discard="5 again"), "a+4", "b+2")
    s.stock = 0
    out, weight = np.zeros(128, np.int64), np.zeros(128)
    assert out[:RULES.chance_outcomes(s, out, weight)].tolist() == [KIND["5"], KIND["again"]]
    draw(s, "5")
    assert s.stock == bag("again") and s.discard == 0 and hand(s) == ["5"]


def test_CL_11_keepers_are_seen_by_all():
    s = table("20 40", "0 0", keepers=["5", "4 clear"])
    shown = WORDS.scene(s, 29, NAMES)["seats"]
    assert [card["kind"] for card in shown[1]["keepers"]] == ["4", "clear"]


def test_CL_12_the_highest_sum_begins():
    s = GAME.new_state(3, {}, RULES)
    for one, other in ((3, 4), (9, 8), (5, 5)):
        roll(s, one, other)
    assert turn_of(s, 1) and s.opening.tolist() == [0] * 4


def test_CL_12_ties_roll_again():
    s = GAME.new_state(3, {}, RULES)
    for one, other in ((9, 8), (3, 4), (7, 10)):
        roll(s, one, other)
    assert s.phase == Phase.OPENING and s.turn == 0
    assert roll(s, 1, 2).turn == 2
    assert turn_of(roll(s, 1, 3), 2)


def test_CL_12_turns_go_clockwise():
    s = GAME.new_state(3, {}, RULES)
    for _ in range(3):
        roll(s, *((9, 8) if s.turn == 1 else (1, 2)))
    order = []
    for _ in range(4):
        order.append(int(s.turn))
        do(roll(s, 1, 2), "a*1", "a*2")
    assert order == [1, 2, 0, 1]


# Number Keepers and the end of the Move phase.

def test_CL_23_only_adds_or_subtracts_on_the_board():
    s = table("99 3", "0 0", dice=(10, 7), keepers=["5"])
    assert [text for text in moves(s) if text.startswith("keeper")] == ["keeper a-5", "keeper b+5"]
    assert why(s, "keeper a+5") == Refusal.ABOVE and why(s, "keeper b-5") == Refusal.BELOW
    with pytest.raises(BadInput):
        WORDS.parse("keeper a*5")


def test_CL_23_bump_and_draw_look_at_where_it_leaves_the_pawn():
    s = do(table("20 40", "29 0", dice=(2, 3), keepers=["5"]), "a+2", "b+3", "keeper a+5")
    assert pawns(s) == [27, 43] and s.phase == Phase.DRAW and s.landed == 2
    s = do(table("20 40", "29 0", dice=(2, 2), keepers=["5"]), "a+2", "a+2", "b+2", "b+2", "keeper a+5")
    assert pawns(s) == [29, 44] and pawns(s, 1) == [0, 0] and s.phase == Phase.DRAW


def test_CL_23_it_may_bring_either_pawn_home():
    s = do(table("97 10", "0 0", dice=(2, 3), keepers=["4"]), "keeper a+4")
    assert pawns(s) == ["home", 10] and s.phase == Phase.MOVE


def test_CL_23_with_a_keeper_left_the_player_says_when():
    s = do(table("20 40", "0 0", dice=(2, 3), keepers=["5"]), "a+2", "b+3")
    assert s.phase == Phase.MOVE and s.turn == 0
    assert moves(s) == ["keeper a+5", "keeper a-5", "keeper b+5", "keeper b-5", "done"]
    assert do(s, "done").phase == Phase.DRAW


def test_CL_23_at_once_if_none_can_be_played():
    assert turn_of(do(table("20 40", "0 0", dice=(2, 4)), "a+2", "b+4"), 1)
    s = do(table("3 2", "0 0", dice=(1, 2), keepers=["9"], limited=[0]), "b-2", "a-1")
    assert turn_of(s, 1) and hand(s) == ["9"]


# Cards.

def test_the_24_cards():
    counts = dict(cards.CARDS)
    assert sum(counts.values()) == 24 and sum(counts[kind] for kind in range(1, 12)) == 13
    assert sum(n for kind, n in counts.items() if kind >= 12) == 11 and counts[cards.AGAIN] == 3


def landed(kind, space, *others, **options):
    """A card drawn by a pawn that has just come to a red space."""
    s = table(f"{space - 1 if space != 11 else 10} 0", *(others or ("0 0",)), dice=(1, 1), **options)
    do(s, "a+1", "a*1", "a/1", "b*1")
    return draw(do(s, "done") if s.phase == Phase.MOVE else s, kind)


REVERSALS = {11: 11, 13: 31, 17: 71, 19: 91, 23: 32, 29: 92, 31: 13, 37: 73, 41: 14, 43: 34, 47: 74, 53: 35, 59: 95,
             61: 16, 67: 76, 71: 17, 73: 37, 79: 97, 83: 38, 89: 98, 97: 79}


@pytest.mark.parametrize("space", REVERSALS)
def test_digit_reversal(space):
    s = landed("reverse", space)
    assert pawns(s) == [REVERSALS[space], 0] and turn_of(s, 1)


@pytest.mark.parametrize("space", REVERSALS)
def test_fifty_and_double_are_always_legal(space):
    assert pawns(landed("fifty", space))[0] == (space + 50 if space < 50 else space - 50)
    assert pawns(landed("double", space))[0] == (2 * space if space < 50 else space - 10)


@pytest.mark.parametrize("space", REVERSALS)
def test_no_action_reaches_101(space):
    for kind in ("fifty", "double", "reverse", "advance", "back"):
        assert 0 < pawns(landed(kind, space, "100 99"))[0] < 101


def test_advance_to_the_nearest_ahead():
    s = landed("advance", 31, "60 40", "80 20")
    assert pawns(s) == [40, 0] and pawns(s, 1) == [60, 0] and pawns(s, 2) == [80, 20]


def test_advance_the_front_pawn_does_nothing():
    s = landed("advance", 97, "60 40")
    assert pawns(s) == [97, 0] and pawns(s, 1) == [60, 40] and turn_of(s, 1)


def test_advance_may_meet_the_own_pawn():
    s = draw(do(table("30 40", "60 0", dice=(1, 1)), "a+1", "a*1", "a*1", "b*1"), "advance")
    assert pawns(s) == [40, 0] and pawns(s, 1) == [60, 0]


def test_back_to_the_nearest_behind_even_the_own_one():
    s = draw(do(table("30 20", "60 0", dice=(1, 1)), "a+1", "a*1", "a*1", "b*1"), "back")
    assert pawns(s) == [20, 0]
    s = landed("back", 31, "15 20")
    assert pawns(s) == [20, 0] and pawns(s, 1) == [15, 0]


def test_back_pawns_on_0_are_no_target():
    s = landed("back", 31, "60 0")
    assert pawns(s) == [31, 0] and turn_of(s, 1)


def test_swap_any_two_pawns_start_included_home_not():
    s = landed("swap", 31, "60 home")
    assert moves(s) == ["swap 0a 0b", "swap 0a 1a", "swap 0b 1a"] and why(s, "swap 0a 1b") == Refusal.OUT_OF_REACH
    t = do(s.copy(), "swap 0a 1a")
    assert pawns(t) == [60, 0] and pawns(t, 1) == [31, "home"] and turn_of(t, 1)
    assert pawns(do(s, "swap 0b 1a")) == [31, 60] and pawns(s, 1) == [0, "home"]


def test_send_any_pawn_to_64():
    s = landed("send", 31, "60 64")
    assert moves(s) == ["send 0a", "send 0b", "send 1a", "send 1b"]
    assert pawns(do(s.copy(), "send 0b")) == [31, 64] and pawns(do(s.copy(), "send 0b"), 1) == [60, 0]
    assert pawns(do(s.copy(), "send 1b"), 1) == [60, 64]
    assert pawns(do(s, "send 1a"), 1) == [64, 0]


def test_send_own_red_pawn():
    assert pawns(landed("send", 31, sixty_four="own_red_pawn")) == [64, 0]
    s = draw(do(table("9 15", "0 0", dice=(4, 2), sixty_four="own_red_pawn"), "a+4", "b+2"), "send")
    assert moves(s) == ["card a", "card b"] and pawns(do(s, "card b")) == [13, 64]


def test_steal_by_choice():
    s = landed("steal", 31, "0 0", "0 0", keepers=["1", "5 clear", "7"])
    assert moves(s) == ["take 1 5", "take 1 clear", "take 2 7"] and why(s, "take 0 1") == Refusal.OWN_KEEPER
    do(s, "take 1 clear")
    assert hand(s) == ["1", "clear"] and hand(s, 1) == ["5"] and turn_of(s, 1)


def test_steal_at_random_is_chance():
    s = landed("steal", 31, "0 0", "0 0", keepers=["", "5 clear clear", "7"], steal="random")
    out, weight = np.zeros(128, np.int64), np.zeros(128)
    n = RULES.chance_outcomes(s, out, weight)
    assert [(WORDS.label(int(a)), int(w)) for a, w in zip(out[:n], weight[:n], strict=True)] == [
        ("take 1 5", 1), ("take 1 clear", 2), ("take 2 7", 1)]
    assert hand(chance(s, out[1])) == ["clear"]
    assert RULES.refusal(landed("steal", 31, keepers=["", "5"], steal="random"), CHANCE, WORDS.parse("take 1 4"))


def test_steal_from_nobody_does_nothing():
    assert turn_of(landed("steal", 31), 1) and turn_of(landed("steal", 31, steal="random"), 1)


def test_a_stolen_keeper_waits_for_the_next_turn():
    s = table("30 0", "0 0", dice=(1, 2), keepers=["", "5"], double_time="on")
    do(draw(do(s, "a+1"), "steal"), "take 1 5")
    assert s.phase == Phase.MOVE and why(s, "keeper a+5") == Refusal.TOO_FRESH


def test_near_bump_within_two_spaces():
    s = table("50 52", "49 47", "50 53", "0 48", dice=(1, 2), keepers=["clear"])
    assert [text for text in moves(s) if text.startswith("clear")] == ["clear 0a", "clear 0b"]
    do(s, "clear 0a")
    assert [pawns(s, seat) for seat in range(4)] == [[50, 0], [0, 47], [0, 53], [0, 0]]
    assert why(table("50 52", "49 47", dice=(1, 2), keepers=["clear"]), "clear 1a") == Refusal.NOT_YOUR_PAWN


def test_near_bump_not_on_0_or_home():
    s = do(table("2 home", "0 1", dice=(1, 2), keepers=["clear"]), "clear 0a")
    assert pawns(s, 1) == [0, 0] and pawns(s) == [2, "home"]


def test_near_bump_the_same_space_counts():
    s = do(table("20 18", "20 40", dice=(2, 3), keepers=["clear"]), "b+2", "clear 0a")
    assert pawns(s) == [20, 0] and pawns(s, 1) == [0, 40] and s.atop == -1


def test_near_bump_not_on_the_start_of_a_way_down():
    s = do(table("99 50", "101 98", dice=(2, 3), keepers=["clear"], route="decline"), "clear 0a")
    assert pawns(s, 1) == [101, 101]


def test_near_bump_any_one_pawn():
    s = table("50 0", "90 home", "0 0", dice=(1, 2), keepers=["clear"], near_bump="any_one_pawn")
    assert [text for text in moves(s) if text.startswith("clear")] == ["clear 0a", "clear 1a"]
    assert why(s, "clear none") == Refusal.MUST_NAME_ONE and why(s, "clear 0b") == Refusal.OUT_OF_REACH
    assert pawns(do(s, "clear 1a"), 1) == [0, "home"]


def test_restriction():
    s = do(table("20 40", "30 41", dice=(2, 3), keepers=["limit"]), "limit 1", "a+2", "b+3")
    draw(s, "9")
    roll(s, 2, 5)
    assert set(moves(s)) == {"a-2", "a/2", "b-2", "a-5", "a/5", "b-5"} and why(s, "a+2") == Refusal.ONLY_DOWN
    do(s, "a/2", "b-5")
    assert s.limited == 0 and why(roll(s, 2, 3), "a+2") == Refusal.NONE


def test_restriction_also_for_number_keepers():
    s = table("20 40", "30 41", dice=(2, 3), keepers=["", "5"], turn=1, limited=[1])
    assert why(s, "keeper a+5") == Refusal.ONLY_DOWN and why(s, "keeper a-5") == Refusal.NONE


def test_restriction_ends_before_roll_again():
    s = draw(do(table("14 40", "0 0", dice=(1, 2), limited=[0]), "a-1", "b-2"), "again")
    assert turn_of(s) and why(roll(s, 2, 3), "a+2") == Refusal.NONE


def test_restriction_twice_adds_nothing():
    s = table("20 40", "30 41", "0 0", dice=(2, 3), keepers=["limit limit"])
    do(s, "limit 1", "limit 1", "a+2", "b+3")
    draw(s, "9")
    do(roll(s, 2, 5), "a-2", "b-5")
    assert s.limited == 0


def test_restriction_only_on_opponents_still_playing():
    s = table("20 40", "30 41", "0 0", dice=(2, 3), keepers=["limit"])
    assert why(s, "limit 0") == Refusal.NO_OPPONENT and why(s, "limit 3") == Refusal.NOT_AT_THIS_TABLE
    s.place[1] = 1
    assert why(s, "limit 1") == Refusal.NO_OPPONENT and why(s, "limit 2") == Refusal.NONE


def test_roll_again_is_a_new_turn_for_drawing():
    s = draw(do(table("9 40", "0 0", dice=(2, 4)), "a+2", "b+4"), "again")
    assert turn_of(s) and s.began.tolist() == [11, 44]
    roll(s, 2, 2)
    assert turn_of(do(s, "a+2", "a-2", "b+2", "b-2"), 1)


def test_roll_again_keepers_still_wait():
    s = draw(do(table("30 10", "0 0", dice=(1, 1), double_time="on"), "a+1"), "again")
    draw(do(s, "b+1"), "5")
    do(s, "a*1", "b*1")
    roll(s, 8, 9)
    assert s.turn == 0 and why(s, "keeper a+5") == Refusal.TOO_FRESH


def test_roll_again_after_roll_again():
    s = draw(do(table("9 40", "0 0", dice=(2, 4)), "a+2", "b+4"), "again")
    s = draw(do(roll(s, 2, 4), "a+2", "b+4"), "again")
    assert turn_of(s) and turn_of(do(roll(s, 1, 2), "a+1", "b+2"), 1)


def test_CL_24_keepers_act_at_once_actions_after_bump():
    s = do(table("50 20", "52 0", dice=(1, 2), keepers=["clear"]), "clear 0a")
    assert pawns(s, 1) == [0, 0] and s.phase == Phase.MOVE
    s = draw(do(table("27 20", "31 29", dice=(4, 2)), "a+4", "b+2"), "back")
    assert pawns(s) == [29, 22] and pawns(s, 1) == [0, 0]


def test_CL_24_a_choice_must_be_made():
    s = landed("send", 31)
    assert why(s, "done") == Refusal.NOT_NOW and "send 0a" in moves(s)


def test_CL_24_without_a_target_nothing_happens():
    s = table("0 0", "0 0", dice=(10, 10), keepers=["clear"], near_bump="any_one_pawn")
    assert [text for text in moves(s) if text.startswith("clear")] == ["clear none"]
    assert s.pawn.tolist() == do(s, "clear none").pawn.tolist() and hand(s) == []
    s = do(table("50 20", "90 0", dice=(1, 2), keepers=["clear"]), "clear 0b")
    assert pawns(s) == [50, 20] and pawns(s, 1) == [90, 0]


def test_CL_25_whoever_a_card_moves_bumps():
    s = do(landed("send", 31, "60 64"), "send 1a")
    assert pawns(s, 1) == [64, 0]
    s = do(landed("send", 31, "60 0", "64 0"), "send 1a")
    assert pawns(s, 1) == [64, 0] and pawns(s, 2) == [0, 0]


def test_CL_25_not_on_the_start():
    s = do(landed("swap", 31, "60 0"), "swap 0a 1b")
    assert pawns(s) == [0, 0] and pawns(s, 1) == [60, 31]


def test_CL_25_moved_in_anothers_turn_never_draws():
    s = do(landed("swap", 31, "60 0"), "swap 0a 1b")
    roll(s, 1, 2)
    assert turn_of(do(s, "b*1", "a+2"))


def test_CL_26_no_card_left_no_card_drawn():
    s = do(table("9 40", deck="number_keepers", dice=(2, 4), keepers=["1 2 3 4 5 6 7 8 9"]), "a+2", "b+4", "done")
    assert s.stock == s.discard == 0 and turn_of(s)
    assert turn_of(do(table("9 40", "0 0", deck="none", dice=(2, 4)), "a+2", "b+4"), 1)


def test_CL_27_turn_limit():
    s = table("10 20", "30 40", turn_limit=20)
    for _ in range(20):
        for _ in range(2):
            assert s.phase == Phase.ROLL
            do(roll(s, 1, 1), "a*1", "a*1", "b*1", "b*1")
    assert RULES.to_act(s) == 0 and returns(s) == [0, 0]


def test_CL_27_counts_from_the_seat_that_began():
    s = GAME.new_state(3, {"turn_limit": 20}, RULES)
    for _ in range(3):
        roll(s, *((9, 8) if s.turn == 2 else (1, 2)))
    turns = 0
    while RULES.to_act(s):
        do(roll(s, 1, 1), "a*1", "a*1", "b*1", "b*1")
        turns += 1
    assert turns == 60


# Variations.

def test_CL_13_bump_and_draw_after_each_use():
    s = do(table("31 0", "33 0", "37 0", dice=(2, 4), double_time="on"), "a+2")
    assert pawns(s, 1) == [0, 0] and s.phase == Phase.MOVE
    do(s, "a+4")
    assert pawns(s, 2) == [0, 0] and s.phase == Phase.DRAW


def test_CL_13_several_cards_a_turn():
    s = draw(do(table("9 15", "0 0", dice=(2, 4), double_time="on"), "a+2"), "5")
    s = draw(do(s, "b+4"), "7")
    assert turn_of(s, 1) and hand(s) == ["5", "7"]


def test_CL_29_a_number_keeper_is_a_move_too():
    s = do(table("9 40", "14 0", dice=(2, 4), keepers=["5 2"], double_time="on"), "keeper a+5")
    assert pawns(s, 1) == [0, 0] and s.phase == Phase.MOVE
    assert pawns(do(s, "keeper a-2")) == [12, 40] and s.phase == Phase.MOVE


def test_CL_29_a_keeper_draws_on_red():
    s = do(table("9 40", "14 0", dice=(2, 4), keepers=["2"], double_time="on"), "keeper a+2")
    assert s.phase == Phase.DRAW and draw(s, "7").phase == Phase.MOVE and hand(s) == ["7"]


def test_CL_29_actions_apply_to_the_pawn_just_moved():
    s = draw(do(table("9 13", "0 0", dice=(4, 8), double_time="on"), "a+8"), "reverse")
    assert pawns(s) == [71, 13] and s.phase == Phase.MOVE
    s = do(table("9 13", "0 0", dice=(4, 8), double_time="on", draw_rule="any_end"), "a*4")
    assert s.phase == Phase.MOVE and pawns(s) == [36, 13]


def test_CL_29_once_a_turn_for_each_space_and_not_where_it_began():
    s = do(table("13 0", "0 0", dice=(2, 2), double_time="on"), "a-2")
    draw(s, "5")
    do(s, "a+2")
    assert s.phase == Phase.MOVE and pawns(s) == [13, 0]
    do(s, "a-2")
    assert s.phase == Phase.MOVE and pawns(s) == [11, 0]
    assert do(s, "a+2").phase == Phase.ROLL


def test_CL_29_each_pawn_draws_on_the_same_space():
    s = draw(do(table("9 9", "0 0", dice=(2, 2), double_time="on"), "a+2"), "5")
    draw(do(s, "b+2"), "6")
    assert pawns(s) == [0, 11]


def test_CL_29_roll_agains_come_after_the_numbers():
    s = draw(do(table("9 15", "0 0", dice=(2, 4), double_time="on"), "a+2"), "again")
    s = draw(do(s, "b+4"), "again")
    assert turn_of(s) and s.again == 1
    do(roll(s, 1, 3), "a+1", "b+3")
    assert turn_of(s) and s.again == 0
    assert turn_of(do(roll(s, 2, 4), "a-2", "b+4"), 1)


def test_CL_29_with_a_keeper_left_the_player_says_when():
    s = do(table("20 40", "0 0", dice=(2, 5), keepers=["5"], double_time="on"), "a+2", "b+5")
    assert s.phase == Phase.MOVE and "done" in moves(s) and turn_of(do(s, "done"), 1)


STATIONS = {"way_stations": (31, 61)}


def test_CL_14_the_goal_is_barred_until_all_are_ticked():
    s = table("99 29", "0 0", dice=(2, 5), **STATIONS)
    assert why(s, "a+2") == Refusal.STATIONS_FIRST
    do(s, "b+2", "a-5")
    assert s.ticks[0] == 1
    s.ticks[0] = 0b10000001
    assert GAME.options[3].decode(s.way_stations) == (31, 61) and s.way_stations == 0b10000001


def test_CL_14_each_player_ticks_for_themselves():
    s = draw(do(table("29 0", "59 99", dice=(2, 5), **STATIONS), "a+2", "b+5"), "9")
    assert s.ticks.tolist() == [1, 0, 0, 0]
    roll(s, 2, 1)
    assert why(s, "b+2") == Refusal.STATIONS_FIRST
    draw(do(s, "a+2", "b+1"), "8")
    assert s.ticks[1] == s.way_stations - 1


def test_CL_14_with_all_ticks_the_goal_is_open():
    s = table("99 29", "0 0", dice=(2, 5), **STATIONS)
    s.ticks[0] = s.way_stations
    assert pawns(do(s, "a+2")) == ["home", 29]


def test_CL_32_only_the_end_of_the_move_phase_ticks():
    s = do(table("29 50", "0 0", dice=(2, 4), way_stations=(31,)), "a+2", "a+4")
    assert s.ticks[0] == 0
    s = table("29 97", "0 0", dice=(2, 4), way_stations=(31,))
    assert why(do(s, "a+2"), "b+4") == Refusal.STATIONS_FIRST


def test_CL_32_touch_ticks_at_once():
    s = table("29 97", "0 0", dice=(2, 4), way_stations=(31,), station_by="touch")
    assert why(do(s, "a+2"), "b+4") == Refusal.NONE
    s = do(table("29 50", "0 0", dice=(2, 4), way_stations=(31,), station_by="touch"), "a+2", "a+4")
    assert s.ticks[0] == 1


def test_CL_32_in_double_time_each_use_ends_a_move():
    s = draw(do(table("29 97", "0 0", dice=(2, 4), way_stations=(31,), double_time="on"), "a+2"), "8")
    assert s.ticks[0] == 1 and why(s, "b+4") == Refusal.NONE


def test_CL_32_own_actions_tick_an_opponents_do_not():
    assert landed("reverse", 13, way_stations=(31,)).ticks[0] == 1
    s = do(landed("swap", 31, "60 0", way_stations=(61, 31)), "swap 0a 1b")
    assert s.ticks.tolist() == [1, 0, 0, 0]
    s = do(landed("swap", 13, "31 0", way_stations=(31,)), "swap 0a 1a")
    assert s.ticks.tolist() == [1, 0, 0, 0]


def test_CL_32_a_bump_takes_no_tick_away():
    s = draw(do(table("29 0", "33 0", dice=(2, 5), way_stations=(31,)), "a+2", "b+5"), "9")
    do(roll(s, 2, 4), "a-2", "b+4")
    assert pawns(s)[0] == 0 and s.ticks.tolist() == [1, 1, 0, 0]


def test_CL_15_sprint():
    s = do(table("99 0", "0 0", dice=(2, 5), sprint="on"), "a+2")
    assert s.phase == Phase.OVER and returns(s) == [1, -1]


def test_CL_15_playing_on_the_other_pawn_leaves_too():
    s = do(table("99 50", "0 0", "0 0", dice=(2, 5), sprint="on", play_on="on"), "a+2")
    assert pawns(s) == ["home", "home"] and turn_of(s, 1)


def test_CL_16_decline():
    s = GAME.new_state(2, {"route": "decline"}, RULES)
    assert s.pawn[:4].tolist() == [101] * 4
    s = do(table("3 101", "101 101", dice=(3, 9), route="decline"), "a-3", "b-9")
    assert pawns(s) == ["home", 92] and turn_of(s, 1)
    s = do(table("3 home", "101 101", dice=(3, 9), route="decline"), "a-3")
    assert s.phase == Phase.OVER and s.place[0] == 1


def test_CL_16_bumped_to_101_where_nobody_is():
    s = do(table("80 101", "90 101", dice=(10, 1), route="decline"), "a+10", "b*1")
    assert pawns(s, 1) == [101, 101] and pawns(s) == [90, 101]
    s = do(table("91 101", "101 101", dice=(10, 1), route="decline"), "a+10", "b*1")
    assert pawns(s) == [101, 101] and turn_of(s, 1)


def test_CL_17_there_and_back():
    s = do(table("99 50", "0 0", dice=(2, 5), route="there_and_back"), "a+2", "b+5")
    assert pawns(s) == [101, 55] and s.back == 0 and turn_of(s, 1)
    s = do(table("101 96", "0 0", dice=(2, 5), route="there_and_back"), "b+5")
    assert s.back == 3 and why(s, "a-2") == Refusal.NONE
    s = do(table("home 5v", "0 0", dice=(2, 5), route="there_and_back"), "b-5")
    assert s.phase == Phase.OVER and s.place[0] == 1


def test_CL_17_a_bumped_pawn_goes_where_it_is_worse():
    s = do(table("40 20", "50 60v", dice=(10, 9), route="there_and_back"), "a+10", "b+9")
    assert pawns(s, 1) == [0, 60]
    s = do(table("40 20", "50v 60", dice=(10, 9), route="there_and_back"), "a+10", "b+9")
    assert pawns(s, 1) == [101, 60] and s.back == 0b100


def test_CL_30_a_waiting_pawn_does_not_move():
    s = table("101 50", "0 0", dice=(2, 5), keepers=["5"], route="there_and_back")
    assert why(s, "a-2") == Refusal.PAWN_WAITS and why(s, "keeper a-5") == Refusal.PAWN_WAITS
    assert all(text[-3] == "b" for text in moves(s))


def test_CL_30_numbers_left_are_used_on_the_way_back():
    s = do(table("101 91", "0 0", dice=(10, 10), route="there_and_back"), "b+10", "a-10", "b-10", "b-10")
    assert pawns(s) == [91, 81] and turn_of(s, 1)


def test_CL_30_nobody_is_bumped_on_101():
    s = do(table("91v 50v", "101v 101v", dice=(10, 5), route="there_and_back"), "a+10", "b+5")
    assert pawns(s) == [101, 55] and pawns(s, 1) == [101, 101] and s.back == 15 and turn_of(s, 1)


def test_CL_30_no_card_reaches_0_and_101():
    s = landed("swap", 31, "101 50", route="there_and_back")
    assert moves(s) == ["swap 0a 1b"] and why(s, "swap 0b 1b") == Refusal.OUT_OF_REACH
    s = landed("send", 31, "101 0", route="there_and_back")
    assert moves(s) == ["send 0a"]
    assert turn_of(landed("swap", 31, "101 0", route="there_and_back"), 1)
    assert pawns(landed("advance", 97, "101 0", route="there_and_back")) == [97, 0]
    s = do(table("99 50", "101 0", dice=(2, 5), keepers=["clear"], route="there_and_back"), "clear 0a")
    assert pawns(s, 1) == [101, 0]


def test_CL_30_on_the_way_back_101_is_a_space():
    s = do(table("99v 50v", "0 0", dice=(2, 5), route="there_and_back"), "a+2")
    assert pawns(s) == [101, 50] and why(s, "a-5") == Refusal.NONE


def test_CL_31_ahead_is_towards_0_on_a_way_down():
    s = landed("advance", 31, "20 40", route="decline")
    assert pawns(s)[0] == 20 and pawns(s, 1) == [101, 40]
    s = landed("back", 31, "20 40", route="decline")
    assert pawns(s)[0] == 40 and pawns(s, 1) == [20, 101]
    assert pawns(landed("back", 31, "20 101", route="decline"))[0] == 31


def test_CL_31_there_and_back_by_the_pawns_own_way():
    s = draw(do(table("32v 60v", "20 40v", dice=(1, 2), route="there_and_back"), "a-1", "b+2"), "advance")
    assert pawns(s) == [20, 62] and pawns(s, 1) == [0, 40]
    s = draw(do(table("32v 60v", "20 40v", dice=(1, 2), route="there_and_back"), "a-1", "b+2"), "back")
    assert pawns(s) == [40, 62] and pawns(s, 1) == [20, 101] and s.back == 0b1011


def test_CL_31_other_cards_keep_their_numbers():
    assert pawns(landed("fifty", 31, "101 101", route="decline"))[0] == 81
    assert pawns(landed("double", 61, "101 101", route="decline"))[0] == 51


def test_CL_18_solitaire():
    s = GAME.new_state(1, {}, RULES)
    assert turn_of(s) and s.stock == cards.NUMBER_KEEPER_DECK
    do(roll(s, 5, 5), "a+5", "a*5", "a-5", "a*5")
    assert s.rolls == 1 and s.phase == Phase.ROLL
    do(roll(s, 1, 2), "a+1", "b+2")
    assert pawns(s) == ["home", 2] and s.rolls == 2
    s.pawn[1] = 99
    do(roll(s, 2, 3), "b+2")
    assert RULES.to_act(s) == 0 and s.rolls == 3 and returns(s) == [1 - 3 / 20]
    assert WORDS.scene(s, 0, NAMES)["over"]["text"] == "Both pawns took 3 rolls."


def test_CL_19_solitaire_there_and_back():
    s = do(table("101 96", dice=(5, 10), route="there_and_back"), "b+5", "a-10")
    assert s.back == 3 and turn_of(s)
    s = do(table("home 10v", dice=(5, 10), route="there_and_back"), "b-10")
    assert s.phase == Phase.OVER


def test_CL_20_playing_on():
    s = table("99 home", "97 home", "0 0", dice=(2, 5), keepers=["5 limit", "4"], limited=[1], play_on="on")
    do(s, "a+2")
    assert turn_of(s, 1) and s.keepers[0] == 0 and s.discard == bag("5 limit") and s.place.tolist() == [1, 0, 0, 0]
    s.limited = 0
    do(roll(s, 1, 3), "keeper a+4")
    assert s.phase == Phase.OVER and s.place.tolist() == [1, 2, 3, 0] and returns(s) == [1, 0, -1]


def test_CL_20_who_is_home_is_left_out():
    s = do(table("99 home", "10 0", "0 0", dice=(2, 5), play_on="on"), "a+2")
    for seat in (1, 2, 1):
        assert turn_of(s, seat)
        do(roll(s, 1, 1), "b*1", "b/1", "b*1", "b/1")


def test_CL_20_off_ends_the_game():
    s = do(table("99 home", "97 home", "0 0", dice=(2, 5)), "a+2")
    assert s.phase == Phase.OVER and returns(s) == [1, -0.5, -0.5]


def test_CL_28_alone_not_down():
    with pytest.raises(BadInput, match="CL-28"):
        GAME.check_options(1, {"route": "decline"})
    for route in ("climb", "there_and_back"):
        assert GAME.check_options(1, {"route": route})["deck"] == "number_keepers"


def test_CL_28_where_stations_bar():
    s = table("3 50", "0 0", dice=(3, 5), route="decline", way_stations=(31,))
    assert why(s, "a-3") == Refusal.STATIONS_FIRST
    s = table("99 50", "0 0", dice=(2, 5), route="there_and_back", way_stations=(31,))
    assert why(s, "a+2") == Refusal.STATIONS_FIRST
    s = table("2v 99v", "0 0", dice=(2, 5), route="there_and_back", way_stations=(31,))
    s.ticks[0] = 1
    assert why(s, "a-2") == Refusal.NONE and why(s, "b+2") == Refusal.NONE


def test_CL_28_sprint_there_and_back():
    s = do(table("91 50", "0 0", dice=(10, 5), route="there_and_back", sprint="on"), "a+10", "a-5")
    assert pawns(s) == [96, 50] and s.back == 1 and turn_of(s, 1)
    s = do(table("5v 50", "0 0", dice=(10, 5), route="there_and_back", sprint="on"), "a-5")
    assert s.phase == Phase.OVER and s.place[0] == 1


def test_refused_out_of_turn_and_out_of_range():
    s = table("14 30", "0 0", dice=(3, 9))
    assert RULES.refusal(s, 1, WORDS.parse("a-3")) == Refusal.NOT_YOUR_TURN
    assert all(RULES.refusal(s, 0, action) == Refusal.NO_SUCH_ACTION for action in (-1, 1024, 2**40, 15))
    with pytest.raises(Refused, match="remainder"):
        WORDS.preview(s, 0, ["a/3"], NAMES)


# What mutants of the rules had got past.

def test_a_keeper_before_the_last_number_tells_nothing_and_the_last_number_does():
    s = do(table("14 3", "50 60", dice=(3, 9), keepers=["4"]), "a+3")
    assert RULES.is_undoable(s, 0, WORDS.parse("keeper a+4")) and not RULES.is_undoable(s, 0, WORDS.parse("a+9"))


def test_results_of_who_is_not_home():
    assert returns(GAME.new_state(4, {"play_on": "on"}, RULES)) == [0, 0, 0, 0]
    s = GAME.new_state(4, {"play_on": "on"}, RULES)
    s.place[2] = 1
    assert returns(s) == pytest.approx([-1 / 3, -1 / 3, 1, -1 / 3])
    alone = GAME.new_state(1, {}, RULES)
    alone.phase, alone.rolls = Phase.OVER, 3
    assert returns(alone) == [-1]
