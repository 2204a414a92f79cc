"""HTTP endpoints of the games' trainers: decks of items with their answers, and positions that a device has kept.

Nothing is stored; a device remembers.
"""

from typing import Any

from msgspec import Struct
from starlette.requests import Request

from ...core.drills import DrillDeck, DrillItem
from ...core.game import Game
from ...core.language_selection import cache_per_language
from ...core.part_protocols import TrainerPart
from ...core.registry import find_game
from ...exercises import load_sure_win
from ..request_error import RequestError
from .exercise_requests import ExerciseRequest, answer_exercise_request
from .http_endpoint import Endpoint
from .request_context import AppState

OWN_DECK = "own"
MAX_POSITION_CHARS = 2_000
MOST_OWN_ITEMS = 100


class OwnItems(Struct):
    """The items of the deck `own`, as they are typed, with commas between them."""

    items: str = ""


class PositionBody(ExerciseRequest):
    """An attempt at a position: its text, as a review has sent it, and what is done there."""

    position: str = ""


async def list_drill_decks(state: AppState, request: Request, game: str) -> dict[str, Any]:
    """List the decks of a game's trainer with the names of their items."""
    state.charge_rate_limit(request)
    found: dict[str, Any] = await state.manager.run_in_thread(describe_trainer, game)
    return found


async def get_drill_deck(state: AppState, request: Request, game: str, deck: str, query: OwnItems) -> dict[str, Any]:
    """Return the items of a deck, or of what somebody has typed."""
    state.charge_rate_limit(request)
    found: dict[str, Any] = await state.manager.run_in_thread(
        lambda: describe_own_deck(game, query.items) if deck == OWN_DECK else describe_deck(game, deck))
    return found


async def try_position(state: AppState, request: Request, game: str, data: PositionBody) -> dict[str, Any]:
    """Answer an attempt at a position that a device has kept."""
    state.charge_rate_limit(request)
    found: dict[str, Any] = await state.manager.run_in_thread(
        lambda: answer_exercise_request(load_sure_win(game, data.position[:MAX_POSITION_CHARS]), data))
    return found


@cache_per_language(None)
def describe_trainer(name: str) -> dict[str, Any]:
    """Return what a game's trainer offers.  Raises UnknownGame, RequestError."""
    game = find_game(name)
    trainer = _require_trainer(game)
    return {"game": game.name, "title": game.localized_title, "own": trainer.read_item is not None,
            "positions": trainer.read_position is not None,
            "decks": [{"name": deck.name, "title": deck.title, "about": deck.about, "figures": deck.figures,
                       "items": [item.name for item in deck.items]} for deck in _list_decks(game.name)]}


@cache_per_language(None)
def describe_deck(name: str, deck_name: str) -> dict[str, Any]:
    """Return a deck of a game's trainer with its items.  Raises UnknownGame, RequestError."""
    for deck in _list_decks(name):
        if deck.name == deck_name:
            return {"name": deck.name, "title": deck.title, "items": [_describe_item(item) for item in deck.items]}
    raise RequestError(404, "wrong.deck", deck=deck_name[:40])


def describe_own_deck(name: str, texts: str) -> dict[str, Any]:
    """Return the items that somebody has typed, each once.  Raises BadInput with what cannot be read."""
    trainer = _require_trainer(find_game(name))
    if trainer.read_item is None:
        raise RequestError(404, "wrong.deck", deck=OWN_DECK)
    found = [trainer.read_item(text) for text in texts.split(",")[:MOST_OWN_ITEMS] if text.strip()]
    return {"name": OWN_DECK, "title": "", "items": [_describe_item(item) for item in dict.fromkeys(found)]}


@cache_per_language(None)
def _list_decks(name: str) -> tuple[DrillDeck, ...]:
    return tuple(_require_trainer(find_game(name)).list_decks())


def _require_trainer(game: Game) -> TrainerPart:
    if game.trainer is None:
        raise RequestError(404, "wrong.trainer", game=game.localized_title)
    return game.trainer


def _describe_item(item: DrillItem) -> dict[str, Any]:
    """An item as docs/protocol.md describes it."""
    return {"name": item.name, "question": item.question, "title": item.title, "ask": item.ask,
            "keys": [{"figure": key.figure, "typed": key.typed, "digits": key.digits} for key in item.keys],
            "number": item.number, "answers": item.answers, "explanation": item.explanation}


ENDPOINTS = [
    Endpoint("GET", "/api/trainers/{game}", list_drill_decks, public=True),
    Endpoint("POST", "/api/trainers/{game}/positions", try_position),       # before what takes any name
    Endpoint("GET", "/api/trainers/{game}/{deck}", get_drill_deck, public=True),
]
