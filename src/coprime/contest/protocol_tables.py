"""Write the protocol's tables.

What the server sends about a position, and the cards of a hand or play (UE-29, UE-30).

A table is an array of 120 numbers, 8 rows of 15.  Rows 0 to 3 are spade, heart, diamond and club; columns 1 to 13 are
the ranks 3 to 2; columns 0 and 14 are for a joker below or above them.  Row 5 holds the state of play, row 6 the state
of each player.  All functions are compiled; codec.py is the Python interface to them.
"""

import numpy as np
from numpy.typing import NDArray

from ..core.kernel import compile_rules
from .daifugo import (
    JOKERS_SHIFT,
    NATURAL,
    Phase,
    State,
    bag_size,
    cards_of,
    cards_owed,
    is_exchanging,
    is_rich,
    put_on_table,
    update_card_order,
)

Cells = NDArray[np.int64]       # of one table, or a row of them for each of several

PLAYERS = 5
COLUMNS, CELLS = 15, 120
SUIT_ROWS, JOKER_ROW, PHASE_ROW, PLAYER_ROW = 4, 4, 5, 6
CARD, JOKER_CELL = 1, 2
ABOVE = 14
CARD_CELLS = PHASE_ROW * COLUMNS     # the cells above row 5, where cards lie
NO_MOVER = 6              # the mover while cards are exchanged


def cell_index(row: int, column: int) -> int:
    """Return the index of a cell in the flat table."""
    return row * COLUMNS + column


def put_hand(bag: int, table: Cells) -> None:
    """Write the cards of a bag into a table; its joker goes into the row below them."""
    cards = bag & NATURAL
    card = 0
    while cards:
        if cards & 1:
            table[cell_index(card % 4, card // 4 + 1)] = CARD
        cards >>= 1
        card += 1
    if bag >> JOKERS_SHIFT:
        table[cell_index(JOKER_ROW, 1)] = JOKER_CELL


def put_states(s: State, tables: Cells) -> None:
    """Write the position into five tables, as each of the five seats sees it (UE-29)."""
    for seat in range(PLAYERS):
        table = tables[seat]
        put_hand(s.hand[seat], table)
        put_position(s, s.turn, table)
        table[cell_index(PHASE_ROW, 2)] = s.turn == seat


def put_position(s: State, mover: int, table: Cells) -> None:
    """Write the public part of a position: rows 5 and 6."""
    table[cell_index(PHASE_ROW, 3)] = mover
    table[cell_index(PHASE_ROW, 4)] = s.meld == 0
    table[cell_index(PHASE_ROW, 6)] = s.reversed
    table[cell_index(PHASE_ROW, 7)] = s.lock != 0
    for player in range(PLAYERS):
        table[cell_index(PLAYER_ROW, player)] = s.cards[player]
    put_players(s, table)


def put_move(s: State, mover: int, action: int, table: Cells) -> None:
    """Write rows 5 and 6 as they are right after a move, before anything is cleared or the game has ended.

    `s` is the position before the move.  It is modified, so pass a copy.
    """
    if action:
        n = bag_size(cards_of(action))
        s.cards[mover] -= n
        put_on_table(s, mover, action, n)
        update_card_order(s)
    put_position(s, mover, table)


def put_deal(s: State, seat: int, table: Cells) -> None:
    """Write the deal as a seat sees it before the rich choose their gifts.

    Cards that the seat has received are in its hand, and cards that it has to give still are, too.
    """
    gives = is_exchanging(s) and not is_rich(s, seat)
    put_hand(s.hand[seat] + (s.gave[seat] if gives else 0), table)
    table[cell_index(PHASE_ROW, 0)] = 1
    table[cell_index(PHASE_ROW, 1)] = cards_owed(s, seat) if is_rich(s, seat) else 0
    table[cell_index(PHASE_ROW, 3)] = NO_MOVER
    for player in range(PLAYERS):
        table[cell_index(PLAYER_ROW, player)] = s.cards[player] + count_cards_given(s, player)
    put_players(s, table)


def count_cards_given(s: State, player: int) -> int:
    """Count the cards that the exchange has taken from a player so far.

    Negative for a player who has received some.
    """
    if s.phase != Phase.EXCHANGE:
        return 0
    return -cards_owed(s, player) if is_rich(s, player) else cards_owed(s, player)


def put_players(s: State, table: Cells) -> None:
    """Write every player's rank, and the order of play from player 0 on."""
    player = 0
    for seat in range(PLAYERS):
        table[cell_index(PLAYER_ROW, 5 + seat)] = max(0, s.rank[seat] - 1)
        table[cell_index(PLAYER_ROW, 10 + seat)] = player
        player = s.after[player]


compile_rules(globals())
