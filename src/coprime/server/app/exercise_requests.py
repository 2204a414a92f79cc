"""Answer what somebody tries or asks at an exercise."""

from collections.abc import Callable
from typing import Any, Literal

from msgspec import Struct

from ...core.errors import BadInput, Refused
from ...core.options import to_json_value
from ...exercises import Exercise
from ...exercises.exercise import MAX_ATTEMPT_ACTIONS
from ...exercises.printed_solution import solution_sentences
from ...table.catalogue import rule_chips

LONGEST_LABEL = 200              # characters of an action


class ExerciseRequest(Struct):
    """Something that somebody does or asks at an exercise.

    done  their actions so far, all of them right;  acts  what is tried, or asked about, now
    how   what is wanted: `try`, `ask` (may it be done?), `preview` (the scene after quiet actions), `study` (with
          `question`), `hint`, `answer` (the actions), `solution` (its sentences)
    """

    done: list[str] = []
    acts: list[str] = []
    how: Literal["try", "ask", "preview", "study", "hint", "answer", "solution"] = "try"
    question: str = ""


def answer_exercise_request(exercise: Exercise, data: ExerciseRequest) -> dict[str, Any]:
    """Return the answer to a request at an exercise, as JSON. Raises BadInput."""
    done, acts = ([label[:LONGEST_LABEL] for label in labels[:MAX_ATTEMPT_ACTIONS + 1]]
                  for labels in (data.done, data.acts))
    found: dict[str, Any] = ANSWERS[data.how](exercise, done, acts, data.question)
    return found


def _answer_try(exercise: Exercise, done: list[str], acts: list[str], _: str) -> dict[str, Any]:
    found = exercise.run_attempt(done, acts)
    return {"title": exercise.title, "verdict": found.verdict, "praised": found.text is exercise.right,
            "ask": found.text.ask, "why": found.text.why, "rule": found.rule, "lines": found.lines,
            "scene": found.scene, "seat": exercise.seat, "players": list(exercise.names),
            "options": {name: to_json_value(value) for name, value in exercise.match.options.items()},
            "chips": rule_chips(exercise.game, exercise.match.seats, exercise.match.options)}


def _answer_ask(exercise: Exercise, done: list[str], acts: list[str], _: str) -> dict[str, Any]:
    try:
        exercise.check_allowed(done, acts)
    except BadInput as refused:
        return {"ok": False, "sentence": str(refused), "rule": refused.rule if isinstance(refused, Refused) else ""}
    return {"ok": True, "sentence": "", "rule": ""}


def _answer_preview(exercise: Exercise, done: list[str], acts: list[str], _: str) -> dict[str, Any]:
    return {"scene": exercise.preview_scene(done, acts)}


def _answer_study(exercise: Exercise, done: list[str], _: list[str], question: str) -> dict[str, Any]:
    study = exercise.game.study
    if study is None:
        return {"found": None}
    return {"found": study.answer_question(exercise.view_after(done, ()), exercise.seat, question[:LONGEST_LABEL])}


def _answer_hint(exercise: Exercise, done: list[str], *_: Any) -> dict[str, Any]:
    steps = exercise.hint_ladder(done)
    return {"rungs": list(map(str, steps)), "cards": [list(step.cards) for step in steps],
            "acts": [exercise.game.words.label(action) for action in (steps[-1].actions if steps else ())]}


def _show_answer(exercise: Exercise, done: list[str], *_: Any) -> dict[str, Any]:
    return {"acts": exercise.remaining_answer(done)}


def _show_solution(exercise: Exercise, *_: Any) -> dict[str, Any]:
    return {"sentences": solution_sentences(exercise)}


ANSWERS: dict[str, Callable[..., dict[str, Any]]] = {
    "try": _answer_try, "ask": _answer_ask, "preview": _answer_preview, "study": _answer_study, "hint": _answer_hint,
    "answer": _show_answer,
    "solution": _show_solution}
