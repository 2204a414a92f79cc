"""Refusals as people read them: what is wrong, with the numbers of the position, and the right rule."""

import random
import re

import pytest

from coprime.core.attr_view import to_object
from coprime.core.seats import CHANCE
from coprime.testing.laws import RandomWalk, random_options

from .test_rules import GAME, RULES, WORDS, Phase, do, draw, landed, rules, table


def said(s, text):
    """The sentence and the rule of a refused action of the player on turn."""
    action = WORDS.parse(text)
    reason = RULES.refusal(s, s.turn, action)
    assert reason, text
    return WORDS.explain_refusal(reason, to_object(s), action)


@pytest.mark.parametrize("text, sentence, rule", [
    ("a+4", "You have no 4 to use. Still to be used: the 8 and the 9.", "CL-3"),
    ("a+8", "95 + 8 = 103, and the last space is 101.", "CL-4"),
    ("a*9", "95 × 9 = 855, and the last space is 101.", "CL-4"),
    ("b-9", "5 − 9 is below 0, the first space.", "CL-4"),
    ("a/8", "95 ÷ 8 leaves a remainder of 7.", "CL-4"),
    ("spend 8 a", "The 8 still has a use, such as 95 − 8 = 87, so you must use it.", "CL-5"),
    ("done", "You still have to use the 8 and the 9.", "CL-3"),
    ("keeper a-3", "You do not hold the Keeper “± 3”.", "CL-10"),
    ("limit 1", "You do not hold the Keeper “only − and ÷”.", "CL-10"),
    ("card a", "No card asks you to choose now. Move your pawns.", "CL-10"),
    ("swap 0a 1a", "No card asks you to choose now. Move your pawns.", "CL-10")])
def test_refused_moves_name_the_numbers(text, sentence, rule):
    assert said(table("95 5", "30 0", dice=(8, 9)), text) == (sentence, rule)


def test_what_is_left_after_a_number_has_been_used():
    s = do(table("20 40", "0 0", dice=(8, 9)), "a+8")
    assert said(s, "b+8")[0] == "You have no 8 to use. Still to be used: the 9."
    s = do(table("20 40", "0 0", dice=(3, 3)), "a+3")
    assert said(s, "done")[0] == "You still have to use the 3 three times."


def test_a_number_without_a_use_is_asked_to_be_spent():
    s = table("3 home", "0 0", dice=(7, 8), limited=[0])
    for text in ("a-7", "a+7", "a/7", "a*7"):
        assert said(s, text) == ("The 7 has no use this turn, so you spend it: choose the pawn that goes to 0.", "CL-5")
    assert said(s, "lose 7") == (
        "None of your pawns is on its way to 0, so the 7 is not lost: choose the pawn that goes to 0.", "CL-5")
    assert said(s, "spend 7 b") == ("That pawn is home already.", "CL-8")


def test_a_number_without_a_use_is_lost_where_0_is_the_goal():
    s = table("3 home", "101 101", dice=(7, 8), limited=[0], route="decline")
    assert said(s, "a-7") == ("The 7 has no use this turn, so it is lost.", "CL-5")
    assert said(s, "spend 7 a")[0] == (
        "For that pawn 0 is the goal, so the 7, which has no use, is lost and no pawn moves.")


def test_stations_that_are_missing_are_named():
    s = table("99 50", "0 0", dice=(2, 5), way_stations=[31, 37])
    assert said(s, "a+2") == ("Before a pawn may go to 101 you still need the way stations 31 and 37.", "CL-14")
    s.ticks[0] = 1
    assert said(s, "a+2")[0].endswith("the way station 37.")


def test_a_keeper_of_ones_own_cannot_be_taken():
    s = landed("steal", 31, "0 0", "0 0", keepers=["1", "5 clear", "7"])
    assert said(s, "take 0 1") == ("That Keeper would be your own. Take one from another player.", "CL-24")
    assert said(s, "take 2 5") == ("That player does not hold the Keeper “± 5”.", "CL-24")
    assert said(s, "take 3 5") == ("There are 3 players at this table.", "")
    assert said(s, "a+3") == ("First “Take a Keeper”: choose a Keeper of another player.", "CL-10")


def test_a_pawn_that_no_card_reaches():
    s = landed("swap", 31, "20 home")
    assert said(s, "swap 0a 1b") == ("That pawn is home, so no card reaches it.", "CL-8")
    assert said(s, "swap 0a 2b") == ("There are 2 players at this table.", "")
    s = landed("send", 31, "0 40", route="there_and_back")
    assert said(s, "send 1a") == ("That pawn stands on 0, where no card reaches it.", "CL-30")
    s = table("20 40", "0 home", dice=(2, 3), keepers=["clear"], near_bump="any_one_pawn")
    assert said(s, "clear 1a") == ("That pawn stands on 0, where no card reaches it.", "CL-24")
    assert said(s, "clear 1b") == ("That pawn is home, so no card reaches it.", "CL-8")


def test_a_keeper_of_this_turn_waits():
    s = draw(do(table("9 40", "0 0", dice=(2, 4), double_time="on"), "a+2"), "5")
    assert s.phase == Phase.MOVE
    assert said(s, "keeper b+5") == ("You got the Keeper “± 5” only this turn. You may play it from your next turn on.",
                                     "CL-10")


def test_after_the_end_it_is_nobodys_turn():
    s = do(table("99 home", "0 0", dice=(2, 3)), "a+2")
    assert said(s, "a+3")[0] == "The game is over."


def test_quiet_spending_and_losing_end_with_the_last_number():
    """CL-5: a number spent or lost tells nobody anything while another is to be used; the last one ends the move."""
    for route, text in (("climb", "spend 7 a"), ("decline", "lose 7")):
        s = table("3 home", "50 50", dice=(7, 8), limited=[0], route=route)
        assert RULES.is_undoable(s, 0, WORDS.parse(text))
        do(s, text)
        assert not RULES.is_undoable(s, 0, WORDS.parse(text.replace("7", "8")))
    s = table("3 home", "50 50", dice=(7, 8), limited=[0], double_time="on")
    assert not RULES.is_undoable(s, 0, WORDS.parse("spend 7 a"))


def refused_in_random_games(games=25, steps=60):
    """Refused actions of random games with the view of who tried them."""
    for seed in range(games):
        chance = random.Random(seed)
        seats, options = random_options(GAME, chance)
        walk = RandomWalk(GAME, RULES, seats, options, seed)
        for s in walk.walk_positions(steps):
            seat = int(s.turn)
            if s.phase < Phase.MOVE:
                continue
            for action in chance.sample(range(rules.ACTIONS), 40):
                reason = RULES.refusal(s, seat, action)
                if reason and reason != rules.Refusal.NO_SUCH_ACTION and seat != CHANCE:
                    yield to_object(s), action, *WORDS.explain_refusal(reason, to_object(s), action)


def test_refusals_over_random_games_are_true():
    """Numbers that are named are those of the action or lie on the table; a rule is a rule; nothing is left open."""
    found = set()
    for view, _, sentence, rule in refused_in_random_games():
        found.add(sentence)
        assert re.fullmatch(r"[A-Z0-9].*\.", sentence) and "{" not in sentence and "None" not in sentence
        assert not rule or re.fullmatch(r"CL-\d+", rule)
        if equation := re.match(r"(\d+) ([+×]) (\d+) = (\d+), and", sentence):
            a, sign, b, result = equation.groups()
            assert int(result) == (int(a) + int(b) if sign == "+" else int(a) * int(b)) > 101
            assert int(a) in view.pawn
        if remainder := re.match(r"(\d+) ÷ (\d+) leaves a remainder of (\d+)", sentence):
            a, b, rest = map(int, remainder.groups())
            assert a % b == rest > 0 and a in view.pawn
        if use := re.search(r"such as (\d+) (.) (\d+) = (\d+)", sentence):
            a, sign, b, c = use.groups()
            assert {"+": int(a) + int(b), "−": int(a) - int(b), "×": int(a) * int(b),
                    "÷": int(a) / int(b)}[sign] == int(c) <= 101
    assert len(found) > 200
