"""The match as one seat, or a spectator, has seen it: the lines of its log and its view."""

from collections.abc import Iterator, Sequence
from typing import Any, SupportsIndex, overload

import msgspec

from ..core.attr_view import to_object
from ..core.language_selection import current_language
from ..core.match import Match, copy_state
from ..core.messages import Line
from ..core.met_numbers import list_event_numbers
from ..core.record import seat_name
from ..core.seats import CHANCE, WATCHER
from . import wire
from .event_history import EventHistory, EventWithStates, HistoryEvent
from .hidden_people import hidden_people
from .lobby import Lobby
from .seat_tenure import SeatHolders
from .sentences import say


def seat_to_json(seat: int) -> int | str:
    """A seat as messages write it: its number, or "chance", "clock", "watcher"."""
    return "watcher" if seat == WATCHER else seat if seat < CHANCE else seat_name(seat)


def log_key(watcher: int) -> tuple[int, str, frozenset[int]]:
    """Return the key of the log that a watcher reads now: in their language, without the names that they have muted."""
    return watcher, current_language(), hidden_people()


class LogLine(msgspec.Struct, frozen=True, gc=False, omit_defaults=True):
    """A line of the log as it is sent, with the table's number of its event and its step.

    `detail` is encoded JSON; `met` are numbers that this watcher met there (`core.met_numbers`).
    A busy server keeps hundreds of thousands of these, so the garbage collector skips them.
    """

    step: int
    n: int
    seat: int | str
    text: str
    mark: str
    detail: msgspec.Raw
    met: tuple[tuple[int, str], ...] = ()


MOST_SHARED_VIEWS = 128             # that are held at a time; a match may have thousands


class NamesRead(list[str]):
    """The names by seat, which note the seats whose names are read."""

    def __init__(self, names: Sequence[str]) -> None:
        super().__init__(names)
        self.seats: set[int] = set()

    @overload
    def __getitem__(self, seat: SupportsIndex) -> str: ...
    @overload
    def __getitem__(self, seat: slice) -> list[str]: ...

    def __getitem__(self, seat: SupportsIndex | slice) -> str | list[str]:
        """Return a name by seat, or several."""
        if isinstance(seat, slice):
            self.seats.update(range(len(self)))
        else:
            self.seats.add(range(len(self))[seat])
        return super().__getitem__(seat)

    def __iter__(self) -> Iterator[str]:
        """Iterate over the names: all are read."""
        self.seats.update(range(len(self)))
        return super().__iter__()


class SharedSteps:
    """What the logs of several watchers of one match say alike of its steps, each made once.

    It serves one round of updates, of readers of one language who have muted the same people.

    names    what the seats are called now;  seating  who held the seats, None where everybody has always had theirs
    """

    def __init__(self, match: Match, names: Sequence[str], seating: tuple[SeatHolders, Lobby] | None = None) -> None:
        self.match, self.names, self._seating = match, names, seating
        self._names_by_event: dict[int, Sequence[str]] = {}
        self._views: dict[bytes, Any] = {}
        self._lines: dict[tuple[int, int, int, int], tuple[Any, Any, Line | None, set[int]]] = {}
        self._encoded: dict[int, tuple[Line, LogLine]] = {}

    def view(self, watcher: int, state: Any) -> Any:
        """Return the view of a watcher as the words of the game take it: one object for all who see the same."""
        view = self.match.view(watcher, state)
        content = view.tobytes()
        found = self._views.get(content)
        if found is None:
            if len(self._views) >= MOST_SHARED_VIEWS:
                for memory in (self._views, self._lines, self._encoded):
                    memory.clear()
            found = self._views[content] = to_object(view)
        return found

    def names_at(self, n: int) -> Sequence[str]:
        """What the players of all seats are called who played them at event `n`."""
        if self._seating is None:
            return self.names
        found = self._names_by_event.get(n)
        if found is None:
            holders, lobby = self._seating
            found = self._names_by_event[n] = holders.names_at(n, lobby)
        return found

    def addressed(self, watcher: int, who: int | None, event: HistoryEvent) -> int:
        """Return whom the line of an event says "you" to: the watcher, or nobody where it is not of person `who`."""
        if self._seating is None or self._seating[0].is_own(watcher, who, event.seat, event.n):
            return watcher
        return WATCHER

    def describe(self, before: Any, event: HistoryEvent, action: int, after: Any, addressed: int) -> Line:
        """Return the line of an event as a watcher with these views reads it; `action` is what they see of it.

        Of those who see the same, whoever the line for a spectator does not name reads that line.
        """
        describe_event, names = self.match.game.words.describe_event, self.names_at(event.n)
        key = event.n, id(before), id(after), action
        found = self._lines.get(key)
        if found is None:                       # the first who sees this; both views are held, so that their ids last
            self._lines[key] = before, after, None, set()
            return describe_event(before, event.seat, action, after, names, addressed)
        _, _, line, named = found
        if line is None and addressed != event.seat:
            noted = NamesRead(names)
            line, named = describe_event(before, event.seat, action, after, noted, WATCHER), noted.seats
            self._lines[key] = before, after, line, named
        if line is None or addressed == event.seat or addressed in named:
            return describe_event(before, event.seat, action, after, names, addressed)
        return line

    def log_line(self, step: int, event: HistoryEvent, line: Line, met: tuple[tuple[int, str], ...]) -> LogLine:
        """Return a line as it is sent and kept: one object for all who read the same."""
        shared = self._encoded.get(id(line))
        if shared is None or shared[1].n != event.n:
            made = LogLine(step, event.n, seat_to_json(event.seat), line.text, line.mark,
                           msgspec.Raw(wire.encoder.encode(line.detail)))
            shared = self._encoded[id(line)] = line, made
        return msgspec.structs.replace(shared[1], met=met) if met else shared[1]


class WatcherLog:
    """The log of one watcher, in the language that is spoken when it is made.

    Everything is made from views, so nothing that is hidden from them gets into it.

    who  the person that it says "you" to, by their number at the table; None for nobody or whoever sits there
    """

    def __init__(self, watcher: int, who: int | None = None) -> None:
        self.watcher, self.who, self.language = watcher, who, current_language()
        self.lines: list[LogLine] = []
        self._seen_number = 0
        self._seen_step = 0
        self._view: Any = None

    @classmethod
    def from_lines(cls, watcher: int, history: EventHistory, lines: list["LogLine"]) -> "WatcherLog":
        """Make the log of a match from lines that were computed elsewhere."""
        log = cls(watcher)
        log.lines, log._seen_number, log._seen_step = lines, history.n, history.step_count
        return log

    def catch_up(self, history: EventHistory, shared: SharedSteps, most_steps: int | None = None) -> bool:
        """Add the events since the last call, at most `most_steps` of them. Returns whether that was all."""
        before = self._seen_number
        cut = history.cut_since(before)
        if cut is not None and (cut < self._seen_step or self._view is None):
            self._seen_step = cut
            self._view = None
            self.lines = [seen for seen in self.lines if seen.step <= cut] if cut else []
        self._seen_number = history.n
        last = history.step_count if most_steps is None else self._seen_step + most_steps
        self._append_taken_back(history, self._seen_step, before, shared)
        for step in history.iterate_steps(self._seen_step):
            if step.step > last:
                return False
            self._append_step(step, shared)
            self._append_taken_back(history, step.step, 0, shared)
        return True

    def _append_taken_back(self, history: EventHistory, at_step: int, after_number: int, shared: SharedSteps) -> None:
        """Add a line for each move that was taken back to a step with consent, after an event's number."""
        for one in history.taken_back:
            if one.step == at_step and one.n > after_number:
                before = history.position_at(at_step)
                after = copy_state(before)
                history.match.rules.apply(after, one.seat, one.action)
                event = HistoryEvent(one.n, one.seat, one.action, quiet=False)
                line = self._describe(EventWithStates(at_step, event, before, after), shared)[0]
                self.lines.append(LogLine(at_step, one.n, seat_to_json(one.seat), say("log.takenback", text=line.text),
                                          "", msgspec.Raw(b"null")))

    def _append_step(self, step: EventWithStates, shared: SharedSteps) -> None:
        line, self._view, met = self._describe(step, shared)
        self._seen_step = step.step
        if line.text:
            self.lines.append(shared.log_line(step.step, step.event, line, met))

    def _describe(self, step: EventWithStates, shared: SharedSteps) -> tuple[Line, Any, tuple[tuple[int, str], ...]]:
        """Return the line of an event, the view after it, and the numbers met."""
        match, event = shared.match, step.event
        if self._view is None:
            self._view = shared.view(self.watcher, step.before)
        after = shared.view(self.watcher, step.after)
        action = int(match.rules.observe_action(step.before, event.seat, event.action, self.watcher))
        addressed = shared.addressed(self.watcher, self.who, event)
        line = shared.describe(self._view, event, action, after, addressed)
        met = tuple(list_event_numbers(match.game, self._view, event.seat, action, after, addressed))
        return line, after, met

    def lines_since(self, n: int) -> list[LogLine]:
        """The lines of what happened after number `n`."""
        first = len(self.lines)
        while first and self.lines[first - 1].n > n:
            first -= 1
        return self.lines[first:]

    def current_view(self, match: Match) -> Any:
        """Return the view of this watcher now, as the words of the game take it."""
        if self._view is None:
            self._view = to_object(match.view(self.watcher))
        return self._view
