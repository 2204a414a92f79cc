"""The puzzles of the package: each can be laid out, its one answer is right, and something else is not."""

import json

import pytest

from coprime.core.errors import BadInput
from coprime.core.messages import load_messages
from coprime.core.registry import all_games, find_game
from coprime.exercises import list_themes, load_puzzle
from coprime.exercises.exercise import AttemptResult
from coprime.exercises.puzzle_bank import puzzle_lines
from coprime.puzzles import Puzzle, find_puzzles

HAVING = [name for name in all_games() if puzzle_lines(name)]
SOME = 12               # of a game, where not all are looked at
each_game = pytest.mark.parametrize("name", HAVING)


def sound(name, number):
    """Raises AssertionError."""
    one = load_puzzle(name, number)
    shown = one.run_attempt((), ())
    assert one.seat in shown.match.to_act() and not shown.match.over, number
    listed = [one.game.words.label(action) for action in one.match.sound_actions(one.seat)]
    (answer,) = one.remaining_answer(())
    assert answer in listed and len(listed) > 1, number
    assert one.run_attempt((), [answer]).verdict is AttemptResult.RIGHT, number
    other = next(label for label in listed if label != answer)
    assert one.run_attempt((), [other]).verdict is AttemptResult.WRONG, (number, other)
    assert one.right.ask and one.right.why.endswith("."), number


def test_every_game_has_a_hundred_puzzles():
    assert HAVING == list(all_games())
    assert {name: len(puzzle_lines(name)) for name in HAVING if len(puzzle_lines(name)) < 100} == {}


@each_game
def test_a_puzzle_can_be_laid_out_and_has_one_answer(name):
    for number in range(0, len(puzzle_lines(name)), -(-len(puzzle_lines(name)) // SOME)):
        sound(name, number)


@pytest.mark.long
@each_game
def test_every_puzzle_can_be_laid_out_and_has_one_answer(name):
    for number in range(len(puzzle_lines(name))):
        sound(name, number)


@each_game
def test_no_puzzle_is_there_twice_and_the_easy_ones_come_first(name):
    known = puzzle_lines(name)
    assert len({json.dumps(line, sort_keys=True) for line in known}) == len(known)
    grades = [len(line["failed"]) for line in known]
    assert grades == sorted(grades)


@each_game
def test_every_kind_has_a_title_and_every_level_is_one_of_the_bots(name):
    say = load_messages(find_game(name).folder)
    for line in puzzle_lines(name):
        assert line["kind"] in say["puzzle"], line["kind"]
        assert set(line["failed"]) <= set(say["bot"]), line["failed"]
    assert sum(len(theme["puzzles"]) for theme in list_themes(name)) == len(puzzle_lines(name))


@pytest.mark.compiled           # plain, to find one takes minutes
def test_what_is_made_is_kept_as_it_is_read():
    it = find_game("prime_daifugo")
    made = next(find_puzzles(it, 3))
    kept = json.loads(made.to_bank_line())
    assert set(kept) == set(puzzle_lines("prime_daifugo")[0])
    assert isinstance(made, Puzzle) and kept["answer"] == made.answer and kept["seat"] == made.seat
    assert kept["moves"].count(";") + 1 == made.step and kept["kind"] == made.kind


def test_a_number_that_is_not_there_is_told_with_how_many_there_are():
    with pytest.raises(BadInput, match="counted from 0"):
        load_puzzle("prime_daifugo", 10_000)
    with pytest.raises(BadInput, match="the games are"):
        load_puzzle("chess", 0)
