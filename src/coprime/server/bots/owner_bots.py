"""Bots that the owner of a house has brought to its tables, each in a process of its own, whatever it does there."""

import contextlib
import multiprocessing
import os
import re
import signal
import threading
from collections.abc import Iterator, Sequence
from multiprocessing.connection import Connection
from typing import Any

from ...arena.players import Player, player
from ...arena.series import close
from ...core.errors import BadInput
from ...core.game import Game
from ...core.match import restore_state
from ...core.registry import all_games
from ...core.registry import find_game as find
from ...table.catalogue import describe_levels
from ..sentences import say

START = 60.0            # seconds in which a process must have loaded its bot
PATIENCE = 20.0         # and in which it must answer; its first answer in a game waits for compiled rules
FAILURES = 3            # in a row, after which it is asked no more
NAME = re.compile(r"[^\W_][\w .'-]{0,19}")


class OwnerBot:
    """A bot by the name that people read, and by the one that `coprime simulate --bots` takes.  Raises BadInput.

    It may be asked from any thread, one question at a time.  When it is late or its process dies, that question has no
    answer and the next one goes to a new process; after some failures in a row it is asked no more.
    """

    def __init__(self, name: str, bot: str) -> None:
        self.name, self.bot = name, bot
        self._asking = threading.Lock()
        self._process: Any = None
        self._line: Connection | None = None
        self._failures = 0
        with self._asking:
            self._started()

    def __call__(self, game: Game, view: Any, seat: int, seed: int) -> tuple[int | None, int]:
        """What it does, and after how many milliseconds.  Raises BadInput."""
        with self._asking:
            if self._failures == FAILURES:
                raise BadInput(say("owned.aside", name=self.name, n=FAILURES))
            self._failures += 1                 # until it has answered
            action, after = self._told((game.name, view.tobytes(), seat, seed), PATIENCE)
            self._failures = 0
            return action, after

    def _started(self) -> None:
        self._line, theirs = multiprocessing.Pipe()
        self._process = multiprocessing.get_context("spawn").Process(target=serve_bot, args=(self.bot, theirs),
                                                                     daemon=True)
        self._process.start()
        theirs.close()
        self._told(None, START)

    def _told(self, question: Any, seconds: float) -> Any:
        if self._line is None:
            self._started()
        assert self._line
        try:
            if question is not None:
                self._line.send(question)
            if not self._line.poll(seconds):
                self._ended()
                raise BadInput(say("owned.late", name=self.name, n=round(seconds)))
            answer = self._line.recv()
        except (EOFError, OSError):
            self._ended()
            raise BadInput(say("owned.died", name=self.name)) from None
        if isinstance(answer, Exception):
            raise answer
        return answer

    def _ended(self) -> None:
        if self._line is not None:
            self._line.close()
            self._line = None
            self._process.terminate()           # so that it ends programs that it has started
            self._process.join(1.0)
            self._process.kill()
            self._process.join()

    def close(self) -> None:
        """End its process.  One that is being asked is ended, too."""
        with contextlib.suppress(Exception):
            self._process.terminate()
        with self._asking:
            self._ended()


@contextlib.contextmanager
def start_owner_bots(texts: Sequence[str]) -> Iterator[dict[str, OwnerBot]]:
    """Bots written as NAME=BOT, by their names, while the house is open.  Raises BadInput."""
    taken = {one["level"].lower() for game in all_games().values() for one in describe_levels(game)} if texts else set()
    with contextlib.ExitStack() as processes:
        found: dict[str, OwnerBot] = {}
        for text in texts:
            name, _, bot = text.partition("=")
            if not bot or not NAME.fullmatch(name):
                raise BadInput(say("owned.form", text=text[:80]))
            if name.lower() in taken:
                raise BadInput(say("owned.taken", name=name))
            taken.add(name.lower())
            found[name] = processes.enter_context(contextlib.closing(OwnerBot(name, bot)))
        yield found


# In the bot's process.

def serve_bot(bot: str, line: Connection) -> None:
    """Load the bot for every game that it takes, then answer until nobody asks any more."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)            # Ctrl-C is for the house
    players: dict[str, Player] = {}

    def leave(*_: object) -> None:
        close(players)
        os._exit(0)                 # not as an exception, which a bot could take for its own

    signal.signal(signal.SIGTERM, leave)
    try:
        line.send(_loaded(bot, players))
        while True:
            name, view, seat, seed = line.recv()
            line.send(_answer(players, bot, name, view, seat, seed))
    except (EOFError, OSError):
        return
    finally:
        close(players)


def _loaded(bot: str, players: dict[str, Player]) -> Exception | None:
    """Why no game takes the bot; None where one does."""
    wrong: Exception | None = None
    for name, game in all_games().items():
        try:
            players[name] = player(game, bot)
        except BadInput as no:
            wrong = no
    return None if players else wrong


def _answer(players: dict[str, Player], bot: str, name: str, view: bytes, seat: int, seed: int) -> Any:
    try:
        if name not in players:
            players[name] = player(find(name), bot)         # says why it cannot
        return players[name](restore_state(view, find(name).rules.State.layout), seat, seed)
    except Exception as wrong:
        return wrong if isinstance(wrong, BadInput) else BadInput(f"{type(wrong).__name__}: {wrong}")
