"""The first turn of every game: its move is taken, so is every other one, and what its captions say holds."""

import itertools
import math
import re

import pytest

from coprime.core.language_selection import use_language
from coprime.core.numbers import prime_factors
from coprime.core.registry import all_games, find_game
from coprime.exercises import load_course
from coprime.exercises.course import has_first_turn
from coprime.exercises.exercise import AttemptResult

GAMES = [name for name in all_games() if has_first_turn(find_game(name))]
each_game = pytest.mark.parametrize("name", GAMES)
MOST_CARDS = 10                 # of a hand that is few and plain


def first_turn(name):
    return load_course(name).first


def test_the_eight_games_have_one():
    assert len(GAMES) >= 8


def own_labels(script):
    return [move.label for move in script if move.seat is None]


@each_game
def test_the_move_of_the_tip_is_right_and_something_happens(name):
    one = first_turn(name).exercise
    moves = own_labels(one.answers[0])
    assert not any(map(one.is_pattern, moves)), "the first answer can be shown"
    found = one.run_attempt((), moves)
    assert found.verdict is AttemptResult.RIGHT and found.text == one.right
    assert any(line["seat"] == one.seat and line["text"] for line in found.lines)
    assert one.seat in one.run_attempt((), ()).match.to_act()


@each_game
def test_every_other_move_is_taken_or_judged(name):
    one = first_turn(name).exercise
    for action in one.match.sound_actions(one.seat):
        found = one.run_attempt((), [one.game.words.label(action)])
        assert found.verdict in (AttemptResult.RIGHT, AttemptResult.ASKED), one.game.words.label(action)
        assert found.match.state.tobytes() != one.match.state.tobytes(), "the position goes on"


@each_game
def test_what_is_not_the_move_has_its_words(name):
    one = first_turn(name).exercise
    for tries, said in one.wrong:
        found = one.run_attempt((), tries[0].split("; "))
        assert found.verdict is not AttemptResult.REFUSED and found.text == said, tries[0]


def test_a_number_that_is_not_prime_comes_back_and_may_be_tried_again():
    one = first_turn("prime_daifugo").exercise
    found = one.run_attempt((), ["play 7 7"])
    assert found.verdict is AttemptResult.WRONG and found.lines[0]["detail"]["judge"]["factors"] == [7, 11]
    assert found.match.state.tobytes() == one.match.state.tobytes()
    assert one.run_attempt((), ["play 7 1"]).text == one.right, "any prime above 23 is a first prime"


@pytest.mark.parametrize("name, play", [("prime_daifugo", "play {} {}"), ("sosu_daifugo", "play {}{}")])
def test_every_wrong_number_of_two_cards_is_judged_in_short_words(name, play):
    """A line of the log would be too long for the place of the sentence, and would tell of penalties not paid here."""
    one = first_turn(name).exercise
    hand = "1 4 7 7 8".split() if name == "prime_daifugo" else "A 3 5 J Q".split()
    tried = [one.run_attempt((), [play.format(*pair)]) for pair in itertools.permutations(hand, 2)]
    wrong = [found for found in tried if found.verdict is AttemptResult.WRONG]
    assert len(wrong) > 5 and {found.text for found in wrong} <= {said for _, said in one.wrong}


def test_who_draws_first_may_play_afterwards():
    one = first_turn("prime_daifugo").exercise
    assert one.run_attempt((), ["draw"]).verdict is AttemptResult.ASKED
    assert one.run_attempt(["draw"], ["play 4 7"]).verdict is AttemptResult.RIGHT


def test_a_wrong_number_that_stays_ends_the_turn_with_the_reason():
    found = first_turn("secret_number").exercise.run_attempt((), ["place 1"])
    assert found.verdict is AttemptResult.RIGHT and "Heron cannot make 3" in found.text.ask


@each_game
def test_the_cards_are_few(name):
    scene = first_turn(name).exercise.run_attempt((), ()).scene
    hand = scene.get("hand", [])
    assert (sum(hand) if "places" in scene else len(hand)) <= MOST_CARDS        # of each place, or card by card


@each_game
@pytest.mark.parametrize("language", ["en", "ja"])
def test_what_the_captions_say_is_true(name, language):
    with use_language(language):
        first = first_turn(name)
        one = first.exercise
        texts = [first.tip, first.rule, *(first.built and (first.built.ask, first.built.why) or ()),
                 *(part for said in (one.prompt, one.right, one.other, *(said for _, said in one.wrong))
                   for part in (said.ask, said.why))]
    assert all(texts) and not any("!" in text or "！" in text for text in texts)
    for text in texts:
        for whole, parts in re.findall(r"(\d+) = (\d+(?: × \d+)+)", text):
            assert int(whole) == math.prod(map(int, parts.split(" × "))), text
        for parts, whole in re.findall(r"(\d+(?: × \d+)+) = (\d+)", text):
            assert int(whole) == math.prod(map(int, parts.split(" × "))), text
        for parts, whole in re.findall(r"(\d+(?: \+ \d+)+) = (\d+)", text):
            assert int(whole) == sum(map(int, parts.split(" + "))), text


def test_the_prime_of_the_tip_is_one():
    shown = first_turn("prime_daifugo").exercise.run_attempt((), ["play 4 7"]).lines[0]["detail"]["judge"]
    assert shown["prime"] and prime_factors(shown["number"]) == [47]
