"""Lessons and puzzles over HTTP: what there is, and what becomes of a try.  Nothing is kept between two requests."""

from collections.abc import Callable
from typing import Any, Literal

from msgspec import Struct
from starlette.requests import Request

from ..core.faults import BadInput, Refused
from ..core.shelf import games
from ..exercises import Exercise, course, of_day, puzzle, themes
from ..exercises.exercise import MOST
from ..table.catalogue import chips, plain
from .door import Door
from .endpoint import Endpoint

LONG = 200              # characters of an action


class Try(Struct):
    """Something that somebody does or asks at an exercise.

    done  their actions so far, all of them right;  acts  what is tried, or asked about, now
    how   what is wanted: `try`, `ask` (may it be done?), `preview` (the scene after quiet actions), `study` (with
          `question`), `hint`, `answer`
    """

    done: list[str] = []
    acts: list[str] = []
    how: Literal["try", "ask", "preview", "study", "hint", "answer"] = "try"
    question: str = ""


class Day(Struct):
    """A day such as 20261122; 0 for none."""

    day: int = 0


async def lessons(door: Door, request: Request, game: str) -> dict[str, Any]:
    """A game's course."""
    door.costs(request)
    found = await door.house.in_thread(course, game)
    return {"game": found.game.name, "title": found.game.title, "goal": _pair(found.goal), "keep": _pair(found.keep),
            "lessons": [{"name": one.name, "title": one.title} for one in found.lessons]}


async def lesson(door: Door, request: Request, game: str, name: str, data: Try) -> dict[str, Any]:
    """A try at a lesson."""
    door.costs(request)
    found: dict[str, Any] = await door.house.in_thread(lambda: tried(course(game).lesson(name), data))
    return found


async def puzzles(door: Door, request: Request, query: Day) -> dict[str, Any]:
    """What there is to train, and the puzzle of a day."""
    door.costs(request)
    found: dict[str, Any] = await door.house.in_thread(_puzzles, query.day)
    return found


def _puzzles(day: int) -> dict[str, Any]:
    having = [game for game in sorted(games().values(), key=lambda game: (game.place, game.title)) if themes(game.name)]
    name, number = of_day(day) if day and having else ("", 0)
    return {"games": [{"game": game.name, "title": game.title, "themes": themes(game.name)} for game in having],
            "day": {"game": name, "number": number}}


async def try_puzzle(door: Door, request: Request, game: str, number: str, data: Try) -> dict[str, Any]:
    """A try at a puzzle."""
    door.costs(request)
    wanted = int(number) if number.isdecimal() and len(number) < 7 else -1
    found: dict[str, Any] = await door.house.in_thread(lambda: tried(puzzle(game, wanted), data))
    return found


def tried(one: Exercise, data: Try) -> dict[str, Any]:
    """What is answered.  Raises BadInput."""
    done, acts = ([label[:LONG] for label in labels[:MOST + 1]] for labels in (data.done, data.acts))
    found: dict[str, Any] = WAYS[data.how](one, done, acts, data.question)
    return found


def _tried(one: Exercise, done: list[str], acts: list[str], _: str) -> dict[str, Any]:
    found = one.attempt(done, acts)
    return {"title": one.title, "verdict": found.verdict, "ask": found.said.ask, "why": found.said.why,
            "rule": found.rule, "lines": found.lines, "scene": found.scene, "seat": one.seat,
            "players": list(one.names), "options": {name: plain(value) for name, value in one.match.options.items()},
            "chips": chips(one.game, one.match.seats, one.match.options)}


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


def _pair(said: Any) -> list[str]:
    return [said.ask, said.why]


WAYS: dict[str, Callable[..., dict[str, Any]]] = {
    "try": _tried, "ask": _asked, "preview": _previewed, "study": _studied, "hint": _hinted, "answer": _answered}

ENDPOINTS = [
    Endpoint("GET", "/api/lessons/{game}", lessons),
    Endpoint("POST", "/api/lessons/{game}/{name}", lesson),
    Endpoint("GET", "/api/puzzles", puzzles),
    Endpoint("POST", "/api/puzzles/{game}/{number}", try_puzzle),
]
