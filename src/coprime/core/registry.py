"""All games: every folder of `games/` with a `game.py`, and games of installed packages.

A package adds a game by an entry point of the group `coprime.games`: `nim = "nim.game:GAME"`. A commands.py beside
that file adds commands. COPRIME_PACKAGES in the environment limits the packages that may, separated by commas.
"""

import importlib
import os
from collections.abc import Iterator
from functools import cache
from importlib.metadata import EntryPoint, entry_points
from importlib.util import find_spec
from pathlib import Path
from types import ModuleType
from typing import Any

from .errors import BadInput, UnknownGame
from .game import Game
from .messages import format_sentence
from .options import FOLDER

GAMES = Path(__file__).resolve().parents[1] / "games"
GROUP = "coprime.games"


def all_games() -> dict[str, Game]:
    """Return every game that is offered by name, ordered by title.

    A preview is offered with COPRIME_PREVIEWS=1 in the environment.  Raises BadInput for a package's game that is
    broken.
    """
    previews = os.environ.get("COPRIME_PREVIEWS") == "1"
    return {name: game for name, game in known_games().items() if previews or not game.preview}


@cache
def known_games() -> dict[str, Game]:
    """Return every game by name, previews too, ordered by title.  Raises BadInput as `all_games` does."""
    found: dict[str, Game] = {}
    for game in (*_builtin_games(), *_package_games()):
        if game.name in found:
            raise _registry_error("twice", game=game.name, package=game.package, other=found[game.name].package)
        found[game.name] = game
    return dict(sorted(found.items(), key=lambda item: item[1].title))


def find_game(name: str) -> Game:
    """Return a game by name.  Raises UnknownGame."""
    if name not in known_games():
        raise UnknownGame(format_sentence(FOLDER, "shelf.unknown", name=repr(name), games=", ".join(all_games())))
    return known_games()[name]


def load_commands() -> Iterator[ModuleType]:
    """Yield the commands.py modules of packages' games, in order of their names.

    Raises BadInput for a broken one.
    """
    for entry in _list_allowed_entry_points():
        package = entry.module.rpartition(".")[0]
        try:
            if not package or find_spec(f"{package}.commands") is None:
                continue
        except Exception:                               # the package itself: the shelf says what is wrong with it
            continue
        try:
            module = importlib.import_module(f"{package}.commands")
            _ = module.COMMANDS
        except Exception as wrong:
            about = {"game": entry.name, "package": entry.dist.name if entry.dist else entry.module}
            raise _registry_error("commands", **about, why=f"{type(wrong).__name__}: {wrong}") from wrong
        yield module


def _builtin_games() -> Iterator[Game]:
    for path in sorted(GAMES.glob("*/game.py")):
        yield importlib.import_module(f"coprime.games.{path.parent.name}.game").GAME


def _package_games() -> Iterator[Game]:
    for entry in _list_allowed_entry_points():
        yield _load_entry_point(entry)


def _list_allowed_entry_points() -> list[EntryPoint]:
    named = os.environ.get("COPRIME_PACKAGES")
    allowed = None if named is None else {name.strip() for name in named.split(",")}
    found = [entry for entry in entry_points(group=GROUP)
             if allowed is None or entry.dist and entry.dist.name in allowed]
    return sorted(found, key=lambda entry: (entry.name, entry.value))


def _load_entry_point(entry: EntryPoint) -> Game:
    about = {"game": entry.name, "package": entry.dist.name if entry.dist else entry.module}
    try:
        game = entry.load()
    except Exception as wrong:
        raise _registry_error("broken", **about, why=f"{type(wrong).__name__}: {wrong}") from wrong
    if not isinstance(game, Game):
        raise _registry_error("no_game", **about, value=entry.value)
    package = entry.module.rpartition(".")[0]
    if game.package != package:
        raise _registry_error("package", **about, file=f"{entry.module.replace('.', '/')}.py")
    if {game.name, entry.name} != {package.rpartition(".")[2]}:
        raise _registry_error("name", **about, name=game.name, folder=package.rpartition(".")[2])
    return game


def _registry_error(key: str, **facts: Any) -> BadInput:
    return BadInput(format_sentence(FOLDER, f"shelf.{key}", **facts))
