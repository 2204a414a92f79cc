"""The primes that a hand of Prime Daifugo can make, from the table of all."""

from ...core.bits import count_kind
from ...core.kernel import compile_rules
from .actions import cards_of, count_of
from .tables import FIRST, FULL, KINDS, LARGEST, PLACE, PLAY_ACTION, ROWS, SINGLE, SKIP, SUPPLIED


def leaves_skip(s, seat, cards, n):
    """PD-32, option `skip_last: barred`: would SKIP be the only card left?"""
    return s.skip_last == 1 and s.cards[seat] - n == 1 and count_kind(s.hand[seat] - cards, SKIP) == 1


def list_primes(s, seat, out):
    """The primes that the hand can make and that may be played here, from the table of all."""
    first, end = FIRST[1, 0], FIRST[3, LARGEST]
    if s.count:
        first, end = FIRST[s.count, s.number], FIRST[s.count, LARGEST]
    n = 0
    for word in range(first // ROWS, (end + ROWS - 1) // ROWS):
        start = word * ROWS
        rows = rows_between(first - start, end - start) & rows_supplied(word, s.hand[seat])
        if s.multi_in_three:
            rows &= SINGLE[word]
        while rows:
            one = rows & -rows
            rows ^= one
            action = PLAY_ACTION[start + PLACE[one % 67]]
            if s.skip_last == 0 or not leaves_skip(s, seat, cards_of(action), count_of(action)):
                out[n] = action
                n += 1
    return n


def rows_between(first, end):
    """The places from `first` up to `end` in a word of the table, as a set."""
    rows = FULL >> first << first if first > 0 else FULL
    return rows & (1 << end) - 1 if end < ROWS else rows


def rows_supplied(word, bag):
    """The prime plays in a word of the table for which a bag holds all cards, as a set."""
    rows = SUPPLIED[word, 0, bag & 63]
    for pair in range(1, KINDS // 2):
        rows &= SUPPLIED[word, pair, bag >> 6 * pair & 63]
    return rows


compile_rules(globals())
