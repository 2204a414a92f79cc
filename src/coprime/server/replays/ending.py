"""What the end of a match tells: what decided it, a seat's best moment, how all stood, and what that seat missed.

A game's `ending.py` says what is its own; a game without one tells what decided it, as its log does.
"""

from collections.abc import Iterator, Sequence
from typing import Any, NamedTuple

from ...classroom.report import actors
from ...core.attr_view import to_object
from ...core.errors import BadRecord
from ...core.messages import join_words, names_for_reader
from ...core.registry import find_game as find
from ...core.seats import WATCHER
from ...table.history import SPAN, EventWithStates, History
from ...table.holders import TenureAccount
from ...table.journal import journal_names, replay_journal
from ...table.ports import Row
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
                played: Sequence[Sequence[Sequence[Any]]]) -> bytes:
    """The `Ending` of docs/protocol.md of a match's journal, for a seat or WATCHER.  Raises BadRecord.

    played  who held the seats, as `holders.TenureAccount` has it; empty where everybody has always held theirs
    """
    found, journal = find(game), [Row(*row) for row in rows]
    history = replay_journal(found, journal, found.pure_rules)
    if history is None:
        raise BadRecord(table_say("no.notstarted"))
    return encoder.encode(describe_ending(history, journal_names(journal), seat,
                                          TenureAccount(played) if played else None))


def describe_ending(history: History, names: Sequence[str], seat: int,
                    account: TenureAccount | None = None) -> dict[str,
                                                                                                                     Any]:
    """What is told to who holds a seat, or to WATCHER, of a match that is over."""
    seen = EndingObserver(history, names, seat, account)
    for step in history.steps(0):
        seen.take(step)
    return {"decided": seen.decided(), "best": seen.best(), "standing": seen.standing(), "missed": seen.missed}


def best_moments(game: str, rows: Sequence[Sequence[Any]]) -> list[dict[str, Any]]:
    """The best moment of each person in one match of a journal, as others and as they read it, and its worth.

    `who` is their number at the table: what a bot did in their seat is not theirs, nor what others of their team did.
    Raises BadRecord.
    """
    found, journal = find(game), [Row(*row) for row in rows]
    history = replay_journal(found, journal, found.pure_rules)
    if history is None:
        return []
    names, whose, told = journal_names(journal), actors(journal), []
    people: dict[tuple[int, int | None], EndingObserver] = {}
    for step in history.steps(0):
        acted = step.event.seat, whose.get(step.event.n)
        if acted[1] is not None and acted not in people:
            people[acted] = EndingObserver(history, names, step.event.seat)
        for person, seen in people.items():
            seen.weigh(step, person == acted)
    for (seat, who), seen in people.items():
        if seen.weighed is not None:
            worth, step = seen.weighed
            told.append({"worth": worth, "seat": seat, "who": who, "name": names[seat], "step": step.step,
                         "text": str(seen.line(step, WATCHER).text), "own": seen.best()})
    return told


class EndingObserver:
    """A match as it goes by, once, from its beginning to its end.

    missed  what the seat failed at or passed over: how often, and the first step of those
    """

    def __init__(self, history: History, names: Sequence[str], seat: int, account: TenureAccount | None = None) -> None:
        self.match, self.seat = history.match, seat
        self._names, self._account = names, account
        self.history = history
        self.words: Any = history.match.game.words
        self.own: Any = history.match.game.ending
        self.stood: list[StandingAtStep] = []
        self.rests: list[int] = []
        self.missed = {"n": 0, "step": 0}
        self._title = ""
        self._acted = False
        self._worth: Any = None
        self._best: EventWithStates | None = None
        self._counts = self.own is not None and self.own.standings is not None
        if self._counts:
            self._stand(0, history.position(0))

    def take(self, step: EventWithStates) -> None:
        """Take in the next step."""
        if self.match.rules.is_between_hands(step.before):
            self.rests.append(step.step)
        ends = self._ends(step)
        if self._counts and (ends or not self.own.BY_HAND):
            self._stand(step.step, step.after)
        if self.seat != WATCHER:
            own = step.event.seat == self.seat == self._addressed(step, self.seat)
            if own:
                self._miss(step)
            self.weigh(step, own)

    def _ends(self, step: EventWithStates) -> bool:
        """Does a hand end with it, or the match?"""
        rules = self.match.rules
        return bool(rules.is_between_hands(step.after) and not rules.is_between_hands(step.before)
                    or not rules.to_act(step.after))

    def _stand(self, step: int, state: Any) -> None:
        values = [int(value) for value in self.own.standings(to_object(self.match.view(WATCHER, state)))]
        if values and (not self.stood or self.stood[-1].values != values):
            self.stood.append(StandingAtStep(step, values))

    def _miss(self, step: EventWithStates) -> None:
        before, actor, action, after = self._seen(step, self.seat)
        names = self.names(step.event.n)
        failed = self.words.describe_event(before, actor, action, after, names, self.seat).mark == "failed"
        if failed or self.words.miss_text(before, self.seat, action, names):
            self.missed = {"n": self.missed["n"] + 1, "step": self.missed["step"] or step.step}

    def weigh(self, step: EventWithStates, own: bool) -> None:
        """Is a step the best moment so far of the person who sits there?

        own  they acted in it; the end of a hand may be their moment, too, if they have acted in that hand
        """
        ends = self._ends(step)
        self._acted |= own
        if self._acted and (own or ends) and self.own and self.own.moment_value:
            worth = self.own.moment_value(*self._seen(step, self.seat), self.seat)
            if worth is not None and (self._worth is None or worth > self._worth):
                self._worth, self._best = worth, step
        if ends:
            self._acted = False

    def names(self, n: int) -> Sequence[str]:
        """What those are called who held the seats at event `n`."""
        return self._names if self._account is None else self._account.names(n)

    def _addressed(self, step: EventWithStates, watcher: int) -> int:
        """Who is told of a step as "you": nobody of what a bot or somebody else has done in that seat."""
        if self._account is None or watcher == WATCHER:
            return watcher
        return watcher if self._account.is_own(watcher, step.event.seat, step.event.n) else WATCHER

    def _seen(self, step: EventWithStates, watcher: int) -> tuple[Any, int, int, Any]:
        """A step as somebody saw it: before, who did what, after."""
        before, after = (to_object(self.match.view(watcher, state)) for state in (step.before, step.after))
        shown = int(self.match.rules.observe_action(step.before, step.event.seat, step.event.action, watcher))
        return before, step.event.seat, shown, after

    def line(self, step: EventWithStates, watcher: int) -> Any:
        """What the log says of a step, as somebody reads it."""
        return self.words.describe_event(*self._seen(step, watcher), self.names(step.event.n),
                                         self._addressed(step, watcher))

    # What is told.

    @property
    def weighed(self) -> tuple[Any, EventWithStates] | None:
        """What the game holds the best moment of the seat worth, and its step."""
        return None if self._best is None else (self._worth, self._best)

    def best(self) -> dict[str, Any] | None:
        """The best moment of the seat."""
        if self._best is None:
            return None
        found = self.own.best_moment(*self._seen(self._best, self.seat), self.seat)
        return {"step": self._best.step, "text": found.text, "drawn": found.drawn, "figure": found.figure}

    def standing(self) -> dict[str, Any] | None:
        """How all stood, from the first to the last: in the whole match, or in its last game where each begins anew."""
        if not self.own or not self.own.score_title:
            return None
        first = self.rests[-1] if self.rests and self.own.EACH_GAME else 0
        stood = [one for one in self.stood if one.step >= first]
        if len(stood) < LEAST_POINTS:
            return None
        thin = thin_out([one.values for one in stood], MOST_POINTS)
        view = to_object(self.match.view(WATCHER))
        return {"title": self.own.score_title(view), "seats": [list(values) for values in zip(*thin, strict=True)]}

    def decided(self) -> dict[str, Any] | None:
        """The step that decided the match, and a line about it; None where nobody has won."""
        if not self.own or not self.own.LEADS:
            won = next((step for step in self._backwards() if self.line(step, self.seat).mark == "won"), None)
            return {"step": won.step, "text": self._short(won)} if won else None
        step = self._taken_lead()
        if step is None:
            return None
        text = self._led(step,
                         leading_seats(self.stood[-1].values)) if step.step < self.history.step else self._short(step)
        return {"step": step.step, "text": text}

    def _led(self, step: EventWithStates, ahead: list[int]) -> str:
        facts = {"step": step.step, "line": self._short(step)}
        if ahead == [self.seat]:
            return say("ending.lead_you", **facts).rstrip()
        called = names_for_reader(self.names(self.history.n), self.seat, say("ending.you"))
        who = join_words([called[one] for one in sorted(ahead, key=lambda one: one != self.seat)])
        return say("ending.lead" if len(ahead) == 1 else "ending.lead_all", who=who, **facts).rstrip()

    def _short(self, step: EventWithStates) -> str:
        """What happened in a step: in the game's short form, else as the log has it."""
        if self.own:
            addressed = self._addressed(step, self.seat)
            text = str(self.own.decided_text(*self._seen(step, WATCHER), self.names(step.event.n), addressed))
            if text:
                return text
        return str(self.line(step, self.seat).text)

    def _taken_lead(self) -> EventWithStates | None:
        """The step since which the winners have been ahead of all others; None where points alone do not tell."""
        best = [leading_seats(one.values) for one in self.stood]
        over = self.words.scene(to_object(self.match.view(WATCHER)), WATCHER, self.names(self.history.n))["over"] or {}
        at = len(best)
        while at and best[at - 1] == best[-1]:
            at -= 1
        if sorted(over.get("winners", [])) != best[-1] or not at:
            return None
        return next(self.history.steps(self.stood[at].step - 1))

    def _backwards(self) -> Iterator[EventWithStates]:
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


def leading_seats(values: Sequence[int]) -> list[int]:
    """Who is ahead of all others: one seat, or several that stand alike."""
    return [seat for seat, value in enumerate(values) if value == max(values)]


def thin_out(points: list[list[int]], most: int) -> list[list[int]]:
    """At most so many of some points, evenly, the first and the last among them."""
    if len(points) <= most:
        return points
    return [points[i * (len(points) - 1) // (most - 1)] for i in range(most)]
