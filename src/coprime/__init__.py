"""Coprime: a house of number games.  `coprime.game(name)` gives a game, `coprime.games()` all of them."""

__version__ = "0.1.0"


def game(name):
    """The game called `name`, such as "prime_climb".  Raises `UnknownGame` with the names there are."""
    from .core.shelf import game as find

    return find(name)


def games():
    """Every game in the house, by name."""
    from .core.shelf import games as find

    return find()
