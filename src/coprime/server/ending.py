"""What the end of a match tells: what decided it, a seat's best moment, how all stood, and what that seat missed.

A game's `ending.py` says what is its own; a game without one tells what decided it, as its log does.
"""

from collections.abc import Iterator, Sequence
from typing import Any, NamedTuple

from ..core.faults import BadRecord
from ..core.loose import loose
from ..core.seats import WATCHER
from ..core.shelf import game as find
from ..table.history import SPAN, History, Step
from ..table.journal import history_of, names_of
from ..table.outside import Row
from ..table.sentences import say as table_say
from ..table.wire import encoder
from .sentences import say

MOST_POINTS = 120       # of a line: a phone is 360 wide


class Stood(NamedTuple):
    """How all stood after a step."""

    step: int
    values: list[int]


def told(game: str, rows: Sequence[Sequence[Any]], seat: int) -> bytes:
    """The `Ending` of docs/protocol.md of a match's journal, for a seat or WATCHER.  Raises BadRecord."""
    found, journal = find(game), [Row(*row) for row in rows]
    history = history_of(found, journal, found.plain_rules)
    if history is None:
        raise BadRecord(table_say("no.notstarted"))
    return encoder.encode(ending(history, names_of(journal), seat))


def ending(history: History, names: Sequence[str], seat: int) -> dict[str, Any]:
    """What is told to who held a seat, or to WATCHER, of a match that is over."""
    seen = Seen(history, names, seat)
    for step in history.steps(0):
        seen.take(step)
    return {"decided": seen.decided(), "best": seen.best(), "standing": seen.standing(), "missed": seen.missed}


class Seen:
    """A match as it goes by, once, from its beginning to its end.

    missed  what the seat failed at or passed over: how often, and the first step of those
    """

    def __init__(self, history: History, names: Sequence[str], seat: int) -> None:
        self.match, self.names, self.seat = history.match, names, seat
        self.history = history
        self.words: Any = history.match.game.words
        self.own: Any = history.match.game.ending
        self.stood: list[Stood] = []
        self.rests: list[int] = []
        self.missed = {"n": 0, "step": 0}
        self._title = ""
        self._worth: Any = None
        self._best: Step | None = None
        self._counts = hasattr(self.own, "standing")
        if self._counts:
            self._stand(0, history.position(0))

    def take(self, step: Step) -> None:
        """Take in the next step."""
        if self.match.rules.resting(step.before):
            self.rests.append(step.step)
        if self._counts:
            self._stand(step.step, step.after)
        if step.event.seat == self.seat:
            self._take_own(step)

    def _stand(self, step: int, state: Any) -> None:
        values = [int(value) for value in self.own.standing(loose(self.match.view(WATCHER, state)))]
        if not self.stood or self.stood[-1].values != values:
            self.stood.append(Stood(step, values))

    def _take_own(self, step: Step) -> None:
        before, action = loose(self.match.view(self.seat, step.before)), step.event.action
        if hasattr(self.words, "missed") and self.words.missed(before, self.seat, action, self.names) \
                or self._line(step, self.seat).mark == "failed":
            self.missed = {"n": self.missed["n"] + 1, "step": self.missed["step"] or step.step}
        if hasattr(self.own, "worth"):
            worth = self.own.worth(before, self.seat, action, loose(self.match.view(self.seat, step.after)))
            if worth is not None and (self._worth is None or worth > self._worth):
                self._worth, self._best = worth, step

    def _line(self, step: Step, watcher: int) -> Any:
        before, after = (loose(self.match.view(watcher, state)) for state in (step.before, step.after))
        shown = int(self.match.rules.seen(step.before, step.event.seat, step.event.action, watcher))
        return self.words.event(before, step.event.seat, shown, after, self.names, watcher)

    # What is told.

    def best(self) -> dict[str, Any] | None:
        """The best moment of the seat."""
        if self._best is None:
            return None
        before, after = (loose(self.match.view(self.seat, state)) for state in (self._best.before, self._best.after))
        found = self.own.best(before, self.seat, self._best.event.action, after)
        return {"step": self._best.step, "text": found.text, "drawn": found.drawn, "figure": found.figure}

    def standing(self) -> dict[str, Any] | None:
        """How all stood, from the first to the last: in the whole match, or in its last game where each begins anew."""
        if not self._counts or len(self.stood) < 2:
            return None
        first = self.rests[-1] if self.rests and getattr(self.own, "EACH_GAME", False) else 0
        stood = [one for one in self.stood if one.step >= first]
        thin = thinned([one.values for one in stood], MOST_POINTS)
        view = loose(self.match.view(WATCHER))
        return {"title": self.own.counted(view), "seats": [list(values) for values in zip(*thin, strict=True)]}

    def decided(self) -> dict[str, Any] | None:
        """The step that decided the match, and a line about it."""
        step = self._taken_lead() if getattr(self.own, "LEADS", False) else None
        if step is not None:
            leader = leader_of(self.stood[-1].values) or 0
            text = say("ending.lead_you" if leader == self.seat else "ending.lead", who=self.names[leader],
                       step=step.step, line=self._short(step)).rstrip()
            return {"step": step.step, "text": text}
        won = next((step for step in self._backwards() if self._line(step, self.seat).mark == "won"), None)
        return {"step": won.step, "text": self._short(won)} if won else None

    def _short(self, step: Step) -> str:
        """What happened in a step: in the game's short form, else as the log has it."""
        if hasattr(self.own, "decided"):
            before, after = (loose(self.match.view(WATCHER, state)) for state in (step.before, step.after))
            shown = int(self.match.rules.seen(step.before, step.event.seat, step.event.action, WATCHER))
            text = str(self.own.decided(before, step.event.seat, shown, after, self.names, self.seat))
            if text:
                return text
        return str(self._line(step, self.seat).text)

    def _taken_lead(self) -> Step | None:
        """The step since which the one winner has been ahead of all others; None where there is no such step."""
        best = [leader_of(one.values) for one in self.stood]
        over = self.words.scene(loose(self.match.view(WATCHER)), WATCHER, self.names)["over"] or {}
        if over.get("winners") != best[-1:]:
            return None
        at = len(best)
        while at and best[at - 1] == best[-1]:
            at -= 1
        return next(self.history.steps(self.stood[at].step - 1)) if at else None

    def _backwards(self) -> Iterator[Step]:
        """The steps from the last to the first."""
        end = self.history.step
        while end > 0:
            first = max(0, end - SPAN)
            some = []
            for step in self.history.steps(first):
                some.append(step)
                if step.step == end:
                    break
            yield from reversed(some)
            end = first


def leader_of(values: Sequence[int]) -> int | None:
    """Who is ahead of all others; None where nobody is."""
    most = max(values)
    return values.index(most) if list(values).count(most) == 1 else None


def thinned(points: list[list[int]], most: int) -> list[list[int]]:
    """At most so many of some points, evenly, the first and the last among them."""
    if len(points) <= most:
        return points
    return [points[i * (len(points) - 1) // (most - 1)] for i in range(most)]
