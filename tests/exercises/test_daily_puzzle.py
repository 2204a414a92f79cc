"""The puzzle of a day: its weekday's kind, an easy, a harder and a hard one, and none again before its time."""

from datetime import date, timedelta
from itertools import pairwise

import pytest

from coprime.core.errors import BadInput
from coprime.core.numbers import is_prime
from coprime.core.registry import all_games, find_game
from coprime.exercises import daily_puzzle, list_themes, load_puzzle, puzzle_of_day
from coprime.exercises.puzzle_bank import puzzle_lines

MONDAY = date(2026, 11, 23)
PLAN = [("", "numbers"), ("prime_daifugo", "two"), ("prime_solitaire", "take"), ("prime_climb", "step"),
        ("secret_number", "show"), ("prime_challenge", "take"), ("daifugo", "play")]


def day(offset):
    on = MONDAY + timedelta(offset)
    return on.year * 10_000 + on.month * 100 + on.day


@pytest.mark.parametrize("weekday", range(7))
def test_each_weekday_has_its_kind_in_every_week(weekday):
    for week in range(60):
        one = puzzle_of_day(day(7 * week + weekday))
        assert (one.game, one.kind) == PLAN[weekday] and one.title and one.rule
        assert one == puzzle_of_day(day(7 * week + weekday))


@pytest.mark.parametrize("weekday", range(1, 7))
def test_its_puzzles_are_there_get_harder_and_do_not_come_again_soon(weekday):
    weeks = [puzzle_of_day(day(7 * week + weekday)) for week in range(8)]
    for one in weeks:
        assert all(load_puzzle(one.game, number) for number in one.steps) and len(set(one.steps)) == 3
        grades = [len(puzzle_lines(one.game)[number]["failed"]) for number in one.steps]
        assert grades == sorted(grades)
    assert all(len({one.steps[step] for one in weeks}) == len(weeks) for step in range(3)), "none twice in eight weeks"


def test_which_puzzles_a_week_has_follows_from_how_many_there_are():
    """None comes again before its part has been through; a small part goes through in order."""
    for count in range(1, 40):
        weeks = [daily_puzzle._choose_puzzles(range(count), week) for week in range(count)]
        for step, chosen in enumerate(zip(*weeks, strict=True)):
            part = set(range(step * count // 3, (step + 1) * count // 3)) or set(range(count))
            assert set(chosen[:len(part)]) == part
    assert [daily_puzzle._choose_puzzles(range(9), week) for week in range(4)] == [(0, 3, 6), (1, 4, 7), (2, 5, 8),
                                                                                  (0, 3, 6)]


def test_numbers_rise_and_look_prime_and_half_of_them_are():
    days = [puzzle_of_day(day(7 * week)).steps for week in range(52)]
    for numbers in days:
        assert len(set(numbers)) == 6 and all(n % 2 and n % 5 for n in numbers)
        assert all(max(one, other) < 100 * 10 ** i for i, (one, other) in enumerate([numbers[:2], numbers[4:]]))
    share = sum(map(is_prime, sum(days, ()))) / (6 * len(days))
    assert 0.4 < share < 0.6
    assert all(one != other for one, other in pairwise(days))


def test_two_numbers_each_lie_under_a_hundred_under_three_hundred_and_under_a_thousand():
    for step, numbers in enumerate(zip(*map(daily_puzzle._choose_numbers, range(800)), strict=True)):
        first, last = [(11, 99), (101, 299), (301, 999)][step // 2]
        assert (min(numbers), max(numbers)) == (first, last)


def test_a_kind_that_is_named_has_puzzles_and_no_two_games_share_a_weekday():
    named = [game.daily for game in all_games().values() if game.daily is not None]
    assert len({weekday for weekday, _ in named}) == len(named)
    for name, kind in PLAN[1:]:
        assert find_game(name).daily == (PLAN.index((name, kind)), kind)
        assert kind in {theme["kind"] for theme in list_themes(name)}


@pytest.mark.parametrize("wrong", [1, -20261122, 20260230, 20261301, 99999999])
def test_a_day_that_no_calendar_has_is_refused(wrong):
    with pytest.raises(BadInput, match=str(wrong)):
        puzzle_of_day(wrong)
