"""A contest: five seats play games through the rules, and are told by protocol (UE-27 to UE-31).

The one true state is the match's; what a client sends is an action like any other, and what cannot be read, is not in
the hand or beats nothing counts as a pass (UE-16).
"""

import time
from collections.abc import Callable
from dataclasses import dataclass, field

from ....core.match import Match
from ....core.seats import CHANCE
from ..exchange import choosing, owes, seat_of_rank, strongest_cards
from ..plays import bag_size, gift_of, give
from ..state import Phase
from .cells import PLAYERS
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
    state_tables,
)
from .seats import PASS, Absent, Gone, Late

DAIFUGO, FUGO = 1, 2
MOST_TOLD = 20                  # wrong and late moves of a seat that the log names one by one
AT_ONCE = 0.001                 # seconds in which an answer keeps the others waiting for what they may see
# As plain numbers: an enum's member costs as much to look up as the rules to ask.
EXCHANGE, DEAL, STALEMATE = int(Phase.EXCHANGE), int(Phase.DEAL), int(Phase.STALEMATE)


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
    act          carries out an action: the match's own, or a recorder's
    log          told a key of messages and what belongs into the sentence
    substitute   who plays on for a client that has left: a name to a seat of seats.py
    """

    def __init__(self, match: Match, seats: list, randbits: Callable[[int], int], act=None, log=None,
                 substitute=Absent) -> None:
        self.match, self.seats, self.randbits = match, seats, randbits
        self.act = act or match.act
        self.log = log or (lambda key, **facts: None)
        self.substitute = substitute
        self.scores = [Score() for _ in seats]
        self._lying = encode(meld_table(PASS))

    @property
    def state(self):
        return self.match.state

    def play(self, after_game=lambda: None):
        while not self.match.over:
            self.game()
            after_game()
        for seat in range(PLAYERS):
            self.flush(seat)
            self.seats[seat].close()

    def game(self):
        self.act(CHANCE, self.match.chance(self.randbits))
        self._lying = encode(meld_table(PASS))
        for seat, player in enumerate(self.seats):
            player.tell(encode(deal_table(self.state, seat)))
        for rank in (DAIFUGO, FUGO):
            if choosing(self.state):
                self.gift(int(seat_of_rank(self.state, rank)))
        games = int(self.state.hands)
        while self.state.hands == games:
            self.turn()
        for seat, score in enumerate(self.scores):
            score.places[self.state.rank[seat] - 1] += 1

    def gift(self, seat):
        """UE-19: what cannot be given is replaced by the strongest cards."""
        action = self.ask(seat)
        if action is None:
            action = int(give(strongest_cards(self.state.hand[seat], owes(self.state, seat))))
        self.act(seat, action)

    def turn(self):
        """UE-30, 3."""
        mover = int(self.state.turn)
        self.tell_state()
        action, answer = self.ask(mover), ACCEPTED
        if action is None:
            action, answer = PASS, REFUSED
        self.act(mover, action)
        if self.state.phase == STALEMATE:
            self.act(CHANCE, self.match.chance(self.randbits))
        if action != PASS:
            self._lying = encode(meld_table(action))
        self.seats[mover].tell(INT.pack(answer))
        told = self._lying + INT.pack(self.flag())
        for player in self.seats:
            player.tell(told)

    def tell_state(self):
        told = encode(state_tables(self.state))
        for seat, player in enumerate(self.seats):
            player.tell(told[TABLE.size * seat:TABLE.size * (seat + 1)])

    def flag(self):
        if self.match.over:
            return CONTEST_OVER
        return GAME_OVER if self.state.phase == DEAL else GO_ON

    def takes(self, seat, action):
        """Is this an action that the rules carry out as it stands?"""
        rules, state = self.match.rules, self.state
        if state.phase == EXCHANGE and bag_size(gift_of(action)) != owes(state, seat):
            return False
        return not rules.refusal(state, seat, action) and not rules.fault(state, seat, action)

    def ask(self, seat):
        """What a seat does; None for what the rules do not take, or when nothing came in time."""
        score, begun = self.scores[seat], time.perf_counter()
        try:
            action = self.answer(seat)
        except Late:
            action, wrong = None, "late"
        else:
            if action is not None and not self.takes(seat, action):
                action = None
            wrong = "wrong_gift" if self.state.phase == EXCHANGE else "wrong_play"
        took = time.perf_counter() - begun
        score.moves += 1
        score.seconds += took
        score.slowest = max(score.slowest, took)
        if action is None:
            self.note(seat, wrong)
        return action

    def answer(self, seat):
        """What comes from a seat; one that is gone is replaced.  Raises Late.

        Who only watches is told when the mover takes its time, else before its own next turn: a system call for each
        of five costs more than everything else together.
        """
        self.flush(seat)
        if not self.seats[seat].has_answered(AT_ONCE):
            for other in range(PLAYERS):
                self.flush(other)
        try:
            return self.seats[seat].choose(self.match, seat)
        except Gone as why:
            self.leave(seat, why)
            return self.seats[seat].choose(self.match, seat)

    def flush(self, seat):
        try:
            self.seats[seat].flush()
        except Gone as why:
            self.leave(seat, why)

    def leave(self, seat, why):
        """A match goes on without whoever has left."""
        player = self.seats[seat]
        player.close()
        self.seats[seat] = self.substitute(player.name)
        self.scores[seat].left = int(self.state.hands) + 1
        self.tell_log(f"left_{self.seats[seat].kind}", seat, why=why)

    def note(self, seat, wrong):
        score = self.scores[seat]
        score.refused += 1
        if score.refused <= MOST_TOLD:
            self.tell_log(wrong, seat)
        if score.refused == MOST_TOLD:
            self.tell_log("enough", seat)

    def tell_log(self, key, seat, **facts):
        self.log(key, name=self.seats[seat].name, seat=seat, game=int(self.state.hands) + 1, **facts)
