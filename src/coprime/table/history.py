"""A match with the numbers of its events and the positions after them: any step can be looked at or cut back to."""

from collections.abc import Iterator
from typing import Any, NamedTuple

import msgspec

from ..core.match import Event, Match, copied
from ..core.seats import CHANCE

SPAN = 32               # every so many steps a position is kept for good
RECENT = 8              # and so many of the last ones


class Happened(msgspec.Struct, frozen=True, gc=False):
    """One event of a match, which the garbage collector need not look at.

    n      the table's number for it;  quiet  it told nobody anything;  final  it may never be taken back
    """

    n: int
    seat: int
    action: int
    quiet: bool
    final: bool = False


class Step(NamedTuple):
    """An event between the positions before and after it."""

    step: int
    event: Happened
    before: Any
    after: Any


class Trial:
    """Actions tried on a copy of a position: `History.keep` takes them over, or nothing has happened."""

    def __init__(self, match: Match) -> None:
        self.match = match
        self.state = copied(match.state)
        self.done: list[tuple[int, int, bool, bool, Any]] = []

    def act(self, seat: int, action: int) -> None:
        """Carry out an action on the copy.  Raises Refused."""
        rules = self.match.rules
        reason = int(rules.refusal(self.state, seat, action))
        if reason:
            raise self.match.refused(reason, self.match.view(seat, self.state), action)
        quiet = seat < CHANCE and bool(rules.quiet(self.state, seat, action))
        final = seat < CHANCE and bool(rules.final(self.state, seat, action))
        rules.apply(self.state, seat, action)
        self.done.append((seat, action, quiet, final, copied(self.state)))

    def acting(self, seat: int) -> bool:
        """May this seat act now?"""
        return int(self.match.rules.to_act(self.state)) >> seat & 1 == 1


class History:
    """The events of one match.  `n` is the table's number of the last thing that happened."""

    def __init__(self, match: Match, n: int) -> None:
        self.match = match
        self.n = n
        self.happened: list[Happened] = []
        self.cuts: list[tuple[int, int]] = [(n, 0)]         # (n of a cut, the step cut back to)
        self._positions: dict[int, Any] = {0: copied(match.state)}

    @property
    def step(self) -> int:
        return len(self.happened)

    def keep(self, trial: Trial) -> list[Happened]:
        """Take over what was tried.  Returns the new events."""
        new = []
        for seat, action, quiet, final, state in trial.done:
            self.n += 1
            new.append(Happened(self.n, seat, action, quiet, final))
            self.happened.append(new[-1])
            self.match.events.append(Event(seat, action))
            self._positions[self.step] = state
            old = self.step - RECENT
            if old > 0 and old % SPAN:
                self._positions.pop(old, None)
        self.match.state = trial.state
        return new

    def cut(self, step: int) -> None:
        """Take back everything after a step."""
        state = self.position(step)
        self.n += 1
        self.cuts.append((self.n, step))
        self.match.state = copied(state)
        del self.happened[step:], self.match.events[step:]
        self._positions = {at: kept for at, kept in self._positions.items() if at <= step}
        self._positions[step] = state

    def cut_since(self, n: int) -> int | None:
        """The lowest step that was cut back to after number `n`; None when nothing was."""
        return min((step for at, step in self.cuts if at > n), default=None)

    def position(self, step: int) -> Any:
        """The true state after a step.  Not to be changed."""
        if step in self._positions:
            return self._positions[step]
        last = copied(self._positions[max(at for at in self._positions if at < step)])
        for event in self.happened[max(at for at in self._positions if at < step):step]:
            self.match.rules.apply(last, event.seat, event.action)
        return last

    def steps(self, first: int) -> Iterator[Step]:
        """The events after step `first`, each between its positions."""
        before = self.position(first)
        for step in range(first + 1, self.step + 1):
            event = self.happened[step - 1]
            after = self._positions.get(step)
            if after is None:
                after = copied(before)
                self.match.rules.apply(after, event.seat, event.action)
            yield Step(step, event, before, after)
            before = after
