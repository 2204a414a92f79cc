"""A match in play: the true state and everything that has happened, as (seat, action)."""

from collections.abc import Callable, Mapping
from operator import index
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from .deprecated import renamed_attribute
from .errors import BadInput, Refused
from .game import Game, Rules
from .messages import format_sentence, join_words
from .options import FOLDER, Value
from .registry import find_game as find
from .seats import CHANCE, CLOCK, WATCHER
from .typed import normalize_typed

SEED_BITS = 62          # of a shuffle's seed
MOST_READ = 3_000       # listed actions among which one is looked for that is written without its verb
FACES = 128             # the most outcomes that CHANCE lists


class Event(NamedTuple):
    """One thing that happened: who acted (a seat, CHANCE or CLOCK), and the action, an int64."""

    seat: int
    action: int


class Match:
    """The one holder of a true state.  Raises BadInput for seats or options that the game does not have.

    It checks what it is given; the rules themselves do not.  It can be copied (`copy.deepcopy`) and pickled.

    game     the game that is played
    rules    its rules, compiled by default; may be exchanged for the game's other twin between two actions, since both
             work on the same bytes
    seats    how many play
    options  every option by name, in full
    state    the true position, a record of int64 fields: no bot and no screen gets it, see `view`
    events   everything that has happened, in order
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
        """Who may act now: seats, perhaps CHANCE or CLOCK; nobody when it is over."""
        acting = int(self.rules.to_act(self.state))
        return [seat for seat in range(CLOCK + 1) if acting >> seat & 1]

    @property
    def over(self) -> bool:
        """Nobody can act any more."""
        return int(self.rules.to_act(self.state)) == 0

    def sound_actions(self, seat: int) -> list[int]:
        """The listed actions of a seat that may act, as int64; `game.words.label` says them, `parse` reads them.

        An action that is not listed may still be taken: one that is wrong by facts which its actor could work out is a
        violation and has its consequence (a composite played as a prime), see `rules.violation`.
        """
        out = np.zeros(self.rules.MAX_ACTIONS, np.int64)
        return out[:self.rules.sound_actions(self.state, self._seat(seat, CHANCE, CLOCK), out)].tolist()

    def legal_actions(self, seat: int) -> list[int]:
        """Return `sound_actions`; its old name, with a DeprecationWarning."""
        found: list[int] = renamed_attribute(self, "legal_actions", "sound_actions")(seat)
        return found

    def read(self, seat: int, text: str) -> int:
        """The action that somebody in a seat writes.  Raises BadInput.

        It is in the game's notation; what stands after the verb is enough where one listed action is written so: `127`
        for `play 12 7`.
        """
        try:
            return int(self.game.words.parse(text))
        except BadInput:
            found = self._written_so(seat, text)
            if not found:
                raise
        if len(found) > 1:
            labels = join_words(list(found), "or")
            raise BadInput(format_sentence(FOLDER, "match.several", text=text[:40], labels=labels))
        return next(iter(found.values()))

    def _written_so(self, seat: int, text: str) -> dict[str, int]:
        """Listed actions by their labels, which are this text but for the verb and the blanks."""
        listed = self.sound_actions(seat) if seat in self.to_act() else []
        if len(listed) > MOST_READ:
            return {}
        labels = {str(self.game.words.label(action)): action for action in listed}
        return {label: action for label, action in labels.items()
                if label.partition(" ")[2].replace(" ", "") == "".join(normalize_typed(text).split()) != ""}

    def act(self, seat: int, action: int) -> None:
        """Carry out an action.  Raises Refused, and then nothing has changed."""
        seat, action = self._seat(seat, CHANCE, CLOCK), to_action(action)
        self.check(seat, action)
        self.rules.apply(self.state, seat, action)
        self.events.append(Event(seat, action))

    def check(self, seat: int, action: int, view: Any = None) -> None:
        """Raises Refused where the rules do not take an action: in the position, or in a view of the seat's."""
        reason = int(self.rules.refusal(self.state if view is None else view, seat, action))
        if reason:
            raise self.refused(reason, self.view(seat) if view is None else view, action)

    def refused(self, reason: int, view: Any, action: int) -> Refused:
        """The refusal of an action, with the sentence and rule for whoever has that view."""
        sentence, rule = self.game.words.explain_refusal(reason, view, action)
        return Refused(sentence, reason, rule)

    def chance(self, randbits: Callable[[int], int]) -> int:
        """An action for CHANCE, drawn with `randbits(k)` (k random bits, such as `secrets.randbits`)."""
        return draw_chance(self.rules, self.state, randbits)

    def settle(self, randbits: Callable[[int], int]) -> None:
        """Let CHANCE act for as long as it is CHANCE's turn and the match is not at rest."""
        while self.to_act() == [CHANCE] and not self.rules.is_between_hands(self.state):
            self.act(CHANCE, self.chance(randbits))

    def view(self, seat: int, state: Any = None) -> Any:
        """What a seat (or WATCHER) may see of the position, or of another one: a state of the same type."""
        seat = self._seat(seat, WATCHER, CHANCE, CLOCK)
        view = copy_state(self.state if state is None else state)
        self.rules.redact(view, seat)
        return view

    def returns(self) -> list[float]:
        """Each seat's result so far, final when it is over: at most `rules.SWING` from one rest to the next."""
        out = np.zeros(self.seats)
        self.rules.returns(self.state, out)
        return out.tolist()

    def _seat(self, seat: int, *others: int) -> int:
        """The seat as an int.  Raises BadInput where there is none."""
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
        return unpickle_match, (self.game.name, self.rules.pure, self.seats, self.options, self.state.tobytes(),
                                self.events)

    def __deepcopy__(self, memo: dict[int, Any]) -> "Match":
        match = Match.__new__(Match)
        match.game, match.rules, match.seats = self.game, self.rules, self.seats
        match.options, match.state, match.events = dict(self.options), copy_state(self.state), list(self.events)
        return match

    def __copy__(self) -> "Match":
        return self.__deepcopy__({})


def unpickle_match(name: str, pure: bool, seats: int, options: dict[str, Value], state: bytes,
                   events: list[Event]) -> Match:
    """A match that was pickled."""
    game = find(name)
    match = Match(game, seats, options, game.pure_rules if pure else None)
    match.state, match.events = restore_state(state, match.state.dtype), list(events)
    return match


def to_action(action: int) -> int:
    """An action as an int.  Raises BadInput for what is none."""
    try:
        found = index(action)
    except TypeError:
        found = 1 << 63
    if not -1 << 63 <= found < 1 << 63:
        raise BadInput(format_sentence(FOLDER, "match.action", action=repr(action)[:40]))
    return found


def copy_state(state: Any) -> Any:
    """A position of its own.  NumPy's `copy` of a record takes fifteen times as long."""
    return restore_state(state.tobytes(), state.dtype)


def restore_state(position: bytes, kind: Any) -> Any:
    """A position from its bytes and its dtype."""
    return np.frombuffer(bytearray(position), kind)[0]


def draw_chance(rules: Rules, state: Any, randbits: Callable[[int], int]) -> int:
    """An action for CHANCE: a seed, or one of the listed faces by its weight."""
    faces, weights = chance_faces(rules, state)
    if len(faces) == 0:
        return randbits(SEED_BITS)
    at = randbits(53) / 2**53 * weights.sum()
    return int(faces[min(int(np.searchsorted(np.cumsum(weights), at, side="right")), len(faces) - 1)])


def chance_faces(rules: Rules, state: Any) -> tuple[NDArray[np.int64], NDArray[np.float64]]:
    """CHANCE's actions and their weights; none for a shuffle, which has too many to list."""
    faces, weights = np.zeros(FACES, np.int64), np.zeros(FACES)
    n = int(rules.chance_outcomes(state, faces, weights))
    return faces[:n], weights[:n]
