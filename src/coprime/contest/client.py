"""Let one of Coprime's bots play in a contest that any server of protocol 20070 holds."""

import random
import secrets
import socket
from collections.abc import Callable, Sequence
from typing import TypedDict

from ..arena.players import Player, make_player
from ..core.errors import BadInput
from ..core.game import Game
from ..core.os_errors import describe_os_error
from .compile_warmup import warm_up_contest
from .contest_client import ContestClient
from .daifugo import Phase, State
from .seats import PASS
from .sentences import say


class JoinResult(TypedDict):
    """How a contest went for the bot."""

    seat: int
    games: int                  # that were played
    places: list[int]           # how often it came first, second, ...
    refused: int                # moves


# (view, seat, seed, what has been played in this hand) -> action
ChooseWithHistory = Callable[[State, int, int, Sequence[tuple[int, int]]], int]
MASTER, EXPERT = "master", "expert"         # the level and its module
MOVE_MS, GIFT_MS = 100, 300         # the time of a master: a contest's games should take seconds, not minutes


def make_master_chooser(game: Game, level: str) -> ChooseWithHistory | None:
    """Return a function that asks the game's master bot; None if `level` names no master.

    The master is compiled first.  `master` thinks for a fixed time a move; `master:500` does 500 playouts instead.
    None, too, for a game without a master.
    """
    kind, colon, number = level.partition(":")
    master_module = game.load_module(EXPERT, pure=False)
    if kind != MASTER or master_module is None or colon and not (number.isascii() and number.isdigit() and int(number)):
        return None
    master_module.warm()
    playouts = int(number) if number else None

    def answer(view: State, seat: int, seed: int, history: Sequence[tuple[int, int]]) -> int:
        ms = GIFT_MS if view.phase == Phase.EXCHANGE else MOVE_MS
        return int(master_module.choose(view, seat, seed, ms=ms, iterations=playouts, history=history))
    return answer


def make_view_chooser(bot: Player) -> ChooseWithHistory:
    """Return a function that asks an ordinary bot, which ignores the history of the hand."""
    return lambda view, seat, seed, history: bot(view, seat, seed)[0] or PASS


def join_contest(game: Game, host: str, port: int, level: str, name: str, seed: int | None = None,
                 progress: Callable[[], None] = lambda: None) -> JoinResult:
    """Connect to a server and play a whole contest.

    seed      of the bot's choices; None draws them from the system's randomness
    progress  called after every game

    Raises BadInput for an unknown bot, a name that is not ASCII, an unreachable server, and a broken connection.
    """
    chance: random.Random = secrets.SystemRandom() if seed is None else random.Random(seed)
    bot = make_master_chooser(game, level) or make_view_chooser(make_player(game, level))
    if not name.isascii() or not name.strip():
        raise BadInput(say("name", given=name))
    warm_up_contest(game, lambda view, seat, given: (bot(view, seat, given, ()), 0))
    try:
        line = socket.create_connection((host, port))
    except (OSError, OverflowError) as why:
        raise BadInput(say("no_server", host=host, port=port, why=describe_os_error(why))) from None
    with line:
        line.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
        guest = ContestClient(game, line, lambda view,
                              seat: bot(view, seat, chance.getrandbits(32), guest.hand_history))
        try:
            guest.play_contest(name, progress)
        except OSError as why:
            raise BadInput(say("broken_off", games=guest.games, why=describe_os_error(why))) from None
    return {"seat": guest.seat, "games": guest.games, "places": guest.places, "refused": guest.refused_moves}
