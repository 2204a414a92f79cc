"""Every lesson of every course: played by its right moves and its wrong ones, and what is said held against facts."""

import math
import re
import tomllib

import pytest

from coprime.core.errors import BadInput
from coprime.core.hint_steps import MOST_STEPS
from coprime.core.messages import load_messages
from coprime.core.numbers import prime_factors
from coprime.core.registry import all_games, find_game
from coprime.exercises import load_course
from coprime.exercises.course import has_course
from coprime.exercises.exercise import AttemptResult

COURSES = [name for name in all_games() if has_course(find_game(name))]
LESSONS = [(name, lesson) for name in COURSES for lesson in load_course(name).lessons]
each_course = pytest.mark.parametrize("name", COURSES)
each_lesson = pytest.mark.parametrize("lesson", [one for _, one in LESSONS], ids=[f"{a}-{b.name}" for a, b in LESSONS])
ASK, WHY = 14, 30               # words at most in a sentence, and in the line below it


def own(script):
    return [move.label for move in script if move.seat is None]


def test_every_game_has_a_course():
    assert COURSES == list(all_games())


@each_course
def test_a_course_has_four_to_eight_short_lessons(name):
    names = [one.name for one in load_course(name).lessons]
    assert 4 <= len(names) <= 8 and len(set(names)) == len(names)
    assert all(re.fullmatch("[a-z_0-9]+", one) for one in names), "they stand in addresses"


@each_lesson
def test_it_begins_with_the_seat_that_is_asked(lesson):
    found = lesson.run_attempt((), ())
    assert lesson.seat in found.match.to_act() and found.verdict is AttemptResult.ASKED
    assert found.scene["turn"] and lesson.seat in found.scene["turn"] and not found.lines
    assert len(found.match.events) == len(lesson.match.events)


@each_lesson
def test_every_answer_is_right(lesson):
    for answer in lesson.answers:
        moves, done = own(answer), []
        assert moves, "an answer is something to do"
        if any(lesson.is_pattern(label) for label in moves):
            listed = map(lesson.game.words.label, lesson.match.sound_actions(lesson.seat))
            assert any(lesson.matches_label(moves[0], label)
                       for label in listed), f"nothing that can be done fits {moves[0]}"
            continue
        for label in moves:
            found = lesson.run_attempt(done, [label])
            done.append(label)
            expected = AttemptResult.RIGHT if len(done) == len(moves) else AttemptResult.ASKED
            assert found.verdict is expected, (label, found.text)
        assert found.text == lesson.right and found.lines, "something has happened"


@each_lesson
def test_the_first_answer_is_one_that_can_be_shown(lesson):
    assert lesson.run_attempt((), lesson.remaining_answer(())).verdict is AttemptResult.RIGHT


@each_lesson
def test_every_wrong_try_has_its_words_and_changes_nothing(lesson):
    assert lesson.wrong, "at least one typical mistake is answered"
    for tries, said in lesson.wrong:
        *before, last = tries[0].split("; ")
        found = lesson.run_attempt(before, [last])
        assert found.verdict is AttemptResult.WRONG and found.text == said, (tries[0], found.verdict, found.text)
        again = lesson.run_attempt(before, ())
        assert found.match.state.tobytes() == again.match.state.tobytes()


@each_lesson
def test_what_has_no_words_of_its_own_is_answered_all_the_same(lesson):
    for action in lesson.match.sound_actions(lesson.seat)[:200]:
        found = lesson.run_attempt((), [lesson.game.words.label(action)])
        assert found.verdict is not AttemptResult.REFUSED and found.text.ask


@each_lesson
def test_hints_lead_to_an_answer(lesson):
    steps = lesson.hint_ladder(())
    assert 1 < len(steps) <= MOST_STEPS and steps[-1].actions, "the last one shows an answer"
    if lesson.hints:
        return
    labels = [lesson.game.words.label(action) for action in next(
        rung.actions for rung in reversed(lesson.hint_steps()) if rung.actions)]
    assert lesson.run_attempt((), labels).verdict in (AttemptResult.RIGHT, AttemptResult.ASKED), labels


@each_course
def test_no_sentence_is_left_over_and_none_is_missing(name):
    folder = find_game(name).folder / "lessons"
    say = load_messages(folder)
    written = {one["name"]: one for one in tomllib.loads((folder / "course.toml").read_text())["lesson"]}
    assert set(say["lesson"]) == set(written) and set(say["course"]) == {"goal", "keep"}
    first = tomllib.loads((folder / "course.toml").read_text()).get("first", {})
    assert set(say.get("first", {}).get("wrong", {})) == set(first.get("wrong", {}))
    assert set(say.get("first", {})) <= {"ask", "tip", "built", "right", "rule", "other", "wrong"}
    for one, said in say["lesson"].items():
        assert set(said) <= {"title", "ask", "right", "other", "wrong", "hints"}, one
        assert set(said.get("wrong", {})) == set(written[one].get("wrong", {})), one


# What is said.

def sentences(lesson):
    for said in (lesson.prompt, lesson.right, lesson.other, *(said for _, said in lesson.wrong)):
        yield said.ask, ASK
        yield said.why, WHY
    for hint in lesson.hints:
        yield hint, WHY


def said_of(lesson):
    return [text for text, _ in sentences(lesson) if text]


def said_in(name):
    found = load_course(name)
    return [found.goal.ask, found.goal.why, found.keep.ask, found.keep.why,
            *(text for one in found.lessons for text in said_of(one))]


@each_lesson
def test_sentences_are_short_and_end(lesson):
    for text, most in sentences(lesson):
        assert len(text.split()) <= most + 2 * text.count("×") + 2 * text.count("="), text
        assert not text or text[-1] in ".?:", text
        assert "!" not in text and not re.search(r"\b(Great|Oops|Sorry|Well done)\b", text), text


@each_course
def test_every_sum_in_a_sentence_is_right(name):
    for text in said_in(name):
        for whole, parts in re.findall(r"\b(\d+) (?:=|is) (\d+(?: × \d+)+)", text):
            assert int(whole) == math.prod(map(int, parts.split(" × "))), text
        for parts, whole in re.findall(r"(\d+(?: × \d+)+) (?:=|is|makes|make) (\d+)", text):
            assert int(whole) == math.prod(map(int, parts.split(" × "))), text
        for parts, whole in re.findall(r"(\d+(?: \+ \d+)+) (?:=|is|makes|make) (\d+)", text):
            assert int(whole) == sum(map(int, parts.split(" + "))), text


@each_course
def test_what_is_called_a_prime_is_one(name):
    for text in said_in(name):
        for number in re.findall(r"\b(\d+) is (?:a )?prime", text):
            assert prime_factors(int(number)) == [int(number)], text
        for number in re.findall(r"\b(\d+) is not (?:a )?prime", text):
            assert prime_factors(int(number)) != [int(number)], text
        for listed in re.findall(r"((?:\d+, )*\d+ and \d+) are prime", text):
            assert all(prime_factors(int(number)) == [int(number)] for number in re.findall(r"\d+", listed)), text
        for prime, number in re.findall(r"(\d+) divides (\d+)", text):
            assert int(number) % int(prime) == 0, text


# What is asked of a lesson, where it is not in order.

def test_what_was_not_right_cannot_be_gone_on_from():
    lesson = load_course("prime_daifugo").find_lesson("alone")
    with pytest.raises(BadInput, match="play 9 is not what is asked"):
        lesson.run_attempt(["play 9"], ["play 7"])


def test_what_the_rules_refuse_is_no_try():
    found = load_course("prime_daifugo").find_lesson("larger").run_attempt((), ["play 5"])
    assert found.verdict is AttemptResult.REFUSED
    assert found.text.ask.startswith("5 is not larger") and found.rule == "PD-5"


def test_what_the_game_does_not_read_is_refused_with_its_sentence():
    found = load_course("prime_daifugo").find_lesson("larger").run_attempt((), ["play chess"])
    assert found.verdict is AttemptResult.REFUSED and "chess" in found.text.ask and not found.rule


def test_a_fault_without_words_of_its_own_is_told_as_the_log_tells_it():
    lesson = load_course("prime_daifugo").find_lesson("two_cards")
    found = lesson.run_attempt((), ["play 13 3"])
    assert found.verdict is AttemptResult.WRONG and "133" in found.text.ask and found.text.why.startswith("In a game")


def test_an_action_is_the_same_however_it_is_written():
    lesson = load_course("prime_canasta").find_lesson("extend")
    assert lesson.run_attempt((), ["extend 4=2x2 with 48 3"]).verdict is AttemptResult.RIGHT
    wrong = load_course("prime_canasta").find_lesson("canasta").run_attempt((), ["lay 90=9x5x2"])
    assert wrong.verdict is AttemptResult.WRONG and wrong.text.ask.startswith("90 = 2 × 5 × 9")


def test_after_what_is_right_others_go_on_and_chance_deals_as_the_deal_says():
    lesson = load_course("prime_daifugo").find_lesson("draw")
    once, again = lesson.run_attempt((), ["draw"]), lesson.run_attempt((), ["draw"])
    assert once.verdict is AttemptResult.ASKED and once.match.state.tobytes() == again.match.state.tobytes()
    assert len(once.scene["hand"]) == len(lesson.run_attempt((), ()).scene["hand"]) + 1


def test_a_lesson_that_is_not_there_is_told_with_those_that_are():
    with pytest.raises(BadInput, match="no lesson chess.*alone, larger"):
        load_course("prime_daifugo").find_lesson("chess")
    with pytest.raises(BadInput, match="at most 60 actions"):
        load_course("prime_daifugo").find_lesson("alone").run_attempt((), ["draw"] * 61)


def test_a_wrong_try_is_known_by_what_led_to_it():
    lesson = load_course("prime_climb").find_lesson("bump")
    added, doubled = lesson.run_attempt((), ["a+2", "a+8"]), lesson.run_attempt((), ["a*2", "a+8"])
    assert added.verdict is doubled.verdict is AttemptResult.WRONG and added.text != doubled.text


def test_where_a_move_is_planned_nothing_may_be_put_in_or_left_out():
    lesson = load_course("prime_climb").find_lesson("bump")
    assert lesson.run_attempt((), ["a+8", "a*2"]).verdict is AttemptResult.RIGHT
    for other in (["a+2", "a+8"], ["b*8", "a*2"], ["b+2", "a+8"]):
        assert lesson.run_attempt((), other).verdict is AttemptResult.WRONG, other
