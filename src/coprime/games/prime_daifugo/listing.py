"""List the primes that a hand of Prime Daifugo Lv. 0 can make, from the table of all prime plays."""
# mypy: ignore-errors, implicit-reexport

from ...core.bits import count_kind
from ...core.kernel import compile_rules
from .actions import card_count_of, cards_of
from .tables import BIT_PLACE, FIRST_ABOVE, FULL_WORD, KINDS, LARGEST, PLAY_ACTION, ROWS, SKIP, SUPPLIED, WITHOUT_MULTI


def leaves_only_skip(s, seat, cards, n):
    """Return whether SKIP would be the only card left, which `skip_last: barred` forbids (PD-32)."""
    return s.skip_last == 1 and s.cards[seat] - n == 1 and count_kind(s.hand[seat] - cards, SKIP) == 1


def list_primes(s, seat, out):
    """List the primes that the hand can make and may play here, to `out`; return how many."""
    first, end = FIRST_ABOVE[1, 0], FIRST_ABOVE[3, LARGEST]
    if s.count:
        first, end = FIRST_ABOVE[s.count, s.number], FIRST_ABOVE[s.count, LARGEST]
    n = 0
    for word in range(first // ROWS, (end + ROWS - 1) // ROWS):
        start = word * ROWS
        rows = word_range_mask(first - start, end - start) & playable_rows_mask(word, s.hand[seat])
        if s.multi_in_three:
            rows &= WITHOUT_MULTI[word]
        while rows:
            one = rows & -rows
            rows ^= one
            action = PLAY_ACTION[start + BIT_PLACE[one % 67]]
            if s.skip_last == 0 or not leaves_only_skip(s, seat, cards_of(action), card_count_of(action)):
                out[n] = action
                n += 1
    return n


def word_range_mask(first, end):
    """Return the places from `first` up to `end` in a word of the table, as a set of bits."""
    rows = FULL_WORD >> first << first if first > 0 else FULL_WORD
    return rows & (1 << end) - 1 if end < ROWS else rows


def playable_rows_mask(word, bag):
    """Return the prime plays in a word of the table whose cards a bag holds, as a set of bits."""
    rows = SUPPLIED[word, 0, bag & 63]
    for pair in range(1, KINDS // 2):
        rows &= SUPPLIED[word, pair, bag >> 6 * pair & 63]
    return rows


compile_rules(globals())
