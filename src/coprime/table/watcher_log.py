"""What one seat, or a spectator, has seen of a match: the lines of its log and its scene."""

from collections.abc import Sequence
from typing import Any

import msgspec

from ..core.attr_view import to_object
from ..core.language import language
from ..core.match import Match
from ..core.record import seat_name
from ..core.seats import CHANCE, WATCHER
from . import wire
from .history import EventWithStates, History
from .holders import Holders
from .lobby import Lobby


def seat_word(seat: int) -> int | str:
    """A seat as messages write it: its number, or "chance", "clock", "watcher"."""
    return "watcher" if seat == WATCHER else seat if seat < CHANCE else seat_name(seat)


class LogLine(msgspec.Struct, frozen=True, gc=False):
    """A line of the log as it is sent, with the table's number of its event and its step.

    A busy house keeps them by the hundred thousand, so nothing in them is for the garbage collector to look at;
    `detail` is JSON already.
    """

    step: int
    n: int
    seat: int | str
    text: str
    mark: str
    detail: msgspec.Raw


class WatcherLog:
    """The log of one watcher, in the language that is spoken when it is made.

    Everything is made from views, so nothing that is hidden from them gets into it.

    who  the person that it says "you" to, by their number at the table; None for nobody or whoever sits there
    """

    def __init__(self, watcher: int, who: int | None = None) -> None:
        self.watcher, self.who, self.language = watcher, who, language()
        self.lines: list[LogLine] = []
        self._n = 0
        self._step = 0
        self._view: Any = None

    @classmethod
    def from_lines(cls, watcher: int, history: History, lines: list["LogLine"]) -> "WatcherLog":
        """Of a match whose log has been made elsewhere."""
        eyes = cls(watcher)
        eyes.lines, eyes._n, eyes._step = lines, history.n, history.step
        return eyes

    def follow(self, history: History, names: Sequence[str], most: int | None = None,
               played: tuple[Holders, Lobby] | None = None) -> bool:
        """Take in what has happened since, or so many steps of it.  Returns whether that was all.

        played  who held the seats at a table; without it everybody has always had their `names`
        """
        cut = history.cut_since(self._n)
        if cut is not None and (cut < self._step or self._view is None):
            self._step = cut
            self._view = None
            self.lines = [seen for seen in self.lines if seen.step <= cut] if cut else []
        self._n = history.n
        last = history.step if most is None else self._step + most
        for step in history.steps(self._step):
            if step.step > last:
                return False
            self._take(history.match, step, names, played)
        return True

    def _take(self, match: Match, step: EventWithStates, names: Sequence[str],
              played: tuple[Holders, Lobby] | None) -> None:
        if self._view is None:
            self._view = to_object(match.view(self.watcher, step.before))
        after = to_object(match.view(self.watcher, step.after))
        shown = int(match.rules.observe_action(step.before, step.event.seat, step.event.action, self.watcher))
        addressed = self.watcher
        if played is not None:
            holders, lobby = played
            names = holders.names(step.event.n, lobby)
            if not holders.is_own(self.watcher, self.who, step.event.seat, step.event.n):
                addressed = WATCHER
        line = match.game.words.describe_event(self._view, step.event.seat, shown, after, names, addressed)
        self._view, self._step = after, step.step
        if line.text:
            detail = msgspec.Raw(wire.encoder.encode(line.detail))
            self.lines.append(LogLine(step.step, step.event.n, seat_word(step.event.seat), line.text, line.mark,
                                      detail))

    def lines_since(self, n: int) -> list[LogLine]:
        """The lines of what happened after number `n`."""
        first = len(self.lines)
        while first and self.lines[first - 1].n > n:
            first -= 1
        return self.lines[first:]

    def view(self, match: Match) -> Any:
        """What this watcher sees now, for words."""
        if self._view is None:
            self._view = to_object(match.view(self.watcher))
        return self._view
