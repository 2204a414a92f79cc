"""One of the house's bots at anybody's contest."""

import random
import secrets
import socket
from collections.abc import Callable, Sequence
from typing import TypedDict

from ..arena.players import Player, player
from ..core.errors import BadInput
from ..core.game import Game
from ..core.os_errors import describe_os_error
from .daifugo import Phase, State
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


# (view, seat, seed, what has been played in this hand) -> action
Answer = Callable[[State, int, int, Sequence[tuple[int, int]]], int]
MASTER = "master"
MOVE_MS, GIFT_MS = 100, 300         # the time of a master: a contest's games should take seconds, not minutes


def master(game: Game, level: str) -> Answer | None:
    """The game's master, compiled before anybody waits for it; `master:500` has so many playouts instead of a time.

    None where that is not what a level says, or the game has none.
    """
    kind, colon, number = level.partition(":")
    room = game.load_module(MASTER, pure=False)
    if kind != MASTER or room is None or colon and not (number.isascii() and number.isdigit() and int(number)):
        return None
    room.warm()
    playouts = int(number) if number else None

    def answer(view: State, seat: int, seed: int, told: Sequence[tuple[int, int]]) -> int:
        ms = GIFT_MS if view.phase == Phase.EXCHANGE else MOVE_MS
        return int(room.choose(view, seat, seed, ms=ms, iterations=playouts, told=told))
    return answer


def forgetful(bot: Player) -> Answer:
    """A player that goes by its view alone."""
    return lambda view, seat, seed, told: bot(view, seat, seed)[0] or PASS


def join(game: Game, host: str, port: int, level: str, name: str, seed: int | None = None,
         progress: Callable[[], None] = lambda: None) -> Joined:
    """Play a whole contest.

    Raises BadInput when there is no such bot or no contest there, or when the server breaks off.
    """
    chance: random.Random = secrets.SystemRandom() if seed is None else random.Random(seed)
    bot = master(game, level) or forgetful(player(game, level))
    if not name.isascii() or not name.strip():
        raise BadInput(say("name", given=name))
    rehearse(game, lambda view, seat, given: (bot(view, seat, given, ()), 0))
    try:
        line = socket.create_connection((host, port))
    except (OSError, OverflowError) as why:
        raise BadInput(say("no_server", host=host, port=port, why=describe_os_error(why))) from None
    with line:
        line.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
        guest = Guest(game, line, lambda view, seat: bot(view, seat, chance.getrandbits(32), guest.told))
        try:
            guest.play(name, progress)
        except OSError as why:
            raise BadInput(say("broken_off", games=guest.games, why=describe_os_error(why))) from None
    return {"seat": guest.seat, "games": guest.games, "places": guest.places, "refused": guest.refused}
