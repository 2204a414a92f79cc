"""Which plays a hand can make: groups and sequences, with every reading of the jokers (DF-2, DF-20).

Each function writes actions from out[n] on and returns the new n.
"""

import numpy as np

from ...core.kernel import compile_rules
from .plays import (
    ALL_SUITS,
    COLUMNS,
    JOKER,
    LANE,
    NATURAL,
    POP,
    RUN,
    THREE_OF_DIAMONDS,
    THREE_OF_SPADES,
    bag_jokers,
    group,
    lowest_rank,
    sequence,
    suits_of,
)
from .state import Kind

ROW = np.array([sum(1 << 4 * i for i in range(n)) for n in range(COLUMNS + 1)], np.int64)  # n columns from 0 on
WHOLE = (1 << 4 * COLUMNS) - 1
ONES, TWOS, FOURS, EIGHTS = (digit * LANE for digit in (5, 3, 1, 8))    # as hexadecimal digits, one for each rank


def list_singles(cards, out, n):
    while cards:
        one = cards & -cards
        cards ^= one
        out[n] = one
        n += 1
    return n


def ranks_with(cards, least):
    """The ranks of which there are at least so many cards: bit 3 of each digit."""
    x = cards - (cards >> 1 & ONES)
    x = (x & TWOS) + (x >> 2 & TWOS)
    return x + (8 - least) * FOURS & EIGHTS


def list_groups(cards, jokers, least, most, lock, out, n):
    """Groups of `least` to `most` cards, at least one of them natural; under a lock of exactly these suits."""
    ranks = ranks_with(cards, max(1, least - jokers))
    while ranks:
        mark = ranks & -ranks
        ranks ^= mark
        rank = lowest_rank(mark)
        suits = cards >> 4 * rank & ALL_SUITS
        some = suits
        while some:
            if jokers:
                n = list_with_jokers(some, 4 * rank, jokers, least, most, lock, out, n)
            elif least <= POP[some] <= most and (lock == 0 or lock == some):
                out[n] = some << 4 * rank
                n += 1
            some = some - 1 & suits
    return n


def list_with_jokers(some, at, jokers, least, most, lock, out, n):
    """Groups of some natural cards of a rank with no joker, one or two, for whatever suits they can stand."""
    free = ALL_SUITS & ~some
    suits = free
    while suits >= 0:
        used, all_suits = POP[suits], some | suits
        if used <= jokers and (lock == 0 or lock == all_suits):
            for more in range(jokers - used + 1 if all_suits == ALL_SUITS else 1):
                if least <= POP[some] + used + more <= most:
                    out[n] = group(some << at, suits, more)
                    n += 1
        suits = suits - 1 & free if suits else -1
    return n


def list_runs(cards, jokers, mixed, off_end, least, most, lowest, highest, out, n):
    """Sequences of `least` to `most` cards whose lowest column is one of `lowest` to `highest`.

    A window of `length` columns from each card on is followed as it grows: `full` are the windows without a gap, `one`
    and `two` those with as many gaps as jokers may fill.  Bits are 4 * column + suit, or 4 * column in mixed suits.
    """
    held = (cards & NATURAL) << 4
    x = any_suit(held) if mixed else held
    if jokers == 0 and x & x >> 4 & x >> 8 == 0:
        return n
    lanes = WHOLE // ALL_SUITS if mixed else WHOLE
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
            n = list_windows(starts, ROW[length], x, held, jokers, mixed, out, n)
    return n


def any_suit(held):
    """One bit for each column in which there is a card."""
    held |= held >> 1
    return (held | held >> 2) & WHOLE // ALL_SUITS


def list_windows(starts, row, x, held, jokers, mixed, out, n):
    """The sequences that fill windows: jokers stand in the gaps, and the rest of them for cards that are there."""
    while starts:
        start = starts & -starts
        starts ^= start
        window = start * row
        present, missing = window & x, window & ~x
        if jokers == 0:
            n = list_fillings(present, 0, held, mixed, out, n)
            continue
        gaps = 0 if missing == 0 else 1 if missing & missing - 1 == 0 else 2
        n = list_fillings(present, missing, held, mixed, out, n)
        if gaps == jokers:
            continue
        rest = present
        while rest:
            a = rest & -rest
            rest ^= a
            n = list_fillings(present ^ a, missing | a, held, mixed, out, n)
            more = rest if jokers - gaps == 2 else 0
            while more:
                b = more & -more
                more ^= b
                n = list_fillings(present ^ a ^ b, missing | a | b, held, mixed, out, n)
    return n


def list_fillings(present, jokers, held, mixed, out, n):
    """One sequence, or in mixed suits every choice of a card for each of its columns."""
    if present == 0:
        return n
    first = second = 0
    if jokers:
        first = lowest_rank(jokers) + 1
        jokers &= jokers - 1
        if jokers:
            second = lowest_rank(jokers) + 1
    if not mixed:
        out[n] = sequence(present >> 4, first, second) if first else present >> 4 | RUN
        return n + 1
    wanted = held & present * ALL_SUITS
    cards = lowest_of_each(wanted, present)
    while cards:
        out[n] = sequence(cards >> 4, first, second)
        n += 1
        cards = next_choice(cards, wanted, present)
    return n


def lowest_of_each(wanted, columns):
    """The lowest suit in each of some columns."""
    cards = 0
    while columns:
        column = columns & -columns
        columns ^= column
        here = wanted & column * ALL_SUITS
        cards |= here & -here
    return cards


def next_choice(cards, wanted, columns):
    """The choice of one card for each column that follows in order; 0 after the last."""
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


def keep_locked(out, first, n, lock):
    """Of the actions from `first` on keep those whose natural cards are of exactly the locked suits."""
    kept = first
    for i in range(first, n):
        if suits_of(out[i] & NATURAL) == lock:
            out[kept] = out[i]
            kept += 1
    return kept


def keep_card(out, first, n, card):
    """Of the actions from `first` on keep those that hold a card."""
    kept = first
    for i in range(first, n):
        if out[i] & card:
            out[kept] = out[i]
            kept += 1
    return kept


def list_bags(hand, count, out, n, verb):
    """Every choice of one or two cards of a hand, as bags under a verb's bits."""
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
    """Everything that a hand can lead with."""
    cards, jokers = hand & NATURAL, bag_jokers(hand)
    n = list_singles(cards, out, 0)
    for more in range(1, jokers + 1):
        out[n] = group(0, 0, more)
        n += 1
    n = list_groups(cards, jokers, 2, s.max_group, 0, out, n)
    if s.seq_min:
        longest = s.seq_max if s.seq_max else COLUMNS
        n = list_runs(cards, jokers, s.seq_suit, s.joker_off_end, 3, longest, 0, COLUMNS, out, n)
    return keep_card(out, 0, n, THREE_OF_DIAMONDS) if s.opening else n


def list_follows(s, hand, out):
    """Everything of a hand that beats what lies there."""
    cards, jokers = hand & NATURAL, bag_jokers(hand)
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
        cards &= next_rank(s)
    if s.lock:
        cards &= s.lock * LANE
    if s.count == 1:
        n = list_singles(cards, out, n)
    elif cards:
        n = list_groups(cards, jokers, s.count, s.count, s.lock, out, n)
    if jokers >= s.count:
        out[n] = group(0, 0, s.count)
        n += 1
    return n


def next_rank(s):
    """DF-32: all cards of the rank that is next in the order."""
    column = s.low - 1 if s.reversed else s.low + 1
    return ALL_SUITS << 4 * (column - 1) if 0 < column < COLUMNS - 1 else 0


def list_higher_runs(s, cards, jokers, out):
    apart = s.count if s.seq_compare else 1
    lowest, highest = (0, s.low - apart) if s.reversed else (s.low + apart, COLUMNS)
    if s.stepped and s.reversed:
        lowest = highest
    elif s.stepped:
        highest = lowest
    if s.lock:
        cards &= s.lock * LANE
    n = list_runs(cards, jokers, s.seq_suit, s.joker_off_end, s.count, s.count, lowest, highest, out, 0)
    return keep_locked(out, 0, n, s.lock) if s.lock and s.seq_suit else n


compile_rules(globals(), makers="")
