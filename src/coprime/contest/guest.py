"""A seat at anybody's contest: it keeps a view from what the protocol tells, and its actions come from that.

What the protocol leaves out is left open: which cards a daifugo has received is not told, so nothing is concluded about
who gave them.  Everything else that a seat at our own table would see is there.  What cannot be is not believed:
compiled rules look up what they are given, so a server that tells it is left.
"""

import socket
from collections.abc import Callable
from typing import NoReturn

import numpy as np

from ..core.game import Game
from .cells import LYING, PHASE_ROW, PLAYER_ROW, PLAYERS, cell
from .codec import (
    CONTEST_OVER,
    GO_ON,
    INT,
    REFUSED,
    TABLE,
    bag_in,
    decode,
    encode,
    hand_table,
    login_table,
    meld_in,
    meld_table,
)
from .daifugo import (
    JOKER,
    NATURAL,
    Phase,
    State,
    apply,
    bag_jokers,
    bag_size,
    cards_of,
    clear_table,
    gift_of,
    is_rich,
    lead,
    owes,
    partner,
    redact,
    set_turn_order,
    strongest_cards,
    taken_from,
)
from .seats import PASS
from .sentences import say

LONGEST = 10_000                # games of a match whose length nobody tells
DEALT, LARGEST, CARDS = [10, 10, 11, 11, 11], 13, 53    # cards of each in a deal, of daifugo before giving, of all
NOTHING = [0] * LYING
Choose = Callable[[State, int], int]


class Guest:
    """A seat at a contest.  `choose(view, seat)` gives its actions."""

    def __init__(self, game: Game, line: socket.socket, choose: Choose) -> None:
        self.game, self.line, self.choose = game, line, choose
        self.games = self.refused = 0
        self.places = [0] * PLAYERS
        self.view: State
        self.told: list[tuple[int, int]] = []       # (seat, action) of all that has been played in this hand
        self._lying = NOTHING

    def play(self, name: str, progress: Callable[[], None]) -> None:
        """From the login to the end.  Raises OSError when the line breaks, or what is told cannot be."""
        self.line.sendall(encode(login_table(name)))
        self.seat = self._int()
        believe(0 <= self.seat < PLAYERS, "no_seat", given=self.seat)
        flag = GO_ON
        while flag != CONTEST_OVER:
            flag = self._game()
            progress()

    def _game(self) -> int:
        deal = self._table()
        self.view = dealt(self.game, deal, self.seat)
        self.told = []
        if deal[cell(PHASE_ROW, 1)] > 0:
            gift = self.choose(self.view, self.seat)
            self.line.sendall(encode(hand_table(gift_of(gift))))
        self._lying, flag, opened = NOTHING, GO_ON, False
        while flag == GO_ON:
            table = self._table()
            if not opened:
                open_hand(self.view, table, self.seat)
                opened = True
            keep_up(self.view, table, self.seat)
            flag = self._turn(table)
        self.games += 1
        if self.view.phase in (Phase.DEAL, Phase.OVER):
            self.places[self.view.rank[self.seat] - 1] += 1
        return flag

    def _turn(self, table: list[int]) -> int:
        mover = table[cell(PHASE_ROW, 3)]
        if table[cell(PHASE_ROW, 2)]:
            view = self.view
            action = self.choose(view, self.seat) if view.phase == Phase.PLAY else PASS
            self.line.sendall(encode(meld_table(action, int(view.reversed), int(view.suits))))
            self.refused += self._int() == REFUSED and action != PASS
        told = self._table()[:LYING]
        flag = self._int()
        played = PASS if told == self._lying else meld_in(told)
        self._lying = told
        if played is None or not can_play(self.view, self.seat, mover, cards_of(played)):
            disbelieve("nonsense")
        if self.view.phase == Phase.PLAY:
            self.told.append((mover, played))
            apply(self.view, mover, played)
            redact(self.view, self.seat)
        return flag

    def _int(self) -> int:
        return int(INT.unpack(self._read(INT.size))[0])

    def _table(self) -> list[int]:
        return decode(self._read(TABLE.size))

    def _read(self, size: int) -> bytes:
        data = b""
        while len(data) < size:
            piece = self.line.recv(size - len(data))
            if not piece:
                raise OSError(say("closed"))
            data += piece
        return data


# The view.

def dealt(game: Game, table: list[int], seat: int) -> State:
    """What a seat sees of a deal, before anything is given back."""
    s: State = game.new_state(PLAYERS, {**game.presets["uecda"], "match_length": LONGEST})
    order, counts = table[cell(PLAYER_ROW, 10):cell(PLAYER_ROW, 15)], counts_in(table)
    believe(sorted(order) == list(range(PLAYERS)) and sorted(counts) == DEALT, "nonsense")
    set_turn_order(s, np.array(order, np.int64))
    ranks = table[cell(PLAYER_ROW, 5):cell(PLAYER_ROW, 10)]
    exchanging = sorted(ranks) == list(range(PLAYERS))
    s.live = (1 << PLAYERS) - 1
    s.phase = Phase.EXCHANGE if exchanging else Phase.PLAY
    for other in range(PLAYERS):
        s.rank[other] = ranks[other] + 1 if exchanging else 0
        s.cards[other] = counts[other]
    gives = owes(s, seat) if is_rich(s, seat) else 0
    s.hand[seat] = hand_in(table, counts[seat] + gives)
    believe(max(0, table[cell(PHASE_ROW, 1)]) == gives, "nonsense")
    if exchanging:
        collect(s, seat)
    redact(s, seat)
    return s


def collect(s: State, seat: int) -> None:
    """The strongest cards have been taken: counts tell it of all, and a seat that gave knows which they were."""
    for other in range(PLAYERS):
        s.cards[other] += owes(s, other) if is_rich(s, other) else -owes(s, other)
    if owes(s, seat) and is_rich(s, seat):
        s.gave[partner(s, seat)] = JOKER                # not told: any card may be above the weakest of them
    elif owes(s, seat):
        s.gave[seat] = s.sure[partner(s, seat)] = strongest_cards(s.hand[seat], owes(s, seat))
        s.hand[seat] -= s.gave[seat]


def open_hand(s: State, table: list[int], seat: int) -> None:
    """The exchange is over: what has changed in the own hand since the deal was given, or has come back."""
    hand, held = hand_in(table, counts_in(table)[seat]), int(s.hand[seat])
    if owes(s, seat):
        other = partner(s, seat)
        if is_rich(s, seat):
            s.gave[seat] = s.sure[other] = moved = without(held, hand)
        else:
            s.gave[other] = s.sure[seat] = moved = without(hand, held)
            s.sure[other] = taken_from(int(s.gave[seat]), moved)
        believe(bag_size(moved) == owes(s, seat), "nonsense")
    s.hand[seat] = hand
    s.phase = Phase.PLAY
    lead(s, mover_in(table))


def keep_up(s: State, table: list[int], seat: int) -> None:
    """What a state table says goes before what was reckoned, should a server play otherwise."""
    mover, counts = mover_in(table), counts_in(table)
    believe(sum(counts) + bag_size(s.played) == CARDS and all(0 <= n <= LARGEST for n in counts), "nonsense")
    believe((mover == seat) == bool(table[cell(PHASE_ROW, 2)]), "nonsense")
    s.hand[seat] = hand_in(table, counts[seat])
    believe(holds(NATURAL + JOKER - int(s.played), int(s.hand[seat])), "nonsense")
    for other in range(PLAYERS):
        s.cards[other] = counts[other]
    if s.phase == Phase.PLAY:
        s.turn = mover
        s.reversed = table[cell(PHASE_ROW, 6)] != 0
        if table[cell(PHASE_ROW, 4)] and s.meld:
            clear_table(s)
            lead(s, s.turn)
        if not table[cell(PHASE_ROW, 7)]:
            s.lock = 0


# What can be.

def believe(sound: bool, why: str, **facts: object) -> None:
    """Raises OSError."""
    if not sound:
        disbelieve(why, **facts)


def disbelieve(why: str, **facts: object) -> NoReturn:
    """The line may as well be broken."""
    raise OSError(say(why, **facts))


def mover_in(table: list[int]) -> int:
    mover = table[cell(PHASE_ROW, 3)]
    believe(0 <= mover < PLAYERS, "nonsense")
    return mover


def counts_in(table: list[int]) -> list[int]:
    return table[cell(PLAYER_ROW, 0):cell(PLAYER_ROW, PLAYERS)]


def hand_in(table: list[int], size: int) -> int:
    """A hand of so many cards."""
    bag = bag_in(table)
    if bag is None or bag_size(bag) != size:
        disbelieve("nonsense")
    return bag


def without(bag: int, part: int) -> int:
    """A bag less some of its cards."""
    believe(holds(bag, part), "nonsense")
    return bag - part


def holds(bag: int, part: int) -> bool:
    return part & NATURAL & ~bag == 0 and bag_jokers(part) <= bag_jokers(bag)


def can_play(s: State, seat: int, mover: int, cards: int) -> bool:
    """Could the mover have these cards, as far as a seat knows?"""
    mine, gone = int(s.hand[seat]), int(s.played)
    if mover == seat:
        return holds(mine, cards)
    return bag_size(cards) <= s.cards[mover] and holds(NATURAL + JOKER - gone - mine, cards)
