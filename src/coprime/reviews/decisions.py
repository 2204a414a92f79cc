"""Find the decisions of a seat in a match.

What it saw, what it did, and what the hint would have done.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np

from ..core.attr_view import to_object
from ..core.hint_steps import HintStep
from ..core.match import Event, Match, copy_state
from ..core.messages import join_sentences
from ..core.seats import CHANCE, CLOCK

ActionPath = tuple[tuple[int, int], ...]          # (seat, action), one after the other; empty: nothing is done
HINT = "hint"


@dataclass(frozen=True)
class Decision:
    """One choice of a seat, and an alternative.

    step        events before it
    turn        the same number for all decisions between two actions of others
    view        what the seat saw
    played      what it did, or the time that it let pass
    hint_steps  the hints for that view
    better      the alternative; empty for doing nothing
    line        the seat's log line about what it did; "" if its log has no words for it
    by          whose alternative it is: the hint's or the master's
    differs     is the alternative possible and different from what was done?
    """

    step: int
    turn: int
    view: Any
    played: ActionPath
    hint_steps: Sequence[HintStep]
    better: ActionPath
    line: str
    by: str = HINT
    differs: bool = True


class DecisionFinder:
    """Replays a match and yields the decisions of one seat."""

    def __init__(self, match: Match, seat: int, names: Sequence[str], includes_agreed: bool = False) -> None:
        """match: a match that has been played; its events are applied again from the begin.

        includes_agreed  yield also decisions in which the seat did what the hint says, for the master to judge
        """
        self.game, self.rules, self.seats = match.game, match.game.pure_rules, match.seats
        self.events, self.seat, self.names = match.events, seat, list(names)
        self.state = self.game.new_state(match.seats, match.options, self.rules)
        hints = self.game.hints
        self.has_exact_values = hints is not None and hints.action_value is not None
        self.includes_agreed = includes_agreed
        self._out = np.zeros(self.rules.MAX_ACTIONS, np.int64)

    def find_decisions(self) -> Iterator[Decision]:
        """Yield every decision in which hint and seat differ, or every decision, in order of play."""
        turn = 0
        for step, event in enumerate(self.events):
            another = event.seat not in (self.seat, CHANCE, CLOCK)
            turn += another or self.seats == 1          # alone every action is a turn
            if event.seat in (self.seat, CLOCK) and int(self.rules.to_act(self.state)) >> self.seat & 1:
                found = self.make_decision(step, event, turn)
                if found is not None:
                    yield found
            self.rules.apply(self.state, event.seat, event.action)

    def make_decision(self, step: int, event: Event, turn: int) -> Decision | None:
        """Return the decision in the current position, or None if there is nothing to compare."""
        seat, listed = self.seat, self._sound_actions(self.state)
        after = copy_state(self.state)
        self.rules.apply(after, event.seat, event.action)
        if (event.seat == CLOCK and self._sound_actions(after) == listed
                or event.seat == seat and listed == [event.action]):
            return None
        view = self._make_view(self.state)
        hint_steps = self.game.hint_steps(to_object(view), seat, self.names)
        advised = next((rung.actions for rung in reversed(hint_steps) if rung.actions), ())
        differs = bool(hint_steps) and self._has_other_hint(step, event, after, advised)
        asked = self.includes_agreed and event.seat == seat
        if not differs and not asked:
            return None
        line = self._log_sentence(event, view, after)
        # The same set with another card is something that the hint does not tell.
        same = line and len(advised) == 1 and line == self._log_sentence(Event(seat, advised[0]), view)
        if same and not asked:
            return None
        played: ActionPath = ((event.seat, event.action),)
        if len(advised) > 1 and event.seat == seat:
            played, line = self._find_turn_path(step)
        return Decision(step, turn, view, played, hint_steps, tuple((seat, action) for action in advised), line,
                        differs=differs and not same)

    def _has_other_hint(self, step: int, event: Event, after: Any, advised: Sequence[int]) -> bool:
        """Return whether the hint names another action that was possible and not done in time."""
        seat, rules = self.seat, self.rules
        if not advised:                                 # to do nothing: then only a mistake can have been worse
            return event.seat == seat and (self.has_exact_values
                                           or bool(rules.violation(self.state, seat, event.action)))
        if event == (seat, advised[0]) or rules.refusal(self.state, seat, advised[0]):
            return False
        if event.seat == CLOCK and not rules.refusal(after, seat, advised[0]):
            return False
        # A value that was read off knows of no later; a world that is played on does.
        return not (self.has_exact_values and self._is_done_later(step, advised[0]))

    def _is_done_later(self, step: int, action: int) -> bool:
        """Return whether the seat does the action before it becomes impossible."""
        at = copy_state(self.state)
        for event in self.events[step:]:
            if event == (self.seat, action):
                return True
            self.rules.apply(at, event.seat, event.action)
            if self.rules.refusal(at, self.seat, action):
                return False
        return False

    def _find_turn_path(self, step: int) -> tuple[ActionPath, str]:
        """Return the seat's actions until it learnt something new, and their log sentences."""
        truth, supposed, path, lines = copy_state(self.state), self._make_view(self.state), [], []
        for event in self.events[step:]:
            if event.seat != self.seat or self.rules.refusal(supposed, self.seat, event.action):
                break
            path.append((event.seat, event.action))
            before = copy_state(truth)
            for one in (truth, supposed):
                self.rules.apply(one, self.seat, event.action)
            lines.append(self._log_sentence(event, self._make_view(before), truth, before))
            if self._make_view(truth).tobytes() != self._make_view(supposed).tobytes():
                break
        return tuple(path), join_sentences(lines)

    def _log_sentence(self, event: Event, view: Any, after: Any = None, before: Any = None) -> str:
        """Return the seat's log sentence about an action.

        The first sentence only, unless the action was a fault.

        after   the position after it; None to imagine one that the view allows
        before  the position before it; the current one by default
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
        line = str(self.game.words.describe_event(view, event.seat, seen, self._make_view(after), self.names,
                                                  self.seat).text)
        first, stop, _ = line.partition(". ")
        return line if self.rules.violation(before, event.seat, event.action) else f"{first}{stop.strip()}"

    def _make_view(self, state: Any) -> Any:
        view = copy_state(state)
        self.rules.redact(view, self.seat)
        return view

    def _sound_actions(self, state: Any) -> list[int]:
        return self._out[:self.rules.sound_actions(state, self.seat, self._out)].tolist()
