"""Tell the end of a match: what decided it, a seat's best moment, the standings, what it missed.

A game's `ending.py` supplies what is its own; without one the story comes from the log.
"""

from collections.abc import Iterator, Sequence
from typing import Any, NamedTuple

from ...classroom.report import guests_by_event
from ...core.attr_view import to_object
from ...core.errors import BadRecord
from ...core.messages import join_words, names_for_reader
from ...core.registry import find_game as find
from ...core.seats import WATCHER
from ...table.event_history import CHECKPOINT_STEPS, EventHistory, EventWithStates
from ...table.journal_replay import journal_names, replay_journal
from ...table.ports import JournalRow
from ...table.seat_tenure import TenureAccount
from ...table.sentences import say as table_say
from ...table.wire import encoder
from ..sentences import say

MOST_POINTS = 120       # of a line: a phone is 360 wide
LEAST_POINTS = 3        # fewer are no picture


class StandingAtStep(NamedTuple):
    """How all stood after a step."""

    step: int
    values: list[int]


def ending_json(game: str, rows: Sequence[Sequence[Any]], seat: int,
                tenures: Sequence[Sequence[Sequence[Any]]]) -> bytes:
    """Return the `Ending` of docs/protocol.md for a seat or WATCHER, encoded. Raises BadRecord.

    tenures  who held the seats, as `TenureAccount` takes it; empty where everybody has always held theirs
    """
    found, journal = find(game), [JournalRow(*row) for row in rows]
    history = replay_journal(found, journal, found.pure_rules)
    if history is None:
        raise BadRecord(table_say("no.notstarted"))
    return encoder.encode(describe_ending(history, journal_names(journal), seat,
                                          TenureAccount(tenures) if tenures else None))


def describe_ending(history: EventHistory, names: Sequence[str], seat: int,
                    account: TenureAccount | None = None) -> dict[str,
                                                                  Any]:
    """Return the story of a finished match for a seat or WATCHER."""
    observer = EndingObserver(history, names, seat, account)
    for step in history.iterate_steps(0):
        observer.add_step(step)
    return {"decided": observer.decision_json(), "best": observer.best_json(), "standing": observer.standing_json(),
            "missed": observer.missed}


def best_moments(game: str, rows: Sequence[Sequence[Any]]) -> list[dict[str, Any]]:
    """Return the best moment of each person in one match, worded for others and for themselves.

    `who` is their number at the table; moves of bots and of teammates do not count as theirs. Raises BadRecord.
    """
    found, journal = find(game), [JournalRow(*row) for row in rows]
    history = replay_journal(found, journal, found.pure_rules)
    if history is None:
        return []
    names, whose, moments = journal_names(journal), guests_by_event(journal), []
    people: dict[tuple[int, int | None], EndingObserver] = {}
    for step in history.iterate_steps(0):
        acted = step.event.seat, whose.get(step.event.n)
        if acted[1] is not None and acted not in people:
            people[acted] = EndingObserver(history, names, step.event.seat)
        for person, seen in people.items():
            seen.weigh_step(step, person == acted)
    for (seat, who), seen in people.items():
        if seen.best_weighed is not None:
            worth, step = seen.best_weighed
            moments.append({"worth": worth, "seat": seat, "who": who, "name": names[seat], "step": step.step,
                            "text": str(seen.log_line(step, WATCHER).text), "own": seen.best_json()})
    return moments


class EndingObserver:
    """Watches a match once from beginning to end and collects its story.

    missed  what the seat failed at or overlooked: how often, and the first such step
    """

    def __init__(self, history: EventHistory, names: Sequence[str], seat: int,
                 account: TenureAccount | None = None) -> None:
        self.match, self.seat = history.match, seat
        self._names, self._account = names, account
        self.history = history
        self.words: Any = history.match.game.words
        self.own: Any = history.match.game.ending
        self.standings: list[StandingAtStep] = []
        self.rest_steps: list[int] = []
        self.missed = {"n": 0, "step": 0}
        self._title = ""
        self._acted = False
        self._worth: Any = None
        self._best: EventWithStates | None = None
        self._counts = self.own.standings is not None
        if self._counts:
            self._note_standing(0, history.position_at(0))

    def add_step(self, step: EventWithStates) -> None:
        """Process the next step."""
        if self.match.rules.is_between_hands(step.before):
            self.rest_steps.append(step.step)
        ends = self._ends_hand(step)
        if self._counts and (ends or not self.own.BY_HAND):
            self._note_standing(step.step, step.after)
        if self.seat != WATCHER:
            own = step.event.seat == self.seat == self._addressee_of(step, self.seat)
            if own:
                self._note_missed(step)
            self.weigh_step(step, own)

    def _ends_hand(self, step: EventWithStates) -> bool:
        """Does a hand end with it, or the match?"""
        rules = self.match.rules
        return bool(rules.is_between_hands(step.after) and not rules.is_between_hands(step.before)
                    or not rules.to_act(step.after))

    def _note_standing(self, step: int, state: Any) -> None:
        values = [int(value) for value in self.own.standings(to_object(self.match.view(WATCHER, state)))]
        if values and (not self.standings or self.standings[-1].values != values):
            self.standings.append(StandingAtStep(step, values))

    def _note_missed(self, step: EventWithStates) -> None:
        before, actor, action, after = self._step_as_seen(step, self.seat)
        names = self.names_at(step.event.n)
        failed = self.words.describe_event(before, actor, action, after, names, self.seat).mark == "failed"
        if failed or self.words.missed_play_text(before, self.seat, action, names):
            self.missed = {"n": self.missed["n"] + 1, "step": self.missed["step"] or step.step}

    def weigh_step(self, step: EventWithStates, has_acted: bool) -> None:
        """Is a step the best moment so far of the person who sits there?

        own  they acted in it; the end of a hand may be their moment, too, if they have acted in that hand
        """
        ends = self._ends_hand(step)
        self._acted |= has_acted
        if self._acted and (has_acted or ends) and self.own.moment_value:
            worth = self.own.moment_value(*self._step_as_seen(step, self.seat), self.seat)
            if worth is not None and (self._worth is None or worth > self._worth):
                self._worth, self._best = worth, step
        if ends:
            self._acted = False

    def names_at(self, n: int) -> Sequence[str]:
        """Return the names of those who held the seats at event `n`."""
        return self._names if self._account is None else self._account.names_at(n)

    def _addressee_of(self, step: EventWithStates, watcher: int) -> int:
        """Who is told of a step as "you": nobody of what a bot or somebody else has done in that seat."""
        if self._account is None or watcher == WATCHER:
            return watcher
        return watcher if self._account.is_own(watcher, step.event.seat, step.event.n) else WATCHER

    def _step_as_seen(self, step: EventWithStates, watcher: int) -> tuple[Any, int, int, Any]:
        """A step as somebody saw it: before, who did what, after."""
        before, after = (to_object(self.match.view(watcher, state)) for state in (step.before, step.after))
        shown = int(self.match.rules.observe_action(step.before, step.event.seat, step.event.action, watcher))
        return before, step.event.seat, shown, after

    def log_line(self, step: EventWithStates, watcher: int) -> Any:
        """Return the log line of a step as a watcher reads it."""
        return self.words.describe_event(*self._step_as_seen(step, watcher), self.names_at(step.event.n),
                                         self._addressee_of(step, watcher))

    # What is told.

    @property
    def best_weighed(self) -> tuple[Any, EventWithStates] | None:
        """The worth of the best moment and its step, or None."""
        return None if self._best is None else (self._worth, self._best)

    def best_json(self) -> dict[str, Any] | None:
        """Return the best moment of the seat as JSON, or None."""
        if self._best is None:
            return None
        found = self.own.best_moment(*self._step_as_seen(self._best, self.seat), self.seat)
        return {"step": self._best.step, "text": found.text, "drawn": found.drawn, "figure": found.figure}

    def standing_json(self) -> dict[str, Any] | None:
        """Return the standings over the match, or over its last game where each begins anew.

        None without a picture.
        """
        if not self.own.score_title:
            return None
        first = self.rest_steps[-1] if self.rest_steps and self.own.EACH_GAME else 0
        stood = [one for one in self.standings if one.step >= first]
        if len(stood) < LEAST_POINTS:
            return None
        thin = thin_points_evenly([one.values for one in stood], MOST_POINTS)
        view = to_object(self.match.view(WATCHER))
        return {"title": self.own.score_title(view), "seats": [list(values) for values in zip(*thin, strict=True)]}

    def decision_json(self) -> dict[str, Any] | None:
        """Return the step that decided the match, with a line about it; None where nobody has won."""
        if not self.own.LEADS:
            won = next((step for step in self._steps_backwards() if self.log_line(step, self.seat).mark == "won"), None)
            return {"step": won.step, "text": self._short_text(won)} if won else None
        step = self._find_lead_step()
        if step is None:
            return None
        if step.step < self.history.step_count:
            text = self._lead_text(step, leading_seats(self.standings[-1].values))
        else:
            text = self._short_text(step)
        return {"step": step.step, "text": text}

    def _lead_text(self, step: EventWithStates, ahead: list[int]) -> str:
        facts = {"step": step.step, "line": self._short_text(step)}
        if ahead == [self.seat]:
            return say("ending.lead_you", **facts).rstrip()
        names = names_for_reader(self.names_at(self.history.n), self.seat, say("ending.you"))
        who = join_words([names[one] for one in sorted(ahead, key=lambda one: one != self.seat)])
        return say("ending.lead" if len(ahead) == 1 else "ending.lead_all", who=who, **facts).rstrip()

    def _short_text(self, step: EventWithStates) -> str:
        """What happened in a step: in the game's short form, else as the log has it."""
        addressed = self._addressee_of(step, self.seat)
        text = self.own.decided_text(*self._step_as_seen(step, WATCHER), self.names_at(step.event.n), addressed)
        return text or str(self.log_line(step, self.seat).text)

    def _find_lead_step(self) -> EventWithStates | None:
        """The step since which the winners have been ahead of all others; None where points alone do not tell."""
        best = [leading_seats(one.values) for one in self.standings]
        over = self.words.scene(to_object(self.match.view(WATCHER)), WATCHER,
                                self.names_at(self.history.n))["over"] or {}
        at = len(best)
        while at and best[at - 1] == best[-1]:
            at -= 1
        if sorted(over.get("winners", [])) != best[-1] or not at:
            return None
        return next(self.history.iterate_steps(self.standings[at].step - 1))

    def _steps_backwards(self) -> Iterator[EventWithStates]:
        """The steps from the last to the first."""
        end = self.history.step_count
        while end > 0:
            first = max(0, end - CHECKPOINT_STEPS)
            some = []
            for step in self.history.iterate_steps(first):
                some.append(step)
                if step.step == end:
                    break
            yield from reversed(some)
            end = first


def leading_seats(values: Sequence[int]) -> list[int]:
    """Return the seats with the highest value."""
    return [seat for seat, value in enumerate(values) if value == max(values)]


def thin_points_evenly(points: list[list[int]], most: int) -> list[list[int]]:
    """Return at most `most` of the points, evenly spaced, with the first and the last."""
    if len(points) <= most:
        return points
    return [points[i * (len(points) - 1) // (most - 1)] for i in range(most)]
