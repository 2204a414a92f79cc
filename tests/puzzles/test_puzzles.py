"""Puzzles: one answer, clearly the best, and nothing told of what came after."""

import json
from itertools import islice

import pytest
from typer.testing import CliRunner

import coprime
from coprime.cli import app
from coprime.core.record import load_record, replay_record
from coprime.core.seats import CHANCE
from coprime.puzzles import find_puzzles
from coprime.puzzles.puzzle_search import PuzzleSearch

pytestmark = pytest.mark.compiled           # plain, to find one takes minutes
GAMES = sorted(coprime.all_games())
WITH_PUZZLES = [name for name in GAMES if name != "prime_canasta"]
each = pytest.mark.parametrize("name", WITH_PUZZLES)


FIRST = {"prime_daifugo": 2, "secret_number": 2}        # of these games; one of each other
SEEDS = {"factor_rummy": 3, "prime_solitaire": 3}       # whose first puzzle is found in a tenth of the time


def drawn(name, count, seed=1):
    return list(islice(find_puzzles(coprime.game(name), seed), count))


@pytest.fixture(scope="module")
def some(sample_size):
    """Puzzles of each game, for all tests."""
    return {name: drawn(name, sample_size(FIRST.get(name, 1), 3), SEEDS.get(name, 1)) for name in WITH_PUZZLES}


@each
def test_the_answer_is_best_in_other_worlds_too(some, name):
    game = coprime.game(name)
    for puzzle in some[name]:
        match = replay_record(load_record(puzzle.record), game.pure_rules)
        assert len(match.events) == puzzle.step
        assert [seat for seat in match.to_act() if seat < CHANCE] == [puzzle.seat]
        look, answer = PuzzleSearch(match, puzzle.seat, [""] * match.seats, 99), game.words.parse(puzzle.answer)
        assert answer in look.sound_actions and len(look.sound_actions) > 1
        assert all(look.compare_choices(answer, other, 256, 7).mean > 0 for other in look.sound_actions
                   if other != answer)
        assert puzzle.lead > 0 and puzzle.ask
        assert not puzzle.reason or look.hinted_action == answer


@each
def test_a_grade_is_how_many_levels_fail(some, name):
    for puzzle in some[name]:
        assert puzzle.grade == len(puzzle.failed) == len(set(puzzle.failed))
        assert set(puzzle.failed) <= {*coprime.game(name).bots.LEVELS, "strong"}


def test_the_same_seed_makes_the_same_puzzles(some):
    count = len(some["prime_daifugo"])
    assert drawn("prime_daifugo", count) == some["prime_daifugo"] != drawn("prime_daifugo", count, 2)


def test_a_kind_has_a_name_of_the_games_or_is_the_first_word_of_the_answer(some):
    assert {puzzle.kind for puzzle in some["prime_daifugo"]} <= {"last", "one", "two", "three", "without"}
    assert {puzzle.kind for puzzle in some["secret_number"]} <= {"cover", "show", "name"}
    assert all(puzzle.kind == puzzle.answer.split()[0] for puzzle in some["prime_solitaire"])


def test_they_are_looked_for_under_the_options_that_a_game_names_for_them(some):
    wanted = coprime.game("sosu_daifugo").puzzle_options
    assert wanted and all(load_record(puzzle.record).options.items() >= wanted.items()
                          for puzzle in some["sosu_daifugo"])


def test_the_command_writes_one_a_line(some, tmp_path):
    file = tmp_path / "puzzles.jsonl"
    command = ["puzzles", "make", "secret_number", "--count", "2", "--out", str(file)]
    assert CliRunner().invoke(app, command).exit_code == 0
    found = [json.loads(line) for line in file.read_text(encoding="utf-8").splitlines()]
    assert [one["answer"] for one in found] == [puzzle.answer for puzzle in some["secret_number"][:2]]
    assert {"record", "step", "seat", "answer", "grade", "kind"} <= set(found[0])
    assert CliRunner().invoke(app, [*command[:-1], str(tmp_path / "no" / "folder")]).exit_code == 2


def test_when_the_time_is_over_it_says_how_many_there_are(tmp_path):
    file = tmp_path / "puzzles.jsonl"
    said = CliRunner().invoke(app, ["puzzles", "make", "prime_daifugo", "--seconds", "0.1", "--count", "9999",
                                    "--out", str(file)])
    assert said.exit_code == 2 and "puzzle" in said.stderr and "in 0.1 s" in " ".join(said.stderr.split())
