"""The games there are: every folder of `games/` that has a `game.py`, and those that installed packages bring.

A package brings a game by an entry point of the group `coprime.games`: `nim = "nim.game:GAME"`.  A commands.py beside
that file brings commands, as one in a folder of the house does.  COPRIME_PACKAGES in the environment names the packages
that may, with commas between them; others are left alone.
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


@cache
def all_games() -> dict[str, Game]:
    """Every game by name, in the order of their titles.  Raises BadInput for a package's game that cannot be taken."""
    found: dict[str, Game] = {}
    for game in (*_own(), *_brought()):
        if game.name in found:
            raise _wrong("twice", game=game.name, package=game.package, other=found[game.name].package)
        found[game.name] = game
    return dict(sorted(found.items(), key=lambda item: item[1].title))


def find_game(name: str) -> Game:
    """One game.  Raises UnknownGame."""
    if name not in all_games():
        raise UnknownGame(format_sentence(FOLDER, "shelf.unknown", name=repr(name), games=", ".join(all_games())))
    return all_games()[name]


def load_commands() -> Iterator[ModuleType]:
    """The commands.py beside packages' games, in the order of their names.  Raises BadInput for one that is broken."""
    for entry in _entries():
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
            raise _wrong("commands", **about, why=f"{type(wrong).__name__}: {wrong}") from wrong
        yield module


def _own() -> Iterator[Game]:
    for path in sorted(GAMES.glob("*/game.py")):
        yield importlib.import_module(f"coprime.games.{path.parent.name}.game").GAME


def _brought() -> Iterator[Game]:
    for entry in _entries():
        yield _loaded(entry)


def _entries() -> list[EntryPoint]:
    named = os.environ.get("COPRIME_PACKAGES")
    allowed = None if named is None else {name.strip() for name in named.split(",")}
    found = [entry for entry in entry_points(group=GROUP)
             if allowed is None or entry.dist and entry.dist.name in allowed]
    return sorted(found, key=lambda entry: (entry.name, entry.value))


def _loaded(entry: EntryPoint) -> Game:
    about = {"game": entry.name, "package": entry.dist.name if entry.dist else entry.module}
    try:
        game = entry.load()
    except Exception as wrong:
        raise _wrong("broken", **about, why=f"{type(wrong).__name__}: {wrong}") from wrong
    if not isinstance(game, Game):
        raise _wrong("no_game", **about, value=entry.value)
    package = entry.module.rpartition(".")[0]
    if game.package != package:
        raise _wrong("package", **about, file=f"{entry.module.replace('.', '/')}.py")
    if {game.name, entry.name} != {package.rpartition(".")[2]}:
        raise _wrong("name", **about, name=game.name, folder=package.rpartition(".")[2])
    return game


def _wrong(key: str, **facts: Any) -> BadInput:
    return BadInput(format_sentence(FOLDER, f"shelf.{key}", **facts))
