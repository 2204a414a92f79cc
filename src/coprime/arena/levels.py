"""The levels of a game's bots: its own rules of thumb, and the generic search above them."""

from ..core.game import Game

STRONG = "strong"


def levels(game: Game) -> list[str]:
    """The levels that can sit down at a game, weakest first."""
    own = list(game.bots.LEVELS)
    return own if STRONG in own else [*own, STRONG]
