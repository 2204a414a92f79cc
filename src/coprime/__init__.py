"""Coprime: a house of number games.  `coprime.game(name)` gives a game, `coprime.shelf()` all of them by name."""

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from .core.game import Game

__version__ = "0.1.0"


def game(name: str) -> "Game":
    """The game called `name`, such as "prime_climb".  Raises `UnknownGame` with the names there are."""
    from .core.shelf import game as find

    return find(name)


def shelf() -> "dict[str, Game]":
    """Every game of the house, by name."""
    from .core.shelf import games

    return games()
