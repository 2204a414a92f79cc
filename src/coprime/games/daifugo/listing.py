"""List the plays that a hand can make, with every reading of the jokers (DF-2, DF-20).

Each function that has `n` writes actions from out[n] on and returns the new n.  Used by rules.py, by forced_win.py and
by the encoding.
"""
# mypy: ignore-errors, implicit-reexport

import numpy as np

from ...core.kernel import compile_rules
from .actions import (
    ALL_SUITS,
    COLUMNS,
    JOKER,
    NATURAL,
    RUN_BIT,
    SUIT_COUNTS,
    SUIT_LANE,
    THREE_OF_DIAMONDS,
    THREE_OF_SPADES,
    count_bag_jokers,
    encode_group,
    encode_sequence,
    lowest_rank,
    suits_of,
)
from .state import Kind

FIRST_COLUMNS = np.array([sum(1 << 4 * i for i in range(n)) for n in range(COLUMNS + 1)],
                         np.int64)  # n columns from 0 on
ALL_COLUMNS = (1 << 4 * COLUMNS) - 1
ONES, TWOS, FOURS, EIGHTS = (digit * SUIT_LANE for digit in (5, 3, 1, 8))    # as hexadecimal digits, one for each rank


def list_singles(cards, out, n):
    """List every natural card as a play of its own."""
    while cards:
        one = cards & -cards
        cards ^= one
        out[n] = one
        n += 1
    return n


def ranks_with_at_least(cards, least):
    """Return the ranks of which there are at least `least` cards, as bit 3 of each hexadecimal digit."""
    x = cards - (cards >> 1 & ONES)
    x = (x & TWOS) + (x >> 2 & TWOS)
    return x + (8 - least) * FOURS & EIGHTS


def list_groups(cards, jokers, least, most, lock, out, n):
    """List groups of `least` to `most` cards, one natural at least; under a lock of exactly its suits."""
    ranks = ranks_with_at_least(cards, max(1, least - jokers))
    while ranks:
        mark = ranks & -ranks
        ranks ^= mark
        rank = lowest_rank(mark)
        suits = cards >> 4 * rank & ALL_SUITS
        some = suits
        while some:
            if jokers:
                n = list_joker_groups(some, 4 * rank, jokers, least, most, lock, out, n)
            elif least <= SUIT_COUNTS[some] <= most and (lock == 0 or lock == some):
                out[n] = some << 4 * rank
                n += 1
            some = some - 1 & suits
    return n


def list_joker_groups(natural_suits, rank_shift, jokers, least, most, lock, out, n):
    """List groups of some natural cards of a rank with up to two jokers, for all suits they can stand for.

    natural_suits  set of the suits of the natural cards
    rank_shift     4 * their rank
    """
    free = ALL_SUITS & ~natural_suits
    suits = free
    while suits >= 0:
        used, all_suits = SUIT_COUNTS[suits], natural_suits | suits
        if used <= jokers and (lock == 0 or lock == all_suits):
            for more in range(jokers - used + 1 if all_suits == ALL_SUITS else 1):
                if least <= SUIT_COUNTS[natural_suits] + used + more <= most:
                    out[n] = encode_group(natural_suits << rank_shift, suits, more)
                    n += 1
        suits = suits - 1 & free if suits else -1
    return n


def list_runs(cards, jokers, mixed, off_end, least, most, lowest, highest, out, n):
    """Sequences of `least` to `most` cards whose lowest column is one of `lowest` to `highest`.

    A window of `length` columns from each card on is followed as it grows: `full` are the windows without a gap, `one`
    and `two` those with as many gaps as jokers may fill.  Bits are 4 * column + suit, or 4 * column in mixed suits.
    """
    held = (cards & NATURAL) << 4
    x = columns_with_cards(held) if mixed else held
    if jokers == 0 and x & x >> 4 & x >> 8 == 0:
        return n
    lanes = ALL_COLUMNS // ALL_SUITS if mixed else ALL_COLUMNS
    full, one, two = x, ~x & lanes if jokers else 0, 0
    for length in range(2, most + 1):
        here = x >> 4 * (length - 1)
        if jokers == 2:
            two = two & here | one & ~here
        if jokers:
            one = one & here | full & ~here
        full &= here
        starts = full | one | two
        if starts == 0:
            break
        if length >= least:
            a = max(lowest, 0 if off_end else 1)
            z = min(highest, COLUMNS - length if off_end else COLUMNS - 1 - length)
            starts = starts & (1 << 4 * z + 4) - (1 << 4 * a) if a <= z else 0
            n = list_window_sequences(starts, FIRST_COLUMNS[length], x, held, jokers, mixed, out, n)
    return n


def columns_with_cards(held):
    """Return one bit for each column in which there is a card."""
    held |= held >> 1
    return (held | held >> 2) & ALL_COLUMNS // ALL_SUITS


def list_window_sequences(starts, row, held_columns, held, jokers, mixed, out, n):
    """List the sequences that fill windows of columns.

    Jokers stand in the gaps; those that are left stand for cards that are there.
    starts  first column of each window, a bit each
    row     the window itself, from column 0 on
    """
    while starts:
        start = starts & -starts
        starts ^= start
        window = start * row
        present, missing = window & held_columns, window & ~held_columns
        if jokers == 0:
            n = list_column_sequences(present, 0, held, mixed, out, n)
            continue
        gaps = 0 if missing == 0 else 1 if missing & missing - 1 == 0 else 2
        n = list_column_sequences(present, missing, held, mixed, out, n)
        if gaps == jokers:
            continue
        rest = present
        while rest:
            a = rest & -rest
            rest ^= a
            n = list_column_sequences(present ^ a, missing | a, held, mixed, out, n)
            more = rest if jokers - gaps == 2 else 0
            while more:
                b = more & -more
                more ^= b
                n = list_column_sequences(present ^ a ^ b, missing | a | b, held, mixed, out, n)
    return n


def list_column_sequences(present, jokers, held, mixed, out, n):
    """List one sequence for these columns; in mixed suits every choice of a card for each of them."""
    if present == 0:
        return n
    first = second = 0
    if jokers:
        first = lowest_rank(jokers) + 1
        jokers &= jokers - 1
        if jokers:
            second = lowest_rank(jokers) + 1
    if not mixed:
        out[n] = encode_sequence(present >> 4, first, second) if first else present >> 4 | RUN_BIT
        return n + 1
    wanted = held & present * ALL_SUITS
    cards = lowest_card_per_column(wanted, present)
    while cards:
        out[n] = encode_sequence(cards >> 4, first, second)
        n += 1
        cards = next_card_choice(cards, wanted, present)
    return n


def lowest_card_per_column(wanted, columns):
    """Return the card of the lowest suit in each of some columns."""
    cards = 0
    while columns:
        column = columns & -columns
        columns ^= column
        here = wanted & column * ALL_SUITS
        cards |= here & -here
    return cards


def next_card_choice(cards, wanted, columns):
    """Return the choice of one card for each column that follows in order; 0 after the last."""
    while columns:
        column = columns & -columns
        columns ^= column
        here = column * ALL_SUITS
        chosen = cards & here
        higher = wanted & here & ~(chosen | chosen - 1)
        if higher:
            return cards ^ chosen | higher & -higher
        lowest = wanted & here
        cards = cards ^ chosen | lowest & -lowest
    return 0


def filter_actions_by_lock(out, first, n, lock):
    """Keep, of the actions from out[first] on, those whose natural cards have exactly the locked suits."""
    kept = first
    for i in range(first, n):
        if suits_of(out[i] & NATURAL) == lock:
            out[kept] = out[i]
            kept += 1
    return kept


def filter_actions_with_card(out, first, n, card):
    """Keep, of the actions from out[first] on, those that hold a card."""
    kept = first
    for i in range(first, n):
        if out[i] & card:
            out[kept] = out[i]
            kept += 1
    return kept


def list_gifts(hand, count, out, n, verb):
    """List every choice of `count` cards (one or two) of a hand, as bags under the bits of a verb."""
    cards, jokers = hand & NATURAL, hand // JOKER
    rest = cards
    while rest:
        one = rest & -rest
        rest ^= one
        if count == 1:
            out[n] = verb | one
            n += 1
            continue
        others = rest
        while others:
            other = others & -others
            others ^= other
            out[n] = verb | one | other
            n += 1
        if jokers:
            out[n] = verb | one | JOKER
            n += 1
    if jokers >= count:
        out[n] = verb | count * JOKER
        n += 1
    return n


# What a hand can lead with, and what it can follow with.

def list_leads(s, hand, out):
    """List everything that a hand can lead with; returns how many there are."""
    cards, jokers = hand & NATURAL, count_bag_jokers(hand)
    n = list_singles(cards, out, 0)
    for more in range(1, jokers + 1):
        out[n] = encode_group(0, 0, more)
        n += 1
    n = list_groups(cards, jokers, 2, s.max_group, 0, out, n)
    if s.seq_min:
        longest = s.seq_max if s.seq_max else COLUMNS
        n = list_runs(cards, jokers, s.seq_suit, s.joker_off_end, 3, longest, 0, COLUMNS, out, n)
    return filter_actions_with_card(out, 0, n, THREE_OF_DIAMONDS) if s.opening else n


def list_follows(s, hand, out):
    """List everything of a hand that beats what lies on the table; returns how many there are."""
    cards, jokers = hand & NATURAL, count_bag_jokers(hand)
    if s.kind == Kind.RUN:
        return list_higher_runs(s, cards, jokers, out)
    if s.kind == Kind.JOKERS:
        if s.count == 1 and s.three_of_spades and cards & THREE_OF_SPADES:
            out[0] = THREE_OF_SPADES
            return 1
        return 0
    n = 0
    cards &= (1 << 4 * (s.low - 1)) - 1 if s.reversed else -(1 << 4 * s.low)
    if s.stepped:
        cards &= next_rank_cards(s)
    if s.lock:
        cards &= s.lock * SUIT_LANE
    if s.count == 1:
        n = list_singles(cards, out, n)
    elif cards:
        n = list_groups(cards, jokers, s.count, s.count, s.lock, out, n)
    if jokers >= s.count:
        out[n] = encode_group(0, 0, s.count)
        n += 1
    return n


def next_rank_cards(s):
    """Return all cards of the rank that comes next in the order (DF-32)."""
    column = s.low - 1 if s.reversed else s.low + 1
    return ALL_SUITS << 4 * (column - 1) if 0 < column < COLUMNS - 1 else 0


def list_higher_runs(s, cards, jokers, out):
    """List the sequences of a hand that beat the sequence on the table (DF-4, DF-15, DF-32)."""
    apart = s.count if s.seq_compare else 1
    lowest, highest = (0, s.low - apart) if s.reversed else (s.low + apart, COLUMNS)
    if s.stepped and s.reversed:
        lowest = highest
    elif s.stepped:
        highest = lowest
    if s.lock:
        cards &= s.lock * SUIT_LANE
    n = list_runs(cards, jokers, s.seq_suit, s.joker_off_end, s.count, s.count, lowest, highest, out, 0)
    return filter_actions_by_lock(out, 0, n, s.lock) if s.lock and s.seq_suit else n


compile_rules(globals(), makers="")
