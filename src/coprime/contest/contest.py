"""A contest: five seats play games through the rules, and are told by protocol (UE-27 to UE-31).

The one true state is the match's; what a client sends is an action like any other, and what cannot be read, is not in
the hand or beats nothing counts as a pass (UE-16).
"""

import time
from collections.abc import Callable, Iterable
from dataclasses import dataclass, field
from functools import lru_cache
from typing import Protocol

from ..core.match import Event, Match, copy_state
from ..core.record import GameRecorder
from ..core.seats import CHANCE
from . import rejections
from .cells import LYING, PLAYERS
from .codec import (
    ACCEPTED,
    CONTEST_OVER,
    GAME_OVER,
    GO_ON,
    INT,
    REFUSED,
    TABLE,
    deal_table,
    encode,
    meld_table,
    move_table,
    state_tables,
)
from .daifugo import Phase, State, choosing, give, owes, seat_of_rank, strongest_cards
from .lenient_moves import WRONG, take
from .seats import PASS, Absent, Gone, Late, Seat

DAIFUGO, FUGO = 1, 2
MOST_TOLD = 20                  # wrong and late moves of a seat that the log names one by one
AT_ONCE = 0.01                  # seconds in which an answer keeps the others waiting for what they may see
# As plain numbers: an enum's member costs as much to look up as the rules to ask.
EXCHANGE, PLAY, STALEMATE = int(Phase.EXCHANGE), int(Phase.PLAY), int(Phase.STALEMATE)
FLAGS = {int(Phase.DEAL): GAME_OVER, int(Phase.OVER): CONTEST_OVER}


@lru_cache(4096)
def lying(action: int, turned: int, beaten: int) -> bytes:
    """The bytes of a play on the table, rows 0 to 4; most are of one card or two."""
    return encode(meld_table(action, turned, beaten)[:LYING])


NOTHING = lying(PASS, 0, 0)


class Log(Protocol):
    """What writes the log: told a key of the messages and what belongs into the sentence."""

    def __call__(self, key: str, /, **facts: object) -> None: ...


def nothing_is_said(key: str, /, **facts: object) -> None:
    """Nobody reads the log."""


@dataclass
class Score:
    """How a seat has done.  Seconds are those from asking to answering."""

    places: list[int] = field(default_factory=lambda: [0] * PLAYERS)
    moves: int = 0
    refused: int = 0
    seconds: float = 0.0
    slowest: float = 0.0
    left: int | None = None         # the game in which its client went


class Contest:
    """Games of one match.

    seats        five of seats.py, in the order of the match's seats
    randbits     where deals come from
    recorder     writes the match down, or None
    log          what has gone wrong, and for whom it waits
    substitute   who plays on for a client that has left: a name to a seat of seats.py
    """

    def __init__(self, match: Match, seats: list[Seat], randbits: Callable[[int], int],
                 recorder: GameRecorder | None = None, log: Log = nothing_is_said,
                 substitute: Callable[[str], Seat] = Absent) -> None:
        self.match, self.seats, self.randbits = match, seats, randbits
        self.recorder, self.log = recorder, log
        self.substitute = substitute
        self.scores = [Score() for _ in seats]
        self._lying = NOTHING

    @property
    def state(self) -> State:
        state: State = self.match.state
        return state

    @property
    def is_exchanging(self) -> bool:
        return bool(self.state.phase == EXCHANGE)

    @property
    def number(self) -> int:
        """Of the game in play, from 1."""
        return min(int(self.state.hands) + 1, int(self.state.match_length))

    def play(self, after_game: Callable[[], None] = lambda: None) -> None:
        while not self.match.over:
            self.game()
            after_game()
        for seat in range(PLAYERS):
            self.flush(seat)
            self.seats[seat].close()

    def game(self) -> None:
        self.carry(CHANCE, self.match.chance(self.randbits))
        for seat, player in enumerate(self.seats):
            player.tell(encode(deal_table(self.state, seat)))
        if choosing(self.state):
            self.exchange([int(seat_of_rank(self.state, rank)) for rank in (DAIFUGO, FUGO)])
        while self.turn() == PLAY:
            pass
        for seat, score in enumerate(self.scores):
            score.places[self.state.rank[seat] - 1] += 1

    def exchange(self, givers: Iterable[int]) -> None:
        for seat in givers:
            self.gift(seat)

    def gift(self, seat: int) -> None:
        """UE-19: what cannot be given is replaced by the strongest cards."""
        if self.does(seat, self.ask(seat)) == WRONG:
            self.carry(seat, int(give(strongest_cards(self.state.hand[seat], owes(self.state, seat)))))

    def turn(self) -> int:
        """UE-30, 3; the phase after it."""
        mover, before = int(self.state.turn), copy_state(self.match.state)
        self.tell_state(mover)
        asked = self.ask(mover)
        phase = self.does(mover, asked)
        if asked is None or phase == WRONG:
            action, answer, phase = PASS, REFUSED, self.carry(mover, PASS)
        else:
            action, answer = asked, ACCEPTED
        if phase == STALEMATE:
            phase = self.carry(CHANCE, self.match.chance(self.randbits))
        if action != PASS:
            self._lying = lying(action, int(before.reversed), int(before.suits))
        elif before.meld == 0:
            self._lying = NOTHING
        else:
            answer = REFUSED                # as contest servers do; it is no fault of the mover's
        self.seats[mover].tell(INT.pack(answer))
        told = self._lying + encode(move_table(before, mover, action)[LYING:]) + INT.pack(FLAGS.get(phase, GO_ON))
        for player in self.seats:
            player.tell(told)
        return phase

    def tell_state(self, mover: int) -> None:
        """The mover first: it thinks while the others' tables are laid ready."""
        told = encode(state_tables(self.state))
        self.seats[mover].tell(told[TABLE.size * mover:TABLE.size * (mover + 1)])
        self.flush(mover)
        for seat, player in enumerate(self.seats):
            if seat != mover:
                player.tell(told[TABLE.size * seat:TABLE.size * (seat + 1)])

    def does(self, seat: int, action: int | None) -> int:
        """Carry out what a seat asked for, if it did; the phase after it, or WRONG."""
        if action is None:
            return WRONG
        phase = self.carry(seat, action)
        if phase == WRONG:
            self.note_wrong(seat, action)
        return phase

    def carry(self, seat: int, action: int) -> int:
        """Carry out an action that the rules take as it stands; the phase after it, or WRONG."""
        match, state = self.match, self.match.state
        if self.recorder is None:
            phase = take(state, seat, action)
            if phase != WRONG:
                match.events.append(Event(seat, action))
            return phase
        if match.rules.refusal(state, seat, action) or match.rules.violation(state, seat, action):
            return WRONG
        self.recorder.act(seat, action)
        return int(state.phase)

    def ask(self, seat: int) -> int | None:
        """What a seat wants to do, RUBBISH where that is no action; None when nothing came in time."""
        score, begun = self.scores[seat], time.perf_counter()
        try:
            action = self.answer(seat)
        except Late:
            action = None
        took = time.perf_counter() - begun
        score.moves += 1
        score.seconds += took
        score.slowest = max(score.slowest, took)
        if action is None:
            self.note(seat, "late_gift" if self.is_exchanging else "late")
        return action

    def answer(self, seat: int) -> int | None:
        """What comes from a seat; one that is gone is replaced.  Raises Late.

        Who only watches is told when the mover takes its time, else before its own next turn: a system call for each
        of five costs more than everything else together.
        """
        self.flush(seat)
        if not self.seats[seat].has_answered(AT_ONCE):
            for other in range(PLAYERS):
                self.flush(other)
        try:
            return self.seats[seat].choose(self.match, seat, lambda seconds: self.wait(seat, seconds))
        except Gone as why:
            self.leave(seat, why)
            return self.seats[seat].choose(self.match, seat)

    def wait(self, seat: int, seconds: float) -> None:
        self.tell_log("waiting", seat, seconds=round(seconds))

    def flush(self, seat: int) -> None:
        try:
            self.seats[seat].flush()
        except Gone as why:
            self.leave(seat, why)

    def leave(self, seat: int, why: Gone) -> None:
        """A match goes on without whoever has left."""
        player = self.seats[seat]
        player.close()
        self.seats[seat] = self.substitute(player.name)
        self.scores[seat].left = self.number
        self.tell_log(f"left_{self.seats[seat].kind}", seat, why=why)

    def note_wrong(self, seat: int, action: int) -> None:
        """What a seat sent, what it was to beat, and which rule it breaks."""
        sent = self.seats[seat].sent
        if self.is_exchanging:
            self.note(seat, "wrong_gift", **rejections.given(self.match, seat, action, sent))
        else:
            self.note(seat, "wrong_play", **rejections.played(self.match, seat, action, sent))

    def note(self, seat: int, wrong: str, **facts: object) -> None:
        score = self.scores[seat]
        score.refused += 1
        if score.refused <= MOST_TOLD:
            self.tell_log(wrong, seat, **facts)
        if score.refused == MOST_TOLD:
            self.tell_log("enough", seat)

    def tell_log(self, key: str, seat: int, **facts: object) -> None:
        self.log(key, name=self.seats[seat].name, seat=seat, game=self.number, **facts)
