"""Bots see sets as people do: small facts first, in human time, and not all of them."""

from collections import Counter

import pytest

from coprime.core.attr_view import to_object
from coprime.games.prime_challenge.tests.playing import GAME, RULES, WORDS, do, rules, table, view

BOTS = GAME.bots


def answer(s, seat, level, seed=1):
    action, after = BOTS.choose(to_object(view(s, seat)), seat, level, seed)
    return (None if action is None else WORDS.label(action)), after


def tables(cards, pile="", **options):
    """The same cards at several moments, so that bots draw anew."""
    for number in range(40):
        s = table(cards, pile, **options)
        s.number = number
        yield s


@pytest.mark.parametrize("level", BOTS.LEVELS)
def test_answers_are_actions_in_time(level):
    for s in tables("42 6 7 10 2 5 13 17"):
        text, after = answer(s, 0, level)
        assert not RULES.refusal(s, 0, WORDS.parse(text))
        assert 0 < after < 30_000
        assert answer(s, 0, level) == (text, after)


def test_better_bots_see_more_and_sooner():
    seen, times = Counter(), Counter()
    for s in tables("98 49 2 13 13 17 17", level=6):
        for level in BOTS.LEVELS:
            text, after = answer(s, 0, level)
            if text.startswith("take"):
                seen[level] += 1
                times[level] += after
    assert seen["novice"] < seen["strong"] == 40
    assert times["novice"] / seen["novice"] > times["casual"] / seen["casual"] > times["strong"] / seen["strong"]


def test_small_facts_are_seen_first():
    first = Counter(answer(s, 0, "casual")[0] for s in tables("6 2 3 98 49 13 13"))
    assert first["take 1 2 3"] > 25


def test_who_sees_nothing_says_hit_or_done():
    s = table("11 11 13 13 17 17 19 19 7 7 5 5", "3 22", level=6)
    assert answer(s, 0, "strong")[0] == "hit"
    assert answer(table("13 17 19 11"), 0, "strong")[0] == "done"


def test_they_challenge_what_they_notice():
    caught, saved = Counter(), Counter()
    for s in tables("42 6 8 7 13 10 2 5", seats=2):
        number = int(s.number)
        do(s, "0: take 1 2 3")
        for level in BOTS.LEVELS:
            text, after = answer(s, 1, level)
            caught[level] += text == f"challenge {number} product"
            assert after < 2000
        good = table("42 6 7 13", seats=2)
        do(good, "0: take 1 2 3")
        saved.update(answer(good, 1, level)[0] for level in BOTS.LEVELS)
    assert caught["novice"] < caught["casual"] < caught["strong"]
    assert set(saved) == {"wait"}


def test_they_challenge_a_done_that_overlooks_what_they_see():
    caught = Counter()
    for s in tables("42 6 7 13 17", seats=2):
        number = int(s.number)
        do(s, "0: done")
        caught.update(level for level in BOTS.LEVELS if answer(s, 1, level)[0] == f"challenge {number}")
    assert caught["novice"] < caught["strong"] and caught["strong"] > 35
    assert answer(do(table("13 17 19", stalemate_n=9), "0: done"), 1, "strong")[0] == "wait"


def test_luck_is_drawn_anew_with_other_cards():
    """What a bot sees, and what it lets pass, would else be the same in every game at the same moment."""
    times = {answer(table(f"6 2 3 {more} 13 17", seats=2, level=6), 0, "casual")[1] for more in (11, 19, 7)}
    assert len(times) == 3
    noticed = Counter(answer(do(table(f"{wrong} 6 8 7 13 10 2 5", seats=2), "0: take 1 2 3"), 1, "novice")[0] != "wait"
                      for wrong in (42, 56, 63, 49, 70, 77, 84, 90, 60, 66, 72, 45, 40, 36, 30, 28))
    assert set(noticed) == {True, False}


def test_slips_only_where_players_are_the_referees():
    def slips(referee):
        wrong = 0
        for s in tables("6 2 3 10 2 5 4 2 2", referee=referee):
            action = WORDS.parse(answer(s, 0, "novice")[0])
            wrong += bool(RULES.refusal(s, 0, action)) or RULES.violation(s, 0, action) == 1
        return wrong
    assert slips("program") == 0
    assert 0 < slips("players") < 12


def test_a_challenger_takes_and_is_done():
    s = do(table("42 6 7 13 17", seats=2), "0: done", "1: challenge 0")
    assert answer(s, 1, "strong")[0] == "take 1 2 3"
    do(s, "1: take 1 2 3")
    assert answer(s, 1, "strong")[0] == "done"
    assert rules.picking_seat(s) == 1


@pytest.mark.parametrize("level", BOTS.LEVELS)
def test_who_stands_in_for_a_teacher_challenges_nothing_and_holds_up_nobody(level):
    for s in tables("42 6 8 7 13 10 2 5", seats=2):
        do(s, "0: take 1 2 3")
        action, after = BOTS.stand_in(to_object(view(s, 1)), 1, level, 1)
        assert WORDS.label(action) == "wait" and 0 < after < 3000
        action, _ = BOTS.stand_in(to_object(view(s, 0)), 0, level, 1)
        assert not RULES.refusal(s, 0, action)
