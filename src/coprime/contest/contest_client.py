"""Play at a seat of any contest.

Follow the game from protocol messages, and send the actions that a bot chooses.

The view holds everything that a seat at our own table would see, except what the protocol leaves out: it does not say
which cards a daifugo has received, so nothing is concluded about who gave them.  Messages that cannot be true are
rejected, because compiled rules do not check array indices; the connection is then given up.
"""

import socket
from collections.abc import Callable
from typing import NoReturn

import numpy as np

from ..core.game import Game
from .codec import (
    CONTEST_OVER,
    GO_ON,
    INT,
    REFUSED,
    TABLE,
    decode_bag,
    decode_meld,
    decode_table,
    encode_table,
    hand_table,
    login_table,
    meld_table,
)
from .daifugo import (
    JOKER,
    NATURAL,
    Phase,
    State,
    apply,
    bag_size,
    cards_of,
    cards_owed,
    clear_table,
    count_bag_jokers,
    exchange_partner,
    gift_of,
    is_rich,
    redact,
    set_leader,
    set_turn_order,
    strongest_cards,
    subtract_cards,
)
from .protocol_tables import CARD_CELLS, PHASE_ROW, PLAYER_ROW, PLAYERS, cell_index
from .seats import PASS
from .sentences import say

ASSUMED_MATCH_LENGTH = 10_000                # games of a match whose length nobody tells
DEALT, MAX_HAND, CARDS = [10, 10, 11, 11, 11], 13, 53    # cards of each in a deal, of daifugo before giving, of all
EMPTY_CELLS = [0] * CARD_CELLS
ChooseAction = Callable[[State, int], int]


class ContestClient:
    """The client's side of a contest.  `choose(view, seat)` returns its actions."""

    def __init__(self, game: Game, connection: socket.socket, choose: ChooseAction) -> None:
        self.game, self.connection, self.choose = game, connection, choose
        self.games = self.refused_moves = 0
        self.places = [0] * PLAYERS
        self.view: State
        self.hand_history: list[tuple[int, int]] = []       # (seat, action) of all that has been played in this hand
        self._meld_cells = EMPTY_CELLS

    def play_contest(self, name: str, progress: Callable[[], None]) -> None:
        """Log in and play to the end of the contest; call `progress` after every game.

        Raises OSError when the connection breaks or a message cannot be true.
        """
        self.connection.sendall(encode_table(login_table(name)))
        self.seat = self._read_int()
        check_plausible(0 <= self.seat < PLAYERS, "no_seat", given=self.seat)
        flag = GO_ON
        while flag != CONTEST_OVER:
            flag = self._play_game()
            progress()

    def _play_game(self) -> int:
        deal = self._read_table()
        self.view = view_from_deal(self.game, deal, self.seat)
        self.hand_history = []
        if deal[cell_index(PHASE_ROW, 1)] > 0:
            gift = self.choose(self.view, self.seat)
            self.connection.sendall(encode_table(hand_table(gift_of(gift))))
        self._meld_cells, flag, opened = EMPTY_CELLS, GO_ON, False
        while flag == GO_ON:
            table = self._read_table()
            if not opened:
                finish_view_exchange(self.view, table, self.seat)
                opened = True
            update_view(self.view, table, self.seat)
            flag = self._play_turn(table)
        self.games += 1
        if self.view.phase in (Phase.DEAL, Phase.OVER):
            self.places[self.view.rank[self.seat] - 1] += 1
        return flag

    def _play_turn(self, table: list[int]) -> int:
        mover = table[cell_index(PHASE_ROW, 3)]
        if table[cell_index(PHASE_ROW, 2)]:
            view = self.view
            action = self.choose(view, self.seat) if view.phase == Phase.PLAY else PASS
            self.connection.sendall(encode_table(meld_table(action, int(view.reversed), int(view.suits))))
            self.refused_moves += self._read_int() == REFUSED and action != PASS
        told = self._read_table()[:CARD_CELLS]
        flag = self._read_int()
        played = PASS if told == self._meld_cells else decode_meld(told)
        self._meld_cells = told
        if played is None or not can_play(self.view, self.seat, mover, cards_of(played)):
            reject_server("nonsense")
        if self.view.phase == Phase.PLAY:
            self.hand_history.append((mover, played))
            apply(self.view, mover, played)
            redact(self.view, self.seat)
        return flag

    def _read_int(self) -> int:
        return int(INT.unpack(self._read_bytes(INT.size))[0])

    def _read_table(self) -> list[int]:
        return decode_table(self._read_bytes(TABLE.size))

    def _read_bytes(self, size: int) -> bytes:
        data = b""
        while len(data) < size:
            piece = self.connection.recv(size - len(data))
            if not piece:
                raise OSError(say("closed"))
            data += piece
        return data


# The view.

def view_from_deal(game: Game, table: list[int], seat: int) -> State:
    """Return a seat's view of a deal, before anything is given back."""
    s: State = game.new_state(PLAYERS, {**game.presets["uecda"], "match_length": ASSUMED_MATCH_LENGTH})
    order, counts = table[cell_index(PLAYER_ROW, 10):cell_index(PLAYER_ROW, 15)], decode_hand_sizes(table)
    check_plausible(sorted(order) == list(range(PLAYERS)) and sorted(counts) == DEALT, "nonsense")
    set_turn_order(s, np.array(order, np.int64))
    ranks = table[cell_index(PLAYER_ROW, 5):cell_index(PLAYER_ROW, 10)]
    exchanging = sorted(ranks) == list(range(PLAYERS))
    s.live = (1 << PLAYERS) - 1
    s.phase = Phase.EXCHANGE if exchanging else Phase.PLAY
    for other in range(PLAYERS):
        s.rank[other] = ranks[other] + 1 if exchanging else 0
        s.cards[other] = counts[other]
    gives = cards_owed(s, seat) if is_rich(s, seat) else 0
    s.hand[seat] = decode_hand(table, counts[seat] + gives)
    check_plausible(max(0, table[cell_index(PHASE_ROW, 1)]) == gives, "nonsense")
    if exchanging:
        apply_taken_cards(s, seat)
    redact(s, seat)
    return s


def apply_taken_cards(s: State, seat: int) -> None:
    """Apply the cards that the exchange has taken.

    Counts of all seats, and the cards themselves for a seat that gave.
    """
    for other in range(PLAYERS):
        s.cards[other] += cards_owed(s, other) if is_rich(s, other) else -cards_owed(s, other)
    if cards_owed(s, seat) and is_rich(s, seat):
        s.gave[exchange_partner(s, seat)] = JOKER                # not told: any card may be above the weakest of them
    elif cards_owed(s, seat):
        s.gave[seat] = s.sure[exchange_partner(s, seat)] = strongest_cards(s.hand[seat], cards_owed(s, seat))
        s.hand[seat] -= s.gave[seat]


def finish_view_exchange(s: State, table: list[int], seat: int) -> None:
    """End the exchange in the view.

    Compare the seat's hand with the deal to see what was given or received.
    """
    hand, held = decode_hand(table, decode_hand_sizes(table)[seat]), int(s.hand[seat])
    if cards_owed(s, seat):
        other = exchange_partner(s, seat)
        if is_rich(s, seat):
            s.gave[seat] = s.sure[other] = moved = remove_cards(held, hand)
        else:
            s.gave[other] = s.sure[seat] = moved = remove_cards(hand, held)
            s.sure[other] = subtract_cards(int(s.gave[seat]), moved)
        check_plausible(bag_size(moved) == cards_owed(s, seat), "nonsense")
    s.hand[seat] = hand
    s.phase = Phase.PLAY
    set_leader(s, decode_mover(table))


def update_view(s: State, table: list[int], seat: int) -> None:
    """Set the view to what a state table says, in case the server's rules differ from ours."""
    mover, counts = decode_mover(table), decode_hand_sizes(table)
    check_plausible(sum(counts) + bag_size(s.played) == CARDS and all(0 <= n <= MAX_HAND for n in counts), "nonsense")
    check_plausible((mover == seat) == bool(table[cell_index(PHASE_ROW, 2)]), "nonsense")
    s.hand[seat] = decode_hand(table, counts[seat])
    check_plausible(has_cards(NATURAL + JOKER - int(s.played), int(s.hand[seat])), "nonsense")
    for other in range(PLAYERS):
        s.cards[other] = counts[other]
    if s.phase == Phase.PLAY:
        s.turn = mover
        s.reversed = table[cell_index(PHASE_ROW, 6)] != 0
        if table[cell_index(PHASE_ROW, 4)] and s.meld:
            clear_table(s)
            set_leader(s, s.turn)
        if not table[cell_index(PHASE_ROW, 7)]:
            s.lock = 0


# What can be.

def check_plausible(sound: bool, why: str, **facts: object) -> None:
    """Raise OSError unless `sound`."""
    if not sound:
        reject_server(why, **facts)


def reject_server(why: str, **facts: object) -> NoReturn:
    """Raise OSError with a sentence: this server's messages cannot be true."""
    raise OSError(say(why, **facts))


def decode_mover(table: list[int]) -> int:
    """Return the seat to move that a state table names.  Raises OSError."""
    mover = table[cell_index(PHASE_ROW, 3)]
    check_plausible(0 <= mover < PLAYERS, "nonsense")
    return mover


def decode_hand_sizes(table: list[int]) -> list[int]:
    """Return how many cards each player holds by a table."""
    return table[cell_index(PLAYER_ROW, 0):cell_index(PLAYER_ROW, PLAYERS)]


def decode_hand(table: list[int], size: int) -> int:
    """Return the cards of a table, which must be `size` many.  Raises OSError."""
    bag = decode_bag(table)
    if bag is None or bag_size(bag) != size:
        reject_server("nonsense")
    return bag


def remove_cards(bag: int, part: int) -> int:
    """Return a bag less some of its cards.  Raises OSError if it does not have them."""
    check_plausible(has_cards(bag, part), "nonsense")
    return bag - part


def has_cards(bag: int, part: int) -> bool:
    """Return whether a bag has these cards."""
    return part & NATURAL & ~bag == 0 and count_bag_jokers(part) <= count_bag_jokers(bag)


def can_play(s: State, seat: int, mover: int, cards: int) -> bool:
    """Return whether the mover could have these cards, as far as `seat` knows."""
    mine, gone = int(s.hand[seat]), int(s.played)
    if mover == seat:
        return has_cards(mine, cards)
    return bag_size(cards) <= s.cards[mover] and has_cards(NATURAL + JOKER - gone - mine, cards)
