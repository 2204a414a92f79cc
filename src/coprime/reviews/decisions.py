"""The decisions of a seat in a match: what it saw, what it did, and what the hint would have done."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np

from ..core.attr_view import to_object
from ..core.hint_steps import HintStep
from ..core.match import Event, Match, copy_state
from ..core.messages import join_sentences
from ..core.seats import CHANCE, CLOCK

Path = tuple[tuple[int, int], ...]          # (seat, action), one after the other; empty: nothing is done
HINT = "hint"


@dataclass(frozen=True)
class Decision:
    """One choice of a seat, and something else that it could have done.

    step     events before it
    turn     the same for all decisions between two actions of others
    view     what the seat saw
    played   what it did, or the time that it let pass
    rungs    the ladder of hints for that view
    better   what the ladder says; empty: to do nothing
    line     what the seat read of what it did; "" where its log has no words for it
    by       who says what was better: the hint, or the master
    differs  is that something else than what was done, and could it have been done?
    """

    step: int
    turn: int
    view: Any
    played: Path
    rungs: Sequence[HintStep]
    better: Path
    line: str
    by: str = HINT
    differs: bool = True


class Walk:
    """A match played through once more, looked at by one seat."""

    def __init__(self, match: Match, seat: int, names: Sequence[str], every: bool = False) -> None:
        """match: one that has been played; its events are done again from the beginning.

        every  also what the seat did as the hint would have, for somebody else to look at
        """
        self.game, self.rules, self.seats = match.game, match.game.pure_rules, match.seats
        self.events, self.seat, self.names = match.events, seat, list(names)
        self.state = self.game.new_state(match.seats, match.options, self.rules)
        hints = self.game.hints
        self.judges, self.every = hints is not None and hints.action_value is not None, every
        self._out = np.zeros(self.rules.MAX_ACTIONS, np.int64)

    def decisions(self) -> Iterator[Decision]:
        """Every choice at which hint and seat differ, or every one, in order of play."""
        turn = 0
        for step, event in enumerate(self.events):
            another = event.seat not in (self.seat, CHANCE, CLOCK)
            turn += another or self.seats == 1          # alone every action is a turn
            if event.seat in (self.seat, CLOCK) and int(self.rules.to_act(self.state)) >> self.seat & 1:
                found = self.looked_at(step, event, turn)
                if found is not None:
                    yield found
            self.rules.apply(self.state, event.seat, event.action)

    def looked_at(self, step: int, event: Event, turn: int) -> Decision | None:
        """What is to be compared in the position that the walk has come to, if anything is."""
        seat, listed = self.seat, self._listed(self.state)
        after = copy_state(self.state)
        self.rules.apply(after, event.seat, event.action)
        if event.seat == CLOCK and self._listed(after) == listed or event.seat == seat and listed == [event.action]:
            return None
        view = self._seen(self.state)
        rungs = self.game.hint_steps(to_object(view), seat, self.names)
        advised = next((rung.actions for rung in reversed(rungs) if rung.actions), ())
        differs = bool(rungs) and self._differs(step, event, after, advised)
        asked = self.every and event.seat == seat
        if not differs and not asked:
            return None
        line = self._line(event, view, after)
        # The same set with another card is something that the hint does not tell.
        same = line and len(advised) == 1 and line == self._line(Event(seat, advised[0]), view)
        if same and not asked:
            return None
        played: Path = ((event.seat, event.action),)
        if len(advised) > 1 and event.seat == seat:
            played, line = self._whole_turn(step)
        return Decision(step, turn, view, played, rungs, tuple((seat, action) for action in advised), line,
                        differs=differs and not same)

    def _differs(self, step: int, event: Event, after: Any, advised: Sequence[int]) -> bool:
        """Does the hint say something else, that could be done, and that was not done in time?"""
        seat, rules = self.seat, self.rules
        if not advised:                                 # to do nothing: then only a mistake can have been worse
            return event.seat == seat and (self.judges or bool(rules.violation(self.state, seat, event.action)))
        if event == (seat, advised[0]) or rules.refusal(self.state, seat, advised[0]):
            return False
        if event.seat == CLOCK and not rules.refusal(after, seat, advised[0]):
            return False
        # A value that was read off knows of no later; a world that is played on does.
        return not (self.judges and self._done_later(step, advised[0]))

    def _done_later(self, step: int, action: int) -> bool:
        """Is it done by the seat before it cannot be done any more?"""
        at = copy_state(self.state)
        for event in self.events[step:]:
            if event == (self.seat, action):
                return True
            self.rules.apply(at, event.seat, event.action)
            if self.rules.refusal(at, self.seat, action):
                return False
        return False

    def _whole_turn(self, step: int) -> tuple[Path, str]:
        """What the seat did in one go, as long as it learnt nothing on the way that it had not seen; and its log."""
        truth, supposed, path, lines = copy_state(self.state), self._seen(self.state), [], []
        for event in self.events[step:]:
            if event.seat != self.seat or self.rules.refusal(supposed, self.seat, event.action):
                break
            path.append((event.seat, event.action))
            before = copy_state(truth)
            for one in (truth, supposed):
                self.rules.apply(one, self.seat, event.action)
            lines.append(self._line(event, self._seen(before), truth, before))
            if self._seen(truth).tobytes() != self._seen(supposed).tobytes():
                break
        return tuple(path), join_sentences(lines)

    def _line(self, event: Event, view: Any, after: Any = None, before: Any = None) -> str:
        """What the seat's log says of an action: its first sentence, for others tell what came of it; all where the
        action was wrong in itself.

        after   the position that it led to; None: as it would be in a world that the view allows
        before  that in which it was done; by default the one that is looked at
        """
        if event.seat == CLOCK:
            return ""
        before = self.state if before is None else before
        if after is None:
            before = copy_state(view)
            self.rules.imagine(before, self.seat, 1)
            after = copy_state(before)
            self.rules.apply(after, event.seat, event.action)
        seen = int(self.rules.observe_action(before, event.seat, event.action, self.seat))
        line = str(self.game.words.describe_event(view, event.seat, seen, self._seen(after), self.names,
                                                  self.seat).text)
        first, stop, _ = line.partition(". ")
        return line if self.rules.violation(before, event.seat, event.action) else f"{first}{stop.strip()}"

    def _seen(self, state: Any) -> Any:
        view = copy_state(state)
        self.rules.redact(view, self.seat)
        return view

    def _listed(self, state: Any) -> list[int]:
        return self._out[:self.rules.sound_actions(state, self.seat, self._out)].tolist()
