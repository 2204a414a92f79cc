"""Compile what bots' helpers need in series of a game."""

from ..core.game import Game
from .match import play_one
from .players import make_player


def warm(game: Game) -> None:
    """Compile the helpers by a match in which every rule-of-thumb level plays."""
    levels = game.bots.LEVELS
    seats = game.default_seat_count(2)
    play_one(game, [make_player(game, levels[seat % len(levels)]) for seat in range(seats)], "warm", {})
