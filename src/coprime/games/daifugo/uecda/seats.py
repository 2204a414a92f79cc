"""Who may sit at a contest: a client on its line, one of the house's bots, or nobody any more.

Each has a name, takes what it is told (`tell`, `flush`), and answers `choose(match, seat)` with an action, RUBBISH
for what cannot be read as one.
"""

import select
import socket
import time
from functools import lru_cache

from ....arena.players import player
from ..exchange import owes, strongest_cards
from ..plays import give
from ..state import Phase
from .codec import TABLE, bag_in, decode, meld_in

PASS, RUBBISH = 0, -1
EXCHANGE = int(Phase.EXCHANGE)
MOST_LATE = 5               # moves in a row without an answer, then a client counts as gone
AWAKE = 0.00005             # seconds of looking for an answer again and again
SHORTEST = 0.001            # seconds; a socket takes 0 for something else


@lru_cache(4096)
def play_in(data):
    """The play in the bytes of a table; most are a pass or one card."""
    action = meld_in(decode(data))
    return RUBBISH if action is None else int(action)


class Gone(Exception):
    """A client has left."""


class Late(Exception):
    """A client has let the time for its move run out."""


class Client:
    """A program at the other end of a line."""

    kind = "client"

    def __init__(self, line: socket.socket, name: str, seconds: float) -> None:
        self.line, self.name, self.seconds = line, name, seconds
        self._unsent = bytearray()
        self._poll = select.poll()
        self._poll.register(line, select.POLLIN)
        self._came, self._late = b"", 0
        line.settimeout(seconds or None)

    def tell(self, data):
        self._unsent += data

    def flush(self):
        """One write for all that has gathered.  Raises Gone."""
        if not self._unsent:
            return
        try:
            self.line.sendall(self._unsent)
        except OSError as why:
            raise Gone(why.strerror or str(why)) from None
        self._unsent.clear()

    def has_answered(self, seconds):
        """Has an answer begun to come within so many seconds?  A quick one is found awake: to be woken takes longer."""
        sleepy = time.perf_counter() + AWAKE
        while time.perf_counter() < sleepy:
            if self._poll.poll(0):
                return True
        return bool(self._poll.poll(1000 * seconds))

    def choose(self, match, seat):
        data = self.read()
        if match.state.phase == EXCHANGE:
            bag = bag_in(decode(data))
            return RUBBISH if bag is None else int(give(bag))
        return play_in(data)

    def read(self):
        """The next 480 bytes, in however many pieces they come.  Raises Late and Gone.

        A client answers every question in turn, so what it owes from late moves comes first, and is dropped.
        """
        end = time.monotonic() + self.seconds
        wanted = TABLE.size * (1 + self._late)
        while len(self._came) < wanted:
            if self.seconds:
                self.line.settimeout(max(SHORTEST, end - time.monotonic()))
            self._came += self._piece(wanted - len(self._came))
        data = self._came[-TABLE.size:]
        self._came, self._late = b"", 0
        if self.seconds:
            self.line.settimeout(self.seconds)
        return data

    def _piece(self, size):
        try:
            piece = self.line.recv(size)
        except TimeoutError:
            self._late += 1
            if self._late == MOST_LATE:
                raise Gone("late") from None
            raise Late from None
        except OSError as why:
            raise Gone(why.strerror or str(why)) from None
        if not piece:
            raise Gone("closed")
        return piece

    def close(self):
        self.line.close()


class Silent:
    """Somebody who is told nothing: everything that a client does on its line is nothing here."""

    def tell(self, data):
        pass

    def flush(self):
        pass

    def has_answered(self, seconds):
        """What a bot answers may take its time."""
        return False

    def close(self):
        pass


class Program(Silent):
    """One of the house's bots."""

    kind = "bot"

    def __init__(self, game, level: str, name: str, randbits) -> None:
        self.name, self.level, self._randbits = name, level, randbits
        self._player = player(game, level)

    def choose(self, match, seat):
        return self._player(match.view(seat), seat, self._randbits(32))[0]


class Absent(Silent):
    """An empty chair: it passes, and gives its strongest cards (UE-19)."""

    kind = "absent"

    def __init__(self, name: str) -> None:
        self.name = name

    def choose(self, match, seat):
        state = match.state
        return int(give(strongest_cards(state.hand[seat], owes(state, seat)))) if state.phase == EXCHANGE else PASS
