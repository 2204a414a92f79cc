"""Solutions as a printed sheet says them: what is to be done, in every language."""

import pytest

import coprime
from coprime.core.language_selection import use_language
from coprime.exercises import puzzle_bank
from coprime.exercises.printed_solution import reword_as_instruction, solution_sentences

APART = 7       # every so many puzzles of a game


def test_a_log_says_what_was_done_and_a_solution_what_to_do():
    with use_language("ja"):
        assert reword_as_instruction("あなたは991を出しました。素数です。") == "991を出す。素数です。"
        assert reword_as_instruction("あなたは、1のカードを見せることにしました。") == "1のカードを見せる。"
    assert reword_as_instruction("You play 991. Prime.") == "You play 991. Prime."


@pytest.mark.parametrize("name", list(coprime.all_games()))
def test_every_puzzle_has_a_solution_and_none_is_told_as_done(name):
    for number in range(0, len(puzzle_bank.puzzle_lines(name)), APART):
        with use_language("ja"):
            said = solution_sentences(puzzle_bank.load_puzzle(name, number))
        assert said and all(said), number
        assert not any(past in sentence for sentence in said for past in ("ました", "でした", "あなたは")), said


def test_an_action_without_a_line_is_said_by_its_theme():
    """Puzzle 12 of Prime Climb ends the turn; after that CHANCE rolls."""
    one = puzzle_bank.load_puzzle("prime_climb", 12)
    assert one.remaining_answer(()) == ["done"] and solution_sentences(one) == ["End the move"]


def test_what_others_do_then_is_no_part_of_it():
    puzzles = (puzzle_bank.load_puzzle("prime_climb", number) for number in range(60))
    one = next(puzzle for puzzle in puzzles if len(puzzle.run_attempt((), puzzle.remaining_answer(())).lines) > 1)
    lines = one.run_attempt((), one.remaining_answer(())).lines
    assert len(solution_sentences(one)) == sum(line["seat"] == one.seat for line in lines) < len(lines)
