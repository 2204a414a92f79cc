"""What somebody tries or asks at an exercise, and what is answered."""

from collections.abc import Callable
from typing import Any, Literal

from msgspec import Struct

from ...core.errors import BadInput, Refused
from ...core.options import to_json_value
from ...exercises import Exercise
from ...exercises.exercise import MOST
from ...exercises.solution import solution
from ...table.catalogue import rule_chips

LONG = 200              # characters of an action


class Attempt(Struct):
    """Something that somebody does or asks at an exercise.

    done  their actions so far, all of them right;  acts  what is tried, or asked about, now
    how   what is wanted: `try`, `ask` (may it be done?), `preview` (the scene after quiet actions), `study` (with
          `question`), `hint`, `answer` (the actions), `solution` (its sentences)
    """

    done: list[str] = []
    acts: list[str] = []
    how: Literal["try", "ask", "preview", "study", "hint", "answer", "solution"] = "try"
    question: str = ""


def answer_attempt(one: Exercise, data: Attempt) -> dict[str, Any]:
    """What is answered.  Raises BadInput."""
    done, acts = ([label[:LONG] for label in labels[:MOST + 1]] for labels in (data.done, data.acts))
    found: dict[str, Any] = WAYS[data.how](one, done, acts, data.question)
    return found


def _tried(one: Exercise, done: list[str], acts: list[str], _: str) -> dict[str, Any]:
    found = one.attempt(done, acts)
    return {"title": one.title, "verdict": found.verdict, "ask": found.said.ask, "why": found.said.why,
            "rule": found.rule, "lines": found.lines, "scene": found.scene, "seat": one.seat,
            "players": list(one.names),
            "options": {name: to_json_value(value) for name, value in one.match.options.items()},
            "chips": rule_chips(one.game, one.match.seats, one.match.options)}


def _asked(one: Exercise, done: list[str], acts: list[str], _: str) -> dict[str, Any]:
    try:
        one.may(done, acts)
    except BadInput as refused:
        return {"ok": False, "sentence": str(refused), "rule": refused.rule if isinstance(refused, Refused) else ""}
    return {"ok": True, "sentence": "", "rule": ""}


def _previewed(one: Exercise, done: list[str], acts: list[str], _: str) -> dict[str, Any]:
    return {"scene": one.preview(done, acts)}


def _studied(one: Exercise, done: list[str], _: list[str], question: str) -> dict[str, Any]:
    thinker = one.game.study
    return {"found": thinker.answer(one.imagined(done, ()), one.seat, question[:LONG]) if thinker else None}


def _hinted(one: Exercise, done: list[str], *_: Any) -> dict[str, Any]:
    return {"rungs": one.ladder(done)}


def _answered(one: Exercise, done: list[str], *_: Any) -> dict[str, Any]:
    return {"acts": one.answer(done)}


def _solved(one: Exercise, *_: Any) -> dict[str, Any]:
    return {"sentences": solution(one)}


WAYS: dict[str, Callable[..., dict[str, Any]]] = {
    "try": _tried, "ask": _asked, "preview": _previewed, "study": _studied, "hint": _hinted, "answer": _answered,
    "solution": _solved}
