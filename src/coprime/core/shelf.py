"""The games there are: every folder of `games/` that has a `game.py`."""

import importlib
from functools import cache
from pathlib import Path

from .faults import UnknownGame
from .game import Game
from .messages import sentence
from .options import FOLDER

GAMES = Path(__file__).resolve().parents[1] / "games"


@cache
def games() -> dict[str, Game]:
    """Every game by name, in the order of their titles."""
    names = sorted(path.parent.name for path in GAMES.glob("*/game.py"))
    found = [importlib.import_module(f"coprime.games.{name}.game").GAME for name in names]
    return {game.name: game for game in sorted(found, key=lambda game: game.title)}


def game(name: str) -> Game:
    """One game.  Raises UnknownGame."""
    if name not in games():
        raise UnknownGame(sentence(FOLDER, "shelf.unknown", name=repr(name), games=", ".join(games())))
    return games()[name]
