"""The lessons, played by their answers and wrong tries in every language, while the game is in no list of games."""

import pytest

from coprime.core.language_selection import available_languages, use_language
from coprime.exercises import load_course
from coprime.exercises.exercise import AttemptResult

LESSONS = [one.name for one in load_course("sosu_daifugo").lessons]


@pytest.mark.parametrize("language", available_languages())
@pytest.mark.parametrize("name", LESSONS)
def test_a_lesson(name, language):
    with use_language(language):
        lesson = load_course("sosu_daifugo").find_lesson(name)
        done = []
        for move in lesson.answers[0]:
            found = lesson.run_attempt(done, [move.label])
            done.append(move.label)
        assert found.verdict is AttemptResult.RIGHT and found.text == lesson.right
        for tries, said in lesson.wrong:
            found = lesson.run_attempt((), [tries[0]])
            assert found.verdict is AttemptResult.WRONG and found.text == said, tries[0]
        assert len(lesson.hint_ladder(())) > 1


def test_a_joker_with_any_fitting_value_is_right():
    lesson = load_course("sosu_daifugo").find_lesson("joker")
    for play, verdict in (("play TX|X=3", AttemptResult.RIGHT), ("play QX|X=7", AttemptResult.RIGHT),
                          ("play 4X|X=K", AttemptResult.WRONG)):
        assert lesson.run_attempt((), [play]).verdict is verdict, play
