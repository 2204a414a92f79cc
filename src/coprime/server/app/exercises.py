"""HTTP endpoints of lessons, puzzles and moments of a match. Nothing is stored between two attempts."""

from typing import Any

from msgspec import Struct
from starlette.requests import Request

from ...core.registry import all_games
from ...core.registry import find_game as find
from ...exercises import list_themes, load_course, load_puzzle, puzzle_of_day
from .exercise_requests import ExerciseRequest, answer_exercise_request
from .http_endpoint import Endpoint
from .request_context import AppState


class DayQuery(Struct):
    """A day such as 20261122; 0 for none."""

    day: int = 0


async def list_lessons(state: AppState, request: Request, game: str) -> dict[str, Any]:
    """List the lessons of a game, and what is said around its first turn."""
    state.charge_rate_limit(request)
    found = await state.manager.run_in_thread(load_course, game)
    first = found.first and {"tip": found.first.tip, "move": found.first.move, "rule": found.first.rule,
                             "built": _sentence_parts(found.first.built) if found.first.built else None}
    return {"game": found.game.name, "title": found.game.localized_title, "goal": _sentence_parts(found.goal),
            "keep": _sentence_parts(found.keep), "first": first,
            "lessons": [{"name": one.name, "title": one.title} for one in found.lessons]}


async def try_lesson(state: AppState, request: Request, game: str, name: str, data: ExerciseRequest) -> dict[str, Any]:
    """Answer an attempt at a lesson."""
    state.charge_rate_limit(request)
    found: dict[str, Any] = await state.manager.run_in_thread(
        lambda: answer_exercise_request(load_course(game).find_lesson(name), data))
    return found


async def list_puzzles(state: AppState, request: Request, query: DayQuery) -> dict[str, Any]:
    """List the themes of the puzzles, and the puzzle of a day."""
    state.charge_rate_limit(request)
    found: dict[str, Any] = await state.manager.run_in_thread(_describe_puzzles, query.day)
    return found


def _describe_puzzles(day: int) -> dict[str, Any]:
    games = [game for game in sorted(all_games().values(), key=lambda game: (game.place, game.title))
             if list_themes(game.name)]
    return {"games": [{"game": game.name, "title": game.localized_title, "themes": list_themes(game.name)}
                      for game in games],
            "day": puzzle_of_day(day).to_json() if day else None}


async def try_puzzle(state: AppState, request: Request, game: str, number: str,
                     data: ExerciseRequest) -> dict[str, Any]:
    """Answer an attempt at a puzzle."""
    state.charge_rate_limit(request)
    found: dict[str, Any] = await state.manager.run_in_thread(
        lambda: answer_exercise_request(load_puzzle(game, _parse_number(number)), data))
    return found


class ReviewQuery(Struct):
    """The seat whose moments are meant."""

    seat: int = 0


async def get_review(state: AppState, request: Request, id: str, query: ReviewQuery) -> dict[str, Any]:
    """Return the moments to learn from in a finished match, once the comparison of choices is compiled."""
    state.charge_rate_limit(request)
    game = find(await state.replays.read_game_name(id))
    if not await state.manager.run_in_thread(state.manager.compile_queue.is_review_ready, game):
        return {"ready": False}
    return {"ready": True} | await state.replays.review_replay(id, state.identify_asker(request), query.seat)


async def get_moment(state: AppState, request: Request, id: str, number: str, query: ReviewQuery) -> dict[str, Any]:
    """Return the explanation of a moment, for somebody who has tried it."""
    state.charge_rate_limit(request)
    return await state.replays.explain_moment(id, state.identify_asker(request), query.seat, _parse_number(number))


async def try_moment(state: AppState, request: Request, id: str, number: str, query: ReviewQuery,
                     data: ExerciseRequest) -> dict[str, Any]:
    """Answer an attempt at a moment of a finished match."""
    state.charge_rate_limit(request)
    return await state.replays.try_moment(id, state.identify_asker(request), query.seat, _parse_number(number), data)


def _parse_number(text: str) -> int:
    """A number from an address; one that is none is as far out as can be."""
    return int(text) if text.isdecimal() and len(text) < 7 else -1


def _sentence_parts(sentence: Any) -> list[str]:
    return [sentence.ask, sentence.why]


ENDPOINTS = [
    Endpoint("GET", "/api/lessons/{game}", list_lessons, public=True),
    Endpoint("POST", "/api/lessons/{game}/{name}", try_lesson),
    Endpoint("GET", "/api/puzzles", list_puzzles, public=True),
    Endpoint("POST", "/api/puzzles/{game}/{number}", try_puzzle),
    Endpoint("GET", "/api/replays/{id}/review", get_review),
    Endpoint("GET", "/api/replays/{id}/moments/{number}", get_moment),
    Endpoint("POST", "/api/replays/{id}/moments/{number}", try_moment),
]
