"""Puzzles are checked by masters: what a master does not find is no puzzle."""

from types import SimpleNamespace

import numpy as np
import pytest
from typer.testing import CliRunner

import coprime
from coprime.cli import app
from coprime.core.errors import BadInput
from coprime.exercises import puzzle_bank
from coprime.puzzles import commands, find_puzzles, puzzle_check
from coprime.puzzles.puzzle_check import find_doubted_puzzles, is_confirmed, is_majority_answer, load_checking_master
from coprime.search import exact_endings
from tests.search.test_exact_endings import small

GAME = coprime.game("prime_daifugo")


class Always:
    """A master that always does the same, and notes what it saw."""

    def __init__(self, label):
        self.label, self.seen = label, []

    def choose(self, view, seat, seed, iterations):
        self.seen.append((view.tobytes(), seat, seed, iterations))
        return GAME.words.parse(self.label)


def test_most_of_its_answers_count():
    assert is_majority_answer("pass", ["pass", "draw", "pass"]) and not is_majority_answer("pass",
                                                                                           ["pass", "draw", "draw"])


def test_what_it_does_otherwise_is_doubted():
    lines = puzzle_bank.puzzle_lines(GAME.name)
    answer = lines[0]["answer"]
    found = list(find_doubted_puzzles(GAME, Always(answer)))
    assert [one.number for one in found] == [n for n, line in enumerate(lines) if line["answer"] != answer]
    assert all(one.answers == [answer] * puzzle_check.ASK_COUNT for one in found)


def test_it_is_asked_about_the_view_of_the_seat_with_other_luck_each_time():
    one, line = Always("pass"), puzzle_bank.puzzle_lines(GAME.name)[0]
    next(find_doubted_puzzles(GAME, one), None)
    match = puzzle_bank.load_puzzle(GAME.name, 0).match
    expected = match.view(line["seat"])
    assert {seed for _, _, seed, _ in one.seen[:3]} == {1, 2, 3}
    assert {view for view, *_ in one.seen[:3]} == {expected.tobytes()} != {match.state.tobytes()}


def test_who_cannot_be_asked_is_named():
    for name in ("secret_number", "prime_challenge"):
        with pytest.raises(BadInput, match="has no master that could check"):
            load_checking_master(coprime.game(name))
    assert CliRunner().invoke(app, ["puzzles", "check", "secret_number"]).exit_code == 2


def test_the_command_tells_and_fails_where_there_is_a_doubt(monkeypatch):
    monkeypatch.setattr(commands, "load_checking_master", lambda game: None)
    monkeypatch.setattr(commands, "find_doubted_puzzles", lambda game,
                        one: [puzzle_check.DoubtedPuzzle(3, "two", "play 4 7", ["draw"] * 3)])
    said = CliRunner().invoke(app, ["puzzles", "check", "prime_daifugo"])
    assert said.exit_code == 1 and "Puzzle 3 (two): play 4 7. The master: draw, draw, draw." in said.stdout
    monkeypatch.setattr(commands, "find_doubted_puzzles", lambda game, one: [])
    said = CliRunner().invoke(app, ["puzzles", "check", "prime_daifugo"])
    assert said.exit_code == 0 and "the master finds every answer" in said.stdout


def test_new_ones_can_be_checked_before_they_are_written(monkeypatch, tmp_path):
    monkeypatch.setattr(commands, "load_checking_master", lambda game: Always("draw"))
    given = ["puzzles", "make", "prime_daifugo", "--count", "1", "--check", "--out", str(tmp_path / "p.jsonl")]
    made = [("first", False), ("second", True)]
    monkeypatch.setattr(commands, "find_puzzles", lambda *_: (
        SimpleNamespace(to_json_line=lambda text=text: text, confirmed=confirmed) for text, confirmed in made))
    monkeypatch.setattr(commands, "is_confirmed", lambda game, one, puzzle: puzzle.confirmed)
    assert CliRunner().invoke(app, given).exit_code == 0
    assert (tmp_path / "p.jsonl").read_text() == "second\n"


@pytest.mark.compiled
def test_a_puzzle_is_looked_at_where_its_record_ends():
    puzzle = next(find_puzzles(GAME, 1))
    one = Always(puzzle.answer)
    assert is_confirmed(GAME, one, puzzle) and not is_confirmed(GAME, Always("skip"), puzzle)
    assert {seat for _, seat, *_ in one.seen} == {puzzle.seat} and np.frombuffer(one.seen[0][0], np.uint8).any()


@pytest.mark.parametrize("name", ["prime_daifugo", "daifugo", "prime_solitaire", "sosu_daifugo"])
def test_masters_find_the_answers_of_the_puzzles_of_the_package(name, sample_size):
    """Of every fortieth, with COPRIME_LONG=1 of all."""
    game, lines = coprime.game(name), puzzle_bank.puzzle_lines(name)
    one, missed = load_checking_master(game), []
    for number in range(0, len(lines), sample_size(40, 1)):
        seat, answer = lines[number]["seat"], lines[number]["answer"]
        given = puzzle_check.master_answers(game, one, puzzle_bank.load_puzzle(name, number).match.view(seat), seat)
        if not is_majority_answer(answer, given):
            missed.append((number, answer, given))
    assert missed == []


def test_where_every_card_is_known_only_an_answer_without_its_equal_is_agreed():
    """The master is not asked: all that is best is looked up."""
    game, kinds = coprime.game("daifugo"), set()
    for view, seat in small("uecda", 5, 11, 12, 30):
        proved = exact_endings.bound_listed_actions(game, view, seat)
        top = max(one.least for one in proved)
        best = [one for one in proved if one.least == top]
        given = puzzle_check.master_answers(game, None, view, seat)
        assert given == [game.words.label(one.action) for one in best]
        kinds.add(is_majority_answer(given[0], given))
        assert is_majority_answer(given[0], given) == (len(best) == 1)
    assert kinds == {True, False}
