"""What a class keeps of a round, of a line to all, of a question and of what is done alone, without a server."""

import pytest

from coprime.classroom.classroom import (
    LONGEST_LINE,
    MOST_DONE_AT_ONCE,
    MOST_REPLAYS,
    Classroom,
    ClassTable,
    LessonPlan,
    Round,
)
from coprime.classroom.login_secret import PICTURES, LoginSecret, make_login_secret
from coprime.classroom.moment_question import MomentQuestion
from coprime.classroom.pupil import Pupil, SoloActivity, SoloCount
from coprime.classroom.question import COMPOSITE, FEWEST_SHOWN, PRIME, make_number_question
from coprime.classroom.seating import assign_tables
from coprime.core.errors import BadInput, Refused

NAMES = ("Ada", "Bo", "Cleo", "Dan")


def make_class(what="game"):
    """A class of four in a round with two tables."""
    found = Classroom("6b", "teacher", LessonPlan("daifugo", what),
                      [Pupil(name, f"key {name}", "owl", table="ONE") for name in NAMES])
    found.rounds = [Round("daifugo", [ClassTable("OLD", {"Ada": 0})], on=False),
                    Round("daifugo", [ClassTable("ONE", {"Ada": 0, "Bo": 1}), ClassTable("TWO", {"Cleo": 0})])]
    return found


def test_of_the_tables_those_of_the_running_round_are_found():
    class_ = make_class()
    assert class_.find_table("TWO") is class_.rounds[1].tables[1]
    assert class_.find_table("OLD") is None and class_.find_table("one") is None
    class_.rounds[1].on = False
    assert class_.find_table("TWO") is None and class_.current_round is None
    class_.rounds = []
    assert class_.find_table("TWO") is None and class_.current_round is None


def test_when_a_round_ends_nobody_has_a_table_and_nothing_of_it_stays():
    class_ = make_class("lessons")
    class_.set_announcement("Look up")
    class_.paused = True
    class_.note_call(class_.pupils[0], True, 100)
    class_.note_activity(class_.pupils[1], SoloActivity("lessons", "daifugo", done=1))
    assert class_.pupils[0].called == 100 and class_.pupils[1].doing is not None
    class_.end_round()
    assert class_.current_round is None and (class_.line, class_.paused) == ("", False)
    assert {(one.table, one.doing, one.called) for one in class_.pupils} == {("", None, 0)}
    class_.end_round()                                      # again, when none goes on
    assert class_.current_round is None and [one.on for one in class_.rounds] == [False, False]


def test_a_line_to_all_is_one_line_and_each_is_another():
    class_ = make_class()
    class_.set_announcement("  Look\n up ")
    assert (class_.line, class_.said) == ("Look up", 1)
    class_.set_announcement("x" * LONGEST_LINE)
    assert (len(class_.line), class_.said) == (LONGEST_LINE, 2)
    with pytest.raises(BadInput, match=f"at most {LONGEST_LINE} characters"):
        class_.set_announcement("y" * (LONGEST_LINE + 1))
    assert (class_.line[0], class_.said) == ("x", 2)
    class_.set_announcement("")
    assert (class_.line, class_.said) == ("", 3)


def test_the_newest_replays_are_kept():
    class_ = make_class()
    class_.replays = [str(n) for n in range(MOST_REPLAYS - 1)]
    class_.note_replay("last but one")
    assert len(class_.replays) == MOST_REPLAYS and class_.replays[0] == "0"
    class_.note_replay("last")
    assert len(class_.replays) == MOST_REPLAYS
    assert (class_.replays[0], class_.replays[-2:]) == ("1", ["last but one", "last"])


def test_what_is_done_alone_is_counted_once_and_never_too_much():
    class_ = make_class("lessons")
    ada = class_.pupils[0]

    def do(done, what="lessons"):
        class_.note_activity(ada, SoloActivity(what, "daifugo", done=done))
        return [(one.what, one.n) for one in ada.solo]

    assert do(3) == [("lessons", 0)] and ada.active         # what was done before counts for nothing here
    assert do(5) == [("lessons", 2)]
    assert do(5) == [("lessons", 2)]
    assert do(4) == [("lessons", 2)]                        # another device knows of fewer
    assert do(5 + MOST_DONE_AT_ONCE) == [("lessons", 2 + MOST_DONE_AT_ONCE)]
    assert do(99) == [("lessons", 2 + 2 * MOST_DONE_AT_ONCE)]
    assert do(7, "puzzles") == [("lessons", 2 + 2 * MOST_DONE_AT_ONCE), ("puzzles", 0)]
    assert do(8, "puzzles")[1] == ("puzzles", 1) and ada.solo[0] == SoloCount("lessons", "daifugo", 99, 22)


@pytest.mark.parametrize("class_", [make_class("game"), make_class("lessons")], ids=["a game", "no round"])
def test_beside_lessons_and_puzzles_nothing_is_counted_and_nobody_called(class_):
    class_.rounds[1].on = class_.plan.what == "game"
    class_.note_activity(class_.pupils[0], SoloActivity("lessons", "daifugo", done=1))
    class_.note_call(class_.pupils[0], True, 100)
    assert class_.pupils[0] == make_class().pupils[0]


def test_pupils_are_found_by_name_and_told_when_there_are_none():
    class_ = make_class()
    assert class_.get_pupil("Cleo") is class_.pupils[2] and class_.find_pupil("key Dan") is class_.pupils[3]
    for name in ("cleo", "Eve", ""):
        with pytest.raises(BadInput, match="nobody called"):
            class_.get_pupil(name)


def test_a_new_name_stands_in_the_rounds_and_answers_and_the_word_of_the_old_one_still_leads_back():
    class_ = make_class()
    bo = class_.pupils[1]
    class_.ask_question(91)
    for name in ("Ada", "Bo"):
        class_.question.record_answer(name, 1, PRIME)
    class_.rename_pupil(bo, "Bob")
    assert (bo.name, bo.approved, bo.salt_name) == ("Bob", True, "Bo")
    assert class_.rounds[1].tables[0].seats == {"Ada": 0, "Bob": 1}
    assert class_.question.answers == {"Ada": PRIME, "Bob": PRIME}
    class_.rename_pupil(bo, "BOBBY")
    assert (bo.name, bo.salt_name) == ("BOBBY", "Bo")
    class_.rename_pupil(bo, "Bobby")                        # one's own name, typed otherwise
    for name in ("ada", "ADA"):
        with pytest.raises(BadInput, match="Somebody else in this class"):
            class_.rename_pupil(bo, name)
    assert bo.name == "Bobby"


# Questions.

def test_a_number_is_asked_about_and_told_with_its_factors():
    class_ = make_class()
    class_.ask_question(91)
    question = class_.question
    hidden = {"n": 1, "number": 91, "shown": False, "moment": None}
    assert question.to_pupil("Ada") == {**hidden, "mine": None}
    for name, choice in zip(NAMES[:FEWEST_SHOWN], (PRIME, PRIME, COMPOSITE), strict=True):
        question.record_answer(name, 1, COMPOSITE)
        question.record_answer(name, 1, choice)                 # the last answer counts
    assert question.to_pupil("Cleo") == {**hidden, "mine": COMPOSITE}
    assert question.to_teacher() == {**hidden, "answered": 3}
    question.shown = True
    solved = {**hidden, "shown": True, "right": COMPOSITE, "factors": [7, 13]}
    assert question.to_pupil("Ada") == {**solved, "mine": PRIME}
    assert question.to_teacher() == {**solved, "answered": 3, "spread": [2, 1], "fewest": FEWEST_SHOWN}


def test_of_few_answers_nobody_is_told_how_they_were_spread():
    question = make_number_question(4, 97)
    for name in NAMES[:FEWEST_SHOWN - 1]:
        question.record_answer(name, 4, PRIME)
    question.shown = True
    assert question.to_teacher()["spread"] is None and question.to_teacher()["right"] == PRIME


def test_an_answer_that_comes_too_late_or_is_none_changes_nothing():
    class_ = make_class()
    class_.ask_question(91)
    class_.ask_question(97)
    assert (class_.question.n, class_.asked) == (2, 2)
    with pytest.raises(Refused, match="not asked any more"):
        class_.question.record_answer("Ada", 1, PRIME)
    for choice in (-1, 2):
        with pytest.raises(BadInput, match="Choose one"):
            class_.question.record_answer("Ada", 2, choice)
    class_.question.record_answer("Ada", 2, COMPOSITE)
    class_.question.shown = True
    with pytest.raises(Refused):
        class_.question.record_answer("Ada", 2, PRIME)
    assert class_.question.answers == {"Ada": COMPOSITE}


@pytest.mark.parametrize("number", [1, 0, 1_000_000])
def test_a_number_that_is_not_asked_about_leaves_the_question_before(number):
    class_ = make_class()
    class_.ask_question(2)
    with pytest.raises(BadInput, match="from 2 to 999999"):
        class_.ask_question(number)
    assert (class_.question.number, class_.asked) == (2, 1)
    class_.ask_question(999_999)
    assert (class_.question.number, class_.asked) == (999_999, 2)


def ask_moment(class_, *names):
    class_.ask_question(MomentQuestion(names[0], list(names), ["pass", "play 7s", "play 8s"], 1, "{}"))
    return class_.question


def test_a_moment_has_as_many_answers_as_choices_and_goes_with_whom_it_names():
    class_ = make_class()
    question = ask_moment(class_, "Cleo", "Owl")
    for name, choice in zip(NAMES, (0, 1, 2, 2), strict=True):
        question.record_answer(name, 1, choice)
    with pytest.raises(BadInput, match="Choose one"):
        question.record_answer("Ada", 1, 3)
    asked = {"n": 1, "number": 0, "moment": {"name": "Cleo", "choices": ["pass", "play 7s", "play 8s"]}}
    assert question.to_pupil("Dan") == {**asked, "shown": False, "mine": 2}
    question.shown = True
    assert question.to_teacher() == {**asked, "shown": True, "answered": 4, "right": 1, "factors": [],
                                     "spread": [1, 1, 2], "fewest": FEWEST_SHOWN}
    class_.remove_pupil(class_.get_pupil("Bo"))
    assert class_.question is question and "Bo" not in question.answers
    class_.remove_pupil(class_.get_pupil("Cleo"))
    assert class_.question is None and [one.name for one in class_.pupils] == ["Ada", "Dan"]
    ask_moment(class_, "Ada")
    class_.rename_pupil(class_.get_pupil("Dan"), "Daniel")
    assert class_.question is not None
    class_.rename_pupil(class_.get_pupil("Ada"), "Adele")
    assert class_.question is None


# Groups by hand, and secrets.

@pytest.mark.parametrize(("groups", "why"), [
    ([], "at least one pupil"), ([["Ada"], []], "A group has 0 pupils"), ([["Ada", "Bo", "Cleo"]], "room for 1 to 2"),
    ([["Ada", "Bo"], ["Ada"]], "Ada stands in two groups"), ([["Ada", "Eve"]], "nobody called Eve")])
def test_groups_that_are_none(groups, why):
    with pytest.raises(BadInput, match=why):
        assign_tables(make_class().pupils, 2, "hand", groups, 1)


def test_groups_are_tables_and_may_leave_somebody_out():
    groups = [["Cleo"], ["Bo", "Ada"]]
    assert assign_tables(make_class().pupils, 2, "hand", groups, 1) == groups


@pytest.mark.parametrize(("picture", "word", "why"), [
    ("", "", "picture or a word"), ("owl", "banana", "picture or a word"), ("cat", "", "one of the pictures"),
    ("", "ab", "3 to 24 characters"), ("", "x" * 25, "3 to 24 characters"), ("", "a\u200bbc", "3 to 24 characters"),
    ("", "ADA", "Everybody knows your name")])
def test_secrets_that_are_none(picture, word, why):
    with pytest.raises(BadInput, match=why):
        make_login_secret("salt", "Ada", picture, word)


def test_a_word_is_the_same_however_it_is_typed_and_another_for_everybody():
    secret = make_login_secret("salt", "Ada", "", "Red  Kite")
    assert secret.matches(make_login_secret("salt", "ADA", "", " red kite "))
    for other in (make_login_secret("salt", "Bo", "", "red kite"), make_login_secret("pepper", "Ada", "", "red kite"),
                  make_login_secret("salt", "Ada", "", "redkite"), LoginSecret("owl")):
        assert not secret.matches(other) and not other.matches(secret)
    assert [make_login_secret("salt", "Ada", one, "") for one in PICTURES] == [LoginSecret(one) for one in PICTURES]
