"""A contest at a table: people play there, programs by protocol, and the table holds the one true state.

The contest runs in a thread of its own with a copy that follows the table.  What a program sends is judged on the copy,
handed to the table, and told to the others once the table has it.  After every turn both are compared.
"""

import threading
from collections.abc import Callable, Iterable
from queue import SimpleQueue
from typing import ClassVar, NamedTuple

from ..core.match import Match
from ..core.record import GameRecorder
from ..core.seats import CHANCE
from ..table.history import History
from ..table.table import Table
from .contest import Contest, Log, nothing_is_said
from .daifugo import Phase
from .lenient_moves import WRONG
from .seats import Absent, Seat, Silent, Waiting, nobody_cares

EXCHANGE = int(Phase.EXCHANGE)


class Ended(Exception):
    """There is no table any more."""


class Apart(Exception):
    """The contest and its table have come apart."""


class Told(NamedTuple):
    """An event of the table, and the bytes of the position after it."""

    step: int
    seat: int
    action: int
    after: bytes


class Feed:
    """The line between a contest and its table: events come out in order, programs' choices go in.

    send    takes a seat and its action to the table
    names   who sits there, once the match has begun
    """

    def __init__(self, send: Callable[[int, int], None]) -> None:
        self.send = send
        self.names: list[str] = []
        self.latest = Told(0, 0, 0, b"")            # of those taken
        self._history: History | None = None
        self._step = 0
        self._told: SimpleQueue[Told | None] = SimpleQueue()
        self._waiting: list[Told] = []
        self._begun = threading.Event()
        self.stopped = False

    # The table's side.

    def follow(self, table: Table) -> None:
        """Pass on what has happened, except what may still be taken back."""
        if self._history is None:
            if table.history is None:
                return
            self._history, self.names = table.history, table.lobby.names()
            self._begun.set()
        history = self._history
        settled = history.step - history.happened[-1].quiet if history.happened else 0
        for step in range(self._step + 1, settled + 1):
            event = history.happened[step - 1]
            self._told.put(Told(step, event.seat, event.action, history.position(step).tobytes()))
        self._step = max(self._step, settled)

    def stop(self) -> None:
        """Nothing will come any more."""
        self.stopped = True
        self._begun.set()
        self._told.put(None)

    # The contest's side.

    def has_begun(self) -> bool:
        """Is there anything to wait for no longer?"""
        return self._begun.is_set()

    def begun(self) -> list[str]:
        """Wait for the match; the names at the table.  Raises Ended."""
        self._begun.wait()
        if self._history is None:
            raise Ended
        return self.names

    def take(self, seat: int) -> int:
        """The next action of a seat, once it has happened.  Raises Ended."""
        while not (found := [told for told in self._waiting if told.seat == seat]):
            told = self._told.get()
            if told is None:
                raise Ended
            self._waiting.append(told)
        self._waiting.remove(found[0])
        self.latest = max(self.latest, found[0])
        return found[0].action


class Person(Silent):
    """A seat of the table that a person has, or a bot of the house while they are away."""

    kind: ClassVar[str] = "person"

    def __init__(self, name: str, feed: Feed) -> None:
        self.name, self._feed = name, feed

    def choose(self, match: Match, seat: int, waiting: Waiting = nobody_cares) -> int:
        return self._feed.take(seat)


class Tabled(Contest):
    """A contest that follows a table."""

    def __init__(self, match: Match, seats: list[Seat], feed: Feed, recorder: GameRecorder | None = None,
                 log: Log = nothing_is_said, substitute: Callable[[str], Seat] = Absent) -> None:
        super().__init__(match, seats, lambda bits: feed.take(CHANCE), recorder, log, substitute)
        self.feed = feed

    def is_program(self, seat: int) -> bool:
        return seat != CHANCE and not isinstance(self.seats[seat], Person)

    def exchange(self, givers: Iterable[int]) -> None:
        """Programs first: what a person gives may be taken back until all have chosen, and is known only then."""
        for seat in sorted(givers, key=self.is_program, reverse=True):
            self.gift(seat)
        for seat in givers:
            if self.is_program(seat):
                self.feed.take(seat)
        self.compare()

    def turn(self) -> int:
        phase = super().turn()
        self.compare()
        return phase

    def carry(self, seat: int, action: int) -> int:
        exchanging = self.state.phase == EXCHANGE
        phase = super().carry(seat, action)
        if phase != WRONG and self.is_program(seat):
            self.feed.send(seat, action)
            if not exchanging and self.feed.take(seat) != action:
                raise Apart
        return phase

    def compare(self) -> None:
        if self.feed.latest.after != self.match.state.tobytes():
            raise Apart
