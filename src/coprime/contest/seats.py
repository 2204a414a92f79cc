"""Who may sit at a contest: a client on its line, one of the house's bots, or nobody any more."""

import select
import socket
import time
from collections.abc import Callable, Sequence
from functools import lru_cache
from typing import ClassVar, NoReturn, Protocol

from ..arena.players import player
from ..core.game import Game
from ..core.match import Match
from ..core.os_errors import describe_os_error
from .codec import TABLE, bag_in, decode, meld_in
from .daifugo import Phase, give, owes, strongest_cards
from .sentences import say

PASS, RUBBISH = 0, -1
EXCHANGE = int(Phase.EXCHANGE)
MOST_LATE = 5               # moves in a row without an answer, then a client counts as gone
AWAKE = 0.00005             # seconds of looking for an answer again and again
PATIENCE = 10.0             # seconds until the log says for whom is being waited, then twice as many, and so on

Waiting = Callable[[float], None]       # told the seconds that a seat has kept everybody waiting


@lru_cache(4096)
def play_in(data: bytes) -> int:
    """The play in the bytes of a table; most are a pass or one card."""
    action = meld_in(decode(data))
    return RUBBISH if action is None else int(action)


class Gone(Exception):
    """A client has left."""


class Late(Exception):
    """A client has let the time for its move run out."""


def nobody_cares(seconds: float) -> None:
    """Nobody is told of the waiting."""


class Seat(Protocol):
    """What a contest asks of whoever sits there."""

    kind: ClassVar[str]
    name: str
    sent: Sequence[int]             # the table of the last action that could not be read, or of a gift

    def tell(self, data: bytes) -> None:
        """More of what is to be told."""

    def flush(self) -> None:
        """Send what has gathered.  Raises Gone."""

    def has_answered(self, seconds: float) -> bool:
        """Has an answer begun to come within so many seconds?"""

    def choose(self, match: Match, seat: int, waiting: Waiting = nobody_cares) -> int | None:
        """An action, RUBBISH for what cannot be read as one.  Raises Late and Gone."""

    def close(self) -> None:
        """The contest is over, or goes on without this one."""


class Client:
    """A program at the other end of a line."""

    kind: ClassVar[str] = "client"

    def __init__(self, line: socket.socket, name: str, seconds: float) -> None:
        self.line, self.name, self.seconds = line, name, seconds
        self._unsent = bytearray()
        self._poll = select.poll()
        self._poll.register(line, select.POLLIN)
        self._came, self._late = b"", 0
        self.sent: Sequence[int] = ()
        line.settimeout(seconds or None)

    def tell(self, data: bytes) -> None:
        self._unsent += data

    def flush(self) -> None:
        """One write for all that has gathered.  Raises Gone."""
        if not self._unsent:
            return
        try:
            self.line.sendall(self._unsent)
        except OSError as why:
            raise Gone(describe_os_error(why)) from None
        self._unsent.clear()

    def has_answered(self, seconds: float) -> bool:
        """Has an answer begun to come within so many seconds?  A quick one is found awake: to be woken takes longer."""
        sleepy = time.perf_counter() + AWAKE
        while time.perf_counter() < sleepy:
            if self._poll.poll(0):
                return True
        return bool(self._poll.poll(1000 * seconds))

    def has_gone(self) -> bool:
        """Is the line closed?  What waits there to be read stays."""
        try:
            return not self.line.recv(1, socket.MSG_PEEK | socket.MSG_DONTWAIT)
        except BlockingIOError:
            return False
        except OSError:
            return True

    def choose(self, match: Match, seat: int, waiting: Waiting = nobody_cares) -> int:
        data = self.read(waiting)
        if match.state.phase == EXCHANGE:
            self.sent = decode(data)
            bag = bag_in(self.sent)
            return RUBBISH if bag is None else int(give(bag))
        action = play_in(data)
        if action == RUBBISH:
            self.sent = decode(data)
        return action

    def read(self, waiting: Waiting = nobody_cares) -> bytes:
        """The next 480 bytes, in however many pieces they come.  Raises Late and Gone.

        A client answers every question in turn, so what it owes from late moves comes first, and is dropped.
        """
        asked, patience = time.monotonic(), PATIENCE
        wanted = TABLE.size * (1 + self._late)
        while len(self._came) < wanted:
            waited = time.monotonic() - asked
            if waited >= patience:
                waiting(waited)
                patience *= 2
            left = min(patience, self.seconds or patience) - waited
            if self._poll.poll(1000 * max(0.0, left)):
                self._came += self._piece(wanted - len(self._came))
            elif self.seconds and time.monotonic() - asked >= self.seconds:
                self._miss()
        data = self._came[-TABLE.size:]
        self._came, self._late = b"", 0
        return data

    def _miss(self) -> NoReturn:
        self._late += 1
        if self._late == MOST_LATE:
            raise Gone(say("late_again", n=MOST_LATE))
        raise Late

    def _piece(self, size: int) -> bytes:
        try:
            piece = self.line.recv(size)
        except OSError as why:
            raise Gone(describe_os_error(why)) from None
        if not piece:
            raise Gone(say("closed"))
        return piece

    def close(self) -> None:
        self.line.close()


class Silent:
    """Somebody who is told nothing: everything that a client does on its line is nothing here."""

    sent: Sequence[int] = ()

    def tell(self, data: bytes) -> None:
        pass

    def flush(self) -> None:
        pass

    def has_answered(self, seconds: float) -> bool:
        """What a bot answers may take its time."""
        return False

    def close(self) -> None:
        pass


class Program(Silent):
    """One of the house's bots."""

    kind: ClassVar[str] = "bot"

    def __init__(self, game: Game, level: str, name: str, randbits: Callable[[int], int]) -> None:
        self.name, self.level, self._randbits = name, level, randbits
        self._player = player(game, level)

    def choose(self, match: Match, seat: int, waiting: Waiting = nobody_cares) -> int | None:
        return self._player(match.view(seat), seat, self._randbits(32))[0]


class Absent(Silent):
    """An empty chair: it passes, and gives its strongest cards (UE-19)."""

    kind: ClassVar[str] = "absent"

    def __init__(self, name: str) -> None:
        self.name = name

    def choose(self, match: Match, seat: int, waiting: Waiting = nobody_cares) -> int:
        state = match.state
        return int(give(strongest_cards(state.hand[seat], owes(state, seat)))) if state.phase == EXCHANGE else PASS
