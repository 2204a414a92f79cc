"""The events of one match and the positions after them: any step can be looked at or cut back to."""

from collections.abc import Iterator
from functools import reduce
from operator import and_
from typing import Any, NamedTuple

import msgspec

from ..core.match import Event, Match, copy_state, restore_state
from ..core.sealed import Seal
from ..core.seats import CHANCE, UNKNOWN, WATCHER

CHECKPOINT_STEPS = 32               # every so many steps a position is kept for good
RECENT_POSITIONS = 8              # and so many of the last ones


class HistoryEvent(msgspec.Struct, frozen=True, gc=False):
    """One event of a match.

    n       the table's number for it;  quiet  it could be undone without trace;  final  it can never be undone
    hidden  the set of watchers who cannot know that it happened: no number sent to them may count it
    """

    n: int
    seat: int
    action: int
    quiet: bool
    final: bool = False
    hidden: int = 0


class TakenBack(NamedTuple):
    """A move that was taken back with the others' consent: `n` is the number of that, `step` the one before it."""

    n: int
    step: int
    seat: int
    action: int


class EventWithStates(NamedTuple):
    """An event between the positions before and after it."""

    step: int
    event: HistoryEvent
    before: Any
    after: Any


class Trial:
    """Actions tried on a copy of the position; `EventHistory.commit_trial` makes them happen."""

    def __init__(self, match: Match) -> None:
        self.match = match
        self.state = copy_state(match.state)
        self.entries: list[tuple[int, int, bool, bool, int, Any]] = []

    def apply_action(self, seat: int, action: int) -> None:
        """Carry out an action on the copy.  Raises Refused."""
        rules = self.match.rules
        reason = int(rules.refusal(self.state, seat, action))
        if reason:
            raise self.match.refused(reason, self.match.view(seat, self.state), action)
        quiet = seat < CHANCE and bool(rules.is_undoable(self.state, seat, action))
        final = seat < CHANCE and bool(rules.is_irrevocable(self.state, seat, action))
        before = copy_state(self.state) if quiet else None
        rules.apply(self.state, seat, action)
        hidden = self._is_hidden_from(before, seat, action) if quiet else 0
        self.entries.append((seat, action, quiet, final, hidden, copy_state(self.state)))

    def _is_hidden_from(self, before: Any, seat: int, action: int) -> int:
        """Who cannot tell that a quiet action happened: they see no action, and the same as before."""
        match = self.match
        return sum(1 << watcher for watcher in [*range(match.seats), WATCHER]
                   if watcher != seat and int(match.rules.observe_action(before, seat, action, watcher)) == UNKNOWN
                   and match.view(watcher, before).tobytes() == match.view(watcher, self.state).tobytes())

    def may_act(self, seat: int) -> bool:
        """May this seat act now?"""
        return int(self.match.rules.to_act(self.state)) >> seat & 1 == 1


class EventHistory:
    """The events of one match and the positions after them. `n` is the table's number of the last event.

    seal   the seed material of its chance, None where the match is not sealed
    draw_count  how often CHANCE has drawn, undone draws included;  draw_numbers  the draw of each action of CHANCE

    An event that a watcher cannot know of must leave no gap in the numbers sent to that watcher. `visible_number` and
    `visible_number_of_step` therefore leave out the hidden events of a set of watchers (those of one page).
    """

    def __init__(self, match: Match, n: int, seal: Seal | None = None) -> None:
        self.match = match
        self.n = n
        self.seal = seal
        self.draw_count = 0
        self.draw_numbers: list[int] = []
        self.events: list[HistoryEvent] = []
        self.taken_back: list[TakenBack] = []
        self.cuts: list[tuple[int, int, int]] = [(n, 0, 0)]     # (n of a cut, the step cut back to, hidden from whom)
        self._hidden_numbers: list[tuple[int, int]] = []               # (n of what is hidden, from whom)
        self._hidden_steps: list[int] = []                            # the steps that are hidden from somebody
        self._positions: dict[int, Any] = {0: copy_state(match.state)}

    @classmethod
    def from_replay(cls, match: Match, n: int, events: list[HistoryEvent],
                    positions: dict[int, bytes]) -> "EventHistory":
        """A match that has been played through elsewhere: its events, and some of its positions, the last too."""
        history = cls(match, n)
        history.n = n + len(events)
        history.events = events
        history._hidden_numbers = [(event.n, event.hidden) for event in events if event.hidden]
        history._hidden_steps = [step for step, event in enumerate(events, 1) if event.hidden]
        match.events = [Event(event.seat, event.action) for event in events]
        history._positions |= {step: restore_state(position, match.state.dtype) for step, position in positions.items()}
        match.state = copy_state(history._positions[len(events)])
        return history

    def sample_positions(self, step: int) -> dict[int, bytes]:
        """Return some positions up to a step, that of the step included, as `from_replay` takes them."""
        found = {at: kept.tobytes() for at,
                 kept in self._positions.items() if at <= step and at % CHECKPOINT_STEPS == 0}
        return found | {step: self.position_at(step).tobytes()}

    @property
    def step_count(self) -> int:
        """The number of the last step, 0 at the beginning of the match."""
        return len(self.events)

    def commit_trial(self, trial: Trial) -> list[HistoryEvent]:
        """Append the actions of a trial to the match. Returns the new events."""
        added = []
        for seat, action, quiet, final, hidden, state in trial.entries:
            self.n += 1
            added.append(HistoryEvent(self.n, seat, action, quiet, final, hidden))
            self.events.append(added[-1])
            if seat == CHANCE:
                self.draw_numbers.append(self.draw_count)
                self.draw_count += 1
            if hidden:
                self._hidden_numbers.append((self.n, hidden))
                self._hidden_steps.append(self.step_count)
            self.match.events.append(Event(seat, action))
            self._positions[self.step_count] = state
            old = self.step_count - RECENT_POSITIONS
            if old > 0 and old % CHECKPOINT_STEPS:
                self._positions.pop(old, None)
        self.match.state = trial.state
        return added

    def cut_back(self, step: int, consent_seat: int | None = None) -> None:
        """Take back everything after a step, a seat's move where the others have agreed to that.

        The seal ends with the match: from then on its secret may be known.
        """
        if int(self.match.rules.to_act(self.match.state)) == 0:
            self.seal = None
        del self.draw_numbers[sum(event.seat == CHANCE for event in self.events[:step]):]
        state = self.position_at(step)
        self.n += 1
        self.taken_back = [one for one in self.taken_back if one.step <= step]
        if consent_seat is not None:
            self.taken_back.append(TakenBack(self.n, step, consent_seat, self.events[step].action))
        hidden = max(0, reduce(and_, (event.hidden for event in self.events[step:]), -1))
        self.cuts.append((self.n, step, hidden))
        if hidden:                                          # who could not see it done cannot see it taken back
            self._hidden_numbers.append((self.n, hidden))
        self._hidden_steps = [one for one in self._hidden_steps if one <= step]
        self.match.state = copy_state(state)
        del self.events[step:], self.match.events[step:]
        self._positions = {at: position for at, position in self._positions.items() if at <= step}
        self._positions[step] = state

    def cut_since(self, n: int, watchers: int | None = None) -> int | None:
        """The lowest step that was cut back to after number `n`, as far as `watchers` may know; None for nothing."""
        return min((step for at, step, hidden in self.cuts if at > n
                    and (watchers is None or hidden & watchers != watchers)), default=None)

    @property
    def has_hidden_events(self) -> bool:
        """Has something happened that is hidden from somebody?"""
        return bool(self._hidden_numbers)

    def visible_number(self, watchers: int, n: int | None = None) -> int:
        """The number of what happened (the last thing, by default) as a set of watchers counts."""
        n = self.n if n is None else n
        if not self._hidden_numbers:
            return n
        return n - sum(at <= n for at, hidden in self._hidden_numbers if hidden & watchers == watchers)

    def visible_number_of_step(self, watchers: int, step: int | None = None) -> int:
        """The number of a step (the last one, by default) as a set of watchers counts."""
        step = self.step_count if step is None else step
        return step - sum(self.events[one - 1].hidden & watchers == watchers for one in self._hidden_steps
                          if one <= step)

    def step_at_visible_number(self, watchers: int, number: int) -> int:
        """The first step that a set of watchers counts as number `told`."""
        step = number
        while (behind := number - self.visible_number_of_step(watchers, step)) > 0:
            step += behind
        return step

    def position_at(self, step: int) -> Any:
        """The true state after a step.  Not to be changed."""
        if step in self._positions:
            return self._positions[step]
        last = copy_state(self._positions[max(at for at in self._positions if at < step)])
        for event in self.events[max(at for at in self._positions if at < step):step]:
            self.match.rules.apply(last, event.seat, event.action)
        return last

    def iterate_steps(self, first: int) -> Iterator[EventWithStates]:
        """The events after step `first`, each between its positions."""
        before = self.position_at(first)
        for step in range(first + 1, self.step_count + 1):
            event = self.events[step - 1]
            after = self._positions.get(step)
            if after is None:
                after = copy_state(before)
                self.match.rules.apply(after, event.seat, event.action)
            yield EventWithStates(step, event, before, after)
            before = after
