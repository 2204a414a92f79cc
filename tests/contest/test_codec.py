"""The contest's messages, byte for byte against cells written down by hand from the description."""

import struct

from hypothesis import given
from hypothesis import strategies as st

import coprime
from coprime.core.kernel import import_pure
from coprime.games.daifugo.tests.test_rules import UECDA, bag, dealt, do, moves, plays, table, uecda

codec = import_pure("coprime.contest.codec")
GAME = coprime.game("daifugo")
SPADE, HEART, DIAMOND, CLUB, EXTRA = range(5)
COLUMN = {name: at for at, name in enumerate(("low 3 4 5 6 7 8 9 10 J Q K A 2 high").split())}


def wire(**rows):
    """480 bytes of which only some cells are not zero: row5={3: 1}."""
    cells = [[0] * 15 for _ in range(8)]
    for row, columns in rows.items():
        for column, value in columns.items():
            cells[int(row[3:])][column] = value
    return b"".join(struct.pack(">15i", *row) for row in cells)


def action(text):
    return GAME.words.parse(text)


def test_an_int_is_four_bytes_big_endian():
    assert codec.INT.pack(codec.ACCEPTED) == b"\0\0\0\x09"
    assert codec.INT.pack(codec.REFUSED) == b"\0\0\0\x08"


def test_UE_28_login():
    data = codec.encode_table(codec.login_table("Ann"))
    assert data == wire(row0={0: 20070}, row1={0: 65, 1: 110, 2: 110})
    assert data[:4] == b"\0\0\x4e\x66" and len(data) == 480
    assert codec.decode_name(codec.decode_table(data)) == "Ann"


def test_a_long_name_keeps_its_closing_zero():
    table = codec.login_table("abcdefghijklmnopq")
    assert codec.decode_name(table) == "abcdefghijklm" and table[28] == 0


def test_a_name_of_rubbish_is_printable():
    assert codec.decode_name(codec.decode_table(wire(row1={0: -5, 1: 7, 2: 66}))) == "??B"


def test_UE_29_cards():
    hand = bag("3s 2c Jo 10h")
    data = codec.encode_table(codec.hand_table(hand))
    assert data == wire(row0={1: 1}, row1={8: 1}, row3={13: 1}, row4={1: 2})
    assert codec.decode_bag(codec.decode_table(data)) == hand


MELDS = {
    "pass": {},
    "play 3s": {"row0": {1: 1}},
    "play Jo": {"row0": {14: 2}},
    "play 6s 6h": {"row0": {4: 1}, "row1": {4: 1}},
    "play 6s Jo=6d": {"row0": {4: 1}, "row2": {4: 2}},
    "play 6s 6h 6d 6c Jo=6": {"row0": {4: 1}, "row1": {4: 1}, "row2": {4: 1}, "row3": {4: 1}, "row4": {4: 2}},
    "play 5d 6d 7d": {"row2": {3: 1, 4: 1, 5: 1}},
    "play 5d Jo=6d 7d": {"row2": {3: 1, 4: 2, 5: 1}},
    "play Jo=low 3c 4c": {"row3": {0: 2, 1: 1, 2: 1}},
    "play Ah 2h Jo=high": {"row1": {12: 1, 13: 1, 14: 2}},
}


def test_melds_are_cells_and_cells_are_melds():
    for text, rows in MELDS.items():
        assert codec.encode_table(codec.meld_table(action(text))) == wire(**rows), text
        assert codec.decode_meld(codec.decode_table(wire(**rows))) == action(text), text


def test_a_lone_joker_lies_anywhere_in_four_rows():
    for row in range(4):
        for column in range(15):
            assert codec.decode_meld(codec.decode_table(wire(**{f"row{row}": {column: 2}}))) == action("play Jo")
    assert codec.decode_meld(codec.decode_table(wire(row4={1: 2}))) is None


def test_what_is_no_meld():
    for rows in ({"row0": {0: 1}}, {"row0": {3: 3}}, {"row0": {3: -1}}, {"row0": {3: 2, 4: 2}}, {"row4": {3: 1}},
                 {"row0": {4: 1}, "row4": {4: 2}}, {"row0": {3: 1, 4: 1}, "row1": {5: 2}}):
        assert codec.decode_meld(codec.decode_table(wire(**rows))) is None, rows


def test_every_play_that_is_listed_goes_there_and_back():
    for seed in range(40):
        s = dealt(5, seed=seed, **UECDA)
        for play in moves(s):
            assert codec.decode_meld(codec.meld_table(action(play))) == action(play), play


small = st.lists(st.sampled_from((0, 0, 0, 0, 0, 0, 0, 1, 2)), min_size=120, max_size=120).map(
    lambda cells: struct.pack(">120i", *cells))


@given(st.binary(min_size=480, max_size=480) | small)
def test_any_bytes_are_a_meld_a_pass_or_rubbish(data):
    table = codec.decode_table(data)
    play, cards = codec.decode_meld(table), codec.decode_bag(table)
    assert play is None or (play >= 0 and plays.verb_of(play) in (0, 1))
    assert cards is None or 0 <= cards < 1 << 54
    assert len(codec.decode_name(table)) <= 14


def test_the_deal_of_an_exchange():
    s = dealt(5, ranks=(3, 1, 2, 5, 4), hands=1, **UECDA)
    rich, poor = (list(s.rank).index(rank) for rank in (1, 5))
    table = codec.deal_table(s, rich).tolist()
    assert table[75:80] == [1, 2, 0, 6, 0]
    assert codec.decode_bag(table) == s.hand[rich] and sum(table[90:95]) == 53
    assert sorted(table[95:100]) == [0, 1, 2, 3, 4] and table[95 + rich] == 0
    table = codec.deal_table(s, poor).tolist()
    assert table[76] == 0 and codec.decode_bag(table) == s.hand[poor] + s.gave[poor]
    assert plays.bag_size(codec.decode_bag(table)) == table[90 + poor]


def test_the_position_as_one_sees_it():
    s = dealt(5, **UECDA)
    mover = int(s.turn)
    table = codec.state_tables(s)[mover].tolist()
    assert table[75:83] == [0, 0, 1, mover, 1, 0, 0, 0] and table[90:95] == [int(n) for n in s.cards[:5]]
    around = [0]
    while len(around) < 5:
        around.append(int(s.after[around[-1]]))
    assert table[95:100] == [0] * 5 and table[100:105] == around
    assert codec.state_tables(s)[(mover + 1) % 5][77] == 0


def beside(s, mover, text):
    """Rows 5 and 6 that go with what lies there after a move: [5] from column 3 on, counts, ranks."""
    before = s.copy()
    cells = codec.move_table(s, mover, action(text)).tolist()
    assert s == before and not any(cells[:78]) and not any(cells[105:])
    return cells[78:83], cells[90:95], cells[95:100]


def test_UE_30_d_beside_what_lies_there_is_how_things_are():
    """The mover, an empty table, always 0, the order and the lock; before anything is cleared or over."""
    s = uecda("4s 5s 6s 7s 7h 7d 7c 9s", "9s 8s 3d 3h 3c")
    assert beside(s, 0, "pass") == ([0, 1, 0, 0, 0], [8, 5, 2, 2, 2], [0] * 5)
    assert beside(s, 0, "play 4s") == ([0, 0, 0, 0, 0], [7, 5, 2, 2, 2], [0] * 5)
    assert beside(s, 0, "play 7s 7h 7d 7c") == ([0, 0, 0, 1, 0], [4, 5, 2, 2, 2], [0] * 5)
    do(s, "play 4s")
    assert beside(s, 1, "pass") == ([1, 0, 0, 0, 0], [7, 5, 2, 2, 2], [0] * 5)
    assert beside(s, 1, "play 9s") == ([1, 0, 0, 0, 1], [7, 4, 2, 2, 2], [0] * 5)
    assert beside(s, 1, "play 8s")[0] == [1, 0, 0, 0, 1], "an 8 that clears has locked first"
    s = table("9s", "3s 4s", "4h", "4d", "4c", ranks=(3, 4, 1, 2, 5), **UECDA)
    assert beside(s, 0, "play 9s") == ([0, 0, 0, 0, 0], [0, 2, 1, 1, 1], [2, 3, 0, 1, 4])


def test_a_lone_joker_lies_where_nobody_takes_it_for_weak_or_locked():
    """Above everything, so below it all in a revolution, and in a suit that does not lie there."""
    cell = {(turned, suits): codec.meld_table(action("play Jo"), turned, suits).tolist().index(2)
            for turned in (0, 1) for suits in (0, 0b0001, 0b1000, 0b0011, 0b1111)}
    assert cell == {(0, 0): 14, (0, 1): 29, (0, 8): 14, (0, 3): 44, (0, 15): 14,
                    (1, 0): 0, (1, 1): 15, (1, 8): 0, (1, 3): 30, (1, 15): 0}
