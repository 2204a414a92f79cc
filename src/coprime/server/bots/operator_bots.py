"""Bots that the owner of a server has added to its tables, each in a process of its own."""

import contextlib
import multiprocessing
import os
import re
import signal
import threading
from collections.abc import Iterator, Sequence
from multiprocessing.connection import Connection
from typing import Any

from ...arena.players import Player, make_player
from ...arena.series import close_players
from ...core.errors import BadInput
from ...core.game import Game
from ...core.match import restore_state
from ...core.registry import all_games
from ...core.registry import find_game as find
from ...table.catalogue import describe_levels
from ..sentences import say

START_SECONDS = 60.0            # seconds in which a process must have loaded its bot
FIRST_ANSWER_SECONDS = 60.0     # in which it must answer for the first time in a game, for which it may have to compile
ANSWER_SECONDS = 20.0           # and in which it must answer later
MOST_FAILURES = 3               # in a row, after which it is asked no more
NAME_PATTERN = re.compile(r"[^\W_][\w .'-]{0,19}")


class OperatorBot:
    """A bot under the name that people read, given as `coprime simulate --bots` takes it. Raises BadInput.

    It may be asked from any thread, one question at a time. When it is late or its process dies, that question fails
    and
    the next one goes to a new process; after MOST_FAILURES failures in a row it is asked no more.
    """

    def __init__(self, name: str, bot: str) -> None:
        self.name, self.bot = name, bot
        self._lock = threading.Lock()
        self._process: Any = None
        self._pipe: Connection | None = None
        self._failures = 0
        self._answered: set[str] = set()        # games in which the process has answered
        with self._lock:
            self._start_process()

    def __call__(self, game: Game, view: Any, seat: int, seed: int) -> tuple[int | None, int]:
        """Return its action and after how many milliseconds it acts. Raises BadInput."""
        with self._lock:
            if self._failures == MOST_FAILURES:
                raise BadInput(say("owned.aside", name=self.name, n=MOST_FAILURES))
            self._failures += 1                 # until it has answered
            seconds = ANSWER_SECONDS if game.name in self._answered else FIRST_ANSWER_SECONDS
            action, after = self._ask_process((game.name, view.tobytes(), seat, seed), seconds)
            self._failures = 0
            self._answered.add(game.name)
            return action, after

    def _start_process(self) -> None:
        self._pipe, theirs = multiprocessing.Pipe()
        self._process = multiprocessing.get_context("spawn").Process(target=serve_bot, args=(self.bot, theirs),
                                                                     daemon=True)
        self._process.start()
        theirs.close()
        self._ask_process(None, START_SECONDS)

    def _ask_process(self, question: Any, seconds: float) -> Any:
        if self._pipe is None:
            self._start_process()
        assert self._pipe
        try:
            if question is not None:
                self._pipe.send(question)
            if not self._pipe.poll(seconds):
                self._end_process()
                raise BadInput(say("owned.late", name=self.name, n=round(seconds)))
            answer = self._pipe.recv()
        except (EOFError, OSError):
            self._end_process()
            raise BadInput(say("owned.died", name=self.name)) from None
        if isinstance(answer, Exception):
            raise answer
        return answer

    def _end_process(self) -> None:
        if self._pipe is not None:
            self._pipe.close()
            self._pipe = None
            self._answered.clear()
            self._process.terminate()           # so that it ends programs that it has started
            self._process.join(1.0)
            self._process.kill()
            self._process.join()

    def close(self) -> None:
        """End its process, even while a question is pending."""
        with contextlib.suppress(Exception):
            self._process.terminate()
        with self._lock:
            self._end_process()


@contextlib.contextmanager
def start_operator_bots(texts: Sequence[str]) -> Iterator[dict[str, OperatorBot]]:
    """Start the bots written as NAME=BOT and yield them by name. Raises BadInput."""
    taken = {one["level"].lower() for game in all_games().values() for one in describe_levels(game)} if texts else set()
    with contextlib.ExitStack() as processes:
        found: dict[str, OperatorBot] = {}
        for text in texts:
            name, _, bot = text.partition("=")
            if not bot or not NAME_PATTERN.fullmatch(name):
                raise BadInput(say("owned.form", text=text[:80]))
            if name.lower() in taken:
                raise BadInput(say("owned.taken", name=name))
            taken.add(name.lower())
            found[name] = processes.enter_context(contextlib.closing(OperatorBot(name, bot)))
        yield found


# In the bot's process.

def serve_bot(bot: str, pipe: Connection) -> None:
    """Load the bot for all games that accept it, then answer questions until the pipe closes.

    Runs in the process of the bot.
    """
    signal.signal(signal.SIGINT, signal.SIG_IGN)            # Ctrl-C is for the server
    players: dict[str, Player] = {}

    def exit_process(*_: object) -> None:
        close_players(players)
        os._exit(0)                 # not as an exception, which a bot could take for its own

    signal.signal(signal.SIGTERM, exit_process)
    try:
        pipe.send(_load_bot(bot, players))
        while True:
            name, view, seat, seed = pipe.recv()
            pipe.send(_answer_question(players, bot, name, view, seat, seed))
    except (EOFError, OSError):
        return
    finally:
        close_players(players)


def _load_bot(bot: str, players: dict[str, Player]) -> Exception | None:
    """Why no game takes the bot; None where one does."""
    wrong: Exception | None = None
    for name, game in all_games().items():
        try:
            players[name] = make_player(game, bot)
        except BadInput as no:
            wrong = no
    return None if players else wrong


def _answer_question(players: dict[str, Player], bot: str, name: str, view: bytes, seat: int, seed: int) -> Any:
    try:
        if name not in players:
            players[name] = make_player(find(name), bot)         # says why it cannot
        return players[name](restore_state(view, find(name).rules.State.layout), seat, seed)
    except Exception as wrong:
        return wrong if isinstance(wrong, BadInput) else BadInput(f"{type(wrong).__name__}: {wrong}")
