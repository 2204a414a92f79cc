"""Run a contest at a table with people.

The table holds the true state, and the contest's own match follows it.

The contest runs in its own thread.  A program's action is checked on the contest's match, sent to the table, and sent
on to the other programs once the table has applied it.  After every turn both states are compared.
"""

import threading
from collections.abc import Callable, Iterable
from queue import SimpleQueue
from typing import ClassVar, NamedTuple

from ..core.match import Match
from ..core.record import GameRecorder
from ..core.seats import CHANCE
from ..table.event_history import EventHistory
from ..table.table import Table
from .apply_if_allowed import NOT_ALLOWED
from .contest_match import ContestLog, ContestMatch, ignore_log
from .daifugo import Phase
from .seats import AbsentSeat, ContestSeat, LocalSeat, OnWaiting, ignore_waiting

EXCHANGE = int(Phase.EXCHANGE)


class TableEnded(Exception):
    """The table is closed."""


class TableMismatch(Exception):
    """The contest's state differs from the table's."""


class SettledEvent(NamedTuple):
    """An event of the table that is final, and the bytes of the position after it."""

    step: int
    seat: int
    action: int
    position_bytes: bytes


class TableFeed:
    """The connection between a contest and its table: events come out in order, programs' actions go in.

    send_action  sends a seat's action to the table
    seat_names   the names at the table, once the match has begun
    """

    def __init__(self, send_action: Callable[[int, int], None]) -> None:
        self.send_action = send_action
        self.seat_names: list[str] = []
        self.latest_taken = SettledEvent(0, 0, 0, b"")            # of those taken
        self._history: EventHistory | None = None
        self._passed_step = 0
        self._settled_events: SimpleQueue[SettledEvent | None] = SimpleQueue()
        self._unclaimed: list[SettledEvent] = []
        self._begun = threading.Event()
        self.is_stopped = False

    # The table's side.

    def pass_on_events(self, table: Table) -> None:
        """Pass on the table's new events, except those that may still be undone."""
        if self._history is None:
            if table.history is None:
                return
            self._history, self.seat_names = table.history, table.lobby.seat_names()
            self._begun.set()
        history = self._history
        settled = history.step_count - history.events[-1].quiet if history.events else 0
        for step in range(self._passed_step + 1, settled + 1):
            event = history.events[step - 1]
            self._settled_events.put(SettledEvent(step, event.seat, event.action, history.position_at(step).tobytes()))
        self._passed_step = max(self._passed_step, settled)

    def stop_feed(self) -> None:
        """End the feed: whoever waits for an event gets TableEnded."""
        self.is_stopped = True
        self._begun.set()
        self._settled_events.put(None)

    # The contest's side.

    def has_begun(self) -> bool:
        """Return whether the match has begun, or will never begin."""
        return self._begun.is_set()

    def wait_for_begin(self) -> list[str]:
        """Wait for the match to begin and return the names at the table.  Raises TableEnded."""
        self._begun.wait()
        if self._history is None:
            raise TableEnded
        return self.seat_names

    def take_action(self, seat: int) -> int:
        """Wait for a seat's next action and return it.  Raises TableEnded."""
        while not (found := [told for told in self._unclaimed if told.seat == seat]):
            told = self._settled_events.get()
            if told is None:
                raise TableEnded
            self._unclaimed.append(told)
        self._unclaimed.remove(found[0])
        self.latest_taken = max(self.latest_taken, found[0])
        return found[0].action


class PersonSeat(LocalSeat):
    """A seat at the table that a person has, or a bot while they are away."""

    kind: ClassVar[str] = "person"

    def __init__(self, name: str, feed: TableFeed) -> None:
        self.name, self._feed = name, feed

    def choose(self, match: Match, seat: int, waiting: OnWaiting = ignore_waiting) -> int:
        """Wait for the seat's next action at the table."""
        return self._feed.take_action(seat)


class TableContest(ContestMatch):
    """A contest that follows a table."""

    def __init__(self, match: Match, seats: list[ContestSeat], feed: TableFeed, recorder: GameRecorder | None = None,
                 log: ContestLog = ignore_log, substitute: Callable[[str], ContestSeat] = AbsentSeat) -> None:
        super().__init__(match, seats, lambda bits: feed.take_action(CHANCE), recorder, log, substitute)
        self.feed = feed

    def is_program(self, seat: int) -> bool:
        """Return whether this is a program's seat, whose actions the contest sends to the table."""
        return seat != CHANCE and not isinstance(self.seats[seat], PersonSeat)

    def exchange_gifts(self, givers: Iterable[int]) -> None:
        """Ask programs for their gifts first.

        A person may take back a gift until all have chosen, so it is known last.
        """
        for seat in sorted(givers, key=self.is_program, reverse=True):
            self.take_gift(seat)
        for seat in givers:
            if self.is_program(seat):
                self.feed.take_action(seat)
        self.compare_with_table()

    def play_turn(self) -> int:
        """Play one turn, then compare with the table."""
        phase = super().play_turn()
        self.compare_with_table()
        return phase

    def apply_action(self, seat: int, action: int) -> int:
        """Apply an action, and let the table apply a program's, too.

        Raises TableMismatch if the table does otherwise.
        """
        exchanging = self.state.phase == EXCHANGE
        phase = super().apply_action(seat, action)
        if phase != NOT_ALLOWED and self.is_program(seat):
            self.feed.send_action(seat, action)
            if not exchanging and self.feed.take_action(seat) != action:
                raise TableMismatch
        return phase

    def compare_with_table(self) -> None:
        """Raise TableMismatch if the contest's state differs from the table's."""
        if self.feed.latest_taken.position_bytes != self.match.state.tobytes():
            raise TableMismatch
