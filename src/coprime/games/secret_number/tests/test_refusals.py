"""Refusals as people read them: what is wrong, with the numbers that they hold, and the right rule."""

import random
import re

import pytest

from coprime.core.language_selection import use_language
from coprime.testing.laws import RandomWalk, random_options, view_of

from .test_rules import GAME, RULES, WORDS, Refusal, all_do, do, end_round, rules, table, view


def said(s, line):
    seat, text = line.split(": ")
    action = WORDS.parse(text)
    reason = RULES.refusal(s, int(seat), action)
    assert reason, line
    return WORDS.explain_refusal(reason, view(s, int(seat)), action)


@pytest.mark.parametrize("line, sentence, rule", [
    ("0: cover 8 x", "1 × 2 = 2, not 8.", "SN-3"), ("0: cover 0 -", "2 − 1 = 1, not 0.", "SN-3"),
    ("1: cover 3 /", "0 ÷ 1 = 0, not 3.", "SN-3"),
    ("0: show 1", "Before round 1 you cover a result. Numbers and operations are shown later.", "SN-3"),
    ("0: place 1", "First everyone chooses what to show; then the round begins.", "SN-7")])
def test_before_round_1(line, sentence, rule):
    assert said(table("12", "01", open=0), line) == (sentence, rule)


def test_a_division_that_is_not_exact():
    assert said(table("23", "01", "13"), "0: cover 1 /") == ("3 ÷ 2 leaves a remainder of 1.", "SN-3")


def test_a_number_that_no_card_has():
    s = all_do(table("12", "01", open=0), "cover 3 +", "cover 1 +")
    assert said(s, "0: place 5") == ("The numbers at this table go from 0 to 2, so there is no 5.", "SN-1")
    assert said(s, "1: place 3") == ("The numbers at this table go from 0 to 2, so there is no 3.", "SN-1")
    assert not RULES.refusal(s, 0, WORDS.parse("place 2"))


def test_clues():
    s = end_round(all_do(table("12", "01", open=0), "cover 3 +", "cover 1 +"))
    assert said(s, "1: show 2") == ("You hold 0 and 1, so there is no 2 to show.", "SN-5")
    assert said(s, "1: show 0") == ("A 0 is never shown.", "SN-5")
    s = end_round(all_do(s, "show 1", "show operation"))
    assert said(s, "0: show 2") == ("You have shown your 1 already; now you show your operation.", "SN-6")
    assert said(s, "1: show operation") == (
        "You have shown your operation already; now you show one of your numbers.", "SN-6")
    s = end_round(all_do(table("22", "01", open=0), "cover 4 +", "cover 1 +"))
    assert said(s, "0: show 1")[0] == "You hold two 2s, so there is no 1 to show."


def test_an_answer_that_has_been_placed():
    s = all_do(table("12", "01", open=0), "cover 3 +", "cover 1 +")
    do(s, "0: place 2")
    assert said(s, "0: place 1")[1] == "SN-7"
    s = all_do(end_round(s), "show 1", "show operation")
    assert said(s, "0: place 2") == ("You placed your 2 in round 1; each answer card can be placed only once a game.",
                                     "SN-15")


@pytest.mark.parametrize("locale, asked, waits", [("en", "Which number? Or not yet.", "Waiting for the others."),
                                                  ("ja", None, "ほかの人を待っています。")])
def test_who_agrees_to_end_a_round_is_told_to_wait(locale, asked, waits):
    """A number is not asked for once more, though it may still be placed (SN-15)."""
    s = all_do(table("12", "01", open=0), "cover 3 +", "cover 1 +")
    with use_language(locale):
        assert asked is None or WORDS.scene(view(s, 0), 0, ["A", "B"])["ask"] == asked
        do(s, "0: agree")
        assert WORDS.scene(view(s, 0), 0, ["A", "B"])["ask"] == waits
        assert WORDS.scene(view(s, 1), 1, ["A", "B"])["ask"] != waits
        do(s, "0: place 2")
        assert WORDS.scene(view(s, 0), 0, ["A", "B"])["ask"] != waits


def test_refusals_over_random_games_are_true():
    """Nothing is named but what the reader holds, placed or wants to do."""
    found = set()
    for seed in range(30):
        chance = random.Random(seed)
        seats, options = random_options(GAME, chance)
        walk = RandomWalk(GAME, RULES, seats, options, seed)
        for s in walk.walk_positions(60):
            for seat in range(seats):
                seen = view_of(RULES, s, seat)
                for action in chance.sample(range(rules.ACTIONS), 20):
                    reason = RULES.refusal(s, seat, action)
                    if not reason or reason == Refusal.NO_SUCH_ACTION:
                        continue
                    sentence, rule = WORDS.explain_refusal(reason, seen, action)
                    found.add(sentence)
                    assert re.fullmatch(r"[A-Z0-9].*\.", sentence) and "{" not in sentence and "-1" not in sentence
                    assert not rule or re.fullmatch(r"SN-\d+", rule)
                    if hand := re.match(r"You hold (\d)(?: and (\d))?, so", sentence):
                        assert {int(n) for n in hand.groups() if n} == {int(s.low[seat]), int(s.high[seat])}
                    if made := re.match(r"(\d+) ([+−×÷]) (\d+) = (\d+), not (\d+)\.", sentence):
                        a, sign, b, result, wanted = made.groups()
                        a, b = int(a), int(b)
                        assert {a, b} == {int(s.low[seat]), int(s.high[seat])} and result != wanted
                        assert {"+": a + b, "−": a - b, "×": a * b, "÷": a / b if b else 0}[sign] == int(result)
    assert len(found) > 200
