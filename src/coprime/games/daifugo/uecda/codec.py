"""The contest's two kinds of message, INT and TABLE, and what their cells mean (UE-27 to UE-30).

A table is a list of 120 numbers, 8 rows of 15.  Rows 0 to 3 are spade, heart, diamond and club, columns 1 to 13 the
ranks 3 to 2; columns 0 and 14 are for a joker below or above them.  Row 5 says what is going on, row 6 who stands how.
"""

import struct

from ..exchange import is_exchanging, is_rich, owes
from ..plays import (
    FIRST_AT,
    JOKER,
    NATURAL,
    RUN,
    bag_jokers,
    first_of,
    group,
    is_one_rank,
    is_row,
    lowest_rank,
    sequence,
    suits_of,
)
from ..state import Phase

PROTOCOL = 20070
PORT = 42485
PLAYERS = 5
COLUMNS, CELLS = 15, 120
INT, TABLE = struct.Struct(">i"), struct.Struct(f">{CELLS}i")
SUIT_ROWS, JOKER_ROW, PHASE_ROW, PLAYER_ROW = 4, 4, 5, 6
CARD, JOKER_CELL = 1, 2
ABOVE = 14
NAME_LENGTH = 14            # cells of a name, its closing zero among them
NOBODY_YET = 6              # the mover while cards are exchanged
REFUSED, ACCEPTED = 8, 9
GO_ON, GAME_OVER, CONTEST_OVER = 0, 1, 2


def cell(row, column):
    return row * COLUMNS + column


def encode(table):
    return TABLE.pack(*table)


def decode(data):
    """The numbers of 480 bytes."""
    return list(TABLE.unpack(data))


# Login.

def login_table(name, protocol=PROTOCOL):
    table = [0] * CELLS
    table[0] = protocol
    for i, letter in enumerate(name.encode("ascii", "replace")[:NAME_LENGTH - 1]):
        table[cell(1, i)] = letter
    return table


def name_in(table):
    """The name of a login: printable ASCII up to the first zero, anything else as a question mark."""
    letters = table[cell(1, 0):cell(1, NAME_LENGTH)]
    end = letters.index(0) if 0 in letters else len(letters)
    return "".join(chr(code) if 32 <= code < 127 else "?" for code in letters[:end])


# Cards.

def hand_table(bag):
    """A table with the cards of a hand or a gift (UE-29)."""
    table = [0] * CELLS
    put_cards(table, bag & NATURAL)
    if bag_jokers(bag):
        table[cell(JOKER_ROW, 1)] = JOKER_CELL
    return table


def put_cards(table, natural):
    natural = int(natural)
    while natural:
        i = (natural & -natural).bit_length() - 1
        table[cell(i % 4, i // 4 + 1)] = CARD
        natural &= natural - 1


def bag_in(table):
    """The cards of a hand or a gift, its joker in any cell; None for what is none (UE-29)."""
    read = cells_in(table)
    if read is None:
        return None
    natural, joker = read
    return natural | (JOKER if joker is not None else 0)


def cells_in(table):
    """The natural cards of a table and the cell (row, column) of its joker or None; None for rubbish."""
    natural, joker = 0, None
    for at, value in enumerate(table[:cell(PHASE_ROW, 0)]):
        if value == 0:
            continue
        row, column = divmod(at, COLUMNS)
        if value == JOKER_CELL and joker is None:
            joker = row, column
        elif value == CARD and row < SUIT_ROWS and 0 < column < ABOVE:
            natural |= 1 << 4 * (column - 1) + row
        else:
            return None
    return natural, joker


# Melds.

def meld_table(action):
    """A table with a play, its joker in the cell that it stands for (UE-30)."""
    action = int(action)
    table = [0] * CELLS
    natural = action & NATURAL
    put_cards(table, natural)
    joker = joker_cell(action, natural)
    if joker is not None:
        table[cell(*joker)] = JOKER_CELL
    return table


def joker_cell(action, natural):
    """Where a play's joker lies, or None."""
    if action & RUN:
        column = first_of(action) - 1
        return (first_row(suits_of(natural)), column) if column >= 0 else None
    if action >> FIRST_AT == 0:
        return None
    if natural == 0:
        return 0, ABOVE
    column = lowest_rank(natural) + 1
    suits = first_of(action)
    return (first_row(suits) if suits else JOKER_ROW), column


def first_row(suits):
    return (suits & -suits).bit_length() - 1


def meld_in(table):
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


def plain_meld(natural):
    cards = natural.bit_count()
    return sequence(natural, 0, 0) if cards >= 3 and is_row(natural) else group(natural, 0, 0)


def joined_group(natural, row):
    """Cards of one rank and a joker: of a suit that is missing, or the fifth."""
    suits = suits_of(natural)
    if row == JOKER_ROW:
        return group(natural, 0, 1) if suits == 15 else None
    return group(natural, 1 << row, 0) if suits >> row & 1 == 0 else None


# What the server tells.

def deal_table(s, seat):
    """The deal as a seat sees it before it chooses: what it received is there, what it gave still is (UE-30)."""
    gives = is_exchanging(s) and not is_rich(s, seat)
    table = hand_table(s.hand[seat] + (s.gave[seat] if gives else 0))
    table[cell(PHASE_ROW, 0)] = 1
    table[cell(PHASE_ROW, 1)] = int(owes(s, seat)) if is_rich(s, seat) else 0
    table[cell(PHASE_ROW, 3)] = NOBODY_YET
    table[cell(PHASE_ROW, 4)] = 1
    for player in range(PLAYERS):
        table[cell(PLAYER_ROW, player)] = int(s.cards[player] + given(s, player))
    put_players(table, s)
    return table


def given(s, player):
    """How many cards the program has taken from a player so far; less than none when it has brought some."""
    if s.phase != Phase.EXCHANGE:
        return 0
    return -owes(s, player) if is_rich(s, player) else owes(s, player)


def state_table(s, seat):
    """The position as a seat sees it (UE-29)."""
    table = hand_table(s.hand[seat])
    table[cell(PHASE_ROW, 2):cell(PHASE_ROW, 8)] = [
        int(s.turn == seat), int(s.turn), int(s.meld == 0), 0, int(s.reversed), int(s.lock != 0)]
    table[cell(PLAYER_ROW, 0):cell(PLAYER_ROW, 5)] = [int(n) for n in s.cards]
    put_players(table, s)
    return table


def put_players(table, s):
    """Ranks, and who sits where, from player 0 on."""
    player = 0
    for seat in range(PLAYERS):
        table[cell(PLAYER_ROW, 5 + seat)] = int(s.rank[seat]) - 1 if is_exchanging(s) else 0
        table[cell(PLAYER_ROW, 10 + seat)] = int(player)
        player = s.after[player]
