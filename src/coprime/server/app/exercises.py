"""Lessons, puzzles and moments of a match over HTTP.  Nothing is kept between two tries."""

from typing import Any

from msgspec import Struct
from starlette.requests import Request

from ...core.registry import all_games
from ...core.registry import find_game as find
from ...exercises import course, of_day, puzzle, themes
from .attempts import Attempt, answer_attempt
from .endpoint import Endpoint
from .state import AppState


class DayQuery(Struct):
    """A day such as 20261122; 0 for none."""

    day: int = 0


async def list_lessons(door: AppState, request: Request, game: str) -> dict[str, Any]:
    """A game's course."""
    door.charge_rate_limit(request)
    found = await door.house.in_thread(course, game)
    return {"game": found.game.name, "title": found.game.localized_title, "goal": _pair(found.goal),
            "keep": _pair(found.keep),
            "lessons": [{"name": one.name, "title": one.title} for one in found.lessons]}


async def try_lesson(door: AppState, request: Request, game: str, name: str, data: Attempt) -> dict[str, Any]:
    """A try at a lesson."""
    door.charge_rate_limit(request)
    found: dict[str, Any] = await door.house.in_thread(lambda: answer_attempt(course(game).lesson(name), data))
    return found


async def list_puzzles(door: AppState, request: Request, query: DayQuery) -> dict[str, Any]:
    """What there is to train, and the puzzle of a day."""
    door.charge_rate_limit(request)
    found: dict[str, Any] = await door.house.in_thread(_puzzles, query.day)
    return found


def _puzzles(day: int) -> dict[str, Any]:
    having = [game for game in sorted(all_games().values(), key=lambda game: (game.place, game.title))
              if themes(game.name)]
    name, number = of_day(day) if day and having else ("", 0)
    return {"games": [{"game": game.name, "title": game.localized_title, "themes": themes(game.name)}
                      for game in having],
            "day": {"game": name, "number": number}}


async def try_puzzle(door: AppState, request: Request, game: str, number: str, data: Attempt) -> dict[str, Any]:
    """A try at a puzzle."""
    door.charge_rate_limit(request)
    found: dict[str, Any] = await door.house.in_thread(lambda: answer_attempt(puzzle(game, _number(number)), data))
    return found


class ReviewQuery(Struct):
    """Whose moments."""

    seat: int = 0


async def get_review(door: AppState, request: Request, id: str, query: ReviewQuery) -> dict[str, Any]:
    """What there is to learn from a match that is over, as soon as what compares choices has been compiled."""
    door.charge_rate_limit(request)
    game = find(await door.replays.game(id))
    if not await door.house.in_thread(door.house.warming.looks_back, game):
        return {"ready": False}
    return {"ready": True} | await door.replays.look_back(id, door.identify_asker(request), query.seat)


async def get_moment(door: AppState, request: Request, id: str, number: str, query: ReviewQuery) -> dict[str, Any]:
    """What a moment teaches: for whoever has tried it."""
    door.charge_rate_limit(request)
    return await door.replays.learn(id, door.identify_asker(request), query.seat, _number(number))


async def try_moment(door: AppState, request: Request, id: str, number: str, query: ReviewQuery,
                     data: Attempt) -> dict[str, Any]:
    """A try at a moment of a match that is over."""
    door.charge_rate_limit(request)
    return await door.replays.again(id, door.identify_asker(request), query.seat, _number(number), data)


def _number(text: str) -> int:
    """A number from an address; one that is none is as far out as can be."""
    return int(text) if text.isdecimal() and len(text) < 7 else -1


def _pair(said: Any) -> list[str]:
    return [said.ask, said.why]


ENDPOINTS = [
    Endpoint("GET", "/api/lessons/{game}", list_lessons, public=True),
    Endpoint("POST", "/api/lessons/{game}/{name}", try_lesson),
    Endpoint("GET", "/api/puzzles", list_puzzles, public=True),
    Endpoint("POST", "/api/puzzles/{game}/{number}", try_puzzle),
    Endpoint("GET", "/api/replays/{id}/review", get_review),
    Endpoint("GET", "/api/replays/{id}/moments/{number}", get_moment),
    Endpoint("POST", "/api/replays/{id}/moments/{number}", try_moment),
]
