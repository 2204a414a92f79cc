"""The contest's two kinds of message, INT and TABLE, and what their cells mean (UE-27 to UE-30).

A table is a list of 120 numbers, 8 rows of 15.  Rows 0 to 3 are spade, heart, diamond and club, columns 1 to 13 the
ranks 3 to 2; columns 0 and 14 are for a joker below or above them.  Row 5 says what is going on, row 6 who stands how.
"""

import struct
from collections.abc import Sequence

import numpy as np
from numpy.typing import ArrayLike

from ..core.match import copy_state
from .cells import (
    ABOVE,
    CARD,
    CELLS,
    COLUMNS,
    JOKER_CELL,
    JOKER_ROW,
    LYING,
    PLAYERS,
    SUIT_ROWS,
    Cells,
    cell,
    put_deal,
    put_hand,
    put_move,
    put_states,
)
from .daifugo import (
    ALL_SUITS,
    FIRST_AT,
    JOKER,
    NATURAL,
    RUN,
    State,
    first_of,
    group,
    is_one_rank,
    is_row,
    lowest_rank,
    sequence,
    suits_of,
)

PROTOCOL = 20070
PORT = 42485
INT, TABLE = struct.Struct(">i"), struct.Struct(f">{CELLS}i")
NAME_LENGTH = 14            # cells of a name, its closing zero among them
REFUSED, ACCEPTED = 8, 9
GO_ON, GAME_OVER, CONTEST_OVER = 0, 1, 2


def new_table() -> Cells:
    return np.zeros(CELLS, np.int64)


def encode(tables: ArrayLike) -> bytes:
    """A table's 480 bytes, or those of several one after the other."""
    return np.asarray(tables).astype(">i4").tobytes()


def decode(data: bytes) -> list[int]:
    """The numbers of 480 bytes."""
    return list(TABLE.unpack(data))


# Login.

def login_table(name: str, protocol: int = PROTOCOL) -> Cells:
    table = new_table()
    table[0] = protocol
    for i, letter in enumerate(name.encode("ascii", "replace")[:NAME_LENGTH - 1]):
        table[cell(1, i)] = letter
    return table


def name_in(table: Sequence[int]) -> str:
    """The name of a login: printable ASCII up to the first zero, anything else as a question mark."""
    letters = list(table[cell(1, 0):cell(1, NAME_LENGTH)])
    end = letters.index(0) if 0 in letters else len(letters)
    return "".join(chr(code) if 32 <= code < 127 else "?" for code in letters[:end])


# Cards.

def hand_table(bag: int) -> Cells:
    """A table with the cards of a hand or a gift (UE-29)."""
    table = new_table()
    put_hand(bag, table)
    return table


def bag_in(table: Sequence[int]) -> int | None:
    """The cards of a hand or a gift, its joker in any cell; None for what is none (UE-29)."""
    read = cells_in(table)
    if read is None:
        return None
    natural, joker = read
    return natural | (JOKER if joker is not None else 0)


def cells_in(table: Sequence[int]) -> tuple[int, tuple[int, int] | None] | None:
    """The natural cards of a table and the cell (row, column) of its joker or None; None for rubbish."""
    natural, joker = 0, None
    for at, value in [(at, value) for at, value in enumerate(table[:LYING]) if value]:
        row, column = divmod(at, COLUMNS)
        if value == JOKER_CELL and joker is None:
            joker = row, column
        elif value == CARD and row < SUIT_ROWS and 0 < column < ABOVE:
            natural |= 1 << 4 * (column - 1) + row
        else:
            return None
    return natural, joker


# Melds.

def meld_table(action: int, turned: int = 0, beaten: int = 0) -> Cells:
    """A table with a play, its joker in the cell that it stands for (UE-30).

    `turned` says whether the order is, `beaten` is the set of suits of what lies there: they place a lone joker.
    """
    action = int(action)
    table = new_table()
    natural = action & NATURAL
    put_hand(natural, table)
    joker = joker_cell(action, natural, turned, beaten)
    if joker is not None:
        table[cell(*joker)] = JOKER_CELL
    return table


def joker_cell(action: int, natural: int, turned: int, beaten: int) -> tuple[int, int] | None:
    """Where a play's joker lies, or None.  By itself: above everything, and in no suit that could seem to be locked."""
    if action & RUN:
        column = first_of(action) - 1
        return (first_row(suits_of(natural)), column) if column >= 0 else None
    if action >> FIRST_AT == 0:
        return None
    if natural == 0:
        return first_row(ALL_SUITS & ~beaten or ALL_SUITS), 0 if turned else ABOVE
    column = lowest_rank(natural) + 1
    suits = first_of(action)
    return (first_row(suits) if suits else JOKER_ROW), column


def first_row(suits: int) -> int:
    return (suits & -suits).bit_length() - 1


def meld_in(table: Sequence[int]) -> int | None:
    """The action of a meld table: 0 for a pass, None for what is no meld in any reading (UE-30)."""
    read = cells_in(table)
    if read is None:
        return None
    natural, joker = read
    if joker is None:
        return plain_meld(natural)
    row, column = joker
    if natural == 0:
        return group(0, 0, 1) if row < SUIT_ROWS else None
    if is_one_rank(natural) and column == lowest_rank(natural) + 1:
        return joined_group(natural, row)
    if row == JOKER_ROW or suits_of(natural) != 1 << row:
        return None
    return sequence(natural, column + 1, 0)


def plain_meld(natural: int) -> int:
    cards = natural.bit_count()
    return sequence(natural, 0, 0) if cards >= 3 and is_row(natural) else group(natural, 0, 0)


def joined_group(natural: int, row: int) -> int | None:
    """Cards of one rank and a joker: of a suit that is missing, or the fifth."""
    suits = suits_of(natural)
    if row == JOKER_ROW:
        return group(natural, 0, 1) if suits == 15 else None
    return group(natural, 1 << row, 0) if suits >> row & 1 == 0 else None


# What the server tells.

def deal_table(s: State, seat: int) -> Cells:
    """The deal as a seat sees it before it chooses: what it received is there, what it gave still is (UE-30)."""
    table = new_table()
    put_deal(s, seat, table)
    return table


def move_table(s: State, mover: int, action: int) -> Cells:
    """Rows 5 and 6 as they go with what lies there after a move (UE-30, 3d); `s` is the position before it."""
    table = new_table()
    put_move(copy_state(s), mover, action, table)
    return table


def state_tables(s: State) -> Cells:
    """The position as the five see it (UE-29)."""
    tables = np.zeros((PLAYERS, CELLS), np.int64)
    put_states(s, tables)
    return tables
