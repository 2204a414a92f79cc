"""Run the match of a contest: five seats play by the rules and get the protocol's messages (UE-27 to UE-31).

The state of the match is the only true one.  What a client sends is an action like any other; an action that cannot be
read, is not in the hand or beats nothing counts as a pass (UE-16).
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
from .apply_if_allowed import NOT_ALLOWED, apply_if_allowed
from .codec import (
    ACCEPTED,
    CONTEST_OVER,
    GAME_OVER,
    GO_ON,
    INT,
    REFUSED,
    TABLE,
    deal_table,
    encode_table,
    meld_table,
    move_table,
    state_tables,
)
from .daifugo import Phase, State, cards_owed, choosing_seats, encode_give, seat_of_rank, strongest_cards
from .protocol_tables import CARD_CELLS, PLAYERS
from .seats import PASS, AbsentSeat, ClientGone, ContestSeat, MoveTimeout

DAIFUGO, FUGO = 1, 2
MAX_LOGGED_REFUSALS = 20                  # wrong and late moves of a seat that the log names one by one
QUICK_SECONDS = 0.01                  # seconds in which an answer keeps the others waiting for what they may see
# As plain numbers: an enum's member costs as much to look up as the rules to ask.
EXCHANGE, PLAY, STALEMATE = int(Phase.EXCHANGE), int(Phase.PLAY), int(Phase.STALEMATE)
FLAGS = {int(Phase.DEAL): GAME_OVER, int(Phase.OVER): CONTEST_OVER}


@lru_cache(4096)
def encode_meld_cells(action: int, is_reversed: int, beaten_suits: int) -> bytes:
    """Return the bytes of rows 0 to 4 with a play on the table; cached, as most plays are one card or two."""
    return encode_table(meld_table(action, is_reversed, beaten_suits)[:CARD_CELLS])


EMPTY_MELD_CELLS = encode_meld_cells(PASS, 0, 0)


class ContestLog(Protocol):
    """Writes a line to the log: takes a message key and the facts for its sentence."""

    def __call__(self, key: str, /, **facts: object) -> None: ...


def ignore_log(key: str, /, **facts: object) -> None:
    """Write no log."""


@dataclass
class SeatScore:
    """The statistics of one seat.  Seconds run from asking for an action to its arrival."""

    places: list[int] = field(default_factory=lambda: [0] * PLAYERS)
    moves: int = 0
    refused: int = 0
    seconds: float = 0.0
    slowest: float = 0.0
    left_in_game: int | None = None         # the game in which its client went


class ContestMatch:
    """The games of one match.

    seats        five seats of seats.py, in the order of the match's seats
    randbits     source of random bits for the deals
    recorder     records the match, or None
    log          is called for refused and late moves, long waits and lost clients
    substitute   takes the name of a client that has left and returns the seat that plays on
    """

    def __init__(self, match: Match, seats: list[ContestSeat], randbits: Callable[[int], int],
                 recorder: GameRecorder | None = None, log: ContestLog = ignore_log,
                 substitute: Callable[[str], ContestSeat] = AbsentSeat) -> None:
        self.match, self.seats, self.randbits = match, seats, randbits
        self.recorder, self.log = recorder, log
        self.substitute = substitute
        self.scores = [SeatScore() for _ in seats]
        self._meld_cells = EMPTY_MELD_CELLS

    @property
    def state(self) -> State:
        """The true state of the match."""
        state: State = self.match.state
        return state

    @property
    def is_exchanging(self) -> bool:
        """Return whether cards are being exchanged."""
        return bool(self.state.phase == EXCHANGE)

    @property
    def game_number(self) -> int:
        """The number of the game in play, from 1."""
        return min(int(self.state.hands) + 1, int(self.state.match_length))

    def play_games(self, after_game: Callable[[], None] = lambda: None) -> None:
        """Play all games and close the seats; call `after_game` after each game."""
        while not self.match.over:
            self.play_game()
            after_game()
        for seat in range(PLAYERS):
            self.flush_seat(seat)
            self.seats[seat].close()

    def play_game(self) -> None:
        """Play one game: deal, exchange, turns, places."""
        self.apply_action(CHANCE, self.match.chance(self.randbits))
        for seat, player in enumerate(self.seats):
            player.queue_data(encode_table(deal_table(self.state, seat)))
        if choosing_seats(self.state):
            self.exchange_gifts([int(seat_of_rank(self.state, rank)) for rank in (DAIFUGO, FUGO)])
        while self.play_turn() == PLAY:
            pass
        for seat, score in enumerate(self.scores):
            score.places[self.state.rank[seat] - 1] += 1

    def exchange_gifts(self, givers: Iterable[int]) -> None:
        """Ask every giver for its gift, in turn."""
        for seat in givers:
            self.take_gift(seat)

    def take_gift(self, seat: int) -> None:
        """Ask a seat for its gift; a gift that is not allowed is replaced by the strongest cards (UE-19)."""
        if self.try_action(seat, self.ask_seat(seat)) == NOT_ALLOWED:
            self.apply_action(seat,
                              int(encode_give(strongest_cards(self.state.hand[seat], cards_owed(self.state, seat)))))

    def play_turn(self) -> int:
        """Play one turn and send its messages (UE-30, 3); return the phase after it."""
        mover, before = int(self.state.turn), copy_state(self.match.state)
        self.send_state(mover)
        asked = self.ask_seat(mover)
        phase = self.try_action(mover, asked)
        if asked is None or phase == NOT_ALLOWED:
            action, answer, phase = PASS, REFUSED, self.apply_action(mover, PASS)
        else:
            action, answer = asked, ACCEPTED
        if phase == STALEMATE:
            phase = self.apply_action(CHANCE, self.match.chance(self.randbits))
        if action != PASS:
            self._meld_cells = encode_meld_cells(action, int(before.reversed), int(before.suits))
        elif before.meld == 0:
            self._meld_cells = EMPTY_MELD_CELLS
        else:
            answer = REFUSED                # as contest servers do; it is no fault of the mover's
        self.seats[mover].queue_data(INT.pack(answer))
        told = self._meld_cells + encode_table(move_table(before, mover, action)[CARD_CELLS:])
        told += INT.pack(FLAGS.get(phase, GO_ON))
        for player in self.seats:
            player.queue_data(told)
        return phase

    def send_state(self, mover: int) -> None:
        """Send everybody the position, the mover first, so that it thinks while the others' tables are sent."""
        told = encode_table(state_tables(self.state))
        self.seats[mover].queue_data(told[TABLE.size * mover:TABLE.size * (mover + 1)])
        self.flush_seat(mover)
        for seat, player in enumerate(self.seats):
            if seat != mover:
                player.queue_data(told[TABLE.size * seat:TABLE.size * (seat + 1)])

    def try_action(self, seat: int, action: int | None) -> int:
        """Apply the requested action and return the phase after it.

        NOT_ALLOWED, and a line in the log, if it is refused.
        """
        if action is None:
            return NOT_ALLOWED
        phase = self.apply_action(seat, action)
        if phase == NOT_ALLOWED:
            self.log_wrong_action(seat, action)
        return phase

    def apply_action(self, seat: int, action: int) -> int:
        """Apply an action that is allowed as it stands and return the phase after it.

        Else change nothing, return NOT_ALLOWED.
        """
        match, state = self.match, self.match.state
        if self.recorder is None:
            phase = apply_if_allowed(state, seat, action)
            if phase != NOT_ALLOWED:
                match.events.append(Event(seat, action))
            return phase
        if match.rules.refusal(state, seat, action) or match.rules.violation(state, seat, action):
            return NOT_ALLOWED
        self.recorder.act(seat, action)
        return int(state.phase)

    def ask_seat(self, seat: int) -> int | None:
        """Ask a seat for an action and measure its time.

        Return UNREADABLE for data that is no action, and None when the time has run out.
        """
        score, begun = self.scores[seat], time.perf_counter()
        try:
            action = self.await_action(seat)
        except MoveTimeout:
            action = None
        took = time.perf_counter() - begun
        score.moves += 1
        score.seconds += took
        score.slowest = max(score.slowest, took)
        if action is None:
            self.count_refusal(seat, "late_gift" if self.is_exchanging else "late")
        return action

    def await_action(self, seat: int) -> int | None:
        """Return a seat's action; a client that has gone is replaced first.  Raises MoveTimeout.

        The other seats' messages are sent now only if the mover takes its time, else before their own next turn: a
        system call for each of five seats costs more than everything else together.
        """
        self.flush_seat(seat)
        if not self.seats[seat].has_incoming_data(QUICK_SECONDS):
            for other in range(PLAYERS):
                self.flush_seat(other)
        try:
            return self.seats[seat].choose(self.match, seat, lambda seconds: self.log_waiting(seat, seconds))
        except ClientGone as why:
            self.replace_client(seat, why)
            return self.seats[seat].choose(self.match, seat)

    def log_waiting(self, seat: int, seconds: float) -> None:
        """Log that everybody waits for a seat."""
        self.write_log("waiting", seat, seconds=round(seconds))

    def flush_seat(self, seat: int) -> None:
        """Send a seat its queued messages; a client that has gone is replaced."""
        try:
            self.seats[seat].flush()
        except ClientGone as why:
            self.replace_client(seat, why)

    def replace_client(self, seat: int, why: ClientGone) -> None:
        """Replace a client that has gone by the substitute, so that the match goes on."""
        player = self.seats[seat]
        player.close()
        self.seats[seat] = self.substitute(player.name)
        self.scores[seat].left_in_game = self.game_number
        self.write_log(f"left_{self.seats[seat].kind}", seat, why=why)

    def log_wrong_action(self, seat: int, action: int) -> None:
        """Log an action that is not allowed: what was sent, what it had to beat, and the rule it breaks."""
        sent = self.seats[seat].sent_table
        if self.is_exchanging:
            self.count_refusal(seat, "wrong_gift", **rejections.describe_rejected_gift(self.match, seat, action, sent))
        else:
            self.count_refusal(seat, "wrong_play", **rejections.describe_rejected_play(self.match, seat, action, sent))

    def count_refusal(self, seat: int, wrong: str, **facts: object) -> None:
        """Count a refused or late move, and log it unless the seat has had too many of them."""
        score = self.scores[seat]
        score.refused += 1
        if score.refused <= MAX_LOGGED_REFUSALS:
            self.write_log(wrong, seat, **facts)
        if score.refused == MAX_LOGGED_REFUSALS:
            self.write_log("enough", seat)

    def write_log(self, key: str, seat: int, **facts: object) -> None:
        """Write a line about a seat to the log."""
        self.log(key, name=self.seats[seat].name, seat=seat, game=self.game_number, **facts)
