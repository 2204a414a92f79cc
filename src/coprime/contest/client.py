"""One of the house's bots at anybody's contest."""

import random
import secrets
import socket
from collections.abc import Callable
from typing import TypedDict

from ..arena.players import player
from ..core.faults import BadInput
from ..core.game import Game
from .guest import Guest
from .rehearsal import rehearse
from .seats import PASS
from .sentences import say


class Joined(TypedDict):
    """How a contest went for a guest."""

    seat: int
    games: int                  # that were played
    places: list[int]           # how often it came first, second, ...
    refused: int                # moves


def join(game: Game, host: str, port: int, level: str, name: str, seed: int | None = None,
         progress: Callable[[], None] = lambda: None) -> Joined:
    """Play a whole contest.

    Raises BadInput when there is no such bot or no contest there, or when the server breaks off.
    """
    chance: random.Random = secrets.SystemRandom() if seed is None else random.Random(seed)
    bot = player(game, level)
    if not name.isascii() or not name.strip():
        raise BadInput(say("name", given=name))
    rehearse(game, bot)
    try:
        line = socket.create_connection((host, port))
    except (OSError, OverflowError) as why:
        raise BadInput(say("no_server", host=host, port=port, why=getattr(why, "strerror", None) or why)) from None
    with line:
        line.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
        guest = Guest(game, line, lambda view, seat: bot(view, seat, chance.getrandbits(32))[0] or PASS)
        try:
            guest.play(name, progress)
        except OSError as why:
            raise BadInput(say("broken_off", games=guest.games, why=why.strerror or why)) from None
    return {"seat": guest.seat, "games": guest.games, "places": guest.places, "refused": guest.refused}
