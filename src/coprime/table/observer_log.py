"""The match as one seat, or a spectator, has seen it: the lines of its log and its view."""

from collections.abc import Sequence
from typing import Any

import msgspec

from ..core.attr_view import to_object
from ..core.language_selection import current_language
from ..core.match import Match, copy_state
from ..core.met_numbers import list_event_numbers
from ..core.record import seat_name
from ..core.seats import CHANCE, WATCHER
from . import wire
from .hidden_people import hidden_people
from .lobby import Lobby
from .match_history import EventWithStates, History, HistoryEvent
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
    def from_lines(cls, watcher: int, history: History, lines: list["LogLine"]) -> "WatcherLog":
        """Make the log of a match from lines that were computed elsewhere."""
        log = cls(watcher)
        log.lines, log._seen_number, log._seen_step = lines, history.n, history.step_count
        return log

    def catch_up(self, history: History, names: Sequence[str], most_steps: int | None = None,
                 seating: tuple[SeatHolders, Lobby] | None = None) -> bool:
        """Add the events since the last call, at most `most_steps` of them. Returns whether that was all.

        seating  who held the seats; without it everybody has always had their `names`
        """
        before = self._seen_number
        cut = history.cut_since(before)
        if cut is not None and (cut < self._seen_step or self._view is None):
            self._seen_step = cut
            self._view = None
            self.lines = [seen for seen in self.lines if seen.step <= cut] if cut else []
        self._seen_number = history.n
        last = history.step_count if most_steps is None else self._seen_step + most_steps
        self._append_taken_back(history, self._seen_step, before, names, seating)
        for step in history.iterate_steps(self._seen_step):
            if step.step > last:
                return False
            self._append_step(history.match, step, names, seating)
            self._append_taken_back(history, step.step, 0, names, seating)
        return True

    def _append_taken_back(self, history: History, at_step: int, after_number: int, names: Sequence[str],
                           seating: tuple[SeatHolders, Lobby] | None) -> None:
        """Add a line for each move that was taken back to a step with consent, after an event's number."""
        for one in history.taken_back:
            if one.step == at_step and one.n > after_number:
                before = history.position_at(at_step)
                after = copy_state(before)
                history.match.rules.apply(after, one.seat, one.action)
                event = HistoryEvent(one.n, one.seat, one.action, quiet=False)
                line = self._describe(history.match, EventWithStates(at_step, event, before, after), names, seating)[0]
                self.lines.append(LogLine(at_step, one.n, seat_to_json(one.seat), say("log.takenback", text=line.text),
                                          "", msgspec.Raw(b"null")))

    def _append_step(self, match: Match, step: EventWithStates, names: Sequence[str],
                     seating: tuple[SeatHolders, Lobby] | None) -> None:
        line, self._view, met = self._describe(match, step, names, seating)
        self._seen_step = step.step
        if line.text:
            detail = msgspec.Raw(wire.encoder.encode(line.detail))
            self.lines.append(LogLine(step.step, step.event.n, seat_to_json(step.event.seat), line.text, line.mark,
                                      detail, met))

    def _describe(self, match: Match, step: EventWithStates, names: Sequence[str],
                  seating: tuple[SeatHolders, Lobby] | None) -> tuple[Any, Any, tuple[tuple[int, str], ...]]:
        """Return the line of an event, the view after it, and the numbers met."""
        if self._view is None:
            self._view = to_object(match.view(self.watcher, step.before))
        after = to_object(match.view(self.watcher, step.after))
        visible_action = int(match.rules.observe_action(step.before, step.event.seat, step.event.action, self.watcher))
        addressed = self.watcher
        if seating is not None:
            holders, lobby = seating
            names = holders.names_at(step.event.n, lobby)
            if not holders.is_own(self.watcher, self.who, step.event.seat, step.event.n):
                addressed = WATCHER
        line = match.game.words.describe_event(self._view, step.event.seat, visible_action, after, names, addressed)
        met = tuple(list_event_numbers(match.game, self._view, step.event.seat, visible_action, after, addressed))
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
