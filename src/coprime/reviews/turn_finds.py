"""Go through all turns of a seat, and ask the game what could have been played in each (`part_protocols.FindsPart`)."""

from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from hashlib import blake2b
from typing import Any

from ..core.attr_view import to_object
from ..core.drills import DrillPosition
from ..core.finds import MAX_FINDS, Find, PlayPiece, Stake, TurnFinds
from ..core.match import Event, Match, copy_state
from ..core.messages import join_sentences
from ..core.part_protocols import FindsPart, TrainerPart
from ..core.seats import CLOCK

MAX_TURN_WORK = 20_000          # numbers or positions that are tested in a turn at most
WORK_PER_SECOND = 30_000        # how many of them a slow machine tests
FINDS_SHARE = 0.4               # of the time of a review
MAX_TURNS = 200                 # turns that are looked at, the last ones of a match


@dataclass(frozen=True)
class ReviewTurn:
    """One own turn of a match, and what could have been played in it.

    step       how many events of the record precede the position that is meant
    game       the number of its game in the match, from 1
    number     its number among the seat's turns in that game, from 1
    played     what the seat did from there on, in the words of its log; "" where the log has none
    failed     whether that broke a rule that the seat could have known
    situation  what lay there and what the seat held
    hand       its cards
    finds      what could have been played, the best first; none if nothing better was found
    finished   False if the search ended before everything was looked at
    missed     what was lost with a certain win that was there and was not played; NONE where there was none
    position   where something was missed, the position as the game's trainer keeps it; None for a game without that
    """

    step: int
    game: int
    number: int
    played: str
    failed: bool
    situation: str
    hand: tuple[PlayPiece, ...]
    finds: tuple[Find, ...]
    finished: bool
    missed: Stake = Stake.NONE
    position: DrillPosition | None = None


@dataclass
class PlayedTurn:
    """A turn as it was played.

    starts  (step, the seat's view) at the begin of the turn, and after each action that could not be taken back
    end     the seat's view when the game of the turn was over; None where that never came
    """

    game: int
    number: int
    starts: list[tuple[int, Any]]
    actions: list[tuple[int, int]] = field(default_factory=list)        # (step, action)
    lines: list[str] = field(default_factory=list)
    failed: bool = False
    after: Any = None
    end: Any = None


def find_turns(match: Match, seat: int, names: Sequence[str], seconds: float | None, seed: int) -> list[ReviewTurn]:
    """Return what could have been played in each turn of a seat; nothing for a game that has no finds.py.

    The seconds only bound how much is tested, so that the result does not depend on the machine.  Of a very long match
    the last turns are looked at.
    """
    part = match.game.finds
    if part is None:
        return []
    played = TurnFinder(match, seat, names, part).find_turns()[-MAX_TURNS:]
    share = MAX_TURN_WORK if seconds is None else int(seconds * FINDS_SHARE * WORK_PER_SECOND / max(1, len(played)))
    return [review_turn(part, turn, seat, seed, min(MAX_TURN_WORK, share), match.game.trainer) for turn in played]


def review_turn(part: FindsPart, turn: PlayedTurn, seat: int, seed: int, work: int,
                trainer: TrainerPart | None = None) -> ReviewTurn:
    """Return a turn with what is found at its first certain win, or else before its last action."""
    after, found, step, missed = to_object(turn.after), None, 0, Stake.NONE
    for step, view in turn.starts:
        key = int.from_bytes(blake2b(f"{seed} find {step}".encode(), digest_size=8).digest()) >> 2
        actions = [action for at, action in turn.actions if at >= step]
        found = part.find_plays(to_object(view), seat, actions, after, key, max(1, work // len(turn.starts)))
        if any(one.is_win for one in found.finds):
            missed = part.lost_stake(to_object(view), seat, to_object(turn.end)) if turn.end is not None else missed
            break
    assert found is not None
    told = describe_turn(turn, step, found, missed)
    if not missed or trainer is None or trainer.write_position is None:
        return told
    won = next(one for one in found.finds if one.is_win)
    return replace(told, position=trainer.write_position(to_object(view), seat, won))


def find_last_missed_win(turns: Sequence[ReviewTurn]) -> int | None:
    """Return the place of the last turn in which a certain win was there and a game was then lost; None for none."""
    return max((place for place, turn in enumerate(turns) if turn.missed), default=None)


def describe_turn(turn: PlayedTurn, step: int, found: TurnFinds, missed: Stake = Stake.NONE) -> ReviewTurn:
    """Return a turn and what was found in one of its positions as a part of a review."""
    return ReviewTurn(step, turn.game, turn.number, join_sentences(turn.lines), turn.failed, found.situation,
                      found.hand, found.finds[:MAX_FINDS], found.is_complete, missed)


class TurnFinder:
    """Replays a match and collects the turns of one seat."""

    def __init__(self, match: Match, seat: int, names: Sequence[str], part: FindsPart) -> None:
        self.game, self.rules, self.events = match.game, match.game.pure_rules, match.events
        self.seat, self.names, self.part = seat, list(names), part
        self.state = self.game.new_state(match.seats, match.options, self.rules)
        self.turns: list[PlayedTurn] = []
        self._open: PlayedTurn | None = None
        self._games, self._number, self._resting = 1, 0, False

    def find_turns(self) -> list[PlayedTurn]:
        """Return the turns of the seat, in order of play."""
        for step, event in enumerate(self.events):
            resting = bool(self.rules.is_between_hands(self.state))
            if resting and not self._resting:
                self._end_game()
                self._games, self._number = self._games + 1, 0
            self._resting = resting
            self._follow_event(step, event)
        if not int(self.rules.to_act(self.state)):
            self._end_game()
        return self.turns

    def _end_game(self) -> None:
        """Store the view at the end of a game in the turns of that game."""
        end = self._make_view()
        for turn in self.turns:
            if turn.game == self._games:
                turn.end = end

    def _follow_event(self, step: int, event: Event) -> None:
        """Apply an event, and open or close a turn with it."""
        seat, rules = self.seat, self.rules
        may_act = bool(int(rules.to_act(self.state)) >> seat & 1)
        if not may_act or event.seat not in (seat, CLOCK):
            rules.apply(self.state, event.seat, event.action)
            return
        before, view = copy_state(self.state), self._make_view()
        if self._open is None:
            self._open = PlayedTurn(self._games, self._number + 1, [(step, view)])
        turn, own = self._open, event.seat == seat
        if own:
            turn.failed = turn.failed or bool(rules.violation(self.state, seat, event.action))
            turn.actions.append((step, event.action))
        rules.apply(self.state, event.seat, event.action)
        self._add_line(turn, before, view, event)
        acts = bool(int(rules.to_act(self.state)) >> seat & 1)
        quiet = own and bool(rules.is_undoable(before, seat, event.action))
        if not acts or own and not quiet and self.part.ends_turn(to_object(view), seat, event.action):
            turn.after = self._make_view()
            self.turns.append(turn)
            self._open, self._number = None, self._number + 1
        elif own and not quiet:
            turn.starts.append((step + 1, self._make_view()))

    def _add_line(self, turn: PlayedTurn, before: Any, view: Any, event: Event) -> None:
        """Add what the seat's log says of an event to its turn."""
        seen = int(self.rules.observe_action(before, event.seat, event.action, self.seat))
        line = self.game.words.describe_event(view, event.seat, seen, self._make_view(), self.names, self.seat)
        if line.text:
            turn.lines.append(str(line.text))

    def _make_view(self) -> Any:
        view = copy_state(self.state)
        self.rules.redact(view, self.seat)
        return view
