"""A match in play: the true state and all events so far, as (seat, action)."""

import random
from collections.abc import Callable, Iterator, Mapping, Sequence
from operator import index
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from . import match_runner
from .deprecated import find_renamed_attribute
from .errors import BadInput, Refused
from .game import Game, Rules
from .messages import format_sentence, join_words
from .options import FOLDER, Value
from .registry import find_game as find
from .seats import CHANCE, CLOCK, MAX_OUTCOMES, WATCHER
from .text_normalization import normalize_typed

SEED_BITS = 62          # of a shuffle's seed
MOST_LABELLED = 3_000       # listed actions among which one is looked for that is written without its verb


class Event(NamedTuple):
    """One event: the actor (a seat, CHANCE or CLOCK) and its action, an int64."""

    seat: int
    action: int


class Match:
    """Holds the only true state of a match.

    Raises BadInput for seats or options that the game does not have.

    It checks its input; the rules do not. It can be copied (`copy.deepcopy`) and pickled.

    game     the game that is played
    rules    its rules, compiled by default; the pure-Python variant can replace them between two actions, since
             both work on the same bytes
    seats    number of seats
    options  all options by name
    state    the true position, a record of int64 fields; bots and screens get `view` instead
    events   all events in order
    """

    def __init__(self, game: Game, seats: int, options: Mapping[str, Value] | None = None,
                 rules: Rules | None = None) -> None:
        self.game = game
        self.rules = rules or game.rules
        self.seats = seats
        self.options = game.check_options(seats, options)
        self.state = game.new_state(seats, self.options, self.rules)
        self.events: list[Event] = []

    def to_act(self) -> list[int]:
        """Return who may act now: seats, perhaps CHANCE or CLOCK; empty when the match is over."""
        acting = int(self.rules.to_act(self.state))
        return [seat for seat in range(CLOCK + 1) if acting >> seat & 1]

    @property
    def over(self) -> bool:
        """Whether nobody can act any more."""
        return int(self.rules.to_act(self.state)) == 0

    def sound_actions(self, seat: int) -> list[int]:
        """The listed actions of a seat that may act, as int64; `game.words.label` says them, `parse` reads them.

        An action that is not listed may still be taken: one that is wrong by facts which its actor could work out is a
        violation and has its consequence (a composite played as a prime), see `rules.violation`.  Of CHANCE
        nothing is listed, of CLOCK the time until its deadline while it runs.
        """
        seat = self._check_seat(seat, CHANCE, CLOCK)
        # Rules are asked for seats alone: compiled ones would read beyond the hands.
        if seat == CHANCE:
            return []
        if seat == CLOCK:
            return [int(self.rules.deadline(self.state))] if CLOCK in self.to_act() else []
        out = np.zeros(self.rules.MAX_ACTIONS, np.int64)
        return out[:self.rules.sound_actions(self.state, seat, out)].tolist()

    def legal_actions(self, seat: int) -> list[int]:
        """Return the actions that the rules list for a seat to act, as ints; `game.words.label` words them.

        Only sound actions are listed. An unlisted action may still be accepted as a violation with consequences,
        such as a composite played as a prime: see `rules.violation`.
        """
        found: list[int] = find_renamed_attribute(self, "legal_actions", "sound_actions")(seat)
        return found

    def read(self, seat: int, text: str) -> int:
        """Return the action that a text stands for.  Raises BadInput.

        The text is in the game's notation; the verb may be left out where only one listed action fits: `127` for
        `play 12 7`.
        """
        try:
            return int(self.game.words.parse(text))
        except BadInput:
            found = self._find_by_label(seat, text)
            if not found:
                raise
        if len(found) > 1:
            labels = join_words(list(found), "or")
            raise BadInput(format_sentence(FOLDER, "match.several", text=text[:40], labels=labels))
        return next(iter(found.values()))

    def _find_by_label(self, seat: int, text: str) -> dict[str, int]:
        """Return the listed actions by label whose label without verb and blanks equals the text."""
        listed = self.sound_actions(seat) if seat in self.to_act() else []
        if len(listed) > MOST_LABELLED:
            return {}
        labels = {str(self.game.words.label(action)): action for action in listed}
        return {label: action for label, action in labels.items()
                if label.partition(" ")[2].replace(" ", "") == "".join(normalize_typed(text).split()) != ""}

    def act(self, seat: int, action: int) -> None:
        """Carry out an action.  Raises Refused and changes nothing where the rules do not accept it."""
        seat, action = self._check_seat(seat, CHANCE, CLOCK), to_action(action)
        self.check(seat, action)
        self.rules.apply(self.state, seat, action)
        self.events.append(Event(seat, action))

    def check(self, seat: int, action: int, view: Any = None) -> None:
        """Raise Refused where the rules do not accept an action in the position, or in a given view."""
        reason = int(self.rules.refusal(self.state if view is None else view, seat, action))
        if reason:
            raise self.refused(reason, self.view(seat) if view is None else view, action)

    def refused(self, reason: int, view: Any, action: int) -> Refused:
        """Return the refusal of an action, with the sentence and rule for the owner of the view."""
        sentence, rule = self.game.words.explain_refusal(reason, view, action)
        return Refused(sentence, reason, rule)

    def chance(self, randbits: Callable[[int], int]) -> int:
        """Draw an action for CHANCE with `randbits(k)` (k random bits, such as `secrets.randbits`)."""
        return draw_chance(self.rules, self.state, randbits)

    def settle(self, randbits: Callable[[int], int]) -> None:
        """Let CHANCE act while it is CHANCE's turn and the match is not between hands."""
        while self.to_act() == [CHANCE] and not self.rules.is_between_hands(self.state):
            self.act(CHANCE, self.chance(randbits))

    def play(self, players: match_runner.Player | Sequence[match_runner.Player], luck: random.Random,
             most_events: int | None = None) -> Iterator[Event]:
        """Play to the end of the match, through hands, rests, dice and clocks; yield each event when it has happened.

        players  a function (view, seat, seed) -> (action, milliseconds) for every seat, or one for all; the action
                 None waits, and of several that may act the earliest does
        luck     deals, dice, the players' seeds, and who is first of those who act at once
        most_events  stop after so many; by default only at the end

        Raises BadInput where everybody waits and no clock runs, Refused for an action that the rules do not take.
        """
        each = match_runner.check_players(self, players)
        start = len(self.events)
        while most_events is None or len(self.events) - start < most_events:
            before = len(self.events)
            if match_runner.play_action(self, each, luck) is None:
                if not self.over:
                    raise BadInput(format_sentence(FOLDER, "match.waits", title=self.game.localized_title))
                return
            yield from self.events[before:]

    def view(self, seat: int, state: Any = None) -> Any:
        """Return what a seat (or WATCHER) may see of the current or another position, as a state."""
        seat = self._check_seat(seat, WATCHER, CHANCE, CLOCK)
        view = copy_state(self.state if state is None else state)
        self.rules.redact(view, seat)
        return view

    def returns(self) -> list[float]:
        """Return each seat's result so far; final when the match is over."""
        out = np.zeros(self.seats)
        self.rules.returns(self.state, out)
        return out.tolist()

    def _check_seat(self, seat: int, *others: int) -> int:
        """Return the seat as an int.  Raises BadInput for an unknown one."""
        if isinstance(seat, int) and 0 <= seat < self.seats:
            return seat
        try:
            found = index(seat)
        except TypeError:
            found = -1
        if not 0 <= found < self.seats and found not in others:
            raise BadInput(format_sentence(FOLDER, "match.seat", seat=str(seat), last=self.seats - 1))
        return found

    def __reduce__(self) -> tuple[Any, ...]:
        """Pickle the game's name, the options, the state's bytes and the events."""
        return unpickle_match, (self.game.name, self.rules.pure, self.seats, self.options, self.state.tobytes(),
                                self.events)

    def __deepcopy__(self, memo: dict[int, Any]) -> "Match":
        """Return a copy that shares only the game and its rules."""
        match = Match.__new__(Match)
        match.game, match.rules, match.seats = self.game, self.rules, self.seats
        match.options, match.state, match.events = dict(self.options), copy_state(self.state), list(self.events)
        return match

    def __copy__(self) -> "Match":
        """Return a deep copy."""
        return self.__deepcopy__({})


def unpickle_match(name: str, pure: bool, seats: int, options: dict[str, Value], state: bytes,
                   events: list[Event]) -> Match:
    """Restore a pickled match."""
    game = find(name)
    match = Match(game, seats, options, game.pure_rules if pure else None)
    match.state, match.events = restore_state(state, match.state.dtype), list(events)
    return match


def to_action(action: int) -> int:
    """Return an action as an int.  Raises BadInput for anything that is not an int64."""
    try:
        found = index(action)
    except TypeError:
        found = 1 << 63
    if not -1 << 63 <= found < 1 << 63:
        raise BadInput(format_sentence(FOLDER, "match.action", action=repr(action)[:40]))
    return found


def copy_state(state: Any) -> Any:
    """Return an independent copy of a state; NumPy's own copy of a record takes fifteen times as long."""
    return restore_state(state.tobytes(), state.dtype)


def restore_state(content: bytes, dtype: Any) -> Any:
    """Return the state of some bytes and a dtype."""
    return np.frombuffer(bytearray(content), dtype)[0]


def state_at(states: Any, row: int) -> Any:
    """Return a row of an array of states, as a state with the row's memory.

    A compiled function reads it ten times as fast as `states[row]`: see `_state_buffer` in `core/game.py`.
    """
    return np.frombuffer(states[row:row + 1].view(np.uint8), states.dtype)[0]


def draw_chance(rules: Rules, state: Any, randbits: Callable[[int], int]) -> int:
    """Draw an action for CHANCE: a seed, or one of the listed outcomes by weight."""
    faces, weights = chance_faces(rules, state)
    if len(faces) == 0:
        return randbits(SEED_BITS)
    at = randbits(53) / 2**53 * weights.sum()
    return int(faces[min(int(np.searchsorted(np.cumsum(weights), at, side="right")), len(faces) - 1)])


def chance_faces(rules: Rules, state: Any) -> tuple[NDArray[np.int64], NDArray[np.float64]]:
    """Return the listed outcomes of CHANCE and their weights; both empty for a shuffle."""
    faces, weights = np.zeros(MAX_OUTCOMES, np.int64), np.zeros(MAX_OUTCOMES)
    n = int(rules.chance_outcomes(state, faces, weights))
    return faces[:n], weights[:n]
