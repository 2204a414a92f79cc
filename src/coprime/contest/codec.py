"""Encode and decode the two kinds of protocol message, INT and TABLE (UE-27 to UE-30).

A table is a list of 120 numbers, 8 rows of 15.  Rows 0 to 3 are spade, heart, diamond and club; columns 1 to 13 are the
ranks 3 to 2; columns 0 and 14 are for a joker below or above them.  Row 5 holds the state of play, row 6 the state of
each player.
"""

import struct
from collections.abc import Sequence

import numpy as np
from numpy.typing import ArrayLike

from ..core.match import copy_state
from .daifugo import (
    ALL_SUITS,
    FIRST_JOKER_SHIFT,
    JOKER,
    NATURAL,
    RUN_BIT,
    State,
    encode_group,
    encode_sequence,
    first_joker_field,
    has_consecutive_columns,
    is_one_rank,
    lowest_rank,
    suits_of,
)
from .protocol_tables import (
    ABOVE,
    CARD,
    CARD_CELLS,
    CELLS,
    COLUMNS,
    JOKER_CELL,
    JOKER_ROW,
    PLAYERS,
    SUIT_ROWS,
    Cells,
    cell_index,
    put_deal,
    put_hand,
    put_move,
    put_states,
)

PROTOCOL = 20070
PORT = 42485
INT, TABLE = struct.Struct(">i"), struct.Struct(f">{CELLS}i")
NAME_LENGTH = 14            # cells of a name, its closing zero among them
REFUSED, ACCEPTED = 8, 9
GO_ON, GAME_OVER, CONTEST_OVER = 0, 1, 2


def empty_table() -> Cells:
    """Return a table of zeros."""
    return np.zeros(CELLS, np.int64)


def encode_table(tables: ArrayLike) -> bytes:
    """Return the 480 bytes of a table; those of several tables follow one another."""
    return np.asarray(tables).astype(">i4").tobytes()


def decode_table(data: bytes) -> list[int]:
    """Return the 120 numbers of 480 bytes."""
    return list(TABLE.unpack(data))


# Login.

def login_table(name: str, protocol: int = PROTOCOL) -> Cells:
    """Return the table of a login: the protocol's number, and the name as ASCII (UE-28)."""
    table = empty_table()
    table[0] = protocol
    for i, letter in enumerate(name.encode("ascii", "replace")[:NAME_LENGTH - 1]):
        table[cell_index(1, i)] = letter
    return table


def decode_name(table: Sequence[int]) -> str:
    """Return the name in a login.

    Printable ASCII up to the first zero, any other character as a question mark.
    """
    letters = list(table[cell_index(1, 0):cell_index(1, NAME_LENGTH)])
    end = letters.index(0) if 0 in letters else len(letters)
    return "".join(chr(code) if 32 <= code < 127 else "?" for code in letters[:end])


# Cards.

def hand_table(bag: int) -> Cells:
    """Return a table with the cards of a hand or a gift (UE-29)."""
    table = empty_table()
    put_hand(bag, table)
    return table


def decode_bag(table: Sequence[int]) -> int | None:
    """Return the cards of a hand or a gift as a bag, the joker in any cell.

    None if the table is not valid (UE-29).
    """
    read = decode_cards(table)
    if read is None:
        return None
    natural, joker = read
    return natural | (JOKER if joker is not None else 0)


def decode_cards(table: Sequence[int]) -> tuple[int, tuple[int, int] | None] | None:
    """Return the natural cards of a table and its joker's (row, column) or None.

    None if the table is not valid.
    """
    natural, joker = 0, None
    for at, value in [(at, value) for at, value in enumerate(table[:CARD_CELLS]) if value]:
        row, column = divmod(at, COLUMNS)
        if value == JOKER_CELL and joker is None:
            joker = row, column
        elif value == CARD and row < SUIT_ROWS and 0 < column < ABOVE:
            natural |= 1 << 4 * (column - 1) + row
        else:
            return None
    return natural, joker


# Melds.

def meld_table(action: int, is_reversed: int = 0, beaten_suits: int = 0) -> Cells:
    """Return the table of a play, its joker in the cell of the card it replaces (UE-30).

    is_reversed   whether the order of ranks is reversed
    beaten_suits  bit set of the suits of the play to beat

    Both only decide where a single joker is placed.
    """
    action = int(action)
    table = empty_table()
    natural = action & NATURAL
    put_hand(natural, table)
    joker = locate_joker(action, natural, is_reversed, beaten_suits)
    if joker is not None:
        table[cell_index(*joker)] = JOKER_CELL
    return table


def locate_joker(action: int, natural: int, is_reversed: int, beaten_suits: int) -> tuple[int, int] | None:
    """Return the (row, column) of a play's joker, or None if it has none.

    A single joker lies above every rank, in a suit that is not one of `beaten_suits` if possible.
    """
    if action & RUN_BIT:
        column = first_joker_field(action) - 1
        return (lowest_suit_row(suits_of(natural)), column) if column >= 0 else None
    if action >> FIRST_JOKER_SHIFT == 0:
        return None
    if natural == 0:
        return lowest_suit_row(ALL_SUITS & ~beaten_suits or ALL_SUITS), 0 if is_reversed else ABOVE
    column = lowest_rank(natural) + 1
    suits = first_joker_field(action)
    return (lowest_suit_row(suits) if suits else JOKER_ROW), column


def lowest_suit_row(suits: int) -> int:
    """Return the row of the lowest suit in a bit set of suits."""
    return (suits & -suits).bit_length() - 1


def decode_meld(table: Sequence[int]) -> int | None:
    """Return the action of a table: 0 for a pass, None if the cards are no meld in any reading (UE-30)."""
    read = decode_cards(table)
    if read is None:
        return None
    natural, joker = read
    if joker is None:
        return decode_natural_meld(natural)
    row, column = joker
    if natural == 0:
        return encode_group(0, 0, 1) if row < SUIT_ROWS else None
    if is_one_rank(natural) and column == lowest_rank(natural) + 1:
        return decode_joker_group(natural, row)
    if row == JOKER_ROW or suits_of(natural) != 1 << row:
        return None
    return encode_sequence(natural, column + 1, 0)


def decode_natural_meld(natural: int) -> int:
    """Return the action of cards without a joker: a sequence if they can be one, else a group."""
    cards = natural.bit_count()
    is_sequence = cards >= 3 and has_consecutive_columns(natural)
    return encode_sequence(natural, 0, 0) if is_sequence else encode_group(natural, 0, 0)


def decode_joker_group(natural: int, row: int) -> int | None:
    """Return the action of a group with a joker, which replaces a missing suit or is the fifth card.

    None if it cannot.
    """
    suits = suits_of(natural)
    if row == JOKER_ROW:
        return encode_group(natural, 0, 1) if suits == 15 else None
    return encode_group(natural, 1 << row, 0) if suits >> row & 1 == 0 else None


# What the server tells.

def deal_table(s: State, seat: int) -> Cells:
    """Return the deal as a seat sees it before it chooses its gift (UE-30).

    Cards that it has received are in its hand, and cards that it has to give still are, too.
    """
    table = empty_table()
    put_deal(s, seat, table)
    return table


def move_table(s: State, mover: int, action: int) -> Cells:
    """Return a table with rows 5 and 6 as they are sent after a move (UE-30, 3d).

    `s` is the position before it.
    """
    table = empty_table()
    put_move(copy_state(s), mover, action, table)
    return table


def state_tables(s: State) -> Cells:
    """Return the tables of a position, int64[5, 120], as each of the five seats sees it (UE-29)."""
    tables = np.zeros((PLAYERS, CELLS), np.int64)
    put_states(s, tables)
    return tables
