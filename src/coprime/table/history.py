"""A match with the numbers of its events and the positions after them: any step can be looked at or cut back to."""

from collections.abc import Iterator
from functools import reduce
from operator import and_
from typing import Any, NamedTuple

import msgspec

from ..core.match import Event, Match, copy_state, restore_state
from ..core.sealed import Seal
from ..core.seats import CHANCE, UNKNOWN, WATCHER

SPAN = 32               # every so many steps a position is kept for good
RECENT = 8              # and so many of the last ones


class Happened(msgspec.Struct, frozen=True, gc=False):
    """One event of a match, which the garbage collector need not look at.

    n       the table's number for it;  quiet  it told nobody anything;  final  it may never be taken back
    hidden  the set of watchers who cannot know that it happened: nothing that they are sent may count it
    """

    n: int
    seat: int
    action: int
    quiet: bool
    final: bool = False
    hidden: int = 0


class EventWithStates(NamedTuple):
    """An event between the positions before and after it."""

    step: int
    event: Happened
    before: Any
    after: Any


class Trial:
    """Actions tried on a copy of a position: `History.keep` takes them over, or nothing has happened."""

    def __init__(self, match: Match) -> None:
        self.match = match
        self.state = copy_state(match.state)
        self.done: list[tuple[int, int, bool, bool, int, Any]] = []

    def act(self, seat: int, action: int) -> None:
        """Carry out an action on the copy.  Raises Refused."""
        rules = self.match.rules
        reason = int(rules.refusal(self.state, seat, action))
        if reason:
            raise self.match.refused(reason, self.match.view(seat, self.state), action)
        quiet = seat < CHANCE and bool(rules.is_undoable(self.state, seat, action))
        final = seat < CHANCE and bool(rules.is_irrevocable(self.state, seat, action))
        before = copy_state(self.state) if quiet else None
        rules.apply(self.state, seat, action)
        hidden = self._hidden(before, seat, action) if quiet else 0
        self.done.append((seat, action, quiet, final, hidden, copy_state(self.state)))

    def _hidden(self, before: Any, seat: int, action: int) -> int:
        """Who cannot tell that a quiet action happened: they see no action, and the same as before."""
        match = self.match
        return sum(1 << watcher for watcher in [*range(match.seats), WATCHER]
                   if watcher != seat and int(match.rules.observe_action(before, seat, action, watcher)) == UNKNOWN
                   and match.view(watcher, before).tobytes() == match.view(watcher, self.state).tobytes())

    def acting(self, seat: int) -> bool:
        """May this seat act now?"""
        return int(self.match.rules.to_act(self.state)) >> seat & 1 == 1


class History:
    """The events of one match.  `n` is the table's number of the last thing that happened.

    seal   what its chance follows from, None where it is not sealed
    drawn  how often CHANCE has ever drawn;  draws  which of these draws each of its actions was

    What is hidden from somebody must not show as a gap in the numbers that they are sent either.  So these numbers
    leave it out: `told` and `told_step` give them for a set of watchers (those of one page).
    """

    def __init__(self, match: Match, n: int, seal: Seal | None = None) -> None:
        self.match = match
        self.n = n
        self.seal = seal
        self.drawn = 0
        self.draws: list[int] = []
        self.happened: list[Happened] = []
        self.cuts: list[tuple[int, int, int]] = [(n, 0, 0)]     # (n of a cut, the step cut back to, hidden from whom)
        self._secrets: list[tuple[int, int]] = []               # (n of what is hidden, from whom)
        self._hidden: list[int] = []                            # the steps that are hidden from somebody
        self._positions: dict[int, Any] = {0: copy_state(match.state)}

    @classmethod
    def from_replay(cls, match: Match, n: int, happened: list[Happened], positions: dict[int, bytes]) -> "History":
        """A match that has been played through elsewhere: its events, and some of its positions, the last too."""
        history = cls(match, n)
        history.n = n + len(happened)
        history.happened = happened
        history._secrets = [(event.n, event.hidden) for event in happened if event.hidden]
        history._hidden = [step for step, event in enumerate(happened, 1) if event.hidden]
        match.events = [Event(event.seat, event.action) for event in happened]
        history._positions |= {step: restore_state(position, match.state.dtype) for step, position in positions.items()}
        match.state = copy_state(history._positions[len(happened)])
        return history

    def positions(self, step: int) -> dict[int, bytes]:
        """Some positions up to a step, that one among them, as `taken_up` takes them."""
        found = {at: kept.tobytes() for at, kept in self._positions.items() if at <= step and at % SPAN == 0}
        return found | {step: self.position(step).tobytes()}

    @property
    def step(self) -> int:
        return len(self.happened)

    def keep(self, trial: Trial) -> list[Happened]:
        """Take over what was tried.  Returns the new events."""
        new = []
        for seat, action, quiet, final, hidden, state in trial.done:
            self.n += 1
            new.append(Happened(self.n, seat, action, quiet, final, hidden))
            self.happened.append(new[-1])
            if seat == CHANCE:
                self.draws.append(self.drawn)
                self.drawn += 1
            if hidden:
                self._secrets.append((self.n, hidden))
                self._hidden.append(self.step)
            self.match.events.append(Event(seat, action))
            self._positions[self.step] = state
            old = self.step - RECENT
            if old > 0 and old % SPAN:
                self._positions.pop(old, None)
        self.match.state = trial.state
        return new

    def cut_back(self, step: int) -> None:
        """Take back everything after a step.  The seal ends with the match: from then on its secret may be known."""
        if int(self.match.rules.to_act(self.match.state)) == 0:
            self.seal = None
        del self.draws[sum(event.seat == CHANCE for event in self.happened[:step]):]
        state = self.position(step)
        self.n += 1
        hidden = max(0, reduce(and_, (event.hidden for event in self.happened[step:]), -1))
        self.cuts.append((self.n, step, hidden))
        if hidden:                                          # who could not see it done cannot see it taken back
            self._secrets.append((self.n, hidden))
        self._hidden = [one for one in self._hidden if one <= step]
        self.match.state = copy_state(state)
        del self.happened[step:], self.match.events[step:]
        self._positions = {at: kept for at, kept in self._positions.items() if at <= step}
        self._positions[step] = state

    def cut_since(self, n: int, watchers: int | None = None) -> int | None:
        """The lowest step that was cut back to after number `n`, as far as `watchers` may know; None for nothing."""
        return min((step for at, step, hidden in self.cuts if at > n
                    and (watchers is None or hidden & watchers != watchers)), default=None)

    @property
    def secret(self) -> bool:
        """Has something happened that is hidden from somebody?"""
        return bool(self._secrets)

    def visible_number(self, watchers: int, n: int | None = None) -> int:
        """The number of what happened (the last thing, by default) as a set of watchers counts."""
        n = self.n if n is None else n
        if not self._secrets:
            return n
        return n - sum(at <= n for at, hidden in self._secrets if hidden & watchers == watchers)

    def visible_number_of_step(self, watchers: int, step: int | None = None) -> int:
        """The number of a step (the last one, by default) as a set of watchers counts."""
        step = self.step if step is None else step
        return step - sum(self.happened[one - 1].hidden & watchers == watchers for one in self._hidden if one <= step)

    def step_at_visible_number(self, watchers: int, told: int) -> int:
        """The first step that a set of watchers counts as number `told`."""
        step = told
        while (behind := told - self.visible_number_of_step(watchers, step)) > 0:
            step += behind
        return step

    def position(self, step: int) -> Any:
        """The true state after a step.  Not to be changed."""
        if step in self._positions:
            return self._positions[step]
        last = copy_state(self._positions[max(at for at in self._positions if at < step)])
        for event in self.happened[max(at for at in self._positions if at < step):step]:
            self.match.rules.apply(last, event.seat, event.action)
        return last

    def steps(self, first: int) -> Iterator[EventWithStates]:
        """The events after step `first`, each between its positions."""
        before = self.position(first)
        for step in range(first + 1, self.step + 1):
            event = self.happened[step - 1]
            after = self._positions.get(step)
            if after is None:
                after = copy_state(before)
                self.match.rules.apply(after, event.seat, event.action)
            yield EventWithStates(step, event, before, after)
            before = after
