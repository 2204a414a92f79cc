"""The players at a contest's seats: a client on its socket, a bot, or a seat whose client has left."""

import select
import socket
import time
from collections.abc import Callable, Sequence
from functools import lru_cache
from typing import ClassVar, NoReturn, Protocol

from ..arena.players import make_player
from ..core.game import Game
from ..core.match import Match
from ..core.os_errors import describe_os_error
from .codec import TABLE, decode_bag, decode_meld, decode_table
from .daifugo import Phase, cards_owed, encode_give, strongest_cards
from .sentences import say

PASS, UNREADABLE = 0, -1
EXCHANGE = int(Phase.EXCHANGE)
MAX_LATE_MOVES = 5               # moves in a row without an answer, then a client counts as gone
SPIN_SECONDS = 0.00005             # seconds of looking for an answer again and again
PATIENCE = 10.0             # seconds until the log says for whom is being waited, then twice as many, and so on

OnWaiting = Callable[[float], None]       # told the seconds that a seat has kept everybody waiting


@lru_cache(4096)
def decode_play(data: bytes) -> int:
    """Return the play in the bytes of a table, or UNREADABLE; cached, as most are a pass or one card."""
    action = decode_meld(decode_table(data))
    return UNREADABLE if action is None else int(action)


class ClientGone(Exception):
    """A client has disconnected, or has been late too often."""


class MoveTimeout(Exception):
    """A client has let the time for its move run out."""


def ignore_waiting(seconds: float) -> None:
    """Ignore how long a seat has kept everybody waiting."""


class ContestSeat(Protocol):
    """What a contest needs of a player at a seat."""

    kind: ClassVar[str]
    name: str
    sent_table: Sequence[int]             # the table of the last action that could not be read, or of a gift

    def queue_data(self, data: bytes) -> None:
        """Queue bytes for the player."""

    def flush(self) -> None:
        """Send the queued bytes.  Raises ClientGone."""

    def has_incoming_data(self, seconds: float) -> bool:
        """Return whether an answer begins to arrive within so many seconds."""

    def choose(self, match: Match, seat: int, waiting: OnWaiting = ignore_waiting) -> int | None:
        """Return an action, or UNREADABLE for data that is none.  Raises MoveTimeout and ClientGone."""

    def close(self) -> None:
        """Release the seat: the contest is over, or goes on without this player."""


class ClientSeat:
    """A program at the other end of a socket."""

    kind: ClassVar[str] = "client"

    def __init__(self, connection: socket.socket, name: str, move_seconds: float) -> None:
        self.connection, self.name, self.move_seconds = connection, name, move_seconds
        self._unsent = bytearray()
        self._poll = select.poll()
        self._poll.register(connection, select.POLLIN)
        self._received, self._late_count = b"", 0
        self.sent_table: Sequence[int] = ()
        connection.settimeout(move_seconds or None)

    def queue_data(self, data: bytes) -> None:
        """Queue bytes for the next flush."""
        self._unsent += data

    def flush(self) -> None:
        """Send the queued bytes with one system call.  Raises ClientGone."""
        if not self._unsent:
            return
        try:
            self.connection.sendall(self._unsent)
        except OSError as why:
            raise ClientGone(describe_os_error(why)) from None
        self._unsent.clear()

    def has_incoming_data(self, seconds: float) -> bool:
        """Return whether an answer begins to arrive within so many seconds.

        Polls without sleeping for a moment first, because being woken takes longer than a quick answer.
        """
        sleepy = time.perf_counter() + SPIN_SECONDS
        while time.perf_counter() < sleepy:
            if self._poll.poll(0):
                return True
        return bool(self._poll.poll(1000 * seconds))

    def has_gone(self) -> bool:
        """Return whether the connection is closed; data that waits to be read is not consumed."""
        try:
            return not self.connection.recv(1, socket.MSG_PEEK | socket.MSG_DONTWAIT)
        except BlockingIOError:
            return False
        except OSError:
            return True

    def choose(self, match: Match, seat: int, waiting: OnWaiting = ignore_waiting) -> int:
        """Read the client's table and return its action or gift."""
        data = self.read_table(waiting)
        if match.state.phase == EXCHANGE:
            self.sent_table = decode_table(data)
            bag = decode_bag(self.sent_table)
            return UNREADABLE if bag is None else int(encode_give(bag))
        action = decode_play(data)
        if action == UNREADABLE:
            self.sent_table = decode_table(data)
        return action

    def read_table(self, waiting: OnWaiting = ignore_waiting) -> bytes:
        """Return the next table, 480 bytes.  Raises MoveTimeout and ClientGone.

        A client answers every question in turn, so the answers to earlier late moves arrive first and are dropped.
        """
        asked, patience = time.monotonic(), PATIENCE
        wanted = TABLE.size * (1 + self._late_count)
        while len(self._received) < wanted:
            waited = time.monotonic() - asked
            if waited >= patience:
                waiting(waited)
                patience *= 2
            left = min(patience, self.move_seconds or patience) - waited
            if self._poll.poll(1000 * max(0.0, left)):
                self._received += self._receive(wanted - len(self._received))
            elif self.move_seconds and time.monotonic() - asked >= self.move_seconds:
                self._raise_late()
        data = self._received[-TABLE.size:]
        self._received, self._late_count = b"", 0
        return data

    def _raise_late(self) -> NoReturn:
        self._late_count += 1
        if self._late_count == MAX_LATE_MOVES:
            raise ClientGone(say("late_again", n=MAX_LATE_MOVES))
        raise MoveTimeout

    def _receive(self, size: int) -> bytes:
        try:
            piece = self.connection.recv(size)
        except OSError as why:
            raise ClientGone(describe_os_error(why)) from None
        if not piece:
            raise ClientGone(say("closed"))
        return piece

    def close(self) -> None:
        """Close the connection."""
        self.connection.close()


class LocalSeat:
    """A player that needs no messages: the base of bots, people and empty seats."""

    sent_table: Sequence[int] = ()

    def queue_data(self, data: bytes) -> None:
        """Ignore the message."""
        pass

    def flush(self) -> None:
        """Do nothing: nothing is queued."""
        pass

    def has_incoming_data(self, seconds: float) -> bool:
        """Return False: the others are sent their messages while a bot thinks."""
        return False

    def close(self) -> None:
        """Do nothing: nothing is open."""
        pass


class BotSeat(LocalSeat):
    """One of Coprime's bots."""

    kind: ClassVar[str] = "bot"

    def __init__(self, game: Game, level: str, name: str, randbits: Callable[[int], int]) -> None:
        self.name, self.level, self._randbits = name, level, randbits
        self._player = make_player(game, level)

    def choose(self, match: Match, seat: int, waiting: OnWaiting = ignore_waiting) -> int | None:
        """Return the bot's action for its view."""
        return self._player(match.view(seat), seat, self._randbits(32))[0]


class AbsentSeat(LocalSeat):
    """A seat without a player: it passes, and gives its strongest cards (UE-19)."""

    kind: ClassVar[str] = "absent"

    def __init__(self, name: str) -> None:
        self.name = name

    def choose(self, match: Match, seat: int, waiting: OnWaiting = ignore_waiting) -> int:
        """Return a pass, or the strongest cards in the exchange."""
        state = match.state
        return int(encode_give(strongest_cards(state.hand[seat],
                                               cards_owed(state, seat)))) if state.phase == EXCHANGE else PASS
